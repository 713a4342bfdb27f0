"""The same conversations over every protocol: equal calls, arguments, outcomes and order."""

import itertools

import pytest
from conversations import CONVERSATIONS, PROTOCOLS
from littlefolk.agent.providers import OfflineProvider
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.record_json import call_json, turn_json
from littlefolk.present.records import TurnStatus, Usage
from wires import Chat

_places = itertools.count(0)


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)
@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.name)
def test_a_conversation_is_the_same_over_every_protocol(gnome, lane, protocol, conversation):
    script = conversation.at(next(_places) * 4 - 60, 0, -20)
    lane.answers(*(protocol.wire.response(number=number, **response) for number, response in enumerate(script)))
    turn = gnome(protocol.provider(lane)).ask("go")
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
    state = lane.state
    assert state["left"] == 0
    assert {request["path"] for request in state["requests"]} == {f"v1/{protocol.wire.path}"}
    told = (
        [output for body in lane.bodies for output in protocol.wire.told(body)]
        if protocol.incremental
        else protocol.wire.told(lane.bodies[-1])
    )
    assert told == [call.output for call in turn.calls], "the model is told what came of every call, in order"


OFFLINE = (
    ("say good morning", ["say"]),
    ("put a stone at 0 4 -40", ["place_block_at"]),
    ("put three bricks in a row in front of you", ["place_block_at"] * 3),
    ("put a lantern at 12 4 -40, then remove that", ["place_block_at", "remove_block_at"]),
    ("put a cheese at 16 4 -40", ["place_block_at"]),
)


@pytest.mark.parametrize(("sentence", "acts"), OFFLINE, ids=[sentence for sentence, _ in OFFLINE])
def test_the_offline_readers_own_conversations_leave_records_of_the_same_shape(gnome, lane, sentence, acts):
    turn = gnome(OfflineProvider()).ask(sentence)
    assert [call.tool for call in turn.calls if call.tool in set(acts)] == acts, turn.text or turn.reason
    wrong = "cheese" in sentence
    assert isinstance(turn.calls[-1].outcome, Invalid if wrong else Done)
    assert turn.status is (TurnStatus.FAILED if wrong else TurnStatus.DONE)
    lane.answers(*(Chat.response(number=number, **answer) for number, answer in enumerate(CONVERSATIONS[0].responses)))
    assert turn_json(turn).keys() == turn_json(gnome(PROTOCOLS[0].provider(lane)).ask("go")).keys()
    lane.answers(*(Chat.response(number=number, **answer) for number, answer in enumerate(CONVERSATIONS[1].at(next(_places) * 4, 0, -44))))
    other = gnome(PROTOCOLS[0].provider(lane)).ask("go")
    for call in turn.calls:
        assert call_json(turn, call).keys() == call_json(other, other.calls[0]).keys()
