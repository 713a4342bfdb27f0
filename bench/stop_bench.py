"""How long stopping takes: from the word to the record's end, in every phase of a turn, while frames go on."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from timing import Row

LIMIT = 0.1  # seconds
FRAME = 1 / 60
PATIENCE = 60.0  # seconds until a phase is reached


@dataclass(frozen=True)
class Phase:
    """A phase: its name, what the model does (a call, or a way of streaming), and how often it is stopped."""

    name: str
    call: tuple[str, dict[str, Any]] | None = None
    streams: str = ""
    rounds: int = 60


PHASES = (
    Phase("thinking", streams="nothing more"),
    Phase("arguments", streams="arguments"),
    Phase("running commands", streams="calls"),
    Phase("going to a place", ("go_to", {"place": "here+0,0,-400"})),
    Phase("asking the player", ("ask_player", {"question": "shall I?", "type": None, "within": None})),
    Phase("a shell", ("run_shell", {"command": "sleep 1000"}), rounds=30),
    Phase("evaluate, in Python", ("evaluate", {"source": "while True:\n    pass"}), rounds=30),
    Phase("evaluate, in a C call", ("evaluate", {"source": "import time\ntime.sleep(1.5)"}), rounds=20),
)


def rows() -> Iterator[Row]:
    """A row a phase: the 99th percentile beside the limit. `identical` says that every record ended `cancelled` and was whole."""
    from littlefolk.commands import TABLES
    from littlefolk.game import Game, Options
    from littlefolk.policy import EVERYTHING, NEVER

    with tempfile.TemporaryDirectory(prefix="littlefolk-bench-", ignore_cleanup_errors=True) as folder:
        game = Game(Options(Path(folder), 7, radius=2, meshing=False))
        try:
            _frames(game, lambda: game.ready)
            ticket = game.submit("spawn_gnome", name="Moss")
            _frames(game, ticket.future.done)
            agent = game.agents["Moss"]
            agent.resident.grants, agent.resident.asks = EVERYTHING, NEVER
            game.mailbox.desk.attended = True
            for phase in PHASES:
                if phase.call is None or TABLES.get(phase.call[0]) is not None:
                    yield _measured(game, agent, phase)
        finally:
            game.close()


def _measured(game: Any, agent: Any, phase: Phase) -> Row:
    from littlefolk.present.records import TurnStatus

    chance = random.Random(7)
    times, whole = [], True
    for _ in range(phase.rounds):
        seconds, turn = _stopped(game, agent, phase, chance.uniform(0.0, 0.05))
        times.append(seconds)
        whole = whole and turn.status is TurnStatus.CANCELLED and all(call.status.final for call in turn.calls)
    worst = sorted(times)[max(0, -(-len(times) * 99 // 100) - 1)]
    limit = LIMIT * 1e6
    return Row("stop", f"{phase.name}, p99 of {phase.rounds}", "limit: 100 ms", worst * 1e6, limit, LIMIT / worst, 1.0, None, whole)


def _stopped(game: Any, agent: Any, phase: Phase, pause: float) -> tuple[float, Any]:
    """Bring a turn into its phase and stop it there: the seconds from the word to the record's end, and the record."""
    ended: list[tuple[float, Any]] = []
    mind = _mind(phase)
    turn = agent.ask("go", "player", mind=mind, done=lambda turn: ended.append((time.perf_counter(), turn)))
    _frames(game, lambda: mind.begun.is_set() and _reached(agent, phase))
    _frames(game, _after(pause))
    said = time.perf_counter()
    agent.stop(turn)
    _frames(game, lambda: bool(ended))
    return ended[0][0] - said, ended[0][1]


def _reached(agent: Any, phase: Phase) -> bool:
    return phase.call is None or any(str(call.status) in ("running", "asking") for call in agent.turn.calls)


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end


def _frames(game: Any, until: Callable[[], bool]) -> None:
    """Frames at the game's pace until something holds. Raises TimeoutError."""
    late = time.monotonic() + PATIENCE
    following = time.monotonic()
    while not until():
        now = time.monotonic()
        if now > late:
            raise TimeoutError("a phase of the turn was not reached")
        if now >= following:
            game.frame(FRAME)
            following = now + FRAME
        time.sleep(0.0005)


def _mind(phase: Phase) -> Any:
    from littlefolk.agent.providers.base import CallArguments, CallReady, CallStarted, Event, Finished, Provider, Text

    class Endless(Provider):
        """Brings a turn into its phase, and lets it stay there."""

        name = "endless"

        def __init__(self) -> None:
            self.begun = threading.Event()

        async def stream(self, request: object) -> AsyncGenerator[Event, None]:
            yield Text("well")
            self.begun.set()
            if phase.call is not None:
                yield CallStarted("a", phase.call[0])
                yield CallReady("a", phase.call[0], json.dumps(phase.call[1]))
            elif phase.streams == "arguments":
                yield CallStarted("a", "say")
                while True:
                    yield CallArguments("a", "x")
                    await asyncio.sleep(0.001)
            elif phase.streams == "calls":
                for number in range(8):
                    yield CallReady(f"{number}", "where_am_i", "{}")
            else:
                await asyncio.Event().wait()
            yield Finished("r")

    return Endless()
