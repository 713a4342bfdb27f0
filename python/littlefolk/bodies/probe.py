"""Quick looks at what cells do to bodies."""

from __future__ import annotations

from littlefolk.world.cells import ChunkKey
from littlefolk.world.kinds import HELD, SOLID
from littlefolk.world.world import World

BLOCKED = SOLID | HELD
"""Trait bits of cells that a body may not enter."""


class Probe:
    """Trait bits of cells (see `kinds`), through columns borrowed from the chunks until the world's stamp moves."""

    __slots__ = ("_columns", "_stamp", "world")

    def __init__(self, world: World) -> None:
        self.world = world
        self._stamp = -1
        self._columns: dict[tuple[int, int, int], bytes | bytearray] = {}

    def refresh(self) -> None:
        """Forget what is out of date. Call before a series of looks between which the world does not change."""
        if self._stamp != self.world.stamp:
            self._columns.clear()
            self._stamp = self.world.stamp

    def column(self, key: tuple[int, int, int]) -> bytes | bytearray:
        """The trait column of a chunk."""
        found = self._columns.get(key)
        if found is None:
            found = self._columns[key] = self.world.traits(ChunkKey(*key))
        return found

    def bits(self, x: int, y: int, z: int) -> int:
        """The trait bits of one cell."""
        return self.column((x >> 5, y >> 5, z >> 5))[(x & 31) << 10 | (y & 31) << 5 | z & 31]

    def union(self, x0: int, x1: int, y0: int, y1: int, z0: int, z1: int) -> int:
        """The trait bits found anywhere in a box of cells, all bounds inclusive."""
        found = 0
        if x0 >> 5 == x1 >> 5 and y0 >> 5 == y1 >> 5 and z0 >> 5 == z1 >> 5:
            column = self.column((x0 >> 5, y0 >> 5, z0 >> 5))
            for x in range(x0, x1 + 1):
                for y in range(y0, y1 + 1):
                    row = (x & 31) << 10 | (y & 31) << 5
                    for z in range(z0, z1 + 1):
                        found |= column[row | z & 31]
            return found
        for x in range(x0, x1 + 1):
            for y in range(y0, y1 + 1):
                for z in range(z0, z1 + 1):
                    found |= self.bits(x, y, z)
        return found
