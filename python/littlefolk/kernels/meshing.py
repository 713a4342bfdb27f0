"""Meshes of chunks: packed bytes of visible faces, ready for the renderer."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import littlefolk.kernels._native.mesher as _mesher

PAD = 34
"""Cells along an edge of a pad: a chunk and one cell on every side."""

UNAVAILABLE = 0xFFFF
"""Kind id of a cell that is not known yet: no face is drawn against it."""

SOLID_OUTSIDE = 0xFFFE
"""Kind id of a cell below the world: it hides faces and darkens corners as an opaque cell does. Only in a pad's border."""

NONE, OPAQUE, CUTOUT, TRANSPARENT = range(4)
"""Surfaces a kind can belong to, as `MeshTables` takes them."""

CUBE, CROSS = range(2)
"""Shapes of a kind, as `MeshTables` takes them: a cube, or two upright quads along its diagonals."""

LAYERS, EMISSIONS = 1024, 16
"""Texture layers and steps of emission that a vertex can carry."""

SUNLIT = 0xF0
"""The light of open country: sky 15, block 0."""


class SurfaceMesh(NamedTuple):
    """Triangles of one surface of a chunk, in chunk-local cells.

    ``vertices`` holds three float32 a vertex (0..32). ``attributes`` holds two float32 a vertex, both exact integers:
    ``layer + 1024 * face + 8192 * emission`` and ``ao + 4 * sky + 64 * block_light``, with ao 0 (dark) to 3 (open).
    Faces 0..5 are +x, -x, +y, -y, +z, -z; 6 and 7 the diagonals of a cross, to be drawn from both sides.
    ``indices`` are u16, six a quad, clockwise seen from outside. ``aabb`` is (x, y, z, size x, size y, size z) of the whole surface.
    ``surface`` is 0 opaque, 1 cutout, 2 transparent.
    """

    surface: int
    vertices: bytes
    attributes: bytes
    indices: bytes
    vertex_count: int
    index_count: int
    aabb: tuple[float, float, float, float, float, float]


class ChunkMesh(NamedTuple):
    """The surfaces of one chunk.

    ``surfaces`` starts with opaque, cutout and transparent, each a `SurfaceMesh` or None. A surface of more than 65,536 vertices goes on in
    further entries behind those three; take the material from each entry's ``surface``.
    """

    surfaces: tuple[SurfaceMesh | None, ...]


EMPTY = ChunkMesh((None, None, None))
"""The mesh of a chunk without a visible face."""


class MeshTables:
    """What the mesher must know of each kind, as arrays by kind id.

    ``surface``: u8[n], 0 air, 1 opaque, 2 cutout, 3 transparent. ``tiles``: u16[n, 6], texture layer of the faces
    +x, -x, +y, -y, +z, -z. ``emission``: u8[n], 0..15. ``shape``: u8[n], 0 cube, 1 cross, which is always cutout and wears the tile of +z;
    all cubes when left out. Integers of any width will do; raises `ValueError` for wrong shapes or values out of range.
    """

    def __init__(self, surface: np.ndarray, tiles: np.ndarray, emission: np.ndarray, shape: np.ndarray | None = None) -> None:
        surface, tiles, emission = (np.asarray(a) for a in (surface, tiles, emission))
        shape = np.zeros(surface.shape, np.uint8) if shape is None else np.asarray(shape)
        kinds = len(surface) if surface.ndim == 1 else 0
        if not 1 <= kinds < SOLID_OUTSIDE:
            raise ValueError(f"surface must be a row of 1 to {SOLID_OUTSIDE - 1} kinds, not an array of shape {surface.shape}")
        if tiles.shape != (kinds, 6):
            raise ValueError(f"tiles must have the shape ({kinds}, 6), one layer a face of each kind, not {tiles.shape}")
        if emission.shape != (kinds,):
            raise ValueError(f"emission must have the shape ({kinds},), not {emission.shape}")
        if shape.shape != (kinds,):
            raise ValueError(f"shape must have the shape ({kinds},), not {shape.shape}")
        limits = (("surface", surface, 4), ("tiles", tiles, LAYERS), ("emission", emission, EMISSIONS), ("shape", shape, 2))
        for name, array, limit in limits:
            if array.min() < 0 or array.max() >= limit:
                raise ValueError(f"{name} must hold 0..{limit - 1}; it spans {array.min()}..{array.max()}")
        self._native = _mesher.Tables(
            np.ascontiguousarray(surface, np.uint8),
            np.ascontiguousarray(tiles, np.uint16),
            np.ascontiguousarray(emission, np.uint8),
            np.ascontiguousarray(shape, np.uint8),
        )


def mesh_chunk(pad: np.ndarray, tables: MeshTables, light: np.ndarray | int = SUNLIT, *, ao: bool = True, merge: bool = True) -> ChunkMesh:
    """Mesh a chunk: ``pad`` is u16[34, 34, 34] of kind ids, C-contiguous, the chunk with one cell on every side.

    A face shows where its cell's neighbour is neither opaque nor `UNAVAILABLE`; faces between two cutout or two transparent cells
    of the same kind are left out. ``light`` is what `light_pad` gives; a corner has the mean of the open cells before it. ``ao`` off
    leaves every corner open; ``merge`` off gives one quad a face. The GIL is released. Raises `TypeError` or `ValueError` for another
    type, shape or layout, and `ValueError` for a kind id the tables do not know.
    """
    parts = _mesher.mesh(pad, tables._native, ao, merge, light)
    if not parts:
        return EMPTY
    first: list[SurfaceMesh | None] = [None, None, None]
    more: list[SurfaceMesh] = []
    for part in map(SurfaceMesh._make, parts):
        if first[part.surface] is None:
            first[part.surface] = part
        else:
            more.append(part)
    return ChunkMesh((*first, *more))
