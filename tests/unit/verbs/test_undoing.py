"""What somebody built is taken back and repeated by a command, each author's own."""

import pytest
from littlefolk.commands import TABLES
from littlefolk.commands.situation import Situation
from littlefolk.panels.metabar import metabar_of
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Done, Failed
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.world.cells import Cell

pytestmark = pytest.mark.usefixtures("flat_terrain")
CELL = Cell(3, 4, -3)
KEYS = {"undo": "Ctrl+Z", "redo": "Shift+Ctrl+Z"}


@pytest.fixture
def game(games, tmp_path):
    return games.open(tmp_path)


def run(game, outcome, command, **arguments):
    return outcome(game, game.submit(command, **arguments))


def kind(game):
    return game.world.read(CELL).kind.name


def test_the_players_own_last_change_is_undone_and_redone(game, outcome):
    before = kind(game)
    assert isinstance(run(game, outcome, "place_block_at", kind="stone", cell=CELL), Done)
    undone = run(game, outcome, "undo")
    assert kind(game) == before
    assert shown_to_people(undone) == "undone: air at (3, 4, -3); revision 2"
    redone = run(game, outcome, "redo")
    assert kind(game) == "stone"
    assert shown_to_people(redone) == "redone: stone at (3, 4, -3); revision 3"


def test_with_nothing_to_undo_or_redo_it_says_so(game, outcome):
    for name in ("undo", "redo"):
        said = run(game, outcome, name)
        assert isinstance(said, Failed)
        assert f"nothing to {name}" in shown_to_people(said)
    assert game.world.revision == 0


def test_nobody_undoes_what_somebody_else_built(game, outcome):
    run(game, outcome, "place_block_at", kind="stone", cell=CELL)
    run(game, outcome, "spawn_gnome", name="Moss")
    moss = game.roster.get("Moss")
    said = outcome(game, game.mailbox.submit(Call("undo", {}, Caller("Moss", grants=moss.grants))))
    assert isinstance(said, Failed)
    assert kind(game) == "stone"


def test_a_change_that_somebody_else_built_upon_stays(game, outcome):
    run(game, outcome, "place_block_at", kind="stone", cell=CELL)
    run(game, outcome, "spawn_gnome", name="Moss")
    moss = Caller("Moss", grants=game.roster.get("Moss").grants)
    outcome(game, game.mailbox.submit(Call("remove_block_at", {"cell": CELL}, moss)))
    said = run(game, outcome, "undo")
    assert isinstance(said, Failed)
    assert "someone else changed" in shown_to_people(said)
    assert kind(game) == "air"


def test_the_keys_are_in_the_legend_only_while_they_do_something(game, outcome):
    def legend():
        game.frame(0.0)
        commands = TABLES.within(["player"])
        shown = metabar_of(commands, Situation(game.caller, game.snapshot), KEYS, busy=False, captured=True)
        return {what for _key, what in shown} & {"undo", "redo"}

    assert legend() == set()
    run(game, outcome, "place_block_at", kind="stone", cell=CELL)
    assert legend() == {"undo"}
    run(game, outcome, "undo")
    assert legend() == {"redo"}
    run(game, outcome, "place_block_at", kind="glass", cell=CELL)
    assert legend() == {"undo"}, "what is built anew cannot be followed by what was taken back"


def test_a_residents_tools_do_not_hang_on_what_it_built(game, outcome):
    run(game, outcome, "spawn_gnome", name="Moss")
    game.frame(0.0)
    moss = Situation(Caller("Moss", grants=game.roster.get("Moss").grants), game.snapshot)
    assert {"undo", "redo"} <= {command.name for command in TABLES.applicable(["resident"], moss)}


def test_who_is_renamed_undoes_what_they_built_under_the_name_before(game, outcome):
    def by(name, command, **arguments):
        return outcome(game, game.mailbox.submit(Call(command, arguments, Caller(name, grants=game.roster.get(name).grants))))

    run(game, outcome, "spawn_gnome", name="Moss")
    by("Moss", "place_block_at", kind="stone", cell=CELL)
    assert isinstance(run(game, outcome, "rename", who="Moss", name="Alder"), Done)
    assert "Moss" not in game.world.undoable
    assert isinstance(by("Alder", "undo"), Done)
    assert kind(game) == "air"


def test_who_gets_the_name_of_somebody_dismissed_cannot_undo_what_those_built(game, outcome):
    def by(command, **arguments):
        return outcome(game, game.mailbox.submit(Call(command, arguments, Caller("Moss", grants=game.roster.get("Moss").grants))))

    run(game, outcome, "spawn_gnome", name="Moss")
    by("place_block_at", kind="stone", cell=CELL)
    assert isinstance(run(game, outcome, "dismiss", who="Moss"), Done)
    run(game, outcome, "spawn_gnome", name="Moss")
    assert isinstance(by("undo"), Failed)
    assert kind(game) == "stone"
