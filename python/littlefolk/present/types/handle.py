"""Something that was shown before, by its handle."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.handles import Stale, Unknown, canonical
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.untrusted import one_line
from littlefolk.present.views import TEXT, present

OFFERED = 12  # handles that a completion offers


@dataclass(frozen=True, slots=True)
class Reference:
    """A handle in its canonical spelling together with what it names."""

    handle: str
    target: Any

    def __str__(self) -> str:
        return self.handle


class HandleType(PresentationType[Reference]):
    """The object behind a handle, optionally narrowed to instances of one class.

    `offered` says for which objects a menu of what can be done with them lists the commands that take this handle.
    """

    name = "handle"
    values = Reference

    def __init__(
        self, narrowed: type | None = None, noun: str = "something shown", offered: Callable[[Any], bool] = lambda target: True
    ) -> None:
        self.narrowed, self.noun, self.offered = narrowed, noun, offered

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

    def recheck(self, value: Any, context: ReadContext) -> Invalid | None:
        if not isinstance(value, Reference):
            return Invalid(f"{quoted(value)} is not {self.describe()}")
        again = self.parse(value.handle, context)
        if isinstance(again, Invalid):
            return again
        return None if again.target is value.target else Invalid(f"{value.handle} names something else now")

    def taken_from(self, shown: Any, context: ReadContext) -> Reference | None:
        if context.handles is None or (self.narrowed is not None and not isinstance(shown, self.narrowed)) or not self.offered(shown):
            return None
        handle = context.handles.known(shown)
        return Reference(handle, shown) if handle else None

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        if context.handles is None:
            return []
        start = prefix.strip().lstrip("#").upper()
        found = []
        for handle, target in context.handles.latest():
            if handle[1:].startswith(start) and (self.narrowed is None or isinstance(target, self.narrowed)):
                found.append(Completion(handle, handle, one_line(str(present(target, TEXT)), 60)))
                if len(found) == OFFERED:
                    break
        return found

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return f"the handle of {self.noun}, such as #ABCD"
