"""Records, codecs and their lines."""

import json
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.present.call import Call, Caller
from littlefolk.present.codecs import Opaque, decode, encode, recorded
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Running
from littlefolk.present.outcome_text import shown_to_people, status_of, told_to_model
from littlefolk.present.record_json import call_json, json_line, turn_json
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.turn_text import call_line, clean
from littlefolk.present.views import TEXT, ModelView, present
from littlefolk.verbs.building import BlockChanged
from littlefolk.verbs.speaking import Said
from littlefolk.world.cells import Cell

OUTCOMES = [Done("x"), Running("x"), Invalid("m", ("s",), "a"), Denied("r"), Failed("m"), Cancelled(), Busy()]
numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
places = st.builds(Cell, *[st.integers(-9, 9)] * 3)
sayings = st.builds(Said, st.text(), st.text(), st.lists(st.text(), max_size=2).map(tuple))
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text() | places, lambda inner: st.lists(inner, max_size=3).map(tuple) | sayings, max_leaves=6
)


@given(values)
def test_a_value_goes_through_json_unchanged(value):
    assert decode(json.loads(json.dumps(encode(value)))) == value


@given(st.text(min_size=1), st.integers(1, 9), st.dictionaries(st.text(), st.integers() | st.text(), max_size=3))
def test_an_unknown_tag_is_opaque_still_shows_and_is_written_back_as_it_was(tag, version, data):
    written = {"tag": "later." + tag, "version": version, "data": data}
    value = decode(written)
    assert value == Opaque("later." + tag, version, data)
    assert encode(value) == written
    assert tag in present(value, TEXT)


def test_another_version_of_a_known_tag_is_opaque():
    written = encode(BlockChanged(Cell(1, 2, 3), "air", "stone", 4)) | {"version": 99}
    assert isinstance(decode(written), Opaque)


def test_a_tag_is_given_once():
    with pytest.raises(ValueError, match=r"block.changed.*BlockChanged"):

        @recorded("block.changed")
        @dataclass(frozen=True)
        class Thief:
            """Takes a tag."""


def test_what_has_no_codec_becomes_its_text():
    assert encode({1, 2}.__class__) == str(set)


@pytest.mark.parametrize("outcome", OUTCOMES, ids=lambda outcome: type(outcome).__name__)
def test_every_outcome_has_a_status_and_words_for_both(outcome):
    assert isinstance(status_of(outcome), CallStatus)
    assert shown_to_people(outcome)
    assert told_to_model(outcome)


def test_the_model_is_given_the_handle_of_what_has_a_place():
    table = HandleTable()
    view = ModelView(handles=table)
    value = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)
    told = told_to_model(Done(value), view)
    assert told.endswith("#AAAA")
    assert table.read("#AAAA") is value
    assert told_to_model(Done("nothing much"), view) == "nothing much"


def test_long_results_are_folded_and_can_be_named():
    table = HandleTable()
    told = told_to_model(Done("\n".join(str(number) for number in range(500))), ModelView(handles=table))
    assert len(told.encode()) <= 2400
    assert "#AAAA reads the whole" in told
    assert table.read("#AAAA").startswith("0\n1\n")


def turn_with(*calls, **changes):
    turn = Turn(id="t1", agent="Moss", prompt="p", asker="player", started=10.0, clock=5.0)
    for call in calls:
        turn = turn.with_call(call)
    return turn.with_changes(**changes)


def ok(id_="c1", **changes):
    call = Call("say", {"text": "hello there"}, Caller("Moss"))
    made = ToolCall(id_, "say", "{}", call, CallStatus.OK, 10.0, 10.25, Done("said"))
    return replace(made, **changes)


def test_a_line_tells_status_tool_arguments_result_and_time():
    assert call_line(ok(), 99.0) == "[ok] say text=“hello there” → said 0.2s"
    unread = ToolCall("c", "say", '{"text":', status=CallStatus.ERROR, outcome=Invalid("bad", (), "text"))
    assert call_line(unread, 0.0) == '[error] say {"text":: invalid text: bad 0.0s'


def test_a_line_is_one_line_whatever_was_said():
    call = Call("say", {"text": "a\nb\x1b[2Jc\u202ed" + "x" * 500}, Caller("Moss"))
    line = call_line(ok(call=call, outcome=Failed("first\nsecond\r\n\x1b]0;title\x07third")), 0.0)
    assert "\n" not in line
    assert line.isprintable()
    assert "[2J" not in line
    assert len(line) < 400


def test_clean_means_done_and_every_call_ok():
    assert clean(turn_with(ok(), status=TurnStatus.DONE))
    assert not clean(turn_with(ok(), status=TurnStatus.FAILED))
    assert not clean(turn_with(ok(status=CallStatus.ERROR), status=TurnStatus.DONE))


def test_a_call_is_added_once_and_replaced_in_its_place():
    turn = turn_with(ok("a"), ok("b")).with_call(ok("a", output="new"))
    assert [(call.id, call.output) for call in turn.calls] == [("a", "new"), ("b", "")]
    with pytest.raises(KeyError):
        turn.call("c")


def test_records_are_json_objects_on_one_line():
    for record in (turn_json(turn_with(ok())), call_json(turn_with(), ok())):
        line = json_line(record)
        assert "\n" not in line
        assert json.loads(line) == record


def test_a_record_holds_no_exception_text_of_a_denied_call():
    record = call_json(turn_with(), ok(outcome=Denied("not granted"), status=CallStatus.DENIED))
    assert record["result"]["outcome"] == "denied"
    assert record["status"] == "denied"
