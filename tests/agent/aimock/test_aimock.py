"""The providers against a model server that the project did not write: over real HTTP and WebSockets, and by its own log."""

import itertools
import json
from dataclasses import dataclass

import pytest
from conversations import CONVERSATIONS
from littlefolk.agent.providers import ChatProvider, OpenAIProvider
from littlefolk.present.outcome import Done
from littlefolk.present.records import TurnStatus, Usage

_places = itertools.count(0)


@dataclass(frozen=True)
class Way:
    """A way to reach the server: its provider, where its requests arrive, and the names of counted tokens there."""

    name: str
    method: str
    path: str
    tokens: tuple[str, str]
    actions: bool = False

    def provider(self, model, **changes):
        if self.path == "/v1/responses":
            return OpenAIProvider(model.settings(sockets=self.method == "WS", **changes))
        return ChatProvider(model.settings(**({"tools": "actions"} if self.actions else {}) | changes))

    def response(self, text="", calls=(), thought=""):
        """A response as the server takes it."""
        usage = {"usage": dict(zip(self.tokens, (11, 7), strict=True))}
        if self.actions:
            body = {"say": text, "calls": [{"tool": tool, "arguments": arguments} for tool, arguments in calls]}
            return usage | {"content": json.dumps(body)} | ({"reasoning": thought} if thought else {})
        asked = [{"name": tool, "arguments": json.dumps(arguments)} for tool, arguments in calls]
        body = usage | ({"content": text} if text or not calls else {}) | ({"toolCalls": asked} if calls else {})
        return body | ({"reasoning": thought} if thought else {})

    def told(self, log):
        """Every result that the server was told, in order; a conversation that is sent again whole counts once."""
        if self.actions:
            said = [message["content"] for message in log[-1]["body"]["messages"][1:] if message["role"] == "user"]
            return [line.split(": ", 1)[1] for text in said for line in text.splitlines() if line[:1].isdigit()]
        told = {}
        for entry in log:
            told |= {message["tool_call_id"]: message["content"] for message in entry["body"]["messages"] if message["role"] == "tool"}
        return list(told.values())


CHAT, RESPONSES = ("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens")
WAYS = (
    Way("responses by socket", "WS", "/v1/responses", RESPONSES),
    Way("responses by HTTP", "POST", "/v1/responses", RESPONSES),
    Way("chat", "POST", "/v1/chat/completions", CHAT),
    Way("actions", "POST", "/v1/chat/completions", CHAT, actions=True),
)
over_all = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
SAY = ("say", {"text": "hello"})


@over_all
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.name)
def test_a_conversation_is_the_same_every_way(gnome, model, way, conversation):
    script = conversation.at(next(_places) * 4 - 60, 0, -20)
    model.answers(*(way.response(**response) for response in script))
    turn = gnome(way.provider(model)).ask("go")
    assert turn.status is TurnStatus.DONE, turn.reason
    wanted = [call for response in script for call in response.get("calls", ())]
    assert [call.tool for call in turn.calls] == [tool for tool, _arguments in wanted]
    assert [type(call.outcome).__name__ for call in turn.calls] == conversation.outcomes
    for call, (_tool, arguments) in zip(turn.calls, wanted, strict=True):
        if call.call is not None:
            assert {name: value for name, value in call.call.arguments.items() if name in arguments} == conversation.read(arguments)
    assert turn.text == "".join(response.get("text", "") for response in script)
    assert turn.thought == "".join(response.get("thought", "") for response in script)
    assert turn.usage == Usage(11 * len(script), 7 * len(script))
    assert [len(reply.calls) for reply in turn.replies] == [len(response.get("calls", ())) for response in script]
    log = model.log
    assert [(entry["method"], entry["path"]) for entry in log] == [(way.method, way.path)] * len(script)
    assert way.told(log) == [call.output for call in turn.calls], "its log shows what came of every call"


@over_all
def test_a_later_turn_goes_on(gnome, model, way):
    model.answers(way.response("One."), way.response("", [SAY]), way.response("Two."))
    each = gnome(way.provider(model))
    assert each.ask("first words").text == "One."
    assert each.ask("second words").text == "Two."
    asked = [message["content"] for message in model.log[1]["body"]["messages"] if message["role"] == "user"]
    assert "first words" in str(asked), "it remembers the turn before"
    assert "second words" in str(asked)


@over_all
@pytest.mark.parametrize("where", [1, 4, 7])
def test_a_stream_that_is_cut_is_asked_for_again_and_nothing_is_done_twice(gnome, model, way, where):
    model.answers((way.response("This is what I think of it.", [SAY], "Let me see."), {"truncateAfterChunks": where}))
    model.answers(way.response("Yes. ", [SAY]), way.response("Said."))
    turn = gnome(way.provider(model)).ask()
    assert (turn.status, turn.text) == (TurnStatus.DONE, "Yes. Said."), turn.reason
    assert [type(call.outcome) for call in turn.calls] == [Done]
    assert len(model.log) == 3
    assert model.log[0]["response"]["interrupted"]


@over_all
def test_a_connection_that_is_lost_in_the_middle_is_made_again(gnome, model, way):
    model.answers((way.response("slowly " * 400), {"disconnectAfterMs": 20, "latency": 5}), way.response("fine"))
    turn = gnome(way.provider(model)).ask()
    assert (turn.status, turn.text) == (TurnStatus.DONE, "fine"), turn.reason


@over_all
def test_too_many_requests_are_waited_for(gnome, model, way):
    slow = {"error": {"message": "slow down", "type": "rate_limit_error", "code": "rate_limit_exceeded"}, "status": 429, "retryAfter": 0}
    model.answers(slow, way.response("fine"), slow, slow, slow, way.response("here I am"))
    each = gnome(way.provider(model))
    assert each.ask().text == "fine"
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert "allows no more requests for now" in turn.reason
    assert "slow down) (3 tries)" in turn.reason
    assert each.ask().text == "here I am"


@pytest.mark.parametrize("way", WAYS[1:], ids=lambda way: way.name)
def test_what_the_server_asks_to_wait_is_what_is_waited(gnome, model, way):
    """By socket an error is an event, which cannot say how long."""
    model.answers({"error": {"message": "later", "type": "rate_limit_error"}, "status": 429, "retryAfter": 900})
    turn = gnome(way.provider(model)).ask()
    assert "it asks to wait 900 s" in turn.reason


@over_all
def test_errors_of_the_server(gnome, model, way):
    broken = {"error": {"message": "oops", "type": "server_error"}, "status": 500}
    model.answers(broken, way.response("fine"))
    assert gnome(way.provider(model)).ask().text == "fine"


@over_all
def test_stopping_in_the_middle_leaves_the_next_turn_whole(gnome, model, way):
    model.answers((way.response("late", thought="slowly " * 2000), {"latency": 2}), way.response("here I am"))
    each = gnome(way.provider(model))
    each.agent.ask("go", "player")
    each.until(lambda: each.agent.turn is not None and each.agent.turn.thought)
    each.agent.stop()
    each.until(lambda: not each.agent.busy)
    assert each.agent.turn.status is TurnStatus.CANCELLED
    assert each.ask().text == "here I am"
