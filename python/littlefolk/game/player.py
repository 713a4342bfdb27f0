"""The player's body and hands: what keys and clicks mean, before they become calls."""

import math
from dataclasses import dataclass, field

from littlefolk.bodies.body import Body, stand_on
from littlefolk.bodies.motor import Wish
from littlefolk.bodies.placing import place_free
from littlefolk.game.digging import Digging
from littlefolk.game.options import PLAYER
from littlefolk.world.cells import Cell
from littlefolk.world.ray import Hit
from littlefolk.world.world import World

LIMIT = math.radians(89)


@dataclass
class Player:
    """The player's body and what the player wishes it to do.

    `aim` is what is looked at within reach, as of the last frame; `digs` whether the hand that digs is held down.
    """

    body: Body = field(default_factory=lambda: Body(PLAYER))
    wish: Wish = field(default_factory=Wish)
    digging: Digging = field(default_factory=Digging)
    digs: bool = False
    aim: Hit | None = None
    placed: bool = False
    arrived_at: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def look(self, left: float, up: float) -> None:
        """Turn the head by radians."""
        self.body.yaw = math.remainder(self.body.yaw + left, math.tau)
        self.body.pitch = min(LIMIT, max(-LIMIT, self.body.pitch + up))

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
