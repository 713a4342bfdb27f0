"""Time limits that stand still while a person is asked."""

import asyncio


class Pausing:
    """A running `asyncio.timeout` that can be paused, any number of times over. On its event loop only."""

    def __init__(self, limit: asyncio.Timeout) -> None:
        self._limit = limit
        self._pauses = 0
        self._left = 0.0

    def pause(self) -> None:
        """Stop the clock; as many calls of `resume` start it again."""
        self._pauses += 1
        end = self._limit.when()
        if self._pauses == 1 and end is not None and not self._limit.expired():
            self._left = max(0.0, end - asyncio.get_running_loop().time())
            self._limit.reschedule(None)

    def resume(self) -> None:
        """Let the clock run again where it stood."""
        self._pauses -= 1
        if self._pauses == 0 and not self._limit.expired():
            self._limit.reschedule(asyncio.get_running_loop().time() + self._left)
