"""Which chunks can be seen, so that the rest need not be drawn."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from littlefolk.kernels import OPEN, look

from .cells import HIGHEST_CHUNK, LOWEST_CHUNK, ChunkKey

_WRAP = 64
_LAYERS = HIGHEST_CHUNK - LOWEST_CHUNK + 1
LARGEST_RADIUS = 31
"""Chunks along x and z up to which sight is followed; what lies farther counts as seen."""


class Sight:
    """Follows sight from chunk to chunk. A chunk whose cells are not known counts as open, so that nothing is missed.

    radius: how far away along x and z a chunk can be to be told apart.
    """

    def __init__(self, radius: int) -> None:
        self.radius = radius
        self._joined = np.full((_WRAP, _LAYERS, _WRAP), OPEN, np.uint16)
        self.seen = bytes((1,)) * self._joined.size
        """1 where a chunk can be seen, by `place`."""
        self._owners: dict[tuple[int, int, int], ChunkKey] = {}
        self._viewers: frozenset[ChunkKey] = frozenset()
        self._stale = True

    def join(self, key: ChunkKey, links: int) -> None:
        """Take over which faces of a chunk see each other."""
        place = _place(key)
        # Far apart, two chunks can fall on one place; both then count as open.
        self._set(place, links if self._owners.setdefault(place, key) == key else OPEN)

    def forget(self, key: ChunkKey) -> None:
        """A chunk has gone."""
        place = _place(key)
        if self._owners.get(place) == key:
            del self._owners[place]
            self._set(place, OPEN)

    def _set(self, place: tuple[int, int, int], links: int) -> None:
        if self._joined[place] != links:
            self._joined[place] = links
            self._stale = True

    def look(self, viewers: Iterable[ChunkKey]) -> bool:
        """Say in which chunks eyes are; whether what is seen may be different from before."""
        eyes = frozenset(viewers)
        if not self._stale and eyes == self._viewers:
            return False
        self._stale, self._viewers = False, eyes
        everything = not eyes or any(not LOWEST_CHUNK <= eye.y <= HIGHEST_CHUNK for eye in eyes)
        seen = np.full(self._joined.shape, everything, np.uint8)
        if not everything:
            for eye in eyes:
                look(self._joined, seen, _place(eye), min(self.radius, LARGEST_RADIUS))
        self.seen = seen.tobytes()
        return True

    def sees(self, key: ChunkKey) -> bool:
        """Whether a chunk can be seen from any of the eyes. Holds for chunks within the radius of some eye."""
        return bool(self.seen[self.place(key)])

    @staticmethod
    def place(key: ChunkKey) -> int:
        """Where a chunk stands in `seen`."""
        x, y, z = _place(key)
        return (x * _LAYERS + y) * _WRAP + z


def _place(key: ChunkKey) -> tuple[int, int, int]:
    return key.x % _WRAP, key.y - LOWEST_CHUNK, key.z % _WRAP
