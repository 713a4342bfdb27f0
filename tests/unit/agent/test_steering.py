"""What is said to an agent while it works joins its turn at the next response; nothing said is lost."""

import threading

from littlefolk.agent.prompting import build
from littlefolk.policy import Audience
from littlefolk.present.records import TurnStatus
from played import Played, answer, calls


class Listening(Played):
    """A played provider that reads what people say meanwhile."""

    listens = True


def listening(stage, *responses):
    agent = stage.agent()
    agent.provider = Listening(*responses)
    return agent


class Gate:
    """Holds a response up until a test lets it go on; `reached` once it is there."""

    def __init__(self):
        self.reached, self.opened = threading.Event(), threading.Event()

    async def __call__(self):
        import asyncio

        self.reached.set()
        await asyncio.to_thread(self.opened.wait, 60)


def during(stage, agent, gate, *lines, asker="player", audience=Audience.LOCAL):
    """Start a turn, say the lines while a response is held up, and wait for the end of all."""
    agent.ask("build a wall", "player")
    stage.until(gate.reached.is_set)
    for line in lines:
        agent.ask(line, asker, audience)
    gate.opened.set()
    stage.until(lambda: not agent.busy)


def test_lines_join_at_the_next_tool_boundary_in_order(stage):
    gate = Gate()
    agent = listening(stage, [gate, *calls(("count", '{"number": 1}'))], answer("a stone wall"))
    during(stage, agent, gate, "of stone", "and high")
    (turn,) = agent.history
    assert turn.replies[0].heard == ("of stone", "and high")
    assert turn.text == "a stone wall"
    second = build(agent.provider.requests[1], 24_000)
    assert second.replies[0].heard == ("of stone", "and high")
    assert second.replies[0].exchanges[0].output == "1"


def test_a_line_that_comes_with_the_last_response_is_answered_in_the_same_turn(stage):
    gate = Gate()
    agent = listening(stage, [gate, *answer("done. ")], answer("and painted"))
    during(stage, agent, gate, "and paint it")
    (turn,) = agent.history
    assert turn.text == "done. and painted"
    assert [reply.heard for reply in turn.replies] == [("and paint it",), ()]


def test_a_provider_that_does_not_listen_gets_a_turn_for_each_line(stage):
    gate = Gate()
    agent = stage.agent([gate, *calls(("count", '{"number": 1}'))], answer("one"), answer("two"))
    during(stage, agent, gate, "again")
    assert [(turn.prompt, turn.text) for turn in agent.history] == [("build a wall", "one"), ("again", "two")]


def test_somebody_else_does_not_steer_the_turn(stage):
    gate = Gate()
    agent = listening(stage, [gate, *calls(("count", '{"number": 1}'))], answer("one"), answer("two"))
    during(stage, agent, gate, "stop that", asker="Bramble", audience=Audience.PUBLIC)
    assert [(turn.prompt, turn.asker) for turn in agent.history] == [("build a wall", "player"), ("stop that", "Bramble")]
    assert all(reply.heard == () for reply in agent.history[0].replies)


def test_lines_said_to_a_turn_that_is_stopped_or_fails_are_answered_afterwards(stage):
    for ending in ("stop", "fail"):
        gate = Gate()
        broken = [gate, RuntimeError("broken")] if ending == "fail" else [gate, *answer("never")]
        agent = listening(stage, broken, answer("here"))
        agent.ask("build a wall", "player")
        stage.until(gate.reached.is_set)
        agent.ask("of stone", "player")
        if ending == "stop":
            agent.stop()
        gate.opened.set()
        stage.until(lambda agent=agent: not agent.busy)
        first, second = agent.history
        assert first.status is (TurnStatus.CANCELLED if ending == "stop" else TurnStatus.FAILED)
        assert (second.prompt, second.text) == ("of stone", "here")


def test_many_lines_from_many_threads_are_each_heard_once(stage):
    rounds = 30
    agent = listening(stage, *[calls(("count", '{"number": 1}')) for _ in range(rounds)], *[answer(".") for _ in range(200)])
    said = [f"line {number}" for number in range(60)]
    threads = [threading.Thread(target=lambda part=said[at::3]: [agent.ask(line, "player") for line in part]) for at in range(3)]
    for thread in threads:
        thread.start()
    stage.until(lambda: not any(thread.is_alive() for thread in threads) and not agent.busy)
    heard = [line for turn in agent.history for reply in turn.replies for line in reply.heard]
    assert sorted([*heard, *(turn.prompt for turn in agent.history)]) == sorted(said)
