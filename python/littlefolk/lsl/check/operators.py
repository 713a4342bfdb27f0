"""Which types operators join, casts turn and assignments take, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

VOID = "void"
#: The type of something that could not be worked out; it fits everywhere, so that one error does not cause another.
ANY = ""
_ALL = ("integer", "float", "string", "key", "vector", "rotation", "list")
_NUMBERS = ("integer", "float")
_COMPOUND = ("+=", "-=", "*=", "/=", "%=")


def _binary() -> dict[tuple[str, str, str], str]:
    table: dict[tuple[str, str, str], str] = {}

    def put(operators: str, left: str, right: str, result: str) -> None:
        for operator in operators.split():
            table[operator, left, right] = result

    for left in _NUMBERS:
        for right in _NUMBERS:
            put("+ - * /", left, right, "integer" if left == right == "integer" else "float")
            put("== != < > <= >=", left, right, "integer")
    put("% & | ^ << >> && ||", "integer", "integer", "integer")
    put("+", "string", "string", "string")
    for left in ("string", "key"):
        for right in ("string", "key"):
            put("== !=", left, right, "integer")
    for number in _NUMBERS:
        put("* /", "vector", number, "vector")
        put("*", number, "vector", "vector")
    put("+ - %", "vector", "vector", "vector")
    put("*", "vector", "vector", "float")
    put("* /", "vector", "rotation", "vector")
    put("+ - * /", "rotation", "rotation", "rotation")
    for same in ("vector", "rotation", "list"):
        put("== !=", same, same, "integer")
    for item in _ALL:
        put("+", "list", item, "list")
        put("+", item, "list", "list")
    return table


#: (operator, left type, right type) to the type of the result.
BINARY: Mapping[tuple[str, str, str], str] = MappingProxyType(_binary())

#: (operator, type) to the type of the result, for ``- ! ~ ++ --``.
UNARY: Mapping[tuple[str, str], str] = MappingProxyType(
    {("-", t): t for t in ("integer", "float", "vector", "rotation")}
    | {("!", "integer"): "integer", ("~", "integer"): "integer"}
    | {(operator, t): t for operator in ("++", "--") for t in _NUMBERS}
)

#: From a type to those it can be cast to.
CASTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "integer": frozenset(("integer", "float", "string", "list")),
        "float": frozenset(("integer", "float", "string", "list")),
        "string": frozenset(_ALL),
        "key": frozenset(("string", "key", "list")),
        "vector": frozenset(("string", "vector", "list")),
        "rotation": frozenset(("string", "rotation", "list")),
        "list": frozenset(("string", "list")),
    }
)

#: (wanted, given) pairs that need no cast although the types differ.
_IMPLICIT = frozenset((("float", "integer"), ("string", "key"), ("key", "string")))


def fits(wanted: str, given: str) -> bool:
    """Whether a value of one type can be assigned, passed or returned where another is wanted."""
    return wanted in (given, ANY) or given == ANY or (wanted, given) in _IMPLICIT


def compound(operator: str, target: str, value: str) -> str | None:
    """The type of ``target operator value`` for ``+= -= *= /= %=``, or None when it is no use.

    The result must be of the type of the target, with one exception the language makes: ``integer *= float``.
    """
    result = BINARY.get((operator[:-1], target, value))
    if result == target or (operator == "*=" and target == "integer" and value == "float"):
        return target
    return None


def joined(operator: str, left: str) -> str:
    """What may stand on the right of an operator after a type, as a phrase."""
    if operator in _COMPOUND:
        fitting = [right for right in _ALL if compound(operator, left, right)]
    else:
        fitting = [right for right in _ALL if (operator, left, right) in BINARY]
    if not fitting:
        takers = [
            taker for taker in _ALL if any((operator[:-1] if operator in _COMPOUND else operator, taker, right) in BINARY for right in _ALL)
        ]
        return f"a type that {operator} takes on its left: {', '.join(takers)}"
    return f"{left} {operator} {'any type' if len(fitting) == len(_ALL) else ' or '.join(fitting)}"
