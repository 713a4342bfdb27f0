"""The player's body and hands: what keys and clicks mean, before they become calls."""

import math
from dataclasses import dataclass, field

from littlefolk.bodies.body import Body, stand_on
from littlefolk.bodies.motor import Motor, Wish
from littlefolk.bodies.placing import place_free
from littlefolk.game.digging import Digging
from littlefolk.game.options import PLAYER
from littlefolk.world.cells import Cell
from littlefolk.world.ray import Hit
from littlefolk.world.world import World

STEP = 1 / 60  # seconds of one fixed step
MOST_STEPS = 12  # of one frame; a slower frame slows the body down instead
LIMIT = math.radians(89)


@dataclass
class Player:
    """The player's body, its motor and what the player wishes it to do.

    `aim` is what is looked at within reach, as of the last frame; `digs` whether the hand that digs is held down.
    """

    body: Body = field(default_factory=lambda: Body(PLAYER))
    motor: Motor = field(default_factory=Motor)
    wish: Wish = field(default_factory=Wish)
    digging: Digging = field(default_factory=Digging)
    digs: bool = False
    aim: Hit | None = None
    placed: bool = False
    arrived_at: tuple[float, float, float] = (0.0, 0.0, 0.0)
    _left_over: float = 0.0

    def look(self, left: float, up: float) -> None:
        """Turn the head by radians."""
        self.body.yaw = math.remainder(self.body.yaw + left, math.tau)
        self.body.pitch = min(LIMIT, max(-LIMIT, self.body.pitch + up))

    def advance(self, world: World, seconds: float) -> None:
        """Move the body by whole fixed steps; what is left over waits for the next frame."""
        self._left_over = min(self._left_over + seconds, MOST_STEPS * STEP)
        while self._left_over >= STEP:
            self._left_over -= STEP
            self.motor.step(world, self.body, self.wish, STEP)

    def arrive(self, world: World, near: Cell) -> bool:
        """Stand at the nearest free place once its surroundings are resident; False while they are not."""
        cell = place_free(world, near, radius=12, depth=24)
        if cell is None:
            return False
        self.body.position = self.arrived_at = stand_on(cell)
        self.placed = True
        return True

    def target(self, world: World) -> Hit | None:
        """What the player looks at within reach."""
        return world.ray(self.body.eyes, self.body.gaze)
