"""Source text and the positions in it."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple


class Position(NamedTuple):
    """A place in a source text: line and column count from 1, a column is one code point (a tab is one column)."""

    line: int
    column: int


class Source:
    """A text with its line table. Offsets count code points from 0."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, text: str, name: str = "<script>") -> None:
        self.text = text
        self.name = name
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts, found = [0], self.text.find("\n")
            while found >= 0:
                starts.append(found + 1)
                found = self.text.find("\n", found + 1)
            self._starts = starts
        return self._starts

    def position(self, offset: int) -> Position:
        """Line and column of an offset; offsets past the end are taken as the end."""
        offset = min(max(offset, 0), len(self.text))
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return Position(line, offset - starts[line - 1] + 1)

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line end; empty when there is no such line."""
        starts = self._line_starts()
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column as `position` gives them."""
        return self._line_starts()[line - 1] + column - 1
