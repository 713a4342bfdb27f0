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
_NOUNS = frozenset({"block", "blocks", "cube", "cubes", "piece", "pieces", "pane", "panes"})
_SIZES: dict[str, Shape] = {"high": "column", "tall": "column", "long": "row", "wide": "row"}
USUAL = 3  # blocks of a row or column without a number
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
                for size, late_shape, end in _tails(words, after, count):
                    counted = size or count
                    if counted is None:
                        counted = USUAL if shape else 1
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
    """A count (None where none is said), a shape, and the index of the material."""
    position = index
    count = None
    if position < len(words) and words[position].number is not None:
        count, position = words[position].number, position + 1
        if _folded(words, position) == "of" and words[index].folded in ("couple", "dozen", "hundred", "thousand"):
            position += 1
        elif _folded(words, position) in ("couple", "dozen", "hundred", "thousand") and words[index].number == 1:
            count = words[position].number
            position += 1 + (_folded(words, position + 1) == "of")
        elif words[index].folded == "a" and position < len(words) and words[position].number is not None:
            count, position = words[position].number, position + 1  # `a four block tower`
    elif _folded(words, position) in ("the", "some"):
        position += 1
    if _folded(words, position) == "single":
        position += 1
    noun = position
    if _folded(words, position) in _NOUNS:
        noun += 1 + (_folded(words, position + 1) in _SIZES)
    shape = _SHAPES.get(_folded(words, noun))
    if shape is not None and _folded(words, noun + 1) == "of" and (count in (None, 1) or noun > position):
        inner = noun + 2
        if noun > position:
            yield count, shape, inner
            return
        if inner < len(words) and words[inner].number is not None:
            yield words[inner].number, shape, inner + 1
        yield None, shape, inner
    if _folded(words, position) in _NOUNS and _folded(words, position + 1) == "of":
        yield count, None, position + 2
    yield count, None, position


def _kinds(words: list[Word], index: int, known: bool) -> Iterator[tuple[str, int]]:
    if known:
        yield from read_kind(words, index)
        return
    for length in (1, 2, 3):
        spelled = [word.folded for word in words[index : index + length]]
        if len(spelled) == length and not any(word in _STOP or not word[:1].isalpha() for word in spelled):
            yield " ".join(spelled), index + length


def read_kind(words: list[Word], index: int) -> Iterator[tuple[str, int]]:
    """Every placeable kind that is named at `index`, in singular or plural, with the index after it; longer names first."""
    for length in (2, 1):
        spelled = [word.folded for word in words[index : index + length]]
        if len(spelled) == length:
            for form in (spelled, [*spelled[:-1], singular(spelled[-1])], [*spelled[:-1], spelled[-1] + "s"]):
                name = folded(" ".join(form))
                kind = KINDS.get(name)
                if kind is not None and kind.placeable:
                    yield name, index + length
                    break


def _tails(words: list[Word], index: int, count: int | None) -> Iterator[tuple[int | None, Shape | None, int]]:
    """What follows a material: a size (`four blocks high`), a shape (`in a row`, or the `tower` of `stone tower`), or nothing."""
    after = index + 1 if _folded(words, index) in _NOUNS else index
    if after + 2 < len(words) and words[after].number is not None and words[after + 1].folded in _NOUNS:
        sized = _SIZES.get(words[after + 2].folded)
        if sized is not None:
            yield words[after].number, sized, after + 3
    noun = _SHAPES.get(_folded(words, after))
    if noun is not None and count in (None, 1):
        yield USUAL, noun, after + 1
    yield from ((None, shape, end) for shape, end in read_shape(words, after))
    yield None, None, after


def _folded(words: list[Word], index: int) -> str:
    return words[index].folded if 0 <= index < len(words) else ""
