"""Which chunks can be seen, so that the rest need not be drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from littlefolk.kernels import OPEN, PART, look

from .cells import CEILING, CHUNK, FLOOR, LOWEST_CHUNK, Cell, ChunkKey

_WRAP = 64
_LAYERS = (CEILING - FLOOR) // CHUNK
_SPLIT = CHUNK // PART
_MOST = 31
"""Chunks along x and z up to which sight can be followed."""
_ALL_OPEN = np.full((_SPLIT,) * 3, OPEN, np.uint16)


class Sight:
    """Follows sight from part to part of chunks. A chunk whose cells are not known counts as open, so that nothing is missed.

    radius: how many chunks away along x and z something can be seen, at most 31.
    """

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self.seen = bytes((1,)) * (_WRAP * _LAYERS * _WRAP)
        """1 where a chunk can be seen, by `place`."""
        self._joined = np.full((_WRAP * _SPLIT, _LAYERS * _SPLIT, _WRAP * _SPLIT), OPEN, np.uint16)
        self._owners: dict[int, ChunkKey] = {}
        self._viewers: frozenset[tuple[int, int, int]] = frozenset()
        self._stale = True

    def join(self, key: ChunkKey, links: np.ndarray) -> None:
        """Take over which faces of a chunk's parts see each other."""
        # Far apart, two chunks can fall on one place; both then count as open.
        self._set(key, links if self._owners.setdefault(self.place(key), key) == key else _ALL_OPEN)

    def forget(self, key: ChunkKey) -> None:
        """A chunk has gone."""
        place = self.place(key)
        if self._owners.get(place) == key:
            del self._owners[place]
            self._set(key, _ALL_OPEN)

    def _set(self, key: ChunkKey, links: np.ndarray) -> None:
        x, y, z = key.x % _WRAP * _SPLIT, (key.y - LOWEST_CHUNK) * _SPLIT, key.z % _WRAP * _SPLIT
        parts = self._joined[x : x + _SPLIT, y : y + _SPLIT, z : z + _SPLIT]
        if (parts != links).any():
            parts[...] = links
            self._stale = True

    def look(self, eyes: Iterable[Cell]) -> bool:
        """Say in which cells eyes are; whether what is seen may be different from before. Eyes outside the world see everything."""
        viewers = frozenset(_part(eye) for eye in eyes)
        if not self._stale and viewers == self._viewers:
            return False
        self._stale, self._viewers = False, viewers
        everything = not viewers or any(not 0 <= y < _LAYERS * _SPLIT for _, y, _ in viewers)
        seen = np.full((_WRAP, _LAYERS, _WRAP), everything, np.uint8)
        if not everything:
            for viewer in viewers:
                look(self._joined, seen, viewer, min(self.radius, _MOST) * _SPLIT + 1)
        self.seen = seen.tobytes()
        return True

    def sees(self, key: ChunkKey) -> bool:
        """Whether a chunk can be seen from any of the eyes. Holds for chunks within the radius of some eye."""
        return bool(self.seen[self.place(key)])

    @staticmethod
    def place(key: ChunkKey) -> int:
        """Where a chunk stands in `seen`."""
        return (key.x % _WRAP * _LAYERS + key.y - LOWEST_CHUNK) * _WRAP + key.z % _WRAP


def _part(cell: Cell) -> tuple[int, int, int]:
    return cell[0] // PART % (_WRAP * _SPLIT), (cell[1] - FLOOR) // PART, cell[2] // PART % (_WRAP * _SPLIT)
