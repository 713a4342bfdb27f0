"""One set-up at a time: an advisory lock on a file, which the kernel drops when its holders are gone."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

from setup.console import note

_held: list[int] = []


def held() -> tuple[int, ...]:
    """Descriptors of the locks held now.

    Child processes inherit them: when the set-up is killed, its lock lasts until the programs it started have ended,
    so that the next one never works beside an orphan.
    """
    return tuple(_held)


@contextlib.contextmanager
def exclusive(path: Path, what: str) -> Iterator[None]:
    """Hold the lock file `path`; while another process holds it, say so and wait. `what` names what is locked."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            note(f"another set-up is working on {what}; waiting for it …")
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        _held.append(descriptor)
        try:
            yield
        finally:
            _held.remove(descriptor)
    finally:
        os.close(descriptor)
