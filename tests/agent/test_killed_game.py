"""A game that is killed in the middle of a turn leaves its blocks in the world and its records in the journal."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from littlefolk.agent.journal import Journal, records
from littlefolk.agent.journal_reading import turns
from littlefolk.game import Game, Options
from littlefolk.world.cells import Cell
from turn_versions import shown, versions, write

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
    assert [record["record"] for record in found if record["record"] != "progress"] == ["turn", "call", "call", "call"], "it has no end"
    assert found[0]["status"] == "thinking"
    assert [record["result"]["outcome"] for record in found if record["record"] == "call"] == ["done"] * 3

    game = Game(Options(tmp_path, radius=1, meshing=False))
    try:
        while not game.ready:
            game.frame(1 / 60)
        assert game.world.revision == 3
        assert [(resident.name, resident.figure) for resident in game.roster] == [("Moss", "gnome")]
        assert list(game.agents) == ["Moss"]
        for step in range(3):
            cell = here.offset(step, 6, 0)
            assert game.world.read(cell).kind.name == "lantern"
            assert game.world.edits.get(cell).author == "Moss"
    finally:
        assert game.close() == []
    journal = Journal(tmp_path / "journal.sqlite")
    journal.close()
    journal.thread.join(60)
    assert len(list(records(tmp_path / "journal.sqlite"))) == len(found)


@pytest.mark.parametrize("number", range(len(versions())), ids=[name for name, _turn in versions()])
def test_killed_after_any_event_the_record_is_there_up_to_it(tmp_path, process, number):
    child = process(write, tmp_path, number)
    while not (tmp_path / "written").exists():
        assert child.is_alive()
        time.sleep(0.001)
    child.kill()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    (turn,) = turns(tmp_path / "journal.sqlite")
    assert shown(turn) == shown(versions()[number][1])
    if number == len(versions()) - 1:
        assert {record["record"] for record in records(tmp_path / "journal.sqlite")} == {"turn", "call", "reply"}
