"""Numbers with a fraction, with an optional range and unit."""

import math
import re
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import PresentationType, quoted
from littlefolk.present.types.integer import other_numerals

_FORM = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?", re.ASCII)


class Real(PresentationType[float]):
    """A finite number between `low` and `high`, both included; either may be None for no bound. `unit` is for the description."""

    name = "real"
    values = (int, float)

    def __init__(self, low: float | None = None, high: float | None = None, unit: str = "") -> None:
        self.low, self.high, self.unit = low, high, unit

    def parse(self, text: str, context: ReadContext) -> float | Invalid:
        stripped = text.strip()
        if len(stripped) > 80 or _FORM.fullmatch(stripped) is None:
            return Invalid(f"{quoted(text)} is not {self.describe()}{other_numerals(stripped)}")
        return self._in_range(float(stripped))

    def from_json(self, value: Any, context: ReadContext) -> float | Invalid:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Invalid(f"{quoted(value)} is not {self.describe()}")
        try:
            return self._in_range(float(value))
        except OverflowError:
            return Invalid(f"{quoted(value)} is out of range: write {self.describe()}")

    def unparse(self, value: float) -> str:
        return repr(float(value))

    def to_json(self, value: float) -> float:
        return float(value)

    def json_schema(self) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "number"}
        if self.low is not None:
            schema["minimum"] = self.low
        if self.high is not None:
            schema["maximum"] = self.high
        return schema

    def describe(self) -> str:
        unit = f" in {self.unit}" if self.unit else ""
        if self.low is not None and self.high is not None:
            return f"a number{unit} from {self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"a number{unit} of at least {self.low:g}"
        if self.high is not None:
            return f"a number{unit} of at most {self.high:g}"
        return f"a number{unit}"

    def _in_range(self, value: float) -> float | Invalid:
        inside = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
        if not math.isfinite(value) or not inside:
            return Invalid(f"{quoted(value)} is out of range: write {self.describe()}")
        return value
