import math

import pytest
from littlefolk.world.cells import (
    EDGE,
    Cell,
    ChunkKey,
    Direction,
    Local,
    cell_at,
    cell_of,
    chunk_inside,
    chunk_of,
    compass_point,
    forward_of,
    index_of,
    inside,
    local_of,
    origin_of,
    pack,
    unpack,
    yaw_towards,
)


@pytest.mark.parametrize(
    ("value", "chunk", "local"),
    [(-33, -2, 31), (-32, -1, 0), (-31, -1, 1), (-1, -1, 31), (0, 0, 0), (31, 0, 31), (32, 1, 0), (33, 1, 1), (-EDGE, -EDGE // 32, 0)],
)
def test_division_goes_to_the_floor_at_every_sign(value, chunk, local):
    cell = Cell(value, 0, value)
    assert chunk_of(cell) == ChunkKey(chunk, 0, chunk)
    assert local_of(cell) == Local(local, 0, local)
    assert cell_of(chunk_of(cell), local_of(cell)) == cell
    assert origin_of(chunk_of(cell)) == Cell(chunk * 32, 0, chunk * 32)


def test_every_cell_from_minus_33_to_33_goes_to_its_chunk_and_back():
    for value in range(-33, 34):
        cell = Cell(value, -value, value)
        assert cell_of(chunk_of(cell), local_of(cell)) == cell
        assert all(0 <= part < 32 for part in local_of(cell))


def test_the_index_counts_in_c_order():
    assert index_of(Cell(1, 2, 3)) == 1 * 1024 + 2 * 32 + 3
    assert index_of(Cell(-1, -1, -1)) == 32**3 - 1


@pytest.mark.parametrize(
    ("point", "cell"), [((-0.5, 1.0, -1e-9), (-1, 1, -1)), ((0.0, -0.0, 0.999), (0, 0, 0)), ((-32.0, 31.99, 32.0), (-32, 31, 32))]
)
def test_a_point_lies_in_the_cell_below_it_on_each_axis(point, cell):
    assert cell_at(*point) == cell


def test_the_world_ends_at_floor_ceiling_and_edge():
    assert inside(Cell(0, -128, 0))
    assert not inside(Cell(0, -129, 0))
    assert inside(Cell(0, 383, 0))
    assert not inside(Cell(0, 384, 0))
    assert inside(Cell(-EDGE, 0, EDGE - 1))
    assert not inside(Cell(EDGE, 0, 0))
    assert chunk_inside(ChunkKey(-(1 << 20), -4, (1 << 20) - 1))
    assert not chunk_inside(ChunkKey(0, -5, 0))
    assert not chunk_inside(ChunkKey(0, 12, 0))
    assert not chunk_inside(ChunkKey(1 << 20, 0, 0))


def test_packed_keys_come_back_at_the_extremes_and_refuse_what_is_beyond():
    low, high = -(1 << 20), (1 << 20) - 1
    for key in [(low, low, low), (high, high, high), (low, high, 0), (-1, 0, 1), (-33, 33, -32)]:
        assert unpack(pack(key)) == key
    assert pack((high, high, high)) < 1 << 63
    for bad in [(low - 1, 0, 0), (0, high + 1, 0)]:
        with pytest.raises(ValueError, match="21 bits"):
            pack(bad)


def test_the_compass():
    assert [Direction.NORTH.vector, Direction.EAST.vector, Direction.UP.vector] == [(0, 0, -1), (1, 0, 0), (0, 1, 0)]
    assert Direction.NORTH.left is Direction.WEST
    assert Direction.NORTH.right is Direction.EAST
    assert Direction.SOUTH.left is Direction.EAST
    assert Direction.UP.left is Direction.UP
    assert Direction.EAST.opposite is Direction.WEST
    assert Direction.named(" North ") is Direction.NORTH
    assert Direction.named("norht") is None
    assert Direction.from_vector((0.1, -0.2, 0.19)) is Direction.DOWN
    with pytest.raises(ValueError, match="zero"):
        Direction.from_vector((0, 0, 0))
    with pytest.raises(ValueError, match="no yaw"):
        _ = Direction.UP.yaw


@pytest.mark.parametrize("direction", [direction for direction in Direction if direction.horizontal])
def test_yaw_and_direction_agree(direction):
    x, y, z = forward_of(direction.yaw)
    assert (round(x), round(y), round(z)) == direction.vector
    for turns in (-1, 0, 1):
        for off in (-0.7, 0.0, 0.7):
            assert Direction.from_yaw(direction.yaw + off + turns * 2 * math.pi) is direction
    assert yaw_towards(direction.vector[0], direction.vector[2]) == pytest.approx(direction.yaw)
    assert compass_point(direction.yaw) == direction.label


def test_a_positive_yaw_turns_left_and_a_positive_pitch_up():
    assert forward_of(math.pi / 2)[0] == pytest.approx(-1)
    assert forward_of(0, math.pi / 2)[1] == pytest.approx(1)
    assert compass_point(math.pi / 4) == "north-west"
    assert compass_point(-math.pi / 4) == "north-east"
