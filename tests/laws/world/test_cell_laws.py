from hypothesis import given
from hypothesis import strategies as st
from littlefolk.world.cells import (
    CHUNK,
    EDGE,
    Cell,
    ChunkKey,
    Direction,
    cell_at,
    cell_of,
    chunk_of,
    forward_of,
    index_of,
    local_of,
    origin_of,
    pack,
    unpack,
    yaw_towards,
)
from littlefolk.world.transactions import chunks_showing

coordinates = st.one_of(st.integers(-33, 33), st.integers(-EDGE, EDGE - 1), st.sampled_from([-EDGE, EDGE - 1]))
cells = st.builds(Cell, coordinates, st.integers(-128, 383), coordinates)
packable = st.integers(-(1 << 20), (1 << 20) - 1)
keys = st.tuples(packable, packable, packable)


@given(cells)
def test_a_cell_is_its_chunk_and_its_place_in_it(cell):
    local = local_of(cell)
    assert all(0 <= part < CHUNK for part in local)
    assert cell_of(chunk_of(cell), local) == cell
    assert Cell(*(a + b for a, b in zip(origin_of(chunk_of(cell)), local, strict=True))) == cell
    assert index_of(cell) == (local.x * CHUNK + local.y) * CHUNK + local.z


@given(st.tuples(*[st.floats(-1e6, 1e6)] * 3))
def test_a_point_is_in_its_cell(point):
    cell = cell_at(*point)
    assert all(low <= value < low + 1 for low, value in zip(cell, point, strict=True))


@given(keys, keys)
def test_packing_loses_nothing_and_keeps_the_order(a, b):
    assert unpack(pack(a)) == a
    assert (pack(a) < pack(b)) == (a < b)


@given(st.floats(-100, 100))
def test_the_direction_of_a_yaw_is_the_nearest(yaw):
    x, _, z = forward_of(yaw)
    chosen = Direction.from_yaw(yaw).vector
    dots = [x * other.vector[0] + z * other.vector[2] for other in Direction if other.horizontal]
    assert x * chosen[0] + z * chosen[2] >= max(dots) - 1e-9


@given(st.floats(-3.1, 3.1))
def test_a_yaw_looks_where_it_points(yaw):
    x, _, z = forward_of(yaw)
    assert abs(yaw_towards(x, z) - yaw) < 1e-9


@given(st.lists(cells, min_size=1, max_size=4))
def test_the_remesh_set_is_exactly_the_chunks_whose_pads_hold_a_cell(changed):
    expected = set()
    for cell in changed:
        own = chunk_of(cell)
        for x in range(own.x - 1, own.x + 2):
            for y in range(max(-4, own.y - 1), min(11, own.y + 1) + 1):
                for z in range(own.z - 1, own.z + 2):
                    low = origin_of(ChunkKey(x, y, z))
                    if all(low[axis] - 1 <= cell[axis] <= low[axis] + CHUNK for axis in range(3)):
                        expected.add((x, y, z))
    expected = {key for key in expected if all(-(1 << 20) <= value < 1 << 20 for value in key)}
    assert chunks_showing(changed) == expected
