"""Cancel tokens: how work on any thread learns that nobody wants it any more."""

import threading
from collections.abc import Callable

Listener = Callable[[str], object]


class CancelToken:
    """Cancelled at most once, for a reason. Thread-safe; listeners run on the thread that cancels, outside of the lock.

    A token made by `child` is cancelled with its parent, and may be cancelled alone.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._listeners: dict[int, Listener] = {}
        self._count = 0
        self._leave: Callable[[], None] = lambda: None
        self.reason = ""

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._event.is_set()

    def cancel(self, reason: str) -> bool:
        """Cancel it; False where it was cancelled before."""
        with self._lock:
            if self._event.is_set():
                return False
            self.reason = reason
            self._event.set()
            listeners, self._listeners = list(self._listeners.values()), {}
        for listener in listeners:
            listener(reason)
        return True

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Have `listener` called with the reason once it is cancelled, at once where it is already; gives what ends that."""
        with self._lock:
            self._count += 1
            number = self._count
            if not self._event.is_set():
                self._listeners[number] = listener
                return lambda: self._forget(number)
        listener(self.reason)
        return lambda: None

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether it is cancelled. Never on a thread that must not block."""
        return self._event.wait(seconds)

    def child(self) -> "CancelToken":
        """A token that is cancelled with this one."""
        made = CancelToken()
        made._leave = self.listen(made.cancel)
        return made

    def release(self) -> None:
        """Forget the parent, once what this token stands for has ended."""
        self._leave()

    def _forget(self, number: int) -> None:
        with self._lock:
            self._listeners.pop(number, None)
