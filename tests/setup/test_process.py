"""Laws of running programs: all output kept, the limit kept, nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from setup.console import SetupError
from setup.places import ROOT
from setup.process import must_run, run


def over_the_limit_after_a_line(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """What `each_line` is to be, so that the limit is over once the program has told something: its start may take its time."""
    passed = 0.0

    def told(_line: str) -> None:
        nonlocal passed
        passed = 1000.0

    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + passed, sleep=time.sleep)
    monkeypatch.setattr("setup.process.time", clock)
    return told


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


def test_a_program_over_its_limit_is_ended_with_all_it_started(
    script: Callable[[str, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = script("program", "sleep 600 & echo $!; sleep 600\n")
    ended = run([program], log=tmp_path / "log", limit=600, each_line=over_the_limit_after_a_line(monkeypatch))
    assert ended.timed_out
    assert ended.code != 0
    assert gone(int(ended.output))


def test_what_a_program_leaves_behind_is_ended(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    ended = run([script("program", "sleep 600 & echo $!\n")], log=tmp_path / "log", limit=30)
    assert ended.code == 0
    assert gone(int(ended.output))


def test_what_leaves_the_group_is_ended_too(script: Callable[[str, str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = script("program", "setsid sh -c 'setsid sleep 600 & echo $! $$; sleep 600' & sleep 600\n")
    ended = run([program], log=tmp_path / "log", limit=600, each_line=over_the_limit_after_a_line(monkeypatch))
    assert ended.timed_out
    assert [gone(int(pid)) for pid in ended.output.split()] == [True, True]


def test_a_set_up_told_to_end_takes_its_programs_along(script: Callable[[str, str], Path], tmp_path: Path) -> None:
    program = script("program", "sleep 600 & echo $!; sleep 600\n")
    code = (
        "import sys; from pathlib import Path; from setup import commands; from setup.process import run\n"
        "commands.COMMANDS['help'] = lambda: run([sys.argv[1]], log=Path(sys.argv[2]), limit=600, echo=True).code\n"
        "sys.exit(commands.main(['help']))"
    )
    command = [sys.executable, "-c", code, str(program), str(tmp_path / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.terminate()
        assert process.wait(30) == 128 + signal.SIGTERM
    assert gone(pid)


def test_a_failure_names_the_log(script: Callable[[str, str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = script("program", "echo the reason; exit 2\n")
    with pytest.raises(SetupError, match=rf"baking failed: program ended with 2.*{os.fspath(tmp_path)}"):
        must_run([program], what="baking", log=tmp_path / "log", limit=30)
    assert "the reason" in capsys.readouterr().out
