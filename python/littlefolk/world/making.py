"""What workers make of chunks: light, mesh and links of sight. Pure: values in, values out, in any thread."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from littlefolk.kernels import EMPTY, ChunkMesh, Hiding, MeshTables, chunk_pad, links, mesh_chunk

from .boxes import around
from .cells import CHUNK, HIGHEST_CHUNK, LOWEST_CHUNK, Cell, ChunkKey, Direction, origin_of
from .chunk import Chunk
from .kinds import AIR_ID, KINDS
from .light import Floors, Light, light_around, light_of, read_light, relit, within_reach

TABLES = MeshTables(KINDS.surface_table, KINDS.tile_table, KINDS.emission_table, KINDS.shape_table)
HIDING = Hiding(KINDS.surface_table == 1)
_OPAQUE = (KINDS.surface_table == 1).tolist()
_BESIDE = ((0, 0, 0), *(direction.vector for direction in Direction))

Column = tuple[int, int]
"""x and z of a column of chunks."""


class Made(NamedTuple):
    """All that is derived from the cells in and around one chunk."""

    key: ChunkKey
    light: Light
    mesh: ChunkMesh
    links: np.ndarray


def column_keys(column: Column) -> list[ChunkKey]:
    """The chunks of a column, from below."""
    return [ChunkKey(column[0], y, column[1]) for y in range(LOWEST_CHUNK, HIGHEST_CHUNK + 1)]


def make_column(chunks: Mapping[ChunkKey, Chunk], column: Column) -> list[Made]:
    """Light, mesh and links of every chunk of a column. `chunks` must hold it and the eight columns around it."""
    floors: Floors = {}
    return [make_chunk(chunks, key, light_around(chunks, key, floors)) for key in column_keys(column)]


def make_chunk(chunks: Mapping[ChunkKey, Chunk], key: ChunkKey, light: np.ndarray | int) -> Made:
    """Mesh and links of one chunk under the light of it and its border."""
    chunk = chunks[key]
    hidden = chunk.only == AIR_ID or _buried(key, chunks)
    mesh = EMPTY if hidden else mesh_chunk(chunk_pad(around(chunks, key)), TABLES, light)
    return Made(key, light_of(light), mesh, links(chunk.block, HIDING))


def renew(
    chunks: Mapping[ChunkKey, Chunk],
    lights: Mapping[ChunkKey, Light],
    edits: Mapping[Cell, int],
    showing: Iterable[ChunkKey],
    follow: bool = True,
) -> list[Made]:
    """What edits change of the chunks that have light: those in `showing`, and all whose light or whose border's light is another one.

    chunks: as they are now. lights: as they were before the edits. edits: the kind id that was there before, by cell. `follow` off lights
    everything within reach anew, for when the lights are not all of one moment.
    """
    floors: Floors = {}
    found = relit(chunks, lights, edits) if follow else None
    if found is None:
        again = {key for key in within_reach(edits) | set(showing) if key in lights}
        return [make_chunk(chunks, key, light_around(chunks, key, floors)) for key in sorted(again)]
    fresh, lit = found
    now = {**lights, **fresh} if fresh else lights
    made = []
    for key in sorted(key for key in lit | set(showing) if key in lights):
        x, y, z = origin_of(key)
        around_keys = [(key.x + dx, key.y + dy, key.z + dz) for dx in (-1, 0, 1) for dy in (-1, 0, 1) for dz in (-1, 0, 1)]
        if all(other in now or not LOWEST_CHUNK <= other[1] <= HIGHEST_CHUNK for other in around_keys):
            light: np.ndarray | int = read_light(now, Cell(x - 1, y - 1, z - 1), Cell(x + CHUNK + 1, y + CHUNK + 1, z + CHUNK + 1))
        else:
            # At the rim of what is resident the neighbours' light is not kept, but their cells are there to find it from.
            light = light_around(chunks, key, floors)
        made.append(make_chunk(chunks, key, light))
    return made


def _buried(key: ChunkKey, chunks: Mapping[ChunkKey, Chunk]) -> bool:
    """Whether a chunk and all six beside it are filled with something opaque, as deep stone is."""
    for dx, dy, dz in _BESIDE:
        other = ChunkKey(key.x + dx, key.y + dy, key.z + dz)
        chunk = chunks.get(other)
        if chunk is None:
            if other.y >= LOWEST_CHUNK:
                return False
        elif chunk.only is None or not _OPAQUE[chunk.only]:
            return False
    return True
