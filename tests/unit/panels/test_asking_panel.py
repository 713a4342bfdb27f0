"""The panel of what the player is asked, and the keys for it."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from littlefolk.agent.approvals import Approval, ProposedCall, proposed
from littlefolk.agent.questions import Question
from littlefolk.commands import TABLES
from littlefolk.commands.situation import Situation
from littlefolk.panels.asking import COMPLETIONS, asking_of
from littlefolk.panels.cards import AMBER, cards_of
from littlefolk.panels.metabar import metabar_of
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import ReadContext, Snapshot
from littlefolk.present.records import CallStatus, ToolCall, Turn
from littlefolk.present.types import BlockKind, Boolean, Text
from littlefolk.world.cells import Cell

CALL = Call("evaluate", {"source": "1 +\n  2\x1b[31m"}, Caller("Moss"))
KEYS = {"approve": "Ctrl+Y", "deny": "Ctrl+N", "attend": "Enter"}


def panel(parked, typed="", focus=""):
    return asking_of(parked, typed, focus, ReadContext("player"), KEYS)


def test_a_question_is_answered_by_typing_once_one_turns_to_who_asks():
    question = Question(CALL, "which?", BlockKind())
    shown = panel(question)
    assert (shown.title, shown.text, shown.exact, shown.listens) == ("Moss asks", "which?", False, False)
    assert shown.keys == "Ctrl+N declines · Enter to answer"
    assert shown.completions == ()
    turned = panel(question, "sand", focus="Moss")
    assert turned.listens
    assert turned.completions[0] == "sand"
    assert len(panel(question, "", focus="Moss").completions) == COMPLETIONS
    assert "a block kind" in turned.keys
    assert not panel(question, "sand", focus="Fern").listens


def test_a_yes_is_offered_where_it_is_an_answer():
    assert "Ctrl+Y says yes" in panel(Question(CALL, "shall I?", Boolean())).keys
    assert "Ctrl+Y" not in panel(Question(CALL, "what?", Text(80))).keys


def test_an_approval_shows_what_would_be_done_to_the_letter():
    shown = panel(proposed(TABLES.get("evaluate"), CALL, None))
    assert shown.text.endswith("1 +\n  2"), "escape sequences are taken out, nothing else"
    assert shown.exact
    assert shown.keys == "Ctrl+Y approves · Ctrl+N denies · Enter to write back"
    assert shown.number == CALL.number


def test_every_argument_is_shown_and_the_place_is_where_to_look():
    call = Call("place_block_at", {"kind": "stone", "cell": Cell(1, 2, 3)}, Caller("Moss"))
    approval = proposed(TABLES.get("place_block_at"), call, None)
    assert approval.text == "kind: stone\ncell: 1 2 3"
    assert approval.proposal.camera_pose() == Cell(1, 2, 3)
    assert ProposedCall(CALL, "a", "b").camera_pose() is None
    assert isinstance(approval, Approval)


def test_what_was_wrong_with_an_answer_is_shown():
    question = Question(CALL, "which?", BlockKind())
    question.problem = "cheese is not a block kind"
    assert panel(question).problem == "cheese is not a block kind"


@pytest.mark.parametrize(
    ("focus", "asked", "there", "missing"),
    [
        ("", "", set(), {"Ctrl+Y", "Ctrl+N", "Enter"}),
        ("", "question", {"Ctrl+N", "Enter"}, {"Ctrl+Y"}),
        ("", "approval", {"Ctrl+Y", "Ctrl+N", "Enter"}, set()),
        ("Moss", "approval", {"Ctrl+Y", "Ctrl+N", "Enter"}, set()),
        ("Moss", "question", {"Ctrl+N", "Enter"}, {"Ctrl+Y"}),
        ("Moss", "", {"Enter"}, {"Ctrl+Y", "Ctrl+N"}),
    ],
)
def test_the_metabar_has_the_keys_while_something_is_asked(focus, asked, there, missing):
    snapshot = Snapshot(focus=focus, asked=asked, asker="Moss" if asked else "")
    shown = dict(metabar_of(TABLES.within(["player"]), Situation(Caller("player"), snapshot), KEYS, busy=True, captured=True))
    assert there <= shown.keys()
    assert not missing & shown.keys()
    if focus:
        assert shown["Enter"] == ("answer" if asked else "ask Moss")


def test_the_card_of_a_call_that_asks_is_amber_with_its_glyph_and_word():
    turn = Turn("t", "Moss", "go", "player", calls=(ToolCall("c", "ask_player", "{}", CALL, CallStatus.ASKING),))
    card = next(card for card in cards_of(turn, 1.0) if card.key == "c")
    assert (card.status, card.colour) == ("? asking", AMBER)
