"""Statements."""

from __future__ import annotations

from .base import Node, node
from .expressions import Expression


class Statement(Node):
    """One step of a function or event handler."""

    __slots__ = ()


@node
class Block(Statement):
    """``{ … }``."""

    statements: tuple[Statement, ...]

    _nested = ("statements",)


@node
class Empty(Statement):
    """A lone ``;``."""


@node
class Evaluate(Statement):
    """An expression as a statement."""

    expression: Expression

    _nested = ("expression",)


@node
class Declaration(Statement):
    """``type name = value;``; without a value the variable starts at the zero of its type."""

    type: str
    name: str
    value: Expression | None = None

    _nested = ("value",)


@node
class If(Statement):
    """``if (condition) then else otherwise``."""

    condition: Expression
    then: Statement
    otherwise: Statement | None = None

    _nested = ("condition", "then", "otherwise")


@node
class While(Statement):
    """``while (condition) body``."""

    condition: Expression
    body: Statement

    _nested = ("condition", "body")


@node
class DoWhile(Statement):
    """``do body while (condition);``."""

    body: Statement
    condition: Expression

    _nested = ("body", "condition")


@node
class For(Statement):
    """``for (initial; condition; step) body``; ``initial`` and ``step`` are any number of expressions."""

    initial: tuple[Expression, ...]
    condition: Expression
    step: tuple[Expression, ...]
    body: Statement

    _nested = ("initial", "condition", "step", "body")


@node
class Return(Statement):
    """``return value;`` or ``return;``."""

    value: Expression | None = None

    _nested = ("value",)


@node
class Jump(Statement):
    """``jump label;``."""

    label: str


@node
class Label(Statement):
    """``@name;``."""

    name: str


@node
class StateChange(Statement):
    """``state name;``; the name is "default" for ``state default;``."""

    state: str
