import threading

import numpy as np
import pytest
from littlefolk.kernels import TERRAIN
from littlefolk.world.cells import Cell, ChunkKey, chunk_of
from littlefolk.world.residency import LAYERS, Plan, order
from littlefolk.world.streaming import Streaming
from littlefolk.world.workers import Task, Workers, run
from littlefolk.world.world import Availability, Change, World

STONE = TERRAIN.index("stone")


def plain(seed, cx, cy, cz):
    """Stone below y = 0."""
    return np.full((32, 32, 32), STONE if cy < 0 else 0, np.uint8)


class Inline:
    """A pool that does each task, in the order given, when results are asked for."""

    def __init__(self):
        self.urgent, self.waiting, self.closed = [], [], False

    def submit(self, task, *, urgent=False):
        (self.urgent if urgent else self.waiting).append(task)

    def collect(self, limit):
        tasks = self.urgent + self.waiting
        self.urgent, self.waiting = [], tasks[limit:]
        return [run(task) for task in tasks[:limit]]

    def close(self, timeout):
        self.closed = True
        return True


def settle(streaming):
    """Pump until nothing is left to do; returns all that was to be shown."""
    shown = []
    while not streaming.idle():
        streaming.pump()
        shown.extend(streaming.take_meshes(1000))
    return shown


@pytest.fixture
def world():
    return World(seed=1)


@pytest.fixture
def make(world):
    made = []

    def build(radius=2, generate=plain, **options):
        options.setdefault("pool", Inline())
        made.append(Streaming(world, radius, generate=generate, **options))
        return made[-1]

    yield build
    for streaming in made:
        streaming.close()


def test_everything_in_reach_becomes_resident_and_what_has_its_neighbours_is_meshed(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    shown = dict(settle(streaming))
    columns = [(x, z) for x in range(-2, 3) for z in range(-2, 3) if x * x + z * z <= 6.25]
    assert streaming.progress() == (len(columns) * LAYERS, len(columns) * LAYERS)
    assert {(key.x, key.z) for key in world.chunks} == set(columns)
    whole = [(x, z) for x, z in columns if all((x + dx, z + dz) in columns for dx in (-1, 0, 1) for dz in (-1, 0, 1))]
    assert set(shown) == {ChunkKey(x, -1, z) for x, z in whole}, "only the top of the stone has faces"
    assert streaming.ready(Cell(0, 0, 0))
    assert not streaming.ready(Cell(70, -1, 0))
    assert not streaming.ready(Cell(1000, 0, 0))


def test_real_threads_do_the_same(world, make):
    streaming = make(pool=None, workers=2)
    assert streaming.wait_ready(Cell(0, 0, 0), radius=1)
    assert streaming.ready(Cell(0, 0, 0))
    assert world.read(Cell(-1, -1, 0)).kind.name == "stone"
    while not streaming.ready(Cell(0, -1, 0)):
        streaming.pump()
    assert ChunkKey(0, -1, 0) in dict(streaming.take_meshes(100))


def test_the_nearest_come_first_and_of_those_the_ones_in_view(make):
    asked = []
    streaming = make(generate=lambda seed, *key: asked.append(key) or plain(seed, *key))
    streaming.focus({"player": (0.5, 70.0, 0.5)}, forward=(0, 0.3, -1))
    settle(streaming)
    columns = list(dict.fromkeys((x, z) for x, _, z in asked))
    assert columns[0] == (0, 0)
    assert set(columns[1:5]) == {(1, 0), (-1, 0), (0, 1), (0, -1)}
    assert columns.index((0, -2)) < columns.index((0, 2))
    assert columns.index((0, -2)) < columns.index((2, 0))
    assert len(asked) == len(columns) * LAYERS, "a column comes whole"


def test_the_order_is_by_rank_and_complete():
    rows = order(3, 4)
    assert [row[0] for row in rows] == sorted(row[0] for row in rows)
    assert len({row[1:] for row in rows}) == len(rows) == 37


def test_every_place_has_its_own_radius(world, make):
    streaming = make(radius=2, agent_radius=1)
    streaming.focus({"player": (0.5, 1.0, 0.5), "moss": (320.5, 1.0, 0.5)})
    settle(streaming)
    assert ChunkKey(2, 0, 0) in world.chunks
    assert {key.x for key in world.chunks if key.x > 5} == {9, 10, 11}


def test_what_is_left_behind_is_freed_and_its_meshes_are_withdrawn(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    shown = dict(settle(streaming))
    streaming.focus({"player": (32.5, 1.0, 0.5)})
    settle(streaming)
    assert ChunkKey(-2, 0, 0) in world.chunks, "one chunk beyond the radius stays, so that walking to and fro is cheap"
    streaming.focus({"player": (3200.5, 1.0, 0.5)})
    withdrawn = [key for key, mesh in settle(streaming) if mesh is None]
    assert set(withdrawn) >= set(shown)
    assert all(key.x >= 97 for key in world.chunks)
    assert not any(key[0] < 96 for key in streaming._around), "nothing is remembered of what is gone"


def test_edits_outlive_the_departure_of_their_chunk(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    world.commit("ann", [Change(Cell(0, -1, 0), "air"), Change(Cell(1, 0, 0), "bricks")])
    streaming.focus({"player": (3200.5, 1.0, 0.5)})
    settle(streaming)
    assert world.read(Cell(1, 0, 0)).availability is Availability.UNAVAILABLE
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    assert world.read(Cell(0, -1, 0)).kind.name == "air"
    assert world.read(Cell(1, 0, 0)).kind.name == "bricks"


def test_an_edit_in_a_corner_shows_in_all_its_chunks_at_once_and_first(world, make):
    streaming = make(radius=3)
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    commit = world.commit("ann", [Change(Cell(0, -1, 0), "air")])
    assert not streaming.ready(Cell(0, -1, 0))
    streaming.pump()
    streaming.pump()
    assert {key for key, _ in streaming.take_meshes(1)} >= {ChunkKey(x, -1, z) for x in (-1, 0) for z in (-1, 0)}
    assert commit.remesh >= {ChunkKey(0, -1, 0), ChunkKey(-1, 0, -1)}
    assert streaming.ready(Cell(0, -1, 0))


def test_an_edit_during_another_shows_after_it(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    pool = streaming._pool
    world.commit("ann", [Change(Cell(5, 40, 5), "bricks")])
    streaming.pump()
    late, pool.urgent = pool.urgent, []
    world.commit("ann", [Change(Cell(7, 40, 5), "bricks")])
    streaming.pump()
    assert pool.urgent == [], "work on edits is done one piece at a time"
    assert not streaming.ready(Cell(5, 40, 5))
    pool.urgent += late
    shown = [mesh for key, mesh in settle(streaming) if key == ChunkKey(0, 1, 0)]
    assert [mesh.surfaces[0].index_count // 6 for mesh in shown] == [6, 12]


def test_light_is_kept_and_its_changes_show_in_chunks_that_were_not_edited(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    assert world.light(Cell(0, 0, 0)) is None
    settle(streaming)
    assert world.light(Cell(0, 0, 0)) == (15, 0)
    assert world.light(Cell(0, -1, 0)) == (0, 0)
    assert world.light(Cell(0, 400, 0)) == (15, 0)
    assert world.light(Cell(0, -400, 0)) == (0, 0)
    assert world.light(Cell(3200, 0, 0)) is None
    assert world.lights[ChunkKey(0, 3, 0)].cells is None, "open sky takes no memory"
    world.commit("ann", [Change(Cell(3, 0, 16), "lantern")])
    assert {key for key, _ in settle(streaming)} >= {ChunkKey(0, -1, 0), ChunkKey(-1, -1, 0), ChunkKey(0, 0, 0)}
    assert world.light(Cell(-2, 0, 16)) == (15, 9)
    world.commit("ann", [Change(Cell(3, 50, 16), "stone")])
    settle(streaming)
    assert world.light(Cell(3, 49, 16)) == (14, 0), "shade falls far below an edit"
    assert world.light(Cell(3, 1, 16)) == (14, 13)
    streaming.focus({"player": (3200.5, 1.0, 0.5)})
    settle(streaming)
    assert world.light(Cell(0, 0, 0)) is None


def test_sight_ends_at_stone_and_opens_with_an_edit(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    eye = Cell(5, 3, 5)
    assert streaming.sight.look([eye])
    assert not streaming.sight.look([eye])
    assert streaming.sight.sees(ChunkKey(0, -1, 0)), "the ground itself"
    assert not streaming.sight.sees(ChunkKey(0, -2, 0))
    world.commit("ann", [Change(Cell(5, y, 5), "air") for y in range(-32, 0)])
    settle(streaming)
    assert streaming.sight.look([eye])
    assert streaming.sight.sees(ChunkKey(0, -2, 0))
    assert not streaming.sight.sees(ChunkKey(0, -3, 0))
    streaming.sight.look([])
    assert streaming.sight.sees(ChunkKey(0, -3, 0)), "without eyes nothing is left out"


def test_an_edit_before_the_neighbours_come_shows_once_they_are_there(world, make):
    world.install(ChunkKey(0, 1, 0), np.zeros((32, 32, 32), np.uint8))
    streaming = make()
    world.commit("ann", [Change(Cell(5, 40, 5), "bricks")])
    assert not streaming.ready(Cell(5, 40, 5))
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    assert ChunkKey(0, 1, 0) in dict(settle(streaming))
    assert streaming.ready(Cell(5, 40, 5))


def test_a_mesh_that_vanishes_is_withdrawn(world, make):
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    world.commit("ann", [Change(Cell(5, 40, 5), "bricks")])
    assert dict(settle(streaming))[ChunkKey(0, 1, 0)] is not None
    world.undo("ann")
    shown = dict(settle(streaming))
    assert shown.pop(ChunkKey(0, 1, 0)) is None
    assert None not in shown.values()


def test_the_frame_never_waits_for_a_worker(world, make):
    gate = threading.Event()

    def stuck(seed, *key):
        gate.wait()
        return plain(seed, *key)

    streaming = make(pool=None, generate=stuck)
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    for _ in range(100):
        streaming.pump()
        assert streaming.take_meshes(10) == []
    assert world.chunks == {}
    gate.set()
    assert streaming.wait_ready(Cell(0, 0, 0))


def test_a_chunk_that_fails_is_told_once_stays_unavailable_and_holds_up_no_other(world, make, caplog):
    broken = {ChunkKey(1, 0, 0)}

    def generate(seed, *key):
        if key in broken:
            raise RuntimeError("no such hill")
        return plain(seed, *key)

    streaming = make(generate=generate)
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    streaming.pump()
    assert list(streaming.failures) == [ChunkKey(1, 0, 0)]
    assert "no such hill" in streaming.failures[ChunkKey(1, 0, 0)]
    assert caplog.text.count("Traceback") == 1
    assert world.read(Cell(33, 0, 0)).availability is Availability.UNAVAILABLE
    assert streaming.progress()[0] == streaming.progress()[1] - 1
    assert not streaming.wait_ready(Cell(0, 0, 0), radius=1)
    broken.clear()
    for x in (3200.5, 0.5):
        streaming.focus({"player": (x, 1.0, 0.5)})
        settle(streaming)
    assert streaming.failures == {}
    assert world.read(Cell(33, 0, 0)).kind.name == "air"


def test_without_meshing_only_residency_is_kept(world, make):
    streaming = make(meshing=False)
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    assert settle(streaming) == []
    world.commit("ann", [Change(Cell(0, 0, 0), "bricks")])
    assert settle(streaming) == []
    assert streaming.ready(Cell(0, 0, 0))


def test_chunks_that_were_there_before_are_taken_over(world, make):
    world.install(ChunkKey(0, -1, 0), np.zeros((32, 32, 32), np.uint8))
    streaming = make()
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    settle(streaming)
    assert world.read(Cell(3, -1, 3)).kind.name == "air"
    assert streaming.ready(Cell(3, -1, 3))


def test_closing_ends_the_threads_and_may_be_repeated(world):
    before = set(threading.enumerate())
    streaming = Streaming(world, 2, workers=3, generate=plain)
    streaming.focus({"player": (0.5, 1.0, 0.5)})
    streaming.pump()
    assert len(set(threading.enumerate()) - before) == 3
    assert streaming.close()
    assert streaming.close()
    assert set(threading.enumerate()) <= before
    streaming.pump()
    world.install(ChunkKey(0, 0, 0), np.zeros((32, 32, 32), np.uint8))
    world.commit("ann", [Change(Cell(0, 0, 0), "bricks")])


def test_workers_take_urgent_tasks_first_and_report_what_was_raised():
    workers = Workers(1)
    gate, begun, order_done = threading.Event(), threading.Event(), []

    def block():
        begun.set()
        gate.wait()

    def task(name):
        return Task(lambda: order_done.append(name), lambda value, error: None)

    workers.submit(Task(block, print))
    begun.wait()
    workers.submit(task("plain"))
    workers.submit(Task(lambda: 1 / 0, print))
    workers.submit(task("urgent"), urgent=True)
    gate.set()
    done = []
    while len(done) < 4:
        done.extend(workers.collect(10))
    assert order_done == ["urgent", "plain"]
    assert [type(entry.error) for entry in done] == [type(None), type(None), type(None), ZeroDivisionError]
    assert workers.close()
    with pytest.raises(ValueError, match="at least one"):
        Workers(0)


def test_a_plan_keeps_one_chunk_more_than_it_wants():
    plan = Plan({"player": chunk_of(Cell(0, 0, 0))}, {"player": 2}, None)
    assert (2, 0) in plan.columns
    assert (3, 0) not in plan.columns
    assert plan.keeps((3, 0))
    assert not plan.keeps((4, 0))
