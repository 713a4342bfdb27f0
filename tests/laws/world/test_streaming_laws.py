"""Whatever the order in which work is done, what is shown in the end is a full remesh of what is there."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from landscapes import KIND_NAMES, lumpy
from littlefolk.kernels import EMPTY, mesh_chunk
from littlefolk.world.boxes import NEIGHBOURHOOD
from littlefolk.world.cells import Cell, ChunkKey, chunk_inside
from littlefolk.world.streaming import TABLES, Streaming
from littlefolk.world.terrain import terrain_chunk
from littlefolk.world.workers import run
from littlefolk.world.world import Change, World


class Disorderly:
    """A pool that finishes tasks in an order of the law's choosing: some at once, some late, whatever was asked first."""

    def __init__(self, choose):
        self.choose, self.begun, self.finished = choose, [], []

    def submit(self, task, *, urgent=False):
        self.begun.append(task)

    def collect(self, limit):
        for _ in range(self.choose(0, len(self.begun))):
            self.finished.append(run(self.begun.pop(self.choose(0, len(self.begun) - 1))))
        count = self.choose(0, min(limit, len(self.finished)))
        return [self.finished.pop(self.choose(0, len(self.finished) - 1)) for _ in range(count)]

    def close(self, timeout):
        return True


border = st.sampled_from([-33, -32, -1, 0, 5, 31, 32])
cells = st.builds(Cell, border, st.sampled_from([-33, -32, -5, -1, 0, 1, 31]), border)
edits = st.lists(st.lists(st.builds(Change, cells, st.sampled_from(KIND_NAMES)), min_size=1, max_size=3), max_size=5)
places = st.lists(st.sampled_from([(0.5, 0.5), (33.0, 0.5), (-20.0, 40.0), (200.0, 0.5), (0.5, -70.0)]), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), edits, places)
def test_incremental_meshes_equal_a_full_remesh(seed, edits, places):
    world, random = World(seed=3), Random(seed)
    streaming = Streaming(world, 2, pool=Disorderly(random.randint), generate=lumpy)
    shown = {}

    def show(limit):
        for key, mesh in streaming.take_meshes(limit):
            if mesh is None:
                assert shown.pop(key, None) is not None, "only what is shown is withdrawn"
            else:
                shown[key] = mesh

    pending = list(edits)
    for x, z in (*places, (0.5, 0.5)):
        streaming.focus({"player": (x, 0.5, z)})
        for _ in range(random.randint(1, 12)):
            streaming.pump(limit=random.randint(1, 400))
            show(random.randint(0, 50))
            if pending and random.random() < 0.3:
                world.commit("ann", pending.pop())
    while not streaming.idle() or pending:
        streaming.pump(limit=1000)
        if pending and random.random() < 0.5:
            world.commit("ann", pending.pop())
    show(10**9)

    for key in world.chunks:
        around = [ChunkKey(key.x + dx, key.y + dy, key.z + dz) for dx, dy, dz in NEIGHBOURHOOD]
        whole = all(other in world.chunks or not chunk_inside(other) for other in around)
        if whole:
            mesh = mesh_chunk(world.pad(key), TABLES)
            assert shown.get(key, EMPTY) == mesh
    assert set(shown) <= set(world.chunks)
    assert streaming.failures == {}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_the_cells_do_not_depend_on_the_order_of_arrival(seed):
    world, random = World(seed=3), Random(seed)
    streaming = Streaming(world, 1, pool=Disorderly(random.randint), generate=lumpy, meshing=False)
    streaming.focus({"player": (0.5, 0.5, 0.5)})
    while not streaming.idle():
        streaming.pump()
    for key in world.chunks:
        assert (world.chunks[key].ids() == terrain_chunk(3, key, lumpy).ids()).all()
