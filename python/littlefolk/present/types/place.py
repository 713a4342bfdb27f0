"""Somewhere to go: a cell, or where somebody is."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.types.body import BodyType
from littlefolk.present.types.cell import CellType
from littlefolk.world.cells import Cell

_FORMS = "the name of somebody, three whole numbers such as 3 64 -5, `here+0,0,-9`, or a #ABCD handle of something with a place"


class PlaceType(PresentationType[Cell | str]):
    """A cell, or the name of somebody else who has a body; a handle of somebody means them, of anything else its cell."""

    name = "place"
    values = (Cell, str)

    def __init__(self) -> None:
        self._cell, self._body = CellType(), BodyType(others=True)

    def parse(self, text: str, context: ReadContext) -> Cell | str | Invalid:
        body = self._body.parse(text, context)
        if not isinstance(body, Invalid):
            return body
        cell = self._cell.parse(text, context)
        if not isinstance(cell, Invalid):
            return cell
        return Invalid(f"{quoted(text)} is no place: write {_FORMS}", body.suggestions)

    def from_json(self, value: Any, context: ReadContext) -> Cell | str | Invalid:
        return self.parse(value, context) if isinstance(value, str) else self._cell.from_json(value, context)

    def unparse(self, value: Cell | str) -> str:
        return value if isinstance(value, str) else self._cell.unparse(value)

    def to_json(self, value: Cell | str) -> Any:
        return value if isinstance(value, str) else self._cell.to_json(value)

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        return [*self._body.complete(prefix, context), *self._cell.complete(prefix, context)]

    def taken_from(self, shown: Any, context: ReadContext) -> Cell | str | None:
        body = self._body.taken_from(shown, context)
        return body if body is not None else self._cell.taken_from(shown, context)

    def json_schema(self) -> dict[str, Any]:
        place = self._cell.json_schema()["anyOf"][0]
        return {"anyOf": [place, {"type": "string", "description": f"a place in words: {_FORMS}"}]}

    def describe(self) -> str:
        return f"a place: {_FORMS}"
