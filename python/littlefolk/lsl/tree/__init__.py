"""The syntax tree of a script.

Every node is immutable, compares and hashes by its type and fields (positions and spellings left out), and knows its place in the
source. Trees can be as deep as a script is long (``a + a + …``, ``else if …``), so everything in this package walks them without
recursion; `walk` and `Visitor` do that for you.
"""

from .base import Node
from .expressions import (
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
from .script import Comment, EventHandler, Function, GlobalVariable, Parameter, Script, State
from .statements import (
    Block,
    Declaration,
    DoWhile,
    Empty,
    Evaluate,
    For,
    If,
    Jump,
    Label,
    Return,
    StateChange,
    Statement,
    While,
)
from .visiting import Visitor, walk

__all__ = [
    "Assign",
    "Binary",
    "Block",
    "Call",
    "Cast",
    "Comment",
    "Declaration",
    "DoWhile",
    "Empty",
    "Evaluate",
    "EventHandler",
    "Expression",
    "FloatLiteral",
    "For",
    "Function",
    "GlobalVariable",
    "If",
    "IntegerLiteral",
    "Jump",
    "Label",
    "ListLiteral",
    "Malformed",
    "Member",
    "Name",
    "Node",
    "Parameter",
    "Print",
    "Return",
    "RotationLiteral",
    "Script",
    "State",
    "StateChange",
    "Statement",
    "Step",
    "StringLiteral",
    "Unary",
    "VectorLiteral",
    "Visitor",
    "While",
    "walk",
]
