"""A body: an upright box with a place, a velocity and a gaze, shared by the player and the residents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

from littlefolk.world.cells import Cell, cell_at, forward_of

Vector: TypeAlias = tuple[float, float, float]

SKIN = 1e-6
"""Metres by which a box may touch a cell without overlapping it; absorbs rounding of ``(c - half) + half``."""
CROUCHED_EYES = 0.78
"""Share of the eye height that is left when crouching."""


@dataclass(slots=True)
class Body:
    """A box of `width` x `height` x `width` metres that stands on `position`, the centre of its base.

    velocity: metres a second. yaw, pitch: radians, see `cells.forward_of`. The flags tell the state after the last step: on_ground,
    in_water, crouching, flying, held (it waits for ground that is not loaded). stepped: metres it was lifted by steps in the last
    step, for a camera that wants to follow smoothly.
    """

    name: str
    position: Vector = (0.0, 0.0, 0.0)
    velocity: Vector = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    pitch: float = 0.0
    width: float = 0.6
    height: float = 1.8
    eye_height: float = 1.62
    on_ground: bool = False
    in_water: bool = False
    crouching: bool = False
    flying: bool = False
    held: bool = False
    stepped: float = 0.0

    @property
    def cell(self) -> Cell:
        """The cell that holds the centre of the base."""
        return cell_at(*self.position)

    @property
    def eyes(self) -> Vector:
        """Where it looks from."""
        x, y, z = self.position
        return (x, y + self.eye_height * (CROUCHED_EYES if self.crouching else 1.0), z)

    @property
    def gaze(self) -> Vector:
        """The unit vector it looks along."""
        return forward_of(self.yaw, self.pitch)


def stand_on(cell: Cell) -> Vector:
    """The position of a body that stands in the middle of a cell's floor."""
    return (cell[0] + 0.5, float(cell[1]), cell[2] + 0.5)


def cells_of(position: Vector, width: float, height: float) -> tuple[Cell, Cell]:
    """The lowest and the highest cell (inclusive) that a box overlaps."""
    x, y, z = position
    half = width / 2 - SKIN
    low = Cell(math.floor(x - half), math.floor(y + SKIN), math.floor(z - half))
    high = Cell(math.floor(x + half), math.floor(y + height - SKIN), math.floor(z + half))
    return low, high


def overlaps(body: Body, cell: Cell) -> bool:
    """Whether a body reaches into a cell; touching its side is not overlapping."""
    low, high = cells_of(body.position, body.width, body.height)
    return all(low[axis] <= cell[axis] <= high[axis] for axis in range(3))
