"""Following somebody: keeping near them until it is taken back."""

from __future__ import annotations

import math
from collections.abc import Callable

from littlefolk.world.cells import Cell
from littlefolk.world.world import World

from .action import Action, Ending, GaveUp, Progress
from .body import Body
from .footing import footing
from .motor import STILL
from .routes import NoRoute, distance, find_leg
from .steering import Steering, turn_towards
from .walk import STALL, USEFUL, WALK

NEAR, FAR = 2.2, 3.2
"""Metres from the leader at which a follower stops, and from which it sets out."""
MOVED = 2
"""Cells that the leader goes before the way is sought anew."""
LOOK_AGAIN = 0.5
"""Seconds between two searches for a way."""
SPRINT = 9.0
"""Metres behind at which a follower runs."""


class Follow(Action):
    """Keeps a body near another one. It has no end of its own, but when the leader is gone; where there is no way, it waits for one."""

    open_ended = True

    def __init__(self, world: World, body: Body, who: str, leader: Callable[[], Body | None], pace: float = WALK) -> None:
        super().__init__(body)
        self.who = who
        self.replans = 0
        self._world, self._leader, self._pace = world, leader, pace
        self._steering: Steering | None = None
        self._goal: Cell | None = None
        self._since = LOOK_AGAIN
        self._still = 0.0
        self._best = math.inf

    @property
    def doing(self) -> str:
        return f"follows {self.who}"

    @property
    def progress(self) -> Progress:
        steering = self._steering
        if steering is None:
            return Progress(self.status, self.doing, self.elapsed, replans=self.replans)
        done = steering.reached
        return Progress(self.status, self.doing, self.elapsed, done, len(steering.cells), self.replans, steering.cells, done)

    def _advance(self, seconds: float) -> Ending | None:
        leader = self._leader()
        if leader is None:
            return GaveUp(f"{self.who} is gone: nobody is left to follow")
        self.wish = STILL
        self._since += seconds
        apart = math.dist(leader.position, self.body.position)
        if apart <= (FAR if self._steering is None else NEAR):
            self._rest(leader, seconds)
            return None
        if self._since >= LOOK_AGAIN and self._stale(leader):
            self._seek(leader)
        if self._steering is not None:
            self._go_on(seconds, apart)
        return None

    def _go_on(self, seconds: float, apart: float) -> None:
        steering = self._steering
        assert steering is not None
        steering.follow()
        self._still += seconds
        if steering.remaining < self._best - USEFUL:
            self._best, self._still = steering.remaining, 0.0
        if steering.arrived or steering.astray or self._still >= STALL:
            self._steering = None
            return
        self.wish = steering.wish(seconds)._replace(sprint=apart > SPRINT)

    def _rest(self, leader: Body, seconds: float) -> None:
        """Stand near the leader and look at them."""
        self._steering = self._goal = None
        (x, _, z), (there_x, _, there_z) = self.body.position, leader.position
        turn_towards(self.body, there_x - x, there_z - z, seconds)

    def _stale(self, leader: Body) -> bool:
        return self._steering is None or self._goal is None or distance(self._goal, leader.cell) > MOVED

    def _seek(self, leader: Body) -> None:
        """A way to where the leader stands, or will when they have fallen; none leaves the one that is followed."""
        self._since = 0.0
        goal = footing(self._world, leader)
        route = None if goal is None else find_leg(self._world, self.body, goal)
        if goal is None or route is None or isinstance(route, NoRoute):
            return
        if self._steering is not None:
            self.replans += 1
        self._goal = goal
        self._steering = Steering(self.body, route.cells, self._pace)
        self._best, self._still = self._steering.remaining, 0.0
