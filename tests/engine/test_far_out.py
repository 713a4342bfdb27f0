"""Far from the world's zero nothing jitters: the scene's own zero comes along."""

import itertools
import math

import pytest
from conftest import until
from littlefolk.stage.origin import FAR, ORIGIN

FINE = 1e-4  # metres


@pytest.fixture(autouse=True)
def _back_home():
    yield
    ORIGIN.follow(0.0, 0.0)


@pytest.mark.keeps_objects
@pytest.mark.parametrize(("x", "z"), [(30000.3, 30000.7), (-30000.3, 0.4), (0.2, -30000.9)])
def test_camera_and_bodies_move_as_smoothly_as_at_home(littlefolk, wait_frames, x, z):
    """Steps of a few centimetres at 30,000 m arrive in the scene to a tenth of a millimetre; floats there tell 2 mm at best."""
    main = littlefolk()
    game = main.game
    game.submit("spawn_gnome", name="Moss")
    until(wait_frames, lambda: "Moss" in game.agents)
    player, moss = game.player.body, game.bodies["Moss"]
    camera = main.get_node("Camera3D")
    seen = []
    for frame in range(30):
        for body, aside in ((player, 0.0), (moss, 2.0)):
            body.position = (x + aside + frame * 0.0717, 300.0, z - frame * 0.0311)
            body.velocity = (0.0, 0.0, 0.0)
        wait_frames(1)
        figure = main.get_node("Bodies").get_child(0)
        for place in (camera.global_position, figure.global_position):
            assert max(abs(place.x), abs(place.z)) <= FAR + 10.0
        shown, there = ORIGIN.world(camera.global_position), ORIGIN.world(figure.global_position)
        assert math.hypot(shown[0] - player.eyes[0], shown[2] - player.eyes[2]) < FINE
        assert math.hypot(there[0] - moss.position[0], there[2] - moss.position[2]) < FINE
        seen.append((shown[0], shown[2]))
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(seen[1:])]
    assert all(math.hypot(dx - 0.0717, dz + 0.0311) < 3 * FINE for dx, dz in steps)
