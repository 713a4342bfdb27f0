"""A progress bar on a terminal, nothing anywhere else."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Iterator
from typing import TextIO

from .reading import Result

_WIDTH = 24
_PAUSE = 0.1  # seconds between two drawings


def with_progress(results: Iterable[Result], total: int, stream: TextIO) -> Iterator[Result]:
    """Passes results on and draws how many of ``total`` are done, when there are several and ``stream`` is a terminal."""
    if total < 2 or not stream.isatty():
        yield from results
        return
    drawn = 0.0
    try:
        for done, result in enumerate(results, 1):
            now = time.monotonic()
            if now - drawn >= _PAUSE or done == total:
                drawn = now
                stream.write("\r" + bar(done, total, result.name, shutil.get_terminal_size().columns))
                stream.flush()
            if result.diagnostics or result.refusals:
                _clear(stream)  # findings are written next, often to the same terminal
            yield result
    finally:
        _clear(stream)


def _clear(stream: TextIO) -> None:
    stream.write("\r" + " " * (shutil.get_terminal_size().columns - 1) + "\r")
    stream.flush()


def bar(done: int, total: int, name: str, columns: int) -> str:
    """One line: a bar, the count and the end of the file's name, padded to the width of the terminal."""
    filled = _WIDTH * done // max(total, 1)
    head = f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done}/{total} "
    room = max(columns - len(head) - 1, 0)
    shown = "".join(c if c.isprintable() else "?" for c in name)
    shown = shown if len(shown) <= room else "…" + shown[len(shown) - room + 1 :] if room > 1 else ""
    return (head + shown.ljust(room))[: max(columns - 1, 0)]
