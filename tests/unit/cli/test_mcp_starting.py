"""A client that starts a game while another one is first to open the world."""

import argparse
import json
import socket

import pytest
from littlefolk.cli import mcp
from littlefolk.cli.mcp_host import OTHERS
from littlefolk.mcp.socket_file import NotReachable
from littlefolk.world.saving import Save, SaveError, SaveInUse

OPTIONS = argparse.Namespace(world="Home", name="Pip", seed=None, provider=None)


class Ended:
    """A game's process that ended with a code."""

    def __init__(self, code):
        self.code = code

    def wait(self):
        return self.code


def answering(name):
    """A connection whose other side has answered the greeting already."""
    ours, theirs = socket.socketpair()
    theirs.sendall(json.dumps({"name": name}).encode() + b"\n")
    return ours, theirs


@pytest.fixture
def ours():
    sockets = []

    def gone():
        near, far = socket.socketpair()
        far.close()
        sockets.append(near)
        return near

    def there(name):
        near, far = answering(name)
        sockets.extend((near, far))
        return near

    yield gone, there
    for each in sockets:
        each.close()


@pytest.fixture
def held(tmp_path, monkeypatch):
    """The save of the world, open in another game."""
    monkeypatch.setenv("LITTLEFOLK_DATA", str(tmp_path))
    monkeypatch.setattr(mcp, "LOOK", 0.0)
    save = Save.open(mcp.folder_of("Home") / mcp.FILE, seed=1, name="Home")
    yield save
    save.close()


def test_the_door_of_the_game_that_was_first_is_waited_for(held, ours, monkeypatch):
    gone, there = ours
    doors = iter([NotReachable("not yet"), NotReachable("not yet"), there("Pip")])

    def running(world):
        door = next(doors)
        if isinstance(door, NotReachable):
            raise door
        return door

    monkeypatch.setattr(mcp, "_hosted", lambda options: (gone(), Ended(OTHERS)))
    monkeypatch.setattr(mcp, "_running", running)
    assert mcp._started(OPTIONS)[1] == {"name": "Pip"}
    assert next(doors, None) is None


def test_where_that_one_leaves_a_game_is_started_anew(held, ours, monkeypatch):
    gone, there = ours
    hosted = iter([(gone(), Ended(OTHERS)), (there("Pip"), Ended(0))])

    def running(world):
        held.close()
        raise NotReachable("it left")

    monkeypatch.setattr(mcp, "_hosted", lambda options: next(hosted))
    monkeypatch.setattr(mcp, "_running", running)
    assert mcp._started(OPTIONS)[1] == {"name": "Pip"}
    assert next(hosted, None) is None


def test_a_game_without_a_door_is_told_with_the_repair(held, ours, monkeypatch):
    gone, _there = ours
    monkeypatch.setattr(mcp, "PATIENCE", 0.0)
    monkeypatch.setattr(mcp, "_hosted", lambda options: (gone(), Ended(OTHERS)))
    assert "close that one first" in mcp._started(OPTIONS)[1]["error"]


def test_a_game_that_cannot_open_its_world_is_not_started_again(held, ours, monkeypatch):
    gone, _there = ours
    hosted = iter([(gone(), Ended(3))])
    monkeypatch.setattr(mcp, "_hosted", lambda options: next(hosted))
    assert mcp._started(OPTIONS)[1] == {}


def test_a_save_that_another_game_is_just_creating_is_in_use_and_not_damaged(tmp_path):
    path = tmp_path / "world.sqlite"
    save = Save.open(path, seed=1, name="Home")
    whole = path.read_bytes()
    try:
        path.write_bytes(b"")
        with pytest.raises(SaveInUse, match="open in another game"):
            Save.open(path, seed=1, name="Home")
        path.write_bytes(whole)
    finally:
        save.close()
    path.write_bytes(b"")
    with pytest.raises(SaveError) as refused:
        Save.open(path, seed=1, name="Home")
    assert not isinstance(refused.value, SaveInUse)
