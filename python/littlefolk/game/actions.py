"""The bodies of a game, step by step: what each wants, how it moves, and how they are kept apart."""

from __future__ import annotations

from littlefolk.bodies.body import Body
from littlefolk.bodies.motor import STILL, Motor, Wish
from littlefolk.bodies.separation import separate
from littlefolk.commands.actions import Actions
from littlefolk.game.options import PLAYER
from littlefolk.game.player import Player
from littlefolk.residents import Roster
from littlefolk.world.world import World

STEP = 1 / 60  # seconds of one fixed step
MOST_STEPS = 12  # of one frame; a slower frame slows the bodies down instead
TAKEN_OVER = "taken over by hand"


class Stepping:
    """Moves the player and the residents by whole fixed steps with one motor, each by its own wish or by its action's."""

    def __init__(self, world: World, player: Player, roster: Roster, actions: Actions) -> None:
        self._world, self._player, self._roster, self._actions = world, player, roster, actions
        self._motor = Motor()
        self._left_over = 0.0

    def advance(self, seconds: float) -> None:
        """Go on by some seconds of world time; what is left over of a step waits for the next frame."""
        if moves(self._player.wish):
            self._actions.cancel(PLAYER, TAKEN_OVER)
        self._left_over = min(self._left_over + seconds, MOST_STEPS * STEP)
        while self._left_over >= STEP:
            self._left_over -= STEP
            self._step()

    def _step(self) -> None:
        player = self._player
        yields = {PLAYER: 0}
        self._move(player.body, self._actions.wish(player.body, STEP) or player.wish)
        for resident in self._roster:
            wish = self._actions.wish(resident.body, STEP)
            yields[resident.name] = 1 if wish is None else 2
            self._move(resident.body, wish or STILL)
        if len(yields) > 1:
            separate(self._world, [player.body, *(resident.body for resident in self._roster)], yields, STEP)

    def _move(self, body: Body, wish: Wish) -> None:
        self._motor.step(self._world, body, wish, STEP)


def moves(wish: Wish) -> bool:
    """Whether hands on the keys move the body: they walk, jump or fly."""
    return bool(wish.forward or wish.right or wish.jump or wish.fly)
