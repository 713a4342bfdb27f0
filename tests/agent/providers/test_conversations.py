"""The same conversations over every protocol: equal calls, arguments, outcomes and order."""

import itertools

import pytest
from conversations import CONVERSATIONS, PROTOCOLS
from littlefolk.present.records import TurnStatus, Usage

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
