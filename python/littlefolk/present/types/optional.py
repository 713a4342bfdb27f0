"""A value or nothing."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType


class Optional(PresentationType[Any]):
    """A value of `inner`, or None, written as an empty text or JSON null."""

    def __init__(self, inner: PresentationType[Any]) -> None:
        if not isinstance(inner.parse("", ReadContext()), Invalid):
            raise TypeError(f"an optional {inner.name} cannot be told from nothing: an empty text is a value of it")
        self.inner = inner
        self.name = f"optional {inner.name}"

    def parse(self, text: str, context: ReadContext) -> Any | Invalid:
        return None if not text.strip() else self.inner.parse(text, context)

    def from_json(self, value: Any, context: ReadContext) -> Any | Invalid:
        return None if value is None else self.inner.from_json(value, context)

    def unparse(self, value: Any) -> str:
        return "" if value is None else self.inner.unparse(value)

    def to_json(self, value: Any) -> Any:
        return None if value is None else self.inner.to_json(value)

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        return self.inner.complete(prefix, context)

    def holds(self, value: Any) -> bool:
        return value is None or self.inner.holds(value)

    def recheck(self, value: Any, context: ReadContext) -> Invalid | None:
        return None if value is None else self.inner.recheck(value, context)

    def taken_from(self, shown: Any, context: ReadContext) -> Any | None:
        return self.inner.taken_from(shown, context)

    def json_schema(self) -> dict[str, Any]:
        return nullable(self.inner.json_schema())

    def describe(self) -> str:
        return f"{self.inner.describe()}, or nothing"


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """The same schema with null allowed."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    return {"anyOf": [schema, {"type": "null"}]}
