"""The steps of stories about going somewhere: each can hold and can fail."""

import pytest
from littlefolk.bodies.body import stand_on
from littlefolk.game.stories import StoryRun, read_story
from littlefolk.game.stories.going import _judge_step
from littlefolk.game.stories.running import StoryFailed
from littlefolk.world.cells import Cell

START = """
do spawn gnome Moss
stand Moss at 0.5 0 0.5 facing 0
ask Moss "walk to 3 0 -2"
until action Moss done within 30s
until turn Moss done within 10s
"""
EXPECTATIONS = {
    "expect action Moss done": "expect action Moss running",
    "until action Moss done within 1s": "until action Moss failed within 0.1s",
    "expect action Moss lasted 0.5..4 s": "expect action Moss lasted 9..12 s",
    "expect body Moss at 3 0 -2": "expect body Moss at 3 0 -1",
    "expect body Moss within 0.5..30 of player": "expect body Moss within 40..50 of player",
}


def play(game, source):
    story = StoryRun(read_story(source, "a.story"), game, say=lambda line: None)
    while story.advance():
        game.frame(1 / 60)
    return story.failure


def test_every_step_can_hold_and_can_fail(games):
    game = games.open()
    assert play(game, START + "\n".join(EXPECTATIONS)) == ""
    for holds, fails in EXPECTATIONS.items():
        failure = play(game, fails + "\nexpect revision 0")
        assert failure.startswith(f"a.story:1: {fails}\n"), holds


def test_who_did_nothing_is_said_so(games):
    assert "player did nothing by itself" in play(games.open(), "expect action player done")


def test_a_leap_fails_while_an_action_is_waited_for(games):
    game = games.open()
    story = StoryRun(read_story(START + "expect action Moss done", "a.story"), game, say=lambda line: None)
    while story.advance():
        game.frame(1 / 60)
        action = game.actions.latest("Moss")
        if action is not None and 0.5 < action.elapsed < 0.55:
            action.body.position = stand_on(Cell(-6, 0, 4))
    assert "leapt" in story.failure


@pytest.mark.parametrize(
    ("before", "after", "fine"),
    [((0, 0, 0), (0.9, 0, 0), True), ((0, 0, 0), (1.3, 0, 0), False), ((0, 0, 0), (0, 1, 0), True), ((0, 0, 0), (0, 1.2, 0), False)],
)
def test_what_one_frame_allows(before, after, fine):
    if fine:
        _judge_step(before, Cell(0, 0, 0), after, Cell(0, 0, 0))
    else:
        with pytest.raises(StoryFailed):
            _judge_step(before, Cell(0, 0, 0), after, Cell(0, 0, 0))
