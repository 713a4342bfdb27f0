"""Threads that do work off the frame."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Task:
    """Something to compute: `run` in any thread, `then` with the outcome in the thread that collects."""

    run: Callable[[], Any]
    then: Callable[[Any, BaseException | None], None]


@dataclass(frozen=True, slots=True)
class Done:
    """A task that has run: its value, or what it raised."""

    task: Task
    value: Any
    error: BaseException | None


class Pool(Protocol):
    """What streaming needs of its workers."""

    def submit(self, task: Task, *, urgent: bool = False) -> None:
        """Take a task; urgent ones go before all others."""

    def collect(self, limit: int) -> list[Done]:
        """At most so many finished tasks, at once and without waiting."""

    def close(self, timeout: float) -> bool:
        """Drop what has not begun and end the threads; False when one did not end in time."""


def run(task: Task) -> Done:
    """Run a task here and now."""
    try:
        return Done(task, task.run(), None)
    except Exception as error:
        return Done(task, None, error)


class Workers:
    """A pool of threads. Neither submitting nor collecting ever waits for a thread."""

    def __init__(self, count: int, name: str = "worker") -> None:
        if count < 1:
            raise ValueError(f"a pool needs at least one thread, got {count}")
        self._waiting: deque[Task] = deque()
        self._urgent: deque[Task] = deque()
        # One token a task wakes one thread; with bare deques beside it there is no lock that the frame could wait for.
        self._tokens: SimpleQueue[bool] = SimpleQueue()
        self._done: SimpleQueue[Done] = SimpleQueue()
        self._closing = False
        self._threads = [threading.Thread(target=self._work, name=f"{name} {number}", daemon=True) for number in range(1, count + 1)]
        for thread in self._threads:
            thread.start()

    def submit(self, task: Task, *, urgent: bool = False) -> None:
        (self._urgent if urgent else self._waiting).append(task)
        self._tokens.put(True)

    def collect(self, limit: int) -> list[Done]:
        found: list[Done] = []
        try:
            while len(found) < limit:
                found.append(self._done.get_nowait())
        except Empty:
            pass
        return found

    def close(self, timeout: float = 10.0) -> bool:
        self._closing = True
        for _ in self._threads:
            self._tokens.put(False)
        for thread in self._threads:
            thread.join(timeout)
        return not any(thread.is_alive() for thread in self._threads)

    def _work(self) -> None:
        while self._tokens.get() and not self._closing:
            try:
                task = self._urgent.popleft()
            except IndexError:
                task = self._waiting.popleft()
            self._done.put(run(task))
