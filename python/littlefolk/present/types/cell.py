"""A place in the world: one cell of the lattice."""

import re
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.handles import Stale, Unknown, looks_like_handle
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.types.integer import whole
from littlefolk.world.cells import EDGE, Cell

_NUMBERS = re.compile(r"[(\[]?\s*([+-]?\d{1,18})\s*[, ]\s*([+-]?\d{1,18})\s*[, ]\s*([+-]?\d{1,18})\s*[)\]]?", re.ASCII)
_HERE = re.compile(r"here(?:\s*([+-].*))?", re.ASCII | re.IGNORECASE)
_LONGEST = 200  # signs of a cell in words; more is refused unread
_FORMS = "three whole numbers such as 3 64 -5, `here`, `here+0,1,0`, or a #ABCD handle of something with a place"


class CellType(PresentationType[Cell]):
    """A cell: `3 64 -5`, `(3, 64, -5)`, `here`, `here+0,1,0`, or the handle of something that has a place.

    With `free`, pointing at a block means the cell before its face, where something can be put; with `standing` too, and words such as
    `two steps north` mean where one stands there.
    """

    name = "cell"
    values = Cell

    def __init__(self, *, free: bool = False, standing: bool = False) -> None:
        self.free = free or standing
        self.standing = standing

    def parse(self, text: str, context: ReadContext) -> Cell | Invalid:
        stripped = text.strip()
        if len(stripped) > _LONGEST:
            return Invalid(f"{quoted(text)} is not a cell: write {_FORMS}")
        numbers = _NUMBERS.fullmatch(stripped)
        if numbers is not None:
            return _bounded(*(int(number) for number in numbers.groups()))
        here = _HERE.fullmatch(stripped)
        if here is not None:
            return self._from_here(here[1], context)
        return self._from_handle(stripped, context)

    def from_json(self, value: Any, context: ReadContext) -> Cell | Invalid:
        if isinstance(value, str):
            return self.parse(value, context)
        if not isinstance(value, dict):
            return Invalid(f'{quoted(value)} is not a cell: write {{"x": 3, "y": 64, "z": -5}} or {_FORMS} as a string')
        extra = sorted(str(key) for key in set(value) - {"x", "y", "z"})
        if extra:
            return Invalid(f"a cell has only x, y and z: leave out {quoted(', '.join(extra))}")
        coordinates = []
        for axis in ("x", "y", "z"):
            coordinate = whole(value.get(axis))
            if coordinate is None:
                wrong = "is missing" if axis not in value else f"is {quoted(value[axis])}"
                return Invalid(f"{axis} {wrong}: a cell has three whole numbers x, y and z")
            coordinates.append(coordinate)
        return _bounded(*coordinates)

    def unparse(self, value: Cell) -> str:
        return f"{value.x} {value.y} {value.z}"

    def to_json(self, value: Cell) -> dict[str, int]:
        return {"x": value.x, "y": value.y, "z": value.z}

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        if context.pose is None or not "here".startswith(prefix.strip().casefold()):
            return []
        return [Completion("here", "here", self.unparse(context.pose.cell))]

    def taken_from(self, shown: Any, context: ReadContext) -> Cell | None:
        before = getattr(shown, "before", None) if self.free else None
        return before if isinstance(before, Cell) else place_of(shown)

    def json_schema(self) -> dict[str, Any]:
        integer = {"type": "integer"}
        place = {
            "type": "object",
            "properties": {"x": integer, "y": integer, "z": integer},
            "required": ["x", "y", "z"],
            "additionalProperties": False,
        }
        return {"anyOf": [place, {"type": "string", "description": f"a cell in words: {_FORMS}"}]}

    def describe(self) -> str:
        return f"a cell: {_FORMS}"

    def _from_here(self, offset: str | None, context: ReadContext) -> Cell | Invalid:
        if context.pose is None:
            return Invalid("`here` needs a body to stand somewhere: write three whole numbers")
        if offset is None:
            return context.pose.cell
        numbers = _NUMBERS.fullmatch(offset.removeprefix("+").strip())
        if numbers is None:
            return Invalid(f"{quoted(offset)} after `here` is not an offset: write `here+0,1,0`")
        return _bounded(*(base + int(step) for base, step in zip(context.pose.cell, numbers.groups(), strict=True)))

    def _from_handle(self, text: str, context: ReadContext) -> Cell | Invalid:
        target = Unknown(text) if context.handles is None else context.handles.read(text)
        if isinstance(target, Unknown):
            if looks_like_handle(text):
                return Invalid(f"{quoted(text)} is not a handle that was given out here: write {_FORMS}")
            return Invalid(f"{quoted(text)} is not a cell: write {_FORMS}")
        if isinstance(target, Stale):
            return Invalid(f"{target.handle} names something that is gone: write {_FORMS}")
        cell = place_of(target)
        if cell is None:
            return Invalid(f"{quoted(text)} names something without a place: write {_FORMS}")
        return cell


def place_of(shown: Any) -> Cell | None:
    """The cell of something that is one or has one, or None."""
    cell = shown if isinstance(shown, Cell) else getattr(shown, "cell", None)
    return cell if isinstance(cell, Cell) else None


def _bounded(x: int, y: int, z: int) -> Cell | Invalid:
    if not all(-EDGE <= coordinate < EDGE for coordinate in (x, y, z)):
        return Invalid(f"{quoted((x, y, z))} is beyond the world: keep each number from {-EDGE:,} to {EDGE - 1:,}")
    return Cell(x, y, z)
