"""Residency: columns of chunks come, are lit and meshed and go as places of interest move, all heavy work off the frame."""

from __future__ import annotations

import heapq
import logging
import time
from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial

from littlefolk.kernels import EMPTY, ChunkMesh, generate_chunk

from .cells import Cell, ChunkKey, cell_at, chunk_inside, chunk_of
from .chunk import Chunk
from .kinds import KINDS
from .light import Light
from .making import Column, Made, column_keys, make_column, renew
from .residency import LAYERS, Plan, sector_of
from .sight import Sight
from .terrain import Generate, terrain_chunk
from .transactions import Commit
from .workers import Pool, Task, Workers
from .world import World

log = logging.getLogger(__name__)

Place = tuple[float, float, float]
Batch = list[tuple[ChunkKey, "ChunkMesh | None"]]

PLAYER = "player"
_WINDOW = 4
"""Columns under way for each worker: enough to keep it busy for a frame, few enough that a turn of the head still counts."""
_SCAN = 100
"""Wanted columns looked at in one pump."""
_LEAVING = 2
"""Columns dropped in one pump."""
_TOGETHER = 8
"""Chunks changed by an edit that appear in the same frame: as many as can meet in a corner."""
_SQUARE: tuple[Column, ...] = tuple((x, z) for x in (-1, 0, 1) for z in (-1, 0, 1))
"""A column and the eight around it, as offsets."""


class Streaming:
    """Keeps a world's chunks resident around some places, in whole columns from the floor of the world to its ceiling.

    radius: chunks around the place called ``player``, agent_radius: around all others. meshing: whether to make light and meshes at all; a
    column gets them once it and the eight around it are resident, so neither hangs on the order in which chunks come. failures: what went
    wrong, by chunk; such a chunk stays unavailable until it has been out of reach. sight: which chunks can be seen. All methods belong to
    the frame's thread, and only `wait_ready` and `close` wait.
    """

    def __init__(
        self,
        world: World,
        radius: int = 6,
        workers: int = 1,
        *,
        agent_radius: int = 2,
        meshing: bool = True,
        generate: Generate = generate_chunk,
        pool: Pool | None = None,
    ) -> None:
        self.world = world
        self.failures: dict[ChunkKey, str] = {}
        self.sight = Sight(radius + 1)
        self._radius, self._agent_radius = radius, agent_radius
        self._meshing = meshing
        self._generate = generate
        self._pool: Pool = pool if pool is not None else Workers(workers, "chunks")
        self._window = _WINDOW * max(1, workers)
        self._running = 0
        self._closed = False
        self._plan = Plan({}, {}, None)
        self._planned: object = None
        self._next: Iterator[Column] = iter(())
        # Columns: on their way, here (with how many of their chunks), and how many whole ones stand in the square around each.
        self._loading: set[Column] = set()
        self._here: dict[Column, int] = {}
        self._around: dict[Column, int] = {}
        self._leaving: deque[Column] = deque()
        # Columns that have light and meshes, wait for them, or have them in the making (False when an edit has overtaken that).
        self._made: set[Column] = set()
        self._to_make: set[Column] = set()
        self._heap: list[tuple[int, Column]] = []
        self._making: dict[Column, bool] = {}
        # What edits left to do; one piece of such work is under way at a time, so that lights are always of one moment.
        self._edits: dict[Cell, int] = {}
        self._showing: set[ChunkKey] = set()
        self._renewing: set[ChunkKey] | None = None
        self._follow = True
        self._shown: set[ChunkKey] = set()
        self._batches: deque[Batch] = deque()
        for column in {(key.x, key.z) for key in world.chunks}:
            self._count(column)
        self._unlisten = world.listen(self._on_commit)

    # The frame's side

    def focus(self, places: Mapping[str, Place], forward: Place | None = None) -> None:
        """Say where residency is wanted; the first place looks along `forward`. Cheap while nobody enters another chunk."""
        centres = {name: chunk_of(cell_at(*place)) for name, place in places.items()}
        sector = sector_of(forward)
        wish = (tuple((name, key.x, key.z) for name, key in centres.items()), sector)
        if wish == self._planned:
            return
        self._planned = wish
        self._plan = Plan(centres, {name: self._radius if name == PLAYER else self._agent_radius for name in centres}, sector)
        self._next = self._plan.ordered()
        self._heap = [(self._plan.distance(column), column) for column in self._to_make]
        heapq.heapify(self._heap)
        self._leaving = deque(column for column in self._here if not self._plan.keeps(column))
        for key in [key for key in self.failures if not self._plan.keeps((key.x, key.z))]:
            del self.failures[key]

    def set_radius(self, radius: int) -> None:
        """Keep so many chunks around the player from the next `focus` on."""
        if radius != self._radius:
            self._radius, self._planned = radius, None
            self.sight.radius = radius + 1

    def pump(self, limit: int = 64) -> None:
        """Take in at most `limit` finished pieces of work and hand out new ones. Never waits."""
        if self._closed:
            return
        for done in self._pool.collect(limit):
            self._running -= 1
            done.task.then(done.value, done.error)
        for _ in range(min(_LEAVING, len(self._leaving))):
            self._drop(self._leaving.popleft())
        self._renew()
        while self._heap and self._running < self._window:
            column = heapq.heappop(self._heap)[1]
            if column in self._to_make:
                self._to_make.discard(column)
                self._make(column)
        scanned = 0
        while self._running < self._window and scanned < _SCAN:
            wanted = next(self._next, None)
            if wanted is None:
                break
            scanned += 1
            if self._missing(wanted):
                self._load(wanted)

    def take_meshes(self, limit: int) -> Batch:
        """Finished meshes to show, oldest first: (chunk, mesh), or (chunk, None) where nothing is to be shown any more.

        Meshes changed by one edit stay together, so a few more than `limit` may come.
        """
        taken: Batch = []
        while self._batches and len(taken) < limit:
            taken.extend(self._batches.popleft())
        return taken

    @property
    def waiting(self) -> int:
        """How many batches of finished meshes nobody has taken yet."""
        return len(self._batches)

    def ready(self, cell: Cell) -> bool:
        """Whether a cell's chunk is resident and, where meshes are made, its present mesh has been made."""
        key = chunk_of(cell)
        if key not in self.world.chunks or not self._meshing:
            return key in self.world.chunks
        return (key.x, key.z) in self._made and key not in self._showing and key not in (self._renewing or ())

    def progress(self) -> tuple[int, int]:
        """(resident, wanted) chunks around the places."""
        wanted = self._plan.columns
        return sum(count for column, count in self._here.items() if column in wanted), len(wanted) * LAYERS

    def idle(self) -> bool:
        """Whether nothing is under way or left to start; new places or edits change that."""
        if self._running or self._to_make or self._edits or self._showing or self._leaving:
            return False
        return not any(self._missing(column) for column in self._plan.columns)

    def wait_ready(self, cell: Cell, radius: int = 1, timeout: float = 30.0) -> bool:
        """Pump until all chunks within `radius` chunks of a cell are resident and those nearer than that are meshed.

        For starts without frames. Sets the focus there if none is set. False after the timeout (seconds) or when a chunk failed.
        """
        if self._planned is None:
            self.focus({PLAYER: (cell[0] + 0.5, cell[1], cell[2] + 0.5)})
        here = chunk_of(cell)
        span = range(-radius, radius + 1)
        near = [ChunkKey(here.x + x, here.y + y, here.z + z) for x in span for y in span for z in span]
        near = [key for key in near if chunk_inside(key)]
        inner = {(key.x, key.z) for key in near if max(abs(key.x - here.x), abs(key.z - here.z)) < max(1, radius)}
        deadline = time.monotonic() + timeout
        while True:
            self.pump()
            if any(key in self.failures for key in near):
                return False
            if all(key in self.world.chunks for key in near) and (not self._meshing or radius == 0 or inner <= self._made):
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(0.001)

    def close(self, timeout: float = 10.0) -> bool:
        """End the workers and wait for them. Later calls do nothing. False when a thread did not end in time."""
        if self._closed:
            return True
        self._closed = True
        self._unlisten()
        return self._pool.close(timeout)

    # Coming and going

    def _missing(self, column: Column) -> bool:
        """Whether a column should be loaded: it has chunks that are neither here, nor coming, nor failed."""
        if column in self._loading or self._here.get(column) == LAYERS or not chunk_inside(ChunkKey(column[0], 0, column[1])):
            return False
        return any(key not in self.world.chunks and key not in self.failures for key in column_keys(column))

    def _load(self, column: Column) -> None:
        self._loading.add(column)
        wanted = [key for key in column_keys(column) if key not in self.world.chunks and key not in self.failures]
        self._submit(Task(partial(_load_all, self.world.seed, wanted, self._generate), partial(self._loaded, column)))

    def _loaded(self, column: Column, chunks: list[tuple[ChunkKey, Chunk | Exception]] | None, error: BaseException | None) -> None:
        self._loading.discard(column)
        if chunks is None:
            chunks = [(key, RuntimeError(repr(error))) for key in column_keys(column) if key not in self.world.chunks]
        if not self._plan.keeps(column):
            return
        for key, chunk in chunks:
            if isinstance(chunk, Exception):
                self._failed(key, "generate", chunk)
            elif key not in self.world.chunks:
                self.world.install(key, chunk)
        self._count(column)

    def _count(self, column: Column) -> None:
        """Chunks of a column have come."""
        before = self._here.get(column, 0)
        self._here[column] = count = sum(key in self.world.chunks for key in column_keys(column))
        if not self._meshing or count < LAYERS or before == LAYERS:
            return
        for dx, dz in _SQUARE:
            other = (column[0] + dx, column[1] + dz)
            whole = self._around[other] = self._around.get(other, 0) + 1
            if whole == len(_SQUARE) and other not in self._made:
                self._want(other)

    def _complete(self, column: Column) -> bool:
        return self._around.get(column, 0) == len(_SQUARE)

    def _want(self, column: Column) -> None:
        if column not in self._to_make and column not in self._making:
            self._to_make.add(column)
            heapq.heappush(self._heap, (self._plan.distance(column), column))

    def _drop(self, column: Column) -> None:
        if self._plan.keeps(column):
            return
        whole = self._here.pop(column, 0) == LAYERS
        self._made.discard(column)
        self._to_make.discard(column)
        for key in column_keys(column):
            self.world.evict(key)
            self.sight.forget(key)
            self._showing.discard(key)
            if key in self._shown:
                self._shown.discard(key)
                self._batches.append([(key, None)])
        if not whole or not self._meshing:
            return
        for dx, dz in _SQUARE:
            other = (column[0] + dx, column[1] + dz)
            if other in self._made and self._edits:
                self._forget(other)
            left = self._around[other] - 1
            if left:
                self._around[other] = left
            else:
                del self._around[other]

    # Light and meshes

    def _make(self, column: Column) -> None:
        if not self._complete(column):
            return
        chunks = self.world.chunks
        # Chunks are values: what is picked here stays as it is while a worker reads it.
        picked = {key: chunks[key] for dx, dz in _SQUARE for key in column_keys((column[0] + dx, column[1] + dz))}
        self._making[column] = True
        self._submit(Task(partial(make_column, picked, column), partial(self._took, column)))

    def _took(self, column: Column, made: list[Made] | None, error: BaseException | None) -> None:
        current = self._making.pop(column)
        if made is None:
            for key in column_keys(column):
                self._failed(key, "mesh", error)
        elif self._complete(column) and not current:
            self._want(column)
        elif self._complete(column):
            self._made.add(column)
            if self._edits:
                # This light may know of edits that the light around it does not; following them from both would go wrong.
                self._follow = False
            for one in made:
                batch: Batch = []
                self._install(one, batch)
                if batch:
                    self._batches.append(batch)

    def _install(self, made: Made, batch: Batch) -> None:
        key = made.key
        self.world.lights[key] = made.light
        self.sight.join(key, made.links)
        if made.mesh != EMPTY:
            self._shown.add(key)
            batch.append((key, made.mesh))
        elif key in self._shown:
            self._shown.discard(key)
            batch.append((key, None))

    def _on_commit(self, commit: Commit) -> None:
        if not self._meshing:
            return
        for change in commit.applied:
            self._edits.setdefault(change.cell, KINDS[change.before].id)
        self._showing |= commit.remesh
        for x, z in {(change.cell.x >> 5, change.cell.z >> 5) for change in commit.applied}:
            for dx, dz in _SQUARE:
                column = (x + dx, z + dz)
                if column in self._making:
                    self._making[column] = False
                if column in self._made and not self._complete(column):
                    self._forget(column)

    def _forget(self, column: Column) -> None:
        """A column whose neighbours have gone cannot follow an edit; it is made anew when they are back."""
        self._made.discard(column)
        for key in column_keys(column):
            self.world.lights.pop(key, None)

    def _renew(self) -> None:
        if self._renewing is not None or not (self._edits or self._showing):
            return
        edits, self._edits = self._edits, {}
        showing, self._showing = self._showing, set()
        follow, self._follow = self._follow, True
        lights = dict(self.world.lights)
        self._renewing = {key for key in showing if key in lights}
        work = partial(renew, dict(self.world.chunks), lights, edits, showing, follow)
        self._submit(Task(work, partial(self._renewed, lights)), urgent=True)

    def _renewed(self, before: dict[ChunkKey, Light], made: list[Made] | None, error: BaseException | None) -> None:
        edited, self._renewing = self._renewing or set(), None
        if made is None:
            for key in edited:
                self._failed(key, "mesh", error)
            return
        near: Batch = []
        far: Batch = []
        for one in made:
            # Whoever has another light by now was made after the edits, or has gone.
            if self.world.lights.get(one.key) is before[one.key]:
                self._install(one, near if one.key in edited else far)
        for part in (near, far):
            self._batches.extend(part[start : start + _TOGETHER] for start in range(0, len(part), _TOGETHER))

    def _submit(self, task: Task, *, urgent: bool = False) -> None:
        self._running += 1
        self._pool.submit(task, urgent=urgent)

    def _failed(self, key: ChunkKey, step: str, error: BaseException | None) -> None:
        self.failures[key] = f"chunk {key.x} {key.y} {key.z}: {step}: {error!r}"
        log.error("could not %s chunk %d %d %d", step, *key, exc_info=error)


def _load_all(seed: int, keys: list[ChunkKey], generate: Generate) -> list[tuple[ChunkKey, Chunk | Exception]]:
    """The terrain of some chunks; one that fails does not take the others with it."""
    found: list[tuple[ChunkKey, Chunk | Exception]] = []
    for key in keys:
        try:
            found.append((key, terrain_chunk(seed, key, generate)))
        except Exception as error:
            found.append((key, error))
    return found
