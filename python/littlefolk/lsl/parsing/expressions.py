"""Expressions: operator precedence with explicit stacks, so that no depth of nesting can exhaust the interpreter's stack."""

from __future__ import annotations

from ..lexer import FLOAT, INTEGER, NAME, STRING, TYPE, string_value
from ..table import TYPES
from ..tree import (
    Assign,
    Binary,
    Call,
    Cast,
    Expression,
    FloatLiteral,
    IntegerLiteral,
    ListLiteral,
    Member,
    Name,
    Print,
    RotationLiteral,
    Step,
    StringLiteral,
    Unary,
    VectorLiteral,
)
from . import habits
from .cursor import Cursor
from .frames import CALL, GROUP, LIST, PRINT, VECTOR, Frame
from .precedence import ASSIGNMENT, ASSIGNMENTS, BINARY, PREFIX

_CLOSING = {GROUP: ")", CALL: ")", PRINT: ")", LIST: "]"}
# Operators that wait for their right operand.
_BINARY, _PREFIX, _ASSIGN, _CAST = range(4)

_NUMBERS = (INTEGER, FLOAT)
#: After the > of a third or fourth component these continue with a comparison; anything else closes the vector.
_COMPARES = frozenset((NAME, INTEGER, FLOAT, STRING, "(", "[", "print"))
#: What a cast may stand before, besides a negated number.
_CASTABLE = frozenset((NAME, INTEGER, FLOAT, STRING, "(", "<", "[", "print"))


class ExpressionParser(Cursor):
    """Reads one expression at the cursor."""

    def expression(self) -> Expression:
        """The longest expression at the cursor; the cursor ends on the token after it. Raises Unreadable after reporting."""
        nesting = self.nesting
        try:
            return self._expression()
        finally:
            self.nesting = nesting

    def _expression(self) -> Expression:
        kinds, texts, starts = self.kinds, self.texts, self.starts
        operands: list[Expression] = []
        lefts: list[int] = []  # first offset of each operand, its parentheses included
        waiting: list[tuple[int, int, str, int, Name | Member | None]] = []  # precedence, kind, text, start, target
        frames: list[Frame] = []
        i = self.index
        while True:
            # An operand must come now.
            kind = kinds[i]
            start = starts[i]
            if kind is NAME and kinds[i + 1] == "(":
                self.deeper(i)
                call = Frame(CALL, texts[i], start, len(waiting))
                i += 2
                if kinds[i] != ")":
                    frames.append(call)
                    continue
                self.nesting -= 1
                i += 1
                operand: Expression = Call(call.name, (), start=start, end=starts[i - 1] + 1)
            elif kind is NAME:
                target, i = self._target(i, frames)
                operand = target
                kind = kinds[i]
                if kind in ASSIGNMENTS:
                    if waiting and waiting[-1][1] == _CAST and len(waiting) > (frames[-1].base if frames else 0):
                        raise habits.cast_operand(self, i, waiting[-1][2])
                    self.deeper(i)
                    waiting.append((ASSIGNMENT, _ASSIGN, kind, start, target))
                    i += 1
                    continue
                if kind == "++" or kind == "--":
                    i += 1
                    operand = Step(kind, target, False, start=start, end=starts[i - 1] + 2)
            elif kind is INTEGER:
                text = texts[i]
                i += 1
                operand = IntegerLiteral(int(text, 16 if text[1:2] in ("x", "X") else 10), text, start=start, end=start + len(text))
            elif kind is STRING:
                text = texts[i]
                i += 1
                operand = StringLiteral(string_value(text), text[0] == "L", start=start, end=start + len(text))
            elif kind is FLOAT:
                text = texts[i]
                i += 1
                operand = FloatLiteral(float(text.rstrip("fF")), text, start=start, end=start + len(text))
            elif kind == "(":
                self.deeper(i)
                if kinds[i + 1] is TYPE and kinds[i + 2] == ")":
                    waiting.append((0, _CAST, TYPES[texts[i + 1]], start, None))
                    i += 3
                    if not self._castable(i):
                        raise habits.cast_operand(self, i, waiting[-1][2])
                else:
                    frames.append(Frame(GROUP, "", start, len(waiting)))
                    i += 1
                continue
            elif kind == "[":
                self.deeper(i)
                i += 1
                if kinds[i] != "]":
                    frames.append(Frame(LIST, "", start, len(waiting)))
                    continue
                self.nesting -= 1
                i += 1
                operand = ListLiteral((), start=start, end=starts[i - 1] + 1)
            elif kind == "<":
                self.deeper(i)
                frames.append(Frame(VECTOR, "", start, len(waiting)))
                i += 1
                continue
            elif kind == "-" and kinds[i + 1] in _NUMBERS:
                number, i = self._number(i + 1)
                operand = Unary("-", number, start=start, end=number.end)
            elif kind in PREFIX:
                self.deeper(i)
                waiting.append((PREFIX[kind], _PREFIX, kind, start, None))
                i += 1
                continue
            elif (kind == "++" or kind == "--") and kinds[i + 1] is NAME:
                target, i = self._target(i + 1, frames)
                operand = Step(kind, target, True, start=start, end=target.end)
                if kinds[i] in ASSIGNMENTS:
                    raise habits.not_assignable(self, i)
            elif kind == "print" and kinds[i + 1] == "(":
                self.deeper(i)
                frames.append(Frame(PRINT, "", start, len(waiting)))
                i += 2
                continue
            else:
                raise habits.no_operand(self, i, frames)

            # An operand is complete. Casts bind to it at once; then operators, commas and closing brackets follow.
            left = start
            while True:
                self.nodes += 1
                base = frames[-1].base if frames else 0
                if len(waiting) > base and waiting[-1][1] == _CAST:
                    _, _, text, left, _ = waiting.pop()
                    self.nesting -= 1
                    operand = Cast(text, operand, start=left, end=starts[i - 1] + len(texts[i - 1]))
                operands.append(operand)
                lefts.append(left)
                kind = kinds[i]
                precedence = BINARY.get(kind)
                frame = frames[-1] if frames else None
                if precedence is not None:
                    closes = False
                    if len(waiting) > base and waiting[-1][0] >= precedence:
                        self._reduce(precedence, base, operands, lefts, waiting, i)
                    if kind == ">" and frame is not None and frame.kind is VECTOR:
                        closes = self._closes(i, frame, len(waiting) == base)
                    if not closes:
                        waiting.append((precedence, _BINARY, kind, start, None))
                        i += 1
                        break
                elif frame is None:
                    self._reduce(ASSIGNMENT, 0, operands, lefts, waiting, i)
                    self.index = i
                    self.count_nodes(0)
                    return operands[0]
                else:
                    if len(waiting) > base:
                        self._reduce(ASSIGNMENT, base, operands, lefts, waiting, i)
                    if kind == "," and frame.kind is not GROUP and frame.kind is not PRINT:
                        if frame.kind is VECTOR and len(frame.items) == 3:
                            raise habits.vector_size(self, i, 5, frame)
                        frame.items.append(operands.pop())
                        lefts.pop()
                        i += 1
                        break
                    if kind != _CLOSING.get(frame.kind):
                        raise habits.no_operator(self, i, frame)
                # The bracket closes; what it holds becomes an operand in turn.
                assert frame is not None
                operand = operands.pop()
                lefts.pop()
                frames.pop()
                self.nesting -= 1
                left = frame.start
                i += 1
                operand = self._closed(frame, operand, starts[i - 1] + 1)

    def _target(self, i: int, frames: list[Frame]) -> tuple[Name | Member, int]:
        """A variable or a component of one at a token; gives the index after it."""
        kinds, texts, start = self.kinds, self.texts, self.starts[i]
        name = texts[i]
        if kinds[i + 1] != ".":
            return Name(name, start=start, end=start + len(name)), i + 1
        if kinds[i + 2] is not NAME or kinds[i + 3] == "(":
            raise habits.member(self, i + 1, name)
        component = texts[i + 2]
        return Member(name, component, start=start, end=self.starts[i + 2] + len(component)), i + 3

    def _number(self, i: int) -> tuple[IntegerLiteral | FloatLiteral, int]:
        text, start = self.texts[i], self.starts[i]
        if self.kinds[i] is INTEGER:
            value = int(text, 16 if text[1:2] in ("x", "X") else 10)
            return IntegerLiteral(value, text, start=start, end=start + len(text)), i + 1
        return FloatLiteral(float(text.rstrip("fF")), text, start=start, end=start + len(text)), i + 1

    def _castable(self, i: int) -> bool:
        kind = self.kinds[i]
        if kind == "(":
            return not (self.kinds[i + 1] is TYPE and self.kinds[i + 2] == ")")
        return kind in _CASTABLE or (kind == "-" and self.kinds[i + 1] in _NUMBERS)

    def _closes(self, i: int, frame: Frame, complete: bool) -> bool:
        """Whether the > at a token closes the vector: in its third or fourth component, when no operator that binds more loosely
        waits, and nothing that can be compared follows."""
        if len(frame.items) < 2:
            if habits.cannot_start(self.kinds[i + 1]):
                raise habits.vector_size(self, i, len(frame.items) + 1, frame)
            return False
        if not complete:
            if habits.cannot_start(self.kinds[i + 1]):
                raise habits.vector_end(self, i, "put the last component in parentheses: the > reads as greater-than there")
            return False
        return self.kinds[i + 1] not in _COMPARES

    def _closed(self, frame: Frame, last: Expression, end: int) -> Expression:
        """The node of a bracket that has just closed."""
        items, kind = frame.items, frame.kind
        if kind is GROUP:
            return last
        items.append(last)
        if kind is CALL:
            return Call(frame.name, tuple(items), start=frame.start, end=end)
        if kind is LIST:
            return ListLiteral(tuple(items), start=frame.start, end=end)
        if kind is PRINT:
            return Print(last, start=frame.start, end=end)
        if len(items) == 3:
            return VectorLiteral(*items, start=frame.start, end=end)
        return RotationLiteral(*items, start=frame.start, end=end)

    def _reduce(
        self,
        precedence: int,
        base: int,
        operands: list[Expression],
        lefts: list[int],
        waiting: list[tuple[int, int, str, int, Name | Member | None]],
        i: int,
    ) -> None:
        """Joins the operators above ``base`` that bind at least this tightly; ``i`` is the token after the last operand."""
        end = self.starts[i - 1] + len(self.texts[i - 1])
        while len(waiting) > base and waiting[-1][0] >= precedence:
            _, kind, text, start, target = waiting.pop()
            right = operands.pop()
            self.nodes += 1
            if kind == _BINARY:
                lefts.pop()
                left = operands.pop()
                operands.append(Binary(text, left, right, start=lefts[-1], end=end))
                continue
            self.nesting -= 1
            lefts[-1] = start
            if kind == _PREFIX:
                operands.append(Unary(text, right, start=start, end=end))
            else:
                assert target is not None
                operands.append(Assign(text, target, right, start=start, end=end))
