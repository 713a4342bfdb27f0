"""Letting clients of the Model Context Protocol into a running game."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from littlefolk.game.options import PLAYER
from littlefolk.mcp.door import Door
from littlefolk.mcp.taking_a_body import Host

if TYPE_CHECKING:
    from littlefolk.game.game import Game

log = logging.getLogger(__name__)


def door_of(game: Game) -> Door | None:
    """The door of a game that is to be reachable; None otherwise, and where the system has no such sockets."""
    if not game.options.reachable:
        return None
    host = Host(PLAYER, game.mailbox, game.agents, lambda: game.snapshot, lambda: game.ready, game.minds.of)
    try:
        return Door(game.options.folder, host)
    except OSError as error:
        log.warning("nobody can come in from outside: %s", error)
        return None
