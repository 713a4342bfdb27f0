"""Bounds on the work a script may cause."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caps:
    """Every bound of the package. A script past one of them gets one diagnostic that says so, and is read no further.

    ``bytes`` is counted in UTF-8. ``nesting`` counts open brackets, blocks and unary operators together. ``folds`` bounds the steps
    of constant folding in the gate; ``seconds`` (none by default) bounds the time of each of parsing, checking and gating, measured
    with ``clock``.
    """

    bytes: int = 65_536
    nesting: int = 200
    tokens: int = 60_000
    nodes: int = 60_000
    diagnostics: int = 100
    folds: int = 200_000
    seconds: float | None = None
    clock: Callable[[], float] = time.monotonic


DEFAULT_CAPS = Caps()


class OutOfTime(Exception):
    """Raised inside the package when the time of a script is used up; it never leaves the package."""


class Deadline:
    """Cooperative time bound: loops call ``check`` once a statement, declaration or fold."""

    __slots__ = ("_clock", "_end", "check")

    def __init__(self, caps: Caps) -> None:
        self._clock = caps.clock
        if caps.seconds is None:
            self._end = 0.0
            self.check: Callable[[], None] = _unbounded
        else:
            self._end = caps.clock() + caps.seconds
            self.check = self._measure

    def _measure(self) -> None:
        if self._clock() > self._end:
            raise OutOfTime


def _unbounded() -> None:
    return None
