"""Types of expressions, worked out from the leaves up without recursion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..diagnostics import Report, an, quoted
from ..source import Source
from ..table import CONSTANTS, EVENTS, FUNCTIONS
from ..tree import (
    Assign,
    Binary,
    Call,
    Cast,
    Expression,
    FloatLiteral,
    IntegerLiteral,
    ListLiteral,
    Malformed,
    Member,
    Name,
    Print,
    RotationLiteral,
    Step,
    StringLiteral,
    Unary,
    VectorLiteral,
)
from .nearest import nearest, nearest_function, nearest_value
from .operators import ANY, BINARY, CASTS, UNARY, VOID, compound, fits, joined
from .scopes import Globals, Locals

_CONSTANT_TYPES = {name: constant.type for name, constant in CONSTANTS.items()}
_LEAVES: dict[type, str] = {IntegerLiteral: "integer", FloatLiteral: "float", StringLiteral: "string", Malformed: ANY}
_BITS = 2**32


class ExpressionChecker:
    """Gives the type of an expression and reports what does not fit in it."""

    def __init__(self, source: Source, report: Report, globals_: Globals, doubtful: frozenset[str]) -> None:
        self.source = source
        self.report = report
        self.globals = globals_
        self.locals = Locals(globals_.variables)
        self.doubtful = doubtful

    def type_of(self, root: Expression) -> str:
        """The type of an expression; ANY when an error hides it, VOID for a call that returns nothing."""
        kind = type(root)
        if kind is Name:
            return self._name(root)  # type: ignore[arg-type]
        order: list[Any] = []
        pending: list[Any] = [root]
        while pending:
            one = pending.pop()
            order.append(one)
            kind = type(one)
            if kind is Binary:
                pending.append(one.left)
                pending.append(one.right)
            elif kind is Call:
                pending.extend(one.arguments)
            elif one._nested:
                pending.extend(one.children())
        values: list[str] = []  # types of the operands that wait, left to right
        for one in reversed(order):
            kind = type(one)
            if kind is Name:
                values.append(self._name(one))
            elif kind is IntegerLiteral:
                if one.value > 0x7FFFFFFF:
                    self._range(one)
                values.append("integer")
            elif kind is StringLiteral:
                values.append("string")
            elif kind is Binary:
                right = values.pop()
                left = values[-1]
                result = BINARY.get((one.operator, left, right))
                if result is None or (left == "list" and right == "list"):
                    result = self._binary(one, left, right)
                values[-1] = result
            else:
                handler = _HANDLERS.get(kind)
                values.append(_LEAVES[kind] if handler is None else handler(self, one, values))
        return values[-1]

    def value_type(self, expression: Expression) -> str:
        """The type of an expression used as a value; a call that returns nothing is reported."""
        result = self.type_of(expression)
        return self._used(expression, result)

    def _used(self, expression: Expression, type_: str) -> str:
        if type_ != VOID:
            return type_
        name = f"{expression.function}()" if isinstance(expression, Call) else "print()"
        self._add("void-value", expression, f"{name}, which returns nothing", "a value")
        return ANY

    def _add(self, kind: str, part: Expression, found: str, expected: str, **more: Any) -> None:
        self.report.add(kind, part.start, part.end, found, expected, **more)

    def _shown(self, part: Expression) -> str:
        return quoted(self.source.text[part.start : part.end])

    # Leaves

    def _name(self, one: Name) -> str:
        found = self.locals.types.get(one.name)
        if found is not None:
            return found
        found = _CONSTANT_TYPES.get(one.name)
        return found if found is not None else self._unknown(one)

    def _unknown(self, one: Name | Member) -> str:
        name = one.name
        if name in self.doubtful:
            return ANY
        if name in self.globals.functions or name in FUNCTIONS:
            self._add("not-a-variable", one, f"the function {quoted(name)} without a call", "a value", nearest=f"{name}()")
        elif name in self.globals.states:
            self._add("not-a-variable", one, f"the state {quoted(name)} as a value", "a variable or constant")
        elif name in EVENTS:
            self._add("not-a-variable", one, f"the event {quoted(name)} as a value", "a variable or constant")
        elif any(name in labels for labels in self.locals.labels):
            self._add("not-a-variable", one, f"the label {quoted(name)} as a value", "a variable or constant", note=f"jump {name};")
        else:
            self._add(
                "unknown-name", one, f"the name {quoted(name)}, which nothing declares", "a variable or constant in reach",
                nearest=nearest_value(name, self.locals.types),
            )  # fmt: skip
        return ANY

    def _range(self, one: IntegerLiteral) -> None:
        hexadecimal = one.spelling[1:2] in ("x", "X")
        if (hexadecimal and one.value < _BITS) or (one.value == _BITS // 2 and self.source.text[one.start - 1 : one.start] == "-"):
            return
        self._add("number-range", one, f"the number {self._shown(one)}", "an integer from -2147483648 to 2147483647", severity="warning")

    def _member(self, one: Member, values: list[str]) -> str:
        type_ = self.locals.types.get(one.name)
        if type_ is None:
            if one.name in _CONSTANT_TYPES:
                self._add(
                    "member", one, f"a component of the constant {quoted(one.name)}", "a component of a variable",
                    note="store it in a variable first",
                )  # fmt: skip
                return "float"
            return self._unknown(one) or "float"
        if type_ == ANY:
            return ANY
        wanted = {"vector": "xyz", "rotation": "xyzs"}.get(type_)
        if wanted is None:
            counted = {"list": "llGetListLength", "string": "llStringLength"}.get(type_)
            self._add(
                "member-name", one, f"{self._shown(one)} of a variable of type {type_}", "a component of a vector or rotation",
                nearest=f"{counted}({one.name})" if counted and one.component in ("length", "size", "count", "len") else None,
            )  # fmt: skip
            return ANY
        if one.component not in tuple(wanted):
            likely = {"r": "x", "g": "y", "b": "z", "w": "s"}.get(one.component)
            self._add(
                "member-name", one, f"the component {quoted(one.component)} of {an(type_)}", f"one of {', '.join(wanted)}",
                nearest=likely if likely and likely in wanted else None,
            )  # fmt: skip
        return "float"

    # Operators

    def _binary(self, one: Binary, left: str, right: str) -> str:
        left, right = self._used(one.left, left), self._used(one.right, right)
        result = BINARY.get((one.operator, left, right))
        if result is not None:
            if left == right == "list" and one.operator in ("==", "!="):
                emptied = any(isinstance(side, ListLiteral) and not side.items for side in (one.left, one.right))
                if not emptied:
                    self._add(
                        "list-comparison", one, f"lists compared with {one.operator}", "a comparison of lengths, which is all it does",
                        note="compare (string) of both to compare their content", severity="warning",
                    )  # fmt: skip
            return result
        if ANY in (left, right):
            if one.operator in ("+", "-", "*", "/", "%"):
                return ANY
            return "integer"
        note = ""
        if one.operator == "+" and "string" in (left, right):
            other = one.right if left == "string" else one.left
            note = f"cast it: (string){_castable(other, self._shown(other))}"
        elif one.operator in ("<", ">", "<=", ">=") and left == right == "string":
            note = "strings have no order: sort with llListSort, or compare with == and !="
        elif one.operator in ("&&", "||"):
            note = 'compare first: a != 0.0, s != "", k != NULL_KEY, l != []'
        elif one.operator == "%" and "float" in (left, right):
            note = "% takes integers; for floats: a - b * llFloor(a / b)"
        self._add("operator-type", one, f"{left} {one.operator} {right}", joined(one.operator, left), note=note)
        return "integer" if one.operator in ("==", "!=", "<", ">", "<=", ">=", "&&", "||", "&", "|", "^", "<<", ">>") else ANY

    def _unary(self, one: Unary, values: list[str]) -> str:
        type_ = self._used(one.operand, values.pop())
        result = UNARY.get((one.operator, type_))
        if result is None:
            if type_ != ANY:
                note = {"string": 's == ""', "key": "k == NULL_KEY", "list": "l == []", "float": "f == 0.0"}.get(type_, "")
                self._add(
                    "operator-type", one, f"{one.operator} before {an(type_)}", f"a type that {quoted(one.operator)} takes",
                    note=f"write {note}" if one.operator == "!" and note else "",
                )  # fmt: skip
            return "integer" if one.operator in ("!", "~") else type_
        return result

    def _step(self, one: Step, values: list[str]) -> str:
        type_ = values.pop()
        self._assignable(one.target)
        if (one.operator, type_) not in UNARY and type_ != ANY:
            self._add("operator-type", one, f"{one.operator} on {an(type_)}", "an integer or float variable")
        return type_

    def _assign(self, one: Assign, values: list[str]) -> str:
        value = self._used(one.value, values.pop())
        target = values.pop()
        self._assignable(one.target)
        if one.operator == "=":
            self.assigned(target, value, one.value, f"the variable {quoted(self.source.text[one.target.start : one.target.end])}")
            return target
        if ANY in (target, value) or compound(one.operator, target, value) is not None:
            return target
        result = BINARY.get((one.operator[:-1], target, value))
        note = ""
        if result is not None:
            note = f"{target} {one.operator[:-1]} {value} gives {an(result)}, which does not go into {an(target)}"
            if target == "string" and value == "list":
                note += '; join the list: llDumpList2String(items, ", ")'
        elif target == "string" and one.operator == "+=":
            note = f"cast it: (string){_castable(one.value, self._shown(one.value))}"
        elif target == "list":
            note = "lists grow with +=; to take items out, use llDeleteSubList"
        self._add("operator-type", one, f"{target} {one.operator} {value}", joined(one.operator, target), note=note)
        return target

    def assigned(self, wanted: str, given: str, value: Expression, what: str) -> None:
        """Reports a value that cannot be assigned to something of the wanted type."""
        if not fits(wanted, given) and wanted != VOID:
            note = f"cast it: ({wanted}){_castable(value, self._shown(value))}" if wanted in CASTS.get(given, ()) else ""
            if wanted == "list":
                note = f"put it in square brackets: [{self._shown(value)[1:-1]}]"
            self._add("assignment-type", value, f"{an(given)} for {what} of type {wanted}", an(wanted), note=note)

    def _assignable(self, target: Name | Member) -> None:
        if target.name in _CONSTANT_TYPES and target.name not in self.locals.types:
            self._add("assignment-target", target, f"the constant {quoted(target.name)}", "a variable", note="constants cannot be changed")

    def _cast(self, one: Cast, values: list[str]) -> str:
        given = self._used(one.operand, values.pop())
        if given != ANY and one.type not in CASTS[given]:
            via = " through (string)" if given != "list" else ": take an item out with llList2String and its kin"
            self._add("cast-type", one, f"a cast from {given} to {one.type}", f"one of {', '.join(sorted(CASTS[given]))}", note=f"go{via}")
        return one.type

    # Brackets

    def _components(self, one: VectorLiteral | RotationLiteral, values: list[str]) -> str:
        parts = list(one.children())
        types = values[-len(parts) :]
        del values[-len(parts) :]
        what = "vector" if isinstance(one, VectorLiteral) else "rotation"
        for part, type_ in zip(parts, types, strict=True):
            if self._used(part, type_) not in ("integer", "float", ANY):  # type: ignore[arg-type]
                self._add("component-type", part, f"{an(type_)} as a component of a {what}", "an integer or float")  # type: ignore[arg-type]
        return what

    def _list(self, one: ListLiteral, values: list[str]) -> str:
        if one.items:
            types = values[-len(one.items) :]
            del values[-len(one.items) :]
            for item, type_ in zip(one.items, types, strict=True):
                if type_ == "list":
                    self._add(
                        "list-in-list", item, "a list as an item of a list", "items that are no lists",
                        note="join lists with +; keep nested data as JSON text or as strides",
                    )  # fmt: skip
                elif type_ == VOID:
                    self._used(item, type_)
        return "list"

    def _print(self, one: Print, values: list[str]) -> str:
        self._used(one.operand, values.pop())
        return VOID

    def _call(self, one: Call, values: list[str]) -> str:
        count = len(one.arguments)
        given = values[-count:] if count else []
        if count:
            del values[-count:]
        own = self.globals.functions.get(one.function)
        if own is not None:
            returns, wanted = own.returns, [(p.type, p.name) for p in own.parameters]
        else:
            known = FUNCTIONS.get(one.function)
            if known is None:
                return self._unknown_function(one)
            returns, wanted = known.returns, known.parameters  # type: ignore[assignment]
            if known.deprecated:
                self._name_marked(one, "deprecated", f"the deprecated function {quoted(one.function)}", "a function that is kept up")
        if len(wanted) != count and all(name for _, name in wanted):
            shown = f"{one.function}({', '.join(f'{t} {n}' for t, n in wanted)})"
            self._name_marked(
                one,
                "argument-count",
                f"{count} argument{'s' if count != 1 else ''}",
                f"{len(wanted) or 'no'} argument{'s' if len(wanted) != 1 else ''}: {shown}",
            )
        swapped = self._swapped(given, wanted)
        for position, (argument, type_, (wants, name)) in enumerate(zip(one.arguments, given, wanted, strict=False), 1):
            if type_ != wants and not fits(wants, self._used(argument, type_)):
                note = f"cast it: ({wants}){_castable(argument, self._shown(argument))}" if wants in CASTS.get(type_, ()) else ""
                if wants == "list":
                    note = f"put it in square brackets: [{self._shown(argument)[1:-1]}]"
                self._add(
                    "argument-type", argument, f"{an(type_)} as argument {position} of {one.function}", f"{wants} {name}",
                    note=swapped or note,
                )  # fmt: skip
        return returns

    @staticmethod
    def _swapped(given: Sequence[str], wanted: Sequence[tuple[str, str]]) -> str:
        """The note for a call whose only two wrong arguments are right in each other's place, else empty."""
        wrong = [i for i, (type_, (wants, _)) in enumerate(zip(given, wanted, strict=False)) if type_ != wants and not fits(wants, type_)]
        if len(wrong) != 2:
            return ""
        first, second = wrong
        if not (fits(wanted[first][0], given[second]) and fits(wanted[second][0], given[first])):
            return ""
        return f"arguments {first + 1} and {second + 1} are the wrong way round: {wanted[first][1]} comes before {wanted[second][1]}"

    def _name_marked(self, one: Call, kind: str, found: str, expected: str, **more: Any) -> None:
        severity = "warning" if kind == "deprecated" else "error"
        self.report.add(kind, one.start, one.start + len(one.function), found, expected, severity=severity, **more)  # type: ignore[arg-type]

    def _unknown_function(self, one: Call) -> str:
        name = one.function
        if name in self.doubtful:
            return ANY
        if name in self.locals.types:
            note = "a list is read with llList2String and its kin" if self.locals.types[name] == "list" else ""
            self._name_marked(one, "not-a-function", f"a call of the variable {quoted(name)}", "a function", note=note)
        elif name in _CONSTANT_TYPES or name in EVENTS or name in self.globals.states:
            self._name_marked(
                one, "not-a-function", f"a call of {quoted(name)}", "a function",
                nearest=nearest(name, self.globals.functions), note="events are started by the simulator" if name in EVENTS else "",
            )  # fmt: skip
        else:
            self._name_marked(
                one, "unknown-function", f"the function {quoted(name)}, which nothing declares",
                "a function of the language or this script",
                nearest=nearest_function(name, self.globals.functions),
            )  # fmt: skip
        return ANY


def _castable(part: Expression, shown: str) -> str:
    """Source text as the operand of a cast."""
    text = shown[1:-1]
    simple = isinstance(part, Name | Member | Call | IntegerLiteral | FloatLiteral | StringLiteral | ListLiteral | VectorLiteral)
    return text if simple else f"({text})"


_HANDLERS: dict[type, Callable[[ExpressionChecker, Any, list[str]], str]] = {
    Member: ExpressionChecker._member,
    Unary: ExpressionChecker._unary,
    Step: ExpressionChecker._step,
    Assign: ExpressionChecker._assign,
    Cast: ExpressionChecker._cast,
    VectorLiteral: ExpressionChecker._components,
    RotationLiteral: ExpressionChecker._components,
    ListLiteral: ExpressionChecker._list,
    Print: ExpressionChecker._print,
    Call: ExpressionChecker._call,
}
