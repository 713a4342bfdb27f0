"""What is kept of a game beside its world: where the player stood, the hotbar, the palette's history, the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from littlefolk.kernels import surface_height
from littlefolk.panels.palette import HISTORY

if TYPE_CHECKING:
    from littlefolk.game.game import Game

MORNING = 0.37  # of a day, when a new world begins


def keep(game: Game) -> None:
    """Put it into the save."""
    body = game.player.body
    if game.player.placed:
        game.save.put("player", {"position": list(body.position), "yaw": body.yaw, "pitch": body.pitch})
    game.save.put("hotbar", {"slots": game.hotbar.slots, "selected": game.hotbar.selected})
    game.save.put("palette", game.palette.history)
    game.save.put("clock", {"seconds": game.seconds, "ahead": game.daytime.ahead})


def restore(game: Game) -> None:
    """Take it from the save, or begin anew: in the morning, on the ground at the origin."""
    clock = game.save.get("clock", {})
    game.seconds = clock.get("seconds", game.options.day_seconds * MORNING)
    game.daytime.ahead = clock.get("ahead", 0.0)
    game.palette.history = [str(line) for line in game.save.get("palette", [])][-HISTORY:]
    hotbar = game.save.get("hotbar", {})
    game.hotbar.restore(hotbar.get("slots"), hotbar.get("selected"))
    body, kept = game.player.body, game.save.get("player")
    if kept is None:
        body.position = (0.5, float(surface_height(game.world.seed, 0, 0) + 1), 0.5)
    else:
        x, y, z = kept["position"]
        body.position, body.yaw, body.pitch = (x, y, z), kept["yaw"], kept["pitch"]
