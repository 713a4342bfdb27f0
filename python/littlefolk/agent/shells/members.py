"""The processes of one session: found as descendants, kept after their parents are gone, ended for good."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable

from littlefolk.agent.shells import processes
from littlefolk.agent.shells.launching import MARK
from littlefolk.agent.shells.processes import Identity, Process

GRACE = 0.5  # seconds for a polite end
PATIENCE = 5.0  # seconds until what will not die is given up
STEP = 0.01


class Members:
    """The processes that a session started, in whatever way: children of the first, and what was found to belong to it later.

    `on_new` gets each process when it is first seen. Thread-safe.
    """

    def __init__(self, root: Identity, mark: str, on_new: Callable[[Identity], object] = lambda identity: None) -> None:
        self.root = root
        self.mark = mark.encode()
        self._on_new = on_new
        self._lock = threading.Lock()
        self._known: set[Identity] = set()
        self.adopt([root])

    def adopt(self, identities: Iterable[Identity]) -> None:
        """Take processes in."""
        with self._lock:
            new = set(identities) - self._known
            self._known |= new
        for identity in new:
            self._on_new(identity)

    def knows(self, identity: Identity) -> bool:
        """Whether this process was taken in."""
        return identity in self._known

    def look(self) -> dict[int, Process]:
        """Those that run now, by id."""
        with self._lock:
            known = set(self._known)
        seeds = [identity.pid for identity in known if (now := processes.read(identity.pid)) and now.identity == identity]
        found = processes.tree(seeds)
        living = {}
        for pid, process in found.items():
            if process.state != processes.ZOMBIE:
                living[pid] = process
            elif process.parent == os.getpid() and pid != self.root.pid:
                # An orphan that this process adopted: nobody else will wait for it. The root's own status is the session's to take.
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)
        self.adopt(process.identity for process in living.values())
        with self._lock:
            self._known &= {process.identity for process in living.values()} | {self.root}
        return living

    def search(self) -> None:
        """Take in what got away from the tree: by the session it is in, or the mark that it carries."""
        found = []
        for pid in processes.everyone():
            process = processes.read(pid)
            if process is None or process.state == processes.ZOMBIE or process.identity.start < self.root.start:
                continue
            if process.session == self.root.pid or (processes.environment(pid) or {}).get(MARK.encode()) == self.mark:
                found.append(process.identity)
        self.adopt(found)

    def signal(self, number: int) -> int:
        """Send a signal to all; how many it reached."""
        return sum(processes.send(process.identity, number) for process in self.look().values())

    def end(self, grace: float = GRACE) -> tuple[int, ...]:
        """End them all: asked first, made to after `grace` seconds. The ids of those that would not go."""
        self.search()
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGCONT):
            self.signal(number)
        polite, end = time.monotonic() + grace, time.monotonic() + grace + PATIENCE
        while self.look() and time.monotonic() < polite:
            time.sleep(STEP)
        while (living := self.look() or self._strayed()) and time.monotonic() < end:
            self._freeze()
            for process in self.look().values():
                processes.send(process.identity, signal.SIGKILL)
            time.sleep(STEP)
        return tuple(living)

    def _strayed(self) -> dict[int, Process]:
        """Those that run although nothing of the tree is left: begun while their parents were being ended."""
        self.search()
        return self.look()

    def _freeze(self) -> None:
        """Stop them, so that none starts another while they are being ended."""
        stopped: set[Identity] = set()
        for _ in range(50):
            new = {process.identity for process in self.look().values()} - stopped
            if not new:
                return
            for identity in new:
                processes.send(identity, signal.SIGSTOP)
            stopped |= new
