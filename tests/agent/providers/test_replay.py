"""Replaying: what a model sent is sent again, from records or from a journal, and no server is asked."""

import pytest
from conversations import CONVERSATIONS, Protocol
from lanes import settings_for
from littlefolk.agent.journal import Journal
from littlefolk.agent.journal_reading import turns
from littlefolk.agent.providers import ChatProvider, ReplayProvider
from littlefolk.present.records import TurnStatus
from wires import Chat


def shape(turn):
    calls = [(call.tool, call.raw, call.status) for call in turn.calls]
    return turn.prompt, turn.status, turn.text, turn.thought, calls, [(reply.text, len(reply.calls)) for reply in turn.replies]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda conversation: conversation.name)
def test_a_recorded_turn_is_the_same_again(gnome, lane, tmp_path, conversation):
    at = 40 + 4 * CONVERSATIONS.index(conversation)
    lane.answers(*(Chat.response(number=number, **response) for number, response in enumerate(conversation.at(at, 0, 20))))
    journal = Journal(tmp_path / "journal.sqlite")
    each = gnome(Protocol("chat", Chat, lambda lane, changes: ChatProvider(settings_for(lane))).provider(lane))
    each.agent._on_record = journal.record
    recorded = each.ask("build it")
    journal.close()
    journal.thread.join(60)
    for call in recorded.calls:  # so that the blocks can be placed again
        if call.tool == "place_block_at" and call.call is not None:
            reading = each.game.world.read(call.call.arguments["cell"])
            if reading.kind.name != "air":
                each.until(each.game.submit("remove_block_at", cell=call.call.arguments["cell"]).future.done)
    before = len(lane.requests)
    from_journal = gnome(ReplayProvider(environment={"LITTLEFOLK_REPLAY": str(journal.path)})).ask("build it")
    assert shape(from_journal) == shape(recorded)
    assert from_journal.usage == recorded.usage
    assert len(lane.requests) == before
    assert shape(turns(journal.path)[0]) == shape(recorded)


def test_without_a_recording_it_says_so(gnome, tmp_path):
    assert "name a journal in LITTLEFOLK_REPLAY" in gnome(ReplayProvider(environment={})).ask().reason
    missing = {"LITTLEFOLK_REPLAY": str(tmp_path / "none.sqlite")}
    turn = gnome(ReplayProvider(environment=missing)).ask()
    assert turn.status is TurnStatus.FAILED
    assert "no journal" in turn.reason
    assert "no recorded turn" in gnome(ReplayProvider([])).ask().reason
