"""Finding room for a body."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from littlefolk.world.cells import Cell
from littlefolk.world.kinds import LIQUID, SOLID
from littlefolk.world.world import World

from .body import Body, cells_of, stand_on
from .probe import BLOCKED, Probe


def place_free(
    world: World,
    near: Cell,
    *,
    width: float = 0.6,
    height: float = 1.8,
    radius: int = 8,
    depth: int = 16,
    avoid: Iterable[Body] = (),
) -> Cell | None:
    """The nearest cell in which a body can stand: room for the whole box, something solid below, dry, no other body in it.

    Looks at most `radius` cells to each side and `depth` up and down, by distance; at the same distance nearer columns come
    first, then higher cells, then those to the west and north. None when there is no such cell among the loaded ones.
    """
    probe = Probe(world)
    probe.refresh()
    taken = [(body.position, body.width, body.height) for body in avoid]
    for dx, dy, dz in _offsets(radius, depth):
        cell = Cell(near[0] + dx, near[1] + dy, near[2] + dz)
        if _stands(probe, cell, width, height) and not any(_meets(cell, width, height, *other) for other in taken):
            return cell
    return None


@lru_cache(maxsize=4)
def _offsets(radius: int, depth: int) -> tuple[tuple[int, int, int], ...]:
    across, along = np.arange(-radius, radius + 1), np.arange(-depth, depth + 1)
    dx, dy, dz = (grid.ravel() for grid in np.meshgrid(across, along, across, indexing="ij"))
    level = dx * dx + dz * dz
    best = np.lexsort((dz, dx, -dy, level, level + dy * dy))
    return tuple(zip(dx[best].tolist(), dy[best].tolist(), dz[best].tolist(), strict=True))


def _stands(probe: Probe, cell: Cell, width: float, height: float) -> bool:
    if probe.bits(cell.x, cell.y - 1, cell.z) & SOLID == 0 or probe.bits(*cell) & (BLOCKED | LIQUID):
        return False
    low, high = cells_of(stand_on(cell), width, height)
    return not probe.union(low.x, high.x, low.y, high.y, low.z, high.z) & (BLOCKED | LIQUID)


def _meets(cell: Cell, width: float, height: float, position: tuple[float, float, float], wide: float, tall: float) -> bool:
    x, y, z = stand_on(cell)
    reach = (width + wide) / 2
    apart = math.fabs(x - position[0]) >= reach or math.fabs(z - position[2]) >= reach
    return not apart and y < position[1] + tall and position[1] < y + height
