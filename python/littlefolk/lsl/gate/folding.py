"""Constant folding over a whole script: the values an expression may have, whatever order the script runs in.

A variable has every value that is assigned to it anywhere; a parameter every value passed at any call; a call of an own function
every value it returns. Parts that cannot be told become holes. The work is bounded: past the bound `Overrun` is raised and the caller
refuses what it could not decide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..caps import Caps, Deadline
from ..table import CONSTANTS
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
from .arithmetic import add, cast, compute, from_float, held, negate
from .flow import Flow, Variable
from .library import fold_call, from_digits
from .values import ANY_TEXT, EMPTY, NOTHING_KNOWN, Hole, Items, Text, Unknown, Value, Values, distinct, items, text

_DEEPEST = 60  # variables that lead from one to the next
_MOST = 64  # alternatives that are multiplied out
_ZEROS: dict[str, Value] = {"integer": 0, "float": 0.0, "string": EMPTY, "key": EMPTY, "list": Items(())}
_VISIBLE = Text((Hole.VISIBLE,))


class Overrun(Exception):
    """Raised when folding takes more steps than allowed; caught in the gate."""


class Folder:
    """Folds expressions of one script. ``owner`` is the function or event handler an expression stands in (-1 for none)."""

    def __init__(self, flow: Flow, caps: Caps, deadline: Deadline) -> None:
        self._flow = flow
        self._steps = caps.folds
        self._deadline = deadline
        self._known: dict[Variable, Values] = {}
        self._open: set[object] = set()
        self._returned: dict[str, Values] = {}

    def fold(self, expression: Expression, owner: int) -> Values:
        """The values an expression may have."""
        order: list[Any] = []
        pending: list[Any] = [expression]
        while pending:
            one = pending.pop()
            order.append(one)
            pending.extend(one.children())
        stack: list[Values] = []
        for one in reversed(order):
            self._spend(1)
            handler = _HANDLERS.get(type(one))
            stack.append(NOTHING_KNOWN if handler is None else handler(self, one, stack, owner))
        return stack[-1]

    def _spend(self, steps: int) -> None:
        self._steps -= steps
        if self._steps < 0:
            raise Overrun
        if self._steps & 0xFF == 0:
            self._deadline.check()

    # Variables and functions

    def _named(self, name: str, owner: int) -> Values:
        variable = self._flow.resolve(name, owner)
        return NOTHING_KNOWN if variable is None else self.values(variable)

    def values(self, variable: Variable) -> Values:
        """The values a variable may have at any time."""
        known = self._known.get(variable)
        if known is not None:
            return known
        if variable in self._open:
            return NOTHING_KNOWN
        if len(self._open) >= _DEEPEST:
            raise Overrun
        self._open.add(variable)
        try:
            values = self._assigned(variable)
        finally:
            self._open.discard(variable)
        self._known[variable] = values
        return values

    def _assigned(self, variable: Variable) -> Values:
        facts = self._flow.facts[variable]
        values: list[Value] = list(NOTHING_KNOWN) if facts.outside else []
        if facts.zero:
            values.append(_ZEROS.get(facts.type, Unknown.ONE))
        for expression, owner in facts.assigned:
            values.extend(held(facts.type, value) for value in self.fold(expression, owner))
        if facts.stepped:
            values.append(Unknown.ONE)
        starts = distinct(values)
        if not facts.appended:
            return starts or NOTHING_KNOWN
        return distinct((*starts, *self._grown(starts or (EMPTY,), facts.appended)))

    def _grown(self, starts: Values, appended: list[tuple[Expression, int]]) -> list[Value]:
        """What ``+=`` may make of the starting values: one of the pieces after the start and then anything, or all in source order."""
        pieces = [self._few(self.fold(expression, owner)) for expression, owner in appended]
        grown: list[Value] = []
        for start in self._few(starts):
            whole: Value = start
            for alternatives in pieces:
                self._spend(len(alternatives))
                for piece in alternatives:
                    once = add(start, piece)
                    grown.append(items((*once.values, Unknown.MANY)) if isinstance(once, Items) else add(once, ANY_TEXT))
                whole = add(whole, alternatives[0])
            grown.append(whole)
        return grown

    @staticmethod
    def _few(values: Values) -> Values:
        """Alternatives up to a bound, with one that is not known in the place of those past it."""
        return values if len(values) <= _MOST else (*values[:_MOST], Unknown.ONE)

    def _own_function(self, name: str) -> Values:
        known = self._returned.get(name)
        if known is not None:
            return known
        if name in self._open or len(self._open) >= _DEEPEST:
            if name not in self._open:
                raise Overrun
            return NOTHING_KNOWN
        self._open.add(name)
        try:
            values = distinct(
                held(self._flow.kinds[name], value)
                for expression, owner in self._flow.returns[name]
                for value in self.fold(expression, owner)
            )
        finally:
            self._open.discard(name)
        self._returned[name] = values = values or NOTHING_KNOWN
        return values

    # Expressions

    def _name(self, one: Name, stack: list[Values], owner: int) -> Values:
        constant = CONSTANTS.get(one.name)
        if constant is not None:
            value = constant.value
            return (text(value),) if isinstance(value, str) else (_VISIBLE if isinstance(value, tuple) else value,)
        return self._named(one.name, owner)

    def _binary(self, one: Binary, stack: list[Values], owner: int) -> Values:
        right, left = stack.pop(), stack.pop()
        return self._combined(left, right, lambda a, b: compute(one.operator, a, b))

    def _combined(self, left: Values, right: Values, join: Callable[[Value, Value], Value]) -> Values:
        self._spend(len(left) * len(right) if len(left) * len(right) <= _MOST * 4 else len(left) + len(right))
        if len(left) * len(right) <= _MOST * 4:
            return distinct(join(a, b) for a in left for b in right)
        # Too many to multiply out: each side with anything on the other.
        return distinct((*(join(a, Unknown.ONE) for a in left), *(join(Unknown.ONE, b) for b in right)))

    def _unary(self, one: Unary, stack: list[Values], owner: int) -> Values:
        return distinct(negate(one.operator, value) for value in stack.pop())

    def _assign(self, one: Assign, stack: list[Values], owner: int) -> Values:
        value, target = stack.pop(), stack.pop()
        variable = self._flow.resolve(one.target.name, owner)
        kind = self._flow.facts[variable].type if variable and isinstance(one.target, Name) else ""
        return distinct(held(kind, each) for each in value) if one.operator == "=" else target

    def _step(self, one: Step, stack: list[Values], owner: int) -> Values:
        stack.pop()
        return NOTHING_KNOWN

    def _cast(self, one: Cast, stack: list[Values], owner: int) -> Values:
        return distinct(cast(one.type, value) for value in stack.pop())

    def _vector(self, one: VectorLiteral | RotationLiteral, stack: list[Values], owner: int) -> Values:
        del stack[-(3 if isinstance(one, VectorLiteral) else 4) :]
        return (_VISIBLE,)

    def _print(self, one: Print, stack: list[Values], owner: int) -> Values:
        stack.pop()
        return NOTHING_KNOWN

    def _list(self, one: ListLiteral, stack: list[Values], owner: int) -> Values:
        return tuple(items(row) for row in self._rows(self._arguments(len(one.items), stack)))

    def _call(self, one: Call, stack: list[Values], owner: int) -> Values:
        arguments = self._arguments(len(one.arguments), stack)
        if one.function in self._flow.returns:
            return self._own_function(one.function)
        return distinct(fold_call(one.function, row) for row in self._rows(arguments))

    def _arguments(self, count: int, stack: list[Values]) -> list[Values]:
        arguments = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        return arguments

    def _rows(self, columns: list[Values]) -> list[tuple[Value, ...]]:
        """Every choice of one value a column, up to a bound; past it some, and one in which columns with several are not known."""
        rows: list[tuple[Value, ...]] = [()]
        complete = True
        for column in columns:
            if len(rows) * len(column) <= _MOST:
                rows = [(*row, value) for row in rows for value in column]
            else:
                complete = False
                rows = [(*row, column[i % len(column)]) for i, row in enumerate(rows * max(1, -(-len(column) // len(rows))))]
            self._spend(len(rows))
        if not complete:
            rows.append(tuple(column[0] if len(column) == 1 else Unknown.ONE for column in columns))
        return rows


_HANDLERS: dict[type, Callable[[Folder, Any, list[Values], int], Values]] = {
    IntegerLiteral: lambda folder, one, stack, owner: (from_digits(one.value),),
    FloatLiteral: lambda folder, one, stack, owner: from_float(one.value),
    StringLiteral: lambda folder, one, stack, owner: (text(one.value),),
    Name: Folder._name,
    Member: lambda folder, one, stack, owner: NOTHING_KNOWN,
    Binary: Folder._binary,
    Unary: Folder._unary,
    Assign: Folder._assign,
    Step: Folder._step,
    Cast: Folder._cast,
    VectorLiteral: Folder._vector,
    RotationLiteral: Folder._vector,
    ListLiteral: Folder._list,
    Print: Folder._print,
    Call: Folder._call,
}
