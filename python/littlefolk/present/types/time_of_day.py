"""A time of day."""

import re
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.present.types.one_of import folded

MINUTES = 1440
NAMED = {
    "midnight": 0,
    "dawn": 5 * 60 + 40,
    "sunrise": 6 * 60 + 20,
    "morning": 9 * 60,
    "noon": 12 * 60,
    "afternoon": 15 * 60,
    "sunset": 17 * 60 + 35,
    "dusk": 18 * 60 + 20,
    "evening": 19 * 60,
    "night": 22 * 60,
}
_OTHER = {"midday": 12 * 60, "day": 12 * 60, "sundown": 17 * 60 + 35, "daybreak": 5 * 60 + 40}
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|h|o'clock)?", re.ASCII | re.IGNORECASE)
_FORMS = "18:30, 6pm, noon or sunset"
LONGEST = 40  # signs


class TimeOfDay(PresentationType[int]):
    """Whole minutes since midnight, 0 to 1439: written `18:30`, `6pm`, `9`, or as a name such as `noon` or `sunset`."""

    name = "time of day"
    values = int

    def parse(self, text: str, context: ReadContext) -> int | Invalid:
        if len(text) > LONGEST:
            return Invalid(f"{quoted(text)} is not a time of day: write {_FORMS}")
        word = folded(text).replace("_", " ").removeprefix("the ")
        named = NAMED.get(word, _OTHER.get(word))
        if named is not None:
            return named
        match = _CLOCK.fullmatch(text.strip().replace("’", "'"))
        if match is None:
            clause, found = did_you_mean(word, NAMED)
            return Invalid(f"{quoted(text)} is not a time of day{clause or ';'} write {_FORMS}", found)
        hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").casefold()
        if half in ("am", "pm"):
            if not 1 <= hour <= 12:
                return Invalid(f"{quoted(text)} is not a time of day: with {half} the hour is from 1 to 12")
            hour = hour % 12 + 12 * (half == "pm")
        if hour == 24 and minute == 0:
            hour = 0
        if hour > 23 or minute > 59:
            return Invalid(f"{quoted(text)} is not a time of day: it is from 0:00 to 23:59")
        return hour * 60 + minute

    def from_json(self, value: Any, context: ReadContext) -> int | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not a time of day: write a string such as {_FORMS}")
        return self.parse(value, context)

    def unparse(self, value: int) -> str:
        return clock_text(value)

    def to_json(self, value: int) -> str:
        return clock_text(value)

    def holds(self, value: Any) -> bool:
        return super().holds(value) and 0 <= value < MINUTES

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = folded(prefix)
        return [Completion(name, name, clock_text(minutes)) for name, minutes in NAMED.items() if name.startswith(start)]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": f"such as {_FORMS}"}

    def describe(self) -> str:
        return f"a time of day: {_FORMS}"


def clock_text(minutes: int) -> str:
    """Minutes since midnight as `18:30`."""
    return f"{minutes // 60}:{minutes % 60:02}"
