"""Purring: when the next breath of who purrs is heard."""

from dataclasses import dataclass


@dataclass(slots=True)
class Purring:
    """The breaths of one cat, each `breath` seconds long; none is cut off and none lies over another."""

    breath: float
    _count: int = 0
    _next: float = -1.0

    def advance(self, purrs: bool, now: float) -> int | None:
        """The number of the breath that begins at world time `now` (seconds), out and in by turns; None for none."""
        if not purrs or now < self._next:
            return None
        self._next, self._count = now + self.breath, self._count + 1
        return self._count
