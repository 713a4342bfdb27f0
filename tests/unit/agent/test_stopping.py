"""Stopping and closing: whatever an agent was doing, its record ends, nothing runs afterwards, and the next prompt works."""

import asyncio
import threading
from collections import Counter

import pytest
from littlefolk.agent import turn as turn_module
from littlefolk.agent.providers.base import CallStarted, Finished, Provider, ProviderFailed, Text
from littlefolk.present.outcome import Cancelled, Done, Failed
from littlefolk.present.records import CallStatus, TurnStatus
from played import Played, answer, calls


class Forever:
    """Something to await without end; `begun` is set once somebody does."""

    def __init__(self):
        self.begun = threading.Event()

    async def __call__(self):
        self.begun.set()
        await asyncio.Event().wait()


def running(agent):
    return agent.turn is not None and any(call.status is CallStatus.RUNNING for call in agent.turn.calls)


def assert_over(stage, agent, turn):
    """The record is final in every part, and the agent answers again."""
    assert (turn.status, turn.reason) == (TurnStatus.CANCELLED, "stopped")
    assert turn.finished is not None
    assert all(call.status.final and call.outcome is not None for call in turn.calls)
    assert stage.records[-1] == turn
    assert not agent.stop(), "there is nothing left to stop"
    assert stage.ask(agent, "and now?").text == "here I am"


def test_while_it_thinks(stage):
    thinking = Forever()
    agent = stage.agent([Text("let me see"), CallStarted("a", "count"), thinking], answer("here I am"))
    agent.ask("go", "player")
    thinking.begun.wait(60)
    assert agent.stop()
    stage.until(lambda: not agent.busy, frames=False)
    assert agent.history[-1].text == "let me see"
    assert_over(stage, agent, agent.history[-1])


def test_while_its_calls_wait_for_a_frame(stage):
    agent = stage.agent(calls(*[("count", '{"number": 1}')] * 3), answer("here I am"))
    agent.ask("go", "player")
    stage.until(lambda: running(agent), frames=False)
    assert agent.stop()
    stage.until(lambda: not agent.busy, frames=False)
    turn = agent.history[-1]
    assert {type(call.outcome) for call in turn.calls} == {Cancelled}
    stage.frame()
    assert stage.ran == []
    assert_over(stage, agent, turn)


def test_a_call_that_a_frame_is_at_is_recorded_as_it_ends(stage, monkeypatch):
    monkeypatch.setattr(turn_module, "STOP_SECONDS", 60.0)
    agent = stage.agent(calls(("count", '{"number": 1}'), ("count", '{"number": 2}')), answer("here I am"))
    agent.ask("go", "player")
    stage.until(lambda: len(stage.mailbox._queue) == 2, frames=False)
    stage.drain()
    assert agent.stop()
    stage.until(lambda: not agent.busy)
    turn = agent.history[-1]
    assert [call.outcome for call in turn.calls] == [Done(1), Done(2)]
    assert stage.ran == [1, 2]
    assert_over(stage, agent, turn)


def test_a_frame_that_hangs_does_not_keep_the_turn(stage, monkeypatch):
    monkeypatch.setattr(turn_module, "STOP_SECONDS", 0.0)
    agent = stage.agent(calls(("count", '{"number": 1}'), ("count", '{"number": 2}')), answer("here I am"))
    agent.ask("go", "player")
    stage.until(lambda: len(stage.mailbox._queue) == 2, frames=False)
    stage.drain()
    agent.stop()
    stage.until(lambda: not agent.busy, frames=False)
    turn = agent.history[-1]
    assert [type(call.outcome) for call in turn.calls] == [Failed, Failed]
    assert all("may have been done" in call.output for call in turn.calls)
    stage.mailbox.resolve()
    assert_over(stage, agent, turn)


def test_between_two_responses(stage):
    between = Forever()
    agent = stage.agent(calls(("count", '{"number": 1}')), [between], answer("here I am"))
    agent.ask("go", "player")
    stage.until(between.begun.is_set)
    agent.stop()
    stage.until(lambda: not agent.busy, frames=False)
    assert [call.outcome for call in agent.history[-1].calls] == [Done(1)]
    assert_over(stage, agent, agent.history[-1])


def test_at_any_moment_after_asking(stage):
    agent = stage.agent(*[[Finished()] for _ in range(400)])
    asked = []
    for _ in range(200):
        asked.append(agent.ask("go", "player"))
        agent.stop()
    stage.until(lambda: not agent.busy)
    ends = {record.id: record.status for record in stage.records if record.finished is not None}
    assert list(ends) == asked, "every prompt has a record that ends, in order"
    assert set(ends.values()) <= {TurnStatus.DONE, TurnStatus.CANCELLED}
    assert stage.ask(agent).status is TurnStatus.DONE


def test_the_prompt_after_the_stopped_one_is_answered(stage):
    thinking = Forever()
    agent = stage.agent([thinking], answer("second"))
    agent.ask("first", "player")
    agent.ask("second", "player")
    thinking.begun.wait(60)
    agent.stop()
    stage.until(lambda: not agent.busy)
    assert [(turn.prompt, turn.status) for turn in agent.history] == [("first", TurnStatus.CANCELLED), ("second", TurnStatus.DONE)]


def test_twice_is_once(stage):
    thinking = Forever()
    agent = stage.agent([thinking], answer("here I am"))
    agent.ask("go", "player")
    thinking.begun.wait(60)
    agent.stop()
    agent.stop()
    stage.until(lambda: not agent.busy)
    assert_over(stage, agent, agent.history[-1])


@pytest.mark.parametrize("doing", ["nothing", "thinking", "calling"])
def test_closing_ends_the_thread_and_every_record(stage, doing):
    thinking = Forever()
    agent = stage.agent([thinking] if doing == "thinking" else calls(("count", '{"number": 1}')))
    if doing != "nothing":
        agent.ask("go", "player")
        agent.ask("and then go again", "player")
        stage.until(thinking.begun.is_set if doing == "thinking" else lambda: running(agent), frames=False)
    agent.close()
    agent.close()
    agent.thread.join(60)
    assert agent.closed
    assert not agent.busy
    assert [turn.status for turn in agent.history] == ([] if doing == "nothing" else [TurnStatus.CANCELLED] * 2)
    stage.frame()
    assert stage.ran == []
    assert not agent.stop()
    with pytest.raises(RuntimeError, match="leaving"):
        agent.ask("hello?", "player")


def test_closing_at_any_moment_ends_the_thread(stage):
    agents = [stage.agent(calls(("count", '{"number": 1}')), answer("ok"), name=f"gnome {number}") for number in range(30)]
    for index, agent in enumerate(agents):
        for _ in range(index % 4):
            agent.ask("go", "player")
        if index % 2:
            stage.frame()
        agent.close()
    stage.until(lambda: all(agent.closed for agent in agents))
    assert all(turn.status.final and turn.finished is not None for agent in agents for turn in agent.history)
    assert [len(agent.history) for agent in agents] == [index % 4 for index in range(30)]


class Rounds:
    """Counts how often event loops go round: each begins a round, in which it waits for something to do, and then does it."""

    def __init__(self, monkeypatch):
        self.begun = Counter()
        ordinary = asyncio.BaseEventLoop._run_once
        monkeypatch.setattr(asyncio.BaseEventLoop, "_run_once", lambda loop: self.begun.update([loop]) or ordinary(loop))

    def at_rest(self, stage, loop):
        """Let a loop look around and wait again; whether it had nothing left to do."""
        found = []

        def look():
            found.append((self.begun[loop], not loop._ready))

        loop.call_soon_threadsafe(loop.call_soon, look)  # in the round after the one that this wakes it for
        stage.until(lambda: found)
        number, nothing_left = found[0]
        stage.until(lambda: self.begun[loop] > number)
        return nothing_left


def test_an_idle_agent_is_not_woken_by_frames(stage, monkeypatch):
    rounds = Rounds(monkeypatch)
    agents = [stage.agent(answer("ready"), name=f"gnome {number}") for number in range(50)]
    for agent in agents:
        agent.ask("are you there?", "player")
    stage.until(lambda: not any(agent.busy for agent in agents))
    for agent in agents:
        stage.until(lambda agent=agent: rounds.at_rest(stage, agent._loop))
    before = rounds.begun.copy()
    agents[0].stop()  # it is idle: nothing to do
    woken = stage.ask(agents[1], "still there?")
    assert woken.status is TurnStatus.DONE
    for _ in range(100):
        stage.frame()
    assert set(rounds.begun - before) == {agents[1]._loop}


@pytest.mark.parametrize("ending", ["stop", "close", "fail", "done"])
def test_what_a_provider_holds_is_released_when_the_turn_ends(stage, ending):
    begun, released = threading.Event(), threading.Event()

    class Holding(Provider):
        """Holds something open while it streams."""

        name = "holding"

        async def stream(self, request):
            try:
                begun.set()
                if ending == "done":
                    yield Finished()
                elif ending == "fail":
                    yield ProviderFailed("server", False, "gone")
                await asyncio.Event().wait() if ending != "done" else None
            finally:
                released.set()

    agent = stage.agent()
    agent.provider = Holding()
    agent.ask("go", "player")
    begun.wait(60)
    if ending in ("stop", "close"):
        getattr(agent, ending)()
    stage.until(lambda: not agent.busy)
    assert released.is_set()


def test_one_of_several_prompts_is_stopped_by_its_turn(stage):
    thinking = Forever()
    agent = stage.agent([thinking], answer("third"))
    first, second, third = (agent.ask(text, "player") for text in ("first", "second", "third"))
    thinking.begun.wait(60)
    agent.stop(second)
    stage.until(lambda: len(agent.history) == 1, frames=False)
    assert (agent.history[0].id, agent.busy) == (second, True), "the first goes on"
    agent.stop(first)
    stage.until(lambda: not agent.busy)
    assert [(turn.id, turn.status) for turn in agent.history] == [
        (second, TurnStatus.CANCELLED),
        (first, TurnStatus.CANCELLED),
        (third, TurnStatus.DONE),
    ]
    assert not agent.stop(third), "it is over"


def test_a_prompt_with_a_mind_of_its_own_is_answered_by_it_and_its_asker_hears_the_end(stage):
    agent = stage.agent(answer("I am the usual one"))
    ended = []
    agent.ask("by somebody else", "player", mind=Played(answer("I am another")), done=ended.append)
    stage.until(lambda: not agent.busy)
    assert [turn.text for turn in ended] == ["I am another"]
    assert stage.ask(agent).text == "I am the usual one"


class Held(Played):
    """A provider that counts how often it is closed."""

    closed = 0

    async def close(self):
        self.closed += 1


def test_a_provider_that_is_exchanged_is_closed_once_its_turn_is_over(stage):
    thinking = Forever()
    before, after = Held([thinking]), Held(answer("new"))
    agent = stage.agent()
    agent.use(before)
    agent.ask("go", "player")
    thinking.begun.wait(60)
    agent.use(after)
    assert before.closed == 0, "its turn still runs"
    agent.stop()
    stage.until(lambda: not agent.busy)
    stage.until(lambda: before.closed)
    assert stage.ask(agent).text == "new"
    agent.close()
    agent.thread.join(60)
    assert (before.closed, after.closed) == (1, 1)
