"""Expressions. Parentheses leave no node: the shape of the tree says what binds to what."""

from __future__ import annotations

from dataclasses import field

from .base import Node, node


class Expression(Node):
    """Anything that has a value (or, for a call of a void function, would have one)."""

    __slots__ = ()


@node
class IntegerLiteral(Expression):
    """``12`` or ``0x1F``. ``value`` is what is written, before it is brought to 32 bits."""

    value: int
    spelling: str = field(default="", compare=False, repr=False)


@node
class FloatLiteral(Expression):
    """``1.5``, ``.5``, ``1e5``, ``1.f``."""

    value: float
    spelling: str = field(default="", compare=False, repr=False)


@node
class StringLiteral(Expression):
    """A string, decoded. ``wide`` is the prefix ``L``."""

    value: str
    wide: bool = False


@node
class Name(Expression):
    """A variable or constant."""

    name: str


@node
class Member(Expression):
    """``variable.component``."""

    name: str
    component: str


@node
class VectorLiteral(Expression):
    """``<x, y, z>``."""

    x: Expression
    y: Expression
    z: Expression

    _nested = ("x", "y", "z")


@node
class RotationLiteral(Expression):
    """``<x, y, z, s>``."""

    x: Expression
    y: Expression
    z: Expression
    s: Expression

    _nested = ("x", "y", "z", "s")


@node
class ListLiteral(Expression):
    """``[a, b, …]``."""

    items: tuple[Expression, ...]

    _nested = ("items",)


@node
class Unary(Expression):
    """``-a``, ``!a``, ``~a``."""

    operator: str
    operand: Expression

    _nested = ("operand",)


@node
class Step(Expression):
    """``++a``, ``a++``, ``--a``, ``a--``; ``prefix`` tells which side."""

    operator: str
    target: Name | Member
    prefix: bool

    _nested = ("target",)


@node
class Binary(Expression):
    """``left operator right`` for the operators that only compute."""

    operator: str
    left: Expression
    right: Expression

    _nested = ("left", "right")


@node
class Assign(Expression):
    """``target = value`` and ``+= -= *= /= %=``."""

    operator: str
    target: Name | Member
    value: Expression

    _nested = ("target", "value")


@node
class Cast(Expression):
    """``(type)operand``; ``type`` is "rotation" for both spellings of it."""

    type: str
    operand: Expression

    _nested = ("operand",)


@node
class Call(Expression):
    """``function(arguments)``."""

    function: str
    arguments: tuple[Expression, ...]

    _nested = ("arguments",)


@node
class Print(Expression):
    """``print(operand)``, a word of the language with no effect in most simulators."""

    operand: Expression

    _nested = ("operand",)


@node
class Malformed(Expression):
    """Stands where an expression could not be read; the script has a diagnostic for it."""
