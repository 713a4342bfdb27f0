"""Names that scripts may not declare."""

from __future__ import annotations

import re

from ..diagnostics import Report, quoted
from ..source import Source
from ..table import CONSTANTS, EVENTS, FUNCTIONS
from ..tree import Declaration, Function, GlobalVariable, Label, Parameter, State

_WORD = re.compile(r"\w+")


def name_offset(source: Source, node: Declaration | Parameter | GlobalVariable | Function | State | Label) -> int:
    """The offset of the name inside a declaration: after its type, or after the word state or the sign @."""
    first = _WORD.search(source.text, node.start, max(node.end, node.start))
    if first is None:
        return node.start
    if first[0] == node.name:
        return first.start()
    at = source.text.find(node.name, first.end(), max(node.end, node.start))
    return at if at >= 0 else node.start


def check_name(
    report: Report, source: Source, node: Declaration | Parameter | GlobalVariable | Function | State | Label, what: str
) -> bool:
    """Reports a declaration of a name the language keeps; True when the name is free."""
    name = node.name
    if name in CONSTANTS:
        kept = "a constant of the language"
    elif name in EVENTS:
        kept = "an event of the language"
    elif name in FUNCTIONS and isinstance(node, Function | GlobalVariable | State):
        kept = "a function of the language"
    else:
        return True
    at = name_offset(source, node)
    report.add("reserved-name", at, at + len(name), f"the {what} {quoted(name)}, {kept}", "another name", note=f"such as my_{name}")
    return False
