"""Heads of compound statements: conditions and the three parts of a for."""

from __future__ import annotations

from ..lexer import END, NAME, TYPE
from ..table import TYPES
from ..tree import Expression, Malformed, Statement
from . import habits
from .cursor import Unreadable
from .expressions import ExpressionParser
from .words import FOREIGN_TYPES

BLOCK, IF, ELSE, WHILE, FOR, DO = range(6)


class Open:
    """A statement whose body is being read."""

    __slots__ = ("condition", "initial", "kind", "start", "statements", "step", "then")

    def __init__(self, kind: int, start: int, condition: Expression | None = None) -> None:
        self.kind = kind
        self.start = start
        self.condition = condition
        self.initial: tuple[Expression, ...] = ()
        self.step: tuple[Expression, ...] = ()
        self.then: Statement | None = None
        self.statements: list[Statement] = []


class HeaderParser(ExpressionParser):
    """Reads what stands between the word of a compound statement and its body."""

    def _condition(self, word: str) -> Expression:
        """A condition in parentheses; what cannot be read is skipped to its closing parenthesis."""
        opening = self.index
        try:
            self.expect("(", f"'(' and a condition after '{word}'", note="conditions stand in parentheses")
            condition = self.expression()
            if self.kinds[self.index] != ")":
                raise habits.after_value(self, self.index) or self.fail(
                    "syntax", self.index, "')' to close the condition", note=self._opened_at(opening)
                )
            self.index += 1
        except Unreadable:
            if not self._skip_parentheses(opening):
                raise
            return Malformed(start=self.starts[opening], end=self.end_of(self.index - 1))
        return condition

    def _opened_at(self, index: int) -> str:
        at = self.source.position(self.starts[index])
        return f"the '(' at {at.line}:{at.column} is open"

    def _skip_parentheses(self, opening: int) -> bool:
        """Moves to after the parenthesis that closes the header at ``opening``, or to the brace of its body; False when neither is
        there, with the cursor left at the opening."""
        opened = self.kinds[opening] == "("
        depth, i, semicolon = 0 if opened else 1, opening, -1
        while self.kinds[i] not in ("{", "}", END) and depth <= self.caps.nesting and (opened or i == opening or not self.starts_line(i)):
            if self.kinds[i] == "(":
                depth += 1
            elif self.kinds[i] == ")":
                depth -= 1
                if depth == 0:
                    self.index = i + 1
                    return True
            elif self.kinds[i] == ";" and semicolon < 0:
                semicolon = i
            i += 1
        if self.kinds[i] == "{":
            self.index = i
            return True
        self.index = opening if semicolon < 0 or opened else semicolon
        return not opened

    def _for_header(self, start: int) -> Open:
        """``(initial; condition; step)`` after ``for``."""
        opened = Open(FOR, start)
        opening = self.index
        try:
            self.expect("(", "'(' after 'for'")
            opened.initial = self._for_list(";")
            if self._each(self.index):
                raise self._for_each(self.index)
            self.expect(";", "';' after the first part of for")
            if self.kinds[self.index] == ";":
                self.error("for-header", self.index, "a condition", found="an empty condition", note="write TRUE to loop for ever")
                opened.condition = Malformed(start=self.starts[self.index], end=self.starts[self.index])
            else:
                opened.condition = self.expression()
            self.expect(";", "';' after the condition of for")
            opened.step = self._for_list(")")
            self.expect(")", "')' to close the header of for")
        except Unreadable:
            if not self._skip_parentheses(opening):
                raise
        return opened

    def _each(self, i: int) -> bool:
        return self.kinds[i] == ":" or (self.kinds[i] == NAME and self.texts[i] in ("in", "of"))

    def _for_each(self, i: int) -> Unreadable:
        note = "to go through a list: for (i = 0; i < llGetListLength(items); ++i) and llList2String(items, i)"
        return self.fail("for-header", i, "for (initial; condition; step)", note=note)

    def _for_list(self, closing: str) -> tuple[Expression, ...]:
        items: list[Expression] = []
        if self.kinds[self.index] == closing:
            return ()
        while True:
            i = self.index
            if self.kinds[i] == TYPE or (self.texts[i] in FOREIGN_TYPES and self.kinds[i + 1] == NAME):
                if self._each(i + 2):
                    raise self._for_each(i)
                name = self.texts[i + 1] if self.kinds[i + 1] == NAME else "i"
                wanted = TYPES.get(self.texts[i]) or FOREIGN_TYPES.get(self.texts[i]) or "integer"
                self.error(
                    "for-header", i, "an expression", found=f"a declaration in the header of for: {self.describe(i)}",
                    note=f"declare it before the loop: {wanted} {name};",
                )  # fmt: skip
                self.doubtful.add(name)
                self.index += 1
                if self.kinds[self.index] == NAME and self.kinds[self.index + 1] in (";", ",", closing):
                    self.index += 1
                    if self.kinds[self.index] != ",":
                        return tuple(items)
                    self.index += 1
                    continue
            items.append(self.expression())
            if self.kinds[self.index] != ",":
                return tuple(items)
            self.index += 1
