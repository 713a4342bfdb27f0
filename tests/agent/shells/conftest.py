"""Shells in a folder of their own, all ended afterwards, with nothing left behind."""

import contextlib
import os
import threading
import time

import pytest
from littlefolk.agent.shells import Shells, State, processes
from littlefolk.kernels.terminals import why_missing

LONG = 60.0  # seconds: only a test that fails waits so long

if why_missing() and not os.environ.get("CI"):
    collect_ignore_glob = ["test_*.py"]


def descriptors():
    found = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):  # another thread closed it, or it was the listing's own
            found.append(os.readlink(f"/proc/self/fd/{name}"))
    return sorted(found)


def open_terminals():
    return [name for name in descriptors() if "ptmx" in name or "pidfd" in name]


def shell_threads():
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(("shell ", "end the shells"))]


@pytest.fixture
def shells(tmp_path):
    """Shells of a game that is closed at the end: then neither a thread nor a descriptor nor a process of them is left."""
    made = Shells(tmp_path / "shell", tmp_path / "shells.ledger")
    yield made
    made.close()
    assert shell_threads() == []
    assert open_terminals() == []
    assert not made_by(made)
    assert not (tmp_path / "shells.ledger").exists()


def made_by(shells):
    """Processes that carry the mark of these shells."""
    mark = shells._ledger.game.encode()
    found = [(pid, processes.environment(pid) or {}) for pid in processes.everyone()]
    return [pid for pid, variables in found if variables.get(b"LITTLEFOLK_SHELL", b"").startswith(mark)]


@pytest.fixture
def run(shells):
    """`run(command)` runs a command line to its end and gives its session."""

    def run(command, **options):
        session = shells.open("Moss", command, **options)
        assert session.wait(LONG, lambda it: it.state is State.ENDED), session.screen.text
        return session

    return run


@pytest.fixture
def shows():
    """`shows(session, text)` waits until the screen has a text."""

    def shows(session, text):
        assert session.wait(LONG, lambda it: text in it.screen.text), session.screen.text

    return shows


@pytest.fixture
def eventually():
    """`eventually(holds)` waits until something holds that nobody tells of."""

    def eventually(holds):
        end = time.monotonic() + LONG
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.01)

    return eventually
