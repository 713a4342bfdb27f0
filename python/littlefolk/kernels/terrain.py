"""Terrain from a seed: the cells of chunks and the heights of columns."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

import littlefolk.kernels._native.terrain as _terrain

CHUNK = 32
"""Cells along an edge of a chunk."""

TERRAIN: tuple[str, ...] = _terrain.NAMES
"""Names of block kinds by terrain id; ``TERRAIN[0]`` is ``"air"``."""

SEA_LEVEL: int = _terrain.SEA_LEVEL
"""y of the highest water cell of the sea."""

FLOOR_CHUNK, CEILING_CHUNK = -4, 12
"""Chunk layers of the world: ``FLOOR_CHUNK <= cy < CEILING_CHUNK``."""

REACH = 1 << 30
"""Largest |x| and |z| of a cell that can be generated."""

_SEED_MASK = (1 << 64) - 1


@lru_cache(maxsize=256)
def _columns(seed: int, cx: int, cz: int) -> bytearray:
    """Descriptions of the columns in and around a chunk; the layers of one stack of chunks share them."""
    known = bytearray(_terrain.COLUMNS_BYTES)
    _terrain.columns(seed, cx, cz, known)
    return known


def generate_chunk(seed: int, cx: int, cy: int, cz: int) -> np.ndarray:
    """The terrain of chunk (cx, cy, cz): u8[32, 32, 32] of terrain ids, indexed [x, y, z].

    A pure function: the same bytes on every machine, in any order and on any thread. Any Python integer serves as seed (64 bits
    of it count). The GIL is released. Raises `ValueError` for a chunk outside the world: cy outside -4..11, or cells beyond ±2^30
    in x or z.
    """
    if not FLOOR_CHUNK <= cy < CEILING_CHUNK:
        raise ValueError(f"chunk layer cy={cy} is outside the world: it spans {FLOOR_CHUNK}..{CEILING_CHUNK - 1}")
    limit = REACH // CHUNK
    if not (-limit <= cx < limit and -limit <= cz < limit):
        raise ValueError(f"chunk ({cx}, {cy}, {cz}) is outside the world: cx and cz span {-limit}..{limit - 1}")
    seed &= _SEED_MASK
    cells = np.empty((CHUNK, CHUNK, CHUNK), np.uint8)
    _terrain.fill(seed, cx, cy, cz, _columns(seed, cx, cz) if _terrain.needs_columns(cy) else None, cells)
    return cells


def surface_heights(seed: int, x0: int, z0: int, nx: int, nz: int) -> np.ndarray:
    """y of the highest terrain cell of each column of a window, without trees, boulders or water: i16[nx, nz].

    Column [i, k] is (x0 + i, z0 + k). The GIL is released. Raises `ValueError` for an empty window or one beyond ±2^30.
    """
    if nx < 1 or nz < 1:
        raise ValueError(f"a window of {nx} by {nz} columns is empty: nx and nz must be at least 1")
    if min(x0, z0) < -REACH or max(x0 + nx, z0 + nz) > REACH:
        raise ValueError(f"columns from ({x0}, {z0}), {nx} by {nz}, reach beyond the world's edge at ±{REACH}")
    out = np.empty((nx, nz), np.int16)
    _terrain.surface(seed & _SEED_MASK, x0, z0, out)
    return out


def surface_height(seed: int, x: int, z: int) -> int:
    """y of the highest terrain cell of column (x, z), without trees, boulders or water."""
    return int(surface_heights(seed, x, z, 1, 1)[0, 0])
