"""Which processes the shells of a game started, on disk: after a killed game the next one ends what it left behind."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from littlefolk.agent.shells import processes
from littlefolk.agent.shells.launching import MARK
from littlefolk.agent.shells.processes import Identity

MOST = 5000  # lines before the file is written anew
PATIENCE = 2.0


class Ledger:
    """One file: a line `boot game`, then a line `id start` for each process seen. Lines reach the kernel as they are written, so a
    killed game loses none; after the whole computer went down nothing in it counts. Thread-safe.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.game = secrets.token_hex(8)
        self._lock = threading.Lock()
        self._lines = 0
        self._file: int | None = None

    def add(self, identity: Identity) -> None:
        """Write a process down."""
        with self._lock:
            if self._file is None or self._lines >= MOST:
                self._begin()
            assert self._file is not None
            os.write(self._file, b"%d %d\n" % identity)
            self._lines += 1

    def clear(self) -> None:
        """Forget everything, once nothing runs any more."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
            self.path.unlink(missing_ok=True)

    def _begin(self) -> None:
        """Write the file anew with those that still run."""
        kept = _read(self.path)[1] if self._file is not None else []
        if self._file is not None:
            os.close(self._file)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_name(self.path.name + ".new")
        lines = [f"{processes.boot()} {self.game}", *(f"{pid} {start}" for pid, start in kept if processes.alive(Identity(pid, start)))]
        beside.write_text("\n".join(lines) + "\n", encoding="ascii")
        os.replace(beside, self.path)
        self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        self._lines = len(lines)


def reap(path: Path) -> int:
    """End what an earlier, killed game left behind, by this file, and remove the file. How many processes were ended."""
    (boot, game), written = _read(path)
    ended = kill({*written, *marked(game)}) if boot and boot == processes.boot() else 0
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
    return ended


def kill(identities: Iterable[Identity]) -> int:
    """End processes at once, with all that descend from them; how many there were. Waits until they are gone, for a while."""
    found = [identity.pid for identity in identities if processes.alive(identity)]
    living = {process.identity for process in processes.tree(found).values()}
    for identity in living:
        processes.send(identity, signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while any(map(processes.alive, living)) and time.monotonic() < end:
        time.sleep(0.005)
    return len(living)


def marked(game: str) -> set[Identity]:
    """The processes that carry the mark of a game."""
    start = f"{game}:".encode()
    pids = [pid for pid in processes.everyone() if (processes.environment(pid) or {}).get(MARK.encode(), b"").startswith(start)]
    return {found.identity for pid in pids if (found := processes.read(pid)) is not None}


def _read(path: Path) -> tuple[tuple[str, str], list[Identity]]:
    """The boot and game of a ledger, and the processes in it; lines that cannot be read are left out."""
    try:
        first, *lines = path.read_text(encoding="ascii", errors="replace").splitlines() or [""]
    except OSError:
        return ("", ""), []
    boot, _, game = first.partition(" ")
    words = [line.split() for line in lines]
    return (boot, game), [Identity(int(pid), int(start)) for pid, start in (w for w in words if len(w) == 2) if (pid + start).isdecimal()]
