"""Rows of critters as the numbers that a MultiMesh takes."""

import numpy as np

STRIDE = 16
"""Floats of an instance: three rows of its transform, and four numbers for its shader."""


def pack(rows: np.ndarray, origin: tuple[float, float], out: np.ndarray) -> None:
    """Write `rows` (float64[n, 10], see `critters.species.COLUMNS`) into `out`, float32[at least n, 16].

    `origin`: the x and z of the scene's zero. The basis is yaw about y, then roll about the own z, times the size.
    """
    x, y, z, yaw, roll, size = rows.T[:6]
    cos, sin, cos_roll, sin_roll = np.cos(yaw) * size, np.sin(yaw) * size, np.cos(roll), np.sin(roll)
    into = out[: len(rows)]
    into[:, 0], into[:, 1], into[:, 2], into[:, 3] = cos * cos_roll, -cos * sin_roll, sin, x - origin[0]
    into[:, 4], into[:, 5], into[:, 6], into[:, 7] = sin_roll * size, cos_roll * size, 0.0, y
    into[:, 8], into[:, 9], into[:, 10], into[:, 11] = -sin * cos_roll, sin * sin_roll, cos, z - origin[1]
    into[:, 12:] = rows[:, 6:]
