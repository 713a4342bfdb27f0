"""The transcript: each record once, as a line and as a JSON object."""

import json

import pytest
from littlefolk.game.transcript import Transcript
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Done
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus


@pytest.fixture
def told(tmp_path):
    lines = []
    transcript = Transcript(lines.append, tmp_path / "deep" / "t.jsonl")
    yield transcript, lines, tmp_path / "deep" / "t.jsonl"
    transcript.close()


def play(transcript, prompt="hello", text="bye"):
    turn = Turn(id="t", agent="Moss", prompt=prompt, asker="player", started=1.0)
    transcript.record(turn)
    call = ToolCall("c", "say", "{}", Call("say", {"text": prompt}, Caller("Moss")), started=1.0)
    transcript.record(turn := turn.with_call(call))
    done = ToolCall("c", "say", "{}", call.call, CallStatus.OK, 1.0, 1.5, Done("said"), "said")
    transcript.record(turn := turn.with_call(done))
    transcript.record(turn := turn.with_changes(text=text))
    transcript.record(turn.with_changes(status=TurnStatus.DONE, finished=2.0))


def test_each_record_is_told_once_in_order(told):
    transcript, lines, path = told
    play(transcript)
    assert lines == ["Moss ← player: hello", "[ok] say text=hello → said 0.5s", "Moss: done in 1.0s. bye"]
    objects = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(each["record"], each["status"]) for each in objects] == [("turn", "thinking"), ("call", "ok"), ("turn", "done")]


@pytest.mark.parametrize("text", ["\x1b[31mred\x1b[0m", "two\nlines", "\ud83d", "\u202eback", "x" * 10_000])
def test_no_text_breaks_its_line(told, text):
    transcript, lines, path = told
    play(transcript, text, text)
    assert len(lines) == 3
    assert all(line.isprintable() and len(line) < 500 for line in lines)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_closed_it_goes_on_with_lines_alone(told):
    transcript, lines, path = told
    transcript.close()
    transcript.close()
    play(transcript)
    assert len(lines) == 3
    assert path.read_text(encoding="utf-8") == ""
