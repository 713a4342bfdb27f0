"""What agents cost while nobody asks them anything: the processor time of fifty minds' threads beside a game whose frames go on."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from timing import Row

AGENTS = 50
SECONDS = 4.0
LIMIT = 0.01  # of a core, for all of them


def rows() -> Iterator[Row]:
    """One row: microseconds of processor time in each second, beside the limit."""
    from littlefolk.game import Game, Options

    with tempfile.TemporaryDirectory(prefix="littlefolk-bench-", ignore_cleanup_errors=True) as folder:
        game = Game(Options(Path(folder), 7, radius=1, meshing=False))
        try:
            while not game.ready:
                game.frame(1 / 60)
            while len(game.agents) < AGENTS:
                ticket = game.submit("spawn_gnome")
                while not ticket.future.done():
                    game.frame(1 / 60)
            answered = _answered(game)  # every mind has worked, and is idle again
            clocks = [time.pthread_getcpuclockid(agent.thread.ident) for agent in game.agents.values() if agent.thread.ident]
            before, began = sum(map(time.clock_gettime, clocks)), time.monotonic()
            while time.monotonic() - began < SECONDS:
                game.frame(1 / 60)
                time.sleep(1 / 60)
            used = (sum(map(time.clock_gettime, clocks)) - before) / (time.monotonic() - began)
        finally:
            game.close()
    ours, limit = max(1.0, used * 1e6), LIMIT * 1e6
    yield Row("idle agents", f"{AGENTS} minds, µs a second", "limit: 1 % of a core", ours, limit, limit / ours, 1.0, None, answered)


def _answered(game: object) -> bool:
    """Ask everybody something; whether everybody answered."""
    agents = list(game.agents.values())  # type: ignore[attr-defined]
    for agent in agents:
        agent.ask("where are you", "player")
    while any(agent.busy for agent in agents):
        game.frame(1 / 60)  # type: ignore[attr-defined]
        time.sleep(0.001)
    return all(agent.history[-1].calls for agent in agents)
