"""A running game that clients reach, and the official client over standard input and output."""

import pytest
from clients import Running, command
from mcp import Client


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The data folder that the client's side and the game share."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def started(data):
    """`started(*words)`: a client of the game that these words of the command line reach or start."""
    return lambda *words: Client(command(*words, data=data))


@pytest.fixture(scope="module")
def home(data, flat_terrain):
    """A game with the world Home open."""
    running = Running(data / "worlds/Home")
    yield running
    assert running.game.close() == []
    assert running.game.bugs == []
