"""`littlefolk do`: one command line in a world, without an engine."""

import argparse
import sys
import time
from collections.abc import Callable

from littlefolk.agent.settling import running_action
from littlefolk.cli.headless import FRAME, RADIUS
from littlefolk.cli.worlds import chosen_seed, world_folder
from littlefolk.commands.actions import outcome_of
from littlefolk.game import Game, Options
from littlefolk.game.options import data_folder
from littlefolk.present.outcome import Done, Failed, Outcome
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.record_json import json_line, outcome_json
from littlefolk.present.untrusted import plain

READY_SECONDS = 120.0  # of waiting until the surroundings are there
CALL_SECONDS = 60.0


def do(words: list[str], options: argparse.Namespace) -> int:
    """Run each line; print its outcome under the text view. 0 when all were done; the first that was not ends it with 1."""
    lines = [line.strip() for line in sys.stdin] if words == ["-"] else [" ".join(words)]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines:
        print("littlefolk: there is nothing to do: write a command, such as `place block at stone 3 90 5`", file=sys.stderr)
        return 2
    seed = chosen_seed(options.seed)
    with world_folder(options.world) as folder:
        kept = (folder / "world.sqlite").exists()
        game = Game(Options(folder, seed, title=options.world or "World", radius=RADIUS, meshing=False, home=data_folder()))
        if options.seed is None and options.world is None:
            print(f"littlefolk: seed {game.world.seed}", file=sys.stderr)
        elif kept and options.seed not in (None, game.world.seed):
            print(f"littlefolk: {options.world} keeps its seed {game.world.seed}; --seed is for new worlds", file=sys.stderr)
        try:
            code = _run(game, lines, as_json=options.json)
        finally:
            problems = game.close()
    for problem in [*game.bugs, *problems]:
        print(f"littlefolk: {problem}", file=sys.stderr)
    return code or (1 if problems else 0)


def _run(game: Game, lines: list[str], *, as_json: bool) -> int:
    if not _frames(game, READY_SECONDS, lambda: game.drawn):
        print(f"littlefolk: the world is not ready: {game.progress:.0%} of the surroundings is loaded", file=sys.stderr)
        return 1
    for line in lines:
        outcome = _outcome(game, line)
        if as_json:
            print(json_line({"line": line, **outcome_json(outcome)}))
        else:
            print(plain(shown_to_people(outcome)))
        if not isinstance(outcome, Done):
            return 1
    return 0


def _outcome(game: Game, line: str) -> Outcome:
    ticket = game.submit_line(line)
    if isinstance(ticket, Outcome):
        return ticket
    if not _frames(game, CALL_SECONDS, ticket.future.done):
        return Failed(f"no outcome within {CALL_SECONDS:g} s")
    outcome = ticket.future.result()
    action = running_action(outcome)
    if action is None or action.open_ended or not _frames(game, CALL_SECONDS, action.ended.done):
        return outcome
    return outcome_of(action.ended.result())


def _frames(game: Game, seconds: float, until: Callable[[], bool]) -> bool:
    """Frames until something holds; False after so many seconds."""
    end = time.monotonic() + seconds
    while not until():
        if time.monotonic() > end:
            return False
        game.frame(FRAME)
        time.sleep(0.001)
    return True
