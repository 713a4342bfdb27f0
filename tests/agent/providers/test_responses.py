"""What is particular to the Responses API: going on from a response, the socket, pictures, what servers leave out."""

import hashlib
import json
import struct
import zlib

import pytest
from lanes import settings_for
from littlefolk.agent.providers import ChatProvider, OpenAIProvider
from littlefolk.present.image import Image
from littlefolk.present.outcome import Done
from littlefolk.present.records import Reply, ToolCall, Turn, TurnStatus
from wires import Chat, Responses, sse

SAY = ("say", {"text": "hello"})


def refusal(message, status=400, **fields):
    return {"status": status, "body": json.dumps({"error": {"message": message, **fields}})}


def two_steps(lane):
    lane.answers(Responses.response(calls=[SAY]), Responses.response("done", number=1))


@pytest.mark.parametrize("sockets", [False, True], ids=["http", "socket"])
def test_a_turn_goes_on_from_the_last_response_and_a_new_turn_sends_everything(gnome, lane, sockets):
    if sockets:
        lane.takes_sockets()
    each = gnome(OpenAIProvider(settings_for(lane)))
    two_steps(lane)
    each.ask()
    two_steps(lane)
    each.ask("more")
    bodies = lane.bodies
    assert [body.get("previous_response_id") for body in bodies] == [None, "resp_0", None, "resp_0"]
    assert [item["type"] for item in bodies[1]["input"]] == ["function_call_output"]
    assert "more" in bodies[2]["input"][0]["content"]
    methods = {request["method"] for request in lane.requests}
    assert methods == ({"SOCKET"} if sockets else {"POST"})


def test_without_a_socket_http_is_taken_and_the_socket_not_tried_again(gnome, lane):
    each = gnome(OpenAIProvider(settings_for(lane)))
    two_steps(lane)
    assert each.ask().text == "done"
    assert [request["method"] for request in lane.requests] == ["POST", "POST"]


def test_a_server_that_forgot_is_sent_everything_without_a_word(gnome, lane):
    lane.answers(
        Responses.response(calls=[SAY]),
        refusal("Previous response with id 'resp_0' not found.", code="previous_response_not_found"),
        Responses.response("done", number=1),
    )
    each = gnome(OpenAIProvider(settings_for(lane, sockets=False)))
    turn = each.ask()
    assert (turn.text, turn.reason, len(turn.calls)) == ("done", "", 1)
    whole = lane.bodies[2]
    assert "previous_response_id" not in whole
    assert [item.get("type", item.get("role")) for item in whole["input"]] == ["user", "function_call", "function_call_output"]
    two_steps(lane)
    each.ask()
    assert all("previous_response_id" not in body for body in lane.bodies[2:]), "it is not tried again"


def test_a_socket_that_forgot_is_sent_everything(gnome, lane):
    lane.takes_sockets()
    lost = {"type": "error", "status": 400, "error": {"code": "previous_response_not_found", "message": "not found", "type": "x"}}
    lane.answers(Responses.response(calls=[SAY]), {"events": sse(lost)}, Responses.response("done", number=1))
    turn = gnome(OpenAIProvider(settings_for(lane))).ask()
    assert (turn.text, turn.reason) == ("done", "")


@pytest.mark.parametrize("when", ["between turns", "between responses", "in the middle"])
def test_a_socket_that_is_lost_is_opened_again_without_the_player_noticing(gnome, lane, when):
    lane.takes_sockets()
    each = gnome(OpenAIProvider(settings_for(lane)))
    if when == "between turns":
        lane.answers(Responses.response("first") | {"end": "leave"})
        each.ask()
        two_steps(lane)
    elif when == "between responses":
        lane.answers(Responses.response(calls=[SAY]) | {"end": "leave"}, Responses.response("done", number=1))
    else:
        broken = Responses.response("I was just saying")["events"][:2]
        lane.answers(Responses.response(calls=[SAY]), {"events": broken, "end": "cut"}, Responses.response("done", number=1))
    turn = each.ask()
    assert (turn.status, turn.text, turn.reason) == (TurnStatus.DONE, "done", "")
    assert [type(call.outcome) for call in turn.calls] == [Done]
    last = lane.bodies[-1]
    if when != "between turns":
        assert "previous_response_id" not in last, "what a lost socket remembered is sent again"


def test_a_socket_that_is_too_old_is_not_used_again(gnome, lane, monkeypatch):
    monkeypatch.setattr("littlefolk.agent.providers.responses.socket.OLDEST", 0.0)
    lane.takes_sockets()
    each = gnome(OpenAIProvider(settings_for(lane)))
    for _ in range(2):
        lane.answers(Responses.response("hello"))
        assert each.ask().text == "hello"
    each.until(lambda: lane.state["gone"] == 1)


LEFT_OUT = {
    "no arguments.done": lambda event: event["type"] != "response.function_call_arguments.done",
    "no item.done": lambda event: event["type"] != "response.output_item.done",
    "no deltas": lambda event: "delta" not in event["type"],
    "only the last event": lambda event: event["type"] == "response.completed",
    "no created": lambda event: event["type"] != "response.created",
}


def truncated(event):
    return event | {"arguments": '{"text": "he'} if "arguments.done" in event["type"] else event


CHANGED = {
    "no output_index": lambda event: {key: value for key, value in event.items() if key != "output_index"},
    "{} when the item is added": lambda event: event | {"item": event["item"] | {"arguments": "{}"}} if "added" in event["type"] else event,
    "truncated arguments said to be whole": lambda event: (
        event | {"arguments": '{"text": "he'} if "arguments.done" in event["type"] else event
    ),
    "an empty end": lambda event: event | {"response": event["response"] | {"output": []}} if "completed" in event["type"] else event,
    "no usage": lambda event: event | {"response": event["response"] | {"usage": None}} if "completed" in event["type"] else event,
    "ids without a prefix": lambda event: json.loads(json.dumps(event).replace("call_0_", "").replace("fc_0_", "")),
}


def judge_two_calls(gnome, lane, events):
    lane.answers({"events": sse(*events), "piece": 5}, Responses.response("said", number=1))
    turn = gnome(OpenAIProvider(settings_for(lane, sockets=False))).ask()
    assert turn.status is TurnStatus.DONE, turn.reason
    assert [(call.tool, call.call.arguments["text"]) for call in turn.calls] == [("say", "hello"), ("say", "again")]


def parsed():
    response = Responses.response(calls=[SAY, ("say", {"text": "again"})])
    return [json.loads(event.removeprefix("data: ")) for event in response["events"]]


@pytest.mark.parametrize("kept", LEFT_OUT.values(), ids=LEFT_OUT)
def test_events_that_a_server_leaves_out(gnome, lane, kept):
    judge_two_calls(gnome, lane, [event for event in parsed() if kept(event)])


@pytest.mark.parametrize("change", CHANGED.values(), ids=CHANGED)
def test_events_that_a_server_changes(gnome, lane, change):
    judge_two_calls(gnome, lane, [change(event) for event in parsed()])


def test_a_model_that_does_not_reason_is_not_asked_for_its_thoughts_again(gnome, lane, tmp_path):
    each = gnome(OpenAIProvider(settings_for(lane, sockets=False, profiles=tmp_path / "p.json")))
    lane.answers(refusal("Unsupported parameter: 'reasoning.summary' is not supported with this model."), Responses.response("hm"))
    assert each.ask().text == "hm"
    lane.answers(Responses.response("again"))
    each.ask()
    assert ["reasoning" in body for body in lane.bodies] == [True, False, False]


def test_a_response_that_ran_out_of_tokens_is_told(gnome, lane):
    end = {"type": "response.incomplete", "response": {"id": "r", "output": [], "incomplete_details": {"reason": "max_output_tokens"}}}
    lane.answers({"events": sse(end)})
    assert "cut off at the limit" in gnome(OpenAIProvider(settings_for(lane, sockets=False))).ask().reason


# Pictures


def picture():
    rows = zlib.compress(b"\x00\xff\x00\x00" * 1)

    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    data = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + part(b"IDAT", rows) + part(b"IEND", b"")
    return Image.of_png(data)


def with_a_picture(each):
    """Let the next turns find one in history: a reply whose call gave a picture."""
    shown = picture()
    assert shown.digest == hashlib.sha256(shown.data).hexdigest()
    call = ToolCall("c1", "look", "{}", None, outcome=Done(shown), output="[image]")
    return Turn(id="t", agent="Moss", prompt="look", asker="player", calls=(call,), replies=(Reply("", ("c1",)),))


async def collected(provider, turn, commands=()):
    from littlefolk.agent.providers.base import Request
    from littlefolk.present.context import ReadContext

    events = [event async for event in provider.stream(Request("You are Moss.", turn, (), tuple(commands), ReadContext()))]
    await provider.close()
    return events


def test_pictures_go_as_content_or_beside_or_not_at_all(lane):
    import asyncio

    lane.answers(refusal("internal error", 500), refusal("internal error", 500), Responses.response("a red dot"))
    asyncio.run(collected(OpenAIProvider(settings_for(lane, sockets=False)), with_a_picture(None)))
    first, second, third = lane.bodies
    assert first["input"][2]["output"][1]["image_url"].startswith("data:image/png;base64,iVBOR")
    assert second["input"][2]["output"] == "[image]"
    assert second["input"][3]["content"][1]["type"] == "input_image"
    assert "image_url" not in json.dumps(third)


def test_pictures_of_results_follow_in_a_message_of_the_user_and_are_left_out_after_a_500(lane):
    import asyncio

    lane.answers(refusal("mmproj missing", 500), Chat.response("no eyes"))
    asyncio.run(collected(ChatProvider(settings_for(lane)), with_a_picture(None)))
    first, second = lane.bodies
    assert [message["role"] for message in first["messages"]] == ["system", "user", "assistant", "tool", "user"]
    assert first["messages"][4]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "tool"]
