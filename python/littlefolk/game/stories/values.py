"""The types of a story's slots: the project's presentation types, and a few that only stories need."""

import json
import re
from dataclasses import dataclass
from typing import Any

from littlefolk.bodies.action import Status
from littlefolk.critters import Species
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import CellType, Integer, OneOf, PresentationType, quoted
from littlefolk.world.kinds import KINDS


class _Written(PresentationType[Any]):
    """A type that only stories read: JSON has no part in it."""

    wording = ""

    def from_json(self, value: Any, context: ReadContext) -> Any | Invalid:
        return self.parse(value, context) if isinstance(value, str) else Invalid(f"{quoted(value)} is not {self.describe()}")

    def to_json(self, value: Any) -> Any:
        return self.unparse(value)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def describe(self) -> str:
        return self.wording


class Seconds(_Written):
    """A duration such as `1.5s` or `300ms`, in seconds."""

    name = "seconds"
    wording = "a duration such as 1.5s or 300ms"
    _form = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s)", re.ASCII)

    def parse(self, text: str, context: ReadContext) -> float | Invalid:
        match = self._form.fullmatch(text.strip())
        if match is None:
            return Invalid(f"{quoted(text)} is not {self.wording}")
        return float(match[1]) / (1000 if match[2] == "ms" else 1)

    def unparse(self, value: float) -> str:
        return f"{value:.6f}".rstrip("0").rstrip(".") + "s"


class Saying(_Written):
    """Text in double quotes, written as a JSON string."""

    name = "saying"
    wording = 'text in double quotes, such as "hello"'

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        return value if isinstance(value, str) else Invalid(f"{quoted(text)} is not {self.wording}")

    def unparse(self, value: str) -> str:
        return json.dumps(value, ensure_ascii=False)


class JsonObject(_Written):
    """A JSON object, kept as its text."""

    name = "json"
    wording = 'a JSON object such as {"kind": "stone"}'

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        stripped = text.strip()
        return stripped if stripped[:1] == "{" else Invalid(f"{quoted(text)} is not {self.wording}")

    def unparse(self, value: str) -> str:
        return value


class Word(_Written):
    """One word: a name, a key, a file."""

    name = "word"
    wording = "one word"

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        return text if text and not any(sign.isspace() for sign in text) else Invalid(f"{quoted(text)} is not {self.wording}")

    def unparse(self, value: str) -> str:
        return value


class Rest(_Written):
    """The rest of the line."""

    name = "rest"
    wording = "the rest of the line"

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        return text.strip() or Invalid("the line ends too early")

    def unparse(self, value: str) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Span:
    """From `low` to `high`, both included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


class SpanType(_Written):
    """A range of numbers such as `2..8` or `2%..20%`; percents stay percents."""

    name = "span"
    wording = "a range such as 2..8 or 2%..20%"
    _form = re.compile(r"(\d{1,9}(?:\.\d{1,6})?)%?\.\.(\d{1,9}(?:\.\d{1,6})?)%?", re.ASCII)

    def parse(self, text: str, context: ReadContext) -> Span | Invalid:
        match = self._form.fullmatch(text.strip())
        return Invalid(f"{quoted(text)} is not {self.wording}") if match is None else Span(float(match[1]), float(match[2]))

    def unparse(self, value: Span) -> str:
        return f"{value.low:g}..{value.high:g}"


Place = tuple[float, float, float]


class PlaceOfStory(_Written):
    """A place in the world, as three numbers such as `1.5 84 -3.25`."""

    name = "place"
    wording = "a place such as 1.5 84 -3.25"
    _number = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?", re.ASCII)

    def parse(self, text: str, context: ReadContext) -> Place | Invalid:
        words = text.split()
        if len(words) != 3 or not all(self._number.fullmatch(word) for word in words):
            return Invalid(f"{quoted(text)} is not {self.wording}")
        x, y, z = map(float, words)
        return (x, y, z)

    def unparse(self, value: Place) -> str:
        return " ".join(f"{part:.6f}".rstrip("0").rstrip(".") for part in value)


ANY_KIND = OneOf("kind", KINDS.names, "a kind")
TYPES: dict[str, PresentationType[Any]] = {
    "cell": CellType(),
    "kind": ANY_KIND,
    "count": Integer(0, 100_000),
    "degrees": Integer(-360, 360),
    "seconds": Seconds(),
    "saying": Saying(),
    "json": JsonObject(),
    "word": Word(),
    "rest": Rest(),
    "span": SpanType(),
    "place": PlaceOfStory(),
    "species": OneOf("species", tuple(Species), "a critter"),
    "status": OneOf("status", ("ok", "invalid", "failed", "denied", "cancelled"), "an outcome"),
    "ending": OneOf("ending", ("done", "failed", "cancelled", "over"), "an ending of a turn"),
    "action": OneOf("action", tuple(Status), "how far an action is"),
    "button": OneOf("button", ("left", "right", "middle"), "a mouse button"),
    "shown": OneOf("shown", ("visible", "hidden"), "a visibility"),
}
