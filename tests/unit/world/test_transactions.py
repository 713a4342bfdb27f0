import logging

import pytest
from littlefolk.world.boxes import SOLID_OUTSIDE, UNAVAILABLE
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.edits import Edit
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import Availability, Change, Commit, Refused

HERE = Cell(3, 0, 3)


def kind(world, cell):
    return world.read(cell).kind.name


def test_reading_tells_resident_unavailable_and_outside(flat):
    assert flat.read(Cell(0, -1, 0)) == (Availability.RESIDENT, KINDS["stone"])
    assert flat.read(Cell(0, 0, 0)) == (Availability.RESIDENT, KINDS["air"])
    assert flat.read(Cell(64, 0, 0)) == (Availability.UNAVAILABLE, None)
    assert flat.read(Cell(0, 384, 0)) == (Availability.OUTSIDE, None)
    assert flat.read(Cell(0, -129, 0)) == (Availability.OUTSIDE, None)
    assert flat.read(Cell(10**30, 0, 0)) == (Availability.OUTSIDE, None)


def test_a_commit_changes_all_its_cells_under_one_revision_and_tells_once(flat):
    heard = []
    flat.listen(heard.append)
    commit = flat.commit("ann", [Change(HERE, "bricks"), Change(HERE.offset(0, 1, 0), "glass", expected="air")])
    assert isinstance(commit, Commit)
    assert heard == [commit]
    assert flat.revision == commit.revision == 1
    assert [kind(flat, change.cell) for change in commit.applied] == ["bricks", "glass"]
    assert flat.edits[HERE] == Edit("bricks", "ann", 1, 1)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (Change(Cell(0, 1, 0), "cheese"), "no block kind"),
        (Change(Cell(0, 384, 0), "stone"), "outside"),
        (Change(Cell(64, 0, 0), "stone"), "not loaded"),
        (Change(HERE, "stone"), "twice"),
        (Change(Cell(0, -1, 0), "air", expected="dirt"), "expected dirt at 0 -1 0, found stone"),
    ],
)
def test_one_bad_change_refuses_the_whole_transaction(flat, change, reason):
    flat.listen(lambda commit: pytest.fail("told of a commit that did not happen"))
    before = flat.chunks.copy()
    refused = flat.commit("ann", [Change(HERE, "bricks"), change])
    assert isinstance(refused, Refused)
    assert reason in refused.reason
    assert refused.cell == change.cell
    assert (flat.revision, len(flat.edits), flat.chunks) == (0, 0, before)


def test_a_stale_transaction_names_every_cell_that_differs(flat):
    cells = [Cell(0, -1, 0), Cell(1, 0, 0), Cell(2, -1, 0)]
    refused = flat.commit("ann", [Change(cell, "bricks", expected="air") for cell in cells])
    assert refused.cells == (cells[0], cells[2])


def test_what_is_there_already_is_left_out_and_nothing_at_all_is_refused(flat):
    commit = flat.commit("ann", [Change(HERE, "bricks"), Change(Cell(0, -1, 0), "stone")])
    assert [change.cell for change in commit.applied] == [HERE]
    assert "already" in flat.commit("ann", [Change(HERE, "bricks")]).reason
    assert "no changes" in flat.commit("ann", []).reason
    assert flat.revision == 1


def test_a_guard_can_refuse(flat):
    end = flat.guard(lambda author, applied: Refused(applied[0].cell, f"not for {author}"))
    assert flat.commit("ann", [Change(HERE, "bricks")]).reason == "not for ann"
    assert kind(flat, HERE) == "air"
    end()
    assert isinstance(flat.commit("ann", [Change(HERE, "bricks")]), Commit)


def test_a_failing_listener_stops_neither_the_commit_nor_the_others(flat, caplog):
    heard = []
    flat.listen(lambda commit: 1 / 0)
    flat.listen(heard.append)
    with caplog.at_level(logging.ERROR):
        commit = flat.commit("ann", [Change(HERE, "bricks")])
    assert heard == [commit]
    assert "ZeroDivisionError" in caplog.text


def test_a_listener_cannot_change_the_world(flat, caplog):
    flat.listen(lambda commit: flat.commit("bob", [Change(HERE.offset(1, 0, 0), "mud")]))
    flat.commit("ann", [Change(HERE, "bricks")])
    assert "queue the change" in caplog.text
    assert flat.revision == 1


def test_listening_ends(flat):
    heard = []
    end = flat.listen(heard.append)
    end()
    end()
    flat.commit("ann", [Change(HERE, "bricks")])
    assert heard == []


@pytest.mark.parametrize(
    ("cell", "count"),
    [(Cell(5, 5, 5), 1), (Cell(0, 5, 5), 2), (Cell(0, 31, 5), 4), (Cell(0, 0, 31), 8), (Cell(-1, -1, -1), 8), (Cell(5, -128, 5), 1)],
)
def test_the_remesh_set_reaches_through_faces_edges_and_corners(flat, cell, count):
    if cell.y == -128:
        flat.install(ChunkKey(0, -4, 0), flat.chunks[ChunkKey(0, -1, 0)])
    commit = flat.commit("ann", [Change(cell, "glass")])
    assert len(commit.remesh) == count
    for key in commit.remesh:
        low, high = [32 * value - 1 for value in key], [32 * value + 32 for value in key]
        assert all(low[axis] <= cell[axis] <= high[axis] for axis in range(3))


def test_undo_and_redo_are_new_transactions(flat):
    flat.commit("ann", [Change(HERE, "bricks"), Change(Cell(0, -1, 0), "air")])
    undone = flat.undo("ann")
    assert (undone.cause, undone.revision, flat.revision) == ("undo", 2, 2)
    assert (kind(flat, HERE), kind(flat, Cell(0, -1, 0))) == ("air", "stone")
    assert len(flat.edits) == 0
    redone = flat.redo("ann")
    assert (redone.cause, redone.revision) == ("redo", 3)
    assert kind(flat, HERE) == "bricks"
    assert flat.edits[HERE] == Edit("bricks", "ann", 1, 3)


def test_undo_is_per_author(flat):
    flat.commit("ann", [Change(HERE, "bricks")])
    flat.commit("bob", [Change(HERE.offset(1, 0, 0), "mud")])
    flat.undo("ann")
    assert (kind(flat, HERE), kind(flat, HERE.offset(1, 0, 0))) == ("air", "mud")
    assert "nothing to undo" in flat.undo("ann").reason
    assert "nothing to undo" in flat.undo("eve").reason
    assert "nothing to redo" in flat.redo("bob").reason


def test_undo_refuses_when_someone_else_changed_the_cell_since(flat):
    flat.commit("ann", [Change(HERE, "bricks"), Change(HERE.offset(0, 0, 1), "bricks")])
    flat.commit("bob", [Change(HERE, "mud")])
    refused = flat.undo("ann")
    assert refused.cells == (HERE,)
    assert "someone else" in refused.reason
    assert kind(flat, HERE.offset(0, 0, 1)) == "bricks"
    flat.commit("bob", [Change(HERE, "bricks")])
    assert isinstance(flat.undo("ann"), Refused), "the same kind from another hand is still another's"


def test_undo_works_again_after_the_other_undid_theirs(flat):
    flat.commit("ann", [Change(HERE, "bricks")])
    flat.commit("bob", [Change(HERE, "mud")])
    flat.undo("bob")
    assert flat.edits[HERE].author == "ann"
    assert isinstance(flat.undo("ann"), Commit)
    assert kind(flat, HERE) == "air"


def test_a_new_commit_ends_what_could_be_redone(flat):
    flat.commit("ann", [Change(HERE, "bricks")])
    flat.undo("ann")
    flat.commit("ann", [Change(HERE.offset(1, 0, 0), "mud")])
    assert isinstance(flat.redo("ann"), Refused)


def test_undo_of_an_absent_chunk_is_refused_and_can_be_repeated(flat):
    flat.commit("ann", [Change(HERE, "bricks")])
    ground = flat.chunks[ChunkKey(0, 1, 0)]
    flat.evict(ChunkKey(0, 0, 0))
    assert "not loaded" in flat.undo("ann").reason
    flat.install(ChunkKey(0, 0, 0), ground)
    assert kind(flat, HERE) == "bricks"
    assert isinstance(flat.undo("ann"), Commit)


def test_boxes_and_pads_tell_unavailable_from_air_and_from_outside(flat):
    pad = flat.pad(ChunkKey(1, 0, 0))
    assert pad.shape == (34, 34, 34)
    assert (pad[33] == UNAVAILABLE).all()
    assert (pad[:33, 0, :] == KINDS["stone"].id).all()
    assert (pad[:33, 1:, :] == 0).all()
    for y in (-4, 11):
        flat.install(ChunkKey(0, y, 0), flat.chunks[ChunkKey(0, 0, 0)])
    assert (flat.pad(ChunkKey(0, -4, 0))[:, 0, :] == SOLID_OUTSIDE).all()
    assert (flat.pad(ChunkKey(0, 11, 0))[:, 33, :] == 0).all()
    assert flat.box(Cell(0, 0, 0), Cell(0, 5, 5)).shape == (0, 5, 5)


def test_a_chunk_outside_the_world_cannot_be_installed(flat):
    with pytest.raises(ValueError, match="outside"):
        flat.install(ChunkKey(0, 12, 0), flat.chunks[ChunkKey(0, 0, 0)])
