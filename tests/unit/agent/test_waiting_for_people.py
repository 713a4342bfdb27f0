"""A turn that waits for a person: off its clocks, in order, stopped and closed at any moment, and never left behind."""

import threading
from typing import Annotated

import pytest
from littlefolk.agent.budget import Budget
from littlefolk.agent.questions import Answer, Question
from littlefolk.commands.parked import Approve, Decline, Reply
from littlefolk.policy import AskPolicy, Capability
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.records import CallStatus, TurnStatus
from littlefolk.present.types import Boolean, CellType, Integer
from littlefolk.present.types import Text as TextType
from littlefolk.world.cells import Cell
from played import answer, calls

SHORT = Budget(seconds=0.02, call_seconds=0.01)


@pytest.fixture
def asked(stage):
    """A stage with a player: `ask` parks, `write` is approved first, `think` runs beside the frames."""
    stage.mailbox.desk.attended = True

    def ask(call, text: Annotated[str, TextType(40), "a question"]):
        """Ask."""
        return Question(call, text, Integer(0, 9))

    def write(call, text: Annotated[str, TextType(40), "a text"]):
        """Write."""
        stage.ran.append(text)
        return text

    def think(call):
        """Think."""
        stage.ran.append(threading.get_ident())
        return "thought"

    stage.add(ask)
    stage.add(write, asks=True)
    stage.add(think, where="turn")
    yield stage
    stage.mailbox.close("the test is over")


def parked(stage):
    """Frames until somebody asks; what is asked."""
    stage.until(lambda: stage.mailbox.desk.parked)
    return stage.mailbox.desk.parked[0]


def begun(stage, *asked_for):
    agent = stage.agent(calls(*asked_for), answer("thank you"), answer("here I am"))
    agent.ask("go", "player")
    return agent, parked(stage)


def ended(stage, agent):
    stage.until(lambda: not agent.busy)
    return agent.history[-1]


def test_the_words_are_read_as_the_type_and_the_turn_goes_on_with_the_value(asked):
    agent, question = begun(asked, ("ask", '{"text": "how many?"}'))
    asked.until(lambda: agent.turn.status is TurnStatus.WAITING)
    assert [call.status for call in agent.turn.calls] == [CallStatus.ASKING]
    question.post(Reply("lots"))
    asked.until(lambda: question.problem)
    assert "lots" in question.problem
    assert asked.mailbox.desk.parked == (question,), "it stays open"
    question.post(Reply("7"))
    turn = ended(asked, agent)
    assert turn.calls[0].outcome == Done(Answer("how many?", "7", 7))
    assert (turn.status, turn.text, turn.reason) == (TurnStatus.DONE, "thank you", "")


def test_declining_is_an_answer(asked):
    agent, question = begun(asked, ("ask", '{"text": "how many?"}'))
    question.post(Decline())
    turn = ended(asked, agent)
    assert turn.calls[0].outcome == Done(Answer("how many?", declined=True))
    assert turn.calls[0].output.startswith("declined")


def test_a_yes_answers_only_a_question_of_yes_or_no(asked):
    agent, question = begun(asked, ("ask", '{"text": "how many?"}'))
    question.post(Approve())
    asked.until(lambda: question.problem)
    question.post(Decline())
    ended(asked, agent)
    asked.frame()
    yes = Question(question.call, "really?", Boolean())
    assert yes.objection(Approve(), asked) == ""
    assert yes.decide(Approve(), asked).value.value is True


def test_a_place_that_is_answered_is_worth_coming_back_to():
    assert Answer("where?", "1 2 3", Cell(1, 2, 3)).cell == Cell(1, 2, 3)
    assert Answer("how many?", "3", 3).cell is None
    assert CellType().parse("1 2 3", None) == Cell(1, 2, 3)


def test_waiting_costs_neither_the_turn_nor_the_call_any_time(asked, loop_clock):
    agent = asked.agent(calls(("ask", '{"text": "how many?"}')), answer("thank you"), budget=SHORT)
    clock = loop_clock(agent)
    agent.ask("go", "player")
    question = parked(asked)
    asked.until(lambda: agent.turn.status is TurnStatus.WAITING)
    clock.advance(SHORT.seconds * 4)
    assert agent.turn.status is TurnStatus.WAITING
    question.post(Reply("1"))
    assert isinstance(ended(asked, agent).calls[0].outcome, Done)


def test_a_question_ends_by_its_own_expiry(asked):
    agent, question = begun(asked, ("ask", '{"text": "how many?"}'))
    question.expires = asked.mailbox.desk.clock()
    turn = ended(asked, agent)
    assert isinstance(turn.calls[0].outcome, Failed)
    assert "did not answer in time" in turn.calls[0].output
    assert asked.mailbox.desk.parked == ()


def test_what_is_approved_is_done_once_and_what_is_denied_never(asked):
    agent, approval = begun(asked, ("write", '{"text": "a"}'))
    assert asked.ran == []
    assert (approval.exact, approval.text) == (True, "text: a")
    for _ in range(3):
        approval.post(Approve())
    assert ended(asked, agent).calls[0].outcome == Done("a")
    assert asked.ran == ["a"]
    other, approval = begun(asked, ("write", '{"text": "b"}'))
    approval.post(Decline())
    approval.post(Approve())
    assert isinstance(ended(asked, other).calls[0].outcome, Denied)
    assert asked.ran == ["a"]


def test_prose_goes_back_as_the_players_words(asked):
    agent, approval = begun(asked, ("write", '{"text": "a"}'))
    approval.post(Reply("in capitals, please"))
    call = ended(asked, agent).calls[0]
    assert (call.status, "in capitals, please" in call.output, asked.ran) == (CallStatus.DENIED, True, [])
    assert agent.provider.requests[1].turn.calls[0].output == call.output, "the model reads them"


def test_approval_checks_again_what_was_checked_before(asked):
    agent, approval = begun(asked, ("write", '{"text": "a"}'))
    asked.registry.remove("write")
    approval.post(Approve())
    assert isinstance(ended(asked, agent).calls[0].outcome, Invalid)
    assert (approval.state, asked.ran) == ("failed", [])


def test_later_calls_that_a_frame_runs_wait_and_the_others_do_not(asked):
    agent, approval = begun(asked, ("write", '{"text": "first"}'), ("think", "{}"), ("count", '{"number": 2}'))
    asked.until(lambda: len(asked.ran) == 1)
    for _ in range(5):
        asked.frame()
    assert asked.ran not in ([2], ["first"]), "the thought alone was had"
    approval.post(Approve())
    turn = ended(asked, agent)
    assert asked.ran[1:] == ["first", 2]
    assert [call.outcome for call in turn.calls] == [Done("first"), Done("thought"), Done(2)]
    assert [call.output for call in agent.provider.requests[1].turn.calls] == ["first", "thought", "2"]


@pytest.mark.parametrize("tool", ["ask", "write"])
def test_with_nobody_there_asking_is_denied_at_once(stage, tool, asked):
    asked.mailbox.desk.attended = False
    agent = asked.agent(calls(("write", '{"text": "a"}')), answer("well"))
    turn = asked.ask(agent)
    assert isinstance(turn.calls[0].outcome, Denied)
    assert asked.ran == []


def test_policy_may_ask_about_what_the_command_does_not_and_trust_what_it_does(asked):
    agent = asked.agent(calls(("write", '{"text": "a"}'), ("count", '{"number": 1}')), answer("done"))
    agent.resident.asks = AskPolicy(trusted=frozenset({Capability.LOOK}))
    asked.ask(agent)
    assert asked.ran == ["a", 1]
    other = asked.agent(calls(("count", '{"number": 2}')), answer("done"))
    other.resident.asks = AskPolicy().asking(Capability.LOOK, "always")
    other.ask("go", "player")
    parked(asked).post(Approve())
    assert isinstance(ended(asked, other).calls[0].outcome, Done)


@pytest.mark.parametrize("tool", ["ask", "write"])
@pytest.mark.parametrize("ending", ["stop", "close", "game"])
def test_stopping_withdraws_what_is_asked_and_nothing_is_done(asked, tool, ending):
    agent, question = begun(asked, (tool, '{"text": "a"}'), ("count", '{"number": 2}'))
    asked.until(lambda: agent.turn.status is TurnStatus.WAITING)
    if ending == "game":
        asked.mailbox.close("the game is closing")
    else:
        getattr(agent, ending)()
        asked.until(lambda: not agent.busy, frames=False)
    question.post(Approve())
    question.post(Reply("1"))
    turn = ended(asked, agent)
    asked.frame()
    assert isinstance(turn.calls[0].outcome, Cancelled)
    assert asked.ran == []
    assert asked.mailbox.desk.parked == ()
    if tool == "write":
        assert question.state == "withdrawn"
    if ending == "stop":
        assert (turn.status, agent.turn) == (TurnStatus.CANCELLED, turn)
        assert asked.ask(agent, "and now?").text == "thank you"


def test_stopping_at_any_moment_leaves_nothing_on_the_desk(asked):
    for frames in range(12):
        agent = asked.agent(
            calls(("write", '{"text": "a"}'), ("think", "{}"), ("ask", '{"text": "a"}')), answer("ok"), name=f"gnome {frames}"
        )
        agent.ask("go", "player")
        for _ in range(frames):
            asked.frame()
        if frames % 3 == 0:
            for each in asked.mailbox.desk.parked:
                each.post(Approve())
        agent.stop()
        asked.until(lambda agent=agent: not agent.busy)
        asked.frame()
        assert asked.mailbox.desk.parked == ()
        assert all(call.status.final for turn in agent.history for call in turn.calls)


def test_what_runs_beside_the_frames_ends_with_its_time(asked, loop_clock):
    begun, told = threading.Event(), threading.Event()

    def linger(call):
        """Linger."""
        begun.set()
        call.token.wait(60)
        told.set()

    asked.add(linger, where="turn", seconds=0.01)
    agent = asked.agent(calls(("linger", "{}")), answer("well"))
    clock = loop_clock(agent)
    agent.ask("go", "player")
    asked.until(begun.is_set)
    clock.advance(0.02)
    turn = ended(asked, agent)
    assert isinstance(turn.calls[0].outcome, Failed)
    assert "took longer than 0.01 s" in turn.calls[0].output
    assert told.wait(60)
