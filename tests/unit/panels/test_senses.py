"""Footsteps, heads that turn, the light on a body, and ages in words."""

import math

import numpy as np
import pytest
from littlefolk.bodies.body import Body
from littlefolk.panels.ages import ago
from littlefolk.panels.footsteps import STRIDE, Footsteps
from littlefolk.panels.sight import ATTENTION, NOD, TURN, head_towards
from littlefolk.panels.surroundings import light_on
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.kinds import KINDS
from littlefolk.world.light import Light
from littlefolk.world.world import Change, World

FRAME = 1 / 60


def walk(body, steps, metres, walk=None):
    """How often a step is heard over so many frames of walking."""
    walk = walk or Footsteps()
    heard = []
    for _ in range(steps):
        x, y, z = body.position
        body.position = (x + metres, y, z)
        heard.append(walk.advance(body, FRAME))
    return heard


class TestFootsteps:
    @pytest.mark.parametrize("height", [0.6, 1.8])
    @pytest.mark.parametrize("metres", [0.02, 0.07, 0.3])
    def test_a_step_is_heard_each_stride_at_any_speed_and_the_small_take_more_of_them(self, metres, height):
        heard = walk(Body("me", height=height, on_ground=True), int(20 * STRIDE * height / metres), metres)
        assert heard.count("step") == pytest.approx(20, abs=2)

    @pytest.mark.parametrize("state", [{"on_ground": False}, {"on_ground": True, "crouching": True}, {"on_ground": True}])
    def test_who_hangs_in_the_air_creeps_or_stands_is_not_heard(self, state):
        assert "step" not in walk(Body("me", **state), 400, 0.0 if state == {"on_ground": True} else 0.07)

    def test_a_fall_is_heard_when_it_ends(self):
        body, steps = Body("me"), Footsteps()
        walk(body, 60, 0.0, steps)
        body.on_ground = True
        assert steps.advance(body, FRAME) == "step"

    def test_going_into_the_water_splashes_once(self):
        body, steps = Body("me", on_ground=True), Footsteps()
        walk(body, 3, 0.07, steps)
        body.in_water, body.on_ground = True, False
        assert walk(body, 100, 0.05, steps).count("splash") == 1

    def test_a_leap_through_space_is_no_walk(self):
        assert "step" not in walk(Body("me", on_ground=True), 3, 500.0)


class TestHead:
    def test_a_head_turns_to_who_is_near(self):
        body = Body("gnome", height=1.15, eye_height=0.8)
        yaw, pitch = head_towards(body, (-2.0, 1.62, -2.0))
        assert yaw == pytest.approx(math.pi / 4)
        assert pitch > 0.0

    def test_it_turns_with_the_body(self):
        body = Body("gnome", yaw=2.0)
        x, z = -math.sin(2.0) * 3.0, -math.cos(2.0) * 3.0
        assert head_towards(body, (x, body.eyes[1], z)) == pytest.approx((0.0, 0.0), abs=1e-9)

    @pytest.mark.parametrize("point", [(0.0, 1.6, ATTENTION + 1.0), (0.0, 1.6, -ATTENTION - 1.0), (0.0, 1.6, 3.0), (0.0, 9.0, 0.0)])
    def test_who_is_far_behind_or_right_above_is_not_looked_at(self, point):
        assert head_towards(Body("gnome"), point) is None

    def test_no_neck_breaks(self):
        for turn in range(0, 628, 7):
            angle = turn / 100
            found = head_towards(Body("gnome"), (math.sin(angle), 20.0, math.cos(angle)))
            assert found is None or (abs(found[0]) <= TURN and abs(found[1]) <= NOD)


class TestLight:
    @pytest.fixture
    def world(self):
        world = World(1)
        for x in (-1, 0):
            for y in (-1, 0, 1):
                for z in (-1, 0):
                    world.install(ChunkKey(x, y, z), np.full((32, 32, 32), KINDS["stone"].id if y < 0 else 0, np.uint16))
        return world

    def test_in_the_open_all_of_it_arrives(self, world):
        assert light_on(world, Body("gnome", position=(0.5, 0.0, 0.5)), (0.3, 0.8, 0.2)) == (1.0, 1.0, 0.0)

    def test_sky_and_lamps_are_the_worlds_light(self, world):
        world.lights[ChunkKey(0, 0, 0)] = Light(3 << 4 | 12)
        light = light_on(world, Body("gnome", position=(0.5, 0.0, 0.5)), (0.0, 1.0, 0.0))
        assert (light.sky, light.lamp) == (3 / 15, 12 / 15)

    def test_a_roof_keeps_the_sun_off_but_a_low_sun_looks_in(self, world):
        roof = [Change(Cell(x, 3, z), "stone") for x in range(-4, 5) for z in range(-4, 5)]
        world.commit("me", roof)
        body = Body("gnome", position=(0.5, 0.0, 0.5))
        assert light_on(world, body, (0.0, 1.0, 0.0)).sun == 0.0
        assert light_on(world, body, (1.0, 0.05, 0.0)).sun == 1.0

    def test_leaves_and_glass_do_not_shade(self, world):
        world.commit("me", [Change(Cell(0, 3, 0), "glass")])
        assert light_on(world, Body("gnome", position=(0.5, 0.0, 0.5)), (0.0, 1.0, 0.0)).sun == 1.0

    def test_below_the_horizon_there_is_no_sun(self, world):
        assert light_on(world, Body("gnome", position=(0.5, 0.0, 0.5)), (0.3, -0.2, 0.0)).sun == 0.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (7200, "2 hours ago"),
        (86400 * 3, "3 days ago"),
        (86400 * 800, "2 years ago"),
    ],
)
def test_an_age_in_words(seconds, words):
    assert ago(seconds) == words
