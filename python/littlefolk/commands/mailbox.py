"""The mailbox: calls come in from any thread, the frame alone runs them, futures carry the outcomes back."""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

from littlefolk.present.call import Call
from littlefolk.present.outcome import Cancelled, Denied, Outcome


class Ticket:
    """A submitted call: queued, then claimed by the frame, then terminal. `future` resolves to its outcome.

    `ready_frame` and `done_frame` are the numbers of the frames at which it was submitted and resolved; `sender` and `runner` are
    the identifiers of the threads that submitted it and ran it.
    """

    __slots__ = ("call", "done_frame", "future", "ready_frame", "runner", "sender", "state")

    def __init__(self, call: Call, ready_frame: int) -> None:
        self.call = call
        self.future: Future[Outcome] = Future()
        self.state = "queued"
        self.ready_frame = ready_frame
        self.done_frame: int | None = None
        self.sender = threading.get_ident()
        self.runner: int | None = None


class Mailbox:
    """Any thread submits and cancels; the frame drains within a budget and resolves later in the same frame.

    The lock is a leaf: nothing that could wait is called while it is held.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._queue: deque[Ticket] = deque()
        self._finished: list[tuple[Ticket, Outcome]] = []
        self._closed = ""
        self.frame = 0
        self.settled: deque[Ticket] = deque(maxlen=1000)
        """The latest calls that a frame ran, oldest first."""

    def submit(self, call: Call) -> Ticket:
        """Queue a call. After `close` it is refused at once."""
        with self._lock:
            ticket = Ticket(call, self.frame)
            closed = self._closed
            if not closed:
                self._queue.append(ticket)
        if closed:
            _settle(ticket, Denied(closed))
        return ticket

    def cancel(self, ticket: Ticket, reason: str = "cancelled") -> bool:
        """Take a call back. Wins only before a frame claimed it: a claimed call runs and is recorded as it ended."""
        with self._lock:
            if ticket.state != "queued":
                return False
            ticket.state = "terminal"
            self._queue.remove(ticket)
        _settle(ticket, Cancelled(reason))
        return True

    def drain(self, execute: Callable[[Call], Outcome], budget: float) -> int:
        """Run the calls of earlier frames in order until none is left or `budget` seconds went by; at least one runs.

        What is submitted during a frame waits for the next one. Frame thread only.
        """
        end = self._clock() + budget
        count = 0
        while count == 0 or self._clock() < end:
            with self._lock:
                if not self._queue or self._queue[0].ready_frame >= self.frame:
                    break
                ticket = self._queue.popleft()
                claimed = ticket.future.set_running_or_notify_cancel()
                ticket.state = "claimed" if claimed else "terminal"
            if not claimed:
                continue
            ticket.runner = threading.get_ident()
            self._finished.append((ticket, execute(ticket.call)))
            count += 1
        return count

    def resolve(self) -> None:
        """Hand the outcomes of drained calls to those who wait. Frame thread only, after the frame's changes are published."""
        finished, self._finished = self._finished, []
        for ticket, outcome in finished:
            ticket.state = "terminal"
            ticket.done_frame = self.frame
            self.settled.append(ticket)
            ticket.future.set_result(outcome)

    def close(self, reason: str) -> None:
        """Refuse what comes from now on and cancel what is queued."""
        with self._lock:
            self._closed = reason
            waiting, self._queue = list(self._queue), deque()
            for ticket in waiting:
                ticket.state = "terminal"
        for ticket in waiting:
            _settle(ticket, Cancelled(reason))


def _settle(ticket: Ticket, outcome: Outcome) -> None:
    """End a ticket that no frame will claim; its waiter may have cancelled the future already."""
    ticket.state = "terminal"
    if ticket.future.set_running_or_notify_cancel():
        ticket.future.set_result(outcome)
