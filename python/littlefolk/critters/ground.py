"""What critters ask of the world: is there room, what carries, and where the land's surface is."""

import numpy as np

from littlefolk.world.cells import Cell, chunk_of, index_of
from littlefolk.world.kinds import HELD, KINDS, LIQUID, SOLID, Kind
from littlefolk.world.world import World

UP, DOWN = 20, 40
"""Cells above and below a height within which the surface is looked for."""
BRIGHTEST = 15


class Ground:
    """The world through a critter's eyes. Cells that are not loaded neither carry nor have room."""

    def __init__(self, world: World) -> None:
        self._world = world

    def bits(self, cell: Cell) -> int:
        """The traits of a cell: `SOLID`, `LIQUID`, and `HELD` where it is not loaded."""
        return self._world.traits(chunk_of(cell))[index_of(cell)]

    def free(self, cell: Cell) -> bool:
        """Whether a cell is loaded, and neither solid nor liquid."""
        return not self.bits(cell) & (SOLID | LIQUID | HELD)

    def carries(self, cell: Cell) -> bool:
        """Whether one can stand on a cell."""
        return bool(self.bits(cell) & SOLID)

    def kind(self, cell: Cell) -> Kind | None:
        """The kind of a cell, or None where it is not known."""
        return self._world.read(cell).kind

    def light(self, cell: Cell) -> tuple[float, float]:
        """How much of the sky's and of lamps' light arrives in a cell, each 0..1; the open sky where it is not known."""
        sky, lamp = self._world.light(cell) or (BRIGHTEST, 0)
        return sky / BRIGHTEST, lamp / BRIGHTEST

    def top(self, x: int, z: int, y: int) -> Cell | None:
        """The highest solid cell of a column around a height, under free cells; None where there is none or what is there is not loaded."""
        low = Cell(x, y - DOWN, z)
        traits = _traits(self._world.box(low, Cell(x + 1, y + UP, z + 1))).reshape(-1)
        highest = len(traits) - 1 - int(np.argmax(traits[::-1] != 0))
        if highest == len(traits) - 1 or not traits[highest] & SOLID:
            return None
        return Cell(x, low.y + highest, z)

    def open(self, low: Cell, high: Cell) -> bool:
        """Whether all cells ``low <= cell < high`` are loaded, and none of them is solid or liquid."""
        return not _traits(self._world.box(low, high)).any()


def _traits(ids: np.ndarray) -> np.ndarray:
    """The traits of cells by their kind ids; `HELD` where they are not loaded."""
    known = ids < len(KINDS.trait_table)
    return np.where(known, KINDS.trait_table[np.where(known, ids, 0)], HELD)
