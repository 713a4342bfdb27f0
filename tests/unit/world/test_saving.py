import itertools
import json
import os
import sqlite3
import time

import numpy as np
import pytest
from littlefolk.world import schema
from littlefolk.world.backups import backup_paths
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.saving import Save, SaveError
from littlefolk.world.world import Change, World


def fresh(save):
    """The saved world with one chunk of air resident."""
    world = World(save.seed, save.name, clock=itertools.count(1).__next__)
    save.load_into(world)
    world.install(ChunkKey(0, 0, 0), np.zeros((32, 32, 32), np.uint8))
    save.attach(world)
    return world


def put(world, kind, *cells, author="ann"):
    return world.commit(author, [Change(Cell(*cell), kind) for cell in cells])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "world.littlefolk"


@pytest.fixture
def saved(path):
    """A closed save with some edits and documents."""
    save = Save.open(path, seed=-5, name="Nine Oaks")
    world = fresh(save)
    put(world, "bricks", (1, 2, 3), (1, 2, 4))
    put(world, "mud", (1, 2, 3), author="bob")
    put(world, "stone", (5, 5, 5))
    world.undo("ann")
    save.put("player", {"at": [1.5, 2, 3], "name": "Ännchen"})
    save.put("residents/moss", [1, 2])
    save.close()
    return world


@pytest.mark.parametrize("flushed", [True, False], ids=["written in between", "gathered"])
def test_thousands_of_cells_come_back_and_those_that_were_taken_back_are_gone(path, flushed):
    save = Save.open(path, seed=3)
    world = fresh(save)
    for kind, width in (("stone", 32), ("mud", 20), ("bricks", 1)):
        put(world, kind, *((x, y, z) for x in range(width) for y in range(32) for z in range(5)))
        assert not flushed or save.flush()
    put(world, "clay", *((x, y, 9) for x in range(32) for y in range(32)), author="bob")
    for _ in range(2):
        world.undo("ann")
        assert not flushed or save.flush()
    world.undo("bob")
    wanted = dict(world.edits)
    assert len(wanted) == 32 * 32 * 5
    save.close()
    again = Save.open(path)
    assert dict(again.edits()) == wanted
    again.close()


def test_a_world_comes_back_as_it_was(path, saved):
    save = Save.open(path, seed=99, name="ignored")
    world = fresh(save)
    assert (save.seed, save.name) == (-5, "Nine Oaks")
    assert dict(world.edits) == dict(saved.edits)
    assert world.revision == saved.revision == 4
    assert world.read(Cell(1, 2, 3)).kind.name == "mud"
    assert world.edits[Cell(1, 2, 3)].author == "bob"
    assert save.get("player") == {"at": [1.5, 2, 3], "name": "Ännchen"}
    assert save.keys("residents/") == ["residents/moss"]
    save.close()


def test_work_goes_on_in_the_next_session(path, saved):
    save = Save.open(path)
    world = fresh(save)
    put(world, "air", (1, 2, 3))
    save.delete("player")
    save.close()
    again = Save.open(path)
    edits = dict(again.edits())
    assert edits[Cell(1, 2, 3)].kind == "air"
    assert again.revision == 5
    assert again.get("player", "none") == "none"
    again.close()


def test_flush_tells_that_all_is_on_disk(path):
    save = Save.open(path)
    world = fresh(save)
    put(world, "bricks", (0, 0, 0))
    assert save.flush()
    assert save.saved_revision == 1
    rows = sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT x, y, z, revision FROM edits").fetchall()
    assert rows == [(0, 0, 0, 1)]
    save.close()


def test_closing_twice_is_fine_and_afterwards_nothing_is_taken(path):
    save = Save.open(path)
    world = fresh(save)
    save.close()
    save.close()
    put(world, "bricks", (0, 0, 0))
    with pytest.raises(RuntimeError, match="closed"):
        save.put("player", 1)
    again = Save.open(path)
    assert dict(again.edits()) == {}
    again.close()


def test_a_document_must_be_json(path):
    save = Save.open(path)
    for value in (object(), float("nan")):
        with pytest.raises((TypeError, ValueError)):
            save.put("player", value)
    value = {"list": [1]}
    save.put("player", value)
    value["list"].append(2)
    assert save.get("player") == {"list": [1]}
    save.close()


def test_a_second_game_on_the_same_world_is_refused(path, saved):
    save = Save.open(path)
    with pytest.raises(SaveError, match="another game"):
        Save.open(path)
    save.close()
    Save.open(path).close()


def garbled(data, start, stop):
    return data[:start] + bytes(255 - byte for byte in data[start:stop]) + data[stop:]


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda data: data[: len(data) // 2], "damaged"),
        (lambda data: data[:-1], "damaged"),
        (lambda data: data[:50], "not a Littlefolk world"),
        (lambda data: b"", "not a Littlefolk world"),
        (lambda data: b"Dear diary, " * 100, "not a Littlefolk world"),
        (lambda data: garbled(data, 100, 200), "damaged"),
        (lambda data: garbled(data, 4096, 4196), "damaged"),
        (lambda data: data[:60] + (99).to_bytes(4, "big") + data[64:], "newer Littlefolk .layout 99"),
        (lambda data: data[:68] + bytes(4) + data[72:], "another program"),
    ],
)
def test_what_is_no_sound_save_is_refused_and_left_as_it_is(path, saved, spoil, message):
    bad = spoil(path.read_bytes())
    path.write_bytes(bad)
    before = sorted(entry.name for entry in path.parent.rglob("*") if entry.suffix != ".lock")
    with pytest.raises(SaveError, match=message) as caught:
        Save.open(path)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == bad
    assert sorted(entry.name for entry in path.parent.rglob("*") if entry.suffix != ".lock") == before


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE kinds SET name = 'cheese' WHERE name = 'mud'", "block kinds unknown here: cheese"),
        ("DELETE FROM meta WHERE key = 'seed'", "damaged .no seed"),
        ("DELETE FROM authors", "damaged"),
        ("UPDATE documents SET value = '{'", "damaged"),
        ("DROP TABLE edits", "damaged"),
    ],
)
def test_what_the_database_says_must_make_sense(path, saved, statement, message):
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()
    bad = path.read_bytes()
    with pytest.raises(SaveError, match=message):
        Save.open(path)
    assert path.read_bytes() == bad


def test_a_folder_and_a_forbidden_place_are_told(tmp_path):
    with pytest.raises(SaveError, match="cannot be read"):
        Save.open(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="permissions"):
        Save.open(tmp_path / "file" / "world.littlefolk")


def test_backups_rotate_and_the_newest_is_whole(path, saved):
    for number in range(5):
        save = Save.open(path)
        save.put("visit", number)
        save.close()
    newest, older, oldest = backup_paths(path)
    assert sorted(entry.name for entry in newest.parent.iterdir()) == sorted(entry.name for entry in (newest, older, oldest))
    query = "SELECT value FROM documents WHERE key = 'visit'"
    visits = [json.loads(sqlite3.connect(entry).execute(query).fetchone()[0]) for entry in (newest, older, oldest)]
    assert visits == [3, 2, 1]
    restored = path.with_name("restored.littlefolk")
    restored.write_bytes(newest.read_bytes())
    save = Save.open(restored)
    assert dict(save.edits()) == dict(saved.edits)
    save.close()


def test_opening_without_changing_keeps_the_older_backups(path, saved):
    for _ in range(4):
        Save.open(path).close()
    assert [entry.exists() for entry in backup_paths(path)] == [True, False, False]


def test_an_older_layout_is_brought_forward_and_backed_up_as_it_was(path, saved, monkeypatch):
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, "ALTER TABLE edits ADD COLUMN note TEXT;"))
    save = Save.open(path)
    assert dict(save.edits()) == dict(saved.edits)
    save.close()
    assert path.read_bytes()[60:64] == (2).to_bytes(4, "big")
    assert backup_paths(path)[0].read_bytes()[60:64] == (1).to_bytes(4, "big")
    Save.open(path).close()


def test_a_broken_migration_leaves_the_old_layout(path, saved, monkeypatch):
    monkeypatch.setattr(
        schema, "MIGRATIONS", (*schema.MIGRATIONS, "ALTER TABLE edits ADD COLUMN note TEXT; ALTER TABLE nowhere RENAME TO x;")
    )
    with pytest.raises(SaveError):
        Save.open(path)
    monkeypatch.undo()
    save = Save.open(path)
    assert dict(save.edits()) == dict(saved.edits)
    save.close()


def test_a_write_that_fails_is_told_retried_and_not_lost(path, caplog):
    save = Save.open(path)
    world = fresh(save)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    save._connection.execute("PRAGMA busy_timeout = 1")
    put(world, "bricks", (0, 0, 0))
    assert not save.flush(timeout=0.1)
    end = time.monotonic() + 60
    while save.error is None and time.monotonic() < end:
        time.sleep(0.001)
    assert "locked" in save.error
    assert "tried again" in caplog.text
    blocker.execute("ROLLBACK")
    blocker.close()
    assert save.flush()
    assert save.error is None
    save.close()
    again = Save.open(path)
    assert list(dict(again.edits())) == [Cell(0, 0, 0)]
    again.close()


def test_an_interrupted_creation_does_not_stand_in_the_way(path):
    path.with_name(path.name + ".new").write_bytes(os.urandom(100))
    save = Save.open(path, seed=3)
    assert save.seed == 3
    save.close()
