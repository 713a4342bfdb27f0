"""Closing ends every process of every shell, however it tries to stay; after a killed game the next one does."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from littlefolk.agent.shells import Shells, processes
from littlefolk.agent.shells.ledger import Ledger, reap

HOST = Path(__file__).with_name("killed_host.py")
PYTHON = Path(__file__).parents[3] / "python"

STAYS = "sh -c 'trap \"\" HUP TERM; echo $$ > pid; while true; do sleep 0.05; done'"
ESCAPES = {
    "ignores signals": "trap '' TERM HUP INT; echo $BASHPID > pid; while true; do sleep 0.05; done",
    "a session of its own": f"(trap '' HUP TERM; setsid {STAYS}) & wait",
    "a daemon": f"setsid -f {STAYS}; sleep 1000",
    "a daemon whose parents ended": f"trap '' HUP; setsid -f setsid -f {STAYS}",
    "a daemon without its mark": f"trap '' HUP; env -i PATH=/bin:/usr/bin setsid -f {STAYS}",
    "in the background": "trap '' HUP; sleep 1000 & echo $! > pid",
    "stopped": "sleep 1000 & echo $! > pid; kill -STOP $!; wait",
}


def written(path):
    return path.exists() and path.read_text().endswith("\n")


def identity(path):
    found = processes.read(int(path.read_text()))
    assert found is not None
    return found.identity


@pytest.mark.parametrize("command", ESCAPES.values(), ids=ESCAPES)
def test_closing_ends_what_tries_to_stay(tmp_path, eventually, command):
    shells = Shells(tmp_path / "shell", tmp_path / "ledger")
    shells.open("Moss", command)
    pid = tmp_path / "shell/pid"
    eventually(lambda: written(pid))
    process = identity(pid)
    shells.close()
    assert not processes.alive(process)


def test_a_family_that_multiplies_is_ended(shells, eventually):
    session = shells.open("Moss", "grow() { while true; do (sleep 0.2 & sleep 0.1); sleep 0.01; done; }; grow & grow & grow & wait")
    eventually(lambda: session.observation.processes > 8)
    assert session.end("enough") == ()
    assert session.members.look() == {}


def test_dismissing_ends_the_shells_of_one_owner_only(shells, eventually):
    mine, other = shells.open("Moss", "sleep 1000"), shells.open("Fern", "sleep 1000")
    shells.dismiss("Moss")
    eventually(lambda: mine.finished)
    assert not other.finished
    assert mine.stopped == "Moss left"


@pytest.mark.parametrize("command", [ESCAPES[name] for name in ("ignores signals", "a session of its own", "a daemon")])
def test_after_a_killed_game_the_next_one_ends_what_it_left(tmp_path, eventually, command):
    arguments = [sys.executable, str(HOST), str(tmp_path), command]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(PYTHON)}) as host:
        assert host.stdout.readline() == b"ready\n"
        host.send_signal(signal.SIGKILL)
    process = identity(tmp_path / "shell/pid")
    assert processes.alive(process), "it outlives its game"
    shells = Shells(tmp_path / "shell", tmp_path / "ledger")
    assert shells.reaped >= 1
    assert not processes.alive(process)
    assert not (tmp_path / "ledger").exists()
    shells.close()


def test_ids_that_are_used_again_are_left_alone(tmp_path):
    """The ledger names this very process's id with another start: such a process is another one."""
    ledger = Ledger(tmp_path / "ledger")
    itself = processes.read(os.getpid()).identity
    ledger.add(itself._replace(start=itself.start - 1))
    assert reap(tmp_path / "ledger") == 0


def test_after_the_computer_went_down_nothing_in_a_ledger_counts(tmp_path):
    ledger = Ledger(tmp_path / "ledger")
    with subprocess.Popen(["sleep", "1000"]) as other:
        ledger.add(processes.read(other.pid).identity)
        text = (tmp_path / "ledger").read_text()
        (tmp_path / "ledger").write_text(text.replace(processes.boot(), "another-boot"))
        assert reap(tmp_path / "ledger") == 0
        assert other.poll() is None
        (tmp_path / "ledger").write_text(text)
        assert reap(tmp_path / "ledger") == 1
        assert other.wait() == -signal.SIGKILL


@pytest.mark.parametrize("damage", [b"", b"\0\xff\n1 2\n", b"one line", b"a b\n12 x\n\n7\n"])
def test_a_damaged_ledger_harms_nothing(tmp_path, damage):
    (tmp_path / "ledger").write_bytes(damage)
    assert reap(tmp_path / "ledger") == 0
    assert not (tmp_path / "ledger").exists()


def test_a_long_ledger_is_written_anew_with_those_that_run(tmp_path, monkeypatch):
    monkeypatch.setattr("littlefolk.agent.shells.ledger.MOST", 10)
    ledger = Ledger(tmp_path / "ledger")
    itself = processes.read(os.getpid()).identity
    ledger.add(itself)
    for start in range(100):
        ledger.add(itself._replace(start=start))
    lines = (tmp_path / "ledger").read_text().splitlines()
    assert f"{itself.pid} {itself.start}" in lines
    assert len(lines) <= 12
    ledger.clear()
