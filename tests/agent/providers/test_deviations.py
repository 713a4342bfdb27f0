"""What servers do differently from the documentation, one fixture each; the calls that come out are the same."""

import json

import pytest
from lanes import CANARY
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.records import TurnStatus, Usage
from wires import Actions, Chat, chunk, sse, tool_delta

ONE, TWO = '{"text": "one"}', '{"text": "two"}'
IN_JSON = [f'{{"name": "say", "arguments": {text}}}' for text in (ONE, TWO)]
FENCE = ['```json\n{"tool_calls": [' + f'{{"function": {IN_JSON[0]}}},', f' {{"function": {IN_JSON[1]}}}]}}\n```']
END = [chunk({}, "tool_calls"), "[DONE]"]


def piece(*deltas):
    """One delta with several pieces of calls."""
    return {"tool_calls": [part for delta in deltas for part in delta["tool_calls"]]}


# Each: the chunks of a response that asks for `say one` and then `say two`.
PARALLEL = {
    "as documented": [
        tool_delta(0, "a", "say", ""),
        tool_delta(0, arguments=ONE[:5]),
        tool_delta(0, arguments=ONE[5:]),
        tool_delta(1, "b", "say", ""),
        tool_delta(1, arguments=TWO),
    ],
    "interleaved": [
        tool_delta(0, "a", "say", ""),
        tool_delta(1, "b", "say", ""),
        tool_delta(1, arguments=TWO[:4]),
        tool_delta(0, arguments=ONE[:3]),
        tool_delta(1, arguments=TWO[4:]),
        tool_delta(0, arguments=ONE[3:]),
    ],
    "no index, arguments whole": [tool_delta(None, "a", "say", ONE), tool_delta(None, "b", "say", TWO)],
    "no index, arguments in pieces": [
        tool_delta(None, "a", "say", ONE[:6]),
        tool_delta(None, None, None, ONE[6:]),
        tool_delta(None, "b", "say", TWO[:6]),
        tool_delta(None, None, None, TWO[6:]),
    ],
    "no index and no ids": [tool_delta(None, None, "say", ONE), tool_delta(None, None, "say", TWO)],
    "index only": [tool_delta(0, None, "say", ONE[:4]), tool_delta(0, arguments=ONE[4:]), tool_delta(1, None, "say", TWO)],
    "every index 0, ids differ": [tool_delta(0, "a", "say", ONE), tool_delta(0, "b", "say", TWO)],
    "every index 0, no ids": [tool_delta(0, None, "say", ONE), tool_delta(0, None, "say", TWO)],
    "the same id for both": [tool_delta(0, "call", "say", ONE), tool_delta(1, "call", "say", TWO)],
    "empty ids": [tool_delta(0, "", "say", ONE), tool_delta(1, "", "say", TWO)],
    "both in one chunk": [piece(tool_delta(0, "a", "say", ONE), tool_delta(1, "b", "say", TWO))],
    "both in one chunk without index": [piece(tool_delta(None, "a", "say", ONE), tool_delta(None, "b", "say", TWO))],
    "{} before the arguments": [
        tool_delta(0, "a", "say", "{}"),
        tool_delta(1, "b", "say", "{}"),
        tool_delta(0, arguments=ONE),
        tool_delta(1, arguments=TWO),
    ],
    "{} and the name again": [tool_delta(0, "a", "say", "{}"), tool_delta(0, "a", "say", ONE), tool_delta(1, "b", "say", TWO)],
    "the name in every piece": [
        tool_delta(0, "a", "say", ONE[:7]),
        tool_delta(0, "a", "say", ONE[7:]),
        tool_delta(1, "b", "say", TWO[:7]),
        tool_delta(1, "b", "say", TWO[7:]),
    ],
    "arguments as an object": [
        piece({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "say", "arguments": json.loads(ONE)}}]}),
        tool_delta(1, "b", "say", TWO),
    ],
    "text before the calls": [{"content": "Let me speak."}, tool_delta(0, "a", "say", ONE), tool_delta(1, "b", "say", TWO)],
    "the finish in the same chunk": [tool_delta(0, "a", "say", ONE), tool_delta(1, "b", "say", TWO)],
    "JSON in the content": [{"content": IN_JSON[0][:12]}, {"content": IN_JSON[0][12:] + "\n" + IN_JSON[1]}],
    "a list in the content": [{"content": json.dumps([{"name": "say", "parameters": json.loads(text)} for text in (ONE, TWO)])}],
    "a fence in the content": [{"content": FENCE[0]},
                               {"content": FENCE[1]}],
    "marks in the content": [
        {"content": "I will speak. <tool_"},
        {"content": 'call>{"name": "say", "arguments": ' + ONE + "}</tool_call><tool_call>"},
        {"content": '{"name": "say", "arguments": ' + TWO + "}</tool_call>"},
    ],
    "thoughts in marks before JSON": [
        {"content": "<thi"},
        {"content": "nk>first this</think>\n"},
        {"content": '{"name": "say", "arguments": ' + ONE + "}"},
        {"content": ', {"name": "say", "arguments": ' + TWO + "}"},
    ],
}  # fmt: skip


@pytest.mark.parametrize("deltas", PARALLEL.values(), ids=PARALLEL)
def test_two_calls_come_out_however_they_are_sent(gnome, lane, deltas):
    events = sse(*(chunk(delta) for delta in deltas), *END)
    each = gnome()
    for size in (0, 5):  # in chunks as the server means them, and cut anywhere
        lane.answers({"events": events, "piece": size}, Chat.response("spoken"))
        judge(each.ask(), lane.bodies[-1])


def judge(turn, body):
    """What must hold of a turn that said one and two, and of the request with its results."""
    assert turn.status is TurnStatus.DONE, turn.reason
    assert [(call.tool, call.call.arguments["text"]) for call in turn.calls] == [("say", "one"), ("say", "two")]
    assert [type(call.outcome) for call in turn.calls] == [Done, Done]
    ids = [call.id for call in turn.calls]
    assert len(set(ids)) == 2
    assert "{" not in turn.text, "calls are not shown as text"
    sent = [message for message in body["messages"] if message["role"] == "tool"]
    assert [message["tool_call_id"] for message in sent] == ids
    assert turn.text.endswith("spoken")


@pytest.mark.parametrize("newline", ["\r\n\r\n", "\n\n", "\r\r"], ids=["CRLF", "LF", "CR"])
def test_line_ends_and_comments_of_a_stream(gnome, lane, newline):
    events = [": keep-alive\n\n", *sse(chunk({"content": "Grüße "}), ": ping", chunk({"content": "🧱"}, "stop"), "[DONE]", end=newline)]
    events[2] = ": ping\n\n"
    lane.answers({"events": events, "piece": 1})
    assert gnome().ask().text == "Grüße 🧱"


def test_truncated_arguments_are_an_invalid_call_and_the_model_may_mend_it(gnome, lane):
    lane.answers(
        {"events": sse(chunk(tool_delta(0, "a", "say", '{"text": "on')), *END)},
        Chat.response(calls=[("say", {"text": "one"})], number=1),
        Chat.response("mended"),
    )
    turn = gnome().ask()
    assert [type(call.outcome) for call in turn.calls] == [Invalid, Done]
    assert "not valid JSON" in turn.calls[0].output
    again = lane.bodies[1]["messages"]
    assert again[2]["tool_calls"][0]["function"]["arguments"] == "{}", "no server has to read back what is no JSON"
    assert turn.text == "mended"


def test_a_model_that_shows_json_to_a_person_shows_it(gnome, lane):
    lane.answers({"events": sse(chunk({"content": '{"colour": "red"} is JSON'}), chunk({}, "stop"), "[DONE]")})
    turn = gnome().ask()
    assert turn.text == '{"colour": "red"} is JSON'
    assert turn.calls == ()


def test_no_usage_and_no_id_are_no_matter(gnome, lane):
    lane.answers({"events": sse({"choices": [{"delta": {"content": "hm"}}]}, {"choices": [{"delta": {}, "finish_reason": "stop"}]})})
    turn = gnome().ask()
    assert (turn.text, turn.usage, turn.status) == ("hm", Usage(), TurnStatus.DONE)


def test_a_server_that_leaves_the_stream_open_after_the_end_is_not_waited_for(gnome, lane, monkeypatch):
    monkeypatch.setattr("littlefolk.agent.providers.chat.provider.AFTERWARDS", 0.05)
    lane.answers({"events": sse(chunk({"content": "over"}, "stop"), "[DONE]"), "end": "hang"}, Chat.response("and on"))
    each = gnome()
    assert each.ask().text == "over"
    assert each.ask().text == "and on"


def refusal(message, status=400):
    return {"status": status, "body": json.dumps({"error": {"message": message, "type": "invalid_request_error"}})}


def test_what_a_server_refuses_is_left_out_and_never_tried_again(gnome, lane, tmp_path):
    kept = tmp_path / "servers.json"
    lane.answers(
        refusal("stream_options is not supported"), refusal("Unknown field: strict", 422), Chat.response("well"), Chat.response("again")
    )
    assert gnome(profiles=kept).ask().text == "well"
    assert gnome(profiles=kept).ask().text == "again", "another agent knows it too"
    bodies = lane.bodies
    assert ["stream_options" in body for body in bodies] == [True, False, False, False]
    assert ["strict" in body["tools"][0]["function"] for body in bodies] == [True, True, False, False]
    assert CANARY not in kept.read_text()


def completion(message):
    return {
        "body": json.dumps({"id": "x", "object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})
    }


CALLED = {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "choose_colour", "arguments": "{}"}}]}
WITHOUT = {
    "refuses tools": refusal("registry.example/m does not support tools"),
    "answers in words": completion({"role": "assistant", "content": "blue"}),
    "lacks the template": refusal("tools param requires --jinja flag", 500),
}


def test_a_model_with_tools_is_probed_once(gnome, lane, tmp_path):
    lane.answers(completion(CALLED), Chat.response("one"), Chat.response("two"))
    assert gnome(tools="auto", profiles=tmp_path / "p.json").ask().text == "one"
    assert gnome(tools="auto", profiles=tmp_path / "p.json").ask().text == "two"
    assert ["choose_colour" in json.dumps(body) for body in lane.bodies] == [True, False, False]


@pytest.mark.parametrize("answer", WITHOUT.values(), ids=WITHOUT)
def test_a_model_without_tools_answers_in_json(gnome, lane, tmp_path, answer):
    lane.answers(answer, Actions.response(calls=[("say", {"text": "one"})]), Actions.response("said"))
    turn = gnome(tools="auto", profiles=tmp_path / "p.json").ask()
    assert [type(call.outcome) for call in turn.calls] == [Done]
    assert turn.text == "said"
    schema = lane.bodies[1]["response_format"]["json_schema"]["schema"]
    tools = [call["properties"]["tool"]["const"] for call in schema["properties"]["calls"]["items"]["anyOf"]]
    assert "say" in tools
    assert "tools" not in lane.bodies[1]


def test_a_probe_that_tells_nothing_is_no_matter_and_is_made_again(gnome, lane, tmp_path):
    for _ in range(2):
        lane.answers(refusal("no fixture for this", 404), Chat.response("hello"))
        assert gnome(tools="auto", profiles=tmp_path / "p.json").ask().text == "hello"
    assert ["choose_colour" in json.dumps(body) for body in lane.bodies] == [True, False, True, False]


def test_a_server_without_schemas_is_asked_for_json_and_then_for_nothing(gnome, lane):
    lane.answers(refusal("response_format json_schema unsupported"), refusal("response_format is unknown"), Actions.response("fine"))
    assert gnome(tools="actions").ask().text == "fine"
    assert [body.get("response_format", {}).get("type") for body in lane.bodies] == ["json_schema", "json_object", None]


def test_an_answer_that_is_no_such_json_is_asked_for_again(gnome, lane):
    lane.answers(Chat.response("I would rather talk."), Actions.response("fine"))
    turn = gnome(tools="actions").ask()
    assert (turn.text, turn.status) == ("fine", TurnStatus.DONE)


def test_without_a_name_the_first_model_of_the_server_is_taken(gnome, lane):
    models = {"object": "list", "data": [{"id": "llama", "object": "model"}, {"id": "other", "object": "model"}]}
    lane.answers({"body": json.dumps(models)}, Chat.response("hello"))
    assert gnome(model="").ask().text == "hello"
    assert lane.bodies[1]["model"] == "llama"
