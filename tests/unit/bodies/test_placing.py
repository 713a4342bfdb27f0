import pytest
from littlefolk.bodies.body import Body, overlaps, stand_on
from littlefolk.bodies.placing import place_free
from littlefolk.world.cells import Cell


def test_where_there_is_room_a_body_stands_there(stage):
    assert place_free(stage.world, Cell(4, 0, -7)) == Cell(4, 0, -7)


def test_from_the_air_and_from_within_rock_the_ground_is_found(stage):
    assert place_free(stage.world, Cell(4, 9, -7)) == Cell(4, 0, -7)
    assert place_free(stage.world, Cell(4, -9, -7)) == Cell(4, 0, -7)


def test_a_body_needs_its_whole_height(stage):
    stage.put("glass", ((-20, 1, -20), (20, 1, 20)))
    assert place_free(stage.world, Cell(0, 0, 0), radius=3) == Cell(0, 2, 0)


def test_water_is_no_place_to_stand(stage):
    stage.put("water", ((-2, 0, -2), (2, 0, 2)))
    found = place_free(stage.world, Cell(0, 0, 0))
    assert max(abs(found.x), abs(found.z)) == 3
    assert found.y == 0


def test_others_are_avoided(stage):
    other = Body("bob", stand_on(Cell(0, 0, 0)))
    found = place_free(stage.world, Cell(0, 0, 0), avoid=[other])
    assert abs(found.x) + abs(found.z) == 1


def test_the_search_is_bounded_and_keeps_to_loaded_ground(stage):
    assert place_free(stage.world, Cell(0, 40, 0), radius=3, depth=10) is None
    assert place_free(stage.world, Cell(500, 0, 0)) is None
    assert place_free(stage.world, Cell(66, 0, 0)) == Cell(63, 0, 0)


@pytest.mark.parametrize("cell", [Cell(0, 0, 0), Cell(0, 1, 0)])
def test_a_body_overlaps_the_cells_it_stands_in(cell):
    assert overlaps(Body("ann", stand_on(Cell(0, 0, 0))), cell)


def test_touching_is_not_overlapping():
    against_the_wall = Body("ann", (0.7, 0.0, 0.5))
    assert not overlaps(against_the_wall, Cell(1, 0, 0))
    assert not overlaps(against_the_wall, Cell(0, -1, 0))
    assert not overlaps(against_the_wall, Cell(0, 2, 0))
    assert overlaps(Body("ann", (0.71, 0.0, 0.5)), Cell(1, 0, 0))
    assert overlaps(Body("ann", (-0.1, -32.5, -0.1)), Cell(-1, -33, -1))
