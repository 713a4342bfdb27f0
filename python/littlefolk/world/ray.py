"""An exact walk of a ray through cells.

After Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing" (1987), with two differences: the crossing of each
plane is computed afresh from its integer coordinate, so no error accumulates; and crossings too close for floating point to order
are ordered with rational numbers, so the order of cells is that of exact arithmetic on the given doubles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .cells import Cell, Direction

_CLOSE = 1e-9


class Step(NamedTuple):
    """A cell that the ray enters, the face of it that is crossed (None for the first cell), and the distance to there in metres."""

    cell: Cell
    face: Direction | None
    distance: float


class Hit(NamedTuple):
    """The first cell that stopped a ray.

    face: the side of the cell that was met, None when the ray began inside. before: the cell the ray was in just before (the cell
    itself when it began inside). distance: metres from the origin to the face.
    """

    cell: Cell
    face: Direction | None
    before: Cell
    distance: float


def walk(origin: tuple[float, float, float], direction: tuple[float, float, float], reach: float) -> Iterator[Step]:
    """The cells along a ray in order, each sharing a face with the one before, up to `reach` metres.

    The direction need not be of unit length. A ray that starts on a plane and heads down its axis leaves its first cell at distance 0.
    Planes met at the very same point are crossed in the order x, y, z. Raises ValueError for a zero direction or a number not finite.
    """
    numbers = (*origin, *direction, reach)
    if not all(math.isfinite(number) for number in numbers):
        raise ValueError(f"a ray needs finite numbers, got {numbers}")
    length = math.hypot(*direction)
    if length == 0:
        raise ValueError("a ray needs a direction that is not zero")
    cell = [math.floor(value) for value in origin]
    yield Step(Cell(*cell), None, 0.0)
    axes = [axis for axis in range(3) if direction[axis] != 0]
    plane = [cell[axis] + (direction[axis] > 0) for axis in range(3)]
    times = [(plane[axis] - origin[axis]) / direction[axis] if axis in axes else math.inf for axis in range(3)]
    while True:
        axis = _nearest(axes, times, plane, origin, direction)
        distance = times[axis] * length
        if distance > reach:
            return
        sign = 1 if direction[axis] > 0 else -1
        cell[axis] += sign
        plane[axis] += sign
        times[axis] = (plane[axis] - origin[axis]) / direction[axis]
        yield Step(Cell(*cell), Direction(2 * axis + (sign > 0)), distance)


def _nearest(axes: list[int], times: list[float], plane: list[int], origin: tuple[float, ...], direction: tuple[float, ...]) -> int:
    best = axes[0]
    for axis in axes[1:]:
        difference = times[axis] - times[best]
        if abs(difference) > _CLOSE * (1.0 + abs(times[axis])):
            if difference < 0:
                best = axis
        elif _exact(axis, plane, origin, direction) < _exact(best, plane, origin, direction):
            best = axis
    return best


def _exact(axis: int, plane: list[int], origin: tuple[float, ...], direction: tuple[float, ...]) -> Fraction:
    return (plane[axis] - Fraction(origin[axis])) / Fraction(direction[axis])
