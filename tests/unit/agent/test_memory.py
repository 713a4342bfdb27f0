"""Notes: kept for the audience that they were written for, found by words, and there again after a restart."""

import itertools

import pytest
from littlefolk.agent.memory import KEPT, Memory
from littlefolk.agent.prompting import BLOCK, build
from littlefolk.agent.providers.base import Request
from littlefolk.policy import Audience, visible
from littlefolk.present.context import ReadContext
from littlefolk.present.records import Turn, TurnStatus

LOCAL, PUBLIC, DIRECT, GRANT = Audience.LOCAL, Audience.PUBLIC, Audience.DIRECT, Audience.GRANT


def written(memory, text, audience=LOCAL, asker="player", agent="Moss"):
    return memory.remember(agent, text, audience, asker, 0.0)


@pytest.mark.parametrize(("kept", "now"), list(itertools.product(Audience, Audience)))
@pytest.mark.parametrize("same", [True, False])
def test_nothing_is_told_to_others_than_those_it_was_written_for(kept, now, same):
    told = visible(kept, "Ada", now, "Ada" if same else "Bert")
    assert told == (now is LOCAL or kept is PUBLIC or (kept is now and same))


def test_a_private_note_is_recalled_under_no_wider_audience():
    memory = Memory()
    written(memory, "the player's door code is 4711")
    written(memory, "Ada told me a secret", DIRECT, "Ada")
    written(memory, "it rained", PUBLIC, "Bert")
    seen = {
        (audience, asker): [note.text for note in memory.recall(["Moss"], "", audience, asker, 9)]
        for audience, asker in ((LOCAL, "player"), (PUBLIC, "player"), (DIRECT, "Ada"), (DIRECT, "Bert"), (GRANT, "Ada"))
    }
    assert len(seen[LOCAL, "player"]) == 3
    assert seen[PUBLIC, "player"] == seen[DIRECT, "Bert"] == seen[GRANT, "Ada"] == ["it rained"]
    assert seen[DIRECT, "Ada"] == ["it rained", "Ada told me a secret"]
    assert memory.forget(["Moss"], 1, PUBLIC, "player") is None, "what may not be read may not be taken out"


def test_it_is_found_by_near_words_and_by_none_the_latest_come():
    memory = Memory()
    for text in ("the player likes towers of glass", "the well is at 3 64 -5", "Fern is afraid of water"):
        written(memory, text)
    assert [note.text for note in memory.recall(["Moss"], "Glass towers", LOCAL, "player", 5)] == ["the player likes towers of glass"]
    assert [note.number for note in memory.recall(["Moss"], "", LOCAL, "player", 2)] == [3, 2]
    assert memory.recall(["Moss"], "zeppelin", LOCAL, "player", 5) == ()
    assert memory.recall(["Fern"], "glass", LOCAL, "player", 5) == ()


def test_the_same_note_is_written_once_and_the_oldest_go_first():
    memory = Memory()
    assert written(memory, "a") == written(memory, "a")
    for number in range(KEPT + 5):
        written(memory, f"note {number}")
    notes = memory.notes(["Moss"], LOCAL, "player")
    assert len(notes) == KEPT
    assert notes[-1].text == f"note {KEPT + 4}"


def test_it_is_there_again_and_numbers_go_on():
    kept = []
    memory = Memory([], lambda notes: kept.__setitem__(slice(None), notes))
    written(memory, "one")
    written(memory, "two", DIRECT, "Ada")
    again = Memory(kept)
    assert again.notes(["moss"], LOCAL, "player") == memory.notes(["Moss"], LOCAL, "player")
    assert written(again, "three").number == 3
    memory.forget(["Moss"], 1, LOCAL, "player")
    assert [note.text for note in Memory(kept).notes(["Moss"], LOCAL, "player")] == ["two"]


@pytest.mark.parametrize("damaged", ["text", [{"number": "x"}], [1], None, 7])
def test_damaged_notes_are_told_and_nothing_breaks(damaged):
    memory = Memory(damaged)
    assert "could not be read" in memory.problem
    assert written(memory, "begins anew").number == 1


def test_notes_stand_in_the_prompt_within_their_share():
    turn = Turn("now", "Moss", "build a wall", "player")

    def opening(notes, tokens=24_000, history=()):
        return build(Request("You are Moss.", turn, history, (), ReadContext(), tuple(notes)), tokens).opening.text

    old = Turn("old", "Moss", "put a stone", "player", status=TurnStatus.DONE)
    both = opening(["1. the door is red"], history=(old,))
    assert both.index("1. the door is red") < both.index("put a stone") < both.index("build a wall")
    assert opening([]) == "build a wall"
    many = opening([f"{number}. {'word ' * 20}" for number in range(400)])
    assert "399. word" in many
    assert len(many) < 24_000 * 3 / 8 + 100
    first = int(many.split("Your notes:\n")[1].split(".")[0])
    assert first % BLOCK == 0, "several are left out at once, so that what comes before changes seldom"
