"""A killed process loses nothing that it committed more than a second before, and never leaves a broken file."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from littlefolk.world.saving import Save

GAME = Path(__file__).with_name("killed_game.py")
PYTHON = Path(__file__).parents[3] / "python"


@pytest.mark.parametrize(("moment", "pause"), [(1, 0.0), (30, 0.02), (500, 0.0)])
def test_nothing_older_than_a_second_is_lost(tmp_path, moment, pause):
    path = tmp_path / "world.littlefolk"
    survived = 0
    for _ in range(2):
        command = [sys.executable, str(GAME), str(path), str(pause)]
        environment = {**os.environ, "PYTHONPATH": str(PYTHON)}
        # A file for the output: a full pipe would stop the game and with it the stream of commits.
        with (tmp_path / "out").open("wb") as out, (tmp_path / "out").open() as lines:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE, env=environment)
            text = ""
            while text.count("\n") < moment and process.poll() is None:
                text += lines.read()
            acknowledged = int(text.splitlines()[moment - 1].split()[0])
            # This second is the law's own measure, not a timing of the code.
            time.sleep(1.0)
            process.send_signal(signal.SIGKILL)
            process.wait()
            text += lines.read()
        saved = [int(line.split()[1]) for line in text.splitlines()[:-1]]
        save = Save.open(path)
        edits = dict(save.edits())
        assert save.revision >= acknowledged > survived
        assert save.revision >= max(saved), "what was reported as saved is there"
        revisions = [edit.revision for edit in edits.values()]
        assert max(revisions) == save.revision
        assert all(revisions.count(revision) == 2 for revision in set(revisions)), "no commit is there by half"
        survived = save.revision
        save.close()


@pytest.mark.parametrize("_", range(5))
def test_a_kill_in_the_middle_of_creation_or_opening_leaves_nothing_broken(tmp_path, _):
    path = tmp_path / "world.littlefolk"
    environment = {**os.environ, "PYTHONPATH": str(PYTHON)}
    process = subprocess.Popen([sys.executable, str(GAME), str(path), "0"], stdout=subprocess.DEVNULL, env=environment)
    while not list(tmp_path.glob("world.littlefolk*")):
        assert process.poll() is None
    process.kill()
    process.wait()
    save = Save.open(path)
    assert len(dict(save.edits())) in {0, *range(2, 10_000, 2)}
    save.close()
