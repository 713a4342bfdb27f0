"""The world: resident chunks, authored edits, and transactions on them."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np

from .boxes import absent_id, read_box, read_pad
from .cells import FLOOR, Cell, ChunkKey, chunk_inside, chunk_of, index_of, inside
from .chunk import Chunk, constant_traits
from .edits import Edit, Edits
from .kinds import AIR_ID, HELD, KINDS, SOLID, Kind
from .light import Light
from .ray import Hit, walk
from .transactions import Applied, Change, Commit, Refused, chunks_showing

__all__ = ["Applied", "Availability", "Change", "Commit", "Edit", "Hit", "Reading", "Refused", "World"]

log = logging.getLogger(__name__)

Listener = Callable[[Commit], None]
Guard = Callable[[str, Sequence[Applied]], "Refused | None"]


class Availability(Enum):
    """What a reader met: a resident cell, one whose chunk is absent or still loading, or one outside the world."""

    RESIDENT = "resident"
    UNAVAILABLE = "unavailable"
    OUTSIDE = "outside"


class Reading(NamedTuple):
    """The answer to reading a cell; `kind` is None unless the cell is resident."""

    availability: Availability
    kind: Kind | None


_UNAVAILABLE = Reading(Availability.UNAVAILABLE, None)
_OUTSIDE = Reading(Availability.OUTSIDE, None)
_READINGS = tuple(Reading(Availability.RESIDENT, kind) for kind in KINDS)


class _History:
    """The transactions of one author that can be undone and redone, latest last."""

    def __init__(self, depth: int) -> None:
        self.done: deque[tuple[Applied, ...]] = deque(maxlen=depth)
        self.undone: deque[tuple[Applied, ...]] = deque(maxlen=depth)


class World:
    """A block world. Only one thread, the frame's, may change it; a chunk taken from it is a value that any thread may read.

    seed: any integer; the terrain's. clock: seconds since 1970, for the time of edits. undo_depth: transactions kept per author.
    """

    def __init__(self, seed: int, name: str = "World", *, clock: Callable[[], float] = time.time, undo_depth: int = 100) -> None:
        self.seed = seed
        self.name = name
        self.revision = 0
        self.edits = Edits()
        self.chunks: dict[ChunkKey, Chunk] = {}
        self.lights: dict[ChunkKey, Light] = {}
        self.stamp = 0
        """Grows whenever any resident chunk changes, comes or goes; for caches."""
        self._clock = clock
        self._depth = undo_depth
        self._histories: dict[str, _History] = {}
        self._listeners: list[Listener] = []
        self._guards: list[Guard] = []
        self._committing = False

    # Reading

    def read(self, cell: Cell) -> Reading:
        """The kind of a cell, or why there is none to tell."""
        chunk = self.chunks.get(chunk_of(cell))
        if chunk is not None:
            return _READINGS[chunk.kind_id(index_of(cell))]
        return _UNAVAILABLE if inside(cell) else _OUTSIDE

    def light(self, cell: Cell) -> tuple[int, int] | None:
        """(sky, block) light of a cell, each 0..15; None where it is not known: neither dark nor bright."""
        light = self.lights.get(chunk_of(cell))
        if light is not None:
            return light.at(index_of(cell))
        return None if inside(cell) else (15, 0) if absent_id(chunk_of(cell)) == AIR_ID else (0, 0)

    def box(self, low: Cell, high: Cell) -> np.ndarray:
        """The kind ids of the cells ``low <= cell < high`` as `boxes.read_box` gives them."""
        return read_box(self.chunks, low, high)

    def pad(self, key: ChunkKey) -> np.ndarray:
        """A chunk with one cell more on every side, u16[34, 34, 34], for the mesher."""
        return read_pad(self.chunks, key)

    def traits(self, key: ChunkKey) -> bytes | bytearray:
        """The trait bits of a chunk's cells for collision: absent chunks hold, the outside is solid except above the ceiling."""
        chunk = self.chunks.get(key)
        if chunk is not None:
            return chunk.traits
        if chunk_inside(key):
            return constant_traits(HELD)
        return constant_traits(0 if absent_id(key) == AIR_ID else SOLID)

    def ray(
        self,
        origin: tuple[float, float, float],
        direction: tuple[float, float, float],
        reach: float = 6.0,
        stops: Callable[[Kind], bool] | None = None,
    ) -> Hit | None:
        """The first cell within reach that stops a ray: by default anything but air and liquids.

        A ray that meets an unavailable cell, or leaves the world, hits nothing.
        """
        before: Cell | None = None
        for cell, face, distance in walk(origin, direction, reach):
            reading = self.read(cell)
            if reading.kind is None:
                if reading is _OUTSIDE and cell.y > FLOOR and direction[1] < 0:
                    before = cell
                    continue
                return None
            if stops(reading.kind) if stops is not None else _targetable(reading.kind):
                return Hit(cell, face, before or cell, distance)
            before = cell
        return None

    # Residency

    def install(self, key: ChunkKey, content: Chunk | np.ndarray) -> None:
        """Make a chunk resident: generated kind ids (unsigned, (32, 32, 32)) or a chunk of them. The overlay is laid over it."""
        if not chunk_inside(key):
            raise ValueError(f"chunk {key} lies outside the world")
        chunk = content if isinstance(content, Chunk) else Chunk.from_ids(content)
        authored = self.edits.column(key)
        self.chunks[key] = chunk.with_cells(authored) if authored else chunk
        self.stamp += 1

    def evict(self, key: ChunkKey) -> None:
        """Forget a resident chunk. Its authored cells stay in the overlay. An absent chunk is no error."""
        self.lights.pop(key, None)
        if self.chunks.pop(key, None) is not None:
            self.stamp += 1

    def load_edits(self, edits: Iterable[tuple[Cell, Edit]], revision: int) -> None:
        """Take over the overlay of a saved world, before anything is committed here."""
        if self.revision:
            raise RuntimeError("the world has been changed already; load edits into a fresh one")
        touched = set()
        for cell, edit in edits:
            self.edits.put(cell, edit)
            touched.add(chunk_of(cell))
        self.revision = revision
        for key in touched & self.chunks.keys():
            self.install(key, self.chunks[key])

    # Changing

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` once after every commit. Returns what ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def guard(self, guard: Guard) -> Callable[[], None]:
        """Ask `guard(author, changes)` before every commit; a Refused from it stops the transaction. Returns what ends it."""
        self._guards.append(guard)
        return lambda: self._guards.remove(guard) if guard in self._guards else None

    def commit(self, author: str, changes: Sequence[Change]) -> Commit | Refused:
        """Apply all changes under one new revision, or none of them.

        Refused when a kind is unknown, a cell is named twice, outside the world, unavailable or not what was expected, when nothing
        would change, or when a guard says so. Changes to what is there already are left out.
        """
        at = self._clock()
        applied: list[Applied] = []
        seen: set[Cell] = set()
        stale: list[tuple[Cell, str]] = []
        made: dict[str, Edit] = {}
        for change in changes:
            cell = change.cell if type(change.cell) is Cell else Cell(*change.cell)
            if change.kind not in KINDS:
                return Refused(cell, f"no block kind is called {change.kind!r}", (cell,))
            if cell in seen:
                return Refused(cell, f"cell {cell} is named twice in one transaction", (cell,))
            seen.add(cell)
            reading = self.read(cell)
            if reading.kind is None:
                return Refused(cell, _absence(cell, reading), (cell,))
            before = reading.kind.name
            if change.expected is not None and change.expected != before:
                stale.append((cell, f"expected {change.expected} at {cell}, found {before}"))
            elif before != change.kind:
                edit = made.get(change.kind)
                if edit is None:
                    edit = made[change.kind] = Edit(change.kind, author, at, self.revision + 1)
                applied.append(Applied(cell, before, change.kind, edit, self.edits.get(cell)))
        if stale:
            return Refused(stale[0][0], stale[0][1], tuple(cell for cell, _ in stale))
        if not applied:
            first = Cell(*changes[0].cell) if changes else None
            return Refused(first, f"cell {first} is {changes[0].kind} already" if changes else "no changes were given")
        outcome = self._apply(author, at, "edit", applied)
        if isinstance(outcome, Commit):
            history = self._histories.setdefault(author, _History(self._depth))
            history.done.append(outcome.applied)
            history.undone.clear()
        return outcome

    def undo(self, author: str) -> Commit | Refused:
        """Take back the author's last transaction as a new one; refused when someone else changed one of its cells since."""
        history = self._histories.get(author)
        if history is None or not history.done:
            return Refused(None, f"{author} has nothing to undo")
        return self._reverse(author, "undo", history.done, history.undone)

    def redo(self, author: str) -> Commit | Refused:
        """Repeat the author's last undone transaction as a new one, under the same condition as `undo`."""
        history = self._histories.get(author)
        if history is None or not history.undone:
            return Refused(None, f"{author} has nothing to redo")
        return self._reverse(author, "redo", history.undone, history.done)

    def rename_author(self, before: str, after: str) -> None:
        """What `before` can undo and redo is from now on for `after` to undo and redo. Edits keep the name they were made under."""
        history = self._histories.pop(before, None)
        self.forget_author(after)
        if history is not None:
            self._histories[after] = history

    def forget_author(self, author: str) -> None:
        """Let nobody who comes to bear this name undo or redo what it did until now."""
        self._histories.pop(author, None)

    @property
    def undoable(self) -> frozenset[str]:
        """The authors who have a transaction to take back."""
        return frozenset(author for author, history in self._histories.items() if history.done)

    @property
    def redoable(self) -> frozenset[str]:
        """The authors who have a transaction to repeat."""
        return frozenset(author for author, history in self._histories.items() if history.undone)

    def _reverse(self, author: str, cause: str, source: deque[tuple[Applied, ...]], target: deque[tuple[Applied, ...]]) -> Commit | Refused:
        reversed_: list[Applied] = []
        changed: list[Cell] = []
        for last in source[-1]:
            reading = self.read(last.cell)
            if reading.kind is None:
                return Refused(last.cell, _absence(last.cell, reading), (last.cell,))
            now = self.edits.get(last.cell)
            if reading.kind.name != last.after or (now and now.author) != (last.edit and last.edit.author):
                changed.append(last.cell)
            # The new entry keeps who authored the restored value and when, but counts as written by this transaction.
            edit = last.previous and last.previous._replace(revision=self.revision + 1)
            reversed_.append(Applied(last.cell, last.after, last.before, edit, now))
        if changed:
            return Refused(changed[0], f"cannot {cause}: someone else changed {changed[0]} since", tuple(changed))
        outcome = self._apply(author, self._clock(), cause, reversed_)
        if isinstance(outcome, Commit):
            source.pop()
            target.append(outcome.applied)
        return outcome

    def _apply(self, author: str, at: float, cause: str, applied: list[Applied]) -> Commit | Refused:
        if self._committing:
            raise RuntimeError("a listener or guard may not change the world; queue the change for the next frame")
        self._committing = True
        try:
            for guard in tuple(self._guards):
                refused = guard(author, applied)
                if refused is not None:
                    return refused
            self._write(applied)
            commit = Commit(self.revision, author, at, cause, tuple(applied), chunks_showing(change.cell for change in applied))
            for listener in tuple(self._listeners):
                try:
                    listener(commit)
                except Exception:
                    # The commit stands and the other listeners must hear of it whatever one of them does.
                    log.exception("a listener failed after revision %d", self.revision)
            return commit
        finally:
            self._committing = False

    def _write(self, applied: list[Applied]) -> None:
        by_chunk: dict[ChunkKey, dict[int, int]] = {}
        for change in applied:
            by_chunk.setdefault(chunk_of(change.cell), {})[index_of(change.cell)] = KINDS[change.after].id
            self.edits.put(change.cell, change.edit)
        for key, cells in by_chunk.items():
            self.chunks[key] = self.chunks[key].with_cells(cells)
        self.revision += 1
        self.stamp += 1


def _targetable(kind: Kind) -> bool:
    return kind.surface != "none" and not kind.liquid


def _absence(cell: Cell, reading: Reading) -> str:
    if reading.availability is Availability.OUTSIDE:
        return f"cell {cell} lies outside the world"
    return f"cell {cell} is not loaded; go nearer and try again"
