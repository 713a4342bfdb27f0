"""Free text with a maximum."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import PresentationType, quoted


class Text(PresentationType[str]):
    """Text of 1 to `maximum` characters. Control characters other than newline and tab are refused."""

    name = "text"
    values = str

    def __init__(self, maximum: int = 2000) -> None:
        self.maximum = maximum

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        return self._checked(text)

    def from_json(self, value: Any, context: ReadContext) -> str | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not text: write a string")
        return self._checked(value)

    def unparse(self, value: str) -> str:
        return value

    def to_json(self, value: str) -> str:
        return value

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return f"text of at most {self.maximum:,} characters"

    def _checked(self, text: str) -> str | Invalid:
        if not text.strip():
            return Invalid("the text is empty: write at least one character")
        if len(text) > self.maximum:
            return Invalid(f"the text has {len(text):,} characters: write at most {self.maximum:,}")
        for sign in text:
            if (not sign.isprintable() and sign not in "\n\t\u200d\u00ad" and ord(sign) < 0xA0) or 0xD800 <= ord(sign) <= 0xDFFF:
                return Invalid(f"the text has a sign that cannot be shown (U+{ord(sign):04X}): leave it out")
        return text
