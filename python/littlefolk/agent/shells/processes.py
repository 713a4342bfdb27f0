"""Processes as the kernel tells of them in /proc: who descends from whom, since when, how large.

A process is known by its id together with its start time, as ids are used again. Only the processes asked for are read: a table of all
processes of a computer, thirty times a second, would cost more than the game's own work.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
PAGE = os.sysconf("SC_PAGE_SIZE")
TICKS = os.sysconf("SC_CLK_TCK")
ZOMBIE = "Z"


class Identity(NamedTuple):
    """Which process: its id, and its start in clock ticks since the computer started."""

    pid: int
    start: int


class Process(NamedTuple):
    """One process as it was when read. `cpu` is the processor time of all its threads in seconds, `memory` resident bytes."""

    identity: Identity
    parent: int
    session: int
    state: str
    cpu: float
    memory: int


def boot() -> str:
    """What tells this run of the computer from others."""
    try:
        return (PROC / "sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def read(pid: int) -> Process | None:
    """A process now, or None where there is none of this id (format: proc_pid_stat(5))."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            data = file.read(1024)
        # The name stands in parentheses and may hold anything, parentheses too.
        fields = data[data.rindex(b")") + 2 :].split()
        return Process(
            Identity(pid, int(fields[19])),
            int(fields[1]),
            int(fields[3]),
            fields[0].decode(),
            (int(fields[11]) + int(fields[12])) / TICKS,
            int(fields[21]) * PAGE,
        )
    except (OSError, ValueError, IndexError):
        return None


def alive(identity: Identity) -> bool:
    """Whether this very process still runs; a dead one that nobody waited for does not."""
    found = read(identity.pid)
    return found is not None and found.identity == identity and found.state != ZOMBIE


def children(pid: int) -> list[int]:
    """The ids of a process's children."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb", buffering=0) as file:
                found += map(int, file.readall().split())
    except OSError:
        pass  # it has just ended
    return found


def tree(roots: Iterable[int]) -> dict[int, Process]:
    """These processes and all that descend from them, by id."""
    found: dict[int, Process] = {}
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid in found:
            continue
        process = read(pid)
        if process is not None:
            found[pid] = process
            waiting += children(pid)
    return found


def everyone() -> Iterator[int]:
    """The ids of all processes that can be seen."""
    yield from (int(name) for name in os.listdir(PROC) if name.isdigit())


def environment(pid: int) -> dict[bytes, bytes] | None:
    """The variables that a process was started with; None where they may not be read or it is gone."""
    try:
        with open(f"/proc/{pid}/environ", "rb", buffering=0) as file:
            data = file.readall()
    except OSError:
        return None
    return dict(entry.partition(b"=")[::2] for entry in data.split(b"\0") if b"=" in entry)


def send(identity: Identity, number: int) -> bool:
    """Send a signal to this very process; whether it could be sent."""
    with contextlib.suppress(OSError, AttributeError):
        # The descriptor names one process for good: its id cannot come to mean another between looking and sending.
        descriptor = os.pidfd_open(identity.pid)
        try:
            if alive(identity):
                signal.pidfd_send_signal(descriptor, number)
                return True
        finally:
            os.close(descriptor)
        return False
    if not alive(identity):
        return False
    try:
        os.kill(identity.pid, number)
    except OSError:
        return False
    return True
