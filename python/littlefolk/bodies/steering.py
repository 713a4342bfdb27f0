"""Steering: following a route of cells by wishes for the motor, so that the body's way is continuous and stays within the route."""

from __future__ import annotations

import math
from collections.abc import Sequence

from littlefolk.world.cells import Cell, yaw_towards

from .body import SKIN, Body
from .motor import Tuning, Wish

ARRIVAL = 0.09
"""Metres from the centre of its last cell within which a body has arrived."""
PASSING = 0.15
"""Metres from the centre of a cell on the way within which it is passed; with a body of 0.6 m no corner is touched."""
TURN = 9.0
"""How fast a walking body turns, rad/s."""
BRAKE = 14.0
"""Deceleration that is counted on, m/s2: what a body has in the air."""
CORNER, DROP, LAST_DROP = 1.8, 2.4, 1.5
"""Speeds, m/s, at a corner, before a step down that goes straight on, and before one that does not."""
EASE = 9.0
"""How fast a body goes for each metre that is left to its goal, 1/s."""


class Steering:
    """Leads one body along one route. `index` is the cell that it goes to now; `arrived` once the last one is reached."""

    def __init__(self, body: Body, cells: Sequence[Cell], pace: float = 1.0, tuning: Tuning | None = None) -> None:
        self.body = body
        self.cells = tuple(cells)
        self.index = 0
        self.arrived = False
        self._pace = pace
        self._tuning = tuning or Tuning()

    @property
    def target(self) -> Cell:
        """The cell that the body goes to now."""
        return self.cells[self.index]

    @property
    def reached(self) -> int:
        """How many cells lie behind."""
        return self.index + self.arrived

    @property
    def ahead(self) -> tuple[Cell, ...]:
        """The cells that are still to be reached, with the one before them."""
        return self.cells[max(0, self.index - 1) :]

    @property
    def remaining(self) -> float:
        """Metres that are left, on the level, and a metre for each step up or down."""
        dx, dz = self._apart()
        steps = sum(1 + abs(b.y - a.y) for a, b in zip(self.cells[self.index :], self.cells[self.index + 1 :], strict=False))
        return math.hypot(dx, dz) + max(0.0, abs(self.target.y - self.body.position[1]) - 1.0) + steps

    @property
    def astray(self) -> bool:
        """Whether the body stands somewhere that the route does not lead through."""
        body = self.body
        if not (body.on_ground or body.in_water):
            return False
        column = (math.floor(body.position[0]), math.floor(body.position[2]))
        near = self.cells[max(0, self.index - 2) : self.index + 2]
        return column not in {(cell.x, cell.z) for cell in near} or abs(body.position[1] - self.target.y) > 2.0

    def skip_start(self) -> None:
        """Make for the second cell from where the body is, not by the centre of the first."""
        self.index = min(1, len(self.cells) - 1)

    def follow(self) -> None:
        """Go on to the next cell once one is reached."""
        while not self.arrived and self._reached():
            if self.index + 1 == len(self.cells):
                self.arrived = True
            else:
                self.index += 1

    def wish(self, seconds: float) -> Wish:
        """What the body wants in the coming step; turns it towards where it goes."""
        body, target = self.body, self.target
        dx, dz = self._apart()
        apart = math.hypot(dx, dz)
        up = self._up(target)
        if apart < 1e-6:
            return Wish(up=up)
        if apart > ARRIVAL:
            turn_towards(body, dx, dz, seconds)
        walk = self._tuning.swim if body.in_water else self._tuning.walk
        share = min(self._pace, self._speed(apart) / walk) / apart
        sine, cosine = math.sin(body.yaw), math.cos(body.yaw)
        return Wish(forward=-(dx * sine + dz * cosine) * share, right=(dx * cosine - dz * sine) * share, up=up)

    def _apart(self) -> tuple[float, float]:
        x, _, z = self.body.position
        return self.target.x + 0.5 - x, self.target.z + 0.5 - z

    def _reached(self) -> bool:
        body, cell = self.body, self.target
        dx, dz = self._apart()
        apart = math.hypot(dx, dz)
        if self.index + 1 == len(self.cells):
            carried = body.in_water if body.in_water else body.on_ground
            return apart <= ARRIVAL and carried and math.floor(body.position[1] + SKIN) == cell.y
        if body.position[1] > cell.y + 1.5 or (body.position[1] < cell.y - SKIN and not body.in_water):
            return False
        if apart <= PASSING:
            return True
        along = self._straight()
        return along is not None and dx * along[0] + dz * along[1] <= 0.0 and abs(dx * along[1]) + abs(dz * along[0]) <= PASSING

    def _straight(self) -> tuple[int, int] | None:
        """The direction of the way at the target, when it goes straight on there."""
        if not 0 < self.index < len(self.cells) - 1:
            return None
        before, here, after = self.cells[self.index - 1 : self.index + 2]
        along = (here.x - before.x, here.z - before.z)
        return along if (after.x - here.x, after.z - here.z) == along else None

    def _speed(self, apart: float) -> float:
        """The speed at which the body may go towards its target, m/s."""
        last = self.index + 1 == len(self.cells)
        straight = self._straight() is not None
        dropping = self.body.position[1] > self.target.y + 0.5
        if last:
            most = min(EASE * apart, math.sqrt(2 * BRAKE * apart))
            return min(most, LAST_DROP) if dropping else most
        if dropping:
            return DROP if straight else min(LAST_DROP, max(0.5, EASE * apart))
        after = self.cells[self.index + 1]
        falls = after.y < self.target.y
        if straight and not falls:
            return math.inf
        ends = self.index + 2 >= len(self.cells)
        passing = DROP if straight and not ends else LAST_DROP if falls else CORNER
        return math.sqrt(passing * passing + 2 * BRAKE * apart)

    def _up(self, target: Cell) -> float:
        """In water, how a body dives or rises to a cell under the surface; at the surface it floats by itself."""
        body = self.body
        if not body.in_water:
            return 0.0
        lift = target.y + 0.15 - body.position[1]
        return max(-1.0, min(1.0, lift * 2.0)) if abs(lift) > 0.6 else 0.0


def turn_towards(body: Body, dx: float, dz: float, seconds: float) -> None:
    """Turn a body towards a horizontal offset, no faster than it turns."""
    turn = math.remainder(yaw_towards(dx, dz) - body.yaw, math.tau)
    body.yaw = math.remainder(body.yaw + max(-TURN * seconds, min(TURN * seconds, turn)), math.tau)
