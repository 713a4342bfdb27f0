"""Files to check, read within bounds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..caps import Caps
from ..check import check
from ..diagnostics import Diagnostic, Report
from ..gate import Refusal, gate
from ..parsing import parse
from ..source import Source

STDIN = "-"


@dataclass(frozen=True, slots=True)
class Result:
    """What was found in one file. ``trouble`` says why a file could not be read at all."""

    name: str
    source: Source
    diagnostics: tuple[Diagnostic, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    trouble: str = ""

    @property
    def errors(self) -> int:
        return sum(item.severity == "error" for item in self.diagnostics)

    @property
    def warnings(self) -> int:
        return len(self.diagnostics) - self.errors


def expand(names: Iterable[str]) -> list[str]:
    """The files meant: a directory stands for every ``*.lsl`` file below it, in order."""
    files: list[str] = []
    for name in names:
        path = Path(name)
        if name != STDIN and path.is_dir():
            files.extend(str(found) for found in sorted(path.rglob("*.lsl")) if found.is_file())
        else:
            files.append(name)
    return files


def examine(name: str, caps: Caps, *, gated: bool, warnings: bool) -> Result:
    """Reads and checks one file; ``-`` is standard input. No more is read than the cap allows to check."""
    shown = "<stdin>" if name == STDIN else name
    try:
        if name == STDIN and sys.stdin is None:
            return Result(shown, Source("", shown), trouble="standard input is closed")
        if name == STDIN:
            data = sys.stdin.buffer.read(caps.bytes + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(caps.bytes + 1)
    except OSError as error:
        return Result(shown, Source("", shown), trouble=error.strerror or str(error))
    return examine_bytes(data, shown, caps, gated=gated, warnings=warnings)


def examine_bytes(data: bytes, name: str, caps: Caps, *, gated: bool, warnings: bool) -> Result:
    """Checks the bytes of one script."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if len(data) <= caps.bytes or error.start < len(data) - 4:
            source = Source(data.decode("utf-8", "replace"), name)
            report = Report(source, 1)
            at = len(data[: error.start].decode("utf-8", "replace"))
            byte = f"the byte 0x{data[error.start]:02X}"
            report.add("not-utf8", at, at + 1, byte, "UTF-8 text", note="save the file as UTF-8")
            return Result(name, source, tuple(report.items))
        text = data.decode("utf-8", "replace")  # the cut at the cap fell inside a character
    script = parse(text, name=name, caps=caps)
    diagnostics = tuple(item for item in check(script) if warnings or item.severity == "error")
    return Result(name, script.source, diagnostics, tuple(gate(script)) if gated else ())


def examine_all(names: Iterable[str], caps: Caps, *, gated: bool, warnings: bool) -> Iterator[Result]:
    """Checks files one after another."""
    for name in names:
        yield examine(name, caps, gated=gated, warnings=warnings)
