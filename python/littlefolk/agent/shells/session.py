"""One session: a command line in a terminal, read, watched and published by a thread of its own."""

from __future__ import annotations

import contextlib
import logging
import os
import select
import subprocess
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from littlefolk.agent.shells import launching, processes
from littlefolk.agent.shells.members import GRACE, Members
from littlefolk.agent.shells.observing import EVERY, Observation, Sample, Series
from littlefolk.agent.shells.processes import Identity
from littlefolk.agent.shells.screen import Screen, blank
from littlefolk.agent.shells.terminal import LibvtermTerminal, Terminal
from littlefolk.present.cancelling import CancelToken
from littlefolk.present.handles import mortal

log = logging.getLogger(__name__)
ROWS, COLUMNS = 24, 80
KEPT_LINES = 5000
KEPT_BYTES = 1 << 20
AT_ONCE = 1 << 18  # bytes read and parsed before the thread looks at anything else
BULK, BREATH = 4096, 0.002  # bytes at once that are a flood, and seconds until more is read: few takings of the interpreter's lock
LAST = 1 << 22  # bytes that are still read of a program that ended
WRITE_SECONDS = 2.0
THREAD_SECONDS = 10.0  # that a session's thread, which gives way to the frames, may take to see that all is over
IDLE = 5.0  # seconds without output or change after which a session is looked at less often
SELDOM = 0.5


class State(StrEnum):
    """Whether a session's command runs."""

    RUNNING = "running"
    ENDED = "ended"


@mortal
class Session:
    """A command line in a terminal. Its thread alone reads; `screen`, `state`, `code` and `observation` are published whole for any thread.

    `code` is the exit code once the command ended, negative for the signal that ended it; programs that it left in the background belong
    to the session until they end too. Raises OSError where the command cannot be started, MissingTerminals where there are no terminals.
    """

    def __init__(
        self,
        number: int,
        owner: str,
        command: str,
        folder: Path,
        *,
        mark: str = "",
        rows: int = ROWS,
        columns: int = COLUMNS,
        on_new: Callable[[Identity], object] = lambda identity: None,
        terminal: Callable[[int, int, int, int], Terminal] = LibvtermTerminal,
    ) -> None:
        self.number, self.owner, self.command, self.folder = number, owner, command, folder
        self.screen: Screen = blank(rows, columns)
        self.state = State.RUNNING
        self.code: int | None = None
        self.stopped = ""
        """Why it was ended from outside, or nothing."""
        self._terminal = terminal(rows, columns, KEPT_LINES, KEPT_BYTES)
        self._lock = threading.Lock()  # around the terminal
        self._changed = threading.Condition()
        self._series = Series()
        self._began = time.monotonic()
        self._open = True
        self._finished = threading.Event()
        with contextlib.ExitStack() as undone:
            self._wake, self._woken = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
            undone.callback(os.close, self._wake)
            undone.callback(os.close, self._woken)
            self._process, self._master = launching.start(command, folder, rows, columns, mark)
            undone.callback(os.close, self._master)
            undone.callback(self._process.wait)
            undone.callback(self._process.kill)
            started = processes.read(self._process.pid)
            assert started is not None, "a child that nobody waited for is there, dead or alive"
            self.members = Members(started.identity, mark, on_new)
            self._thread = threading.Thread(target=self._serve, name=f"shell {number}", daemon=True)
            self._thread.start()
            undone.pop_all()

    # What anybody may read

    def __str__(self) -> str:
        return self.command

    @property
    def observation(self) -> Observation:
        """What its processes take."""
        return self._series.latest

    def samples(self) -> tuple[Sample, ...]:
        """The series of looks at its processes, oldest first."""
        return self._series.samples()

    @property
    def seconds(self) -> float:
        """How long it has been running, or ran."""
        return self.observation.seconds if self.finished else time.monotonic() - self._began

    @property
    def finished(self) -> bool:
        """Whether the command and all that it started are gone."""
        return self._finished.is_set()

    def scrollback(self, first: int, count: int) -> tuple[int, tuple[str, ...]]:
        """The number of the oldest line kept of those that scrolled off, and `count` of them from line `first` on; from 0."""
        with self._lock:
            return self._terminal.scrollback(first, count)

    def history(self, first: int | None, count: int) -> tuple[Screen, int, tuple[str, ...]]:
        """The screen, the number of the oldest line kept of those that scrolled off, and up to `count` of them, all at one moment.

        The lines begin at line `first`, from 0; with None they are those before the screen's own that make up `count` together with it.
        """
        with self._lock:
            screen = self._terminal.screen()
            shown = screen.text.count("\n") + 1
            begin = max(0, screen.scrolled + shown - count) if first is None else first
            return screen, *self._terminal.scrollback(begin, count)

    def log(self, first: int, count: int) -> tuple[int, bytes]:
        """The number of the oldest byte kept of all output, and `count` of them from byte `first` on, as the programs wrote them."""
        with self._lock:
            return self._terminal.log(first, count)

    # What workers do; none of it is for the frame's thread

    def wait(self, seconds: float, until: Callable[[Session], bool], cancel: CancelToken | None = None) -> bool:
        """Wait so long at most until something holds of the published state; whether it does. Ends at once when cancelled."""
        token = CancelToken() if cancel is None else cancel
        leave = token.listen(lambda _reason: self._tell())
        try:
            with self._changed:
                self._changed.wait_for(lambda: until(self) or token.cancelled, seconds)
                return until(self)
        finally:
            leave()

    def send(self, data: bytes, cancel: CancelToken | None = None) -> int:
        """Type bytes; how many were taken before a program that does not read its input held the rest up for too long."""
        token = CancelToken() if cancel is None else cancel
        sent, end = 0, time.monotonic() + WRITE_SECONDS
        while sent < len(data) and self._open:
            with self._lock:
                if not self._open:
                    break
                with contextlib.suppress(BlockingIOError, OSError):
                    sent += os.write(self._master, data[sent : sent + 1024])
                    continue
            if time.monotonic() > end or token.wait(0.01):
                break
        return sent

    def key(self, name: str, *, shift: bool = False, alt: bool = False, control: bool = False) -> bytes:
        """The bytes of a key in the terminal's present mode."""
        with self._lock:
            return self._terminal.key(name, shift=shift, alt=alt, control=control)

    def resize(self, rows: int, columns: int) -> None:
        """Give the terminal another size; the programs in it hear of it. Raises ValueError for a size it cannot have."""
        with self._lock:
            self._terminal.resize(rows, columns)
            if self._open:
                launching.resize(self._master, rows, columns)
        self._poke()

    def interrupt(self, number: int) -> int:
        """Send a signal to what runs in front in the terminal, or where nothing does to all of its processes; how many it reached."""
        with self._lock, contextlib.suppress(OSError):
            if self._open and (group := os.tcgetpgrp(self._master)) > 0:
                os.killpg(group, number)
                return 1
        return self.members.signal(number)

    def end(self, why: str, grace: float = GRACE) -> tuple[int, ...]:
        """End the command and all that it started; the ids of processes that would not go. Takes `grace` seconds and little more."""
        if self.finished:
            return ()
        self.stopped = self.stopped or why
        left = self.members.end(grace)
        self._poke()
        self._finished.wait(THREAD_SECONDS)
        return left

    def join(self, seconds: float) -> bool:
        """Wait for its thread to end; whether it did."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    # The session's thread

    def _serve(self) -> None:
        with contextlib.suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 5)  # parsing a flood gives way to the frames
        try:
            self._run()
        except Exception:
            log.exception("the thread of the shell %r broke", self.command)
            self.members.end()
        finally:
            self._close()

    def _run(self) -> None:
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        poll.register(self._wake, select.POLLIN)
        exits = self._exits()
        if exits is not None:
            poll.register(exits, select.POLLIN)
        changed, watched, shown = self._began, 0.0, 0.0  # the first look is at once: many a command ends soon
        dirty = True
        try:
            while True:
                now = time.monotonic()
                every = EVERY if now - changed < IDLE else SELDOM
                due = min(watched + every, shown + EVERY) if dirty else watched + every
                events = dict(poll.poll(max(0.0, due - now) * 1000))
                if self._wake in events:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wake, 4096)
                    dirty, changed = True, time.monotonic()
                if self._master in events:
                    got, ended = self._read(AT_ONCE)
                    dirty = dirty or got > 0
                    changed = time.monotonic()
                    if got > BULK:
                        time.sleep(BREATH)
                    if ended:
                        # Not closed yet: a program that closed its own side would be hung up in the middle of ending.
                        poll.unregister(self._master)
                now = time.monotonic()
                if exits in events or now - watched >= every:
                    watched, busy = now, self._watch()
                    changed = now if busy else changed
                    if self.state is State.ENDED and exits is not None:
                        poll.unregister(exits)
                        os.close(exits)
                        exits, dirty = None, True
                    if self.state is State.ENDED and not self.observation.processes:
                        return
                if dirty and now - shown >= EVERY:
                    self._show()
                    shown, dirty = now, False
        finally:
            if exits is not None:
                os.close(exits)

    def _exits(self) -> int | None:
        """A descriptor that becomes readable when the command ends, where the system has such."""
        try:
            return os.pidfd_open(self._process.pid)
        except (OSError, AttributeError):
            return None

    def _read(self, limit: int) -> tuple[int, bool]:
        with self._lock:
            if not self._open:
                return 0, True
            return self._terminal.pump(self._master, limit)

    def _watch(self) -> bool:
        """Look at the processes; whether anything is going on in them. Takes the command's status when it ended."""
        ended = self.state is State.RUNNING and self._has_ended()
        before = self.observation
        if ended:
            self.members.search()  # a daemon may have left the tree between two looks
        living = self.members.look()
        taken = {process.identity: (process.cpu, process.memory) for process in living.values()}
        self._series.add(time.monotonic() - self._began, taken)
        if ended:
            self._read_rest()
            self._show()
            self.code = self._process.returncode
            self.state = State.ENDED
            self._tell()
        now = self.observation
        return now.cpu != before.cpu or now.processes != before.processes

    def _has_ended(self) -> bool:
        """Whether the command ended; takes its status, and the processor time of all that it waited for."""
        try:
            pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        except ChildProcessError:
            return self._process.poll() is not None
        if pid:
            self._process.returncode = os.waitstatus_to_exitcode(status)
            self._series.settle(usage.ru_utime + usage.ru_stime)
        return bool(pid)

    def _read_rest(self) -> None:
        """Take what the command wrote before it ended."""
        total = 0
        while total < LAST:
            got, ended = self._read(AT_ONCE)
            total += got
            if ended or not got:
                return

    def _show(self) -> None:
        with self._lock:
            self.screen = self._terminal.screen()
        self._tell()

    def _tell(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _poke(self) -> None:
        """Have the thread look around at once."""
        with self._lock, contextlib.suppress(OSError):
            if not self.finished:
                os.write(self._woken, b".")

    def _shut(self) -> None:
        with self._lock:
            if self._open:
                self._open = False
                os.close(self._master)

    def _close(self) -> None:
        if self.state is State.RUNNING:  # only where the thread broke
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.code = self._process.wait(1.0)
            self.state = State.ENDED
        self._show()
        self._shut()
        with self._lock:
            self._finished.set()
            os.close(self._wake)
            os.close(self._woken)
        self._tell()
