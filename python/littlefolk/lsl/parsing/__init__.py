"""Text to tree."""

from __future__ import annotations

from ..caps import DEFAULT_CAPS, Caps, Deadline, OutOfTime
from ..diagnostics import Report
from ..lexer import Tokens, lex
from ..source import Source
from ..tree import Script
from .cursor import GiveUp
from .declarations import ScriptParser


def parse(source: str, *, name: str = "<script>", caps: Caps = DEFAULT_CAPS) -> Script:
    """The tree of a script. Never raises for what the script says: errors are in ``diagnostics``, the tree holds what could be read.

    ``name`` is shown in reports. Work is bounded by ``caps`` whatever the text.
    """
    origin = Source(source, name)
    report = Report(origin, caps.diagnostics)
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > caps.bytes:
        report.add("cap", 0, 0, f"a script of {size} bytes", f"at most {caps.bytes} bytes", note="split the script")
        return Script((), (), source=origin, diagnostics=tuple(report.items), caps=caps, end=len(source))
    deadline = Deadline(caps)
    tokens = Tokens()
    definitions: tuple = ()
    states: tuple = ()
    doubtful: frozenset[str] = frozenset()
    try:
        tokens = lex(origin, caps, report)
        if not report.full and not any(item.kind == "cap" for item in report.items):
            parser = ScriptParser(origin, tokens, caps, report, deadline)
            try:
                definitions, states = parser.script()
            finally:
                doubtful = frozenset(parser.doubtful)
    except GiveUp:
        pass
    except OutOfTime:
        report.add("cap", 0, 0, f"a script that takes more than {caps.seconds} s to read", "a script that takes less", note="split it")
    return Script(
        definitions,
        states,
        source=origin,
        diagnostics=tuple(sorted(report.items, key=lambda item: (item.line, item.column))),
        comments=tuple(tokens.comments),
        doubtful=doubtful,
        caps=caps,
        start=0,
        end=len(source),
    )


__all__ = ["parse"]
