"""The peer of the shaded mesher: npm's ao-mesher, unmodified, in one Node process that stays up and times itself."""

from __future__ import annotations

import base64

import numpy as np
from littlefolk.kernels import ChunkMesh
from node_peer import NodePeer

OPAQUE = 1 << 15
LEVELS = {0: 0, 153: 1, 204: 2, 255: 3}


class AoMesher(NodePeer):
    """The running peer; a context."""

    def __init__(self) -> None:
        super().__init__("ao_mesher.js")

    def load(self, pad: np.ndarray) -> np.ndarray:
        """Take a pad of opaque kinds (0 is air; fewer than 256) and mesh it once: vertices u8 [quads, 6, 8] as the peer makes them."""
        cells = np.where(pad > 0, pad | OPAQUE, 0).astype("<u2")
        answer = self.ask({"cells": base64.b64encode(np.ascontiguousarray(cells).tobytes()).decode(), "times": 1})
        return np.frombuffer(base64.b64decode(str(answer["vertices"])), np.uint8).reshape(-1, 6, 8)

    def seconds(self, times: int) -> float:
        """Mean processor time of a mesh of what was loaded."""
        return float(str(self.ask({"times": times})["us"])) / 1e6


def peer_faces(vertices: np.ndarray) -> set[tuple[int, ...]]:
    """The unit faces of the peer's mesh as (face, x, y, z of the lowest corner, kind, occlusion of the four corners)."""
    found = set()
    for quad in vertices.astype(int):
        axis = int(np.flatnonzero(quad[0, 4:7] != 128)[0])
        face = 2 * axis + (quad[0, 4 + axis] == 127)
        _spread(found, int(face), axis, quad[:, :3], [LEVELS[level] for level in quad[:, 3].tolist()], int(quad[0, 7]))
    return found


def own_faces(mesh: ChunkMesh) -> set[tuple[int, ...]]:
    """The same of our mesh, with its occlusion on the peer's scale, which knows no level below 1; layers must be kind ids."""
    found: set[tuple[int, ...]] = set()
    for part in filter(None, mesh.surfaces):
        corners = np.frombuffer(part.vertices, np.float32).reshape(-1, 4, 3).astype(int)
        head, shade = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2).astype(int).transpose(2, 0, 1)
        for quad, first, shades in zip(corners, head[:, 0].tolist(), shade, strict=True):
            face = first >> 10 & 7
            _spread(found, face, face // 2, quad, [max(1, level & 3) for level in shades.tolist()], first & 1023)
    return found


def inside(faces: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Without those on the outermost planes, of which the peer makes only some."""
    return {
        face for face in faces if all(0 < face[1 + axis] < 32 if axis == face[0] // 2 else 0 <= face[1 + axis] < 32 for axis in range(3))
    }


def _spread(found: set[tuple[int, ...]], face: int, axis: int, corners: np.ndarray, levels: list[int], kind: int) -> None:
    """Cut a quad into unit faces; all of them have its corners' levels."""
    u, v = (i for i in range(3) if i != axis)
    low, high = corners.min(0), corners.max(0)
    at = {(int(c[u] > low[u]), int(c[v] > low[v])): level for c, level in zip(corners, levels, strict=True)}
    for i in range(low[u], high[u]):
        for k in range(low[v], high[v]):
            place = [0, 0, 0]
            place[axis], place[u], place[v] = int(low[axis]), i, k
            found.add((face, *place, kind, at[0, 0], at[0, 1], at[1, 0], at[1, 1]))
