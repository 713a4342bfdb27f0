"""A game that is closed while an evaluation is in a C call that never returns. Run by test_asking."""

import json
import sys
import threading
from pathlib import Path

from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.game import Game, Options
from littlefolk.game.leaving import leave
from littlefolk.policy import RESIDENT_GRANTS, AskPolicy, Capability, Grants

SOURCE = """
import functools, operator, sys, threading
gate = threading.Lock()
gate.acquire()
list(map(operator.call, [functools.partial(sys.modules["__main__"].begun.append, 1), gate.acquire]))
"""
game = Game(Options(Path(sys.argv[1]), seed=3, radius=1, meshing=False))


def until(holds):
    while not holds():
        game.frame(1 / 60)


until(lambda: game.ready)
game.submit("spawn_gnome", name="Moss")
until(lambda: "Moss" in game.agents)
moss = game.agents["Moss"]
moss.resident.grants = Grants(RESIDENT_GRANTS.capabilities | {Capability.EVALUATE})
moss.resident.asks = AskPolicy(trusted=frozenset({Capability.EVALUATE}))
below = moss.resident.cell.offset(0, 6, 0)
calls = [
    ("place_block_at", {"kind": "lantern", "cell": f"{below.x} {below.y} {below.z}"}),
    ("evaluate", {"source": SOURCE}),
]
begun: list[int] = []
moss.ask("go", "player", mind=ScriptedProvider([(tool, json.dumps(arguments)) for tool, arguments in calls]))
until(lambda: begun)
others = game.mailbox.abandoned
game.mailbox.abandoned = lambda _seconds: others(60.0)  # these do end, however busy the machine is
assert game.close() == []
print("abandoned", *game.abandoned)
assert any(thread.name == "evaluate Moss" for thread in threading.enumerate())
leave(0, game.abandoned)
