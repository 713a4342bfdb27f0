"""Reading amounts: `three stone blocks in a row`, `a column of bricks`, `a lantern`."""

from collections.abc import Iterator

from littlefolk.agent.providers.offline.plan import Amount, Shape
from littlefolk.agent.providers.offline.words import Word, singular
from littlefolk.present.types.one_of import folded
from littlefolk.world.kinds import KINDS

_SHAPES: dict[str, Shape] = {
    "row": "row",
    "line": "row",
    "column": "column",
    "stack": "column",
    "tower": "column",
    "pile": "column",
    "pillar": "column",
}
_NOUNS = frozenset({"block", "blocks", "cube", "cubes", "piece", "pieces"})
# words that can never be part of a material, so that a wrong material is still read as one
_STOP = frozenset(
    "in on at to of the a an here there next beside behind ahead above over below under north south east west left right"
    " you me that it them then and with from into onto top front , . ; ! ? block blocks row column line stack".split()
)


def read_amount(words: list[Word], index: int) -> Iterator[tuple[Amount, int]]:
    """Every amount of a material that starts at `index`, with the index after it; known materials first."""
    for known in (True, False):
        for count, shape, position in _heads(words, index):
            for kind, after in _kinds(words, position, known):
                counted = count if count is not None else 1
                for late_shape, end in _tails(words, after):
                    yield Amount(kind, counted, shape or late_shape), end


def read_shape(words: list[Word], index: int) -> Iterator[tuple[Shape, int]]:
    """`in a row`, `in one line`, `as a column`, `on top of each other`."""
    written = [word.folded for word in words[index : index + 5]]
    if written[:1] in (["in"], ["as"], ["into"]) and len(written) > 1:
        skip = 2 if written[1] in ("a", "one", "the") else 1
        shape = _SHAPES.get(written[skip]) if len(written) > skip else None
        if shape is not None:
            yield shape, index + skip + 1
    if written == ["on", "top", "of", "each", "other"]:
        yield "column", index + 5
    if written[:2] in (["side", "by"], ["next", "to"]) and written[2:3] == ["side"]:
        yield "row", index + 3
    if written[:4] == ["next", "to", "each", "other"]:
        yield "row", index + 4


def _heads(words: list[Word], index: int) -> Iterator[tuple[int | None, Shape | None, int]]:
    """A count, a shape with `of` and the count inside it, or nothing; with the index of the material."""
    position = index
    count = None
    if position < len(words) and words[position].number is not None:
        count, position = words[position].number, position + 1
        if _folded(words, position) == "of" and words[index].folded in ("couple", "dozen"):
            position += 1
        elif _folded(words, position) in ("couple", "dozen") and words[index].number == 1:
            count = words[position].number
            position += 1 + (_folded(words, position + 1) == "of")
    elif _folded(words, position) in ("the", "some"):
        position += 1
    shape = _SHAPES.get(_folded(words, position))
    if shape is not None and _folded(words, position + 1) == "of":
        inner = position + 2
        if inner < len(words) and words[inner].number is not None:
            yield words[inner].number, shape, inner + 1
        yield 3, shape, inner
    if _folded(words, position) in _NOUNS and _folded(words, position + 1) == "of":
        yield count, None, position + 2
    yield count, None, position


def _kinds(words: list[Word], index: int, known: bool) -> Iterator[tuple[str, int]]:
    if known:
        for length in (2, 1):
            spelled = [word.folded for word in words[index : index + length]]
            if len(spelled) == length:
                for form in (spelled, [*spelled[:-1], singular(spelled[-1])]):
                    name = folded(" ".join(form))
                    kind = KINDS.get(name)
                    if kind is not None and kind.placeable:
                        yield name, index + length
                        break
        return
    for length in (1, 2, 3):
        spelled = [word.folded for word in words[index : index + length]]
        if len(spelled) == length and not any(word in _STOP or not word[:1].isalpha() for word in spelled):
            yield " ".join(spelled), index + length


def _tails(words: list[Word], index: int) -> Iterator[tuple[Shape | None, int]]:
    after = index + 1 if _folded(words, index) in _NOUNS else index
    yield from read_shape(words, after)
    yield None, after


def _folded(words: list[Word], index: int) -> str:
    return words[index].folded if 0 <= index < len(words) else ""
