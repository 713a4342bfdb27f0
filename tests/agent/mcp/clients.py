"""What the tests of clients hold: how one is started, and a game that it reaches."""

import asyncio
import os
import sys
import threading
import time
from pathlib import Path

from mcp.client.stdio import StdioServerParameters

PYTHON = Path(__file__).parents[3] / "python"
PATIENCE = 240  # seconds until a test gives up; a client is a process that has to start


def command(*words, data):
    """How a client starts `littlefolk mcp`."""
    environment = {"PYTHONPATH": str(PYTHON), "LITTLEFOLK_DATA": str(data), "PATH": os.environ["PATH"]}
    return StdioServerParameters(command=sys.executable, args=["-m", "littlefolk", "mcp", *words], env=environment)


class Running:
    """A game in this process whose frames a test turns while clients are at it in a thread of their own."""

    def __init__(self, folder):
        from littlefolk.game import Game, Options

        folder.mkdir(parents=True)
        self.game = Game(Options(folder, radius=1, meshing=False, reachable=True))
        self.until(lambda: self.game.ready)

    def until(self, holds, *, frames=True):
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"not within {PATIENCE} s"
            if frames:
                self.game.frame(0.0)
            time.sleep(0.0005)

    def during(self, coroutine, *, frames=True):
        """What a client's coroutine returns, with frames going on."""
        found = []

        def run():
            try:
                found.append(asyncio.run(coroutine))
            except BaseException as error:
                found.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        self.until(lambda: not thread.is_alive(), frames=frames)
        if isinstance(found[0], BaseException):
            raise found[0]
        return found[0]
