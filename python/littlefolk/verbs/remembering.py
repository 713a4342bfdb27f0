"""Notes that an agent writes for itself: they outlive turns and games, and are told to nobody for whom they were not written."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.agent.memory import LONGEST, Note
from littlefolk.commands import command
from littlefolk.policy import Audience, Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Invalid, Outcome
from littlefolk.present.types import Integer, Optional, Text
from littlefolk.present.untrusted import marked, one_line
from littlefolk.present.views import ModelView, TextView, presents
from littlefolk.verbs.acting import Acting

MOST = 20  # notes that are recalled at once


@recorded("remembered")
@dataclass(frozen=True, slots=True)
class Remembered:
    """A note by its number; `gone` when it was taken out."""

    number: int
    text: str
    gone: bool = False


@recorded("recalled")
@dataclass(frozen=True, slots=True)
class Recalled:
    """Notes that were looked for, the nearest first: their numbers and texts, and of how many in all. `quoted` are others' words."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]
    quoted: tuple[bool, ...]
    of: int


@command("agent", Capability.LOOK, Risk.REVERSIBLE, family="read", phrases=("remember that? {text}", "make a note that? {text}"))
def remember(acting: Acting, text: Annotated[str, Text(LONGEST), "what to remember, in a sentence"]) -> Remembered:
    """Write a note down for yourself: you are shown your notes in later turns, for good. Gives back the note's number."""
    caller = acting.caller
    note = acting.memory.remember(caller.name, one_line(text, LONGEST), caller.audience, caller.asker, acting.now)
    return Remembered(note.number, note.text)


@command("agent", Capability.LOOK, family="search", phrases=("recall", "recall {text}", "what do you remember|know about {text}"))
def recall(
    acting: Acting, text: Annotated[str | None, Optional(Text(200)), "words to look for; by default the latest notes"] = None
) -> Recalled:
    """Look through your notes: find those that come nearest to some words, or the latest. Gives back their numbers and texts."""
    caller = acting.caller
    found = acting.memory.recall(_names(acting), text or "", caller.audience, caller.asker, MOST)
    in_all = acting.memory.notes(_names(acting), caller.audience, caller.asker)
    return Recalled(tuple(note.number for note in found), tuple(note.text for note in found), tuple(map(_foreign, found)), len(in_all))


@command("agent", Capability.LOOK, Risk.REVERSIBLE, family="read")
def forget(acting: Acting, number: Annotated[int, Integer(1), "the note's number"]) -> Outcome | Remembered:
    """Take one of your notes out, by its number. Gives back what it said."""
    caller = acting.caller
    note = acting.memory.forget(_names(acting), number, caller.audience, caller.asker)
    if note is None:
        return Invalid(f"you have no note {number}: `recall` lists the numbers", (), "number")
    return Remembered(note.number, note.text, gone=True)


def _names(acting: Acting) -> tuple[str, ...]:
    """The caller's name and those that it had before."""
    resident = acting.roster.get(acting.caller.name)
    return (acting.caller.name, *(resident.formerly if resident is not None else ()))


def _foreign(note: Note) -> bool:
    return note.audience is not Audience.LOCAL


@presents(Remembered, TextView)
def _remembered(value: Remembered, _view: TextView) -> str:
    return f"forgot note {value.number}: {value.text}" if value.gone else f"note {value.number}: {value.text}"


@presents(Recalled, TextView)
def _recalled(value: Recalled, view: TextView) -> str:
    if not value.numbers:
        return "no notes" if not value.of else f"none of {value.of} notes fits"
    foreign = isinstance(view, ModelView)
    texts = [marked(text) if quoted and foreign else text for text, quoted in zip(value.texts, value.quoted, strict=True)]
    lines = [f"{number}. {text}" for number, text in zip(value.numbers, texts, strict=True)]
    return "\n".join([*lines, f"… of {value.of}"] if value.of > len(lines) else lines)
