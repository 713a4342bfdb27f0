"""The mailbox: calls come in from any thread, the frame alone runs them, futures carry the outcomes back."""

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from littlefolk.commands.parked import Desk, Frame, Parked, Work
from littlefolk.commands.workers import Workers
from littlefolk.present.call import Call
from littlefolk.present.cancelling import CancelToken
from littlefolk.present.outcome import Cancelled, Denied, Outcome, Running

Result = Outcome | Work | Parked


class Ticket:
    """A submitted call. `future` resolves to its outcome.

    `state` is queued, then claimed by a frame, then terminal. In between it may be `asking` while a person is waited for, which a
    frame claims again, and `working` while its body runs beside the frames. `after` is the ticket that has to be over first.
    `ready_frame` and `done_frame` are the numbers of the frames at which it was submitted and resolved; `sender` and `runner` are
    the identifiers of the threads that submitted it and ran it.
    """

    __slots__ = ("_watchers", "after", "call", "done_frame", "future", "over", "ready_frame", "runner", "sender", "state", "withdrawn")

    def __init__(self, call: Call, ready_frame: int, after: "Ticket | None" = None) -> None:
        self.call = replace(call, token=CancelToken() if call.token is None else call.token.child())
        self.after = after
        self.future: Future[Outcome] = Future()
        self.state = "queued"
        self.over = False
        self.withdrawn = ""
        self.ready_frame = ready_frame
        self.done_frame: int | None = None
        self.sender = threading.get_ident()
        self.runner: int | None = None
        self._watchers: list[Callable[[], object]] = []

    @property
    def token(self) -> CancelToken:
        """What tells the call's body that nobody wants it any more."""
        assert self.call.token is not None
        return self.call.token

    def watch(self, watcher: Callable[[], object]) -> None:
        """Have `watcher` called whenever asking begins or ends, on any thread; and now, where it has begun."""
        self._watchers.append(watcher)
        if self.state == "asking":
            watcher()

    def tell(self) -> None:
        """Call the watchers."""
        for watcher in tuple(self._watchers):
            watcher()


class Mailbox:
    """Any thread submits and cancels; the frame drains within a budget and resolves later in the same frame.

    What a frame only admits runs on workers, and what waits for a person lies on the desk. The lock is a leaf: nothing that could
    wait is called while it is held. `report` gets what breaks in bodies that run beside the frames.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, report: Callable[[Call, BaseException], None] = lambda call, error: None
    ) -> None:
        self._clock = clock
        self._report = report
        self._lock = threading.Lock()
        self._queue: deque[Ticket] = deque()
        self._finished: list[tuple[Ticket, Outcome]] = []
        self._admitted: list[tuple[Ticket, Work]] = []
        self._asking: dict[Parked, Ticket] = {}
        self._working: set[Ticket] = set()
        self._closed = ""
        self._workers: Workers | None = None
        self.desk = Desk(clock)
        self.frame = 0
        self.settled: deque[Ticket] = deque(maxlen=1000)
        """The latest calls that a frame ran, oldest first."""

    def submit(self, call: Call, after: Ticket | None = None) -> Ticket:
        """Queue a call; no frame takes it before `after` is over. After `close` it is refused at once.

        A call with a token is taken back when that token is cancelled.
        """
        with self._lock:
            ticket = Ticket(call, self.frame, after)
            closed = self._closed
            if not closed:
                self._queue.append(ticket)
        if closed:
            _settle(ticket, Denied(closed))
        elif call.token is not None:
            ticket.token.listen(lambda reason: self.cancel(ticket, reason))
        return ticket

    def cancel(self, ticket: Ticket, reason: str = "cancelled") -> bool:
        """Take a call back. Wins unless a frame is at it: a claimed call runs and is recorded as it ended, but asks nobody and starts
        nothing beside the frames. What already runs there is told to end, and nobody hears of what it comes to.
        """
        with self._lock:
            state = ticket.state
            if state == "queued":
                self._queue.remove(ticket)
            elif state not in ("asking", "working"):
                ticket.withdrawn = reason if state == "claimed" else ""
                return False
            self._working.discard(ticket)
            ticket.state = "terminal"
        _settle(ticket, Cancelled(reason), begun=state != "queued")
        ticket.token.cancel(reason)
        return True

    def drain(self, execute: Callable[[Call], Result], budget: float) -> int:
        """Run the calls of earlier frames in order until none is left or `budget` seconds went by; at least one runs.

        What is submitted during a frame waits for the next one. Frame thread only.
        """
        end = self._clock() + budget
        count = 0
        while count == 0 or self._clock() < end:
            with self._lock:
                ticket = self._next()
                if ticket is None:
                    break
                claimed = ticket.future.set_running_or_notify_cancel()
                ticket.state = "claimed" if claimed else "terminal"
                ticket.over = not claimed
            if not claimed:
                continue
            ticket.runner = threading.get_ident()
            self._go_on(ticket, execute(ticket.call))
            count += 1
        return count

    def decide(self, frame: Frame) -> None:
        """Act on what people decided since the last frame. Frame thread only."""
        self.desk.pump(self, frame)

    def resolve(self) -> None:
        """Hand the outcomes of drained calls to those who wait. Frame thread only, after the frame's changes are published."""
        finished, self._finished = self._finished, []
        for ticket, outcome in finished:
            ticket.state = "terminal"
            ticket.over = not isinstance(outcome, Running)  # else it is over once its action was waited for
            ticket.done_frame = self.frame
            ticket.token.release()
            self.settled.append(ticket)
            ticket.future.set_result(outcome)
        admitted, self._admitted = self._admitted, []
        for ticket, work in admitted:
            self._start(ticket, work)

    def close(self, reason: str) -> None:
        """Refuse what comes from now on and cancel what is queued, asked or under way beside the frames."""
        with self._lock:
            self._closed = reason
            waiting, self._queue = list(self._queue), deque()
            begun = [*self._asking.values(), *self._working]
            begun = [ticket for ticket in begun if ticket.state in ("asking", "working")]
            self._working.clear()
            for ticket in (*waiting, *begun):
                ticket.state = "terminal"
        for ticket in waiting:
            _settle(ticket, Cancelled(reason))
        for ticket in begun:
            _settle(ticket, Cancelled(reason), begun=True)
        for ticket in (*waiting, *begun):
            ticket.token.cancel(reason)
        if self._workers is not None:
            self._workers.close()

    def abandoned(self, seconds: float) -> tuple[str, ...]:
        """After `close`: the names of the threads whose work does not end within so many seconds."""
        return () if self._workers is None else self._workers.join(seconds)

    # What the desk asks for

    def waits(self, parked: Parked) -> bool:
        """Whether somebody still waits for a parked call."""
        return self._asking[parked].state == "asking"

    def reclaim(self, parked: Parked) -> bool:
        """Take a parked call up again; False where it was taken back meanwhile. Frame thread only."""
        ticket = self._asking[parked]
        with self._lock:
            claimed = ticket.state == "asking"
            if claimed:
                ticket.state = "claimed"
        if not claimed:
            del self._asking[parked]
        ticket.tell()
        return claimed

    def finish(self, parked: Parked, result: Result) -> None:
        """Go on with a call that was taken up again. Frame thread only."""
        self._go_on(self._asking.pop(parked), result)

    # Inside

    def _next(self) -> Ticket | None:
        """Take the first ticket of an earlier frame out of the queue whose turn it is."""
        for index, ticket in enumerate(self._queue):
            if ticket.ready_frame >= self.frame:
                return None
            if ticket.after is None or ticket.after.over:
                del self._queue[index]
                return ticket
        return None

    def _go_on(self, ticket: Ticket, result: Result) -> None:
        if isinstance(result, Work):
            self._admitted.append((ticket, result))
        elif isinstance(result, Parked):
            self._park(ticket, result)
        else:
            ticket.over = not isinstance(result, Running)
            self._finished.append((ticket, result))

    def _park(self, ticket: Ticket, parked: Parked) -> None:
        with self._lock:
            refused = ticket.withdrawn or self._closed
            if not refused:
                ticket.state = "asking"
                self._asking[parked] = ticket
        if refused:
            self._finished.append((ticket, Cancelled(refused)))
        else:
            self.desk.lay(parked)
            ticket.tell()

    def _start(self, ticket: Ticket, work: Work) -> None:
        with self._lock:
            refused = ticket.withdrawn or self._closed
            ticket.state = "terminal" if refused else "working"
            if not refused:
                self._working.add(ticket)
        if refused:
            _settle(ticket, Cancelled(refused), begun=True)
            return
        if self._workers is None:
            self._workers = Workers("work")
        self._workers.submit(partial(self._run, ticket, work))

    def _run(self, ticket: Ticket, work: Work) -> None:
        """Run a body on the thread of a worker; what comes of it counts unless the call was taken back."""
        with self._lock:
            if ticket.state != "working":
                return
            ticket.runner = threading.get_ident()
        outcome = work.run(self._report)
        with self._lock:
            if ticket.state != "working":
                return
            ticket.state = "terminal"
            self._working.discard(ticket)
            ticket.done_frame = self.frame
        ticket.over = True
        ticket.token.release()
        self.settled.append(ticket)
        ticket.future.set_result(outcome)


def _settle(ticket: Ticket, outcome: Outcome, *, begun: bool = False) -> None:
    """End a ticket that no frame will claim any more; its waiter may have cancelled the future already."""
    ticket.state = "terminal"
    ticket.over = True
    ticket.token.release()
    if begun or ticket.future.set_running_or_notify_cancel():
        ticket.future.set_result(outcome)
