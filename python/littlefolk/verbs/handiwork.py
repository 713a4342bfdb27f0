"""What small hands make and take: which blocks a little work changes, worked out before anything is changed."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from littlefolk.present.world_text import placed
from littlefolk.verbs.looking import standing_height
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import AIR, KINDS
from littlefolk.world.world import Change, World

Steps = tuple[tuple[int, int, int], ...]
WORKS: Mapping[str, Steps] = MappingProxyType(
    {
        "cairn": ((0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 0, -1), (0, 1, 0)),
        "wall": tuple((right, up, 0) for right in (-1, 0, 1) for up in (0, 1)),
        "gate": (*((right, up, 0) for right in (-1, 1) for up in (0, 1)), *((right, 2, 0) for right in (-1, 0, 1))),
        "stairs": tuple((0, up, ahead) for ahead in (0, 1, 2) for up in range(ahead + 1)),
    }
)
"""Small things to build, as (right, up, ahead) from the middle of their front at the ground."""
UNEVEN = 1  # blocks by which the ground below a work may rise and fall; it is filled up
REACH = 16  # metres within which something is fetched
THERE = 3  # cells about whom it is brought to: what lies there was brought already
_OPEN = np.array([kind.replaceable for kind in KINDS])  # by id


def plan(world: World, work: Steps, middle: Cell, facing: Direction, kind: str) -> list[Change] | str:
    """The changes that put up a work on the ground at a cell, seen by somebody who faces that way; or why it cannot stand there."""
    cells = [middle.step(facing.right, right).step(facing, ahead) for right, _up, ahead in work]
    grounds = {(cell.x, cell.z): standing_height(world, cell) for cell in cells}
    heights = [height for height in grounds.values() if height is not None]
    if len(heights) < len(grounds):
        return "there is no ground for it ahead"
    base = max(heights)
    if base - min(heights) > UNEVEN:
        return "the ground ahead is too uneven for it"
    wanted = {Cell(cell.x, base + up, cell.z) for cell, (_right, up, _ahead) in zip(cells, work, strict=True)}
    wanted |= {Cell(x, y, z) for (x, z), height in grounds.items() if height is not None for y in range(height, base)}
    changes = []
    for cell in sorted(wanted, key=lambda cell: (cell.y, cell.x, cell.z)):
        there = world.read(cell).kind
        if there is None or not there.replaceable:
            return f"there is {there.name if there else 'nothing loaded'} in the way at {placed(cell)}"
        changes.append(Change(cell, kind, expected=there.name))
    return changes


def dug(world: World, feet: Cell, facing: Direction, depth: int) -> list[Change] | str:
    """The changes that dig ahead of somebody: a passage two high where something stands in the way, else a hole in the ground."""
    ahead = feet.step(facing)
    passage = any(_solid(world, ahead.step(Direction.UP, up)) for up in (0, 1))
    cells: Sequence[Cell]
    if passage:
        cells = [ahead.step(facing, along).step(Direction.UP, up) for along in range(depth) for up in (1, 0)]
    else:
        height = standing_height(world, ahead)
        if height is None:
            return "there is no ground to dig in ahead"
        cells = [Cell(ahead.x, height - 1 - down, ahead.z) for down in range(depth)]
    found = [Change(cell, AIR.name, expected=kind.name) for cell in cells if (kind := world.read(cell).kind) is not None and kind.solid]
    return found or "there is nothing to dig ahead"


def in_the_open(world: World, kind: str, near: Cell, there: Cell, reach: int = REACH) -> list[Cell]:
    """The blocks of a kind within reach that lie open at one side at least and are not `there` already, nearest first."""
    low = Cell(near.x - reach - 1, near.y - reach - 1, near.z - reach - 1)
    box = world.box(low, Cell(near.x + reach + 2, near.y + reach + 2, near.z + reach + 2))
    known = box < len(_OPEN)
    opened = np.zeros(box.shape, bool)
    opened[known] = _OPEN[box[known]]
    beside = np.zeros(box.shape, bool)
    for axis in range(3):
        for shift in (1, -1):
            beside |= np.roll(opened, shift, axis)
    inner = np.s_[1:-1, 1:-1, 1:-1]
    places = np.argwhere((box[inner] == KINDS[kind].id) & beside[inner]) + 1 + np.array(low)
    away = np.linalg.norm(places - np.array(near), axis=1)
    meant = (away <= reach) & (np.abs(places - np.array(there)).max(axis=1) > THERE)
    places, away = places[meant], away[meant]
    return [Cell(*place) for place in places[np.lexsort((*places.T, away))].tolist()]


def beside(world: World, feet: Cell, facing: Direction) -> Iterator[Cell]:
    """Free cells on the ground about two steps ahead of somebody, or else at their sides, best first."""
    for along, across in ((2, 0), (2, 1), (2, -1), (1, 1), (1, -1), (3, 0), (0, 2), (0, -2)):
        cell = feet.step(facing, along).step(facing.right, across)
        height = standing_height(world, cell)
        if height is None or abs(height - feet.y) > 2:
            continue
        found = Cell(cell.x, height, cell.z)
        kind = world.read(found).kind
        if kind is not None and kind.replaceable:
            yield found


def _solid(world: World, cell: Cell) -> bool:
    kind = world.read(cell).kind
    return kind is not None and kind.solid
