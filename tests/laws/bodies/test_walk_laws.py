"""Laws of walking: a way is continuous, never leads through what is solid, and a walk that finds a way arrives."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from littlefolk.bodies.action import Completed, GaveUp
from littlefolk.bodies.body import Body, stand_on
from littlefolk.bodies.footing import footing
from littlefolk.bodies.motor import STILL, Motor, Tuning
from littlefolk.bodies.routes import NEAR, Reason, Route, find_route, walkable
from littlefolk.bodies.steering import ARRIVAL
from littlefolk.bodies.walk import Walk
from littlefolk.kernels import PathCell
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import Change, World

STEP = 1 / 60
HEIGHTS = (0.5, 1.15, 1.8)
LONGEST = 40 * 60  # steps that any near walk may take
TUNING = Tuning()


def hills(number):
    """Uneven ground about y = 0 with walls, pits, ponds and pillars, in 3 x 2 x 3 chunks."""
    rng = np.random.default_rng(number)
    ids = np.zeros((96, 64, 96), np.uint16)
    stone, water = KINDS["stone"].id, KINDS["water"].id
    rough = rng.integers(0, 3 if number % 2 else 2, (96, 96))
    heights = 30 + rough + (np.add.outer(np.arange(96), np.arange(96)) // 9 % 5)
    for x, z in itertools.product(range(96), range(96)):
        ids[x, : heights[x, z], z] = stone
    for _ in range(40):
        x, z, wide = *rng.integers(2, 88, 2), int(rng.integers(1, 6))
        if rng.random() < 0.5:
            ids[x : x + wide, 28:36, z : z + 3] = water
            ids[x : x + wide, 33:36, z : z + 3] = 0
        else:
            ids[x : x + wide, 30:38, z] = stone
    for _ in range(200):
        x, z = rng.integers(0, 96, 2)
        ids[x, 34 + int(rng.integers(0, 4)), z] = stone
    world = World(seed=number)
    for x, y, z in itertools.product(range(3), range(2), range(3)):
        part = np.ascontiguousarray(ids[x * 32 : x * 32 + 32, y * 32 : y * 32 + 32, z * 32 : z * 32 + 32])
        world.install(ChunkKey(x - 1, y - 1, z - 1), part)
    return world


WORLDS = [hills(number) for number in range(4)]
columns = st.tuples(st.integers(-6, 38), st.integers(-6, 38))


def standing(world, column, body):
    """The highest cell of a column in which a body can stand, or None."""
    for y in range(16, -8, -1):
        body.position = stand_on(Cell(column[0], y, column[1]))
        if footing(world, body) == Cell(column[0], y, column[1]):
            return Cell(column[0], y, column[1])
    return None


def clear(world, body):
    """Whether nothing solid or unknown overlaps a body, by plain geometry."""
    low = [body.position[0] - body.width / 2 + 1e-5, body.position[1] + 1e-5, body.position[2] - body.width / 2 + 1e-5]
    high = [body.position[0] + body.width / 2 - 1e-5, body.position[1] + body.height - 1e-5, body.position[2] + body.width / 2 - 1e-5]
    spans = [range(math.floor(a), math.ceil(b)) for a, b in zip(low, high, strict=True)]
    kinds = [world.read(Cell(*cell)).kind for cell in itertools.product(*spans)]
    return all(kind is not None and not kind.solid for kind in kinds)


@settings(max_examples=120)
@given(
    st.sampled_from(WORLDS),
    columns,
    st.tuples(st.integers(-5, 5), st.integers(-5, 5)),
    st.sampled_from(HEIGHTS),
    st.sampled_from([0.75, 1.0]),
)
def test_a_walk_that_has_a_way_arrives_by_steps_and_never_inside_anything(world, column, offset, height, pace):
    body, motor = Body("ann", height=height), Motor()
    start = standing(world, column, body)
    goal = standing(world, (column[0] + offset[0], column[1] + offset[1]), body)
    assume(start is not None and goal is not None)
    body.position = stand_on(start)
    for _ in range(30):
        motor.step(world, body, STILL, STEP)
    walk = Walk.to(world, body, goal, pace=pace)
    assume(isinstance(walk, Walk))
    for _ in range(LONGEST):
        before, cell = body.position, body.cell
        ending = walk.advance(STEP)
        if ending is not None:
            break
        motor.step(world, body, walk.wish, STEP)
        moved = [there - here for there, here in zip(body.position, before, strict=True)]
        assert math.hypot(moved[0], moved[2]) <= TUNING.walk * STEP + 1e-6
        assert -TUNING.terminal * STEP <= moved[1] <= 1.0 + 1e-6
        assert all(abs(there - here) <= 1 for there, here in zip(body.cell, cell, strict=True)), "no cell is jumped over"
        assert clear(world, body)
    assert isinstance(ending, Completed), ending
    assert walk.replans == 0, "the first way was good"
    assert math.hypot(body.position[0] - goal.x - 0.5, body.position[2] - goal.z - 0.5) <= ARRIVAL
    assert body.cell == goal == ending.value.cell
    assert body.on_ground or body.in_water
    yaw = body.yaw
    for _ in range(30):
        motor.step(world, body, STILL, STEP)
    assert body.cell == goal, "it stays there"
    assert body.yaw == yaw


@given(st.sampled_from(WORLDS), columns, st.tuples(st.integers(-8, 8), st.integers(-5, 5), st.integers(-8, 8)), st.sampled_from(HEIGHTS))
def test_any_goal_gives_a_route_or_a_reason_that_says_what_would_be_possible(world, column, offset, height):
    body = Body("ann", height=height)
    start = standing(world, column, body)
    assume(start is not None)
    body.position = stand_on(start)
    goal = start.offset(*offset)
    found = find_route(world, body, goal)
    far = abs(offset[0]) + abs(offset[2]) > NEAR.across or abs(offset[1]) > NEAR.level
    if isinstance(found, Route):
        assert not far
        assert (found.cells[0], found.cells[-1]) == (start, goal)
        for here, there in itertools.pairwise(found.cells):
            assert abs(here.x - there.x) + abs(here.z - there.z) == 1
            assert abs(here.y - there.y) <= 1
    else:
        assert (found.reason is Reason.TOO_FAR) == far
        assert f"({goal.x}, {goal.y}, {goal.z})" in found.message


@given(st.sampled_from(WORLDS), st.tuples(*[st.integers(-40, 70)] * 3), st.tuples(*[st.integers(0, 20)] * 3))
def test_the_box_of_a_search_tells_of_each_cell_what_the_world_does(world, low, size):
    low = Cell(*low)
    cells = walkable(world, low, low.offset(*size))
    assert cells.shape == size
    for index in itertools.product(*(sorted({0, extent // 2, extent - 1} & set(range(extent))) for extent in size)):
        kind = world.read(low.offset(*index)).kind
        wanted = (
            PathCell.UNAVAILABLE if kind is None else PathCell.SOLID if kind.solid else PathCell.WATER if kind.liquid else PathCell.FREE
        )
        assert cells[index] == wanted


@settings(max_examples=60)
@given(st.sampled_from(range(4)), columns, st.tuples(st.integers(-5, 5), st.integers(-5, 5)), st.data())
def test_whatever_is_built_on_the_way_the_walk_ends_in_time_and_never_inside_it(number, column, offset, data):
    world = hills(number)
    body, motor = Body("ann", height=1.15), Motor()
    start = standing(world, column, body)
    goal = standing(world, (column[0] + offset[0], column[1] + offset[1]), body)
    assume(start is not None and goal is not None)
    body.position = stand_on(start)
    walk = Walk.to(world, body, goal)
    assume(isinstance(walk, Walk))
    edits = data.draw(
        st.lists(st.tuples(st.integers(1, 60), st.integers(0, 12), st.integers(-1, 2), st.sampled_from(["stone", "air"])), max_size=4)
    )
    ending = None
    for count in range(LONGEST):
        ending = walk.advance(STEP)
        if ending is not None:
            break
        motor.step(world, body, walk.wish, STEP)
        assert clear(world, body)
        for at, along, up, kind in edits:
            if at == count:
                path = walk.progress.path
                cell = path[min(along, len(path) - 1)].offset(0, up, 0)
                here = Body("probe", body.position, height=body.height)
                world.commit("test", [Change(cell, kind)])
                if not clear(world, here):
                    world.undo("test")
    assert isinstance(ending, Completed | GaveUp)
    assert walk.wish == STILL
    if isinstance(ending, GaveUp):
        assert body.name in ending.message
        assert str(tuple(goal)) in ending.message


@pytest.mark.parametrize("height", HEIGHTS)
def test_a_body_needs_the_cells_that_it_takes_up(height):
    world = World(seed=1)
    stone = np.full((32, 32, 32), KINDS["stone"].id, np.uint8)
    hollow = stone.copy()
    hollow[8:20, 8 : 8 + math.ceil(height), 8] = 0
    for x, y, z in itertools.product((-1, 0, 1), repeat=3):
        world.install(ChunkKey(x, y, z), hollow if (x, y, z) == (0, 0, 0) else stone)
    body = Body("ann", stand_on(Cell(9, 8, 8)), height=height)
    assert isinstance(find_route(world, body, Cell(17, 8, 8)), Route)
    world.commit("test", [Change(Cell(13, 8 + math.ceil(height) - 1, 8), "stone")])
    assert not isinstance(find_route(world, body, Cell(17, 8, 8)), Route)
