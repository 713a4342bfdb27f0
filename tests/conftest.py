"""Games on a flat little world, without an engine, for the tests of what happens in a running game."""

import functools
import multiprocessing
import os
import sys
import threading
import time
from multiprocessing import forkserver
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

# No deadlines: a busy machine must not fail a law. Few examples, so that the whole suite is run often.
settings.register_profile("littlefolk", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
# Where a change is judged, the examples depend on the code alone, so that a verdict can be repeated; elsewhere every run looks further.
settings.register_profile("judged", settings.get_profile("littlefolk"), derandomize=True)
settings.load_profile("judged" if os.environ.get("CI") else "littlefolk")

# Frames here follow each other without a pause; a thread that waits for its turn beside them should not wait for 5 ms each time.
sys.setswitchinterval(0.0005)

PATIENCE = 120  # seconds until a test gives up what never holds: by time, since frames fly by while a thread waits for its turn


def flat_chunk(_seed, _cx, cy, _cz):
    """Terrain ids of a chunk of the flat world: air above y = 0, grass at y = -1, stone below."""
    from littlefolk.kernels import TERRAIN

    ids = np.full((32, 32, 32), 0 if cy >= 0 else TERRAIN.index("stone"), np.uint8)
    if cy == -1:
        ids[:, 31, :] = TERRAIN.index("grass")
    return ids


@pytest.fixture(scope="module")
def flat_terrain():
    """Lets every game of the test module have flat terrain, on which bodies stand at y = 0."""
    from littlefolk.game import game as module
    from littlefolk.game import keeping
    from littlefolk.world.streaming import Streaming

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Streaming", functools.partial(Streaming, generate=flat_chunk))
        patch.setattr(keeping, "surface_height", lambda _seed, _x, _z: -1)
        yield


class LoopClock:
    """The clock of an agent's event loop, which a test turns: time limits of a turn run out when it says so."""

    def __init__(self, agent):
        self._loop, self._now = agent._loop, agent._loop.time()
        agent._loop.time = lambda: self._now

    def advance(self, seconds):
        """Let some seconds go by, and the loop do what is due then."""
        self._now += seconds
        for _ in range(10):  # what one round does may be due in the next
            round_ = threading.Event()
            self._loop.call_soon_threadsafe(round_.set)
            assert round_.wait(PATIENCE)


class Table:
    """Opens games in a folder and closes them; `until` advances one until something holds."""

    def __init__(self, folder):
        self.folder = folder
        self.games = []

    def open(self, folder=None, transcript=None, radius=1, **options):
        """A game on the flat world whose player stands in it."""
        from littlefolk.game import Game, Options

        game = Game(Options(folder or self.folder, radius=radius, meshing=False, **options), transcript)
        self.games.append(game)
        until(game, lambda: game.ready)
        return game

    def close(self):
        for game in self.games:
            game.close()


def until(game, holds, seconds=0.0):
    """Frames until something holds. A thread that waits for its turn gets it between two frames."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"not within {PATIENCE} s"
        game.frame(seconds)
        time.sleep(0.0002)


def outcome_of(game, ticket):
    """Frames until a ticket has its outcome."""
    until(game, ticket.future.done)
    return ticket.future.result()


@pytest.fixture
def games(tmp_path, flat_terrain):
    """Opens flat games; all are closed at the end."""
    table = Table(tmp_path / "world")
    (tmp_path / "world").mkdir()
    yield table
    table.close()


@pytest.fixture(scope="session")
def frames():
    """`frames(game, holds)` advances a game until something holds."""
    return until


@pytest.fixture
def outcome():
    """`outcome(game, ticket)` advances a game until a call has its outcome."""
    return outcome_of


@pytest.fixture
def loop_clock():
    """`loop_clock(agent)` stops the clock of an agent's event loop, and gives what moves it on."""
    return LoopClock


@pytest.fixture(scope="session")
def process():
    """`process(function, *arguments)` starts one, to be killed. All are forked by a server that has imported the game for them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["littlefolk.game"])

    def started(function, *arguments):
        made = context.Process(target=function, args=arguments, daemon=True)
        made.start()
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "python"))
        forkserver.ensure_running()
    return started
