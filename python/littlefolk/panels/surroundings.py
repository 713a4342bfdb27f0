"""The light that reaches a body: whether the sun does, and how open the sky is above it."""

import math
from collections.abc import Sequence

from littlefolk.bodies.body import Body
from littlefolk.world.kinds import Kind
from littlefolk.world.world import World

SUN_REACH, SKY_REACH = 48.0, 20.0  # metres
SLANT = 0.9  # how far the rays towards the sky lean outwards
SKYWARD = (
    (0.0, 1.0, 0.0),
    *((SLANT * math.cos(turn), 1.0, SLANT * math.sin(turn)) for turn in (0.6, 0.6 + math.pi / 2, 0.6 + math.pi, 0.6 - math.pi / 2)),
)


def light_on(world: World, body: Body, sun: Sequence[float]) -> tuple[float, float]:
    """How much of the sun and of the sky reaches a body, each 0..1. `sun` points towards the sun."""
    x, y, z = body.position
    points = ((x, y + body.height * 0.35, z), (x, y + body.height * 0.85, z))
    direction = (float(sun[0]), float(sun[1]), float(sun[2]))
    lit = sum(_free(world, point, direction, SUN_REACH) for point in points) / len(points) if direction[1] > 0.0 else 0.0
    sky = sum(_free(world, points[1], ray, SKY_REACH) for ray in SKYWARD) / len(SKYWARD)
    return lit, sky


def _free(world: World, point: tuple[float, float, float], direction: tuple[float, float, float], reach: float) -> bool:
    return world.ray(point, direction, reach, _shades) is None


def _shades(kind: Kind) -> bool:
    return kind.opacity >= 8
