"""Ending everything a program has started, also what left its process group (Linux)."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
GRACE = 5.0


@contextlib.contextmanager
def none_left_behind() -> Iterator[None]:
    """Kill whatever was started within and still runs at the end, for at most GRACE seconds.

    Within, descendants whose parents end become children of this process instead of init's, so that they can be found.
    """
    before = _children()
    _adopt_orphans(True)
    try:
        yield
    finally:
        end = time.monotonic() + GRACE
        while (left := _children() - before) and time.monotonic() < end:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
            time.sleep(0.01)
        _adopt_orphans(False)


def _adopt_orphans(on: bool) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(on), 0, 0, 0)


def _children() -> set[int]:
    """Process ids of this process's children, zombies included."""
    return {int(word) for path in Path("/proc/self/task").glob("*/children") for word in path.read_text().split()}
