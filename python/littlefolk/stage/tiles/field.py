"""Tileable scalar fields on the 16×16 tile lattice and the ways a field becomes colour.

Fields are float64[16, 16], row (y, downwards) first. Every random choice is an integer hash of its seed and place,
so a tile has the same bytes on every machine and with every NumPy.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

SIZE = 16
Field = NDArray[np.float64]
Pixels = NDArray[np.uint8]


def hashed(seed: int, *coordinates: NDArray[np.int64]) -> Field:
    """Uniform values in [0, 1) from integer coordinates (the finaliser of MurmurHash3, one round a coordinate)."""
    state = np.zeros(np.broadcast(*coordinates).shape, np.uint32) + np.uint32(seed * 0x9E3779B1 & 0xFFFFFFFF)
    for coordinate in coordinates:
        state = state ^ (coordinate.astype(np.uint32) * np.uint32(0x85EBCA6B))
        for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
            state = (state ^ (state >> np.uint32(shift))) * np.uint32(factor)
        state ^= state >> np.uint32(16)
    return state.astype(np.float64) / 2.0**32


def grid() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Row and column of every pixel, each int64[16, 16]."""
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    return rows.astype(np.int64), columns.astype(np.int64)


def noise(seed: int, rows: int, columns: int | None = None) -> Field:
    """Smooth value noise that wraps, with `rows` × `columns` lattice cells over the tile; values in [0, 1)."""
    across = rows if columns is None else columns
    y, x = grid()
    v, u = y * rows / SIZE, x * across / SIZE
    top, left = np.floor(v).astype(np.int64), np.floor(u).astype(np.int64)
    fade_v, fade_u = (t * t * (3 - 2 * t) for t in (v - top, u - left))

    def corner(dy: int, dx: int) -> Field:
        return hashed(seed, (top + dy) % rows, (left + dx) % across)

    upper = corner(0, 0) * (1 - fade_u) + corner(0, 1) * fade_u
    lower = corner(1, 0) * (1 - fade_u) + corner(1, 1) * fade_u
    return upper * (1 - fade_v) + lower * fade_v


def layered(seed: int, *octaves: tuple[float, int, int]) -> Field:
    """A weighted sum of noises given as (weight, rows, columns)."""
    return sum((weight * noise(seed + 31 * i, rows, columns) for i, (weight, rows, columns) in enumerate(octaves)), np.zeros((SIZE, SIZE)))


def relief(height: Field) -> Field:
    """Slope towards the light at the top left: positive where a surface faces it, negative in its own shade."""
    return height - np.roll(height, (1, 1), axis=(0, 1))


def cells(seed: int, count: int) -> tuple[NDArray[np.int64], Field, Field]:
    """A wrapping Voronoi diagram of count × count jittered seeds: (owner, distance to owner, gap to the second nearest), in pixels."""
    y, x = grid()
    step = SIZE / count
    row, column = (index.ravel() for index in np.mgrid[0:count, 0:count].astype(np.int64))
    centre_y = (row + 0.2 + 0.6 * hashed(seed, row, column)) * step
    centre_x = (column + 0.2 + 0.6 * hashed(seed + 1, row, column) + 0.5 * (row % 2)) * step
    dy = np.abs(y[..., None] + 0.5 - centre_y) % SIZE
    dx = np.abs(x[..., None] + 0.5 - centre_x) % SIZE
    distance = np.hypot(np.minimum(dy, SIZE - dy), np.minimum(dx, SIZE - dx))
    nearest = np.sort(distance, axis=-1)
    return distance.argmin(axis=-1), nearest[..., 0], nearest[..., 1] - nearest[..., 0]


def palette(*colours: str) -> Pixels:
    """Colours written `rrggbb`, dark to light, as u8[n, 3]."""
    return np.array([[int(colour[i : i + 2], 16) for i in (0, 2, 4)] for colour in colours], np.uint8)


def by_rank(field: Field, colours: Pixels, shares: Sequence[float]) -> Pixels:
    """Colour pixels by the rank of their value, so a palette keeps its proportions whatever the noise: opaque u8[16, 16, 4].

    `shares` are the relative areas of the colours, lowest values first.
    """
    rank = np.empty(SIZE * SIZE, np.int64)
    rank[np.argsort(field, axis=None, kind="stable")] = np.arange(SIZE * SIZE)
    bounds = np.cumsum(shares) / np.sum(shares) * SIZE * SIZE
    return opaque(colours[np.searchsorted(bounds[:-1], rank.reshape(SIZE, SIZE), side="right")])


def by_step(field: Field, colours: Pixels) -> Pixels:
    """Colour pixels by value, 0 to 1 spread evenly over the palette: opaque u8[16, 16, 4]."""
    index = np.clip((field * len(colours)).astype(np.int64), 0, len(colours) - 1)
    return opaque(colours[index])


def opaque(rgb: Pixels) -> Pixels:
    """u8[16, 16, 3] with a full alpha channel."""
    return np.concatenate([rgb, np.full((*rgb.shape[:2], 1), 255, np.uint8)], axis=-1)


def dots(seed: int, share: float) -> NDArray[np.bool_]:
    """A scattered selection of about `share` of the pixels, none touching the next one along its row or column."""
    y, x = grid()
    value = hashed(seed, y, x)
    chosen = value < share
    for axis in (0, 1):
        chosen &= ~(np.roll(chosen, 1, axis) & (np.roll(value, 1, axis) <= value))
    return chosen
