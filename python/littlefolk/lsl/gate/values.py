"""What constant folding knows of a value: all of it, parts of a text, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Hole(Enum):
    """A part of a text that is not known."""

    ANYTHING = "anything, perhaps nothing at all"
    VISIBLE = "not empty and not starting with @: a number, a vector, a key"


@dataclass(frozen=True, slots=True)
class Text:
    """A string (or key): known parts and holes in order. No two known parts are adjacent and none is empty."""

    parts: tuple[str | Hole, ...]

    @property
    def known(self) -> str | None:
        """The whole string, or None when it has a hole."""
        if not self.parts:
            return ""
        first = self.parts[0]
        return first if len(self.parts) == 1 and isinstance(first, str) else None

    def shown(self, hole: str) -> str:
        """The string with its holes filled."""
        return "".join(part if isinstance(part, str) else hole for part in self.parts)


class Unknown(Enum):
    """A value nothing is known of, and, inside a list, any number of such values."""

    ONE = "one"
    MANY = "many"


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    values: tuple[Value, ...]


Value = int | float | Text | Items | Unknown
#: The values an expression may have: alternatives, at least one.
Values = tuple[Value, ...]

NOTHING_KNOWN: Final[Values] = (Unknown.ONE,)
EMPTY: Final = Text(())
ANY_TEXT: Final = Text((Hole.ANYTHING,))


#: Longest text and longest list that are kept; what is longer goes on with a hole. A script has 64 KB of memory for all it holds.
LONGEST: Final = 65_536
MOST_ITEMS: Final = 4_096


def text(*parts: str | Hole) -> Text:
    """A text of parts, joined where both are known."""
    joined: list[str | Hole] = []
    room = LONGEST
    for part in parts:
        if isinstance(part, Hole):
            if not (joined and joined[-1] is part):
                joined.append(part)
            continue
        if not part:
            continue
        if len(part) > room:
            return Text((*joined, Hole.ANYTHING)) if room <= 0 else Text((*text(*joined, part[:room]).parts, Hole.ANYTHING))
        room -= len(part)
        if joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return Text(tuple(joined))


def items(values: Iterable[Value]) -> Items:
    """A list of values."""
    kept = tuple(values)
    return Items(kept) if len(kept) <= MOST_ITEMS else Items((*kept[:MOST_ITEMS], Unknown.MANY))


def as_text(value: Value) -> Text:
    """A value cast to string."""
    if isinstance(value, Text):
        return value
    if isinstance(value, int):
        return Text((str(value),))
    if isinstance(value, float):
        return Text((f"{value:.6f}",))
    if isinstance(value, Items):
        return text(*(part for item in value.values for part in as_text(item).parts))
    return ANY_TEXT


def as_items(value: Value) -> tuple[Value, ...]:
    """A value as the items of a list: its own, itself, or any number of unknown ones."""
    if isinstance(value, Items):
        return value.values
    return (Unknown.MANY,) if isinstance(value, Unknown) else (value,)


def wrap(number: int) -> int:
    """A number brought to 32 bits with sign."""
    return (number + 2**31) % 2**32 - 2**31


def distinct(values: Iterable[Value]) -> Values:
    """Alternatives without repetition, in order. Whole and broken numbers that are equal stay apart."""
    return tuple({(type(value), value): value for value in values}.values())
