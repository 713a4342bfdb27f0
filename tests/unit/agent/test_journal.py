"""The journal: a real SQLite file that says what happened, whatever came after."""

import sqlite3
import threading

import pytest
from littlefolk.agent.journal import APPLICATION_ID, Journal, JournalError, records
from littlefolk.present.call import Call, Caller
from littlefolk.present.codecs import decode
from littlefolk.present.outcome import Denied, Done, Invalid
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.verbs.building import BlockChanged
from littlefolk.verbs.looking import Standing
from littlefolk.world.cells import Cell

CHANGED = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)


def a_turn(id_="moss-1", prompt="put a stone", **changes):
    return Turn(id=id_, agent="Moss", prompt=prompt, asker="player", started=1.0, clock=1e9).with_changes(**changes)


def a_call(id_="c1", outcome=None, status=CallStatus.OK):
    call = Call("place_block_at", {"kind": "stone", "cell": Cell(1, 2, 3)}, Caller("Moss"))
    return ToolCall(id_, "place_block_at", '{"kind": "stone"}', call, status, 1.0, 1.5, outcome or Done(CHANGED), "stone placed")


def closed(journal):
    journal.close()
    journal.thread.join(60)
    assert journal.closed
    return list(records(journal.path))


@pytest.fixture
def journal(tmp_path):
    return Journal(tmp_path / "folder" / "journal.sqlite")


def test_a_turn_is_written_at_its_start_its_calls_as_they_end_and_its_end_once(journal):
    turn = a_turn()
    journal.record(turn)
    journal.record(turn := turn.with_call(a_call(status=CallStatus.PENDING)))
    journal.record(turn := turn.with_call(a_call()))
    journal.record(turn := turn.with_changes(text="more"))
    journal.record(turn := turn.with_changes(status=TurnStatus.DONE))
    journal.record(turn.with_changes(finished=2.0))
    found = closed(journal)
    assert [(record["record"], record["status"]) for record in found] == [("turn", "thinking"), ("call", "ok"), ("turn", "done")]
    assert found[2]["text"] == "more"
    assert found[2]["elapsed"] == 1.0
    assert found[1]["turn"] == found[0]["id"]


def test_a_value_comes_back_as_it_was(journal):
    standing = Standing("Moss", Cell(1, 2, 3), (1.5, 2.0, 3.5), "north", None, 7)
    journal.record(a_turn().with_call(a_call()).with_call(a_call("c2", Done(standing))))
    _, one, two = closed(journal)
    assert decode(one["result"]["value"]) == CHANGED
    assert decode(two["result"]["value"]) == standing
    assert {name: decode(value) for name, value in one["arguments"].items()} == {"kind": "stone", "cell": Cell(1, 2, 3)}


def test_what_went_wrong_is_kept_in_words(journal):
    wrong = a_call("c1", Invalid("ston is no kind", ("stone",), "kind"), CallStatus.ERROR)
    journal.record(a_turn().with_call(wrong).with_call(a_call("c2", Denied("not now"), CallStatus.DENIED)))
    _, one, two = closed(journal)
    assert one["result"] == {"outcome": "invalid", "message": "ston is no kind", "argument": "kind", "suggestions": ["stone"]}
    assert two["result"] == {"outcome": "denied", "message": "denied: not now"}


@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "\x1b[31mred", "🧱 «» \u202e", 'quote " and \\', "x" * 100_000, "line\nbreak"])
def test_no_text_stops_the_journal(journal, text):
    strange = ToolCall("c1", text, text, None, CallStatus.ERROR, 1.0, 1.5, Invalid(text, (text,), text), text)
    journal.record(a_turn("one", text, thought=text, text=text).with_call(strange))
    journal.record(a_turn("two", "after"))
    found = closed(journal)
    assert [record["record"] for record in found] == ["turn", "call", "turn"]
    assert found[0]["prompt"] == text.replace("\ud800", "\N{REPLACEMENT CHARACTER}")
    assert found[2]["prompt"] == "after"


def test_numbers_that_json_lacks_stop_nothing(journal):
    nowhere = Standing("Moss", Cell(1, 2, 3), (float("nan"), float("inf"), 0.0), "north", None, 7)
    journal.record(a_turn().with_call(a_call("c1", Done(nowhere))))
    journal.record(a_turn("two"))
    assert [record["record"] for record in closed(journal)] == ["turn", "call", "turn"]


def test_many_threads_write_and_each_turn_keeps_its_order(journal):
    def write(name):
        for number in range(50):
            turn = a_turn(f"{name}-{number}")
            journal.record(turn)
            journal.record(turn.with_call(a_call()))
            journal.record(turn.with_call(a_call()).with_changes(status=TurnStatus.DONE, finished=2.0))

    threads = [threading.Thread(target=write, args=(f"t{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = closed(journal)
    assert len(found) == 4 * 50 * 3
    by_turn = {}
    for record in found:
        by_turn.setdefault(record.get("turn", record["id"]), []).append((record["record"], record["status"]))
    assert set(map(tuple, by_turn.values())) == {(("turn", "thinking"), ("call", "ok"), ("turn", "done"))}


def test_reopened_it_goes_on_where_it_was(journal):
    journal.record(a_turn("one"))
    closed(journal)
    again = Journal(journal.path)
    again.record(a_turn("two"))
    assert [record["id"] for record in closed(again)] == ["one", "two"]


def test_the_file_says_what_it_is(journal):
    closed(journal)
    with sqlite3.connect(journal.path) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "journal.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (a)")
        connection.execute("INSERT INTO mine VALUES (1)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="belongs to another program: move it away"):
        Journal(path)
    with pytest.raises(JournalError):
        list(records(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all, only words" * 100, b"SQLite format 3\x00" + b"\xff" * 2000])
def test_a_damaged_file_is_refused_with_what_to_do(tmp_path, content):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="move it away"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_folder_in_its_place_is_refused(tmp_path):
    (tmp_path / "journal.sqlite").mkdir()
    with pytest.raises(JournalError, match="move it away"):
        Journal(tmp_path / "journal.sqlite")


def test_records_of_a_file_that_is_not_there_are_an_error_and_make_no_file(tmp_path):
    with pytest.raises(JournalError, match="no journal"):
        list(records(tmp_path / "none.sqlite"))
    assert list(tmp_path.iterdir()) == []


def test_a_journal_that_can_no_longer_be_written_says_why(journal):
    with sqlite3.connect(journal.path) as other:
        other.execute("DROP TABLE records")
    other.close()
    journal.record(a_turn())
    journal.thread.join(60)
    assert "no longer written down: journal.sqlite cannot be written (no such table: records)" in journal.problem
    journal.record(a_turn("two"))
    assert journal.closed
