"""Tree to text, laid out in the usual way; reading the text gives an equal tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .parsing.precedence import ASSIGNMENT, BINARY, PREFIX, RELATION
from .tree import (
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Declaration,
    DoWhile,
    Empty,
    Evaluate,
    EventHandler,
    FloatLiteral,
    For,
    Function,
    GlobalVariable,
    If,
    IntegerLiteral,
    Jump,
    Label,
    ListLiteral,
    Malformed,
    Member,
    Name,
    Node,
    Print,
    Return,
    RotationLiteral,
    Script,
    State,
    StateChange,
    Step,
    StringLiteral,
    Unary,
    VectorLiteral,
    While,
)

_DEEPEST = 40  # levels that are indented: a tower of ifs must not print as a page of spaces
_ATOM = 12  # binds tighter than any operator
_CASTABLE = (IntegerLiteral, FloatLiteral, StringLiteral, Name, Member, Call, VectorLiteral, RotationLiteral, ListLiteral, Print)
_IN, _OUT, _LINE = object(), object(), object()  # marks: indent, dedent, new line
_WRITTEN = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def print_tree(tree: Node, indent: str = "    ") -> str:
    """The text of a script or of any part of one. ``parse(print_tree(script)) == script`` for every script without errors
    (the text may need a higher cap of bytes than the original, for its indentation).

    A `Malformed` expression has no text: a script that holds one raises ValueError.
    """
    parts: list[str] = []
    level = 0
    pending: list[Any] = [tree]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            parts.append(one)
        elif one is _LINE:
            parts.append("\n" + indent * min(level, _DEEPEST))
        elif one is _IN:
            level += 1
        elif one is _OUT:
            level -= 1
        else:
            pending.extend(reversed(_WRITERS[type(one)](one)))
    return "".join(parts)


def write_string(value: str) -> str:
    """A string as a literal."""
    return f'"{value.translate(_WRITTEN)}"'


def _binds(node: Node) -> int:
    """How tightly an expression holds together as a whole."""
    if isinstance(node, Binary):
        return BINARY[node.operator]
    if isinstance(node, Assign):
        return ASSIGNMENT
    if isinstance(node, Unary):
        return _ATOM if _negated_number(node) else PREFIX[node.operator]
    return _ATOM


def _negated_number(node: Node) -> bool:
    return isinstance(node, Unary) and node.operator == "-" and isinstance(node.operand, IntegerLiteral | FloatLiteral)


def _grouped(node: Node, needed: bool) -> list[Any]:
    return ["(", node, ")"] if needed else [node]


def _right_grouped(node: Binary) -> bool:
    return _binds(node.right) <= BINARY[node.operator] and not isinstance(node.right, Unary)


def _binary(node: Binary) -> list[Any]:
    precedence = BINARY[node.operator]
    left = _grouped(node.left, _binds(node.left) < precedence or _open_right(node.left, precedence))
    return [*left, f" {node.operator} ", *_grouped(node.right, _right_grouped(node))]


def _open_right(node: Node, precedence: int) -> bool:
    """Whether the text of a node ends in a unary operator that would go on to swallow a binary one of this precedence."""
    while True:
        if isinstance(node, Unary) and not _negated_number(node):
            if PREFIX[node.operator] < precedence:
                return True
            node = node.operand
        elif isinstance(node, Binary) and not _right_grouped(node):
            node = node.right
        else:
            return False


def _unary(node: Unary) -> list[Any]:
    operand = node.operand
    if node.operator == "-" and isinstance(operand, IntegerLiteral | FloatLiteral):
        return ["-", operand]
    first = _leftmost(operand)
    number = node.operator == "-" and isinstance(first, IntegerLiteral | FloatLiteral)
    needed = _binds(operand) <= PREFIX[node.operator] and not isinstance(operand, Unary)
    # "--" reads as one token, and a minus before a number takes the number only.
    return [node.operator, *_grouped(operand, needed or number or (node.operator == "-" and _starts_with_minus(operand)))]


def _leftmost(node: Node) -> Node:
    while isinstance(node, Binary):
        node = node.left
    return node


def _starts_with_minus(node: Node) -> bool:
    first = _leftmost(node)
    return (isinstance(first, Unary) and first.operator == "-") or (isinstance(first, Step) and first.prefix and first.operator == "--")


def _assign(node: Assign) -> list[Any]:
    return [node.target, f" {node.operator} ", node.value]


def _cast(node: Cast) -> list[Any]:
    bare = (
        isinstance(node.operand, _CASTABLE) or _negated_number(node.operand) or (isinstance(node.operand, Step) and not node.operand.prefix)
    )
    return [f"({node.type})", *_grouped(node.operand, not bare)]


def _components(node: VectorLiteral | RotationLiteral) -> list[Any]:
    """Components; the last ones must not read on over the closing sign, and signs of vectors side by side must not join."""
    parts: list[Any] = ["<"]
    for index, part in enumerate(node.children()):
        if index:
            parts.append(", ")
        elif isinstance(_leftmost(part), VectorLiteral | RotationLiteral):
            parts.append(" ")
        parts.extend(_grouped(part, index >= 2 and _binds(part) <= RELATION))
    return [*parts, " >" if isinstance(_rightmost(part), VectorLiteral | RotationLiteral) else ">"]


def _rightmost(node: Node) -> Node:
    while True:
        if isinstance(node, Binary):
            node = node.right
        elif isinstance(node, Unary | Cast):
            node = node.operand
        else:
            return node


def _separated(items: tuple[Node, ...]) -> list[Any]:
    parts: list[Any] = []
    for item in items:
        if parts:
            parts.append(", ")
        parts.append(item)
    return parts


def _float(node: FloatLiteral) -> list[Any]:
    if node.spelling:
        return [node.spelling]
    if node.value != node.value or node.value in (float("inf"), float("-inf")) or node.value < 0:
        raise ValueError(f"{node.value} has no literal: negate a positive one, or compute it")
    return [repr(node.value)]


def _integer(node: IntegerLiteral) -> list[Any]:
    if node.value < 0:
        raise ValueError(f"{node.value} has no literal: use Unary('-', …)")
    return [node.spelling or str(node.value)]


def _malformed(node: Malformed) -> list[Any]:
    raise ValueError("this tree holds a part that could not be read; mend the script first")


# Statements


def _block(node: Block) -> list[Any]:
    if not node.statements:
        return ["{", _LINE, "}"]
    parts: list[Any] = ["{", _IN]
    for statement in node.statements:
        parts.extend((_LINE, statement))
    return [*parts, _OUT, _LINE, "}"]


def _bodied(head: list[Any], body: Node) -> list[Any]:
    if isinstance(body, Block):
        return [*head, _LINE, body]
    return [*head, _IN, _LINE, body, _OUT]


def _if(node: If) -> list[Any]:
    if node.otherwise is not None and _ends_in_open_if(node.then):
        raise ValueError("an if without else as the body of an if with one needs a block around it")
    parts = _bodied(["if (", node.condition, ")"], node.then)
    if node.otherwise is None:
        return parts
    if isinstance(node.otherwise, If):
        return [*parts, _LINE, "else ", node.otherwise]
    return [*parts, _LINE, *_bodied(["else"], node.otherwise)]


def _ends_in_open_if(node: Node) -> bool:
    """Whether an else after the statement would belong to an if inside it."""
    while True:
        if isinstance(node, If):
            if node.otherwise is None:
                return True
            node = node.otherwise
        elif isinstance(node, While | For):
            node = node.body
        else:
            return False


def _for(node: For) -> list[Any]:
    head = ["for (", *_separated(node.initial), "; ", node.condition, "; ", *_separated(node.step), ")"]
    return _bodied(head, node.body)


def _do(node: DoWhile) -> list[Any]:
    return [*_bodied(["do"], node.body), _LINE, "while (", node.condition, ");"]


def _value(head: str, node: Declaration | GlobalVariable | Return) -> list[Any]:
    joint = " " if isinstance(node, Return) else " = "
    return [head, ";"] if node.value is None else [head, joint, node.value, ";"]


def _headed(node: Function | EventHandler) -> list[Any]:
    returns = f"{node.returns} " if isinstance(node, Function) and node.returns != "void" else ""
    parameters = ", ".join(f"{p.type} {p.name}" for p in node.parameters)
    return [f"{returns}{node.name}({parameters})", _LINE, node.body]


def _state(node: State) -> list[Any]:
    parts: list[Any] = ["default" if node.name == "default" else f"state {node.name}", _LINE, "{", _IN]
    for index, handler in enumerate(node.handlers):
        if index:
            parts.append("\n")
        parts.extend((_LINE, handler))
    return [*parts, _OUT, _LINE, "}"]


def _script(node: Script) -> list[Any]:
    parts: list[Any] = []
    for one in (*node.definitions, *node.states):
        if parts and not isinstance(one, GlobalVariable):
            parts.append(_LINE)
        parts.extend((one, _LINE))
    return parts


_WRITERS: dict[type, Callable[[Any], list[Any]]] = {
    IntegerLiteral: _integer,
    FloatLiteral: _float,
    StringLiteral: lambda node: ["L" * node.wide + write_string(node.value)],
    Name: lambda node: [node.name],
    Member: lambda node: [f"{node.name}.{node.component}"],
    VectorLiteral: _components,
    RotationLiteral: _components,
    ListLiteral: lambda node: ["[", *_separated(node.items), "]"],
    Unary: _unary,
    Step: lambda node: [node.operator, node.target] if node.prefix else [node.target, node.operator],
    Binary: _binary,
    Assign: _assign,
    Cast: _cast,
    Call: lambda node: [f"{node.function}(", *_separated(node.arguments), ")"],
    Print: lambda node: ["print(", node.operand, ")"],
    Malformed: _malformed,
    Block: _block,
    Empty: lambda node: [";"],
    Evaluate: lambda node: [node.expression, ";"],
    Declaration: lambda node: _value(f"{node.type} {node.name}", node),
    GlobalVariable: lambda node: _value(f"{node.type} {node.name}", node),
    Return: lambda node: _value("return", node),
    If: _if,
    While: lambda node: _bodied(["while (", node.condition, ")"], node.body),
    For: _for,
    DoWhile: _do,
    Jump: lambda node: [f"jump {node.label};"],
    Label: lambda node: [f"@{node.name};"],
    StateChange: lambda node: [f"state {node.state};"],
    Function: _headed,
    EventHandler: _headed,
    State: _state,
    Script: _script,
}
