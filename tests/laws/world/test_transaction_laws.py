import itertools
from collections import deque

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from landscapes import KIND_NAMES
from littlefolk.world.cells import Cell, ChunkKey, chunk_of, local_of
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import Change, Commit, Refused, World

KEYS = [ChunkKey(*key) for key in itertools.product((-1, 0), repeat=3)]
STONE = np.full((32, 32, 32), KINDS["stone"].id, np.uint8)
AIR = np.zeros((32, 32, 32), np.uint8)

near = st.integers(-2, 1)
cells = st.builds(Cell, near, near, near)
reachable = st.one_of(cells, st.sampled_from([Cell(100, 0, 0), Cell(0, 500, 0)]))
kinds = st.sampled_from(KIND_NAMES)
expected = st.one_of(st.none(), kinds)
authors = st.sampled_from(["ann", "bob"])
changes = st.lists(st.builds(Change, cells, kinds, expected), min_size=1, max_size=5)
doubtful = st.lists(st.builds(Change, reachable, st.one_of(kinds, st.just("cheese")), expected), max_size=6)


def terrain(key):
    return STONE if key.y < 0 else AIR


def fresh():
    world = World(seed=1, clock=itertools.count(1).__next__)
    for key in KEYS:
        world.install(key, terrain(key))
    return world


def content(world):
    return {key: chunk.ids().tobytes() for key, chunk in world.chunks.items()}


def state(world):
    return world.revision, dict(world.edits), content(world)


@given(st.lists(st.tuples(authors, changes), max_size=6), doubtful)
def test_a_transaction_happens_whole_or_not_at_all(history, attempt):
    world = fresh()
    for author, change in history:
        world.commit(author, change)
    told = []
    world.listen(told.append)
    before = state(world)
    kinds_before = {Cell(*change.cell): world.read(change.cell).kind for change in attempt}
    outcome = world.commit("ann", attempt)
    if isinstance(outcome, Refused):
        assert state(world) == before
        assert told == []
        return
    assert told == [outcome]
    assert world.revision == before[0] + 1
    for change in attempt:
        assert world.read(change.cell).kind.name == change.kind
        assert change.expected in (None, kinds_before[change.cell].name)
    touched = {chunk_of(change.cell) for change in outcome.applied}
    assert touched <= outcome.remesh
    after = content(world)
    assert {key for key in KEYS if after[key] != before[2][key]} == touched


@given(st.lists(st.tuples(authors, changes), max_size=8), st.sets(st.sampled_from(KEYS)))
def test_the_overlay_rules_over_terrain_whenever_a_chunk_comes(history, gone):
    world = fresh()
    for author, change in history:
        world.commit(author, change)
    before = content(world)
    for key in gone:
        world.evict(key)
    for key in gone:
        world.install(key, terrain(key))
    assert content(world) == before
    again = World(seed=1)
    again.load_edits(world.edits.items(), world.revision)
    for key in KEYS:
        again.install(key, terrain(key))
    assert content(again) == before
    for cell, edit in world.edits.items():
        assert again.read(cell).kind.name == edit.kind


@given(st.lists(st.tuples(authors, changes), max_size=8))
def test_undoing_everything_in_reverse_gives_the_untouched_world_and_redoing_the_last(history):
    world = fresh()
    untouched = content(world)
    done = deque()
    states = []
    for author, change in history:
        if isinstance(world.commit(author, change), Commit):
            done.append(author)
            states.append(content(world))
    for author in reversed(done):
        assert isinstance(world.undo(author), Commit)
    assert content(world) == untouched
    assert dict(world.edits) == {}
    for author, then in zip(done, states, strict=True):
        assert isinstance(world.redo(author), Commit)
        assert content(world) == then
    assert world.revision == 3 * len(done)


operation = st.one_of(st.tuples(st.just("commit"), authors, changes), st.tuples(st.sampled_from(["undo", "redo"]), authors))
operations = st.lists(operation, max_size=14)


@settings(max_examples=150)
@given(operations)
def test_undo_never_touches_what_another_made_since(steps):
    """Against a model that keeps, for every cell, who wrote it last and what."""
    world = fresh()
    for step in steps:
        before = {cell: (edit.kind, edit.author) for cell, edit in world.edits.items()}
        if step[0] == "commit":
            world.commit(step[1], step[2])
            continue
        outcome = world.undo(step[1]) if step[0] == "undo" else world.redo(step[1])
        if isinstance(outcome, Refused):
            assert {cell: (edit.kind, edit.author) for cell, edit in world.edits.items()} == before
            continue
        for change in outcome.applied:
            if step[0] == "undo":
                assert before[change.cell][1] == step[1], "only one's own cells are taken back"
            if change.edit is None:
                assert change.after == KINDS.by_id(int(terrain(chunk_of(change.cell))[local_of(change.cell)])).name
    for cell, edit in world.edits.items():
        assert world.read(cell).kind.name == edit.kind
    for key in KEYS:
        expected_ids = terrain(key).astype(np.uint16).copy()
        for cell, edit in world.edits.in_chunk(key).items():
            expected_ids[local_of(cell)] = KINDS[edit.kind].id
        assert (world.chunks[key].ids() == expected_ids).all()
