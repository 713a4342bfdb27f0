"""Which chunks can be seen from where."""

from __future__ import annotations

import numpy as np

import littlefolk.kernels._native.sight as _sight

PART = 16
"""Cells along an edge of a part: sight is followed through the eighths of chunks."""

OPEN = 0x7FFF
"""Links of a part through which every face sees every other."""


class Hiding:
    """Which kinds hide what lies behind them: ``opaque``, bool by kind id."""

    def __init__(self, opaque: np.ndarray) -> None:
        self._native = _sight.Opaque(np.ascontiguousarray(opaque, np.uint8))


def links(block: tuple[np.ndarray, np.ndarray | None], hiding: Hiding) -> np.ndarray:
    """Which pairs of faces of each part of a chunk are joined by open cells: u16[2, 2, 2]. Releases the GIL.

    The 15 bits stand for the pairs of faces (0, 1), (0, 2) … (4, 5).
    """
    out = np.empty((2, 2, 2), np.uint16)
    _sight.links(block, hiding._native, out)
    return out


def look(joined: np.ndarray, seen: np.ndarray, viewer: tuple[int, int, int], radius: int) -> None:
    """Mark in ``seen`` (u8, by chunk) all chunks of which a part can be seen from the viewer's part.

    ``joined``, u16[n, 32, m], holds the `links` of all parts; ``seen`` has half that size an axis. x and z wrap round in both (n, m powers
    of two), y counts from the floor. ``radius``: parts along x and z, at most 63 and less than half of n and m. Releases the GIL. Raises
    `ValueError` for shapes and radii that do not fit.
    """
    _sight.look(joined, seen, *viewer, radius)
