"""Messages for what people and models write from the habit of other languages, and for the corners of this one."""

from __future__ import annotations

from ..diagnostics import quoted
from ..lexer import FLOAT, INTEGER, NAME, STRING, TYPE
from .cursor import Cursor, Unreadable
from .frames import CALL, GROUP, LIST, PRINT, VECTOR, Frame
from .precedence import ASSIGNMENTS

_VALUES = frozenset((NAME, INTEGER, FLOAT, STRING))
_STARTS = frozenset((NAME, INTEGER, FLOAT, STRING, "(", "[", "<", "-", "!", "~", "++", "--", "print"))

_OPERATORS: dict[str, tuple[str, str]] = {
    "|=": ("", "a = a | b"),
    "&=": ("", "a = a & b"),
    "^=": ("", "a = a ^ b"),
    "<<=": ("", "a = a << b"),
    ">>=": ("", "a = a >> b"),
    "&&=": ("", "a = a && b"),
    "||=": ("", "a = a || b"),
    "===": ("==", "a == b"),
    "!==": ("!=", "a != b"),
    "**": ("llPow", "llPow(a, b)"),
    "=>": ("", "a function of its own: there are no arrow functions"),
    "->": ("", "a variable: there are no pointers"),
    "::": ("", "a plain function name such as llSay"),
    "...": ("", "each value on its own"),
    "+++": ("++", "a++"),
}
_WRITTEN = {"vector": "<x, y, z>", "rotation": "<x, y, z, s>", "quaternion": "<x, y, z, s>", "list": "[a, b]"}
_WORDS = {"and": "&&", "or": "||", "not": "!", "is": "==", "eq": "==", "ne": "!=", "mod": "%", "xor": "^"}


def cannot_start(kind: str) -> bool:
    """Whether no expression starts with a token of this kind."""
    return kind not in _STARTS


def _foreign_operator(cursor: Cursor, i: int) -> tuple[str, int]:
    """An operator of another language made of adjacent tokens around one; and the index of its first token."""
    best = ("", i)
    for first in range(max(0, i - 2), i + 1):
        text, last = "", first
        while last < len(cursor.texts) - 1 and last - first < 3 and (not text or cursor.end_of(last - 1) == cursor.starts[last]):
            text += cursor.texts[last]
            if text in _OPERATORS and first <= i <= last and len(text) > len(best[0]):
                best = (text, first)
            last += 1
    return best


def _operator_error(cursor: Cursor, i: int) -> Unreadable | None:
    text, first = _foreign_operator(cursor, i)
    if not text:
        return None
    nearest, write = _OPERATORS[text]
    return cursor.fail("absent-operator", first, write, found=f"'{text}', which is no operator here", nearest=nearest or None)


def _innermost(frames: list[Frame]) -> Frame | None:
    return frames[-1] if frames else None


def no_operand(cursor: Cursor, i: int, frames: list[Frame]) -> Unreadable:
    """A value was needed and something else came."""
    kind, frame = cursor.kinds[i], _innermost(frames)
    before = cursor.kinds[i - 1] if i else ""
    adjacent = i > 0 and cursor.end_of(i - 1) == cursor.starts[i]
    if before == ">=" and kind in ASSIGNMENTS and adjacent:
        return vector_end(cursor, i - 1, "put a space between > and ==: the two signs before it read as >=")
    if before in (">>", ">=") and frame is not None and frame.kind == VECTOR:
        return vector_end(cursor, i - 1, "put a space between > and >: together they read as a shift")
    foreign = _operator_error(cursor, i)
    if foreign:
        return foreign
    if kind == TYPE:
        cast = cursor.kinds[i + 1] == "(" or before == "("
        note = "a cast is written (type)value" if cast else "declare variables in statements of their own"
        if cursor.texts[i] in _WRITTEN and cursor.kinds[i + 1] == "(":
            note = f"a {cursor.texts[i]} is written {_WRITTEN[cursor.texts[i]]}"
        return cursor.fail("syntax", i, "a value", note=note)
    if kind == "+":
        return cursor.fail("absent-operator", i, "a value", found="'+' in front of a value", note="there is no unary plus: leave it out")
    if kind == "print":
        return cursor.fail("syntax", i + 1, "'(' after print", nearest="llOwnerSay(…)")
    if kind == "{":
        _skip_braces(cursor, i)
        return cursor.fail("syntax", i, "a value", note="lists are written in square brackets: [a, b]")
    if kind == "&":
        return cursor.fail("absent-operator", i, "a value", found="'&' in front of a value", note="there are no pointers")
    if kind == "*" and cursor.kinds[i + 1] == "/" and cursor.end_of(i) == cursor.starts[i + 1]:
        return cursor.fail("syntax", i, "a statement", found="'*/' without '/*' before it", note="comments do not nest")
    if kind == "*":
        return cursor.fail("absent-operator", i, "a value", found="'*' in front of a value", note="there are no pointers")
    if before == "," and kind in (")", "]"):
        return cursor.fail("syntax", i, "a value after the comma", note="leave the last comma out")
    if frame is not None and kind in (")", "]", ",", ";", "}"):
        return cursor.fail("syntax", i, "a value", note=_opened(cursor, frame))
    return cursor.fail("syntax", i, "a value")


def _opened(cursor: Cursor, frame: Frame) -> str:
    sign = {GROUP: "(", CALL: f"{frame.name}(", PRINT: "print(", LIST: "[", VECTOR: "<"}[frame.kind]
    at = cursor.source.position(frame.start)
    return f"inside the {quoted(sign)} at {at.line}:{at.column}"


def no_operator(cursor: Cursor, i: int, frame: Frame) -> Unreadable:
    """An operator, comma or closing bracket was needed inside a bracket and something else came."""
    special = after_value(cursor, i, inside=frame.kind in (CALL, LIST, VECTOR))
    if special:
        return special
    kind = cursor.kinds[i]
    if kind == "," and frame.kind == GROUP:
        return cursor.fail("syntax", i, "')'", note="a list is written [a, b], a vector <x, y, z>")
    if kind == "," and frame.kind == PRINT:
        return cursor.fail("syntax", i, "')'", note="print takes one value: join several with +, (string) in front of what is no string")
    if frame.kind == VECTOR and kind in (")", "]", ";", "}", "{"):
        return cursor.fail("vector-end", i, "'>' to close the vector or rotation", note=_opened(cursor, frame))
    wanted = {GROUP: "')'", CALL: "',' or ')'", PRINT: "')'", LIST: "',' or ']'", VECTOR: "',' or '>'"}[frame.kind]
    return cursor.fail("syntax", i, wanted, note=_opened(cursor, frame))


def after_value(cursor: Cursor, i: int, *, inside: bool = False) -> Unreadable | None:
    """What is specially wrong with a token right after a value, if anything; ``inside`` a bracket whose items take commas."""
    kind, text = cursor.kinds[i], cursor.texts[i]
    previous = cursor.kinds[i - 1] if i else ""
    if _after_backtick(cursor, i):
        _skip_template(cursor, i)
        return cursor.fail("template-string", i, 'a string in double quotes, joined with +: "a" + (string)b', found="text in backticks")
    if kind == STRING and cursor.texts[i - 1] in ("f", "F") and cursor.end_of(i - 1) == cursor.starts[i]:
        return cursor.fail(
            "template-string", i - 1, 'a string joined with + and casts: "a" + (string)b', found="a string with f in front",
            note="names in braces are not filled in",
        )  # fmt: skip
    if kind == "[":
        return cursor.fail(
            "indexing", i, "llList2String(list, index) or its kin for the type wanted, llGetSubString(text, from, to) for characters",
            found="'[' after a value", note="there is no indexing with square brackets",
        )  # fmt: skip
    if kind == ".":
        what = "a literal" if previous in (INTEGER, FLOAT, STRING) else "the value of an expression"
        note = "there are no methods: call a function with the value as its argument" if cursor.kinds[i + 2] == "(" else (
            "store the value in a variable first")  # fmt: skip
        return cursor.fail("member", i, "an operator", found=f"a member of {what}", note=note)
    if text in _WORDS and kind == NAME:
        return cursor.fail("absent-operator", i, "an operator made of signs", nearest=_WORDS[text])
    if kind == "(" and previous in (")", STRING, INTEGER, FLOAT, "]"):
        return cursor.fail("syntax", i, "an operator", found="'(' after a value", note="only a name can be called")
    foreign = _operator_error(cursor, i)
    if foreign:
        return foreign
    if kind in ASSIGNMENTS:
        return not_assignable(cursor, i)
    if kind in ("!", "~"):
        return cursor.fail("syntax", i, "an operator between two values", found=f"'{kind}' after a value")
    if kind in _VALUES and (inside or not cursor.starts_line(i)):
        joined = "'+' between the two" if kind == STRING or previous == STRING else "an operator between the two"
        expected = "',' or an operator between the two" if inside else joined
        return cursor.fail("adjacent-values", i, expected, found=f"{cursor.describe(i)} right after a value")
    return None


def _after_backtick(cursor: Cursor, i: int) -> bool:
    text, at = cursor.source.text, cursor.starts[i]
    return "`" in text[text.rfind("\n", 0, at) + 1 : at]


def _skip_template(cursor: Cursor, i: int) -> None:
    """Moves on to after the closing backtick: what is between the two reads as code, and its braces would be taken for blocks."""
    closing = cursor.source.text.find("`", cursor.starts[i])
    cursor.index = i
    while cursor.starts[cursor.index] < closing:
        cursor.index += 1


def _skip_braces(cursor: Cursor, i: int) -> None:
    """Moves on to after the brace that closes one used for a value, so that it is not taken for the end of a block."""
    depth = 0
    for index in range(i, len(cursor.kinds)):
        kind = cursor.kinds[index]
        depth += (kind == "{") - (kind == "}")
        if depth == 0:
            cursor.index = index + 1
            return
        if kind == ";":
            return


def cast_operand(cursor: Cursor, i: int, to: str) -> Unreadable:
    """A cast in front of something it cannot stand before."""
    if cursor.kinds[i] in ASSIGNMENTS:
        found, write = "a cast of an assignment", f"({to})(a = b)"
    elif cursor.kinds[i] == "(":
        found, write = "a cast right after a cast", f"({to})(({cursor.texts[i + 1]})value)"
    elif cannot_start(cursor.kinds[i]):
        return cursor.fail("syntax", i, f"a value to cast to {to}")
    else:
        found, write = f"a cast in front of {cursor.describe(i)}", f"({to})({cursor.texts[i]}value)"
    return cursor.fail(
        "cast-operand", i, "a variable, literal, call or parentheses after a cast", found=found, note=f"use parentheses: {write}"
    )


def not_assignable(cursor: Cursor, i: int) -> Unreadable:
    """An assignment to something other than a variable or component."""
    note = "to compare, write ==" if cursor.texts[i] == "=" else "only variables and their components x, y, z, s can be assigned"
    return cursor.fail("assignment-target", i, "a variable on its left side", found=f"'{cursor.texts[i]}' after a value", note=note)


def member(cursor: Cursor, i: int, name: str) -> Unreadable:
    """A point after a name that is not followed by a component."""
    if cursor.kinds[i + 1] == NAME:
        method = f"{name}.{cursor.texts[i + 1]}"
        nearest = _METHODS.get(method) or _METHODS.get("." + cursor.texts[i + 1])
        return cursor.fail(
            "member", i, "a function called with the value as its argument", found=f"the method call {quoted(method + '(')}",
            nearest=nearest, note="there are no methods or namespaces",
        )  # fmt: skip
    return cursor.fail("syntax", i + 1, "a component after the point: x, y, z or s")


_METHODS = {
    "console.log": "llOwnerSay",
    ".length": "llStringLength or llGetListLength",
    ".size": "llGetListLength",
    ".push": "list += [value]",
    ".append": "list += [value]",
    ".add": "list += [value]",
    ".substring": "llGetSubString",
    ".substr": "llGetSubString",
    ".slice": "llGetSubString or llList2List",
    ".split": "llParseString2List",
    ".join": "llDumpList2String",
    ".indexOf": "llSubStringIndex or llListFindList",
    ".find": "llSubStringIndex",
    ".replace": "llReplaceSubString",
    ".toLowerCase": "llToLower",
    ".toUpperCase": "llToUpper",
    ".lower": "llToLower",
    ".upper": "llToUpper",
    ".trim": "llStringTrim",
    ".toString": "(string)value",
    ".charAt": "llGetSubString",
    ".sort": "llListSort",
    "Math.random": "llFrand",
    "Math.floor": "llFloor",
    "Math.round": "llRound",
    "Math.ceil": "llCeil",
    "Math.abs": "llFabs",
    "Math.sqrt": "llSqrt",
    "Math.pow": "llPow",
    "Math.sin": "llSin",
    "Math.cos": "llCos",
    "Math.PI": "PI",
    "JSON.parse": "llJsonGetValue",
    "JSON.stringify": "llList2Json",
}


def vector_size(cursor: Cursor, i: int, size: int, frame: Frame) -> Unreadable:
    """A vector or rotation with the wrong number of components."""
    found = "more than four components" if size > 4 else f"a vector with {size} component{'s' if size > 1 else ''}"
    return cursor.fail("vector-size", i, "three components for a vector, four for a rotation", found=found, note=_opened(cursor, frame))


def vector_end(cursor: Cursor, i: int, note: str) -> Unreadable:
    """A > (or >>, >=) that was meant to close a vector and reads otherwise."""
    return cursor.fail(
        "vector-end", i, "a '>' that closes the vector", found=f"'{cursor.texts[i]}' followed by {cursor.describe(i + 1)}", note=note
    )
