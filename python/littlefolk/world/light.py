"""The light of chunks as it is kept, and how it follows from their cells."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from littlefolk.kernels import LightTables, column_floor, light_pad, relight, uniform_value

from .boxes import absent_id, around, read_box, spans
from .cells import CEILING, CHUNK, FLOOR, HIGHEST_CHUNK, LOWEST_CHUNK, Cell, ChunkKey, chunk_inside
from .chunk import Chunk
from .kinds import KINDS

TABLES = LightTables(KINDS.opacity_table, KINDS.emission_table)
REACH = 15
"""Cells that light travels at most."""
_MOST_EDITS, _MOST_CELLS = 4096, 4_000_000
"""Beyond these, lighting whole chunks anew is cheaper than following the edits."""

Chunks = Mapping[ChunkKey, Chunk]
Floors = dict[tuple[int, int], np.ndarray]


class Light:
    """The light of one chunk, a value. cells: u8[32, 32, 32] of sky << 4 | block, or None where all cells have the one `level`."""

    __slots__ = ("cells", "level")

    def __init__(self, cells: np.ndarray | int) -> None:
        self.cells: np.ndarray | None = None
        self.level = 0
        value = cells if isinstance(cells, int) else uniform_value(cells)
        if value is not None:
            self.level = value
        elif isinstance(cells, np.ndarray):
            self.cells = cells

    def at(self, place: int) -> tuple[int, int]:
        """(sky, block) at a place, ``x << 10 | y << 5 | z``."""
        value = self.level if self.cells is None else self.cells.item(place)
        return value >> 4, value & 15

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Light) or self.level != other.level:
            return False
        if self.cells is None or other.cells is None:
            return self.cells is other.cells
        return np.array_equal(self.cells, other.cells)

    __hash__ = None  # type: ignore[assignment]


_SKY, _DARK = Light(0xF0), Light(0)
Lights = Mapping[ChunkKey, Light]


def light_around(chunks: Chunks, key: ChunkKey, floors: Floors) -> np.ndarray | int:
    """The light of a chunk and one cell on every side, from the cells of its own and the eight columns around, all of them resident.

    ``floors`` keeps what was found of columns; pass one dict while the chunks stay the same.
    """
    x, y, z = key
    grounds = [_floor(chunks, x + dx, z + dz, floors) for dx in (-1, 0, 1) for dz in (-1, 0, 1)]
    return light_pad(around(chunks, key), grounds, y * CHUNK, TABLES)


def light_of(pad: np.ndarray | int) -> Light:
    """What is kept of the light of a chunk with its border."""
    return Light(pad) if isinstance(pad, int) else Light(np.ascontiguousarray(pad[1:-1, 1:-1, 1:-1]))


def read_light(lights: Lights, low: Cell, high: Cell) -> np.ndarray:
    """The light of the cells ``low <= cell < high``, u8 over [x, y, z]. What is not known reads 0, above the world is open sky."""
    out = np.empty(tuple(high[i] - low[i] for i in range(3)), np.uint8)
    for x, there_x, here_x in spans(low[0], high[0]):
        for y, there_y, here_y in spans(low[1], high[1]):
            for z, there_z, here_z in spans(low[2], high[2]):
                light = lights.get(ChunkKey(x, y, z), _SKY if y > HIGHEST_CHUNK else _DARK)
                out[here_x, here_y, here_z] = light.level if light.cells is None else light.cells[there_x, there_y, there_z]
    return out


def relit(chunks: Chunks, lights: Lights, edits: Mapping[Cell, int]) -> tuple[dict[ChunkKey, Light], set[ChunkKey]] | None:
    """The lights that edits changed, and the chunks whose meshes read what changed; None where following the edits does not pay.

    chunks: as they are now. lights: as they were. edits: the kind id that was there before, by cell. Following them needs the light of
    every chunk within reach; without it the answer is None too.
    """
    changed = {cell: old for cell, old in edits.items() if _differ(old, _kind_id(chunks, cell))}
    if not changed:
        return {}, set()
    if len(changed) > _MOST_EDITS:
        return None
    beams = _beams(chunks, changed)
    ys = [cell.y for cell in changed] + [y for beam in beams for y in (beam[2], beam[3] - 1) if beam[2] != beam[3]]
    xs, zs = [cell.x for cell in changed], [cell.z for cell in changed]
    low = Cell(min(xs) - REACH - 1, min(ys) - REACH - 1, min(zs) - REACH - 1)
    high = Cell(max(xs) + REACH + 2, max(ys) + REACH + 2, max(zs) + REACH + 2)
    if (high.x - low.x) * (high.y - low.y) * (high.z - low.z) > _MOST_CELLS:
        return None
    inner_low, inner_high = low.offset(1, 1, 1), high.offset(-1, -1, -1)
    touched = _keys(inner_low, inner_high)
    if any(key not in lights for key in touched):
        return None
    kinds = read_box(chunks, low, high)
    known = kinds < len(TABLES.loss)
    loss = np.where(known, TABLES.loss[np.where(known, kinds, 0)], 64).astype(np.uint8)
    emission = np.where(known, TABLES.emission[np.where(known, kinds, 0)], 0).astype(np.uint8)
    before = read_light(lights, low, high)
    light = before.copy()
    places = np.array([(cell.x - low.x, cell.y - low.y, cell.z - low.z) for cell in changed], np.int32)
    relight(loss, emission, light, places, np.array(beams, np.int32) - np.array([low.x, low.z, 0, 0], np.int32), low.y)
    fresh: dict[ChunkKey, Light] = {}
    showing: set[ChunkKey] = set()
    for key in touched:
        there = tuple(slice(max(inner_low[i], key[i] * CHUNK), min(inner_high[i], key[i] * CHUNK + CHUNK)) for i in range(3))
        here = tuple(slice(s.start - low[i], s.stop - low[i]) for i, s in enumerate(there))
        other = light[here] != before[here]
        if not other.any():
            continue
        old = lights[key]
        cells = np.full((CHUNK,) * 3, old.level, np.uint8) if old.cells is None else old.cells.copy()
        cells[tuple(slice(s.start - key[i] * CHUNK, s.stop - key[i] * CHUNK) for i, s in enumerate(there))] = light[here]
        fresh[key] = Light(cells)
        showing |= _showing(key, other, [s.start - key[i] * CHUNK for i, s in enumerate(there)])
    return fresh, showing


def within_reach(cells: Mapping[Cell, int]) -> set[ChunkKey]:
    """The chunks whose light can hang on some cells' kinds: near them, and all below, where their shade may fall."""
    found: set[ChunkKey] = set()
    for cell in cells:
        low = Cell(cell.x - REACH - 1, FLOOR, cell.z - REACH - 1)
        found.update(_keys(low, cell.offset(REACH + 2, REACH + 2, REACH + 2)))
    return found


def _floor(chunks: Chunks, x: int, z: int, floors: Floors) -> np.ndarray:
    found = floors.get((x, z))
    if found is None:
        stack = [chunks[ChunkKey(x, y, z)].block for y in range(HIGHEST_CHUNK, LOWEST_CHUNK - 1, -1)]
        found = floors[x, z] = column_floor(stack, TABLES, CEILING)
    return found


def _kind_id(chunks: Chunks, cell: Cell) -> int:
    chunk = chunks.get(ChunkKey(cell.x >> 5, cell.y >> 5, cell.z >> 5))
    if chunk is None:
        return absent_id(ChunkKey(cell.x >> 5, cell.y >> 5, cell.z >> 5))
    return chunk.kind_id((cell.x & 31) << 10 | (cell.y & 31) << 5 | cell.z & 31)


def _differ(one: int, other: int) -> bool:
    """Whether two kinds differ in what light knows of them."""
    if other >= len(TABLES.loss):
        return True
    return bool(
        TABLES.loss[one] != TABLES.loss[other] or TABLES.emission[one] != TABLES.emission[other] or TABLES.dims[one] != TABLES.dims[other]
    )


def _beams(chunks: Chunks, changed: Mapping[Cell, int]) -> list[tuple[int, int, int, int]]:
    """(x, z, lowest y in the sun before, and now) of every column with a change."""
    by_column: dict[tuple[int, int], dict[int, int]] = {}
    for cell, old in changed.items():
        by_column.setdefault((cell.x, cell.z), {})[cell.y] = old
    beams = []
    for (x, z), olds in by_column.items():
        kinds = read_box(chunks, Cell(x, FLOOR, z), Cell(x + 1, CEILING, z + 1)).reshape(-1)
        dims = np.where(kinds < len(TABLES.dims), TABLES.dims[np.minimum(kinds, len(TABLES.dims) - 1)], True)
        now = _lowest_lit(dims)
        for y, old in olds.items():
            dims[y - FLOOR] = TABLES.dims[old]
        beams.append((x, z, _lowest_lit(dims), now))
    return beams


def _lowest_lit(dims: np.ndarray) -> int:
    found = np.flatnonzero(dims)
    return FLOOR + (int(found[-1]) + 1 if len(found) else 0)


def _keys(low: Cell, high: Cell) -> list[ChunkKey]:
    """The chunks of the world that a box meets."""
    ranges = [range(low[i] // CHUNK, (high[i] - 1) // CHUNK + 1) for i in range(3)]
    return [key for x in ranges[0] for y in ranges[1] for z in ranges[2] if chunk_inside(key := ChunkKey(x, y, z))]


def _showing(key: ChunkKey, changed: np.ndarray, start: list[int]) -> set[ChunkKey]:
    """The chunks whose meshes read any changed cell of a chunk: itself, and those that its outermost changed cells touch."""
    ways = []
    for axis in range(3):
        found = np.flatnonzero(changed.any(axis=tuple(i for i in range(3) if i != axis))) + start[axis]
        ways.append([0, *([-1] if found[0] == 0 else []), *([1] if found[-1] == CHUNK - 1 else [])])
    return {ChunkKey(key.x + dx, key.y + dy, key.z + dz) for dx in ways[0] for dy in ways[1] for dz in ways[2]}
