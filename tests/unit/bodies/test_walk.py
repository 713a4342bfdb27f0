"""Walking among walls, pits, water, rooms, other bodies and edits: every end is a value that says why."""

import math

import pytest
from littlefolk.bodies.action import Completed, GaveUp, Interrupted, Status
from littlefolk.bodies.body import Body, overlaps, stand_on
from littlefolk.bodies.following import Follow
from littlefolk.bodies.motor import STILL, Motor
from littlefolk.bodies.routes import NoRoute, Reason
from littlefolk.bodies.separation import separate
from littlefolk.bodies.steering import ARRIVAL
from littlefolk.bodies.walk import PATIENCE, STALL, TRIES, Arrived, Walk
from littlefolk.world.cells import Cell, ChunkKey

STEP = 1 / 60


class Meadow:
    """Bodies on the stage's flat ground, and their actions."""

    def __init__(self, stage):
        self.stage, self.world = stage, stage.world
        self.motor = Motor()
        self.bodies = []
        self.ann = self.add("ann", (0, 0, 0))

    def add(self, name, cell, height=1.15):
        body = Body(name, stand_on(Cell(*cell)), height=height)
        for _ in range(3):
            self.motor.step(self.world, body, STILL, STEP)
        self.bodies.append(body)
        return body

    def to(self, *goal, body=None, **kind):
        return Walk.to(self.world, body or self.ann, Cell(*goal), lambda: self.bodies, **kind)

    def go(self, walk, seconds=60.0, each=lambda count: None):
        """Steps until an action ends; its ending, or None after so many seconds."""
        for count in range(round(seconds / STEP)):
            each(count)
            ending = walk.advance(STEP)
            for body in self.bodies:
                self.motor.step(self.world, body, walk.wish if body is walk.body and ending is None else STILL, STEP)
            separate(self.world, self.bodies, {walk.body.name: 2}, STEP)
            if ending is not None:
                return ending
        return None


@pytest.fixture
def meadow(stage):
    return Meadow(stage)


def refused(found, reason, *parts):
    assert isinstance(found, NoRoute)
    assert found.reason is reason
    for part in parts:
        assert part in found.message
    return found


# Goals


def test_too_far_says_how_far_and_what_would_do(meadow):
    refused(meadow.to(7, 0, 4), Reason.TOO_FAR, "11 cells across", "at most 10", "go_to")
    refused(meadow.to(0, 5, 0), Reason.TOO_FAR, "5 up or down", "at most 10 and 4")
    assert isinstance(meadow.to(6, 0, -4), Walk)


def test_a_goal_inside_a_block_names_the_nearest_free_cell(meadow):
    meadow.stage.put("stone", ((4, 0, 0), (4, 2, 0)))
    found = refused(meadow.to(4, 0, 0), Reason.OBSTRUCTED, "(4, 0, 0) is stone", "nearest cell to stand in")
    assert isinstance(meadow.to(*found.nearest), Walk)
    assert found.refused


def test_a_goal_in_the_air_and_one_under_a_low_ceiling(meadow):
    refused(meadow.to(3, 2, 0), Reason.UNSUPPORTED, "hovers")
    meadow.stage.put("stone", ((3, 1, 0), (3, 1, 0)))
    refused(meadow.to(3, 0, 0), Reason.OBSTRUCTED, "no room")


def test_a_goal_that_is_not_loaded_or_outside(meadow):
    meadow.world.evict(ChunkKey(0, 0, -1))
    found = refused(meadow.to(1, 0, -3), Reason.UNAVAILABLE, "not loaded", "does not mean air")
    assert found.refused
    deep = Body("deep", (0.5, -127.0, 0.5))
    assert isinstance(Walk.to(meadow.world, deep, Cell(0, -130, 0)), NoRoute)


def test_a_way_through_what_is_not_loaded_is_not_taken(meadow):
    meadow.stage.put("stone", ((3, 0, 0), (3, 3, 31)))
    meadow.stage.put("stone", ((-8, 0, 31), (3, 3, 31)))
    meadow.stage.put("stone", ((-8, 0, 0), (-8, 3, 31)))
    meadow.world.evict(ChunkKey(0, 0, -1))
    meadow.world.evict(ChunkKey(-1, 0, -1))
    meadow.ann.position = stand_on(Cell(1, 0, 4))
    found = refused(meadow.to(5, 0, 4), Reason.UNAVAILABLE, "loaded", "as near as one comes")
    assert not found.refused


def test_a_closed_room_has_no_way_in_or_out(meadow):
    meadow.stage.put("stone", ((3, 0, -2), (7, 2, -2)), ((3, 0, 2), (7, 2, 2)), ((3, 0, -2), (3, 2, 2)), ((7, 0, -2), (7, 2, 2)))
    refused(meadow.to(5, 0, 0), Reason.UNREACHABLE, "no way on foot")
    inside = meadow.add("ben", (5, 0, 0))
    refused(meadow.to(0, 0, 0, body=inside), Reason.UNREACHABLE)
    meadow.stage.put("air", ((3, 0, 0), (3, 1, 0)))
    assert isinstance(meadow.go(meadow.to(4, 0, 1)), Completed)


def test_a_pit_of_two_cells_is_no_way_but_around_it_is(meadow):
    meadow.stage.put("air", ((2, -2, -3), (3, -1, 3)))
    walk = meadow.to(5, 0, 0)
    assert any(abs(cell.z) > 3 for cell in walk.progress.path)
    assert all(cell.y == 0 for cell in walk.progress.path)
    assert isinstance(meadow.go(walk), Completed)
    bottom = meadow.add("ben", (2, -2, 0))
    refused(meadow.to(0, 0, 0, body=bottom), Reason.UNREACHABLE, "steps over one cell")


def test_water_is_waded_and_swum_and_left_again(meadow):
    meadow.stage.put("water", ((2, -3, -31), (6, -1, 31)))
    walk = meadow.to(9, 0, 0)
    swam = []
    ending = meadow.go(walk, each=lambda count: swam.append(meadow.ann.in_water))
    assert isinstance(ending, Completed)
    assert any(swam)
    assert meadow.ann.cell == Cell(9, 0, 0)


def test_a_long_fall_before_the_walk_is_waited_for(meadow):
    meadow.ann.position = (0.5, 20.0, 0.5)
    walk = meadow.to(4, 0, 0)
    assert isinstance(meadow.go(walk), Completed)


# The way itself


def test_arriving_is_told_with_the_cell_the_time_and_the_replans(meadow):
    walk = meadow.to(4, 0, -3)
    assert walk.progress.status is Status.RUNNING
    assert walk.progress.doing == "walks to (4, 0, -3)"
    assert (walk.progress.path[0], walk.progress.path[-1]) == (Cell(0, 0, 0), Cell(4, 0, -3))
    done = []
    ending = meadow.go(walk, each=lambda count: done.append(walk.progress.done))
    assert ending == Completed(Arrived("ann", Cell(4, 0, -3), ending.value.seconds, 0))
    assert 1.5 < ending.value.seconds < 4.0
    assert done == sorted(done), "progress only grows"
    assert walk.progress.done == walk.progress.length == 8
    assert walk.status is Status.DONE
    x, y, z = meadow.ann.position
    assert math.hypot(x - 4.5, z + 2.5) <= ARRIVAL
    assert y == 0.0


def test_standing_there_already_is_arriving_at_once(meadow):
    assert isinstance(meadow.to(0, 0, 0).advance(STEP), Completed)


def test_walking_turns_the_body_and_standing_keeps_the_turn(meadow):
    meadow.ann.yaw = 0.0
    meadow.go(meadow.to(4, 0, 0))
    east = -math.pi / 2
    assert abs(math.remainder(meadow.ann.yaw - east, math.tau)) < 0.05
    before = meadow.ann.yaw
    for _ in range(60):
        meadow.motor.step(meadow.world, meadow.ann, STILL, STEP)
    assert meadow.ann.yaw == before


def test_cancelling_ends_it_at_the_next_step_and_only_once(meadow):
    walk = meadow.to(5, 0, 0)
    meadow.go(walk, 0.3)
    walk.cancel("enough")
    assert walk.advance(STEP) == Interrupted("enough")
    assert walk.wish == STILL
    walk.cancel("more")
    assert walk.advance(STEP) == Interrupted("enough")
    assert walk.status is Status.CANCELLED


# Edits on the way


def test_a_wall_built_on_the_way_is_walked_around_at_once(meadow):
    walk = meadow.to(7, 0, 0)

    def build(count):
        if count == 20:
            meadow.stage.put("stone", ((4, 0, -2), (4, 2, 2)))
        if count == 21:
            assert walk.replans == 1, "in the step after the edit"

    assert meadow.go(walk, each=build).value.replans == 1


def test_an_edit_beside_the_way_changes_nothing(meadow):
    walk = meadow.to(7, 0, 0)
    assert meadow.go(walk, each=lambda count: count == 20 and meadow.stage.put("stone", ((4, 0, 3), (4, 2, 3)))).value.replans == 0


def test_being_walled_in_ends_it_with_the_reason(meadow):
    walk = meadow.to(7, 0, 0)

    def build(count):
        if count == 15:
            meadow.stage.put(
                "stone", ((-3, 0, -3), (5, 2, -3)), ((-3, 0, 3), (5, 2, 3)), ((-3, 0, -3), (-3, 2, 3)), ((5, 0, -3), (5, 2, 3))
            )

    ending = meadow.go(walk, each=build)
    assert isinstance(ending, GaveUp)
    assert "no way on foot to (7, 0, 0)" in ending.message


def test_a_goal_that_is_built_over_ends_it(meadow):
    ending = meadow.go(meadow.to(7, 0, 0), each=lambda count: count == 15 and meadow.stage.put("glass", ((7, 0, 0), (7, 2, 0))))
    assert isinstance(ending, GaveUp)
    assert "(7, 0, 0) is glass" in ending.message


def test_ground_taken_from_the_way_is_stepped_around_or_into(meadow):
    walk = meadow.to(7, 0, 0)
    ending = meadow.go(walk, each=lambda count: count == 15 and meadow.stage.put("air", ((4, -3, -1), (4, -1, 1))))
    assert ending.value.cell == Cell(7, 0, 0)
    assert ending.value.replans == 1


def test_ground_that_is_unloaded_on_the_way_ends_it_with_the_reason(meadow):
    meadow.ann.position = stand_on(Cell(-4, 0, 0))
    walk = meadow.to(4, 0, 0)

    def unload(count):
        if count == 15:
            meadow.world.evict(ChunkKey(0, 0, 0))
            meadow.world.evict(ChunkKey(0, 0, -1))

    ending = meadow.go(walk, each=unload)
    assert isinstance(ending, GaveUp)
    assert "(4, 0, 0) is unavailable" in ending.message
    assert STALL < walk.elapsed < 2 * STALL


# Others on the way


def test_somebody_who_stands_in_the_way_is_walked_around_after_a_while(meadow):
    ben = meadow.add("ben", (3, 0, 0))
    walk = meadow.to(6, 0, 0)
    ending = meadow.go(walk)
    assert isinstance(ending, Completed)
    assert ending.value.replans == 1
    assert ending.value.seconds > STALL
    assert math.dist(ben.position, stand_on(Cell(3, 0, 0))) < 0.05, "nobody is pushed along"


def test_somebody_who_stands_in_a_corridor_for_good_is_named(meadow):
    meadow.stage.put("stone", ((-31, 0, -1), (31, 2, -1)), ((-31, 0, 1), (31, 2, 1)))
    meadow.add("ben", (3, 0, 0))
    ending = meadow.go(meadow.to(6, 0, 0))
    assert isinstance(ending, GaveUp)
    assert "ben stands in the way" in ending.message
    assert f"sought anew {TRIES}×" in ending.message


def test_somebody_who_steps_aside_in_time_costs_no_new_way(meadow):
    ben = meadow.add("ben", (3, 0, 0))

    def step_aside(count):
        if count == 90:
            ben.position = stand_on(Cell(3, 0, 4))

    assert meadow.go(meadow.to(6, 0, 0), each=step_aside).value.replans == 0


# Far walks


def test_a_far_walk_goes_by_legs(meadow):
    walk = meadow.to(55, 0, 50, far=True)
    ending = meadow.go(walk)
    assert ending.value == Arrived("ann", Cell(55, 0, 50), ending.value.seconds, 0)
    assert walk.progress.length > 105
    assert walk.progress.done == walk.progress.length


def test_a_far_walk_waits_for_ground_and_says_how_near_it_came(meadow):
    ending = meadow.go(meadow.to(90, 0, 0, far=True), 120.0)
    assert isinstance(ending, GaveUp)
    assert "came as near as (63, 0, 0), 27 cells from (90, 0, 0)" in ending.message
    assert "not loaded" in ending.message
    assert meadow.ann.cell == Cell(63, 0, 0)


def test_a_far_walk_does_not_set_out_where_there_is_no_way_for_certain(meadow):
    meadow.stage.put("stone", ((9, 0, 0), (9, 3, 0)))
    found = meadow.to(9, 4, 0, far=True)
    refused(found, Reason.UNREACHABLE, "no way on foot to (9, 4, 0)")


def test_ground_that_comes_late_is_walked_on(meadow, stage):
    import numpy as np

    walk = meadow.to(90, 0, 0, far=True)
    arrived_at_edge = []

    def load(count):
        if meadow.ann.cell.x == 63:
            arrived_at_edge.append(count)
        if len(arrived_at_edge) == round(PATIENCE / 2 / STEP):
            for y in (-1, 0):
                ids = np.full((32, 32, 32), 2 if y < 0 else 0, np.uint8)
                for z in (-1, 0):
                    stage.world.install(ChunkKey(2, y, z), ids)

    assert meadow.go(walk, 120.0, each=load).value.cell == Cell(90, 0, 0)


# Following


def test_following_keeps_near_and_stops_near(meadow):
    ben = meadow.add("ben", (1, 0, 0))
    follow = Follow(meadow.world, ben, "ann", lambda: meadow.ann)
    leading = meadow.to(20, 0, 0, far=True)
    for _ in range(60 * 20):
        leading.advance(STEP)
        assert follow.advance(STEP) is None
        meadow.motor.step(meadow.world, meadow.ann, leading.wish, STEP)
        meadow.motor.step(meadow.world, ben, follow.wish, STEP)
    assert leading.status is Status.DONE
    assert 0.6 < math.dist(ben.position, meadow.ann.position) < 3.3
    assert follow.status is Status.RUNNING
    assert follow.wish == STILL
    follow.cancel("stay")
    assert follow.advance(STEP) == Interrupted("stay")


def test_following_nobody_ends(meadow):
    assert isinstance(Follow(meadow.world, meadow.ann, "ben", lambda: None).advance(STEP), GaveUp)


# Keeping apart


def test_bodies_are_moved_apart_but_never_into_a_wall(meadow):
    meadow.stage.put("stone", ((1, 0, -3), (1, 2, 3)))
    ben = meadow.add("ben", (0, 0, 0))
    ben.position = (0.7, 0.0, 0.5)
    meadow.ann.position = (0.4, 0.0, 0.5)
    for _ in range(60):
        separate(meadow.world, meadow.bodies, {"ben": 1, "ann": 1}, STEP)
        assert not overlaps(ben, Cell(1, 0, 0))
    assert ben.position[0] == pytest.approx(0.7)
    assert meadow.ann.position[0] == pytest.approx(0.1, abs=1e-3), "who has room gives way for both"


def test_who_yields_more_gives_way_and_nobody_over_an_edge(meadow):
    ben = meadow.add("ben", (0, 0, 0))
    ben.position = (0.7, 0.0, 0.5)
    separate(meadow.world, meadow.bodies, {"ben": 2, "ann": 1}, 1.0)
    assert meadow.ann.position[0] == 0.5
    assert ben.position[0] == pytest.approx(1.1)
    meadow.stage.put("air", ((2, -5, -9), (9, -1, 9)))
    ben.position = (2.25, 0.0, 0.5)
    meadow.ann.position = (2.0, 0.0, 0.5)
    ben.on_ground = meadow.ann.on_ground = True
    for _ in range(60):
        separate(meadow.world, meadow.bodies, {"ben": 2, "ann": 1}, STEP)
    meadow.motor.step(meadow.world, ben, STILL, STEP)
    assert ben.on_ground
    assert ben.position[1] == 0.0


def test_bodies_one_above_the_other_are_left_alone(meadow):
    ben = meadow.add("ben", (0, 3, 0))
    ben.position = (0.5, 3.0, 0.5)
    separate(meadow.world, meadow.bodies, {}, 1.0)
    assert (ben.position[0], meadow.ann.position[0]) == (0.5, 0.5)
