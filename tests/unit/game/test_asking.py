"""Asking, approving and evaluating in a running game: what the player decides, and what becomes of it."""

import functools
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from littlefolk.agent.evaluating.discovery import PACKAGE
from littlefolk.agent.journal import records
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.game.stories import StoryRun, read_story
from littlefolk.policy import RESIDENT_GRANTS, AskPolicy, Capability, Grants
from littlefolk.present.outcome import Cancelled, Denied, Done, Failed
from littlefolk.present.records import TurnStatus
from littlefolk.present.views import TEXT, present
from littlefolk.verbs.evaluating import Evaluated

ROOT = Path(__file__).parents[3]
EVALUATES = Grants(RESIDENT_GRANTS.capabilities | {Capability.EVALUATE})
PATIENCE = 60


class Moss:
    """A gnome that may evaluate without being asked about it, and the game around it."""

    def __init__(self, game, outcome, frames):
        assert isinstance(outcome(game, game.submit("spawn_gnome", name="Moss")), Done)
        self.game, self.outcome, self.frames = game, outcome, frames
        self.agent = game.agents["Moss"]
        self.agent.resident.grants = EVALUATES
        self.agent.resident.asks = AskPolicy(trusted=frozenset({Capability.EVALUATE}))
        game.mailbox.desk.attended = True

    def begin(self, tool, **arguments):
        self.agent.ask("go", "player", mind=ScriptedProvider([(tool, json.dumps(arguments))]))

    def end(self):
        self.frames(self.game, lambda: not self.agent.busy)
        return self.agent.history[-1].calls[-1]

    def call(self, tool, **arguments):
        self.begin(tool, **arguments)
        return self.end()

    def evaluate(self, *lines):
        return self.call("evaluate", source="\n".join(lines))

    def asked(self):
        self.frames(self.game, lambda: self.game.snapshot.asked)
        return self.game.deciding.shown

    def do(self, command, **arguments):
        return self.outcome(self.game, self.game.submit(command, **arguments))


@pytest.fixture
def moss(games, outcome, frames, monkeypatch):
    monkeypatch.setattr("littlefolk.verbs.evaluating.DETACH_SECONDS", PATIENCE)
    return Moss(games.open(), outcome, frames)


def test_the_player_answers_with_a_value_of_the_type(moss):
    moss.begin("ask_player", type="cell", question="where?", within=None)
    assert moss.asked().text == "where?"
    moss.do("answer", text="here+1,0,0")
    here = moss.game.player.body.cell
    moss.frames(moss.game, lambda: not moss.agent.busy)
    answered = moss.end().outcome.value
    assert answered.value == here.offset(1, 0, 0)
    assert moss.agent.handles.known(answered), "a place is worth coming back to"
    assert moss.game.snapshot.asked == ""


def test_the_offline_reader_asks_and_evaluates_when_it_is_told_to(moss):
    moss.agent.ask("ask me which colour I like, then say thank you", "player")
    assert moss.asked().text == "which colour I like"
    moss.do("answer", text="blue")
    moss.end()
    assert [call.outcome.value.text for call in moss.agent.history[-1].calls] == ["blue", "thank you"]
    moss.agent.ask("evaluate 6 * 7", "player")
    assert moss.end().outcome.value.value == "42"


def test_the_player_evaluates_without_being_asked(moss):
    assert moss.do("evaluate", source="me.name").value.value == "'player'"
    assert moss.game.deciding.shown is None


def test_the_commands_apply_only_while_something_is_asked(moss):
    for command in ("attend", "answer", "approve", "deny"):
        arguments = {"text": "yes"} if command == "answer" else {}
        assert isinstance(moss.do(command, **arguments), Failed)
    moss.begin("ask_player", type="text", question="what?", within=None)
    moss.asked()
    assert "nothing waits for approval" in moss.do("approve").message
    assert isinstance(moss.do("attend"), Done)
    assert moss.game.focus.name == "Moss"
    assert isinstance(moss.do("deny", number=1), Failed), "another number is another question"
    assert isinstance(moss.do("deny"), Done)
    assert moss.end().outcome.value.declined


def test_no_resident_answers_for_the_player(moss):
    moss.agent.resident.grants = Grants(frozenset(Capability))
    moss.agent.resident.asks = AskPolicy(before=frozenset({Capability.BUILD}), trusted=frozenset({Capability.EVALUATE}))
    moss.begin("evaluate", source="world.place_block_at('stone', me.cell.offset(0, 5, 0))")
    approval = moss.asked()
    other = moss.game.evaluators.start("session.approve()", moss.game.deciding.current(approval.call))
    moss.frames(moss.game, other.finished.is_set)
    assert "CallFailed" in other.error or "AttributeError" in other.error
    assert moss.game.deciding.shown is approval
    moss.do("deny")
    moss.end()
    assert moss.game.world.revision == 0


def test_the_exact_source_is_shown_and_approval_runs_it(moss):
    moss.agent.resident.asks = AskPolicy()
    source = "print('hello')\n" + "\n".join(f"x{number} = {number}" for number in range(200)) + "\nx7"
    moss.begin("evaluate", source=source)
    approval = moss.asked()
    assert approval.text.endswith(source), "nothing of it is left out"
    assert "not a sandbox" in approval.text
    moss.do("approve", number=approval.call.number)
    call = moss.end()
    assert (call.outcome.value.out, call.outcome.value.value) == ("hello\n", "7")


def test_what_was_taken_away_meanwhile_is_not_done(moss):
    moss.agent.resident.asks = AskPolicy()
    moss.begin("evaluate", source="1")
    moss.asked()
    moss.agent.resident.grants = RESIDENT_GRANTS
    moss.do("approve")
    assert isinstance(moss.end().outcome, Denied)


def test_a_proposal_with_a_place_is_marked_until_it_is_decided(moss):
    moss.agent.resident.asks = AskPolicy(before=frozenset({Capability.BUILD}))
    cell = moss.agent.resident.cell.offset(0, 6, 0)
    for decision, revision in (("deny", 0), ("approve", 1)):
        moss.begin("place_block_at", kind="stone", cell=f"{cell.x} {cell.y} {cell.z}")
        moss.asked()
        assert list(moss.game.deciding.previews.values()) == [cell]
        moss.do(decision)
        moss.end()
        assert moss.game.deciding.previews == {}
        assert moss.game.world.revision == revision


def test_evaluated_source_acts_by_calls_of_its_own(moss):
    call = moss.evaluate(
        "c = world.place_block_at('stone', me.cell.offset(2, 5, 0))", "print(me.name, session.bodies['Moss'] == me.cell)", "c"
    )
    value = call.outcome.value
    assert isinstance(value, Evaluated)
    assert value.out == "Moss True\n"
    assert moss.game.world.revision == 1
    (nested,) = [ticket.call for ticket in moss.game.mailbox.settled if ticket.call.command == "place_block_at"]
    assert (nested.caller.name, nested.parent > 0) == ("Moss", True)
    again = moss.evaluate(f"session['{value.handle}'] is c, session.handle(c)")
    assert again.outcome.value.value == f"(True, '{value.handle}')"
    where = moss.call("block_at", cell=value.handle)
    assert "stone" in where.output, "other tools read the handle, too"


def test_a_call_that_is_refused_raises_with_what_was_wrong(moss):
    call = moss.evaluate("world.place_block_at('cheese', (1, 2, 3))")
    assert isinstance(call.outcome, Failed)
    assert "did you mean" in call.output
    caught = moss.evaluate("try:", "    session.spawn_gnome()", "except CallFailed as failed:", "    print(failed.outcome)")
    assert "Denied" in caught.output or "no spawn_gnome" in caught.output
    assert len(moss.game.roster) == 1


def test_it_finds_its_way(moss):
    assert "place_block_at(kind, cell)" in moss.evaluate("apropos('place block')").outcome.value.value
    assert "Place one block" in moss.evaluate("docs('world.place_block_at')").outcome.value.value
    modules = moss.evaluate("docs()").outcome.value.value
    assert "littlefolk.world.cells: " in modules
    assert modules.count("\n") > 100 < len(list(PACKAGE.rglob("*.py")))
    assert "cell_at" in moss.evaluate("docs('littlefolk.world.cells')").outcome.value.value
    assert "place_block_at" in moss.evaluate("dir(world)").outcome.value.value


def test_long_output_is_folded_for_the_model_and_read_by_its_handle(moss):
    call = moss.evaluate("for number in range(500): print(number)")
    assert call.outcome.value.out.count("\n") == 500
    assert len(call.output) < 3000
    handle = moss.agent.handles.known(call.outcome.value)
    assert handle in call.output
    assert "499" in moss.call("tail", handle=handle, lines=3).output


def test_what_takes_longer_goes_on_and_is_followed(moss, monkeypatch):
    moss.evaluate("go = []")
    monkeypatch.setattr("littlefolk.verbs.evaluating.DETACH_SECONDS", 0.01)
    call = moss.evaluate("print('begun')", "while not go: session.sleep(0.001)", "print('over')", "len(go)")
    running = call.outcome.value.running
    assert running in call.output
    assert "evaluate_wait" in call.output
    assert present(moss.agent.handles.read(running), TEXT).startswith("an evaluation, running")
    still = moss.call("evaluate_wait", evaluation=running, seconds=0)
    assert still.outcome.value.running == running
    moss.evaluate("go.append(1)")
    ended = moss.call("evaluate_wait", evaluation=running, seconds=60)
    assert (ended.outcome.value.value, ended.outcome.value.running) == ("1", "")
    assert ended.outcome.value.out == "begun\nover\n"


@pytest.mark.parametrize("detached", [False, True])
def test_stop_ends_what_is_evaluated_also_after_its_turn(moss, monkeypatch, detached):
    if detached:
        monkeypatch.setattr("littlefolk.verbs.evaluating.DETACH_SECONDS", 0.01)
    moss.begin("evaluate", source="while True: session.where_am_i()")
    if detached:
        moss.end()
    else:
        moss.frames(moss.game, lambda: any(ticket.call.parent for ticket in moss.game.mailbox.settled))
    assert moss.agent.stop()
    moss.frames(moss.game, lambda: not moss.agent.busy)
    if not detached:
        assert moss.agent.history[-1].status is TurnStatus.CANCELLED
        assert isinstance(moss.end().outcome, Cancelled)
    (evaluation,) = moss.game.evaluators._evaluations["Moss"]
    moss.frames(moss.game, lambda: not evaluation.thread.is_alive())
    assert not moss.agent.stop()
    assert moss.evaluate("1 + 1").outcome.value.value == "2"


def test_what_was_written_before_it_was_stopped_is_told(moss, monkeypatch):
    monkeypatch.setattr("littlefolk.verbs.evaluating.DETACH_SECONDS", 0.01)
    running = moss.evaluate("go = []\nprint('half way')\nwhile not go: pass").outcome.value.running
    (evaluation,) = moss.game.evaluators._evaluations["Moss"]
    moss.frames(moss.game, lambda: evaluation.out.text)
    moss.game.evaluators.stop("Moss", "it took too long")
    told = moss.call("evaluate_wait", evaluation=running, seconds=0)
    assert isinstance(told.outcome, Cancelled)
    assert told.output == "cancelled: it took too long; it had written\nstdout:\nhalf way"


def test_without_the_grant_there_is_no_such_tool(moss):
    moss.agent.resident.grants = RESIDENT_GRANTS
    assert "there is no tool" in moss.evaluate("1").output
    assert "evaluate" not in [command.name for command in moss.agent.offered("local")]


def test_closing_withdraws_stops_and_leaves_behind_what_does_not_end(moss, tmp_path):
    begun: list[int] = []
    gate = threading.Lock()
    gate.acquire()
    moss.evaluate("import operator")
    moss.game.evaluators._namespaces["Moss"] |= {"announce": functools.partial(begun.append, 1), "gate": gate}
    # One call into C: there is no moment between the two at which it could be ended.
    moss.begin("evaluate", source="list(map(operator.call, [announce, gate.acquire]))")
    moss.frames(moss.game, lambda: begun)
    others = moss.game.mailbox.abandoned
    moss.game.mailbox.abandoned = lambda _seconds: others(PATIENCE)  # these do end, however busy the machine is
    assert moss.game.close() == []
    assert moss.game.abandoned == ("evaluate Moss",)
    ends = [record for record in records(moss.game.journal.path) if record.get("status") == "cancelled"]
    assert ends, "the record has its end"
    gate.release()


def test_a_question_at_closing_is_withdrawn(moss):
    moss.begin("ask_player", type="text", question="what?", within=None)
    moss.asked()
    assert moss.game.close() == []
    assert moss.game.mailbox.desk.parked == ()
    assert isinstance(moss.agent.history[-1].calls[0].outcome, Cancelled)


def test_one_who_leaves_asks_no_more(moss):
    moss.begin("ask_player", type="text", question="what?", within=None)
    moss.asked()
    assert isinstance(moss.do("dismiss", who="Moss"), Done)
    moss.frames(moss.game, lambda: moss.agent.closed)
    moss.game.frame(0.0)
    assert moss.game.mailbox.desk.parked == ()
    assert moss.game.snapshot.asked == ""


STORY = """
do spawn gnome Moss
model Moss begins ask_player {"question": "how many?", "type": "integer", "within": null}
until asked within 20s
answer "a few"
answer "3"
until turn Moss done within 20s
expect message "the player answers: 3"
do ask before Moss build always
model Moss begins place_block_at {"kind": "stone", "cell": "3 0 3"}
deny
until turn Moss done within 20s
expect call place_block_at denied 1
model Moss begins place_block_at {"kind": "stone", "cell": "3 0 3"}
approve
until turn Moss done within 20s
expect cell 3 0 3 is stone
"""


def played(game, source):
    story = StoryRun(read_story(source, "a.story"), game, say=lambda line: None)
    while story.advance():
        game.frame(1 / 60)
    return story.failure


def test_a_story_answers(games):
    assert played(games.open(), STORY) == ""


def test_a_story_without_answers_has_nobody_to_ask(games):
    asks = 'model Moss calls ask_player {"question": "well?", "type": null, "within": null}'
    assert played(games.open(), f"do spawn gnome Moss\n{asks}\nexpect call ask_player denied 1") == ""


def test_a_process_with_an_evaluation_that_never_ends_saves_and_goes(tmp_path):
    child = Path(__file__).with_name("stuck_game.py")
    ended = subprocess.run(
        [sys.executable, str(child), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stdout.splitlines()[-1:]) == (0, ["abandoned evaluate Moss"]), ended.stderr
    found = [record for record in records(tmp_path / "journal.sqlite") if record["record"] == "call"]
    assert [record["result"]["outcome"] for record in found] == ["done", "cancelled"]
