"""Closing spans frames: refuse, cancel, wait for threads, save. Every step is tried, in order, exactly once."""

import logging
import threading
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)
Step = tuple[str, Callable[[], object]]


class Closing:
    """Runs named release steps on a thread of its own, so that frames go on; `problems` tells which of them failed."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.problems: list[str] = []
        self.doing = ""
        self._steps = tuple(steps)
        self._thread = threading.Thread(target=self._run, name="closing", daemon=True)
        self._thread.start()

    @property
    def finished(self) -> bool:
        """Whether every step was tried."""
        return not self._thread.is_alive()

    def _run(self) -> None:
        for name, step in self._steps:
            self.doing = name
            try:
                step()
            except Exception as error:
                log.exception("closing: %s failed", name)
                self.problems.append(f"{name}: {error}")
