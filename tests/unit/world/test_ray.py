import math

import pytest
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.ray import walk
from littlefolk.world.world import Change


def cells(origin, direction, reach):
    return [tuple(step.cell) for step in walk(origin, direction, reach)]


def test_a_ray_down_an_axis_with_zero_components():
    assert cells((0.5, 0.5, 0.5), (0, 0, -1), 2) == [(0, 0, 0), (0, 0, -1), (0, 0, -2)]
    assert cells((0.5, 0.5, 0.5), (0.0, 3.0, -0.0), 1) == [(0, 0, 0), (0, 1, 0)]


def test_from_an_exact_plane_a_ray_enters_at_once_what_lies_ahead():
    steps = list(walk((2.0, 0.5, 0.5), (-1, 0, 0), 1))
    assert [(tuple(step.cell), step.distance) for step in steps] == [((2, 0, 0), 0.0), ((1, 0, 0), 0.0), ((0, 0, 0), 1.0)]
    assert cells((2.0, 0.5, 0.5), (1, 0, 0), 0.99) == [(2, 0, 0)]
    assert cells((-2.0, -3.0, -1.0), (-1, 0, 0), 0.5) == [(-2, -3, -1), (-3, -3, -1)]


def test_just_below_a_plane_no_cell_is_skipped():
    assert cells((1.9999999999999998, 0.5, 0.5), (1, 0, 0), 1.5) == [(1, 0, 0), (2, 0, 0), (3, 0, 0)]


def test_the_diagonal_crosses_planes_met_together_in_the_order_x_y_z():
    assert cells((0.5, 0.5, 0.5), (1, 1, 1), 1.0) == [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]


def test_reach_is_in_metres_whatever_the_length_of_the_direction():
    assert cells((0.5, 0.5, 0.5), (0, 0, -1000), 1.5) == cells((0.5, 0.5, 0.5), (0, 0, -0.001), 1.5)


@pytest.mark.parametrize("bad", [((0, 0, 0), (0, 0, 0), 1), ((0, math.nan, 0), (1, 0, 0), 1), ((0, 0, 0), (1, 0, 0), math.inf)])
def test_impossible_rays_are_refused(bad):
    with pytest.raises(ValueError, match="a ray needs"):
        list(walk(*bad))


def test_the_world_is_hit_with_face_and_the_cell_before(flat):
    hit = flat.ray((0.5, 1.6, 0.5), (0, -1, 0))
    assert (hit.cell, hit.face, hit.before) == (Cell(0, -1, 0), Direction.UP, Cell(0, 0, 0))
    assert hit.distance == pytest.approx(1.6)
    assert hit.cell.step(hit.face) == hit.before


def test_water_lets_the_ray_pass_unless_asked(flat):
    flat.commit("ann", [Change(Cell(0, 1, 0), "water")])
    assert flat.ray((0.5, 3.5, 0.5), (0, -1, 0)).cell == Cell(0, -1, 0)
    assert flat.ray((0.5, 3.5, 0.5), (0, -1, 0), stops=lambda kind: kind.liquid).cell == Cell(0, 1, 0)


def test_out_of_reach_unavailable_or_from_within(flat):
    assert flat.ray((0.5, 6.5, 0.5), (0, -1, 0)) is None
    assert flat.ray((63.5, 1.0, 0.5), (1, 0, 0), reach=50) is None
    inside = flat.ray((0.5, -0.5, 0.5), (0, 1, 0))
    assert (inside.cell, inside.face, inside.before, inside.distance) == (Cell(0, -1, 0), None, Cell(0, -1, 0), 0.0)


def test_a_ray_may_start_above_the_ceiling(flat):
    from littlefolk.world.cells import ChunkKey

    flat.install(ChunkKey(0, 11, 0), flat.chunks[ChunkKey(0, -1, 0)])
    assert flat.ray((0.5, 387.0, 0.5), (0, -1, 0)).cell == Cell(0, 383, 0)
    assert flat.ray((0.5, 387.0, 0.5), (0, 1, 0)) is None
