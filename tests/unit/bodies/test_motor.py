import math

import pytest
from littlefolk.bodies.body import Body, overlaps
from littlefolk.bodies.motor import STILL, Motor, Tuning, Wish
from littlefolk.world.cells import Cell, ChunkKey, Direction

RATES = [1 / 240, 1 / 60, 1 / 30, 1 / 5]


def go(stage, body, wish, seconds, dt=1 / 60, motor=None):
    """Step for so long; returns all positions."""
    motor = motor or Motor()
    places = []
    for _ in range(round(seconds / dt)):
        motor.step(stage.world, body, wish, dt)
        places.append(body.position)
    return places


def standing(x=0.5, y=0.0, z=0.5, direction=Direction.NORTH):
    return Body("ann", (x, y, z), yaw=direction.yaw, on_ground=True)


@pytest.mark.parametrize("dt", RATES)
def test_a_body_at_rest_on_the_ground_stays_exactly_there(stage, dt):
    body = standing()
    go(stage, body, STILL, 2, dt)
    assert body.position == (0.5, 0.0, 0.5)
    assert body.velocity == (0.0, 0.0, 0.0)
    assert body.on_ground


@pytest.mark.parametrize(("wish", "speed"), [(Wish(1), 4.3), (Wish(1, sprint=True), 5.6), (Wish(1, crouch=True), 1.3), (Wish(1, 1), 4.3)])
def test_speeds_on_the_ground(stage, wish, speed):
    body = standing()
    go(stage, body, wish, 1)
    assert math.hypot(body.velocity[0], body.velocity[2]) == pytest.approx(speed)


@pytest.mark.parametrize("direction", [direction for direction in Direction if direction.horizontal])
def test_forward_and_right_follow_the_yaw(stage, direction):
    ahead, aside = standing(direction=direction), standing(direction=direction)
    go(stage, ahead, Wish(forward=1), 1)
    go(stage, aside, Wish(right=1), 1)
    assert Direction.from_vector(ahead.velocity) is direction
    assert Direction.from_vector(aside.velocity) is direction.right


@pytest.mark.parametrize("dt", RATES)
def test_a_jump_rises_one_and_a_quarter_at_any_rate(stage, dt):
    body = standing()
    motor = Motor()
    motor.step(stage.world, body, Wish(jump=True), dt)
    top = body.position[1]
    while not body.on_ground:
        motor.step(stage.world, body, STILL, dt)
        top = max(top, body.position[1])
    gravity = Tuning().gravity
    assert 1.25 - gravity * dt * dt / 8 - 1e-9 <= top <= 1.25 + 1e-9
    assert body.position[1] == 0.0


def test_nobody_jumps_in_the_air(stage):
    body = Body("ann", (0.5, 20.0, 0.5))
    go(stage, body, Wish(jump=True), 0.5)
    assert body.velocity[1] < -10


def test_falling_is_bounded_by_the_terminal_velocity(stage):
    stage.put("air", ((0, -64, 0), (0, -1, 0)))
    body = Body("ann", (0.5, 50.0, 0.5))
    go(stage, body, STILL, 2.3)
    assert body.velocity[1] == -Tuning().terminal


@pytest.mark.parametrize("dt", RATES)
@pytest.mark.parametrize("direction", [direction for direction in Direction if direction.horizontal])
def test_one_cell_is_stepped_up_and_two_are_not(stage, dt, direction):
    x, _, z = direction.vector
    for height, wall in ((1, 0), (2, 1)):
        side = [(3 * x, 0, 3 * z), (6 * x, wall, 6 * z)]
        low, high = (tuple(f(a, b) for a, b in zip(*side, strict=True)) for f in (min, max))
        stage.put("stone", (low, high))
        body = standing(direction=direction)
        highest = max(place[1] for place in go(stage, body, Wish(1), 1.2, dt))
        assert highest == (1.0 if height == 1 else 0.0)
        assert (body.cell == Cell(2 * x, 0, 2 * z)) == (height == 2)
        stage.put("air", (low, high))


def test_a_low_ceiling_forbids_the_step(stage):
    stage.put("stone", ((0, 0, -2), (0, 0, -2)), ((0, 2, -2), (0, 2, 0)))
    body = standing()
    go(stage, body, Wish(1), 1)
    assert body.cell == Cell(0, 0, -1)
    assert body.position[1] == 0.0


def test_nobody_rises_through_what_is_above_where_they_come_from(stage):
    stage.put("stone", ((0, 0, -2), (0, 0, -2)), ((0, 2, 0), (0, 2, 0)))
    body = standing(z=-0.21)
    body.velocity = (0.0, 0.0, -4.3)
    Motor().step(stage.world, body, Wish(1), 0.116)
    assert body.position == pytest.approx((0.5, 0.0, -0.7)), "its back is still under the block"
    Motor().step(stage.world, body, Wish(1), 0.116)
    assert body.position[1] == 1.0


def test_the_height_of_a_step_is_told_for_the_camera(stage):
    stage.put("stone", ((0, 0, -2), (0, 0, -2)))
    body, motor, lifts = standing(), Motor(), []
    for _ in range(60):
        motor.step(stage.world, body, Wish(1))
        lifts.append(body.stepped)
    assert [lift for lift in lifts if lift] == [1.0]


def test_a_body_slides_along_a_wall(stage):
    stage.put("stone", ((2, 0, -20), (2, 3, 20)))
    body = standing(direction=Direction.EAST)
    go(stage, body, Wish(1, 1), 2)
    assert body.position[0] == pytest.approx(1.7)
    assert body.velocity[0] == 0.0
    assert body.position[2] > 4


@pytest.mark.parametrize("dt", RATES)
@pytest.mark.parametrize("direction", [direction for direction in Direction if direction.horizontal])
def test_a_crouching_body_does_not_fall_off_an_edge(stage, dt, direction):
    stage.put("stone", ((-1, 5, -1), (1, 5, 1)))
    body = standing(y=6.0, direction=direction)
    go(stage, body, Wish(1, 0.4, crouch=True), 5, dt)
    assert body.position[1] == 6.0
    assert body.on_ground
    reach = max(abs(body.position[0] - 0.5), abs(body.position[2] - 0.5))
    assert 1.7 < reach < 1.8, "it goes to the very edge, with a toe left on it"
    go(stage, body, Wish(1), 2, dt)
    assert body.position[1] == 0.0


def test_rounding_just_below_a_plane_opens_no_way_into_a_block(stage):
    stage.put("stone", ((3, 5, -9), (3, 5, -9)), ((0, 0, -8), (6, 9, -8)))
    body = Body("ann", (2.7, 6.499999999999996, -9.3), (0.0, -7.5, 0.0), yaw=1.1616208038920046)
    Motor().step(stage.world, body, Wish(-1, -1, crouch=True, fly=True), 1 / 5)
    assert not overlaps(body, Cell(3, 5, -9))
    assert body.position[1] == 6.0


def test_a_base_a_hair_below_the_ground_stands_on_it(stage):
    body = Body("ann", (0.5, -1e-7, 0.5))
    Motor().step(stage.world, body)
    assert body.cell == Cell(0, 0, 0)
    assert body.on_ground


def test_a_block_in_the_body_pushes_it_out_by_the_shortest_way(stage):
    body = standing(x=0.9)
    stage.put("stone", ((0, 0, 0), (0, 0, 0)))
    Motor().step(stage.world, body)
    assert body.position == pytest.approx((1.3, 0.0, 0.5))


def test_a_walled_in_body_is_pushed_up(stage):
    body = standing(y=-5.0)
    Motor().step(stage.world, body)
    assert body.position == (0.5, 0.0, 0.5)
    assert not body.held


def test_ground_that_is_not_loaded_holds_a_body(stage):
    body = standing(y=10.0)
    for y in (-1, 0):
        stage.world.evict(ChunkKey(0, y, 0))
    body.velocity = (3.0, -9.0, 0.0)
    go(stage, body, Wish(1, jump=True), 1)
    assert body.held
    assert (body.position, body.velocity) == ((0.5, 10.0, 0.5), (0.0, 0.0, 0.0))


def test_nothing_walks_or_falls_into_what_is_not_loaded(stage):
    stage.world.evict(ChunkKey(0, 0, -1))
    body = standing(z=5.5)
    go(stage, body, Wish(1), 3)
    assert body.position[2] == pytest.approx(0.3)
    assert not body.held
    stage.world.evict(ChunkKey(0, 0, 0))
    falling = Body("bob", (0.5, 50.0, 0.5))
    go(stage, falling, STILL, 3)
    assert falling.position[1] == 32.0


def test_flying_ignores_gravity_but_not_walls(stage):
    body = standing(y=5.0)
    go(stage, body, Wish(fly=True), 1)
    assert body.position == (0.5, 5.0, 0.5)
    go(stage, body, Wish(fly=True, up=1), 1)
    assert body.position[1] > 11
    go(stage, body, Wish(fly=True, crouch=True), 5)
    assert body.position[1] == 0.0
    assert body.on_ground


def test_water_slows_and_floats(stage):
    stage.put("air", ((-3, -10, -6), (3, -1, 3)))
    stage.put("water", ((-3, -10, -6), (3, -1, 3)))
    diver = Body("ann", (0.5, 20.0, 0.5))
    deepest = min(place[1] for place in go(stage, diver, STILL, 12))
    assert -10 < deepest < -2
    assert diver.in_water
    assert diver.position[1] == pytest.approx(-Tuning().float_depth, abs=0.15), "it rests with its head above the water"
    go(stage, diver, Wish(1), 0.5)
    assert math.hypot(diver.velocity[0], diver.velocity[2]) == pytest.approx(Tuning().swim)
    go(stage, diver, Wish(1), 8)
    assert diver.position[1] == 0.0
    assert diver.position[2] < -6, "it climbs out over the bank"


def test_a_swimmer_dives_and_rises_at_will(stage):
    stage.put("air", ((-3, -10, -3), (3, -1, 3)))
    stage.put("water", ((-3, -10, -3), (3, -1, 3)))
    body = Body("ann", (0.5, -2.0, 0.5))
    go(stage, body, Wish(crouch=True), 2)
    assert body.position[1] < -6
    go(stage, body, Wish(jump=True), 1)
    assert body.velocity[1] == pytest.approx(Tuning().stroke)


def test_no_velocity_is_too_great(stage):
    stage.put("stone", ((-20, 0, -15), (20, 8, -15)))
    body = standing(y=1.0)
    body.velocity = (0.0, 0.0, -1e9)
    Motor().step(stage.world, body, Wish(fly=True), 1 / 5)
    assert body.position[2] == pytest.approx(-13.7)


@pytest.mark.parametrize("dt", [-1.0, math.nan, math.inf])
def test_time_runs_forward(stage, dt):
    with pytest.raises(ValueError, match="dt"):
        Motor().step(stage.world, standing(), STILL, dt)


def test_one_motor_serves_several_worlds(stage):
    from littlefolk.world.world import World

    motor, body, lost = Motor(), standing(), standing()
    motor.step(stage.world, body, Wish(1))
    motor.step(World(seed=2), lost, Wish(1))
    assert (body.held, lost.held) == (False, True)
