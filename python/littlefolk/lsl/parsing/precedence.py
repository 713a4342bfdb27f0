"""How tightly operators bind. All join from left to right, except assignments.

Unary minus binds like the binary one: ``-a * b`` is ``-(a * b)``, ``-a + b`` is ``(-a) + b``. A minus before a number is part of it.
"""

from __future__ import annotations

ASSIGNMENT = 0
LOGICAL = 1  # && and || share a level
RELATION = 6
SUM = 8
UNARY = 10

BINARY: dict[str, int] = {
    "&&": LOGICAL,
    "||": LOGICAL,
    "|": 2,
    "^": 3,
    "&": 4,
    "==": 5,
    "!=": 5,
    "<": RELATION,
    ">": RELATION,
    "<=": RELATION,
    ">=": RELATION,
    "<<": 7,
    ">>": 7,
    "+": SUM,
    "-": SUM,
    "*": 9,
    "/": 9,
    "%": 9,
}

PREFIX: dict[str, int] = {"-": SUM, "!": UNARY, "~": UNARY}

ASSIGNMENTS = frozenset(("=", "+=", "-=", "*=", "/=", "%="))
