"""One of a fixed set of words."""

from collections.abc import Sequence
from typing import Any

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types.base import Completion, PresentationType, quoted


class OneOf(PresentationType[str]):
    """One of `choices`. Case and the difference between space, `-` and `_` do not matter; the value is the choice as declared."""

    values = str

    def __init__(self, name: str, choices: Sequence[str], noun: str = "") -> None:
        self.name = name
        self.choices = tuple(choices)
        self.noun = noun or f"a {name}"
        self._by_spelling = {folded(choice): choice for choice in self.choices}

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        choice = self._by_spelling.get(folded(text))
        if choice is not None:
            return choice
        clause, found = did_you_mean(folded(text)[:80], self.choices)
        return Invalid(f"{quoted(text)} is not {self.noun}{clause or ';'} one of {self._listed()}", found)

    def from_json(self, value: Any, context: ReadContext) -> str | Invalid:
        if not isinstance(value, str):
            return Invalid(f"{quoted(value)} is not {self.noun}: write a string, one of {self._listed()}")
        return self.parse(value, context)

    def unparse(self, value: str) -> str:
        return value

    def to_json(self, value: str) -> str:
        return value

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = folded(prefix)
        heads = [choice for choice in self.choices if folded(choice).startswith(start)]
        inner = [choice for choice in self.choices if start in folded(choice) and choice not in heads]
        return [Completion(choice, choice.replace("_", " ")) for choice in (*heads, *inner)]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}

    def describe(self) -> str:
        return f"{self.noun}: {self._listed()}"

    def _listed(self, limit: int = 12) -> str:
        listed = ", ".join(self.choices[:limit])
        return listed if len(self.choices) <= limit else f"{listed}, … ({len(self.choices)} in all)"


def folded(text: str) -> str:
    """A spelling with case, outer space and the kind of word break taken out."""
    return "_".join(text.strip().casefold().replace("-", " ").replace("_", " ").split())
