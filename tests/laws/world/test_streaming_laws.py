"""Whatever the order in which work is done, what is shown in the end is a full remesh of what is there."""

import sys
from pathlib import Path
from random import Random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from landscapes import KIND_NAMES, lumpy
from littlefolk.kernels import EMPTY, mesh_chunk
from littlefolk.world.boxes import NEIGHBOURHOOD
from littlefolk.world.cells import CEILING, FLOOR, Cell, ChunkKey, chunk_inside
from littlefolk.world.kinds import KINDS
from littlefolk.world.light import light_around, light_of, read_light
from littlefolk.world.making import TABLES
from littlefolk.world.streaming import Streaming
from littlefolk.world.terrain import terrain_chunk
from littlefolk.world.workers import run
from littlefolk.world.world import Change, World

sys.path.append(str(Path(__file__).resolve().parents[2] / "kernels"))
from light_twin import plain_light


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
deep = st.builds(Cell, st.integers(0, 31), st.sampled_from([-40, -12, -7, -4, -2, 0, 3, 40]), st.integers(0, 31))
late_edits = st.lists(st.lists(st.builds(Change, deep, st.sampled_from(KIND_NAMES)), min_size=1, max_size=4), min_size=1, max_size=6)
places = st.lists(st.sampled_from([(0.5, 0.5), (33.0, 0.5), (-20.0, 40.0), (200.0, 0.5), (0.5, -70.0)]), min_size=1, max_size=3)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), edits, late_edits, places)
def test_incremental_meshes_and_light_equal_the_full_ones(seed, edits, late_edits, places):
    world, random = World(seed=3), Random(seed)
    streaming = Streaming(world, 3, pool=Disorderly(random.randint), generate=lumpy)
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
    for part in (pending, late_edits):
        while not streaming.idle() or part:
            streaming.pump(limit=1000)
            if part and random.random() < 0.5:
                world.commit("ann", part.pop())
    show(10**9)

    floors = {}
    for key in world.chunks:
        around = [ChunkKey(key.x + dx, key.y + dy, key.z + dz) for dx, dy, dz in NEIGHBOURHOOD]
        whole = all(other in world.chunks or not chunk_inside(other) for other in around)
        if whole:
            light = light_around(world.chunks, key, floors)
            assert world.lights[key] == light_of(light)
            assert shown.get(key, EMPTY) == mesh_chunk(world.pad(key), TABLES, light)
    assert set(shown) <= set(world.chunks)
    assert streaming.failures == {}


@settings(max_examples=5, deadline=None)
@given(st.integers(0, 2**32), edits, late_edits)
def test_light_is_that_of_the_plain_twin_whatever_the_order(seed, edits, late_edits):
    world, random = World(seed=3), Random(seed)
    streaming = Streaming(world, 3, pool=Disorderly(random.randint), generate=lumpy)
    streaming.focus({"player": (0.5, 0.5, 0.5)})
    for part in (edits, late_edits):
        while not streaming.idle() or part:
            streaming.pump(limit=random.randint(1, 20))
            if part and random.random() < 0.1:
                world.commit("ann", part.pop())
    assert streaming.failures == {}
    # The column in the middle is lit; beyond the eight around it there is nothing that its light could come from.
    kinds = world.box(Cell(-32, FLOOR, -32), Cell(64, CEILING, 64))
    kinds[kinds == 0xFFFF] = KINDS["stone"].id
    expected = plain_light(KINDS.opacity_table[kinds], KINDS.emission_table[kinds])[32:64, :, 32:64]
    found = read_light(world.lights, Cell(0, FLOOR, 0), Cell(32, CEILING, 32))
    assert np.array_equal(found, expected)


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
