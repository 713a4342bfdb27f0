"""The ways of all that walk, as dots to draw."""

from collections.abc import Iterable

from littlefolk.bodies.action import Action
from littlefolk.world.world import World

Dot = tuple[float, float, float, float]
MOST = 512
OVER_GROUND, OVER_WATER = 0.14, 0.95
"""Metres above a cell's floor at which its dot hangs: in water above the surface."""


def dots_of(world: World, actions: Iterable[Action], most: int = MOST) -> tuple[Dot, ...]:
    """A dot for each cell that is still ahead of somebody: its middle, and how near the end of the way it is, 0..1."""
    found: list[Dot] = []
    for action in actions:
        progress = action.progress
        count = len(progress.path)
        for number in range(progress.reached, count):
            cell = progress.path[number]
            kind = world.read(cell).kind
            over = OVER_WATER if kind is not None and kind.liquid else OVER_GROUND
            found.append((cell.x + 0.5, cell.y + over, cell.z + 0.5, (number + 1) / count))
            if len(found) == most:
                return tuple(found)
    return tuple(found)
