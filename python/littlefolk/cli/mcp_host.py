"""The game without an engine that `littlefolk mcp` starts where none is running."""

import argparse
import signal
import socket
import sys
import time

from littlefolk.cli.headless import FRAME, RADIUS
from littlefolk.cli.worlds import chosen_seed, world_folder
from littlefolk.game import Game, Options
from littlefolk.game.options import data_folder
from littlefolk.world.saving import SaveInUse

OTHERS = 4
"""Exit code: another game has the world open, or was first to open it."""


def host(options: argparse.Namespace) -> int:
    """Run the game until the last client is gone; OTHERS where another game has the world."""
    stopped: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _frame: stopped.append(number))
    with world_folder(options.world) as folder, socket.socket(fileno=options.host) as first:
        first.set_inheritable(False)
        seed, title = chosen_seed(options.seed), options.world or "World"
        settings = Options(folder, seed, title, options.provider or "offline", RADIUS, meshing=False, reachable=True, home=data_folder())
        try:
            game = Game(settings)
        except SaveInUse:
            return OTHERS
        try:
            if game.door is None:
                return 3
            game.door.admit(first.dup())
            first.close()
            before = time.monotonic()
            while game.door.clients and not stopped:
                now = time.monotonic()
                game.frame(now - before)
                before = now
                time.sleep(FRAME)
        finally:
            problems = game.close()
    for problem in [*game.bugs, *problems]:
        print(f"littlefolk: {problem}", file=sys.stderr)
    return 1 if problems else 0
