"""A game whose gnome places three blocks and then thinks without end, until the process is killed. Run by test_killed_game."""

import asyncio
import sys
from pathlib import Path

from littlefolk.agent.journal import records
from littlefolk.agent.providers.base import CallReady, Finished, Provider, Text
from littlefolk.game import Game, Options
from littlefolk.present.types import CellType


class Places(Provider):
    """Asks for three lanterns high above the player, then waits."""

    name = "places"

    async def stream(self, request):
        if request.turn.calls:
            yield Text("now let me think")
            await asyncio.Event().wait()
        here = request.context.snapshot.bodies["player"].cell
        for step in range(3):
            cell = CellType().unparse(here.offset(step, 6, 0))
            yield CallReady(f"c{step}", "place_block_at", f'{{"kind": "lantern", "cell": "{cell}"}}')
        yield Finished()


folder = Path(sys.argv[1])
game = Game(Options(folder, seed=3, radius=1, meshing=False))
while not game.ready:
    game.frame(1 / 60)
game.submit("spawn_gnome", name="Moss")
while "Moss" not in game.agents:
    game.frame(1 / 60)
agent = game.agents["Moss"]
agent.provider = Places()
agent.ask("three lanterns, then think", "player")
while True:
    game.frame(1 / 60)
    written = (
        game.world.revision == 3 == game.save.saved_revision and [each["record"] for each in records(game.journal.path)].count("call") == 3
    )
    if written and agent.turn is not None and agent.turn.text:
        print(game.player.body.cell, flush=True)
        break
while True:
    game.frame(1 / 60)
