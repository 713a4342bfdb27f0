"""Where a body can stand, as the search for paths sees it."""

from __future__ import annotations

import math

from littlefolk.world.cells import Cell
from littlefolk.world.kinds import LIQUID, SOLID
from littlefolk.world.world import World

from .body import SKIN, Body
from .probe import BLOCKED, Probe

FALL = 48
"""Cells below a body in the air at which it is looked for ground."""


def rows_of(body: Body) -> int:
    """How many cells a body takes up in height when it stands on a cell's floor."""
    return max(1, math.ceil(body.height - SKIN))


def clear(probe: Probe, cell: Cell, rows: int) -> bool:
    """Whether nothing solid or unknown is in a cell and those above it."""
    return not any(probe.bits(cell.x, y, cell.z) & BLOCKED for y in range(cell.y, cell.y + rows))


def stands(probe: Probe, cell: Cell, rows: int) -> bool:
    """Whether a body so many cells high has room in a cell, and the ground or water carries it there."""
    carried = probe.bits(*cell) & LIQUID or probe.bits(cell.x, cell.y - 1, cell.z) & SOLID
    return bool(carried) and clear(probe, cell, rows)


def footing(world: World, body: Body) -> Cell | None:
    """The cell from which a body's way begins: of the columns under its base the nearest in which it stands, or will when it has fallen.

    None where the ground is not loaded, or too far below.
    """
    probe = Probe(world)
    probe.refresh()
    rows = rows_of(body)
    x, y, z = body.position
    half = body.width / 2 - SKIN
    across = {math.floor(x), math.floor(x - half), math.floor(x + half)}
    along = {math.floor(z), math.floor(z - half), math.floor(z + half)}
    columns = sorted(((cx, cz) for cx in across for cz in along), key=lambda c: (math.hypot(c[0] + 0.5 - x, c[1] + 0.5 - z), c))
    level = math.floor(y + SKIN)
    for cx, cz in columns:
        if stands(probe, Cell(cx, level, cz), rows):
            return Cell(cx, level, cz)
    cx, cz = columns[0]
    for down in range(level, level - FALL, -1):
        if probe.bits(cx, down, cz) & BLOCKED:
            return None
        if stands(probe, Cell(cx, down, cz), rows):
            return Cell(cx, down, cz)
    return None


def holds(probe: Probe, here: Cell, there: Cell, rows: int) -> bool:
    """Whether a step from a cell to a neighbouring one, at most one cell up or down, can be made as the search made it."""
    if not stands(probe, there, rows):
        return False
    if there.y > here.y:
        return clear(probe, Cell(here.x, here.y + rows, here.z), there.y - here.y)
    return there.y == here.y or clear(probe, Cell(there.x, there.y + rows, there.z), here.y - there.y)
