"""Starting a program in a terminal of its own, without running Python between fork and exec."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import shutil
import struct
import subprocess
import termios
from collections.abc import Mapping
from pathlib import Path

MARK = "LITTLEFOLK_SHELL"
"""The variable by which a session's processes are known after all else is lost: `game:number`."""

# What a program gets of the game's own variables: those that say who and where one is. Keys and library paths stay here.
PASSED = ("HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ", "USER")

# Opening a terminal makes it the controlling one of a process that leads a session and has none (credentials of tty_ioctl(4)).
ATTACH = 'exec 0<>"$1" 1>&0 2>&0 || exit 126; tty=$1; shift; exec "$@"'


def environment(mark: str, own: Mapping[str, str] | None = None) -> dict[str, str]:
    """The variables of a session's processes."""
    own = os.environ if own is None else own
    passed = {name: value for name, value in own.items() if name in PASSED or name.startswith("LC_")}
    letters = passed.get("LC_ALL") or passed.get("LC_CTYPE") or passed.get("LANG") or ""
    if "utf" not in letters.casefold():  # the terminal reads nothing else
        passed.pop("LC_ALL", None)
        passed["LC_CTYPE"] = "C.UTF-8"
    passed.setdefault("PATH", os.defpath)
    return {**passed, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PAGER": "cat", "GIT_PAGER": "cat", MARK: mark}


def shell() -> str:
    """The program that reads command lines."""
    return shutil.which("bash", path=os.defpath + ":/usr/local/bin") or "/bin/sh"


@functools.cache
def listening() -> tuple[str, ...]:
    """What goes before a program so that it hears signals which the game itself was started deaf to, as a background job is.

    A shell cannot take up again what was ignored when it began. GNU's env can; empty where there is another.
    """
    words = ("/usr/bin/env", "--default-signal=INT,QUIT,HUP,TERM,PIPE")
    try:
        subprocess.run([*words, "true"], check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError):
        return ()
    return words


def resize(master: int, rows: int, columns: int) -> None:
    """Tell the programs in a terminal its size."""
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def start(command: str, folder: Path, rows: int, columns: int, mark: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start a command line in a terminal: the process, which leads a session and group of its own, and the terminal's other side.

    The descriptor does not block and is the caller's to close. Raises OSError.
    """
    master, slave = os.openpty()
    try:
        resize(master, rows, columns)
        os.set_blocking(master, False)
        process = subprocess.Popen(
            [*listening(), "/bin/sh", "-c", ATTACH, "sh", os.ttyname(slave), shell(), "-c", command],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment(mark),
            start_new_session=True,
        )
    except BaseException:
        os.close(master)
        raise
    finally:
        os.close(slave)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 5)  # the game's frames come first
    return process, master
