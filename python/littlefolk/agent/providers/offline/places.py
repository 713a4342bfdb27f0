"""Reading places: `in front of you`, `three blocks east of that`, `at 3 64 -5`, `on top of it`, `here`."""

from collections.abc import Iterator
from dataclasses import replace

from littlefolk.agent.providers.offline.amounts import read_kind
from littlefolk.agent.providers.offline.plan import Base, Place
from littlefolk.agent.providers.offline.words import Word
from littlefolk.world.cells import Cell

Reading = Iterator[tuple[Place, int]]

_YOU = frozenset({"you", "yourself", "your"})
_THAT = frozenset({"that", "it", "them", "this", "those", "these"})
_UNITS = frozenset({"block", "blocks", "step", "steps", "cell", "cells", "metre", "metres", "meter", "meters", "m"})
_COMPASS = frozenset({"north", "south", "east", "west"})
# phrase → direction; a base follows (`of you`, `that`)
_PHRASES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("in", "front", "of"), "front"),
    (("ahead", "of"), "front"),
    (("behind",), "behind"),
    (("in", "the", "back", "of"), "behind"),
    (("on", "top", "of"), "up"),
    (("above",), "up"),
    (("over",), "up"),
    (("on",), "up"),
    (("below",), "down"),
    (("under",), "down"),
    (("underneath",), "down"),
    (("beneath",), "down"),
    (("next", "to"), "right"),
    (("beside",), "right"),
    (("left", "of"), "left"),
    (("to", "the", "left", "of"), "left"),
    (("on", "the", "left", "of"), "left"),
    (("right", "of"), "right"),
    (("to", "the", "right", "of"), "right"),
    (("on", "the", "right", "of"), "right"),
    (("to", "the", "side", "of"), "right"),
    *((("to", "the", compass, "of"), compass) for compass in sorted(_COMPASS)),
    *(((compass, "of"), compass) for compass in sorted(_COMPASS)),
)
_OWNERS: dict[str, Base] = {"your": "me", "the": "me", "my": "asker"}
# phrases that need no base
_WHOLE: tuple[tuple[tuple[str, ...], str, Base], ...] = (
    *(
        ((preposition, owner, side, *tail), side, base)
        for preposition in ("to", "on", "at")
        for owner, base in _OWNERS.items()
        for side in ("left", "right")
        for tail in ((), ("side",))
    ),
    (("at", "your", "side"), "right", "me"),
    (("at", "my", "side"), "right", "asker"),
    (("left",), "left", "me"),
    (("right",), "right", "me"),
    (("straight", "ahead"), "front", "me"),
    (("ahead",), "front", "me"),
    *(
        ((word,), side, "me")
        for word, side in (("forward", "front"), ("forwards", "front"), ("backward", "behind"), ("backwards", "behind"))
    ),
    (("up",), "up", "me"),
    (("down",), "down", "me"),
    (("on", "top"), "up", "that"),
    *((("to", "the", compass), compass, "me") for compass in sorted(_COMPASS)),
    *(((compass,), compass, "me") for compass in sorted(_COMPASS)),
)


def read_place(words: list[Word], index: int) -> Reading:
    """Every place that starts at `index`, with the index after it; longer readings first."""
    yield from _named(words, index)
    yield from _numbers(words, index)
    yield from _directed(words, index)
    yield from _bases(words, index)


def _named(words: list[Word], index: int) -> Reading:
    """`the block in front of you`, `the stone block at 3 64 -5`: a noun, with or without its kind, before the place itself."""
    start = index
    if _at(words, index) in ("the", "a", "that"):
        index += 1
    if _at(words, index) in ("block", "blocks", "cell", "ground", "position"):
        yield from read_place(words, index + 1)
        yield from _whatever(words, start, index + 1)
    if index > start:
        for kind, after in read_kind(words, index):
            end = after + 1 if _at(words, after) in ("block", "blocks") else after
            yield from ((replace(place, kind=kind), close) for place, close in read_place(words, end))


def _whatever(words: list[Word], start: int, after: int) -> Reading:
    if _at(words, start) in ("the", "that") and after > start + 1:
        yield Place(base="that", direction="", distance=0), after


def _numbers(words: list[Word], index: int) -> Reading:
    if _at(words, index) == "at":
        index += 1
    if _at(words, index) in ("cell", "position"):
        index += 1
    if index < len(words) and words[index].folded.startswith("#"):
        yield Place(base="me", direction=words[index].written, distance=0), index + 1
        return
    opened = _at(words, index) in ("(", "[")
    position = index + 1 if opened else index
    numbers: list[int] = []
    while len(numbers) < 3:
        if position < len(words) and numbers and words[position].folded == ",":
            position += 1
        if _at(words, position) == "xyz"[len(numbers)]:
            position += 1 + (_at(words, position + 1) == "=")
        word = words[position] if position < len(words) else None
        if word is None or word.number is None or not word.folded.lstrip("+-").isdigit():
            return
        numbers.append(word.number)
        position += 1
    if opened and _at(words, position) in (")", "]"):
        position += 1
    yield Place(cell=Cell(*numbers), distance=0), position


def _directed(words: list[Word], index: int) -> Reading:
    distance = None
    position = index
    if position < len(words) and words[position].number is not None and _at(words, position + 1) in _UNITS:
        distance, position = words[position].number, position + 2
        if _at(words, position) == "to" and _at(words, position + 1) in _COMPASS:
            position += 1
    elif _at(words, position) in ("directly", "right", "just"):
        for place, end in _directed(words, position + 1):
            yield replace(place, distance=1 if place.distance is None else place.distance), end
    for phrase, direction in _PHRASES:
        after = _match(words, position, phrase)
        if after is not None:
            for base, end in _base(words, after):
                yield Place(base, direction, distance), end
    for phrase, direction, base in _WHOLE:
        after = _match(words, position, phrase)
        if after is not None:
            yield Place(base, direction, distance), after


def _bases(words: list[Word], index: int) -> Reading:
    if _at(words, index) in ("right", "just", "over"):
        yield from _bases(words, index + 1)
    elif _at(words, index) == "here":
        yield Place("me", "front", 1), index + 1
    elif _at(words, index) == "there" or _at(words, index) in _THAT:
        yield Place("that", "", 0), index + 1
    elif _at(words, index) in ("me", "myself"):
        yield Place("asker", "", 0), index + 1


def _base(words: list[Word], index: int) -> Iterator[tuple[Base, int]]:
    word = _at(words, index)
    if word in _YOU:
        yield "me", index + 1
    elif word in ("me", "myself"):
        yield "asker", index + 1
    elif word == "here":
        yield "me", index + 1
    elif word in ("the", "that", "this", "those", "these", "it", "them", "there"):
        noun = index + 1 + (_at(words, index + 1) == "last")
        if _at(words, noun) in ("block", "blocks", "one", "row", "column"):
            yield "that", noun + 1
        if word != "the":
            yield "that", index + 1


def _match(words: list[Word], index: int, phrase: tuple[str, ...]) -> int | None:
    for offset, expected in enumerate(phrase):
        if _at(words, index + offset) != expected:
            return None
    return index + len(phrase)


def _at(words: list[Word], index: int) -> str:
    return words[index].folded if 0 <= index < len(words) else ""
