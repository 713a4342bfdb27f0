"""Threads for what blocks: one more than is at work, so that handing work over never waits for a thread to start."""

import logging
import queue
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)
Job = Callable[[], object]
IDLE = 4  # threads that may wait for work at the same time


class Workers:
    """Runs jobs, each on a thread of its own while it lasts. `submit` only puts the job down, so that a frame may call it.

    Threads are daemons: one that never comes back does not keep the process.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads: set[threading.Thread] = set()
        self._idle = self._count = 0
        self._closed = False
        self._grow()

    def submit(self, job: Job) -> None:
        """Have a thread run a job. After `close` nothing runs any more."""
        self._jobs.put(job)

    def close(self) -> None:
        """End the threads once each has finished what it is at. Does not wait."""
        with self._lock:
            self._closed = True
            count = len(self._threads)
        for _ in range(count):
            self._jobs.put(None)

    def join(self, seconds: float) -> tuple[str, ...]:
        """Wait for the threads to end, so long at most; the names of those that did not."""
        end = time.monotonic() + seconds
        with self._lock:
            threads = tuple(self._threads)
        for thread in threads:
            thread.join(max(0.0, end - time.monotonic()))
        return tuple(thread.name for thread in threads if thread.is_alive())

    def _grow(self) -> None:
        with self._lock:
            if self._closed:
                return
            self._count += 1
            self._idle += 1
            thread = threading.Thread(target=self._work, name=f"{self._name} {self._count}", daemon=True)
            self._threads.add(thread)
            thread.start()  # under the lock: `join` must not meet one that has not begun

    def _work(self) -> None:
        try:
            while True:
                job = self._jobs.get()
                if job is None or self._closed:
                    return
                with self._lock:
                    self._idle -= 1
                    alone = self._idle == 0
                if alone:  # somebody has to take the next job while this one lasts
                    self._grow()
                try:
                    job()
                except Exception:
                    log.exception("%s: a job broke", self._name)
                with self._lock:
                    if self._idle >= IDLE:
                        return
                    self._idle += 1
        finally:
            with self._lock:
                self._threads.discard(threading.current_thread())
