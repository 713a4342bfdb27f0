"""Waiting for the outcome of a call: within a time limit that does not count while a person is asked."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Future

from littlefolk.agent.pausing import Pausing
from littlefolk.commands.mailbox import Mailbox, Ticket
from littlefolk.present.outcome import Failed, Outcome


async def outcome_of(mailbox: Mailbox, ticket: Ticket, seconds: float, asking: Callable[[bool], object]) -> Outcome:
    """The outcome of a ticket. `asking` hears on this event loop when a person begins to be asked, and when that is over.

    The seconds begin once the ticket before it is over. A call that takes longer is taken back, unless a frame is at it.
    """
    if ticket.after is not None:
        await asyncio.shield(_waiting(ticket.after.future))
    waiting = _waiting(ticket.future)
    try:
        async with asyncio.timeout(seconds) as limit:
            with _watched(ticket, Pausing(limit), asking):
                return await asyncio.shield(waiting)
    except TimeoutError:
        began = ticket.state == "working"
        if mailbox.cancel(ticket, "no frame took it in time" if not began else f"it took longer than {seconds:g} s"):
            if began:
                return Failed(f"it took longer than {seconds:g} s and was told to end: what it did until then is done")
            return Failed(f"no answer within {seconds:g} s: nothing was done; try again")
        return await asyncio.shield(waiting)


def _waiting(future: "Future[Outcome]") -> "asyncio.Future[Outcome]":
    return asyncio.wrap_future(future)


@contextlib.contextmanager
def _watched(ticket: Ticket, limit: Pausing, asking: Callable[[bool], object]) -> Iterator[None]:
    """Pause a limit while a ticket asks, and tell so."""
    loop = asyncio.get_running_loop()
    open_, asks = True, False

    def follow() -> None:
        nonlocal asks
        now = open_ and ticket.state == "asking"
        if now == asks:
            return
        asks = now
        if now:
            limit.pause()
        else:
            limit.resume()
        asking(now)

    ticket.watch(lambda: _soon(loop, follow))
    try:
        yield
    finally:
        open_ = False
        follow()


def _soon(loop: asyncio.AbstractEventLoop, callback: Callable[[], object]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left who could be told
        loop.call_soon_threadsafe(callback)
