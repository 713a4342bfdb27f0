"""The gate: why a script must not be handed to people who asked for one.

It judges the syntax tree, never the text: comments, spacing and ways of spelling cannot hide a call. It folds constants through
variables, functions and the library's text functions, so that text built in pieces is judged as a whole. It promises nothing about
what a script does when it runs.
"""

from __future__ import annotations

from ..tree import Script
from .judging import Judge
from .refusal import CATEGORIES, Refusal, Refusals


def gate(script: Script) -> list[Refusal]:
    """Every reason against handing this script to others, in source order; an empty list lets it pass.

    A script with grammar errors is refused as well, since what could not be read could not be judged. Types and names are the
    business of `check`, which belongs before the gate.
    """
    refusals = Refusals(script.source, script.caps.diagnostics)
    Judge(script, refusals).run()
    return sorted(refusals.items, key=lambda refusal: (refusal.line, refusal.column))


__all__ = ["CATEGORIES", "Refusal", "gate"]
