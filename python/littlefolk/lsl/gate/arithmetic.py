"""Operators and casts on folded values."""

from __future__ import annotations

import struct

from .library import to_integer
from .values import ANY_TEXT, NOTHING_KNOWN, Hole, Items, Text, Unknown, Value, Values, as_items, as_text, items, text, wrap


def add(left: Value, right: Value) -> Value:
    """``left + right``."""
    if isinstance(left, Items) or isinstance(right, Items):
        return items((*as_items(left), *as_items(right)))
    if isinstance(left, Text) or isinstance(right, Text):
        return text(*as_text(left).parts, *as_text(right).parts)
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return Unknown.ONE
    return wrap(left + right) if isinstance(left, int) and isinstance(right, int) else _floats("+", left, right)


def compute(operator: str, left: Value, right: Value) -> Value:
    """``left operator right``; what cannot be told is unknown."""
    if operator == "+":
        return add(left, right)
    if isinstance(left, int) and isinstance(right, int):
        return _integers(operator, left, right)
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _floats(operator, left, right)
    if operator in ("==", "!=") and isinstance(left, Text) and isinstance(right, Text):
        one, two = left.known, right.known
        if one is not None and two is not None:
            return int((one == two) == (operator == "=="))
    return Unknown.ONE


def _integers(operator: str, left: int, right: int) -> Value:
    match operator:
        case "-":
            return wrap(left - right)
        case "*":
            return wrap(left * right)
        case "/" | "%":
            if right == 0:
                return Unknown.ONE
            quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
            return wrap(quotient if operator == "/" else left - quotient * right)
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "<<":
            return wrap(left << (right & 31))
        case ">>":
            return left >> (right & 31)
        case "&&":
            return int(left != 0 and right != 0)
        case "||":
            return int(left != 0 or right != 0)
    return _compared(operator, left, right)


def _exact(number: float) -> bool:
    """Whether single precision, which the language has, holds a number without rounding or loss; larger numbers are not followed."""
    return abs(number) <= 2**24 and struct.unpack("<f", struct.pack("<f", number))[0] == number


def from_float(number: float) -> Values:
    """What a written number with a point may be: as single precision holds it and, where that is another whole number, as written."""
    try:
        single = float(struct.unpack("<f", struct.pack("<f", number))[0])
    except OverflowError:
        return NOTHING_KNOWN
    return (single,) if abs(number) >= 2**31 or int(single) == int(number) else (single, number)


def _floats(operator: str, left: float, right: float) -> Value:
    if not (_exact(left) and _exact(right)):
        return Unknown.ONE
    result = _joined(operator, left, right)
    return result if not isinstance(result, float) or _exact(result) else Unknown.ONE


def _joined(operator: str, left: float, right: float) -> Value:
    try:
        match operator:
            case "+":
                return float(left + right)
            case "-":
                return float(left - right)
            case "*":
                return float(left * right)
            case "/":
                return float(left / right)
    except (OverflowError, ZeroDivisionError):
        return Unknown.ONE
    return _compared(operator, left, right)


def _compared(operator: str, left: float, right: float) -> Value:
    results = {"==": left == right, "!=": left != right, "<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}
    return int(results[operator]) if operator in results else Unknown.ONE


def negate(operator: str, value: Value) -> Value:
    """``-value``, ``!value``, ``~value``."""
    if isinstance(value, int):
        return {"-": wrap(-value), "!": int(value == 0), "~": wrap(~value)}[operator]
    return -value if isinstance(value, float) and operator == "-" else Unknown.ONE


def held(kind: str, value: Value) -> Value:
    """A value as a variable or result of a type holds it: integers become floats where floats are wanted."""
    return float(value) if kind == "float" and isinstance(value, int) else value


def cast(kind: str, value: Value) -> Value:
    """``(kind)value``."""
    if kind in ("string", "key"):
        return as_text(value) if not isinstance(value, Unknown) else ANY_TEXT
    if kind == "integer":
        return to_integer(value)
    if kind == "list":
        return items(as_items(value))
    if kind == "float":
        return float(value) if isinstance(value, int | float) else Unknown.ONE
    return Text((Hole.VISIBLE,))
