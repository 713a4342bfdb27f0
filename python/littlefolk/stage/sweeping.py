"""When Python looks for garbage among everything it knows: behind a veil or a menu, never in the middle of play."""

import gc

YOUNG, MIDDLE, OLD = 700, 5, 200
"""Thresholds of the three generations. A look at all objects takes a quarter of a second in a large world; in play it comes
only after some 700,000 objects that stayed, as a last resort."""
PAUSE = 60.0
"""Seconds of world time between two looks while menus are opened."""


class Sweeping:
    """Looks at everything at moments in which nobody notices. Most garbage goes at once, without it."""

    def __init__(self) -> None:
        gc.set_threshold(YOUNG, MIDDLE, OLD)
        self._swept = float("-inf")

    def calm(self, seconds: float) -> None:
        """Something lies over the game at this world time: look at everything, unless that was done a moment ago."""
        if not 0.0 <= seconds - self._swept < PAUSE:
            self._swept = seconds
            gc.collect()
