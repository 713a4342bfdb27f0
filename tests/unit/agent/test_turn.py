"""The turn: what a provider sends becomes calls, answers and a record that always ends."""

import asyncio
import threading
from typing import Annotated

import pytest
from littlefolk.agent.budget import Budget
from littlefolk.agent.providers.base import CallArguments, CallReady, CallStarted, Finished, ProviderFailed, Text, Thought, Used
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed, Invalid
from littlefolk.present.records import CallStatus, TurnStatus, Usage
from littlefolk.present.types import Integer
from played import answer, calls


def outcomes(turn):
    return [call.outcome for call in turn.calls]


def test_thought_text_usage_and_response_id_are_recorded(stage):
    agent = stage.agent([Thought("hm"), Thought("m"), Text("do"), Text("ne"), Used(Usage(3, 4)), Finished("r7")])
    turn = stage.ask(agent, "well?")
    assert (turn.thought, turn.text, turn.usage, turn.response_id) == ("hmm", "done", Usage(3, 4), "r7")
    assert (turn.prompt, turn.asker, turn.agent, turn.status) == ("well?", "player", "Moss", TurnStatus.DONE)
    assert turn.finished >= turn.started


def test_calls_of_one_response_are_run_and_answered_in_the_order_asked(stage):
    agent = stage.agent(calls(*(("count", f'{{"number": {number}}}') for number in (5, 3, 9))), answer("all counted"))
    turn = stage.ask(agent)
    assert stage.ran == [5, 3, 9]
    assert outcomes(turn) == [Done(5), Done(3), Done(9)]
    assert turn.text == "all counted"
    second = agent.provider.requests[1].turn
    assert [call.output for call in second.calls] == ["5", "3", "9"], "the provider is given the results"


def test_bodies_run_on_the_frames_thread_and_frames_go_by_between(stage):
    threads = {}

    def where(caller):
        """Where."""
        threads["body"] = threading.get_ident()

    stage.add(where)
    agent = stage.agent(calls(("where", "{}")), answer("there"))
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.DONE
    assert threads["body"] == threading.get_ident() != agent.thread.ident
    (ticket,) = stage.mailbox.settled
    assert ticket.sender == agent.thread.ident
    assert ticket.done_frame > ticket.ready_frame


def test_records_are_published_whole_on_the_agents_thread(stage):
    threads = set()
    agent = stage.agent(calls(("count", '{"number": 1}')), answer("."))
    agent._on_record = lambda turn: threads.add(threading.get_ident()) or stage.records.append(turn)
    stage.ask(agent)
    assert threads == {agent.thread.ident}
    statuses = [record.status for record in stage.records]
    assert statuses[0] is TurnStatus.THINKING
    assert TurnStatus.WORKING in statuses
    assert statuses[-1] is TurnStatus.DONE
    seen = [record.calls[0].status for record in stage.records if record.calls]
    assert list(dict.fromkeys(seen)) == [CallStatus.PENDING, CallStatus.RUNNING, CallStatus.OK]


@pytest.mark.parametrize("raw", ["{", "[1]", '{"number": }', "null", '{"number": 1} trailing', '{"number": NaN}'])
def test_malformed_arguments_come_back_as_invalid_and_the_turn_goes_on(stage, raw):
    agent = stage.agent(calls(("count", raw), ("count", '{"number": 2}')), answer("ok"))
    turn = stage.ask(agent)
    assert isinstance(turn.calls[0].outcome, Invalid)
    assert turn.calls[0].raw == raw
    assert turn.calls[0].call is None
    assert turn.calls[1].outcome == Done(2)
    assert turn.status is TurnStatus.DONE


def test_an_unknown_tool_is_invalid_with_the_nearest_one(stage):
    agent = stage.agent(calls(("cuont", '{"number": 1}')), answer("ok"))
    (call,) = stage.ask(agent).calls
    assert call.outcome.suggestions == ("count",)
    assert "did you mean count?" in call.output


def test_a_wrong_argument_names_the_argument(stage):
    agent = stage.agent(calls(("count", '{"number": 100}'), ("count", '{"numbre": 1}'), ("count", "{}")), answer("ok"))
    range_, name, missing = stage.ask(agent).calls
    assert range_.output == "invalid number: 100 is out of range: write a whole number from 0 to 99"
    assert "did you mean number?" in name.output
    assert "number is missing" in missing.output


def test_a_tool_that_was_not_granted_is_not_there(stage):
    agent = stage.agent(calls(("build", "{}")), answer("ok"))
    (call,) = stage.ask(agent).calls
    assert isinstance(call.outcome, Invalid)
    assert stage.ran == []
    assert "build" not in [command.name for command in agent.provider.requests[0].commands]


def test_a_body_that_raises_is_failed_and_the_next_call_works(stage):
    agent = stage.agent(calls(("break_down", "{}"), ("count", '{"number": 4}')), answer("ok"))
    turn = stage.ask(agent)
    assert isinstance(turn.calls[0].outcome, Failed)
    assert "secret" not in turn.calls[0].output
    assert turn.calls[1].outcome == Done(4)
    assert len(stage.bugs) == 1


def test_pieces_of_a_calls_arguments_are_shown_as_they_come(stage):
    events = [
        CallStarted("a", "count"),
        CallArguments("a", '{"num'),
        CallArguments("a", 'ber": 1}'),
        CallReady("a", "count", '{"number": 1}'),
    ]
    agent = stage.agent([*events, Finished()], answer("ok"))
    turn = stage.ask(agent)
    assert outcomes(turn) == [Done(1)]
    assert '{"num' in [record.calls[0].raw for record in stage.records if record.calls]


def test_a_stream_that_is_cut_off_fails_the_turn_and_runs_nothing(stage):
    agent = stage.agent([CallStarted("a", "count"), CallReady("a", "count", '{"number": 1}')], answer("again"))
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert "ended in the middle" in turn.reason
    assert [type(outcome) for outcome in outcomes(turn)] == [Cancelled]
    assert stage.ran == []
    assert stage.ask(agent).text == "again"


@pytest.mark.parametrize("error", [ValueError("no luck"), TimeoutError("read timed out"), ConnectionResetError("gone"), KeyError("x")])
def test_a_provider_that_raises_fails_the_turn_with_its_words(stage, error):
    agent = stage.agent([Text("I "), error], answer("again"))
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert type(error).__name__ in turn.reason
    assert "longer than" not in turn.reason, "the provider's own time-out is not the turn's"
    assert turn.text == "I "
    assert stage.ask(agent).text == "again"


def test_a_provider_that_says_it_failed_fails_the_turn_with_its_message(stage):
    agent = stage.agent([CallStarted("a", "count"), ProviderFailed("rate", True, "too many requests: try again in 3 s")], answer("again"))
    turn = stage.ask(agent)
    assert (turn.status, turn.reason) == (TurnStatus.FAILED, "too many requests: try again in 3 s")
    assert all(call.status.final for call in turn.calls)
    assert stage.ask(agent).text == "again"


def test_too_many_calls_end_the_turn_before_they_run(stage):
    agent = stage.agent(calls(*[("count", '{"number": 1}')] * 4), answer("again"), budget=Budget(calls=3))
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert "more than 3 tool calls" in turn.reason
    assert stage.ran == []
    assert {call.status for call in turn.calls} == {CallStatus.CANCELLED}
    assert stage.ask(agent).text == "again"


def test_the_same_failing_call_ends_the_turn_at_the_third_time(stage):
    wrong = [calls(("count", '{"number": 100}')) for _ in range(5)]
    agent = stage.agent(*wrong)
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert "count failed 3 times" in turn.reason
    assert len(turn.calls) == 3


def test_different_failing_calls_do_not(stage):
    wrong = [calls(("count", f'{{"number": {number}}}')) for number in range(100, 105)]
    agent = stage.agent(*wrong, answer("I give up"))
    assert stage.ask(agent).text == "I give up"


def test_a_turn_that_takes_too_long_fails(stage):
    forever = asyncio.Event
    agent = stage.agent([lambda: forever().wait()], answer("again"), budget=Budget(seconds=0.0))
    turn = stage.ask(agent)
    assert turn.status is TurnStatus.FAILED
    assert "longer than 0 s" in turn.reason


def test_a_call_that_no_frame_takes_fails_and_is_never_run(stage):
    agent = stage.agent(calls(("count", '{"number": 1}')), answer("ok"), budget=Budget(call_seconds=0.0))
    turn = stage.ask(agent, frames=False)
    (outcome,) = outcomes(turn)
    assert isinstance(outcome, Failed)
    assert "nothing was done" in outcome.message
    stage.frame()
    assert stage.ran == []


def test_a_closed_mailbox_denies(stage):
    agent = stage.agent(calls(("count", '{"number": 1}')), answer("ok"))
    stage.mailbox.close("the game is closing")
    assert outcomes(stage.ask(agent)) == [Denied("the game is closing")]


def test_prompts_are_answered_one_after_another_with_the_turns_before(stage):
    agent = stage.agent(answer("one"), answer("two"), answer("three"))
    for text in ("a", "b", "c"):
        agent.ask(text, "player")
    stage.until(lambda: not agent.busy)
    assert [(turn.prompt, turn.text) for turn in agent.history] == [("a", "one"), ("b", "two"), ("c", "three")]
    assert [len(request.history) for request in agent.provider.requests] == [0, 1, 2]


def test_a_number_is_checked_again_when_it_runs(stage):
    """The frame admits every call anew: a command that went away meanwhile is not run."""

    def passing(caller, number: Annotated[int, Integer(), "a number"]):
        """Pass."""
        stage.ran.append(number)

    stage.add(passing)
    agent = stage.agent(calls(("passing", '{"number": 1}')), answer("ok"))
    agent.ask("go", "player")
    stage.until(lambda: agent.turn is not None and any(call.status is CallStatus.RUNNING for call in agent.turn.calls), frames=False)
    stage.registry.remove("passing")
    stage.until(lambda: not agent.busy)
    assert isinstance(agent.history[-1].calls[0].outcome, Invalid)
    assert stage.ran == []


def test_ids_that_a_server_gives_twice_are_told_apart(stage):
    one = [CallStarted("call_0", "count"), CallReady("call_0", "count", '{"number": 1}'), Finished()]
    two = [CallReady("call_0", "count", '{"number": 2}'), CallReady("call_0", "count", '{"number": 3}'), Finished()]
    turn = stage.ask(stage.agent(one, two, answer("ok")))
    assert outcomes(turn) == [Done(1), Done(2), Done(3)]
    assert len({call.id for call in turn.calls}) == 3


def test_the_tokens_of_all_responses_count(stage):
    counted = [Used(Usage(10, 4)), *calls(("count", '{"number": 1}'))]
    turn = stage.ask(stage.agent(counted, [Used(Usage(20, 6)), Finished()]))
    assert turn.usage == Usage(30, 10)


def test_too_many_output_tokens_end_the_turn(stage):
    counted = [Used(Usage(0, 6)), *calls(("count", '{"number": 1}'))]
    turn = stage.ask(stage.agent(counted, [Text("and"), Used(Usage(0, 5)), Finished()], budget=Budget(tokens_out=10)))
    assert turn.status is TurnStatus.FAILED
    assert "more than 10 output tokens" in turn.reason
    assert turn.text == "and"


def test_a_call_that_is_denied_again_and_again_ends_the_turn(stage):
    stage.mailbox.close("the game is closing")
    turn = stage.ask(stage.agent(*[calls(("count", '{"number": 1}')) for _ in range(9)]))
    assert turn.status is TurnStatus.FAILED
    assert len(turn.calls) == 3
