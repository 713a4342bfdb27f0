"""One of the six directions."""

from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types.base import Completion, PresentationType, quoted
from littlefolk.world.cells import Direction

ABSOLUTE = ("north", "east", "south", "west", "up", "down")
RELATIVE = ("ahead", "left", "right", "back")
_SHORT = {label[0]: label for label in ABSOLUTE}


class DirectionType(PresentationType[Direction]):
    """North (-z), east (+x), south, west, up or down; `ahead`, `left`, `right` and `back` are read as the reader's body faces."""

    name = "direction"
    values = Direction

    def parse(self, text: str, context: ReadContext) -> Direction | Invalid:
        word = text.strip().casefold()
        word = _SHORT.get(word, word)
        direction = Direction.named(word) if word in ABSOLUTE else None
        if direction is not None:
            return direction
        if word in RELATIVE:
            if context.pose is None:
                return Invalid(f"`{word}` needs a body that faces somewhere: write one of {', '.join(ABSOLUTE)}")
            facing = context.pose.facing
            return {"ahead": facing, "left": facing.left, "right": facing.right, "back": facing.opposite}[word]
        clause, found = did_you_mean(word[:40], (*ABSOLUTE, *RELATIVE))
        return Invalid(f"{quoted(text)} is not a direction{clause or ';'} one of {', '.join((*ABSOLUTE, *RELATIVE))}", found)

    def from_json(self, value: Any, context: ReadContext) -> Direction | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not a direction: write a string, one of {', '.join(ABSOLUTE)}")
        return self.parse(value, context)

    def unparse(self, value: Direction) -> str:
        return value.label

    def to_json(self, value: Direction) -> str:
        return value.label

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = prefix.strip().casefold()
        words = ABSOLUTE if context.pose is None else (*ABSOLUTE, *RELATIVE)
        hints = {
            word: "" if word in ABSOLUTE else self.unparse(read)
            for word in words
            if not isinstance(read := self.parse(word, context), Invalid)
        }
        return [Completion(word, word, hint) for word, hint in hints.items() if word.startswith(start)]

    def taken_from(self, shown: Any, context: ReadContext) -> Direction | None:
        return shown if isinstance(shown, Direction) else None

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": [*ABSOLUTE, *RELATIVE]}

    def describe(self) -> str:
        return f"a direction: {', '.join(ABSOLUTE)}, or as you face {', '.join(RELATIVE)}"
