"""Which chunks can be seen from where."""

from __future__ import annotations

import numpy as np

import littlefolk.kernels._native.sight as _sight

OPEN = 0x7FFF
"""Links of a chunk through which every face sees every other."""


class Hiding:
    """Which kinds hide what lies behind them: ``opaque``, bool by kind id."""

    def __init__(self, opaque: np.ndarray) -> None:
        self._native = _sight.Opaque(np.ascontiguousarray(opaque, np.uint8))


def links(block: tuple[np.ndarray, np.ndarray | None], hiding: Hiding) -> int:
    """Which pairs of faces of a chunk are joined by open cells: 15 bits for the pairs (0, 1), (0, 2) … (4, 5). Releases the GIL."""
    return _sight.links(block, hiding._native)


def look(joined: np.ndarray, seen: np.ndarray, viewer: tuple[int, int, int], radius: int) -> None:
    """Mark in ``seen`` (u8) all chunks that can be seen from the viewer's, at most ``radius`` away along x and z. Releases the GIL.

    ``joined``, u16 of the same shape [n, 16, m], holds each chunk's `links`; x and z wrap round in both (n, m powers of two, at least
    2·radius + 1), y counts from the lowest layer. Raises `ValueError` for shapes and radii that do not fit.
    """
    _sight.look(joined, seen, *viewer, radius)
