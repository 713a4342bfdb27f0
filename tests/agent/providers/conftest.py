"""A gnome in a game on flat ground, whose model is a server in another process."""

import itertools
import subprocess
import sys
from pathlib import Path

import openai  # noqa: F401 (loading it takes most of a second, which no test should wait for)
import pytest
from lanes import Gnome, Lane, settings_for
from littlefolk.agent.providers import ChatProvider

_lanes = itertools.count(1)


@pytest.fixture(scope="session")
def server_port():
    command = [sys.executable, str(Path(__file__).with_name("model_server.py"))]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield int(process.stdout.readline())
        process.stdin.close()
        process.wait(60)


@pytest.fixture
def lane(server_port):
    """A part of the server for one test."""
    return Lane(server_port, f"lane{next(_lanes)}")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="module")
def meadow(tmp_path_factory, flat_terrain):
    """One game for the tests of a module."""
    from littlefolk.game import Game, Options

    game = Game(Options(tmp_path_factory.mktemp("meadow"), radius=1, meshing=False))
    while not game.ready:
        game.frame(0.0)
    yield game
    assert game.close() == []
    assert game.bugs == []


@pytest.fixture
def gnome(meadow, lane):
    """`gnome(provider)`: a gnome with that provider; without one, with a `chat` provider for this test's lane."""
    made = []

    def make(provider=None, **changes):
        made.append(Gnome(meadow, provider or ChatProvider(settings_for(lane, **changes))))
        return made[-1]

    yield make
    for each in made:
        each.leave()
