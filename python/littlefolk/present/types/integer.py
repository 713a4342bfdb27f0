"""Whole numbers, with an optional range."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import PresentationType, quoted

DIGITS = 18


def whole(value: Any) -> int | None:
    """A JSON number without a fraction as an int (`64.0` counts, as in JSON Schema; `true` does not), or None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if isinstance(value, int) or value.is_integer() else None


def other_numerals(text: str) -> str:
    """What to add to a refusal of a number that is written in other digits or with another minus: which would be read; "" for none."""
    if text.isascii() or not all(sign.isascii() or sign.isnumeric() or sign in "−－＋．" for sign in text):
        return ""
    return ": write it with the digits 0 to 9 and `-`"


class Integer(PresentationType[int]):
    """A whole number of at most 18 digits between `low` and `high`, both included; either may be None for no bound."""

    name = "integer"
    values = int

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def parse(self, text: str, context: ReadContext) -> int | Invalid:
        stripped = text.strip()
        digits = stripped[1:] if stripped[:1] in ("+", "-") else stripped
        if not (digits.isascii() and digits.isdigit()):
            return Invalid(f"{quoted(text)} is not {self.describe()}{other_numerals(stripped)}")
        if len(digits) > DIGITS:
            return Invalid(f"{quoted(text)} is too long: write {self.describe()} with at most {DIGITS} digits")
        return self._in_range(int(stripped))

    def from_json(self, value: Any, context: ReadContext) -> int | Invalid:
        number = whole(value)
        return Invalid(f"{quoted(value)} is not {self.describe()}") if number is None else self._in_range(number)

    def unparse(self, value: int) -> str:
        return str(value)

    def to_json(self, value: int) -> int:
        return value

    def json_schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer"}
        if self.low is not None:
            schema["minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        return schema

    def describe(self) -> str:
        if self.low is not None and self.high is not None:
            return f"a whole number from {self.low} to {self.high}"
        if self.low is not None:
            return f"a whole number of at least {self.low}"
        if self.high is not None:
            return f"a whole number of at most {self.high}"
        return "a whole number"

    def _in_range(self, value: int) -> int | Invalid:
        if abs(value) >= 10**DIGITS or (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return Invalid(f"{quoted(value)} is out of range: write {self.describe()}")
        return value
