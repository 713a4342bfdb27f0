"""Several values of one type."""

import json
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types.base import Completion, PresentationType, quoted

LONGEST = 20_000  # signs of a sequence in words


class Sequence(PresentationType[tuple[Any, ...]]):
    """From `minimum` to `maximum` values of `inner`, written with `;` between them.

    A value whose own text has `;` or a quotation mark stands in double quotes, as a JSON string. Where no `;` is written and the
    whole is no value, commas separate too.
    """

    values = tuple

    def __init__(self, inner: PresentationType[Any], minimum: int = 0, maximum: int = 64) -> None:
        self.inner, self.minimum, self.maximum = inner, minimum, maximum
        self.name = f"sequence of {inner.name}"

    def parse(self, text: str, context: ReadContext) -> tuple[Any, ...] | Invalid:
        if len(text) > LONGEST:
            return Invalid(f"the sequence has {len(text):,} characters: write at most {LONGEST:,}")
        pieces = _split(text)
        if pieces is None:
            return Invalid(f"{quoted(text)} has a quotation that does not end, or something beside it: write {self.describe()}")
        if len(pieces) == 1 and "," in text and '"' not in text and isinstance(self.inner.parse(pieces[0], context), Invalid):
            pieces = [piece.strip() for piece in text.split(",")]
        return self._counted([self.inner.parse(piece, context) for piece in pieces[: self.maximum + 1]], len(pieces))

    def from_json(self, value: Any, context: ReadContext) -> tuple[Any, ...] | Invalid:
        if not isinstance(value, list | tuple):
            return Invalid(f"{quoted(value)} is not an array: write {self.describe()}")
        return self._counted([self.inner.from_json(item, context) for item in value[: self.maximum + 1]], len(value))

    def unparse(self, value: tuple[Any, ...]) -> str:
        return "; ".join(_written(self.inner.unparse(item)) for item in value)

    def to_json(self, value: tuple[Any, ...]) -> list[Any]:
        return [self.inner.to_json(item) for item in value]

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        head, semicolon, last = prefix.rpartition(";")
        return [
            Completion(f"{head}{semicolon}{' ' * bool(semicolon)}{_written(found.insert)}", found.display, found.hint)
            for found in self.inner.complete(last.strip(), context)
        ]

    def holds(self, value: Any) -> bool:
        return isinstance(value, tuple) and all(self.inner.holds(item) for item in value)

    def recheck(self, value: Any, context: ReadContext) -> Invalid | None:
        if not isinstance(value, tuple):
            return Invalid(f"{quoted(value)} is not {self.describe()}")
        counted = self._counted(list(value), len(value))
        if isinstance(counted, Invalid):
            return counted
        return next((wrong for item in value if (wrong := self.inner.recheck(item, context)) is not None), None)

    def json_schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.inner.json_schema(), "minItems": self.minimum, "maxItems": self.maximum}

    def describe(self) -> str:
        return f"{self.minimum} to {self.maximum} values with `;` between them, each {self.inner.describe()}"

    def _counted(self, items: list[Any], count: int) -> tuple[Any, ...] | Invalid:
        if not self.minimum <= count <= self.maximum:
            return Invalid(f"there are {count} values: write {self.minimum} to {self.maximum}")
        for number, item in enumerate(items, 1):
            if isinstance(item, Invalid):
                return Invalid(f"value {number}: {item.message}", item.suggestions)
        return tuple(items)


def _written(text: str) -> str:
    plain = text and text == text.strip() and not any(sign in text for sign in ';"')
    return text if plain else json.dumps(text, ensure_ascii=False)


def _split(text: str) -> list[str] | None:
    """The pieces between `;`, quotations read; an empty text has none. None for a quotation that is not one."""
    if not text.strip():
        return []
    pieces = []
    position = 0
    decoder = json.JSONDecoder(strict=False)
    while True:
        while position < len(text) and text[position].isspace():
            position += 1
        if text[position : position + 1] == '"':
            try:
                piece, position = decoder.raw_decode(text, position)
            except ValueError:
                return None
            while position < len(text) and text[position].isspace():
                position += 1
        else:
            end = text.find(";", position)
            end = len(text) if end < 0 else end
            piece, position = text[position:end].strip(), end
        pieces.append(piece)
        if position >= len(text):
            return pieces
        if text[position] != ";":
            return None
        position += 1
