"""Something that was shown before, by its handle."""

from dataclasses import dataclass
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.handles import Stale, Unknown, canonical
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import PresentationType, quoted


@dataclass(frozen=True, slots=True)
class Reference:
    """A handle in its canonical spelling together with what it names."""

    handle: str
    target: Any


class HandleType(PresentationType[Reference]):
    """The object behind a handle, optionally narrowed to instances of one class."""

    name = "handle"

    def __init__(self, narrowed: type | None = None, noun: str = "something shown") -> None:
        self.narrowed, self.noun = narrowed, noun

    def parse(self, text: str, context: ReadContext) -> Reference | Invalid:
        target = Unknown(text) if context.handles is None else context.handles.read(text)
        if isinstance(target, Unknown):
            return Invalid(f"{quoted(text)} is not a handle that was given out here: write {self.describe()}")
        if isinstance(target, Stale):
            return Invalid(f"{target.handle} names something that is gone")
        if self.narrowed is not None and not isinstance(target, self.narrowed):
            return Invalid(f"{quoted(text)} is not the handle of {self.noun}")
        return Reference(canonical(text), target)

    def from_json(self, value: Any, context: ReadContext) -> Reference | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not a handle: write a string such as #ABCD")
        return self.parse(value, context)

    def unparse(self, value: Reference) -> str:
        return value.handle

    def to_json(self, value: Reference) -> str:
        return value.handle

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return f"the handle of {self.noun}, such as #ABCD"
