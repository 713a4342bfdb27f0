"""Laws of running programs: all output kept, the limit kept, nothing left running."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from setup.console import SetupError
from setup.process import must_run, run


def gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def test_output_and_code_come_back(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    lines: list[str] = []
    program = script("program", "echo one; echo zwei ✓ >&2; printf three; exit 7\n")
    ended = run([program], log=tmp_path / "log", limit=30, each_line=lines.append)
    assert (ended.code, ended.timed_out) == (7, False)
    assert ended.output == "one\nzwei ✓\nthree"
    assert lines == ["one", "zwei ✓", "three"]


def test_there_is_no_input(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    assert run([script("program", "read x && echo got || echo none\n")], log=tmp_path / "log", limit=30).output == "none\n"


def test_a_program_over_its_limit_is_ended_with_all_it_started(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    program = script("program", "sleep 600 & echo $!; sleep 600\n")
    ended = run([program], log=tmp_path / "log", limit=0.5)
    assert ended.timed_out
    assert ended.code != 0
    assert gone(int(ended.output))


def test_what_a_program_leaves_behind_is_ended(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    ended = run([script("program", "sleep 600 & echo $!\n")], log=tmp_path / "log", limit=30)
    assert ended.code == 0
    assert gone(int(ended.output))


def test_a_failure_names_the_log(script: Callable[[str, str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = script("program", "echo the reason; exit 2\n")
    with pytest.raises(SetupError, match=rf"baking failed: program ended with 2.*{os.fspath(tmp_path)}"):
        must_run([program], what="baking", log=tmp_path / "log", limit=30)
    assert "the reason" in capsys.readouterr().out
