"""Laws of picking an interpreter, tried on the running one and on scripts that answer in its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from setup.pythons import Python, candidates, choose, probe

GOOD = Python(
    "/opt/a/bin/python3", (3, 12, 1), library="/opt/a/lib/libpython3.12.so.1.0", link_library="/opt/a/x.so", headers=True, venv=True
)


def test_the_running_interpreter_describes_itself() -> None:
    python = probe(sys.executable)
    assert python is not None
    assert python.version == sys.version_info[:3]
    assert Path(python.executable).exists()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"version": (3, 10, 9)}, "is not 3.11"),
        ({"version": (3, 15, 0)}, "is not 3.11"),
        ({"implementation": "pypy"}, "not CPython"),
        ({"free_threaded": True}, "free-threaded"),
        ({"library": None}, "no shared libpython"),
        ({"link_library": None}, "link with"),
        ({"headers": False}, "Python.h"),
        ({"venv": False}, "virtual environments"),
    ],
)
def test_each_fault_is_named(change: dict[str, object], fault: str) -> None:
    assert GOOD.lacks() == []
    assert any(fault in line for line in Python(**{**GOOD.__dict__, **change}).lacks())


def answering(python: Python) -> str:
    return f"cat <<'END'\n{json.dumps(python.__dict__)}\nEND\n"


def test_the_first_without_fault_is_picked_and_the_rest_is_explained(script: Callable[[str, str], Path]) -> None:
    static = script("static", answering(Python(**{**GOOD.__dict__, "executable": "/opt/static", "library": None})))
    broken = script("broken", "exit 3\n")
    good = script("good", answering(GOOD))
    never = script("never", f"touch {good.parent / 'asked'}\n")
    choice = choose(map(str, (static, broken, good, never)))
    assert choice.python == GOOD
    assert len(choice.passed_over) == 2
    assert "/opt/static" in choice.passed_over[0]
    assert "no shared libpython" in choice.passed_over[0]
    assert "does not run" in choice.passed_over[1]
    assert not (good.parent / "asked").exists()


def test_nothing_suitable_is_a_value_not_an_exception(script: Callable[[str, str], Path]) -> None:
    choice = choose([str(script("broken", "exit 3\n")), "/nowhere/python3"])
    assert choice.python is None
    assert len(choice.passed_over) == 2


def test_the_wanted_interpreter_comes_first(script: Callable[[str, str], Path], monkeypatch: pytest.MonkeyPatch) -> None:
    path = script("bin/python3.12", "exit 3\n")
    monkeypatch.setenv("PATH", str(path.parent))
    found = candidates("/opt/mine/python3")
    assert found[0] == "/opt/mine/python3"
    assert str(path) in found
    assert len(found) == len(set(found))
