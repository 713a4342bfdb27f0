"""The protocol that every presentation type keeps."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Completion:
    """One way to go on: the text to insert, how to show it and a hint."""

    insert: str
    display: str
    hint: str = ""


class PresentationType(ABC, Generic[T]):
    """Reads and writes the values of one type.

    Law: `parse(unparse(v), context) == v` for every value v of the type. A wrong text or JSON value gives `Invalid`
    (with `argument` empty; the caller knows the argument's name), never an exception.
    """

    name: str
    values: ClassVar[type | tuple[type, ...]] = object
    """The classes of the type's values."""

    @abstractmethod
    def parse(self, text: str, context: ReadContext) -> T | Invalid:
        """Read what a person typed."""

    @abstractmethod
    def from_json(self, value: Any, context: ReadContext) -> T | Invalid:
        """Read what a model sent; takes every shape that `json_schema` allows and refuses the rest."""

    @abstractmethod
    def unparse(self, value: T) -> str:
        """Write a value so that `parse` reads it back."""

    @abstractmethod
    def to_json(self, value: T) -> Any:
        """Write a value so that `from_json` reads it back."""

    @abstractmethod
    def json_schema(self) -> dict[str, Any]:
        """The JSON Schema of the shapes that `from_json` takes, within what strict function tools accept."""

    @abstractmethod
    def describe(self) -> str:
        """What to write, in a few words, for prompts and messages."""

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        """Ways to complete what was typed so far, best first; none by default."""
        return []

    def recheck(self, value: Any, context: ReadContext) -> Invalid | None:
        """Why a value that was read earlier does not hold now: it is of another type, or what it names is gone. None when it holds."""
        if not self.holds(value):
            return Invalid(f"{quoted(value)} is not {self.describe()}")
        again = self.from_json(self.to_json(value), context)
        if isinstance(again, Invalid):
            return again
        return None if again == value else Invalid(f"{quoted(value)} is not what it was: write {self.describe()}")

    def holds(self, value: Any) -> bool:
        """Whether a Python value is of the type's classes; a bool is no number."""
        return isinstance(value, self.values) and (not isinstance(value, bool) or self.values is bool)

    def taken_from(self, shown: Any, context: ReadContext) -> T | None:
        """The value of this type that something shown stands for, or None where it stands for none."""
        return None


def quoted(value: Any, limit: int = 60) -> str:
    """A value as it may appear inside a message: printable, on one line and not too long."""
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits; a deep nest
        text = f"this {type(value).__name__}"
    text = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
