"""Handles that survive the end of a game."""

import json

from littlefolk.agent.journal import Journal
from littlefolk.agent.journaled_handles import handles_of
from littlefolk.present.call import Call, Caller
from littlefolk.present.handles import Stale, Unknown, number_of
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.records import CallStatus, ToolCall, Turn
from littlefolk.verbs.building import BlockChanged
from littlefolk.world.cells import Cell

CHANGED = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)


def written(path, *calls, agent="Moss"):
    journal = Journal(path)
    turn = Turn("t", agent, "p", "player")
    for number, (handle, outcome) in enumerate(calls):
        call = Call("say", {"text": "x"}, Caller(agent))
        turn = turn.with_call(ToolCall(f"c{number}", "say", "{}", call, CallStatus.OK, 1.0, 2.0, outcome, "told", handle))
    journal.record(turn)
    journal.close()
    journal.thread.join(60)


def test_the_counter_goes_on_and_recorded_values_are_there_again(tmp_path):
    path = tmp_path / "journal.sqlite"
    written(path, ("#AAAB", Done(CHANGED)), ("", Done("nothing")), ("#AAAE", Done("a long text")), ("#AAAF", Invalid("wrong")))
    written(path, ("#AAAC", Done("other")), agent="Fern")
    tables = handles_of(path)
    moss = tables["Moss"]
    assert moss.read("aaab") == CHANGED
    assert moss.read("#AAAE") == "a long text"
    assert moss.read("#AAAF") == "wrong"
    assert moss.read("#AAAA") == Stale("#AAAA")
    assert moss.read("#AAAC") == Stale("#AAAC"), "the handles of others are not this agent's"
    assert moss.read("#AAAG") == Unknown("#AAAG")
    assert moss.mint("new") == "#AAAG"
    assert tables["Fern"].mint("new") == "#AAAD"


def test_what_cannot_be_read_is_left_out(tmp_path, caplog):
    import sqlite3

    path = tmp_path / "journal.sqlite"
    written(path, ("#AAAB", Done("kept")))
    with sqlite3.connect(path) as connection:
        for handle, result in (("#BBBB", {"outcome": "done"}), ("nonsense", {"outcome": "done", "value": 1}), ("#CCCC", None)):
            body = json.dumps({"record": "call", "handle": handle, "result": result})
            connection.execute("INSERT INTO records (agent, turn, kind, body) VALUES ('Moss', 't', 'call', ?)", (body,))
    connection.close()
    tables = handles_of(path)
    assert [handle for handle, _ in tables["Moss"].latest()] == ["#AAAB"]
    assert len(caplog.records) == 3


def test_without_a_journal_there_are_no_tables(tmp_path):
    assert handles_of(tmp_path / "journal.sqlite") == {}
    (tmp_path / "other.sqlite").write_text("no journal")
    assert handles_of(tmp_path / "other.sqlite") == {}


def test_a_gnome_of_the_same_name_knows_its_handles_after_a_restart(games, outcome, frames):
    def place(game, cell):
        agent = game.agents["Moss"]
        agent.ask(f"put stone at {cell}", "player")
        frames(game, lambda: not agent.busy)
        (call,) = [call for call in agent.turn.calls if call.tool == "place_block_at"]
        return call.handle

    first = games.open()
    outcome(first, first.submit("spawn_gnome", name="Moss"))
    handle = place(first, "3 0 -5")
    first.close()
    games.games.clear()
    second = games.open()
    assert second.roster.get("Moss") is not None
    assert second.agents["Moss"].handles.read(handle).cell == Cell(3, 0, -5)
    assert number_of(place(second, "4 0 -5")) > number_of(handle), "no handle is given twice"
