"""Which chunks should be resident, and in which order they come."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from .cells import HIGHEST_CHUNK, LOWEST_CHUNK, ChunkKey

_NEAR = 3.0
"""Squared distance in chunks up to which it does not matter whether a chunk is in view."""
_BEHIND = 4.0
"""How much farther, in squared distance, a chunk out of view counts."""
_HALF_VIEW = math.cos(math.radians(60))
SECTORS = 8
LAYERS = HIGHEST_CHUNK - LOWEST_CHUNK + 1


def sector_of(forward: tuple[float, float, float] | None) -> int | None:
    """The eighth of the compass that a gaze points to, None for straight up, down or no gaze."""
    if forward is None or math.hypot(forward[0], forward[2]) < 1e-6:
        return None
    return math.floor(math.atan2(forward[2], forward[0]) / (2 * math.pi / SECTORS) + 0.5) % SECTORS


@lru_cache(maxsize=64)
def order(radius: int, layer: int, sector: int | None) -> tuple[tuple[float, int, int, int], ...]:
    """All chunks of the columns within a radius, nearest and in-view first, seen from a chunk in a layer.

    Rows are (rank, dx, y, dz): horizontal offsets, but the layer itself.
    """
    span = np.arange(-radius, radius + 1)
    dx, y, dz = (grid.ravel() for grid in np.meshgrid(span, np.arange(LOWEST_CHUNK, HIGHEST_CHUNK + 1), span, indexing="ij"))
    kept = dx * dx + dz * dz <= reach(radius)
    dx, y, dz = dx[kept], y[kept], dz[kept]
    level = (dx * dx + dz * dz).astype(float)
    rank = level + (y - layer) ** 2
    if sector is not None:
        angle = sector * 2 * math.pi / SECTORS
        seen = dx * math.cos(angle) + dz * math.sin(angle) >= _HALF_VIEW * np.sqrt(level)
        rank = np.where(seen | (level <= _NEAR), rank, rank * _BEHIND)
    best = np.lexsort((dz, dx, y, rank))
    return tuple(zip(rank[best].tolist(), dx[best].tolist(), y[best].tolist(), dz[best].tolist(), strict=True))


def reach(radius: int) -> float:
    """The squared horizontal distance in chunks that still belongs to a radius."""
    return (radius + 0.5) ** 2


class Plan:
    """The chunks wanted around some places, each with a radius in chunks. It is a value; make a new one when a place moves on."""

    def __init__(self, centres: Mapping[str, ChunkKey], radii: Mapping[str, int], sector: int | None) -> None:
        self._centres = [(centre, radii[name]) for name, centre in centres.items()]
        self._sectors = [sector if place == 0 else None for place in range(len(self._centres))]
        self.columns: set[tuple[int, int]] = set()
        for centre, radius in self._centres:
            for _, dx, y, dz in order(radius, _layer(centre), None):
                if y == LOWEST_CHUNK:
                    self.columns.add((centre.x + dx, centre.z + dz))

    def ordered(self) -> Iterator[ChunkKey]:
        """The wanted chunks in the order in which they should come; where places overlap, more than once."""
        streams = [_ranked(centre, radius, sector) for (centre, radius), sector in zip(self._centres, self._sectors, strict=True)]
        return (key for _, key in heapq.merge(*streams))

    def distance(self, key: ChunkKey) -> int:
        """The squared distance in chunks to the nearest place."""
        return min(((key.x - c.x) ** 2 + (key.y - c.y) ** 2 + (key.z - c.z) ** 2 for c, _ in self._centres), default=0)

    def keeps(self, column: tuple[int, int]) -> bool:
        """Whether a column is wanted, or so nearly (one chunk farther) that it is not worth dropping."""
        return any((column[0] - c.x) ** 2 + (column[1] - c.z) ** 2 <= reach(radius + 1) for c, radius in self._centres)


def _layer(centre: ChunkKey) -> int:
    return min(HIGHEST_CHUNK, max(LOWEST_CHUNK, centre.y))


def _ranked(centre: ChunkKey, radius: int, sector: int | None) -> Iterator[tuple[float, ChunkKey]]:
    for rank, dx, y, dz in order(radius, _layer(centre), sector):
        yield rank, ChunkKey(centre.x + dx, y, centre.z + dz)
