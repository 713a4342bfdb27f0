"""The light that reaches a body: the sun by rays towards it, the sky and lamps as the world's light has them."""

from collections.abc import Sequence
from typing import NamedTuple

from littlefolk.bodies.body import Body
from littlefolk.world.cells import Cell, cell_at
from littlefolk.world.kinds import Kind
from littlefolk.world.world import World

REACH = 48.0  # metres
BRIGHTEST = 15
SHADES = 8  # opacity from which on a block throws a shadow


class Surroundings(NamedTuple):
    """How much of the sun, of the open sky and of lamps arrives, each 0..1."""

    sun: float
    sky: float
    lamp: float


def light_on(world: World, body: Body, sun: Sequence[float]) -> Surroundings:
    """The light on a body. `sun` points towards the sun."""
    x, y, z = body.position
    belly, head = (x, y + body.height * 0.35, z), (x, y + body.height * 0.85, z)
    direction = (float(sun[0]), float(sun[1]), float(sun[2]))
    free = [world.ray(point, direction, REACH, _shades) is None for point in (belly, head)] if direction[1] > 0.0 else [False]
    sky, lamp = light_at(world, cell_at(*head))
    return Surroundings(sum(free) / len(free), sky, lamp)


def light_at(world: World, cell: Cell) -> tuple[float, float]:
    """The (sky, lamp) light of a cell, each 0..1; the open sky where it is not known yet."""
    light = world.light(cell)
    return (1.0, 0.0) if light is None else (light[0] / BRIGHTEST, light[1] / BRIGHTEST)


def _shades(kind: Kind) -> bool:
    return kind.opacity >= SHADES
