"""A game that is killed in the middle of a turn leaves its blocks in the world and its records in the journal."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

from littlefolk.agent.journal import Journal, records
from littlefolk.game import Game, Options
from littlefolk.world.cells import Cell

CHILD = Path(__file__).with_name("killed_game.py")
PYTHON = Path(__file__).parents[2] / "python"


def test_killed_in_the_middle_of_a_turn(tmp_path):
    command = [sys.executable, str(CHILD), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(PYTHON)}, text=True) as child:
        here = Cell(*(int(word) for word in child.stdout.readline().split()))
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL

    with sqlite3.connect(tmp_path / "journal.sqlite") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    found = list(records(tmp_path / "journal.sqlite"))
    assert [record["record"] for record in found] == ["turn", "call", "call", "call"], "the turn has no end"
    assert found[0]["status"] == "thinking"
    assert [record["result"]["outcome"] for record in found[1:]] == ["done"] * 3

    game = Game(Options(tmp_path, radius=1, meshing=False))
    try:
        while not game.ready:
            game.frame(1 / 60)
        assert game.world.revision == 3
        for step in range(3):
            cell = here.offset(step, 6, 0)
            assert game.world.read(cell).kind.name == "lantern"
            assert game.world.edits.get(cell).author == "Moss"
    finally:
        assert game.close() == []
    journal = Journal(tmp_path / "journal.sqlite")
    journal.close()
    journal.thread.join(60)
    assert len(list(records(tmp_path / "journal.sqlite"))) == 4
