"""Sentences that make a resident go somewhere, judged by where it stands afterwards."""

import math

import pytest
from littlefolk.bodies.body import stand_on
from littlefolk.present.records import TurnStatus
from littlefolk.world.cells import Cell, Direction

GONE = {
    Cell(0, 0, -3): [
        "walk three steps north",
        "go three blocks forward",
        "Moss, please walk to 0 0 -3",
        "move 3 steps ahead",
        "run to (0, 0, -3)",
        "could you go to 0 0 -3?",
    ],
    Cell(-2, 0, 0): ["go two steps to your left", "step two blocks to the west", "walk 2 cells west", "go to -2 0 0"],
    Cell(0, 0, 2): ["walk two steps backwards", "go two steps south"],
    Cell(4, 0, 4): [
        "come here",
        "come",
        "come to me",
        "come over here, please",
        "walk over to me",
        "Moss, come here!",
        "come back to me",
        "go to me",
    ],
    Cell(0, 0, 0): ["stay", "wait here", "stay where you are", "stop walking", "stand still", "don't move"],
}
SAID = [pytest.param(cell, text, id=text) for cell, texts in GONE.items() for text in texts]
LEADING = ["follow me", "come with me", "come along", "follow player", "Moss, could you follow me?"]


class Meadow:
    """Moss at (0, 0, 0) looking north, and the player at (4, 0, 6) looking north."""

    def __init__(self, game, frames):
        self.game = game
        self.until = lambda holds: frames(game, holds, 1 / 60)
        game.submit("spawn_gnome", name="Moss")
        self.until(lambda: "Moss" in game.agents)
        self.agent, self.moss = game.agents["Moss"], game.bodies["Moss"]

    def say(self, text):
        player = self.game.player.body
        self.game.actions.cancel("Moss", "a new sentence")
        self.moss.position, self.moss.yaw = stand_on(Cell(0, 0, 0)), Direction.NORTH.yaw
        player.position, player.yaw = stand_on(Cell(4, 0, 6)), Direction.NORTH.yaw
        for _ in range(3):
            self.game.frame(1 / 60)
        self.agent.ask(text, "player")
        self.until(lambda: not self.agent.busy)
        return self.agent.history[-1]


@pytest.fixture(scope="module")
def meadow(tmp_path_factory, flat_terrain, frames):
    from littlefolk.game import Game, Options

    game = Game(Options(tmp_path_factory.mktemp("meadow"), radius=1, meshing=False))
    while not game.ready:
        game.frame(0.0)
    yield Meadow(game, frames)
    game.close()
    assert game.bugs == []


@pytest.mark.parametrize(("cell", "text"), SAID)
def test_a_sentence_brings_it_there(meadow, cell, text):
    turn = meadow.say(text)
    assert turn.status is TurnStatus.DONE, turn.reason
    assert meadow.moss.cell == cell, turn.thought
    assert meadow.game.actions.of("Moss") is None
    assert f"({cell.x}, {cell.y}, {cell.z})" in turn.text


@pytest.mark.parametrize("text", LEADING)
def test_a_sentence_makes_it_follow(meadow, text):
    turn = meadow.say(text)
    assert turn.status is TurnStatus.DONE, turn.reason
    assert "follows player" in turn.text
    meadow.until(lambda: math.dist(meadow.moss.position, meadow.game.player.body.position) < 3.3)
    assert meadow.game.actions.of("Moss").doing == "follows player"


@pytest.mark.parametrize("text", ["go to the moon", "walk", "follow the sun", "come down from there", "go three", "stop"])
def test_what_is_not_read_moves_nobody(meadow, text):
    turn = meadow.say(text)
    assert "did nothing" in turn.reason
    assert meadow.moss.cell == Cell(0, 0, 0)


def test_a_place_that_cannot_be_reached_is_said_with_the_reason(meadow):
    turn = meadow.say("walk twenty steps north")
    assert turn.status is TurnStatus.FAILED
    assert "at most 10" in turn.reason
