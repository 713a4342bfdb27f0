"""What the tests of providers hold: a part of the server, settings that reach it, and a gnome that uses it."""

import itertools
import json
import time
import urllib.request

from littlefolk.agent.providers.settings import Patience, Secret, Settings
from littlefolk.bodies.body import stand_on
from littlefolk.world.cells import Cell, Direction

PATIENCE = 120  # seconds until a test gives up; none that passes waits so long
CANARY = "canary-7f3a91c2d4"
_names = itertools.count(1)
_direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Lane:
    """One test's part of the server: what it will answer, and what it was asked."""

    def __init__(self, port, name):
        self.root = f"http://127.0.0.1:{port}/{name}"
        self.url = f"{self.root}/v1"

    def answers(self, *script):
        """Put answers behind those that are left."""
        self._post("script", script)

    def forgets(self):
        """Drop the answers that are left."""
        self._post("forget", {})

    def takes_sockets(self):
        """Offer WebSockets from now on."""
        self._post("sockets", {})
        return self

    def _post(self, path, body):
        _direct.open(urllib.request.Request(f"{self.root}/{path}", json.dumps(body).encode(), method="POST"), timeout=60).read()

    @property
    def state(self):
        return json.loads(_direct.open(f"{self.root}/log", timeout=60).read())

    @property
    def requests(self):
        """Every request so far: method, path, headers and JSON body."""
        return self.state["requests"]

    @property
    def bodies(self):
        return [request["body"] for request in self.requests]


def settings_for(lane, **changes):
    """Settings that reach a lane, with a key and without waits."""
    plain = {"base_url": lane.url, "model": "m", "key": Secret(CANARY), "tools": "native", "patience": Patience(3, 0.0, 60.0)}
    return Settings(**(plain | changes))


class Gnome:
    """A gnome whose mind is behind a provider."""

    def __init__(self, game, provider):
        self.game = game
        name = f"Gnome{next(_names)}"
        ticket = game.submit("spawn_gnome", name=name)
        self.until(ticket.future.done)
        self.agent = game.agents[name]
        self.agent.provider = provider
        body = game.bodies[name]
        body.position, body.yaw = stand_on(Cell(0, 0, 0)), Direction.NORTH.yaw

    def ask(self, text="go"):
        """Ask, and frames until the turn is over; its record."""
        self.agent.ask(text, "player")
        self.until(lambda: not self.agent.busy)
        return self.agent.history[-1]

    def until(self, holds):
        """Frames until something holds; between two of them the network gets its time."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"not within {PATIENCE} s"
            self.game.frame(0.0)
            time.sleep(0.0005)

    def leave(self):
        """End its thread, as closing the game does."""
        self.agent.close()
        self.agent.thread.join(60)
        assert self.agent.closed
