"""What evaluated code writes: kept apart from what the program itself writes, and bounded."""

import contextlib
import io
import sys
import threading
from collections.abc import Iterator
from typing import Any, TextIO

KEPT = 1_000_000  # characters of one stream; more is left out in the middle


class Output:
    """A text that is written to by one thread and read by others: its beginning and its end, up to KEPT characters in all."""

    def __init__(self, keep: int = KEPT) -> None:
        self._half = keep // 2
        self._lock = threading.Lock()
        self._head: list[str] = []
        self._tail = ""
        self._room = self._half
        self._left_out = 0

    def write(self, text: str) -> int:
        """Add some text."""
        with self._lock:
            head = text[: self._room]
            if head:
                self._head.append(head)
                self._room -= len(head)
            rest = text[len(head) :]
            if rest:
                self._tail += rest
                over = len(self._tail) - self._half
                if over > self._half:  # cut in large steps: each cut copies the tail
                    self._left_out += over
                    self._tail = self._tail[over:]
        return len(text)

    @property
    def text(self) -> str:
        """What was written; what was left out is told in its place."""
        with self._lock:
            tail = self._tail[-self._half :] if self._tail else ""
            gone = self._left_out + len(self._tail) - len(tail)
            return "".join(self._head) + (f"\n… {gone:,} characters left out …\n" if gone else "") + tail


class _Routed(io.TextIOBase):
    """Stands in for `sys.stdout` or `sys.stderr`: what routed threads write goes to their own outputs."""

    def __init__(self, ordinary: TextIO | None) -> None:
        self.ordinary = ordinary
        self.routes: dict[int, Output] = {}

    def write(self, text: str) -> int:
        target: Any = self.routes.get(threading.get_ident(), self.ordinary)
        return len(text) if target is None else target.write(text)

    def flush(self) -> None:
        if self.ordinary is not None and threading.get_ident() not in self.routes:
            self.ordinary.flush()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        if self.ordinary is None or threading.get_ident() in self.routes:
            raise io.UnsupportedOperation("fileno")
        return self.ordinary.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(self.ordinary, "encoding", None) or "utf-8"


_lock = threading.Lock()
_standing: list[_Routed] = []
_users = 0


@contextlib.contextmanager
def routed(out: Output, err: Output) -> Iterator[None]:
    """While this lasts, what the calling thread prints goes to these; the streams of the process are as before once nobody uses it."""
    global _users
    here = threading.get_ident()
    with _lock:
        if _users == 0:
            _standing[:] = [_Routed(sys.stdout), _Routed(sys.stderr)]
            sys.stdout, sys.stderr = _standing
        _users += 1
        streams = tuple(_standing)
        for stream, output in zip(streams, (out, err), strict=True):
            stream.routes[here] = output
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            for stream in streams:
                stream.routes.pop(here, None)
            if _users == 0:
                if sys.stdout is streams[0]:
                    sys.stdout = streams[0].ordinary
                if sys.stderr is streams[1]:
                    sys.stderr = streams[1].ordinary
