"""Reading boxes of cells across chunks: each chunk that the box meets is looked up once and its array borrowed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .cells import CHUNK, HIGHEST_CHUNK, LOWEST_CHUNK, Cell, ChunkKey, chunk_inside, origin_of
from .chunk import Chunk
from .kinds import AIR_ID

UNAVAILABLE = 0xFFFF
"""Stands for a cell whose chunk is not resident."""
SOLID_OUTSIDE = 0xFFFE
"""Stands for a cell below the world or beyond its edge."""

Block = tuple[np.ndarray, np.ndarray | None]
_ABOVE: Block = (np.array([AIR_ID], np.uint16), None)
_BELOW: Block = (np.array([SOLID_OUTSIDE], np.uint16), None)
_MISSING: Block = (np.array([UNAVAILABLE], np.uint16), None)

NEIGHBOURHOOD: tuple[tuple[int, int, int], ...] = tuple((x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1))
"""A chunk and its 26 neighbours, as offsets."""


def read_box(chunks: Mapping[ChunkKey, Chunk], low: Cell, high: Cell) -> np.ndarray:
    """The kind ids of the cells ``low <= cell < high``, u16 over [x, y, z].

    Cells that are not resident read `UNAVAILABLE`; outside the world, above reads air and everything else `SOLID_OUTSIDE`.
    """
    shape = tuple(max(0, high[i] - low[i]) for i in range(3))
    out = np.empty(shape, np.uint16)
    if 0 in shape:
        return out
    for x, there_x, here_x in spans(low[0], high[0]):
        for y, there_y, here_y in spans(low[1], high[1]):
            for z, there_z, here_z in spans(low[2], high[2]):
                target = out[here_x, here_y, here_z]
                chunk = chunks.get(ChunkKey(x, y, z))
                if chunk is not None:
                    chunk.fill(target, (there_x, there_y, there_z))
                else:
                    target[...] = absent_id(ChunkKey(x, y, z))
    return out


def absent_id(key: ChunkKey) -> int:
    """What the cells of a chunk that is not resident read as."""
    if chunk_inside(key):
        return UNAVAILABLE
    return AIR_ID if key[1] > HIGHEST_CHUNK else SOLID_OUTSIDE


def absent_block(layer: int) -> Block:
    """What stands for a chunk that is not resident in a neighbourhood, by its layer; within the world it is unavailable."""
    return _ABOVE if layer > HIGHEST_CHUNK else _BELOW if layer < LOWEST_CHUNK else _MISSING


def around(chunks: Mapping[ChunkKey, Chunk], key: ChunkKey) -> list[Block]:
    """The blocks of a chunk and its 26 neighbours, as kernels want them."""
    x, y, z = key
    found = []
    for dx, dy, dz in NEIGHBOURHOOD:
        # Plain tuples are equal to keys and much cheaper to make.
        chunk = chunks.get((x + dx, y + dy, z + dz))  # type: ignore[call-overload]
        found.append(absent_block(y + dy) if chunk is None else chunk.block)
    return found


def read_pad(chunks: Mapping[ChunkKey, Chunk], key: ChunkKey) -> np.ndarray:
    """A chunk with one cell more on every side, u16[34, 34, 34], as the mesher wants it."""
    x, y, z = origin_of(key)
    return read_box(chunks, Cell(x - 1, y - 1, z - 1), Cell(x + CHUNK + 1, y + CHUNK + 1, z + CHUNK + 1))


def spans(low: int, high: int) -> list[tuple[int, slice, slice]]:
    """For one axis: (chunk, the slice inside that chunk, the slice of the box)."""
    found = []
    for chunk in range(low // CHUNK, (high - 1) // CHUNK + 1):
        start, stop = max(low, chunk * CHUNK), min(high, chunk * CHUNK + CHUNK)
        found.append((chunk, slice(start - chunk * CHUNK, stop - chunk * CHUNK), slice(start - low, stop - low)))
    return found
