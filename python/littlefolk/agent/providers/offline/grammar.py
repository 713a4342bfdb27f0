"""The grammar: phrases of commands with slots, clauses in sequence. The whole sentence is read before anything is done."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from littlefolk.agent.providers.offline.amounts import read_amount, read_shape
from littlefolk.agent.providers.offline.places import read_place
from littlefolk.agent.providers.offline.plan import Amount, Step, Unread
from littlefolk.agent.providers.offline.words import CLOSINGS, JOINTS, OPENINGS, QUOTES, STOPS, Word, split, starts
from littlefolk.commands import Command
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import nearest
from littlefolk.present.types import BlockKind, CellType, Integer, OneOf, Optional, PresentationType, Text, quoted

MAXIMUM_WORDS = 120
MAXIMUM_SLOT = 8  # words and signs of a value that its type reads
MAXIMUM_TRIES = 20_000
_USES = ("build", "speak", "look", "move")  # what to suggest first
_SLOT = re.compile(r"\{(\w+)(\??)\}")


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a phrase: alternative words, or a slot for an argument."""

    words: tuple[str, ...] = ()
    slot: str = ""
    optional: bool = False


@lru_cache(maxsize=256)
def parts_of(phrase: str) -> tuple[_Part, ...]:
    """The parts of a declared phrase such as `put|place up? {kind} {cell?}`."""
    parts = []
    for piece in phrase.split():
        slot = _SLOT.fullmatch(piece)
        if slot:
            parts.append(_Part(slot=slot[1], optional=bool(slot[2])))
        else:
            parts.append(_Part(words=tuple(piece.removesuffix("?").split("|")), optional=piece.endswith("?")))
    return tuple(parts)


class Reader:
    """Reads sentences with the phrases that `commands` declare. `names` are words that may open a sentence as an address.

    `context` is for slots whose values are known there only, such as somebody's name or a handle.
    """

    def __init__(self, commands: Sequence[Command], names: Sequence[str] = (), context: ReadContext | None = None) -> None:
        self._context = context or ReadContext()
        declared = [(command, parts_of(phrase)) for command in commands for phrase in command.phrases]
        # Any word may be meant as a material, so that readings without one come first: `make it night` is no block of night.
        self._phrases = sorted(declared, key=lambda phrase: any(_material(phrase[0], part) for part in phrase[1]))
        self._names = frozenset(name.casefold() for name in names)
        self._tries = 0
        self._furthest = 0

    def read(self, sentence: str) -> tuple[Step, ...] | Unread:
        """The steps of a sentence, or the first word that no reading takes."""
        words = split(sentence)
        self._sentence, self._tries, self._furthest = sentence, 0, 0
        if not words:
            return Unread("", "there is nothing to read: say what to do")
        if len(words) > MAXIMUM_WORDS:
            return Unread(words[MAXIMUM_WORDS].written, f"the sentence has {len(words)} words: use at most {MAXIMUM_WORDS}")
        for steps in self._sequence(words, self._opening(words, self._separated(words, 0)[0]), None):
            return steps
        return self._unread(words)

    def _sequence(self, words: list[Word], index: int, before: Step | None) -> Iterator[tuple[Step, ...]]:
        for step, after in self._clause(words, index, before):
            position, joined = self._separated(words, after)
            if position >= len(words):
                if not joined:
                    yield (step,)
                self._note(position)
            elif position > after:
                for rest in self._sequence(words, self._opening(words, position), step):
                    yield (step, *rest)
            else:
                self._note(after)

    def _clause(self, words: list[Word], index: int, before: Step | None) -> Iterator[tuple[Step, int]]:
        for command, parts in self._phrases:
            for slots, after in self._match(words, index, command, parts):
                yield from self._with_shape(words, Step(command, _stacked(words[index], slots)), after)
        if before is not None and any(isinstance(slot, Amount) for slot in before.slots.values()):
            # `… and a lantern on top of it`: the verb of the clause before goes on
            for command, parts in self._phrases:
                if command is before.command:
                    for slots, after in self._match(words, index, command, tuple(part for part in parts if part.slot)):
                        yield from self._with_shape(words, Step(command, slots), after)

    def _with_shape(self, words: list[Word], step: Step, after: int) -> Iterator[tuple[Step, int]]:
        for name, slot in step.slots.items():
            if isinstance(slot, Amount) and slot.shape is None:
                for shape, end in read_shape(words, after):
                    shaped = replace(step, slots={**step.slots, name: replace(slot, shape=shape)})
                    yield from ((shaped, close) for close in self._closings(words, end))
        yield from ((step, close) for close in self._closings(words, after))

    def _match(self, words: list[Word], index: int, command: Command, parts: tuple[_Part, ...]) -> Iterator[tuple[dict[str, Any], int]]:
        self._tries += 1
        if self._tries > MAXIMUM_TRIES:
            return
        if not parts:
            yield {}, index
            return
        part, rest = parts[0], parts[1:]
        if part.slot:
            argument = command.argument(part.slot)
            if argument is None:
                raise ValueError(f"a phrase of {command.name} has a slot {part.slot!r} that is no argument of it")
            for value, after in self._slot(words, index, argument.type):
                for slots, end in self._match(words, after, command, rest):
                    yield {part.slot: value, **slots}, end
        elif index < len(words) and words[index].folded in part.words:
            yield from self._match(words, index + 1, command, rest)
        else:
            self._note(index)
        if part.optional:
            yield from self._match(words, index, command, rest)

    def _slot(self, words: list[Word], index: int, type_: PresentationType[Any]) -> Iterator[tuple[Any, int]]:
        inner = type_.inner if isinstance(type_, Optional) else type_
        found = False
        for value, after in self._readings(words, index, inner):
            found = True
            self._note(after)
            yield value, after
        if not found:
            self._note(index)

    def _readings(self, words: list[Word], index: int, type_: PresentationType[Any]) -> Iterator[tuple[Any, int]]:
        if isinstance(type_, BlockKind):
            yield from read_amount(words, index)
        elif isinstance(type_, CellType):
            yield from read_place(words, index)
        elif isinstance(type_, Text):
            yield from self._text(words, index)
        elif isinstance(type_, OneOf) and index < len(words):
            yield words[index].written, index + 1
        elif isinstance(type_, Integer) and index < len(words) and words[index].number is not None:
            yield str(words[index].number), index + 1
        elif not isinstance(type_, OneOf | Integer):
            yield from self._any(words, index, type_)

    def _any(self, words: list[Word], index: int, type_: PresentationType[Any]) -> Iterator[tuple[str, int]]:
        """As many words as the type itself reads, most first."""
        for end in range(min(len(words), index + MAXIMUM_SLOT), index, -1):
            last = words[end - 1]
            written = self._sentence[words[index].start : last.start + len(last.written)]
            if not isinstance(type_.parse(written, self._context), Invalid):
                yield written, end

    def _text(self, words: list[Word], index: int) -> Iterator[tuple[str, int]]:
        """A quotation, or words up to a separator after which the rest still makes sense, or to the end."""
        if index >= len(words):
            return
        if words[index].quoted:
            yield words[index].written.strip(QUOTES), index + 1
            return
        for end in range(index + 1, len(words) + 1):
            if end == len(words) or words[end].folded in STOPS or starts(words, end, JOINTS) > end:
                stop = words[end].start if end < len(words) else len(self._sentence)
                yield self._sentence[words[index].start : stop].strip(), end

    def _opening(self, words: list[Word], index: int) -> int:
        """The index after `please`, `could you`, the agent's name and a comma."""
        while True:
            after = starts(words, index, OPENINGS)
            if after == index and index < len(words) and words[index].folded in self._names:
                after = index + 1
            if after == index:
                return index
            index = after
            if index < len(words) and words[index].folded in (",", ":"):
                index += 1

    def _closings(self, words: list[Word], index: int) -> Iterator[int]:
        """The index after a closing `please`, `for me` or `?`, with or without a comma before it; then `index` itself."""
        after = index
        while True:
            comma = after < len(words) and words[after].folded == ","
            end = starts(words, after + comma, CLOSINGS)
            if end == after + comma:
                break
            after = end
        if after > index:
            yield after
        yield index

    def _separated(self, words: list[Word], index: int) -> tuple[int, bool]:
        """The index after what separates two clauses, and whether its last word calls for another clause."""
        joined = False
        while index < len(words):
            after = index + 1 if words[index].folded in STOPS else starts(words, index, JOINTS)
            beside = words[index].folded == "next" and index + 1 < len(words) and words[index + 1].folded == "to"
            if after == index or beside:
                break
            joined = words[index].folded not in STOPS
            index = after
        return index, joined

    def _note(self, index: int) -> None:
        self._furthest = max(self._furthest, index)

    def _unread(self, words: list[Word]) -> Unread:
        if self._tries > MAXIMUM_TRIES:
            return Unread("", "the sentence has too many readings: say it in shorter sentences")
        if self._furthest >= len(words):
            return Unread("", f"the sentence stops early. {self._help('')}")
        word = words[self._furthest].written
        return Unread(word, f"I do not read “{quoted(word)}” there. {self._help(words[self._furthest].folded, words[: self._furthest])}")

    def _help(self, word: str, clause: Sequence[Word] = ()) -> str:
        """Sentences that would be read, the nearest first: with the verb of the clause, or with the verb most like the word."""
        openings = {alternative for _, parts in self._phrases for alternative in parts[0].words}
        close = nearest(word, openings, limit=1, cutoff=75) if word else ()
        verb = next((before.folded for before in reversed(clause) if before.folded in openings), close[0] if close else "")
        by_use = sorted(self._phrases, key=lambda phrase: _USES.index(phrase[0].row.capability) if phrase[0].row.capability in _USES else 9)
        fitting = [example(command, parts, verb) for command, parts in by_use if verb and verb in parts[0].words][:1]
        firsts = {command.name: example(command, parts) for command, parts in reversed(by_use)}
        others = [firsts[command.name] for command, _ in by_use]
        shown = list(dict.fromkeys(sentence for sentence in [*fitting, *others] if sentence))[:3]
        start = f"Did you mean “{close[0]}”? " if close and close[0] != word and close[0] == verb else ""
        return f"{start}I read sentences such as: {'; '.join(shown)}."


def _material(command: Command, part: _Part) -> bool:
    argument = command.argument(part.slot)
    return argument is not None and isinstance(argument.type, BlockKind)


def _stacked(verb: Word, slots: dict[str, Any]) -> dict[str, Any]:
    """`stack` and `pile` mean a column where no shape is named."""
    if verb.folded not in ("stack", "pile"):
        return slots
    return {name: replace(slot, shape=slot.shape or "column") if isinstance(slot, Amount) else slot for name, slot in slots.items()}


def example(command: Command, parts: Sequence[_Part], verb: str = "") -> str:
    """A phrase as a whole sentence, opened by `verb` where the phrase has it; empty where a slot has no ready example."""
    words = []
    building = any(isinstance(argument.type, BlockKind) for argument in command.arguments)
    for index, part in enumerate(parts):
        if part.slot:
            argument = command.argument(part.slot)
            filled = _filled(argument.type, building) if argument is not None else ""
            if not filled:
                return ""
            words.append(filled)
        elif index == 0 and verb in part.words:
            words.append(verb)
        elif not part.optional:
            words.append(part.words[0])
    return " ".join(words)


def _filled(type_: PresentationType[Any], building: bool) -> str:
    """An example of a slot's words; a place is where something is put, or the block there."""
    inner = type_.inner if isinstance(type_, Optional) else type_
    if isinstance(inner, BlockKind):
        return "three stone blocks in a row"
    if isinstance(inner, CellType):
        return "in front of you" if building else "the block in front of you"
    return "hello" if isinstance(inner, Text) else "three" if isinstance(inner, Integer) else ""
