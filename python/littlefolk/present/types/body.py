"""Somebody in the world, by name."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.handles import Stale, Unknown, looks_like_handle
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types.base import Completion, PresentationType, quoted

LONGEST = 80  # signs of a name; more is refused unread


class BodyType(PresentationType[str]):
    """The name of somebody who has a body in the world: read as a name in any case, as `me`, or as the handle of somebody.

    The value is the name as its owner spells it. `others` leaves the reader's own body out.
    """

    name = "body"
    values = str

    def __init__(self, *, others: bool = False) -> None:
        self.others = others

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        wanted = " ".join(text.split()).casefold() if len(text) <= LONGEST else ""
        names = self._names(context)
        for name in names:
            if name.casefold() == wanted:
                return name
        if wanted == "me" and context.subject in names:
            return context.subject
        target = Unknown(text) if context.handles is None else context.handles.read(text)
        if isinstance(target, Stale):
            return Invalid(f"{target.handle} names somebody who is gone: {self._hint(names)}")
        if isinstance(target, Unknown):
            if looks_like_handle(text):
                return Invalid(f"{quoted(text)} is not a handle that was given out here: {self._hint(names)}")
            clause, found = did_you_mean(wanted, names)
            return Invalid(f"{quoted(text)} is nobody in this world{clause}: {self._hint(names)}", found)
        found_name = self.taken_from(target, context)
        return Invalid(f"{quoted(text)} names nobody who has a body: {self._hint(names)}") if found_name is None else found_name

    def from_json(self, value: Any, context: ReadContext) -> str | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not a name: write a string; {self._hint(self._names(context))}")
        return self.parse(value, context)

    def unparse(self, value: str) -> str:
        return value

    def to_json(self, value: str) -> str:
        return value

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = prefix.strip().casefold()
        found = []
        for name in self._names(context):
            if name.casefold().startswith(start):
                cell = context.snapshot.bodies[name].cell
                found.append(Completion(name, name, f"at ({cell.x}, {cell.y}, {cell.z})"))
        return found

    def taken_from(self, shown: Any, context: ReadContext) -> str | None:
        name = getattr(shown, "name", None)
        return name if isinstance(name, str) and name in self._names(context) else None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return f"the name{' of somebody else' if self.others else ''} or the #ABCD handle of somebody in the world"

    def _names(self, context: ReadContext) -> list[str]:
        return sorted(name for name in context.snapshot.bodies if not (self.others and name == context.subject))

    @staticmethod
    def _hint(names: list[str]) -> str:
        return f"there are {', '.join(names[:12])}{', …' if len(names) > 12 else ''}" if names else "nobody else is here"
