"""Why a script is refused."""

from __future__ import annotations

from dataclasses import dataclass

from ..source import Source
from ..table import CLASSIFICATION, HARMLESS

#: Every category of refusal with what it stands for: the classes of functions that are not harmless, and what is found otherwise.
CATEGORIES: dict[str, str] = {c.name: c.reason for c in CLASSIFICATION.values() if c.name != HARMLESS} | {
    "foreign function": "a function of another server or one that nothing declares",
    "command channel": "text that a viewer or relay takes as a command",
    "secret": "text that looks like a password, key or token",
    "undecided": "something the gate could not work out within its bounds",
    "unreadable": "errors that keep parts of the script from being judged",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason against handing a script to others. Lines and columns count from 1; the end is the first column after the text.

    ``reason`` says what was found, ``repair`` what to do about it.
    """

    category: str
    reason: str
    repair: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def message(self) -> str:
        """Reason and repair as one line."""
        return f"{self.reason}; {self.repair}"

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: refused: {self.message} [{self.category}]"


class Refusals:
    """Collects refusals of one source; the same category at the same place is kept once."""

    def __init__(self, source: Source, bound: int) -> None:
        self._source = source
        self._bound = bound
        self._seen: set[tuple[str, int]] = set()
        self.items: list[Refusal] = []

    def add(self, category: str, start: int, end: int, reason: str, repair: str) -> None:
        """Adds a refusal for the text between two offsets."""
        if (category, start) in self._seen or len(self.items) >= self._bound:
            return
        self._seen.add((category, start))
        at, until = self._source.position(start), self._source.position(max(end, start))
        self.items.append(Refusal(category, reason, repair, at.line, at.column, until.line, until.column))
