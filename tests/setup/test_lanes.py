"""Laws of work side by side: every piece is answered for, whatever its process does."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from setup.lanes import side_by_side
from setup.process import run


def square(number: int) -> int:
    return number * number


def misbehave(how: str) -> str:
    if how == "dies":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "leaves":
        raise SystemExit(3)
    if how == "hangs":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)
    if how == "answers what cannot be sent":
        return lambda: None  # type: ignore[return-value]
    return how


@pytest.mark.parametrize("lanes", [1, 2, 5])
def test_every_piece_comes_back_with_its_result(lanes: int) -> None:
    found = {work: (result, reason) for work, result, reason in side_by_side(square, range(7), lanes=lanes, limit=60)}
    assert found == {number: (number * number, "") for number in range(7)}


def test_one_that_dies_is_answered_for_and_the_rest_go_on() -> None:
    works = ["dies", "fine", "leaves", "answers what cannot be sent", "well"]
    found = {work: (result, reason) for work, result, reason in side_by_side(misbehave, works, lanes=2, limit=60)}
    assert set(found) == set(works)
    assert found["fine"] == ("fine", "")
    assert found["well"] == ("well", "")
    assert found["dies"] == (None, "its process ended by itself (code -9)")
    assert found["leaves"] == (None, "its process ended by itself (code 3)")
    assert found["answers what cannot be sent"][0] is None


def test_one_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes once the other has answered, so that nothing depends on how fast that is."""
    passed = 0.0
    monkeypatch.setattr("setup.lanes.PATIENCE", 0.2)
    monkeypatch.setattr("setup.lanes.time", SimpleNamespace(monotonic=lambda: time.monotonic() + passed))
    found = {}
    for work, result, reason in side_by_side(misbehave, ["hangs", "fine"], lanes=2, limit=600):
        found[work] = (result, reason)
        passed = 1000.0
    assert found == {"hangs": (None, "its process did not end within 600 s"), "fine": ("fine", "")}


def test_it_ends_where_a_handler_for_termination_is_installed() -> None:
    """A handler that raises, as the set-up has one, once kept a pool of processes from ending."""

    def stop(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        for _ in range(40):
            assert len(list(side_by_side(square, range(4), lanes=2, limit=60))) == 4
    finally:
        signal.signal(signal.SIGTERM, before)


def test_a_program_that_floods_its_log_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("setup.process.LONGEST_OUTPUT", 1 << 20)
    program = [sys.executable, "-c", "while True: print('x' * 1000)"]
    ended = run(program, log=tmp_path / "log", limit=300)
    assert ended.timed_out
    assert ended.code != 0
