"""The model server for the tests of this folder, and gnomes whose minds it is."""

import os
import sys
from pathlib import Path

import openai  # noqa: F401 (loading it takes most of a second, which no test should wait for)
import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "providers"))  # the gnomes and conversations of the other tests of providers

from aimock import Aimock, Missing, installed
from lanes import Gnome


@pytest.fixture(scope="session")
def aimock():
    try:
        server = Aimock(installed())
    except Missing as why:
        if os.environ.get("CI"):
            pytest.fail(f"where a change is judged these tests must run: {why}")
        pytest.skip(str(why))
    yield server
    server.close()


@pytest.fixture
def model(aimock):
    return aimock.model()


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
def gnome(meadow):
    """`gnome(provider)`: a gnome with that provider."""
    made = []

    def make(provider):
        made.append(Gnome(meadow, provider))
        return made[-1]

    yield make
    for each in made:
        each.leave()
