"""One chunk of 32 x 32 x 32 cells: a palette of kind ids and one dense column of indexes into it.

Chunks are values: a change makes a new chunk. A worker thread that holds some therefore sees one consistent moment, without a lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from .cells import CHUNK
from .kinds import KINDS

VOLUME = CHUNK**3
_SHAPE = (CHUNK, CHUNK, CHUNK)
_SMALL = 256


class Chunk:
    """An immutable chunk.

    palette: u16 ids of the kinds in it (a palette may keep a kind that an edit has removed).
    index: u8 (u16 beyond 256 kinds) of shape (32, 32, 32) over [x, y, z], or None for a chunk of the one kind ``palette[0]``.
    block: both, as kernels take them.
    """

    __slots__ = ("_traits", "block", "index", "palette")

    def __init__(self, palette: np.ndarray, index: np.ndarray | None) -> None:
        self.palette = palette
        self.index = index
        self.block = (palette, index)
        self._traits: bytes | bytearray | None = None

    @classmethod
    def uniform(cls, kind_id: int) -> Chunk:
        """A chunk filled with one kind."""
        return cls(np.array([kind_id], np.uint16), None)

    @classmethod
    def from_ids(cls, ids: np.ndarray) -> Chunk:
        """A chunk from kind ids, unsigned integers of shape (32, 32, 32) over [x, y, z]."""
        if ids.shape != _SHAPE or ids.dtype.kind != "u":
            raise ValueError(f"a chunk needs unsigned ids of shape {_SHAPE}, got {ids.dtype} {ids.shape}")
        flat = np.ascontiguousarray(ids).reshape(-1)
        if (flat == flat[0]).all():
            return cls.uniform(int(flat[0]))
        palette = np.flatnonzero(np.bincount(flat)).astype(np.uint16)
        small = np.uint8 if len(palette) <= _SMALL else np.uint16
        place = np.zeros(int(palette[-1]) + 1, small)
        place[palette] = np.arange(len(palette), dtype=small)
        return cls(palette, place[flat].reshape(_SHAPE))

    def renamed(self, table: np.ndarray) -> Chunk:
        """The chunk with every kind id replaced by ``table[id]`` (u16)."""
        return Chunk(table[self.palette], self.index)

    @property
    def only(self) -> int | None:
        """The kind id of a chunk stored as of one kind, else None."""
        return int(self.palette[0]) if self.index is None else None

    def kind_id(self, place: int) -> int:
        """The kind id at a place, ``x << 10 | y << 5 | z``."""
        if self.index is None:
            return int(self.palette[0])
        return int(self.palette[self.index.item(place)])

    def ids(self) -> np.ndarray:
        """All kind ids, u16 of shape (32, 32, 32)."""
        if self.index is None:
            return np.full(_SHAPE, self.palette[0], np.uint16)
        return self.palette[self.index]

    def fill(self, out: np.ndarray, box: tuple[slice, slice, slice]) -> None:
        """Write the kind ids of a box of this chunk into `out`, an array of the box's shape."""
        out[...] = self.palette[0] if self.index is None else self.palette[self.index[box]]

    def with_cells(self, cells: Mapping[int, int]) -> Chunk:
        """The chunk with other kind ids at some places (``x << 10 | y << 5 | z``)."""
        palette = self.palette.tolist()
        place_of = {kind: i for i, kind in enumerate(palette)}
        for kind in cells.values():
            if kind not in place_of:
                place_of[kind] = len(palette)
                palette.append(kind)
        wide = np.uint8 if len(palette) <= _SMALL else np.uint16
        index = np.zeros(_SHAPE, wide) if self.index is None else self.index.astype(wide)
        places = np.fromiter(cells, np.intp, len(cells))
        index.reshape(-1)[places] = np.fromiter((place_of[kind] for kind in cells.values()), wide, len(cells))
        changed = Chunk(np.array(palette, np.uint16), index)
        if self._traits is not None:
            traits = bytearray(self._traits)
            for place, kind in cells.items():
                traits[place] = _TRAITS[kind]
            changed._traits = traits
        return changed

    @property
    def traits(self) -> bytes | bytearray:
        """The trait bits of every cell (see `kinds.SOLID`), one byte each; made at first use, for bodies and paths. Never write to it."""
        if self._traits is None:
            table = KINDS.trait_table[self.palette]
            self._traits = constant_traits(int(table[0])) if self.index is None else table[self.index].tobytes()
        return self._traits


_TRAITS = KINDS.trait_table.tolist()


@lru_cache(maxsize=8)
def constant_traits(bits: int) -> bytes:
    """The trait column of a chunk that is the same everywhere; shared between all such chunks."""
    return bytes((bits,)) * VOLUME
