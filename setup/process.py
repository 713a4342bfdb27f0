"""Running programs: output to a log file, a limit in seconds, and no process left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from setup import locks
from setup.console import SetupError, note
from setup.descendants import none_left_behind
from setup.places import ROOT, relative

GRACE = 5.0
AT_ONCE = 1 << 20  # characters of output read between two looks at the clock
LONGEST_OUTPUT = 256 << 20  # bytes; a program that writes more is ended

Command = Sequence[str | os.PathLike[str]]


@dataclass(frozen=True)
class Ended:
    """How a program ended: exit code (negative: signal), whether a limit (of time or output) ended it, everything it wrote."""

    code: int
    timed_out: bool
    output: str


def run(
    command: Command,
    *,
    log: Path,
    limit: float,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    echo: bool = False,
    each_line: Callable[[str], None] | None = None,
) -> Ended:
    """Run `command` in a process group of its own, with no input and its output in `log`, for at most `limit` seconds.

    The program writes to the file itself, not to a pipe: nothing it starts can block on us or hold us up. One that writes more than
    LONGEST_OUTPUT bytes is ended as if it had run over its limit. `echo` also shows the output as it comes; `each_line` receives
    each finished line. When this returns, everything the program started is gone.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    full_env = {**os.environ, "PYTHONUNBUFFERED": "1", **(env or {})}
    with none_left_behind(), log.open("wb") as sink, log.open("r", encoding="utf-8", errors="replace", newline="") as source:
        process = subprocess.Popen(
            [os.fspath(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            env=full_env,
            cwd=cwd,
            start_new_session=True,
            pass_fds=locks.held(),
        )
        follow = _Follower(echo, each_line)
        end = time.monotonic() + limit
        timed_out = False
        try:
            while process.poll() is None:
                text = source.read(AT_ONCE)
                follow.feed(text)
                if time.monotonic() > end or os.fstat(sink.fileno()).st_size > LONGEST_OUTPUT:
                    timed_out = True
                    break
                if not text:
                    time.sleep(0.05)
        finally:
            _end_group(process)
        follow.feed(source.read())
        follow.close()
    return Ended(process.returncode, timed_out, log.read_text(encoding="utf-8", errors="replace"))


def must_run(command: Command, *, what: str, log: Path, limit: float, **options: object) -> str:
    """As `run`, but a failure ends the set-up with the last lines of the output. Returns the output."""
    ended = run(command, log=log, limit=limit, **options)  # type: ignore[arg-type]
    if ended.code != 0 or ended.timed_out:
        reason = f"took longer than {limit:.0f} s" if ended.timed_out else f"ended with {ended.code}"
        for line in ended.output.splitlines()[-25:]:
            note(f"| {line}")
        raise SetupError(f"{what} failed: {Path(os.fspath(command[0])).name} {reason}; all of its output is in {relative(log)}")
    return ended.output


def answer(command: Command, *, limit: float = 30.0, env: Mapping[str, str] | None = None) -> str | None:
    """Standard output of a short program, or None when it cannot be started, fails, or takes longer than `limit` seconds."""
    try:
        result = subprocess.run(
            [os.fspath(part) for part in command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=limit,
            env={**os.environ, **(env or {})},
            cwd=ROOT,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.decode("utf-8", "replace") if result.returncode == 0 else None


class _Follower:
    def __init__(self, echo: bool, each_line: Callable[[str], None] | None) -> None:
        self._echo = echo
        self._each_line = each_line
        self._rest = ""

    def feed(self, text: str) -> None:
        if not text:
            return
        if self._echo:
            sys.stdout.write(text)
            sys.stdout.flush()
        if self._each_line:
            *lines, self._rest = (self._rest + text).split("\n")
            for line in lines:
                self._each_line(line)

    def close(self) -> None:
        if self._each_line and self._rest:
            self._each_line(self._rest)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End the program if it still runs: ask its group first, so that it can clean up, then make it."""
    if process.poll() is None:
        _signal_group(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
    _signal_group(process.pid, signal.SIGKILL)
    process.wait()


def _signal_group(group: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
