"""The peer of the mesher: a culled mesher in vectorised numpy that makes full float arrays, as one writes it without a compiler."""

from __future__ import annotations

import numpy as np

# Corner offsets of each face, clockwise from outside, in the order +x, -x, +y, -y, +z, -z.
QUADS = np.array(
    [
        [(1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)],
        [(0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)],
        [(0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)],
        [(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)],
        [(0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)],
        [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)],
    ],
    np.float32,
)
PLACES = np.ascontiguousarray(np.indices((32, 32, 32)).reshape(3, -1).T, np.float32)
TRIANGLES = np.array([0, 1, 2, 0, 2, 3], np.uint16)


def culled_mesh(pad: np.ndarray, opaque: np.ndarray, tiles: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices f32 [n, 4, 3], attributes f32 [n, 4, 2] and indices [n, 6] of every face between an opaque cell and one that is not.

    ``pad`` holds kind ids with a border of one; ``opaque`` is bool and ``tiles`` u16 [6] by kind id.
    """
    solid = np.take(opaque, pad)
    inner = solid[1:-1, 1:-1, 1:-1]
    kinds = pad[1:-1, 1:-1, 1:-1].ravel()
    neighbours = (
        solid[2:, 1:-1, 1:-1],
        solid[:-2, 1:-1, 1:-1],
        solid[1:-1, 2:, 1:-1],
        solid[1:-1, :-2, 1:-1],
        solid[1:-1, 1:-1, 2:],
        solid[1:-1, 1:-1, :-2],
    )
    vertices, heads = [], []
    for face, other in enumerate(neighbours):
        cells = np.flatnonzero(inner > other)
        vertices.append(np.take(PLACES, cells, axis=0)[:, None, :] + QUADS[face])
        heads.append(tiles[np.take(kinds, cells), face] + np.float32(1024 * face))
    corners = np.concatenate(vertices)
    attributes = np.empty((len(corners), 4, 2), np.float32)
    attributes[:, :, 0] = np.concatenate(heads)[:, None]
    attributes[:, :, 1] = 63
    indices = TRIANGLES + 4 * np.arange(len(corners), dtype=np.uint16)[:, None]
    return corners, attributes, indices
