"""Which columns of chunks should be resident, and in which order they come."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from .cells import HIGHEST_CHUNK, LOWEST_CHUNK, ChunkKey

_NEAR = 3.0
"""Squared distance in chunks up to which it does not matter whether a column is in view."""
_BEHIND = 4.0
"""How much farther, in squared distance, a column out of view counts."""
_HALF_VIEW = math.cos(math.radians(60))
SECTORS = 8
LAYERS = HIGHEST_CHUNK - LOWEST_CHUNK + 1


def sector_of(forward: tuple[float, float, float] | None) -> int | None:
    """The eighth of the compass that a gaze points to, None for straight up, down or no gaze."""
    if forward is None or math.hypot(forward[0], forward[2]) < 1e-6:
        return None
    return math.floor(math.atan2(forward[2], forward[0]) / (2 * math.pi / SECTORS) + 0.5) % SECTORS


@lru_cache(maxsize=64)
def order(radius: int, sector: int | None) -> tuple[tuple[float, int, int], ...]:
    """The columns within a radius, nearest and in-view first. Rows are (rank, dx, dz)."""
    span = np.arange(-radius, radius + 1)
    dx, dz = (grid.ravel() for grid in np.meshgrid(span, span, indexing="ij"))
    kept = dx * dx + dz * dz <= reach(radius)
    dx, dz = dx[kept], dz[kept]
    level = (dx * dx + dz * dz).astype(float)
    rank = level
    if sector is not None:
        angle = sector * 2 * math.pi / SECTORS
        seen = dx * math.cos(angle) + dz * math.sin(angle) >= _HALF_VIEW * np.sqrt(level)
        rank = np.where(seen | (level <= _NEAR), rank, rank * _BEHIND)
    best = np.lexsort((dz, dx, rank))
    return tuple(zip(rank[best].tolist(), dx[best].tolist(), dz[best].tolist(), strict=True))


def reach(radius: int) -> float:
    """The squared horizontal distance in chunks that still belongs to a radius."""
    return (radius + 0.5) ** 2


class Plan:
    """The columns wanted around some places, each with a radius in chunks. It is a value; make a new one when a place moves on."""

    def __init__(self, centres: Mapping[str, ChunkKey], radii: Mapping[str, int], sector: int | None) -> None:
        self._centres = [(centre, radii[name]) for name, centre in centres.items()]
        self._sectors = [sector if place == 0 else None for place in range(len(self._centres))]
        self.columns: set[tuple[int, int]] = {
            (centre.x + dx, centre.z + dz) for centre, radius in self._centres for _, dx, dz in order(radius, None)
        }

    def ordered(self) -> Iterator[tuple[int, int]]:
        """The wanted columns in the order in which they should come; where places overlap, more than once."""
        streams = [_ranked(centre, radius, sector) for (centre, radius), sector in zip(self._centres, self._sectors, strict=True)]
        return (column for _, column in heapq.merge(*streams))

    def distance(self, column: tuple[int, int]) -> int:
        """The squared distance in chunks to the nearest place."""
        return min(((column[0] - c.x) ** 2 + (column[1] - c.z) ** 2 for c, _ in self._centres), default=0)

    def keeps(self, column: tuple[int, int]) -> bool:
        """Whether a column is wanted, or so nearly (one chunk farther) that it is not worth dropping."""
        return any((column[0] - c.x) ** 2 + (column[1] - c.z) ** 2 <= reach(radius + 1) for c, radius in self._centres)


def _ranked(centre: ChunkKey, radius: int, sector: int | None) -> Iterator[tuple[float, tuple[int, int]]]:
    for rank, dx, dz in order(radius, sector):
        yield rank, (centre.x + dx, centre.z + dz)
