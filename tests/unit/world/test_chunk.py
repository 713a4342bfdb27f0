import numpy as np
import pytest
from littlefolk.world.cells import Cell, index_of
from littlefolk.world.chunk import Chunk
from littlefolk.world.kinds import KINDS, LIQUID, SOLID


def test_a_chunk_of_one_kind_keeps_no_index():
    chunk = Chunk.from_ids(np.full((32, 32, 32), 3, np.uint8))
    assert chunk.index is None
    assert chunk.only == 3
    assert chunk.kind_id(12345) == 3
    assert (chunk.ids() == 3).all()


def test_ids_come_back_as_they_went_in():
    ids = np.random.default_rng(1).integers(0, len(KINDS), (32, 32, 32)).astype(np.uint8)
    chunk = Chunk.from_ids(ids)
    assert chunk.index.dtype == np.uint8
    assert (chunk.ids() == ids).all()
    assert chunk.kind_id(index_of(Cell(5, 6, 7))) == ids[5, 6, 7]


def test_more_than_256_kinds_widen_the_index():
    ids = np.arange(32**3, dtype=np.uint16).reshape(32, 32, 32) % 300
    chunk = Chunk.from_ids(ids)
    assert chunk.index.dtype == np.uint16
    assert (chunk.ids() == ids).all()
    narrow = Chunk.from_ids((ids % 256).astype(np.uint16))
    assert narrow.index.dtype == np.uint8
    widened = narrow.with_cells({0: 299})
    assert widened.index.dtype == np.uint16
    assert widened.kind_id(0) == 299
    assert (widened.ids().reshape(-1)[1:] == narrow.ids().reshape(-1)[1:]).all()


def test_a_change_makes_a_new_chunk_and_leaves_the_old():
    old = Chunk.uniform(KINDS["stone"].id)
    assert set(old.traits) == {SOLID}
    new = old.with_cells({7: 0, 9: KINDS["water"].id})
    assert old.kind_id(7) == KINDS["stone"].id
    assert [new.kind_id(place) for place in (7, 8, 9)] == [0, KINDS["stone"].id, KINDS["water"].id]
    assert [new.traits[place] for place in (7, 8, 9)] == [0, SOLID, LIQUID]


def test_traits_made_before_and_after_a_change_are_the_same():
    cells = {place: place % len(KINDS) for place in range(0, 32**3, 97)}
    early = Chunk.uniform(3)
    assert early.traits
    assert bytes(early.with_cells(cells).traits) == bytes(Chunk.uniform(3).with_cells(cells).traits)


@pytest.mark.parametrize("ids", [np.zeros((32, 32, 31), np.uint8), np.zeros((32, 32, 32), np.int64)])
def test_other_shapes_and_types_are_refused(ids):
    with pytest.raises(ValueError, match="unsigned ids"):
        Chunk.from_ids(ids)
