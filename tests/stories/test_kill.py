"""A game killed in the middle of a turn, and started again."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from conftest import ROOT, environment, run_group

FIRST = """world seed=7 window=320x180 radius=2
do spawn gnome Moss
ask Moss "put three stone blocks in a row in front of you"
until turn Moss done within 30s
expect edits stone 3
until saved within 60s
ask Moss "put five bricks in a column behind you, then ask me what comes on top"
until turn Moss over within 300s
answer "a lantern"
"""
AGAIN = """world window=320x180 radius=2
until ready within 60s
expect edits stone 3
expect cell {cell} is stone
"""


def test_a_killed_game_shows_what_was_committed(tmp_path):
    """SIGKILL while the second turn runs, which waits for an answer that never comes: the blocks of the first are there again."""
    environ = environment() | {"LITTLEFOLK_DATA": str(tmp_path / "data")}
    (tmp_path / "first.story").write_text(FIRST, encoding="utf-8")
    command = [sys.executable, "-m", "littlefolk", "story", str(tmp_path / "first.story"), "--world", "Kill", "--out", str(tmp_path)]
    cells = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environ, cwd=ROOT, start_new_session=True
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "kind=stone" in line:
                cells.append(line.split("cell=(")[1].split(")")[0].replace(",", ""))
            if "kind=bricks" in line:
                kill_what_it_started(process)
                break
        process.communicate()
    assert len(cells) == 3, "".join(lines)
    assert process.returncode == 3, "the command says that the engine ended in the middle"
    (tmp_path / "again.story").write_text(AGAIN.format(cell=cells[0]), encoding="utf-8")
    again = [sys.executable, "-m", "littlefolk", "story", str(tmp_path / "again.story"), "--world", "Kill", "--out", str(tmp_path)]
    ended = run_group(again, environ)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def kill_what_it_started(process: subprocess.Popen[str]) -> None:
    """SIGKILL the other processes of its group until it has ended as well. They are looked for again: the system lists what it can."""
    while process.poll() is None:
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                group = int(stat.read_text().rpartition(")")[2].split()[2])
                if group == process.pid != int(stat.parent.name):
                    os.kill(int(stat.parent.name), signal.SIGKILL)
        time.sleep(0.02)
