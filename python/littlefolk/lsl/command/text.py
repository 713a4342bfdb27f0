"""Results for people: each finding with its line, the place marked."""

from __future__ import annotations

import unicodedata

from ..diagnostics import Diagnostic
from ..gate import Refusal
from ..source import Source
from .reading import Result

_LONGEST = 120  # columns of a source line that are shown
_COLOURS = {"error": "\x1b[1;31m", "refused": "\x1b[1;35m", "warning": "\x1b[1;33m", "mark": "\x1b[32m", "off": "\x1b[0m"}


def render(result: Result, *, colour: bool) -> str:
    """All findings of a file, diagnostics before refusals; empty when there are none."""
    findings: list[Diagnostic | Refusal] = [*result.diagnostics, *result.refusals]
    return "".join(_finding(result, finding, colour) for finding in findings)


def summary(files: int, errors: int, warnings: int, refusals: int, gated: bool) -> str:
    """One line that says how it went."""
    found = [_count(errors, "error"), _count(warnings, "warning")] if errors or warnings else []
    if refusals:
        found.append(_count(refusals, "refusal"))
    passed = "no findings" + (", the gate lets it pass" if gated and files == 1 else ", the gate lets all pass" if gated else "")
    return f"{_count(files, 'file')}: {', '.join(found) or passed}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def safe(text: str) -> str:
    """Text that cannot steer a terminal: control and direction characters become visible stand-ins."""
    return "".join(c if c == "\t" or (c.isprintable() and unicodedata.bidirectional(c) not in _TURNING) else "\ufffd" for c in text)


_TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))


def _finding(result: Result, finding: Diagnostic | Refusal, colour: bool) -> str:
    word = finding.severity if isinstance(finding, Diagnostic) else "refused"
    code = finding.kind if isinstance(finding, Diagnostic) else finding.category
    on, mark, off = (_COLOURS[word], _COLOURS["mark"], _COLOURS["off"]) if colour else ("", "", "")
    head = f"{safe(result.name)}:{finding.line}:{finding.column}: {on}{word}{off}: {safe(finding.message)} [{code}]\n"
    shown = _line(result.source, finding)
    if shown is None:
        return head
    line, marks = shown
    gutter = f"{finding.line:5} | "
    return f"{head}{gutter}{line}\n{' ' * (len(gutter) - 2)}| {mark}{marks}{off}\n"


def _line(source: Source, finding: Diagnostic | Refusal) -> tuple[str, str] | None:
    """The source line, cut to what surrounds the place, and the marks below it."""
    line = source.line(finding.line)
    if not line.strip():
        return None
    start = finding.column - 1
    end = finding.end_column - 1 if finding.end_line == finding.line else len(line)
    first = max(0, start - _LONGEST // 2) if len(line) > _LONGEST else 0
    cut = line[first : first + _LONGEST]
    before = "…" if first else ""
    after = "…" if first + _LONGEST < len(line) else ""
    space = "".join("\t" if c == "\t" else " " * _cells(c) for c in before + line[first:start])
    marked = "^" * max(1, sum(_cells(c) for c in line[start : min(end, first + _LONGEST)]))
    return safe(before + cut + after), space + marked


def _cells(character: str) -> int:
    """Columns a character takes on a terminal."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
