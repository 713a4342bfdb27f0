"""A reader of the Linden Scripting Language: parser, checks, gate and printer, in plain Python.

>>> from littlefolk.lsl import parse, check, gate, print_tree
>>> script = parse('default { state_entry() { llSay(0, "Hello"); } }')
>>> check(script), gate(script)
([], [])

`parse` gives the immutable syntax tree of a text (see `littlefolk.lsl.tree` for its nodes, `walk` and `Visitor` to go through it);
`check` lists everything that keeps the script from compiling, worded so that it can be repaired from the message alone; `gate` lists
why a script must not be handed to others; `print_tree` turns a tree back into text. Nothing here raises for what a script says, and
every bound on size, depth and time is in `Caps`. The package imports nothing else of its project.
"""

from .caps import Caps
from .check import check
from .diagnostics import KINDS, Diagnostic
from .gate import CATEGORIES, Refusal, gate
from .parsing import parse
from .printing import print_tree
from .source import Position, Source
from .tree import Node, Script, Visitor, walk

__all__ = [
    "CATEGORIES",
    "KINDS",
    "Caps",
    "Diagnostic",
    "Node",
    "Position",
    "Refusal",
    "Script",
    "Source",
    "Visitor",
    "check",
    "gate",
    "parse",
    "print_tree",
    "walk",
]
