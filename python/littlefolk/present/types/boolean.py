"""Yes or no."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted

WORDS = {"yes": True, "no": False, "on": True, "off": False, "true": True, "false": False, "y": True, "n": False}


class Boolean(PresentationType[bool]):
    """A truth value, written `yes` or `no`; `on`, `off`, `true` and `false` are read too."""

    name = "boolean"
    values = bool

    def parse(self, text: str, context: ReadContext) -> bool | Invalid:
        value = WORDS.get(text.strip().casefold()[:8])
        return Invalid(f"{quoted(text)} is neither yes nor no: write `yes` or `no`", ("yes", "no")) if value is None else value

    def from_json(self, value: Any, context: ReadContext) -> bool | Invalid:
        return value if isinstance(value, bool) else Invalid(f"{quoted(value)} is not a boolean: write true or false")

    def unparse(self, value: bool) -> str:
        return "yes" if value else "no"

    def to_json(self, value: bool) -> bool:
        return value

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = prefix.strip().casefold()
        return [Completion(word, word) for word in ("yes", "no") if word.startswith(start)]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def describe(self) -> str:
        return "yes or no"
