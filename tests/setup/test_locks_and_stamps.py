"""Laws of two set-ups at once, of one that is killed, and of stamps."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from setup import stamps
from setup.locks import exclusive, held
from setup.places import ROOT

HOLDER = """
import subprocess, sys
from pathlib import Path
from setup.locks import exclusive, held
with exclusive(Path(sys.argv[1]), "the test"):
    child = subprocess.Popen(["sleep", "600"], pass_fds=held())
    print(child.pid, flush=True)
    sys.stdin.read()
"""

WAITER = """
import sys
from pathlib import Path
from setup.locks import exclusive
with exclusive(Path(sys.argv[1]), "the test"):
    print("mine", flush=True)
"""


def start(code: str, lock: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, str(lock)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_second_waits_says_so_and_then_goes_on(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with exclusive(lock, "the test"):
        second = start(WAITER, lock)
        assert "waiting" in line(second)
        assert second.poll() is None
    assert line(second) == "mine"
    assert second.wait(30) == 0


def test_the_lock_of_a_killed_holder_lasts_until_the_programs_it_started_have_ended(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    first = start(HOLDER, lock)
    child = int(line(first))
    os.kill(first.pid, signal.SIGKILL)
    first.wait(30)
    with lock.open() as file, pytest.raises(BlockingIOError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    second = start(WAITER, lock)
    assert "waiting" in line(second)
    os.kill(child, signal.SIGKILL)
    assert line(second) == "mine"
    assert second.wait(30) == 0


def test_the_lock_is_released_after_an_error(tmp_path: Path) -> None:
    def fail() -> None:
        with exclusive(tmp_path / "lock", "the test"):
            raise ZeroDivisionError(held())

    with pytest.raises(ZeroDivisionError) as caught:
        fail()
    assert len(caught.value.args[0]) == 1
    assert held() == ()
    assert start(WAITER, tmp_path / "lock").wait(30) == 0


def test_stamps_come_back_and_damage_reads_as_none(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "stamp.json"
    assert stamps.read(path) == {}
    stamps.write(path, {"key": "ä"})
    assert stamps.read(path) == {"key": "ä"}
    path.write_text('{"key": ')
    assert stamps.read(path) == {}
    assert list(path.parent.iterdir()) == [path]


def test_a_digest_depends_on_every_part_and_their_borders() -> None:
    assert stamps.digest("a", b"b") == stamps.digest("a", "b")
    assert len({stamps.digest("a", "b"), stamps.digest("ab"), stamps.digest("ab", ""), stamps.digest("b", "a")}) == 4
