"""Routes: paths on foot through the resident cells of the world, or the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from littlefolk.kernels import Path, PathCell, PathStatus, find_path
from littlefolk.world.boxes import SOLID_OUTSIDE, UNAVAILABLE
from littlefolk.world.cells import Cell, inside
from littlefolk.world.kinds import KINDS, LIQUID, SOLID
from littlefolk.world.world import Availability, World

from .body import Body, cells_of
from .footing import footing, rows_of, stands
from .placing import place_free
from .probe import Probe

STEP = 1
"""Cells that a body climbs or drops at once."""
SUGGESTED = 4
"""Cells around a goal among which the nearest standable one is looked for."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a search goes: cells across (Manhattan) and up or down to the goal, cells visited, and cells around both ends to search."""

    across: int
    level: int
    visited: int
    margin: int
    margin_level: int


NEAR = Reach(across=10, level=4, visited=1_200, margin=10, margin_level=6)
"""One nearby destination."""
FAR = Reach(across=40, level=16, visited=20_000, margin=12, margin_level=8)
"""One leg of a long way."""


class Reason(Enum):
    """Why there is no route."""

    TOO_FAR = auto()
    UNAVAILABLE = auto()
    OUTSIDE = auto()
    OBSTRUCTED = auto()
    UNSUPPORTED = auto()
    UNREACHABLE = auto()
    LIMIT = auto()
    NO_START = auto()


@dataclass(frozen=True, slots=True)
class Route:
    """Cells from where a body stands to its goal, each beside the one before; not `whole` when they only lead nearer."""

    cells: tuple[Cell, ...]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class NoRoute:
    """Why there is no way, in words that say what would be possible.

    `nearest` is a cell near the goal where one can stand, if any is; `refused` tells that the goal itself makes no sense.
    """

    reason: Reason
    message: str
    nearest: Cell | None = None
    refused: bool = False


def _classes() -> np.ndarray:
    table = np.full(0x10000, PathCell.FREE, np.uint8)
    for number, bits in enumerate(KINDS.trait_table):
        table[number] = PathCell.SOLID if bits & SOLID else PathCell.WATER if bits & LIQUID else PathCell.FREE
    table[UNAVAILABLE], table[SOLID_OUTSIDE] = PathCell.UNAVAILABLE, PathCell.SOLID
    return table


_CLASS_OF = _classes()


def walkable(world: World, low: Cell, high: Cell) -> np.ndarray:
    """The classes of the cells ``low <= cell < high`` for the search, u8[x, y, z] of `PathCell`; each resident chunk is read once."""
    return _CLASS_OF[world.box(low, high)]


def find_route(world: World, body: Body, goal: Cell, reach: Reach = NEAR, avoid: Iterable[Body] = ()) -> Route | NoRoute:
    """The cheapest way on foot from where a body stands to a cell, around `avoid`ed bodies."""
    start = footing(world, body)
    if start is None:
        return NoRoute(Reason.NO_START, "there is no loaded ground under you to walk from: wait for it, or land first")
    wrong = refusal(world, body, start, goal, reach)
    if wrong is not None:
        return wrong
    path = _search(world, body, start, goal, reach, avoid)
    if path.found:
        return Route(_offset(path, _low_of(start, goal, reach)))
    return _no_way(path, goal, _low_of(start, goal, reach), reach)


def find_leg(world: World, body: Body, goal: Cell, avoid: Iterable[Body] = ()) -> Route | NoRoute:
    """A way to a cell however far, or to the reached cell that is nearest to it: one leg of a long way.

    A goal near by to which there is no way for certain gives the reason at once.
    """
    start = footing(world, body)
    if start is None:
        return NoRoute(Reason.NO_START, "there is no loaded ground under you to walk from: wait for it, or land first")
    wrong = refusal(world, body, start, goal, FAR)
    if wrong is not None and wrong.reason not in (Reason.TOO_FAR, Reason.UNAVAILABLE):
        return wrong
    aim = goal if wrong is None else _towards(world, body, start, goal)
    if aim is None:
        return NoRoute(Reason.UNAVAILABLE, f"the ground on the way to {told(goal)} is not loaded")
    path = _search(world, body, start, aim, FAR, avoid)
    low = _low_of(start, aim, FAR)
    if path.found and aim == goal:
        return Route(_offset(path, low))
    cells = _offset(path, low)
    if aim == goal and path.status is PathStatus.UNREACHABLE:
        return _no_way(path, goal, low, FAR)
    if len(cells) > 1 and distance(cells[-1], goal) < distance(start, goal):
        return Route(cells, whole=False)
    return _no_way(path, goal, low, FAR)


def refusal(world: World, body: Body, start: Cell, goal: Cell, reach: Reach) -> NoRoute | None:
    """What can be seen to be wrong with a goal without a search, or None."""
    across, level = abs(goal.x - start.x) + abs(goal.z - start.z), abs(goal.y - start.y)
    if not inside(goal):
        return NoRoute(Reason.OUTSIDE, f"{told(goal)} is outside the world: nobody can stand there", refused=True)
    if across > reach.across or level > reach.level:
        return NoRoute(
            Reason.TOO_FAR,
            f"{told(goal)} is {across} cells across and {level} up or down from {told(start)}; "
            f"at most {reach.across} and {reach.level} at once: go there by nearer cells, or with go_to",
            refused=True,
        )
    if world.read(goal).availability is not Availability.RESIDENT:
        message = f"{told(goal)} is unavailable: its chunk is not loaded, which does not mean air; name a cell nearer to you"
        return NoRoute(Reason.UNAVAILABLE, message, refused=True)
    probe = Probe(world)
    probe.refresh()
    if stands(probe, goal, rows_of(body)):
        return None
    nearest = place_free(world, goal, width=body.width, height=body.height, radius=SUGGESTED, depth=SUGGESTED)
    hint = f"; {told(nearest)} is the nearest cell to stand in" if nearest is not None else ""
    kind = world.read(goal).kind
    if kind is not None and kind.solid:
        return NoRoute(Reason.OBSTRUCTED, f"{told(goal)} is {kind.name}: nobody can stand inside it{hint}", nearest, refused=True)
    if probe.bits(goal.x, goal.y - 1, goal.z) & SOLID:
        return NoRoute(Reason.OBSTRUCTED, f"there is no room to stand at {told(goal)}{hint}", nearest, refused=True)
    return NoRoute(Reason.UNSUPPORTED, f"{told(goal)} hovers: nothing there bears a body{hint}", nearest, refused=True)


def distance(a: Cell, b: Cell) -> int:
    """How many level steps and steps up or down lie between two cells at least."""
    return abs(a.x - b.x) + abs(a.y - b.y) + abs(a.z - b.z)


def told(cell: Cell) -> str:
    """A cell in prose."""
    return f"({cell.x}, {cell.y}, {cell.z})"


def _low_of(start: Cell, goal: Cell, reach: Reach) -> Cell:
    across, level = reach.margin, reach.margin_level
    return Cell(min(start.x, goal.x) - across, min(start.y, goal.y) - level, min(start.z, goal.z) - across)


def _high_of(start: Cell, goal: Cell, reach: Reach) -> Cell:
    across, level = reach.margin + 1, reach.margin_level + 1
    return Cell(max(start.x, goal.x) + across, max(start.y, goal.y) + level, max(start.z, goal.z) + across)


def _search(world: World, body: Body, start: Cell, goal: Cell, reach: Reach, avoid: Iterable[Body]) -> Path:
    low, high = _low_of(start, goal, reach), _high_of(start, goal, reach)
    cells = walkable(world, low, high)
    ends = [(cell.x - low.x, cell.y - low.y, cell.z - low.z) for cell in (start, goal)]
    rows = rows_of(body)
    ours = [(x, slice(y, y + rows), z) for x, y, z in ends]
    kept = [cells[place].copy() for place in ours]
    for other in avoid:
        first, last = cells_of(other.position, other.width, other.height)
        box = tuple(slice(max(0, first[axis] - low[axis]), max(0, last[axis] + 1 - low[axis])) for axis in range(3))
        cells[box] = PathCell.SOLID
    for place, found in zip(ours, kept, strict=True):
        cells[place] = found
    return find_path(cells, ends[0], ends[1], height=rows, step=STEP, limit=reach.visited)


def _offset(path: Path, low: Cell) -> tuple[Cell, ...]:
    return tuple(Cell(x + low.x, y + low.y, z + low.z) for x, y, z in path.cells.tolist())


def _no_way(path: Path, goal: Cell, low: Cell, reach: Reach) -> NoRoute:
    cells = _offset(path, low)
    nearest = cells[-1] if cells else None
    near = f"; {told(nearest)} is as near as one comes" if nearest is not None and len(cells) > 1 else ""
    if path.status is PathStatus.PARTIAL:
        return NoRoute(Reason.LIMIT, f"no way to {told(goal)} was found among {reach.visited:,} cells: go by nearer cells{near}", nearest)
    if path.status is PathStatus.UNAVAILABLE:
        return NoRoute(Reason.UNAVAILABLE, f"no way to {told(goal)} leads through loaded cells{near}", nearest)
    return NoRoute(
        Reason.UNREACHABLE, f"there is no way on foot to {told(goal)}: walls, gaps or steps over one cell lie between{near}", nearest
    )


def _towards(world: World, body: Body, start: Cell, goal: Cell) -> Cell | None:
    """Where a leg towards a goal out of reach is to end: the standable cell nearest to it among those within a leg's reach."""
    span, level = FAR.across // 2, FAR.level
    low = Cell(start.x - span, start.y - level, start.z - span)
    cells = walkable(world, low, Cell(start.x + span + 1, start.y + level + 1, start.z + span + 1))
    rows = rows_of(body)
    count = cells.shape[1] - rows
    clear = np.ones((cells.shape[0], count, cells.shape[2]), bool)
    for row in range(rows):
        part = cells[:, 1 + row : 1 + row + count]
        clear &= (part == PathCell.FREE) | (part == PathCell.WATER)
    carried = (cells[:, :count] == PathCell.SOLID) | (cells[:, 1 : 1 + count] == PathCell.WATER)
    places = np.argwhere(clear & carried) + np.array([low.x, low.y + 1, low.z])
    if not len(places):
        return None
    apart = np.abs(places - goal).sum(axis=1)
    best = Cell(*places[int(apart.argmin())].tolist())
    return best if distance(best, goal) < distance(start, goal) else None
