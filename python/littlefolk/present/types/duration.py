"""A length of time."""

import math
import re
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import PresentationType, quoted

UNITS = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001}
_NUMBER = r"\d{1,9}(?:\.\d{1,9})?"
_PARTS = re.compile(rf"({_NUMBER})\s*(hours?|h|milliseconds?|ms|minutes?|min|m|seconds?|sec|s)\s*", re.ASCII | re.IGNORECASE)
_BARE = re.compile(_NUMBER, re.ASCII)
_FORMS = "1.5s, 300ms, 2min or 1h 30min"
LONGEST = 60  # signs


class Duration(PresentationType[float]):
    """Seconds, in whole milliseconds, from `low` to `high`: written `1.5s`, `300ms`, `2min`, `1h 30min`; a bare number is seconds."""

    name = "duration"
    values = (int, float)

    def __init__(self, low: float = 0.0, high: float = 86_400.0) -> None:
        self.low, self.high = low, high

    def parse(self, text: str, context: ReadContext) -> float | Invalid:
        stripped = text.strip()
        if len(stripped) > LONGEST:
            return Invalid(f"{quoted(text)} is not a duration: write {_FORMS}")
        if _BARE.fullmatch(stripped):
            return self._in_range(float(stripped))
        total, position = 0.0, 0
        while part := _PARTS.match(stripped, position):
            total += float(part[1]) * UNITS[_unit(part[2])]
            position = part.end()
        if position == 0 or position != len(stripped):
            return Invalid(f"{quoted(text)} is not a duration: write {_FORMS}")
        return self._in_range(total)

    def from_json(self, value: Any, context: ReadContext) -> float | Invalid:
        if isinstance(value, str):
            return self.parse(value, context)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Invalid(f"{quoted(value)} is not a duration: write seconds as a number, or {_FORMS}")
        return self._in_range(value)

    def unparse(self, value: float) -> str:
        return f"{value:.3f}".rstrip("0").rstrip(".") + "s"

    def to_json(self, value: float) -> float:
        return float(value)

    def json_schema(self) -> dict[str, Any]:
        number = {"type": "number", "minimum": self.low, "maximum": self.high, "description": "seconds"}
        return {"anyOf": [number, {"type": "string", "description": f"such as {_FORMS}"}]}

    def describe(self) -> str:
        return f"a duration from {self.unparse(self.low)} to {self.unparse(self.high)}: {_FORMS}"

    def _in_range(self, value: float) -> float | Invalid:
        if not (isinstance(value, int) or math.isfinite(value)) or not self.low <= value <= self.high:
            return Invalid(f"{quoted(value)} s is out of range: write {self.describe()}")
        return round(float(value), 3) + 0.0  # no negative zero


def _unit(word: str) -> str:
    folded = word.casefold()
    if folded.startswith("h"):
        return "h"
    if folded == "ms" or folded.startswith("milli"):
        return "ms"
    return "min" if folded.startswith("m") else "s"
