"""What is wrong with a script, where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from .source import Source

Severity = Literal["error", "warning"]

#: Every kind of diagnostic with what it stands for. Kinds are stable: tools may match on them.
KINDS: dict[str, str] = {
    # text
    "not-utf8": "the bytes are not UTF-8",
    "bad-character": "a character that has no place in code",
    "invisible-character": "a zero-width or text-direction character in code",
    "hidden-direction": "a text-direction character inside a string or comment (warning)",
    "bad-number": "a number with letters or a second point attached",
    "number-range": "a number outside the range of its type (warning)",
    "unterminated-string": "a string without its closing quote",
    "string-escape": "a backslash at the end of a line inside a string",
    "unterminated-comment": "a comment without its closing */",
    "cap": "more bytes, tokens, nodes, nesting or time than allowed",
    # grammar
    "syntax": "a token where another was needed",
    "missing-semicolon": "a statement or declaration without its ;",
    "single-quotes": "a string in single quotes",
    "template-string": "a string in backticks",
    "adjacent-values": "two values side by side without an operator",
    "ternary": "the ?: operator of other languages",
    "absent-operator": "an operator of other languages",
    "absent-statement": "a statement or keyword of other languages",
    "indexing": "square brackets after a value",
    "member": "a member of something that is not a variable",
    "cast-operand": "a cast of something that needs parentheses",
    "vector-end": "a > that does not close the vector",
    "vector-size": "a vector or rotation with the wrong number of components",
    "for-header": "a declaration or an empty condition in the header of a for",
    "several-declarations": "several variables in one declaration",
    "bare-declaration": "a declaration as the whole body of if, else or a loop",
    "global-initializer": "a global initialised with more than a constant",
    "statement-outside": "a statement outside functions and event handlers",
    "declaration-order": "something out of the order globals and functions, default, states",
    "default-state": "a script without a default state, or with two",
    "empty-state": "a state without event handlers",
    "reserved-name": "a name that the language keeps for itself",
    # meaning
    "unknown-name": "a name that nothing declares",
    "unknown-type": "a type of another language",
    "unknown-function": "a function that is neither declared nor in the language",
    "unknown-event": "an event the language does not have",
    "unknown-state": "a state change to a state that is not there",
    "unknown-label": "a jump to a label that is not there or not in reach",
    "duplicate-name": "a name declared twice in one scope",
    "duplicate-event": "an event handled twice in one state",
    "duplicate-label": "a label set twice in one function",
    "event-signature": "an event handler with other parameters than the event has",
    "argument-count": "a call with too many or too few arguments",
    "argument-type": "a call with an argument of the wrong type",
    "operator-type": "an operator between types it does not join",
    "assignment-type": "a value of the wrong type assigned",
    "assignment-target": "an assignment to something that is not a variable",
    "cast-type": "a cast between types that have none",
    "component-type": "a vector or rotation component that is not a number",
    "list-in-list": "a list as an element of a list",
    "void-value": "the value of a function that returns nothing",
    "member-name": "a component the variable does not have",
    "return-type": "a return value of the wrong type, missing, or too many",
    "missing-return": "a path through a function that ends without its return value",
    "state-in-function": "a state change straight in a function",
    "not-a-function": "a call of something that is not a function",
    "not-a-variable": "a function, state or label used as a value",
    "deprecated": "a function that the language keeps but advises against (warning)",
    "assigned-condition": "an assignment as the whole condition (warning)",
    "list-comparison": "lists compared with == or !=, which compares lengths only (warning)",
}


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Lines and columns count from 1; the end is the first column after the marked text.

    ``found`` and ``expected`` are phrases; ``nearest`` is the right name that looks most like a wrong one, if any; ``note`` adds
    how to repair.
    """

    kind: str
    found: str
    expected: str
    line: int
    column: int
    end_line: int
    end_column: int
    nearest: str | None = None
    note: str = ""
    severity: Severity = "error"

    @property
    def message(self) -> str:
        """Found, expected, the nearest right name and the note, as one line."""
        nearest = f"; did you mean {self.nearest}?" if self.nearest else ""
        note = f" ({self.note})" if self.note else ""
        return f"found {self.found}; expected {self.expected}{nearest}{note}"

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message} [{self.kind}]"


class Report:
    """Collects diagnostics of one source; the same kind at the same place is kept once.

    ``bound`` errors fill it. Warnings have half of that to themselves and never fill it: they must not crowd out errors.
    """

    def __init__(self, source: Source, bound: int) -> None:
        self._source = source
        self._room = {"error": bound, "warning": max(bound // 2, 1)}
        self._seen: set[tuple[str, int]] = set()
        self.items: list[Diagnostic] = []

    def take(self, items: Iterable[Diagnostic]) -> None:
        """Takes over the diagnostics of an earlier stage."""
        for item in items:
            self.items.append(item)
            self._room[item.severity] -= 1

    @property
    def full(self) -> bool:
        return self._room["error"] <= 0

    def add(
        self,
        kind: str,
        start: int,
        end: int,
        found: str,
        expected: str,
        *,
        nearest: str | None = None,
        note: str = "",
        severity: Severity = "error",
    ) -> None:
        """Adds a diagnostic for the text between two offsets."""
        if self._room[severity] <= 0 or (kind, start) in self._seen:
            return
        self._room[severity] -= 1
        self._seen.add((kind, start))
        at = self._source.position(start)
        until = self._source.position(max(end, start))
        self.items.append(Diagnostic(kind, found, expected, at.line, at.column, until.line, until.column, nearest, note, severity))


def quoted(text: str) -> str:
    """Source text as it is shown inside messages: one line, at most 40 characters."""
    shown = " ".join(text.split())
    return f"'{shown if len(shown) <= 40 else shown[:37] + '...'}'"


def an(word: str) -> str:
    """A word with its indefinite article."""
    return f"{'an' if word[:1] in 'aeiou' else 'a'} {word}"
