"""What goes into and comes out of a transaction on the world."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from .cells import CHUNK, Cell, ChunkKey, chunk_inside, chunk_of
from .edits import Edit


class Change(NamedTuple):
    """One wished change. kind: a durable name, ``air`` removes. expected: what must be there now, or None for anything."""

    cell: Cell
    kind: str
    expected: str | None = None


class Applied(NamedTuple):
    """One change as it happened. edit and previous: the overlay's entry after and before, None where terrain shows."""

    cell: Cell
    before: str
    after: str
    edit: Edit | None
    previous: Edit | None


@dataclass(frozen=True, slots=True)
class Commit:
    """A transaction that happened. cause: ``edit``, ``undo`` or ``redo``. remesh: the chunks whose look may have changed."""

    revision: int
    author: str
    at: float
    cause: str
    applied: tuple[Applied, ...]
    remesh: frozenset[ChunkKey]


@dataclass(frozen=True, slots=True)
class Refused:
    """A transaction that did not happen; nothing changed. cells: all cells at fault, `cell` the first of them (None: no one cell)."""

    cell: Cell | None
    reason: str
    cells: tuple[Cell, ...] = ()


def chunks_showing(cells: Iterable[Cell]) -> frozenset[ChunkKey]:
    """The chunks whose mesh reads any of the cells: their own, and those that touch them by a face, an edge or a corner."""
    # Cells with the same chunk and the same borders reach the same chunks; of a large transaction few differ.
    reaches = {(chunk_of(cell), _side(cell[0]), _side(cell[1]), _side(cell[2])) for cell in cells}
    found: set[ChunkKey] = set()
    for own, x, y, z in reaches:
        spans = [(0,) if side == 0 else (0, side) for side in (x, y, z)]
        found.update(ChunkKey(own.x + dx, own.y + dy, own.z + dz) for dx in spans[0] for dy in spans[1] for dz in spans[2])
    return frozenset(key for key in found if chunk_inside(key))


def _side(value: int) -> int:
    """-1 at the low border of a chunk, 1 at the high one, else 0."""
    place = value % CHUNK
    return -1 if place == 0 else 1 if place == CHUNK - 1 else 0
