"""The place in the tokens, and how errors there are worded."""

from __future__ import annotations

from bisect import bisect_left

from ..caps import Caps, Deadline
from ..diagnostics import Report, quoted
from ..lexer import END, FLOAT, INTEGER, NAME, STRING, TYPE, Tokens
from ..source import Source


class Unreadable(Exception):
    """Raised and caught inside the parser when a construct cannot be read further; its diagnostic has been added."""


class GiveUp(Exception):
    """Raised inside the parser when the rest of the script is not worth reading: a cap, or too many findings."""


class Cursor:
    """Tokens, the index of the current one, and the diagnostics so far."""

    def __init__(self, source: Source, tokens: Tokens, caps: Caps, report: Report, deadline: Deadline) -> None:
        self.source = source
        self.kinds = tokens.kinds
        self.texts = tokens.texts
        self.starts = tokens.starts
        self.index = 0
        self.caps = caps
        self.report = report
        self.deadline = deadline
        self.truncated = tokens.truncated
        self.nesting = 0
        self.nodes = 0
        self.doubtful: set[str] = set()
        # Errors of the lexer by offset: one of them inside a statement explains the grammar error that follows from it.
        self._explained = sorted(self._offset_of(d.line, d.column) for d in report.items if d.severity == "error")
        self.unit = 0  # offset at which the current statement or declaration starts

    def _offset_of(self, line: int, column: int) -> int:
        return self.source.offset(line, column)

    def end_of(self, index: int) -> int:
        """The offset after a token; the start of the script for the token before the first."""
        return self.starts[index] + len(self.texts[index]) if index >= 0 else 0

    def starts_line(self, index: int) -> bool:
        """Whether a token is the first of its line."""
        return index == 0 or "\n" in self.source.text[self.end_of(index - 1) : self.starts[index]]

    def describe(self, index: int) -> str:
        """A token as a phrase."""
        kind, text = self.kinds[index], self.texts[index]
        if kind == END:
            return "the end of the script"
        if kind == NAME:
            return f"the name {quoted(text)}"
        if kind == TYPE:
            return f"the type {quoted(text)}"
        if kind in (INTEGER, FLOAT):
            return f"the number {quoted(text)}"
        if kind == STRING:
            return f"the string {quoted(text)}"
        return quoted(text)

    def error(self, kind: str, index: int, expected: str, *, found: str = "", nearest: str | None = None, note: str = "") -> None:
        """Reports a grammar error at a token, unless an error of the lexer in the same statement already explains it."""
        if self.explained(index):
            return
        note = note or self._runaway_string(index)
        self.report.add(kind, self.starts[index], self.end_of(index), found or self.describe(index), expected, nearest=nearest, note=note)
        if self.report.full:
            raise GiveUp

    def fail(self, kind: str, index: int, expected: str, *, found: str = "", nearest: str | None = None, note: str = "") -> Unreadable:
        """Reports and gives the exception to raise."""
        self.error(kind, index, expected, found=found, nearest=nearest, note=note)
        return Unreadable()

    def explained(self, index: int) -> bool:
        """Whether an error of the lexer lies between the start of the current statement and this token."""
        if self.truncated and self.kinds[index] == END:
            return True
        at = bisect_left(self._explained, self.unit)
        return at < len(self._explained) and self._explained[at] <= self.starts[index]

    def _runaway_string(self, index: int) -> str:
        """A string over several lines right before an error is most often one that lacks its closing quote."""
        for place in (index, index - 1):
            if place >= 0 and self.kinds[place] == STRING and "\n" in self.texts[place]:
                line = self.source.position(self.starts[place]).line
                last = self.source.position(self.end_of(place)).line
                return f"the string that starts in line {line} ends in line {last}: is its closing quote missing?"
        return ""

    def expect(self, kind: str, expected: str, *, note: str = "") -> None:
        """Steps over a token of this kind or fails."""
        if self.kinds[self.index] != kind:
            raise self.fail("syntax", self.index, expected, note=note)
        self.index += 1

    def expect_name(self, what: str) -> str:
        """Steps over a name and gives it; reserved words get a message of their own."""
        index = self.index
        if self.kinds[index] == NAME:
            self.index += 1
            return self.texts[index]
        text = self.texts[index]
        if text == "[" and index and self.kinds[index - 1] == TYPE:
            raise self.fail("indexing", index, f"a name for {what}", note="there are no arrays: use a list, list items = [];")
        if text and (text[0].isalpha() or text[0] == "_"):
            raise self.fail(
                "reserved-name", index, f"a name for {what}", found=f"{quoted(text)}, a word of the language", note="choose another name"
            )
        raise self.fail("syntax", index, f"a name for {what}")

    def capped(self, start: int, end: int, found: str, expected: str, note: str) -> GiveUp:
        """Reports that a cap is reached and gives the exception to raise."""
        self.report.add("cap", start, end, found, expected, note=note)
        return GiveUp()

    def deeper(self, index: int) -> None:
        """Counts one more level of nesting at a token."""
        self.nesting += 1
        if self.nesting > self.caps.nesting:
            raise self.capped(
                self.starts[index], self.end_of(index), f"{quoted(self.texts[index])} nested {self.nesting} deep",
                f"at most {self.caps.nesting} levels of brackets, blocks and unary operators", "put parts into variables or functions",
            )  # fmt: skip

    def count_nodes(self, number: int) -> None:
        """Counts nodes of the tree."""
        self.nodes += number
        if self.nodes > self.caps.nodes:
            at = self.starts[self.index]
            raise self.capped(at, at, f"more than {self.caps.nodes} parts of a script", f"at most {self.caps.nodes}", "split the script")
