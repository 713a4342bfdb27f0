"""Small folk: who comes, what each can do, and what becomes of them."""

import pytest
from littlefolk.present.outcome import Done, Invalid
from littlefolk.residents import FIGURES
from littlefolk.world.cells import Cell

pytestmark = pytest.mark.usefixtures("flat_terrain")


@pytest.fixture
def played(games, tmp_path):
    return games.open(tmp_path)


def spawned(game, outcome, figure="gnome", name=None):
    result = outcome(game, game.submit(f"spawn_{figure}", name=name))
    assert isinstance(result, Done), result
    return game.roster.get(result.value.name)


@pytest.mark.parametrize("figure", FIGURES)
def test_each_figure_comes_with_its_own_size_colour_commands_and_manner(played, outcome, figure):
    resident = spawned(played, outcome, figure)
    like = FIGURES[figure]
    body = resident.body
    assert (resident.figure, resident.colour, resident.tables, resident.instructions) == (figure, like.colour, (figure,), like.manner)
    assert (body.width, body.height, body.eye_height) == (like.width, like.height, like.eye_height)
    assert resident.name in like.names
    assert resident.mood == ""
    assert played.world.read(Cell(resident.cell.x, resident.cell.y - 1, resident.cell.z)).kind.solid


def test_a_name_is_nobodys_else_whatever_the_figure(played, outcome):
    spawned(played, outcome, "cat", "Moss")
    for taken in ("moss", " MOSS ", "player", "me"):
        refused = outcome(played, played.submit("spawn_gnome", name=taken))
        assert isinstance(refused, Invalid)
        assert refused.argument == "name"
