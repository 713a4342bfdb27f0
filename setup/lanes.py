"""Running independent pieces of work side by side, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import TypeVar

Work = TypeVar("Work")
Result = TypeVar("Result")
PATIENCE = 10.0  # seconds a process has to end when asked
FORK = multiprocessing.get_context("fork")


def side_by_side(
    function: Callable[[Work], Result], works: Sequence[Work], *, lanes: int, limit: float
) -> Iterator[tuple[Work, Result | None, str]]:
    """Call `function` on each of `works`, `lanes` at a time, in their order; yields (work, result, reason) as each ends.

    A process that dies or is still there after `limit` seconds gives the result None and a reason; nothing it does can hold up the
    others. Leaving early ends the processes that still run.

    multiprocessing.Pool is not used: a worker that dies takes its work along, and the pool waits for it for ever; and its way of
    ending workers by SIGTERM hangs now and then where a handler for that signal is installed, as it is here.
    """
    waiting = list(works)
    running: dict[Connection, tuple[ForkProcess, Work, float]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < lanes:
                work = waiting.pop(0)
                reader, writer = FORK.Pipe(duplex=False)
                process = FORK.Process(target=_answer, args=(function, work, writer))
                process.start()
                writer.close()
                running[reader] = (process, work, time.monotonic() + limit)
            remaining = min(end for _, _, end in running.values()) - time.monotonic()
            for ready in wait(list(running), timeout=max(remaining, 0.0)):
                assert isinstance(ready, Connection)
                process, work, _ = running.pop(ready)
                yield work, *_result(ready, process)
            for reader in [one for one, (_, _, end) in running.items() if time.monotonic() > end]:
                process, work, _ = running.pop(reader)
                _end(process)
                yield work, None, f"its process did not end within {limit:.0f} s"
    finally:
        for process, _, _ in running.values():
            _end(process)


def _answer(function: Callable[[Work], Result], work: Work, writer: Connection) -> None:
    writer.send(function(work))


def _result(reader: Connection, process: ForkProcess) -> tuple[Result | None, str]:
    """What the process sent, once it has ended; it closes its end of the pipe when it dies."""
    try:
        return reader.recv(), ""
    except EOFError:
        return None, f"its process ended by itself (code {_end(process)})"
    finally:
        _end(process)


def _end(process: ForkProcess) -> int | None:
    """Wait a little, then ask, then make; returns the exit code."""
    for ask in (lambda: None, process.terminate, process.kill):
        ask()
        process.join(PATIENCE)
        if not process.is_alive():
            break
    return process.exitcode
