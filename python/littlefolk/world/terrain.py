"""The untouched world: chunks of terrain from a seed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from littlefolk.kernels import TERRAIN, generate_chunk, surface_height

from .cells import Cell, ChunkKey
from .chunk import Chunk
from .kinds import KINDS

Generate = Callable[[int, int, int, int], np.ndarray]
"""``(seed, cx, cy, cz)`` to u8[32, 32, 32] of terrain ids, which index `TERRAIN`. Must be pure: any thread may call it."""

_KIND_IDS = np.array([KINDS[name].id for name in TERRAIN], np.uint16)


def terrain_chunk(seed: int, key: ChunkKey, generate: Generate = generate_chunk) -> Chunk:
    """One chunk as the terrain makes it, before any edit."""
    return Chunk.from_ids(generate(seed, *key)).renamed(_KIND_IDS)


def surface_cell(seed: int, x: int, z: int) -> Cell:
    """The cell on top of the terrain of a column, where something could stand if no tree or water is there."""
    return Cell(x, surface_height(seed, x, z) + 1, z)
