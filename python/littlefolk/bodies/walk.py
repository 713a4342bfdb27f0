"""Walking to a cell: one destination, one ending, a continuous way there that is found anew when it is cut or does not go on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from littlefolk.world.cells import Cell
from littlefolk.world.world import World

from .action import Action, Completed, Ending, GaveUp, Progress
from .body import Body, overlaps
from .footing import holds, rows_of
from .motor import STILL
from .probe import Probe
from .routes import NoRoute, Reason, Route, distance, find_leg, find_route, told
from .steering import Steering

STALL = 1.75
"""Seconds of world time without useful progress after which the way is sought anew."""
TRIES = 2
"""How often that is done before the walk gives up."""
COURTESY = 1.0
"""Seconds longer that one of two who block each other waits, so that not both step aside to the same side."""
NEAR_BY = 1.2
"""Metres within which somebody may be in the way."""
USEFUL = 0.1
"""Metres nearer that count as progress."""
STRAYS = 6
"""How often a body that was pushed off its way may look for another."""
PATIENCE = 12.0
"""Seconds that a long walk waits for ground to be loaded."""
LOOK_AGAIN = 0.5
"""Seconds between two looks whether it is."""
WALK, STROLL = 1.0, 0.75
"""Paces: shares of the walking speed."""

Others = Callable[[], Iterable[Body]]


def nobody() -> tuple[Body, ...]:
    """No bodies."""
    return ()


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody came to where they went: the cell they stand in, how long it took in world seconds, and how often the way changed."""

    name: str
    cell: Cell
    seconds: float
    replans: int


class Walk(Action):
    """A walk to a cell. Make one with `Walk.to`, which finds the way or says why there is none.

    A walk that is `far` goes by legs, through ground that is loaded as the body comes near it.
    """

    def __init__(self, world: World, body: Body, goal: Cell, route: Route, others: Others, pace: float, far: bool) -> None:
        super().__init__(body)
        self.goal = goal
        self.replans = 0
        self._world, self._others, self._pace, self._far = world, others, pace, far
        self._probe = Probe(world)
        self._passed = 0
        self._stalls = self._strays = 0
        self._waited = self._since = self._best = 0.0
        self._take(route)

    @classmethod
    def to(cls, world: World, body: Body, goal: Cell, others: Others = nobody, *, pace: float = WALK, far: bool = False) -> Walk | NoRoute:
        """A walk from where a body stands to a cell, or why there is none. `others` gives the bodies that may stand in the way."""
        route = find_leg(world, body, goal) if far else find_route(world, body, goal)
        return route if isinstance(route, NoRoute) else cls(world, body, goal, route, others, pace, far)

    @property
    def doing(self) -> str:
        return f"walks to {told(self.goal)}"

    @property
    def progress(self) -> Progress:
        steering = self._steering
        done = self._passed + steering.reached
        length = self._passed + len(steering.cells)
        return Progress(self.status, self.doing, self.elapsed, min(done, length), length, self.replans, steering.cells, steering.reached)

    def _advance(self, seconds: float) -> Ending | None:
        self._steering.follow()
        if self._steering.arrived:
            if self._whole:
                self.wish = STILL
                return Completed(Arrived(self.name, self.goal, round(self.elapsed, 2), self.replans))
            return self._next_leg(seconds)
        if self._world.revision != self._revision and self._cut() is not None:
            return self._again()
        if self._steering.astray:
            self._strays += 1
            return self._again() if self._strays <= STRAYS else GaveUp(self._stuck("is pushed off the way again and again"))
        self._since += seconds
        if self._steering.remaining < self._best - USEFUL:
            self._best, self._since = self._steering.remaining, 0.0
        if self._since >= STALL and self._since >= STALL + COURTESY * self._lets_others_first():
            return self._stalled()
        self.wish = self._steering.wish(seconds)
        return None

    def _take(self, route: Route) -> None:
        """Go on along a route from here."""
        self._whole = route.whole
        self._steering = Steering(self.body, route.cells, self._pace)
        self._revision = self._world.revision
        self._best, self._since = self._steering.remaining, 0.0

    def _replan(self, avoid: Iterable[Body] = ()) -> NoRoute | None:
        """Take another way from here; why there is none otherwise."""
        find = find_leg if self._far else find_route
        route = find(self._world, self.body, self.goal, avoid=avoid)
        if isinstance(route, NoRoute):
            return route
        self._passed += self._steering.index
        self.replans += 1
        self._take(route)
        self.wish = STILL
        return None

    def _again(self) -> Ending | None:
        wrong = self._replan()
        if wrong is None:
            return None
        if wrong.reason is Reason.NO_START and not self.body.on_ground:  # it falls, or its ground was taken: it lands first
            self.wish, self._revision = STILL, -1
            return None
        return GaveUp(f"{self.name} stopped at {told(self.body.cell)}: {wrong.message}")

    def _stalled(self) -> Ending | None:
        self._stalls += 1
        if self._stalls > TRIES:
            return GaveUp(self._stuck("does not get on"))
        around = [other for other in self._others() if other is not self.body]
        wrong = self._replan(around)
        if wrong is not None:
            wrong = self._replan()
        if wrong is not None:
            return GaveUp(f"{self.name} stopped at {told(self.body.cell)}: {wrong.message}")
        self._steering.skip_start()  # whoever blocks it may stand in the same cell, nearer to its centre
        return None

    def _lets_others_first(self) -> bool:
        """Whether somebody near by looks for another way first: of two, the one whose name comes first."""
        place = self.body.position
        return any(other.name < self.name and math.dist(other.position, place) < NEAR_BY for other in self._others())

    def _next_leg(self, seconds: float) -> Ending | None:
        """At the end of a leg: the next one, as soon as the ground ahead is loaded."""
        self.wish = STILL
        self._since += seconds
        self._waited += seconds
        if self._since < LOOK_AGAIN and self._waited > seconds:
            return None
        self._since = 0.0
        route = find_leg(self._world, self.body, self.goal)
        if isinstance(route, Route):
            self._passed += len(self._steering.cells)
            self._waited = 0.0
            self._take(route)
            return None
        if route.reason is Reason.UNAVAILABLE and self._waited < PATIENCE:
            return None
        left = distance(self.body.cell, self.goal)
        return GaveUp(f"{self.name} came as near as {told(self.body.cell)}, {left} cells from {told(self.goal)}: {route.message}")

    def _cut(self) -> Cell | None:
        """The first cell ahead that the world, as it is now, does not let the body step to."""
        self._revision = self._world.revision
        self._probe.refresh()
        rows = rows_of(self.body)
        ahead = self._steering.ahead
        return next((there for here, there in pairwise(ahead) if not holds(self._probe, here, there, rows)), None)

    def _stuck(self, what: str) -> str:
        """Why it does not go on, in words: who stands in the way, if somebody does."""
        target = self._steering.target
        blocking = [other.name for other in self._others() if other is not self.body and overlaps(other, target)]
        who = f": {', '.join(blocking)} stands in the way" if blocking else ""
        return f"{self.name} {what} at {told(self.body.cell)} on the way to {told(self.goal)}{who}; the way was sought anew {self.replans}×"
