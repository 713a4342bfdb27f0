"""Python's output through Godot's, line by line, so that it reaches the editor's panel and the log file."""

from __future__ import annotations

import io
import os
import sys
import threading
from typing import Any

import _godot


class GodotStream(io.TextIOBase):
    """A text stream that hands whole lines to one of Godot's print functions."""

    def __init__(self, function: str, descriptor: int) -> None:
        super().__init__()
        self._print = _godot.utility_function(function)
        self._descriptor = descriptor
        self._pending: list[str] = []
        self._lock = threading.RLock()

    encoding = "utf-8"
    errors = "replace"

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        with self._lock:
            if "\n" not in text:
                self._pending.append(text)
                return len(text)
            whole, rest = ("".join(self._pending) + text).rsplit("\n", 1)
            self._pending = [rest] if rest else []
            self._emit(whole)
        return len(text)

    def flush(self) -> None:
        """Nothing: Godot prints whole lines. What is pending is let out by `drain()`."""

    def drain(self) -> None:
        """Prints an unfinished line: before an error, so that the order is right, and at the end."""
        with self._lock:
            if self._pending:
                text = "".join(self._pending)
                self._pending = []
                self._emit(text)

    def _emit(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        try:
            self._print(data.decode("utf-8").replace("\0", "\N{SYMBOL FOR NULL}"))
        except RuntimeError:
            # A thread outlives the engine.
            os.write(self._descriptor, data + b"\n")


def drain() -> None:
    """Lets out unfinished lines of sys.stdout and sys.stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, GodotStream):
            stream.drain()


def redirect() -> None:
    """Replaces sys.stdout and sys.stderr."""
    streams: dict[str, Any] = {"stdout": GodotStream("print", 1), "stderr": GodotStream("printerr", 2)}
    for name, stream in streams.items():
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
