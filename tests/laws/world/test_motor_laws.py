"""The motor among random blocks. `clear` is an oracle of its own: it asks the world, cell by cell, with plain geometry."""

import heapq
import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from landscapes import scattered
from littlefolk.bodies.body import SKIN, Body
from littlefolk.bodies.motor import Motor, Tuning, Wish
from littlefolk.world.cells import Cell, ChunkKey, Direction
from littlefolk.world.world import Change, World

WORLDS = [scattered(np.random.default_rng(number), share) for number, share in ((1, 0.05), (2, 0.2), (3, 0.5))]

rates = st.sampled_from([1 / 240, 1 / 60, 1 / 30, 1 / 13, 1 / 5])
unit = st.sampled_from([-1.0, 0.0, 0.3, 1.0])
flags = st.booleans()
wishes = st.builds(Wish, unit, unit, flags, flags, flags, flags, unit)
speeds = st.one_of(st.just(0.0), st.floats(-100, 100), st.sampled_from([-1e6, 1e6]))
velocities = st.tuples(speeds, speeds, speeds)
ordinates = st.one_of(st.floats(-20, 20), st.integers(-3, 3).map(float), st.sampled_from([-1e-7, 1 - 1e-7, 1 + 1e-7, -5e-324]))
starts = st.tuples(ordinates, ordinates, ordinates)
yaws = st.floats(-4, 4)
worlds = st.sampled_from(WORLDS)


def clear(world, position, shrink=10 * SKIN):
    """Whether a body's box, shrunk by what rounding may take, meets no solid and no unavailable cell."""
    low = [position[0] - 0.3 + shrink, position[1] + shrink, position[2] - 0.3 + shrink]
    high = [position[0] + 0.3 - shrink, position[1] + 1.8 - shrink, position[2] + 0.3 - shrink]
    spans = [range(math.floor(a), math.ceil(b)) for a, b in zip(low, high, strict=True)]
    for x in spans[0]:
        for y in spans[1]:
            for z in spans[2]:
                kind = world.read(Cell(x, y, z)).kind
                if kind is None or kind.solid:
                    return False
    return True


@settings(max_examples=300, deadline=None)
@given(worlds, starts, velocities, yaws, st.lists(wishes, min_size=1, max_size=12), rates)
def test_a_body_never_ends_inside_a_solid_cell(world, start, velocity, yaw, path, dt):
    body, motor = Body("ann", start, velocity, yaw), Motor()
    began_clear = clear(world, start)
    for wish in path:
        motor.step(world, body, wish, dt)
        assert body.held or clear(world, body.position)
        assert body.held or not world.read(body.cell).kind.solid, "nor does its cell belong to the ground"
        assert not (began_clear and body.held), "what is free stays free"
        assert all(math.isfinite(value) for value in (*body.position, *body.velocity))


@pytest.mark.parametrize("number", range(len(WORLDS)))
def test_a_long_random_walk_never_ends_inside_a_solid_cell(number):
    rng, world = np.random.default_rng(number), WORLDS[number]
    motor = Motor()
    for _ in range(40):
        body = Body("ann", tuple(rng.uniform(-20, 20, 3).tolist()))
        for turn in range(100):
            if turn % 10 == 0:
                wish = Wish(*rng.choice([-1.0, 0.0, 1.0], 2).tolist(), *(rng.random(4) < (0.4, 0.3, 0.2, 0.2)).tolist())
                body.yaw, dt = rng.uniform(-3, 3), rng.choice([1 / 240, 1 / 60, 1 / 5])
            if rng.random() < 0.02:
                body.velocity = tuple(rng.uniform(-100, 100, 3).tolist())
            motor.step(world, body, wish, float(dt))
            assert body.held or clear(world, body.position)


def room(low, high):
    """A closed box of stone, one cell thick, around the inclusive cells, in the middle of air."""
    world = World(seed=1)
    for x in (-1, 0):
        for y in (-1, 0):
            for z in (-1, 0):
                world.install(ChunkKey(x, y, z), np.zeros((32, 32, 32), np.uint8))
    shell = [
        Cell(x, y, z)
        for x in range(low[0] - 1, high[0] + 2)
        for y in range(low[1] - 1, high[1] + 2)
        for z in range(low[2] - 1, high[2] + 2)
        if not all(low[axis] <= (x, y, z)[axis] <= high[axis] for axis in range(3))
    ]
    world.commit("law", [Change(cell, "stone") for cell in shell])
    return world


ROOM_LOW, ROOM_HIGH = (-3, -2, -4), (3, 3, 2)
ROOM = room(ROOM_LOW, ROOM_HIGH)


@settings(max_examples=300, deadline=None)
@given(velocities, yaws, st.lists(wishes, min_size=1, max_size=8), rates)
def test_no_body_leaves_a_closed_room_at_any_speed_and_rate(velocity, yaw, path, dt):
    body, motor = Body("ann", (0.5, 0.0, 0.5), velocity, yaw), Motor()
    for wish in path:
        motor.step(ROOM, body, wish, dt)
        body.velocity = velocity
        for axis, (low, high) in enumerate(((0.3, 0.3), (0.0, 1.8), (0.3, 0.3))):
            assert body.position[axis] - low >= ROOM_LOW[axis] - SKIN
            assert body.position[axis] + high <= ROOM_HIGH[axis] + 1 + SKIN


@settings(max_examples=200, deadline=None)
@given(worlds, starts, velocities, yaws, wishes, rates)
def test_a_step_leads_through_open_cells_only(world, start, velocity, yaw, wish, dt):
    """The base's cell moves on a connected way of cells that are not solid: nothing is jumped over."""
    assume(clear(world, start))
    body, motor = Body("ann", start, velocity, yaw), Motor()
    start = (start[0], start[1] + SKIN, start[2])
    motor.step(world, body, wish, dt)
    goal, first = body.cell, Body("", start).cell
    reached, edge = {first}, [(0, first)]
    bound = math.ceil(Tuning().limit * dt) + 2
    while edge and goal not in reached:
        cell = heapq.heappop(edge)[1]
        for direction in Direction:
            other = cell.step(direction)
            kind = world.read(other).kind
            near = all(abs(other[axis] - first[axis]) <= bound for axis in range(3))
            if near and other not in reached and kind is not None and not kind.solid:
                reached.add(other)
                heapq.heappush(edge, (sum(abs(a - b) for a, b in zip(other, goal, strict=True)), other))
    assert goal in reached


@settings(deadline=None)
@given(worlds, starts, velocities, yaws, st.lists(wishes, min_size=1, max_size=6), rates)
def test_the_same_wishes_lead_to_the_same_place(world, start, velocity, yaw, path, dt):
    bodies = [Body("ann", start, velocity, yaw), Body("ann", start, velocity, yaw)]
    shared = Motor()
    for wish in path:
        shared.step(world, bodies[0], wish, dt)
        Motor().step(world, bodies[1], wish, dt)
    assert bodies[0] == bodies[1]


@settings(deadline=None)
@given(st.integers(-33, 33), st.integers(-33, 33), st.sampled_from([0, 20_000, -30_001, 1_000_000, (1 << 25) - 100]), yaws, rates)
def test_far_from_the_origin_a_body_walks_as_near_it(x, z, far, yaw, dt):
    world = World(seed=1)
    for cx in range((far + x >> 5) - 1, (far + x >> 5) + 2):
        for cy in (-1, 0):
            for cz in range((z >> 5) - 1, (z >> 5) + 2):
                world.install(ChunkKey(cx, cy, cz), np.full((32, 32, 32), 3 if cy < 0 else 0, np.uint8))
    body, motor = Body("ann", (far + x + 0.5, 0.0, z + 0.5), yaw=yaw), Motor()
    for _ in range(round(1 / dt)):
        motor.step(world, body, Wish(1), dt)
    assert body.on_ground
    assert body.position[1] == 0.0
    walked = math.hypot(body.position[0] - far - x - 0.5, body.position[2] - z - 0.5)
    assert walked == pytest.approx(4.3, abs=0.6)


@settings(deadline=None)
@given(yaws, st.lists(st.tuples(unit, unit, yaws), min_size=5, max_size=60), rates)
def test_nobody_who_crouches_falls_from_a_scaffold(yaw, path, dt):
    body, motor = Body("ann", (0.5, 6.0, 0.5), yaw=yaw, on_ground=True), Motor()
    for forward, right, turn in path:
        body.yaw = turn
        motor.step(SCAFFOLD, body, Wish(forward, right, crouch=True), dt)
        assert body.position[1] == 6.0


SCAFFOLD = room((20, 20, 20), (21, 21, 21))
SCAFFOLD.commit("law", [Change(Cell(*cell), "planks") for cell in ((0, 5, 0), (1, 5, 0), (1, 5, 1), (2, 5, 1), (0, 5, -1), (-1, 5, -2))])
