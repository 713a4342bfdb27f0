"""The list of saved worlds: what it shows, names it refuses, and that it harms nothing."""

import hashlib

import pytest
from littlefolk.game.worlds import FILE, SavedWorlds, WorldsError, why_not_a_name
from littlefolk.world.saving import Save


@pytest.fixture
def worlds(tmp_path):
    return SavedWorlds(tmp_path / "worlds")


def made(worlds, name, seed=7):
    Save.open(worlds.place(name) / FILE, seed=seed, name=name).close()


def prints(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def test_a_world_is_listed_with_its_seed(worlds):
    assert worlds.list() == ()
    made(worlds, "Vale", seed=12)
    (world,) = worlds.list()
    assert (world.name, world.seed, world.edits, world.damage) == ("Vale", 12, 0, "")


def test_the_latest_played_comes_first(worlds, monkeypatch):
    import os

    for number, name in enumerate(["One", "Two", "Three"]):
        made(worlds, name)
        for path in worlds.place(name).iterdir():
            if path.is_file():
                os.utime(path, (1000.0 + number, 1000.0 + number))
    assert [world.name for world in worlds.list()] == ["Three", "Two", "One"]


@pytest.mark.parametrize("content", [b"", b"not a database at all", b"SQLite format 3\0" + bytes(200)])
def test_a_corrupt_save_is_shown_as_damaged_and_left_as_it_is(worlds, content):
    made(worlds, "Sound")
    (worlds.folder / "Broken").mkdir()
    (worlds.folder / "Broken" / FILE).write_bytes(content)
    before = prints(worlds.folder)
    found = {world.name: world for world in worlds.list()}
    assert found["Broken"].damage
    assert not found["Sound"].damage
    assert prints(worlds.folder) == before


def test_a_save_torn_in_the_middle_is_damaged(worlds):
    made(worlds, "Torn")
    path = worlds.place("Torn") / FILE
    path.write_bytes(path.read_bytes()[:4096])
    (world,) = worlds.list()
    assert "damaged" in world.damage


@pytest.mark.parametrize("name", ["", "  ", ".hidden", "a/b", "..", "a\\b", "x" * 41, "dot.", "space ", "NUL", "com1.txt", "a\nb", "a:b"])
def test_a_bad_name_is_refused_with_a_reason(worlds, name):
    assert why_not_a_name(name)
    assert worlds.why_not_new(name)
    for act in (worlds.place, worlds.delete):
        with pytest.raises(WorldsError):
            act(name)


@pytest.mark.parametrize("name", ["Home", "a", "Grün 2", "seed 7.1", "my_world-3", "世界"])
def test_ordinary_names_will_do(worlds, name):
    assert why_not_a_name(name) == ""
    assert worlds.place(name).parent == worlds.folder


def test_a_name_that_is_taken_is_refused_whatever_its_case(worlds):
    made(worlds, "Vale")
    assert "already" in worlds.why_not_new("vAle")
    assert worlds.free_name("Vale") == "Vale 2"


def test_a_deleted_world_is_gone_and_the_others_are_not(worlds):
    made(worlds, "Gone")
    made(worlds, "Stays")
    worlds.delete("Gone")
    assert [path.name for path in worlds.folder.iterdir()] == ["Stays"]


def test_an_open_world_is_not_deleted(worlds):
    save = Save.open(worlds.place("Open") / FILE)
    try:
        with pytest.raises(WorldsError, match="open"):
            worlds.delete("Open")
    finally:
        save.close()
    assert [world.name for world in worlds.list()] == ["Open"]


def test_only_worlds_are_deleted(worlds, tmp_path):
    made(SavedWorlds(tmp_path / "elsewhere"), "Other")
    (worlds.folder / "Photos").mkdir(parents=True)
    (worlds.folder / "Link").symlink_to(tmp_path / "elsewhere" / "Other")
    for name in ("Photos", "Link", "Nothing"):
        with pytest.raises(WorldsError):
            worlds.delete(name)
    assert (tmp_path / "elsewhere/Other" / FILE).exists()
