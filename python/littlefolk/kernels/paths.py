"""Ways on foot through a box of cells."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

import numpy as np

import littlefolk.kernels._native.path as _path

STEP_COST, RISE_COST, FALL_COST, WADE_COST = _path.COSTS
"""What a step costs: 10, and more for every cell up (4) or down (2) and into water (10)."""

MOST_ROWS: int = _path.MOST_ROWS
"""The largest ``2 * step + 1 + height`` of a search."""

Cell = tuple[int, int, int]


class PathCell(IntEnum):
    """Classes of cells."""

    FREE = 0
    SOLID = 1
    UNAVAILABLE = 2
    """Nothing is known of it."""
    WATER = 3
    """Lets a body through and carries it."""


class PathStatus(Enum):
    """How a search ended."""

    FOUND = 0
    """There is a way, and none is cheaper."""
    PARTIAL = 1
    """The limit of visited cells came before the goal; whether there is a way is not known."""
    UNREACHABLE = 2
    """Within the box there is no way."""
    UNAVAILABLE = 3
    """No way leads through the cells that are known, but unavailable cells lie at the edge of what was reached, or at an end of the way."""
    START_OBSTRUCTED = 4
    """Where the way begins there is no room for the body."""
    START_UNSUPPORTED = 5
    """The way begins in the air."""
    GOAL_OBSTRUCTED = 6
    """Where the way is to end there is no room for the body."""
    GOAL_UNSUPPORTED = 7
    """The goal hovers: nothing bears a body there."""


@dataclass(frozen=True)
class Path:
    """A way: ``cells``, i32[n, 3], from the start to the goal or, unless ``FOUND``, to the reached cell that is nearest to it.

    There are no cells when an end of the way cannot be stood on. ``cost`` is that of these cells, ``visited`` the count of cells looked at.
    """

    status: PathStatus
    cells: np.ndarray
    cost: int
    visited: int

    @property
    def found(self) -> bool:
        """Whether the way leads to the goal."""
        return self.status is PathStatus.FOUND


_idle: list[_path.Scratch] = []  # one for every search that ever ran beside others; taking and giving back are single operations


def find_path(cells: np.ndarray, start: Cell, goal: Cell, *, height: int = 2, step: int = 1, limit: int | None = None) -> Path:
    """The cheapest way on foot from ``start`` to ``goal`` through a box of cell classes, u8[nx, ny, nz], C-contiguous. Releases the GIL.

    A place is the cell of a body's base. The body takes up ``height`` cells upwards; it stands where these are free or water and the cell
    below is solid or its base is in water. (The classes are those of `PathCell`; of each byte the two lowest bits count.) A move goes to
    one of the four neighbouring columns and up to ``step`` cells up or down. Going up it rises in its own column first, going down it sinks
    in the next one, and all cells it sweeps must be free or water. Outside the box everything obstructs and nothing supports, so the box
    should reach ``step + 1`` cells below and ``step + height`` above the ground it is to serve.

    The cost of a move is `STEP_COST`, and `RISE_COST` or `FALL_COST` a cell of height, and `WADE_COST` into a cell of water. Of equally
    good cells the search takes the one it opened last; it opens +x, -x, +z, -z, each from the lowest to the highest, and a cell that was
    reached keeps its way unless another is cheaper. The nearest cell of a way that falls short is the one with the lowest cost still to
    come at best, of equal ones the first visited. ``limit`` bounds the visited cells; None visits as many as there are.

    Raises `ValueError` for an array of another type or shape, ends outside of it, and sizes that cannot be.
    """
    if not isinstance(cells, np.ndarray) or cells.dtype != np.uint8 or cells.ndim != 3 or not cells.flags.c_contiguous:
        raise ValueError("cells must be a C-contiguous numpy array u8[nx, ny, nz]: use np.ascontiguousarray(cells, np.uint8)")
    if not cells.size or max(cells.shape) > _path.LONGEST or cells.size > 2**31 - 1:
        raise ValueError(f"a box of {cells.shape} cells cannot be searched: 1 to {_path.LONGEST} an axis and fewer than 2^31 in all")
    if height < 1 or step < 0 or 2 * step + 1 + height > MOST_ROWS:
        raise ValueError(f"height={height} and step={step}: height must be at least 1 and 2 * step + 1 + height at most {MOST_ROWS}")
    if limit is None:
        limit = cells.size
    if limit < 1:
        raise ValueError(f"limit={limit}: at least one cell must be visited")
    for name, place in (("start", start), ("goal", goal)):
        if not all(0 <= p < n for p, n in zip(place, cells.shape, strict=True)):
            raise ValueError(f"{name} {tuple(place)} is outside the box of {cells.shape} cells")
    try:
        scratch = _idle.pop()
    except IndexError:
        scratch = _path.Scratch()
    status, way, cost, visited = scratch.search(cells, tuple(start), tuple(goal), height, step, min(limit, cells.size))
    _idle.append(scratch)
    return Path(PathStatus(status), way, cost, visited)
