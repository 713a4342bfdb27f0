"""Light of chunks: sunlight and block light, packed in one byte a cell as ``sky << 4 | block``."""

from __future__ import annotations

import numpy as np

import littlefolk.kernels._native.light as _light

Block = tuple[np.ndarray, np.ndarray | None]
"""A chunk: its palette of kind ids, u16, and its column of indexes, u8 or u16 [32, 32, 32], or None where all is ``palette[0]``."""


class LightTables:
    """What light must know of each kind, as arrays by kind id: ``opacity`` and ``emission``, each 0..15.

    Raises `ValueError` for rows of different lengths or values out of range.
    """

    def __init__(self, opacity: np.ndarray, emission: np.ndarray) -> None:
        opacity, emission = np.asarray(opacity), np.asarray(emission)
        if opacity.ndim != 1 or opacity.shape != emission.shape or not 1 <= len(opacity) <= 0xFFF0:
            raise ValueError(f"opacity and emission must be rows of equal length, not {opacity.shape} and {emission.shape}")
        for name, array in (("opacity", opacity), ("emission", emission)):
            if array.min() < 0 or array.max() > 15:
                raise ValueError(f"{name} must hold 0..15; it spans {array.min()}..{array.max()}")
        self.loss = np.where(opacity >= 15, 64, np.maximum(1, opacity)).astype(np.uint8)
        """Levels that light loses on its way into a cell; 64 where none gets in."""
        self.emission = emission.astype(np.uint8)
        self.dims = opacity > 0
        """Whether a sunbeam ends at a kind."""
        self._native = _light.Tables(np.ascontiguousarray(opacity, np.uint8), np.ascontiguousarray(emission, np.uint8))


def chunk_pad(around: list[Block]) -> np.ndarray:
    """The kind ids of a chunk and one cell on every side, u16[34, 34, 34]; ``around`` are its 27 blocks, x slowest. Releases the GIL."""
    return _light.pad(around)


def column_floor(stack: list[Block], tables: LightTables, top: int) -> np.ndarray:
    """The lowest y that stands in the sun, i16[32, 32], of a column of chunks from the highest down; ``top`` is the y above them."""
    return _light.column_floor(stack, tables._native, top)


def light_pad(around: list[Block], floors: list[np.ndarray], y0: int, tables: LightTables) -> np.ndarray | int:
    """The light of a chunk and one cell on every side: u8[34, 34, 34], or one number where it is the same everywhere.

    ``around``: the chunk's 27 blocks, x slowest; ``floors``: what `column_floor` says of the nine columns; ``y0``: the y of its lowest
    cells. A function of these alone, so it does not matter in what order chunks arrive. Releases the GIL.
    """
    return _light.light_pad(around, floors, y0, tables._native)


def relight(loss: np.ndarray, emission: np.ndarray, light: np.ndarray, changed: np.ndarray, beams: np.ndarray, y0: int) -> None:
    """Bring the light of a box up to date after edits, in place, at a cost that goes with what changes. Releases the GIL.

    ``loss``, ``emission``, ``light``: u8 [x, y, z]; the first two as they are now, `light` as it was. ``changed``: i32 [n, 3], places in
    the box whose kind changed. ``beams``: i32 [m, 4], for every column with a change: x, z, and the lowest y in the sun before and now.
    ``y0``: y of the box's lowest cells. The box must reach at least 16 cells beyond whatever changed, sunbeams included.
    """
    _light.relight(loss, emission, light, changed, beams, y0)
