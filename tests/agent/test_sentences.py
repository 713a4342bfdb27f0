"""The offline reader, judged by the world after each sentence and by nothing else."""

import math
import tomllib
from pathlib import Path

import pytest
from littlefolk.bodies.body import stand_on
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.records import TurnStatus
from littlefolk.present.turn_text import clean
from littlefolk.present.types.time_of_day import clock_text
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.world import Change, Commit

GROUPS = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))["group"]
REFUSALS = tomllib.loads(Path(__file__).with_name("refusals.toml").read_text(encoding="utf-8"))
SAID = [pytest.param(group, text, id=text) for group in GROUPS for text in group["say"]]
TURNS = {"front": 0, "left": 1, "back": 2, "right": 3}


class Meadow:
    """A gnome on flat ground at cell (0, 0, 0), and the player near it; made as new before each sentence."""

    def __init__(self, game, until):
        self.game, self._until = game, until
        self.world = game.world
        ticket = game.submit("spawn_gnome", name="Moss")
        until(game, ticket.future.done)
        self.agent = game.agents["Moss"]
        self.body = game.bodies["Moss"]

    def prepare(self, facing, there=()):
        """Take all edits back, put everybody in place with the gnome facing that way, and set some cells."""
        self.facing = facing
        self._put([(cell, "grass" if cell.y == -1 else "stone" if cell.y < 0 else "air") for cell, _edit in list(self.world.edits.items())])
        self.body.position, self.body.yaw = stand_on(Cell(0, 0, 0)), facing.yaw
        player = self.game.player.body
        player.position, player.yaw = stand_on(self.cell(3, 0, 6)), facing.opposite.yaw
        self._put([(self.placed(text)[0], self.placed(text)[1]) for text in there])
        self.agent.history = ()
        self.game.daytime.set(9 / 24, self.game.seconds)
        self.game.frame(0.0)
        self.before = self.kinds()
        self.chats = self.game.chat.count

    def cell(self, right, up, front):
        """The world cell that lies so far from the gnome's."""
        return Cell(0, up, 0).step(self.facing, front).step(self.facing.right, right)

    def placed(self, text):
        """A cell and a kind from `kind right up front`."""
        kind, *numbers = text.split()
        return self.cell(*(int(number) for number in numbers)), kind

    def kinds(self):
        """Every cell that was ever edited, with its kind now."""
        return {cell: self.world.read(cell).kind.name for cell, _edit in self.world.edits.items()}

    def changed(self):
        """The cells that differ from before the sentence."""
        return {cell: kind for cell, kind in self.kinds().items() if self.before.get(cell, self._ground(cell)) != kind}

    def say(self, text):
        """Give the sentence to the gnome and wait for the end of its turn."""
        self.agent.ask(text, "player")
        self._until(self.game, lambda: not self.agent.busy)
        return self.agent.turn

    def again(self):
        """What changed so far counts as there before."""
        self.before, self.chats = self.kinds(), self.game.chat.count

    @staticmethod
    def _ground(cell):
        return "air" if cell.y >= 0 else "grass" if cell.y == -1 else "stone"

    def _put(self, cells):
        changes = [Change(cell, kind) for cell, kind in cells if self.world.read(cell).kind.name != kind]
        if changes:
            assert isinstance(self.world.commit("test", changes), Commit)


@pytest.fixture(scope="module")
def meadow(tmp_path_factory, flat_terrain, frames):
    from littlefolk.game import Game, Options

    game = Game(Options(tmp_path_factory.mktemp("meadow"), radius=1, meshing=False))
    while not game.ready:
        game.frame(0.0)
    yield Meadow(game, frames)
    game.close()
    assert game.bugs == []


@pytest.mark.parametrize("facing", [Direction.NORTH, Direction.EAST], ids=["north", "east"])
@pytest.mark.parametrize(("group", "text"), SAID)
def test_a_sentence_does_what_it_says_and_nothing_else(meadow, group, text, facing):
    if group.get("north") and facing is not Direction.NORTH:
        return
    meadow.prepare(facing, group.get("there", ()))
    if "first" in group:
        meadow.say(group["first"])
        meadow.again()
    turn = meadow.say(text)
    assert turn.status is TurnStatus.DONE, turn.reason
    assert turn.calls, turn.text
    assert all(isinstance(call.outcome, Done) for call in turn.calls), turn.text
    assert meadow.changed() == dict(meadow.placed(cell) for cell in group.get("cells", ())), turn.thought
    spoken = [utterance.text for utterance in meadow.game.chat.log][len(meadow.game.chat.log) - (meadow.game.chat.count - meadow.chats) :]
    assert spoken == ([group["chat"]] if "chat" in group else []), turn.thought
    if "faces" in group:
        wanted = facing.yaw + TURNS[group["faces"]] * math.pi / 2
        assert abs(math.remainder(meadow.body.yaw - wanted, math.tau)) < math.pi / 4, turn.thought
    assert clock_text(meadow.game.daytime.minutes(meadow.game.seconds)) == group.get("clock", "9:00"), turn.thought
    for tool in group.get("calls", ()):
        assert tool in [call.tool for call in turn.calls]


@pytest.mark.parametrize("text", REFUSALS["nothing"])
def test_a_sentence_with_a_word_too_many_changes_nothing(meadow, text):
    meadow.prepare(Direction.NORTH)
    revision = meadow.world.revision
    turn = meadow.say(text)
    assert meadow.world.revision == revision, turn.thought
    assert meadow.game.chat.count == meadow.chats
    assert turn.status.final
    assert "did nothing" in (turn.reason or turn.text), "the answer says so"
    assert not clean(turn) or not turn.calls


@pytest.mark.parametrize("text", REFUSALS["material"])
def test_a_wrong_material_is_an_invalid_call_and_nothing_is_done(meadow, text):
    meadow.prepare(Direction.NORTH)
    revision = meadow.world.revision
    turn = meadow.say(text["say"])
    assert meadow.world.revision == revision, turn.thought
    (call,) = turn.calls
    assert isinstance(call.outcome, Invalid)
    assert call.outcome.argument == "kind"
    assert text["wrong"] in call.outcome.message
    assert tuple(text["suggested"]) == call.outcome.suggestions[: len(text["suggested"])]
    assert all(name in turn.reason for name in text["suggested"])


def test_there_are_enough_sentences():
    assert len(SAID) >= 150
    assert len(REFUSALS["nothing"]) + len(REFUSALS["material"]) >= 50
    texts = [param.id for param in SAID]
    assert len({(index, text) for index, group in enumerate(GROUPS) for text in group["say"]}) == len(texts)
