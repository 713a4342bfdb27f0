"""The sparse overlay of authored cells over the generated terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .cells import Cell, ChunkKey, chunk_of, index_of
from .kinds import KINDS


class Edit(NamedTuple):
    """What someone made of a cell, air included. at: seconds since 1970 (UTC). revision: the commit that wrote it."""

    kind: str
    author: str
    at: float
    revision: int


class Edits(Mapping[Cell, Edit]):
    """The final authored state of every authored cell. It does not depend on which chunks are resident."""

    def __init__(self) -> None:
        self._chunks: dict[ChunkKey, dict[Cell, Edit]] = {}
        self._count = 0

    def __getitem__(self, cell: Cell) -> Edit:
        return self._chunks.get(chunk_of(cell), {})[cell]

    def get(self, cell: Cell, default: Edit | None = None) -> Edit | None:  # type: ignore[override]
        """The entry of a cell, or the default. Most cells have none, so this must not go through an exception."""
        edits = self._chunks.get(chunk_of(cell))
        return default if edits is None else edits.get(cell, default)

    def __iter__(self) -> Iterator[Cell]:
        for edits in self._chunks.values():
            yield from edits

    def __len__(self) -> int:
        return self._count

    def in_chunk(self, key: ChunkKey) -> Mapping[Cell, Edit]:
        """The authored cells of one chunk."""
        return self._chunks.get(key, {})

    def chunks(self) -> Iterator[ChunkKey]:
        """The chunks that hold authored cells."""
        return iter(self._chunks)

    def column(self, key: ChunkKey) -> dict[int, int]:
        """The authored kind ids of one chunk by place (``x << 10 | y << 5 | z``)."""
        return {index_of(cell): KINDS[edit.kind].id for cell, edit in self._chunks.get(key, {}).items()}

    def put(self, cell: Cell, edit: Edit | None) -> None:
        """Set the entry of a cell, or forget it (None), which hands the cell back to the terrain."""
        key = chunk_of(cell)
        if edit is None:
            edits = self._chunks.get(key)
            if edits is not None and edits.pop(cell, None) is not None:
                self._count -= 1
                if not edits:
                    del self._chunks[key]
            return
        edits = self._chunks.setdefault(key, {})
        self._count += cell not in edits
        edits[cell] = edit
