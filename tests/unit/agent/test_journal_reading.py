"""What a journal tells of comes back as records that every view shows as it showed the turn itself."""

import pytest
from littlefolk.agent.journal import Journal
from littlefolk.agent.journal_reading import CUT, matching, turns, turns_of
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.outcome_text import status_of
from littlefolk.present.record_json import call_json, turn_json
from littlefolk.present.records import Reply, ToolCall, Turn, TurnStatus, Usage
from littlefolk.present.views import MARKDOWN, MODEL, TEXT, TRACE, JsonView, present
from littlefolk.verbs.building import BlockChanged
from littlefolk.world.cells import Cell

OUTCOMES = [
    Done(BlockChanged(Cell(1, 2, 3), "air", "stone", 4)),
    Done(None),
    Invalid("ston is no kind", ("stone",), "kind"),
    Denied("not now"),
    Failed("denied: by the rock"),
    Cancelled("stopped"),
    Busy("busy"),
]


def a_turn(outcomes=OUTCOMES):
    calls = tuple(
        ToolCall(
            f"c{number}",
            "place_block_at",
            '{"kind": "stone"}',
            Call("place_block_at", {"kind": "stone", "cell": Cell(1, 2, 3)}, Caller("Moss")),
            status_of(outcome),
            0.0,
            0.25,
            outcome,
            "told",
        )
        for number, outcome in enumerate(outcomes)
    )
    replies = (Reply("Let me. ", tuple(call.id for call in calls), ("higher",)), Reply("Done.", ()))
    return Turn(
        "moss-1", "Moss", "put a stone", "player", status=TurnStatus.DONE, thought="hm", text="Let me. Done.", calls=calls,
        usage=Usage(3, 4), started=0.0, finished=1.5, clock=1e9, replies=replies,
    )  # fmt: skip


def journaled(tmp_path, *versions):
    journal = Journal(tmp_path / "journal.sqlite")
    for version in versions:
        journal.record(version)
    journal.close()
    journal.thread.join(60)
    return turns(journal.path)


@pytest.mark.parametrize("view", [TEXT, TRACE, MARKDOWN, MODEL, JsonView()], ids=lambda view: type(view).__name__)
def test_a_turn_reads_as_it_did(tmp_path, view):
    turn = a_turn()
    (read,) = journaled(tmp_path, turn.with_changes(status=TurnStatus.THINKING, calls=(), finished=None), turn)
    assert present(read, view) == present(turn, view)


def test_a_turn_comes_back_with_its_values(tmp_path):
    turn = a_turn()
    (read,) = journaled(tmp_path, turn)
    assert [call.outcome for call in read.calls] == OUTCOMES
    assert read.replies == turn.replies
    assert read.with_changes(calls=()) == turn.with_changes(calls=())


def test_a_turn_that_was_cut_off_shows_what_came_before(tmp_path):
    """As after a killed process: the journal has the start, a response, what was heard and a call, and no end."""
    begun = a_turn().with_changes(
        status=TurnStatus.WORKING, finished=None, text="Let me. ", replies=(Reply("Let me. ", ("c0",)),), calls=()
    )
    heard = begun.with_changes(replies=(Reply("Let me. ", ("c0",), ("higher",)),), calls=a_turn().calls[:1])
    (read,) = journaled(tmp_path, begun, heard)
    assert (read.status, read.reason, read.text) == (TurnStatus.FAILED, CUT, "Let me. ")
    assert read.replies == heard.replies
    assert [call.outcome for call in read.calls] == OUTCOMES[:1]


def test_a_value_of_another_version_still_shows():
    body = call_json(a_turn(), a_turn().calls[0])
    for value in ({"tag": "of_tomorrow", "version": 9, "data": {}}, {"tag": "block_changed", "version": 1, "data": {}}, {"odd": 1}):
        body["result"]["value"] = value
        (turn,) = turns_of([turn_json(a_turn()), body])
        assert "place_block_at" in present(turn, TEXT)


def test_words_are_found_wherever_they_are():
    turn = a_turn()
    for words in ("PUT A STONE", "higher", "told", "place_block", "hm", "moss"):
        assert list(matching([turn], words)) == [turn], words
    assert list(matching([turn], "lantern")) == []
