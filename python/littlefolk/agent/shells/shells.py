"""All sessions of one game: opened, found by their owner, ended together."""

from __future__ import annotations

import ctypes
import itertools
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path

from littlefolk.agent.shells import processes
from littlefolk.agent.shells.ledger import Ledger, kill, marked, reap
from littlefolk.agent.shells.processes import Identity
from littlefolk.agent.shells.session import COLUMNS, ROWS, THREAD_SECONDS, Session

log = logging.getLogger(__name__)
AT_ONCE = 8  # unfinished sessions of one owner
KEPT = 8  # finished sessions of one owner that can still be read
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)


class ShellsFull(RuntimeError):
    """There are too many sessions, or the game is closing; the text says what to do."""


class Shells:
    """The sessions of a game. `folder` is where commands run; `ledger` names the file by which a later game finds what this one left.

    Making one ends what an earlier, killed game left behind. Thread-safe; for the frame's are `sessions`, `of`, `rename`, `dismiss` only.
    """

    def __init__(self, folder: Path, ledger: Path) -> None:
        self.folder = folder
        self.reaped = reap(ledger)
        if self.reaped:
            log.warning("ended %d processes that the shells of an earlier game had left", self.reaped)
        self._ledger = Ledger(ledger)
        self._lock = threading.Lock()
        self._sessions: list[Session] = []
        self._numbers = itertools.count(1)
        self._ending: list[threading.Thread] = []
        self._closed = False

    def open(self, owner: str, command: str, *, rows: int = ROWS, columns: int = COLUMNS) -> Session:
        """Start a command line. Raises ShellsFull, OSError, and MissingTerminals where this build has no terminals."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._lock:
            if self._closed:
                raise ShellsFull("the game is closing")
            running = [session for session in self._sessions if session.owner == owner and not session.finished]
            if len(running) >= AT_ONCE:
                raise ShellsFull(f"{len(running)} shells of yours are running: end one first, with shell_signal and `kill`")
            _adopt_orphans()
            number = next(self._numbers)
            session = Session(
                number,
                owner,
                command,
                self.folder,
                mark=f"{self._ledger.game}:{number}",
                rows=rows,
                columns=columns,
                on_new=self._ledger.add,
            )
            self._sessions.append(session)
            self._forget_oldest(owner)
        return session

    def sessions(self) -> tuple[Session, ...]:
        """All that can still be read, oldest first."""
        return tuple(self._sessions)

    def of(self, owner: str) -> tuple[Session, ...]:
        """Those of one owner, oldest first."""
        return tuple(session for session in self._sessions if session.owner == owner)

    def rename(self, before: str, owner: str) -> None:
        """An owner has another name."""
        for session in self.of(before):
            session.owner = owner

    def dismiss(self, owner: str) -> None:
        """End the sessions of an owner who leaves. Does not wait."""
        mine = [session for session in self.of(owner) if not session.finished]
        if mine:
            thread = threading.Thread(target=lambda: _end(mine, f"{owner} left"), name=f"end the shells of {owner}", daemon=True)
            thread.start()
            self._ending = [*(each for each in self._ending if each.is_alive()), thread]

    def close(self) -> None:
        """End all sessions and whatever they started. Raises RuntimeError when processes would not go. Not for the frame's thread."""
        with self._lock:
            self._closed = True
            sessions = list(self._sessions)
        left = _end(sessions, "the game closed")
        kill({*marked(self._ledger.game), *self._strays(sessions)})
        for thread in self._ending:
            thread.join(10.0)
        if left:
            raise RuntimeError(f"these processes of shells would not end: {', '.join(map(str, left))}")
        self._ledger.clear()

    def _forget_oldest(self, owner: str) -> None:
        finished = [session for session in self._sessions if session.owner == owner and session.finished]
        for session in finished[:-KEPT]:
            self._sessions.remove(session)

    def _strays(self, sessions: list[Session]) -> list[Identity]:
        """Adopted orphans that nothing shows to be of a shell but that can be nothing else: they left its tree and dropped its mark.

        Such a process leads or is in a session of its own, is no older than the first shell, and has none of the game's variables.
        """
        own = os.environb.get(b"PATH", b"")
        found = []
        for pid in processes.children(os.getpid()):
            process, variables = processes.read(pid), processes.environment(pid)
            if process is None or variables is None or process.state == processes.ZOMBIE or (own and variables.get(b"PATH") == own):
                continue
            if process.session != os.getsid(0) and any(session.members.root.start <= process.identity.start for session in sessions):
                found.append(process.identity)
        return found


def _end(sessions: list[Session], why: str) -> tuple[int, ...]:
    """End sessions at the same time; the ids of processes that would not go."""
    left: list[int] = []
    work: list[Callable[[], object]] = [lambda session=session: left.extend(session.end(why)) for session in sessions]  # type: ignore[misc]
    threads = [threading.Thread(target=job, daemon=True) for job in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for session in sessions:
        session.join(THREAD_SECONDS)
    return tuple(left)


def _adopt_orphans() -> None:
    """Become the parent of what loses its own, so that daemons of a shell stay in reach."""
    ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0)
