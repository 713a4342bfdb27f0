"""Residency: chunks come, are meshed and go as places of interest move, all heavy work off the frame."""

from __future__ import annotations

import heapq
import logging
import time
from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial

from littlefolk.kernels import EMPTY, ChunkMesh, MeshTables, generate_chunk, mesh_chunk

from .boxes import NEIGHBOURHOOD, read_pad
from .cells import HIGHEST_CHUNK, LOWEST_CHUNK, Cell, ChunkKey, Direction, cell_at, chunk_inside, chunk_of
from .chunk import Chunk
from .kinds import AIR_ID, KINDS
from .residency import LAYERS, Plan, sector_of
from .terrain import Generate, terrain_chunk
from .transactions import Commit
from .workers import Pool, Task, Workers
from .world import World

log = logging.getLogger(__name__)

Place = tuple[float, float, float]
Batch = list[tuple[ChunkKey, "ChunkMesh | None"]]

TABLES = MeshTables(KINDS.surface_table, KINDS.tile_table, KINDS.emission_table)
PLAYER = "player"
_WINDOW = 32
"""Tasks under way for each worker: enough to keep it busy for a frame, few enough that a turn of the head still counts."""
_TOGETHER = 8
"""Chunks remeshed after an edit that appear in the same frame: as many as can meet in a corner."""
_FEWEST = 18
"""Chunks in a whole neighbourhood at the floor or the ceiling of the world; elsewhere there are 27."""
_SCAN = 400
"""Wanted chunks looked at in one pump."""
_COLUMNS = 2
"""Columns of chunks dropped in one pump."""


class Streaming:
    """Keeps a world's chunks resident around some places.

    radius: chunks around the place called ``player``, agent_radius: around all others. meshing: whether to make meshes at all; a chunk
    is meshed once it and all its 26 neighbours are resident or outside the world. failures: what went wrong, by chunk; such a chunk
    stays unavailable until it has been out of reach. All methods belong to the frame's thread, and only `wait_ready` and `close` wait.
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
        self._radius, self._agent_radius = radius, agent_radius
        self._meshing = meshing
        self._generate = generate
        self._pool: Pool = pool if pool is not None else Workers(workers, "chunks")
        self._window = _WINDOW * max(1, workers)
        self._plan = Plan({}, {}, None)
        self._planned: object = None
        self._next: Iterator[ChunkKey] = iter(())
        self._loading: set[ChunkKey] = set()
        self._columns: dict[tuple[int, int], set[ChunkKey]] = {}
        self._leaving: deque[tuple[int, int]] = deque()
        self._around: dict[tuple[int, int, int], int] = {}
        self._to_mesh: set[ChunkKey] = set()
        self._heap: list[tuple[int, ChunkKey]] = []
        self._edited: set[ChunkKey] = set()
        self._meshed: set[ChunkKey] = set()
        self._shown: set[ChunkKey] = set()
        self._serial = 0
        self._newest: dict[ChunkKey, int] = {}
        self._running = 0
        self._batches: deque[Batch] = deque()
        self._closed = False
        for key in world.chunks:
            self._arrived(key)
        self._unlisten = world.listen(self._on_commit)

    # The frame's side

    def focus(self, places: Mapping[str, Place], forward: Place | None = None) -> None:
        """Say where residency is wanted; the first place looks along `forward`. Cheap while nobody enters another chunk."""
        centres = {name: chunk_of(cell_at(*place)) for name, place in places.items()}
        sector = sector_of(forward)
        wish = (tuple(centres.items()), sector)
        if wish == self._planned:
            return
        self._planned = wish
        self._plan = Plan(centres, {name: self._radius if name == PLAYER else self._agent_radius for name in centres}, sector)
        self._next = self._plan.ordered()
        self._heap = [(self._plan.distance(key), key) for key in self._to_mesh]
        heapq.heapify(self._heap)
        self._leaving = deque(column for column in self._columns if not self._plan.keeps(column))
        for key in [key for key in self.failures if not self._plan.keeps((key.x, key.z))]:
            del self.failures[key]

    def set_radius(self, radius: int) -> None:
        """Keep so many chunks around the player from the next `focus` on."""
        if radius != self._radius:
            self._radius, self._planned = radius, None

    def pump(self, limit: int = 64) -> None:
        """Take in at most `limit` finished pieces of work and hand out new ones. Never waits."""
        if self._closed:
            return
        for done in self._pool.collect(limit):
            self._running -= 1
            done.task.then(done.value, done.error)
        for _ in range(min(_COLUMNS, len(self._leaving))):
            self._drop(self._leaving.popleft())
        self._remesh_edited()
        while self._heap and self._running < self._window:
            key = heapq.heappop(self._heap)[1]
            if key in self._to_mesh:
                self._to_mesh.discard(key)
                self._mesh([key], urgent=False)
        scanned = 0
        while self._running < self._window and scanned < _SCAN:
            wanted = next(self._next, None)
            if wanted is None:
                break
            scanned += 1
            if wanted not in self.world.chunks and wanted not in self._loading and wanted not in self.failures and chunk_inside(wanted):
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
        return key in self.world.chunks and (not self._meshing or (key in self._meshed and key not in self._edited))

    def progress(self) -> tuple[int, int]:
        """(resident, wanted) chunks around the places."""
        wanted = self._plan.columns
        return sum(len(keys) for column, keys in self._columns.items() if column in wanted), len(wanted) * LAYERS

    def idle(self) -> bool:
        """Whether nothing is under way or left to start; new places or edits change that."""
        if self._running or self._heap or self._edited or self._leaving:
            return False
        missing = (key for key in self._plan.ordered() if key not in self.world.chunks and key not in self.failures and chunk_inside(key))
        return next(missing, None) is None

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
        inner = [key for key in near if max(abs(key.x - here.x), abs(key.y - here.y), abs(key.z - here.z)) < max(1, radius)]
        deadline = time.monotonic() + timeout
        while True:
            self.pump()
            if any(key in self.failures for key in near):
                return False
            if all(key in self.world.chunks for key in near) and (
                not self._meshing or radius == 0 or all(key in self._meshed for key in inner)
            ):
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

    def _load(self, key: ChunkKey) -> None:
        self._loading.add(key)
        self._submit(Task(partial(terrain_chunk, self.world.seed, key, self._generate), partial(self._loaded, key)))

    def _loaded(self, key: ChunkKey, chunk: Chunk | None, error: BaseException | None) -> None:
        self._loading.discard(key)
        if error is not None or chunk is None:
            self._failed(key, "generate", error)
        elif self._plan.keeps((key.x, key.z)) and key not in self.world.chunks:
            self.world.install(key, chunk)
            self._arrived(key)

    def _arrived(self, key: ChunkKey) -> None:
        self._columns.setdefault((key.x, key.z), set()).add(key)
        if not self._meshing:
            return
        x, y, z = key
        around = self._around
        for dx, dy, dz in NEIGHBOURHOOD:
            # Plain tuples are equal to keys and much cheaper to make.
            other = (x + dx, y + dy, z + dz)
            count = around[other] = around.get(other, 0) + 1
            if count >= _FEWEST and other not in self._meshed and self._complete(ChunkKey(*other)):
                self._want_mesh(ChunkKey(*other))
        if self.world.chunks[key].only == AIR_ID:
            # No face belongs to air, so its neighbours do not matter.
            self._to_mesh.discard(key)
            self._meshed.add(key)

    def _complete(self, key: ChunkKey) -> bool:
        layers = 3 - (key.y == LOWEST_CHUNK) - (key.y == HIGHEST_CHUNK)
        return self._around.get(key, 0) == 9 * layers and key in self.world.chunks

    def _want_mesh(self, key: ChunkKey) -> None:
        if key not in self._to_mesh:
            self._to_mesh.add(key)
            heapq.heappush(self._heap, (self._plan.distance(key), key))

    def _drop(self, column: tuple[int, int]) -> None:
        if self._plan.keeps(column):
            return
        gone: Batch = []
        for key in self._columns.pop(column, ()):
            self.world.evict(key)
            self._to_mesh.discard(key)
            self._edited.discard(key)
            self._meshed.discard(key)
            self._newest.pop(key, None)
            if key in self._shown:
                self._shown.discard(key)
                gone.append((key, None))
            if not self._meshing:
                continue
            for dx, dy, dz in NEIGHBOURHOOD:
                other = (key.x + dx, key.y + dy, key.z + dz)
                left = self._around[other] - 1
                if left:
                    self._around[other] = left
                else:
                    del self._around[other]
        self._batches.extend([entry] for entry in gone)

    # Meshes

    def _on_commit(self, commit: Commit) -> None:
        if not self._meshing:
            return
        for key in commit.remesh:
            if self._complete(key):
                self._edited.add(key)
            else:
                # It is meshed anew when its neighbours have arrived.
                self._meshed.discard(key)

    def _remesh_edited(self) -> None:
        if not self._edited:
            return
        keys = sorted(self._edited, key=self._plan.distance)
        self._edited.clear()
        self._to_mesh.difference_update(keys)
        for start in range(0, len(keys), _TOGETHER):
            self._mesh(keys[start : start + _TOGETHER], urgent=True)

    def _mesh(self, keys: list[ChunkKey], *, urgent: bool) -> None:
        self._serial += 1
        chunks = self.world.chunks
        ready = [key for key in keys if self._complete(key)]
        for key in ready:
            self._meshed.discard(key)
        # Chunks are values: what is picked here stays as it is while a worker reads it.
        picked = [(key, {other: chunks[other] for other in _neighbourhood(key) if other in chunks}) for key in ready]
        if picked:
            self._submit(Task(partial(_mesh_all, picked), partial(self._made, ready, self._serial)), urgent=urgent)

    def _made(self, keys: list[ChunkKey], serial: int, meshes: list[ChunkMesh] | None, error: BaseException | None) -> None:
        if error is not None or meshes is None:
            for key in keys:
                self._failed(key, "mesh", error)
            return
        batch: Batch = []
        for key, mesh in zip(keys, meshes, strict=True):
            if key not in self.world.chunks or self._newest.get(key, 0) > serial:
                continue
            self._newest[key] = serial
            self._meshed.add(key)
            if mesh != EMPTY:
                self._shown.add(key)
                batch.append((key, mesh))
            elif key in self._shown:
                self._shown.discard(key)
                batch.append((key, None))
        if batch:
            self._batches.append(batch)

    def _submit(self, task: Task, *, urgent: bool = False) -> None:
        self._running += 1
        self._pool.submit(task, urgent=urgent)

    def _failed(self, key: ChunkKey, step: str, error: BaseException | None) -> None:
        self.failures[key] = f"chunk {key.x} {key.y} {key.z}: {step}: {error!r}"
        log.error("could not %s chunk %d %d %d", step, *key, exc_info=error)


def _neighbourhood(key: ChunkKey) -> Iterator[ChunkKey]:
    for dx, dy, dz in NEIGHBOURHOOD:
        yield ChunkKey(key.x + dx, key.y + dy, key.z + dz)


def _mesh_all(picked: list[tuple[ChunkKey, dict[ChunkKey, Chunk]]]) -> list[ChunkMesh]:
    return [EMPTY if _buried(key, chunks) else mesh_chunk(read_pad(chunks, key), TABLES) for key, chunks in picked]


def _buried(key: ChunkKey, chunks: Mapping[ChunkKey, Chunk]) -> bool:
    """Whether a chunk and all six beside it are filled with something opaque, as deep stone is."""
    for step in ((0, 0, 0), *(direction.vector for direction in Direction)):
        other = ChunkKey(key.x + step[0], key.y + step[1], key.z + step[2])
        chunk = chunks.get(other)
        if chunk is None:
            if other.y >= LOWEST_CHUNK:
                return False
        elif chunk.only is None or not KINDS.by_id(chunk.only).opaque:
            return False
    return True
