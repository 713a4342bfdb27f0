"""Statements of a body: scopes, conditions, labels, returns and state changes."""

from __future__ import annotations

from typing import Any

from ..caps import Deadline
from ..diagnostics import an, quoted
from ..tree import (
    Assign,
    Block,
    Declaration,
    DoWhile,
    Evaluate,
    Expression,
    For,
    If,
    Jump,
    Label,
    Parameter,
    Return,
    StateChange,
    Statement,
    While,
)
from .expressions import ExpressionChecker
from .nearest import nearest
from .operators import ANY, VOID, fits
from .reserved import check_name, name_offset
from .returns import always_returns

_LEAVE, _LEAVE_IF = object(), object()


class BodyChecker:
    """Checks the body of one function or event handler after another."""

    def __init__(self, expressions: ExpressionChecker, deadline: Deadline) -> None:
        self.expressions = expressions
        self.report = expressions.report
        self.source = expressions.source
        self.deadline = deadline

    def check(self, parameters: tuple[Parameter, ...], body: Block, returns: str, name: str, *, event: bool) -> None:
        """``returns`` is the declared type, "void" for none; ``name`` is that of the function or event."""
        here = self.expressions.locals
        here.enter()
        for parameter in parameters:
            check_name(self.report, self.source, parameter, "parameter")
            if not here.declare(parameter.name, parameter.type):
                self._twice(parameter, "parameter")
        self._labels: dict[str, Label] = {}
        self._walk(body, returns, name, event)
        here.leave()
        if returns not in (VOID, ANY) and not always_returns(body):
            self.report.add(
                "missing-return", body.end - 1, body.end, f"the end of {quoted(name)} without a return",
                f"return with a value of type {returns}",
                note="every path needs one: both sides of an if, and after a loop",
            )  # fmt: skip

    def _twice(self, node: Declaration | Parameter, what: str) -> None:
        at = name_offset(self.source, node)
        self.report.add(
            "duplicate-name", at, at + len(node.name), f"a second {what} {quoted(node.name)} in the same block", "each name once",
            note="leave the type out to assign, or choose another name",
        )  # fmt: skip

    def _walk(self, body: Block, returns: str, name: str, event: bool) -> None:
        expressions, here = self.expressions, self.expressions.locals
        branches = 0  # ifs around the statement
        pending: list[Any] = [body]
        while pending:
            one = pending.pop()
            kind = type(one)
            if kind is Evaluate:
                expressions.type_of(one.expression)
            elif kind is Declaration:
                self._declaration(one)
            elif kind is If:
                self._condition(one.condition, "if")
                branches += 1
                pending.append(_LEAVE_IF)
                if one.otherwise is not None:
                    pending.append(one.otherwise)
                pending.append(one.then)
            elif kind is Block:
                self.deadline.check()
                here.enter(self._labels_of(one))
                pending.append(_LEAVE)
                pending.extend(reversed(one.statements))
            elif one is _LEAVE:
                here.leave()
            elif one is _LEAVE_IF:
                branches -= 1
            elif kind is Return:
                self._return(one, returns, name, event)
            elif kind is While or kind is DoWhile:
                self._condition(one.condition, "while")
                pending.append(one.body)
            elif kind is For:
                for part in one.initial:
                    expressions.type_of(part)
                self._condition(one.condition, "for")
                for part in one.step:
                    expressions.type_of(part)
                pending.append(one.body)
            elif kind is Jump:
                self._jump(one)
            elif kind is Label:
                self._label(one)
            elif kind is StateChange:
                self._state_change(one, event, branches > 0)

    def _declaration(self, one: Declaration) -> None:
        if one.value is not None:
            given = self.expressions.value_type(one.value)
            self.expressions.assigned(one.type, given, one.value, f"the variable {quoted(one.name)}")
        check_name(self.report, self.source, one, "variable")
        if not self.expressions.locals.declare(one.name, one.type):
            self._twice(one, "variable")

    def _condition(self, condition: Expression, word: str) -> None:
        self.expressions.value_type(condition)
        if type(condition) is Assign and condition.operator == "=":
            self.report.add(
                "assigned-condition", condition.start, condition.end, f"an assignment as the condition of {word}", "a comparison",
                nearest="==", severity="warning",
            )  # fmt: skip

    # Labels

    @staticmethod
    def _labels_of(block: Block) -> frozenset[str]:
        """Labels that stand in a block itself, or as the whole body of an if or loop there."""
        names: list[str] = []
        pending: list[Statement] = list(block.statements)
        while pending:
            one = pending.pop()
            kind = type(one)
            if kind is Label:
                names.append(one.name)  # type: ignore[attr-defined]
            elif kind is If:
                pending.append(one.then)  # type: ignore[attr-defined]
                if one.otherwise is not None:  # type: ignore[attr-defined]
                    pending.append(one.otherwise)  # type: ignore[attr-defined]
            elif kind is While or kind is For or kind is DoWhile:
                pending.append(one.body)  # type: ignore[attr-defined]
        return frozenset(names)

    def _label(self, one: Label) -> None:
        check_name(self.report, self.source, one, "label")
        first = self._labels.setdefault(one.name, one)
        if first is not one:
            line = self.source.position(first.start).line
            self.report.add(
                "duplicate-label", one.start, one.end, f"a second label {quoted(one.name)}", "each label once in a function",
                note=f"the first is in line {line}",
            )  # fmt: skip
        elif not self.expressions.locals.declare_label(one.name):
            self.report.add(
                "duplicate-name", one.start, one.end, f"the label {quoted(one.name)}, which is a variable of the same block", "another name"
            )

    def _jump(self, one: Jump) -> None:
        reach = self.expressions.locals.labels
        if any(one.label in labels for labels in reach) or one.label in self.expressions.doubtful:
            return
        known = frozenset().union(*reach)
        self.report.add(
            "unknown-label", one.start, one.end, f"a jump to {quoted(one.label)}, which is no label in reach",
            "a label in the same block or one around it", nearest=nearest(one.label, known), note="a label is set with @name;",
        )  # fmt: skip

    # Returns and states

    def _return(self, one: Return, returns: str, name: str, event: bool) -> None:
        what = f"the {'event' if event else 'function'} {quoted(name)}"
        if one.value is None:
            if returns not in (VOID, ANY):
                self.report.add("return-type", one.start, one.end, f"return without a value in {what}", f"a value of type {returns}")
            return
        given = self.expressions.type_of(one.value)
        if returns == VOID:
            if given != VOID or event:
                note = "events return nothing" if event else f"to return a value, write its type in front: {given or 'integer'} {name}(…)"
                self.report.add(
                    "return-type", one.value.start, one.value.end, f"a value returned from {what}, which returns nothing", "return;",
                    note=note,
                )  # fmt: skip
        elif given == VOID:
            self.expressions.value_type(one.value)
        elif not fits(returns, given):
            self.report.add(
                "return-type", one.value.start, one.value.end, f"{an(given)} returned from {what}", f"a value of type {returns}"
            )  # fmt: skip

    def _state_change(self, one: StateChange, event: bool, inside_if: bool) -> None:
        states = self.expressions.globals.states
        if one.state != "default" and one.state not in states and one.state not in self.expressions.doubtful:
            self.report.add(
                "unknown-state", one.start, one.end, f"a change to the state {quoted(one.state)}, which is not there",
                "a state of the script",
                nearest=nearest(one.state, [*states, "default"]),
            )  # fmt: skip
        if not event and not inside_if:
            self.report.add(
                "state-in-function", one.start, one.end, "a state change straight in a function", "a state change in an event handler",
                note="return a value and change the state in the handler; inside an if it is allowed",
            )  # fmt: skip
