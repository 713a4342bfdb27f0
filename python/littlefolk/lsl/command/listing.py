"""The classification, the kinds of diagnostics and the categories of refusals as Markdown tables."""

from __future__ import annotations

from ..diagnostics import KINDS
from ..gate import CATEGORIES
from ..table import CLASSIFICATION, HARMLESS


def classes() -> str:
    """Every class of functions with its members, the harmless last."""
    members: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for function, one in sorted(CLASSIFICATION.items()):
        members.setdefault(one.name, []).append(function)
        reasons[one.name] = one.reason
    order = sorted(members, key=lambda name: (name == HARMLESS, name))
    rows = [f"| {name} | {reasons[name]} | {', '.join(f'`{f}`' for f in members[name])} |\n" for name in order]
    return "| class | its functions | members |\n|---|---|---|\n" + "".join(rows)


def kinds() -> str:
    """Every kind of diagnostic with what it stands for."""
    return "| kind | stands for |\n|---|---|\n" + "".join(f"| `{kind}` | {meaning} |\n" for kind, meaning in KINDS.items())


def categories() -> str:
    """Every category of refusal with what it stands for."""
    return "| category | stands for |\n|---|---|\n" + "".join(f"| {name} | {meaning} |\n" for name, meaning in CATEGORIES.items())
