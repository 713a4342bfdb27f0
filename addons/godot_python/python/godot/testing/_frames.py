"""Tests and frames taking turns: one greenlet runs the tests, the engine's frame callback resumes it."""

from __future__ import annotations

from collections.abc import Callable

import _godot
import greenlet

_running: Runner | None = None


class Runner:
    """Runs `work` in a greenlet, one slice a frame, and hands its result to `finish`."""

    def __init__(self, work: Callable[[], int], finish: Callable[[int], None]) -> None:
        self.work, self.finish = work, finish
        self.code: int | None = None
        self.closing = False
        self.engine: greenlet.greenlet | None = None
        self.tests: greenlet.greenlet | None = None

    def frame(self) -> None:
        global _running
        if self.code is not None:
            return
        _running = self
        self.engine = greenlet.getcurrent()
        if self.tests is None:
            self.tests = greenlet.greenlet(self._run, parent=self.engine)
        self.tests.parent = self.engine
        self.tests.switch()
        if self.tests.dead:
            self.finish(self.code or 0)

    def shutdown(self) -> None:
        """The engine quits before the tests are done: they are interrupted, and the run fails."""
        if self.tests is None or self.tests.dead:
            return
        self.closing = True
        self.engine = greenlet.getcurrent()
        self.tests.parent = self.engine
        self.tests.throw(KeyboardInterrupt("Godot quit before the tests were done"))
        self.finish(self.code or 3)

    def one_frame(self) -> None:
        if greenlet.getcurrent() is not self.tests or _godot.callback_depth() > 1:
            raise RuntimeError("wait_frames() works only in the test itself, not in a signal, callback or virtual method")
        if self.closing:
            raise KeyboardInterrupt("there are no more frames: Godot is quitting")
        assert self.engine is not None
        self.engine.switch()

    def _run(self) -> None:
        self.code = self.work()


def closing() -> bool:
    """True when Godot quits before the tests are done: there will be no more frames."""
    return _running is not None and _running.closing


def wait_frames(count: int = 1) -> None:
    """Lets the engine run `count` frames. Only in a test or fixture that runs inside the engine."""
    if _running is None:
        raise RuntimeError("wait_frames() needs pytest to run inside Godot: godot --headless --path . -- --pytest tests/engine")
    for _ in range(count):
        _running.one_frame()
