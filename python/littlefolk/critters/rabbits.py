"""Rabbits: they sit, hop from cell to cell over soft ground, and run from who comes near."""

import math
from dataclasses import dataclass
from random import Random

import numpy as np

from littlefolk.critters.ground import Ground
from littlefolk.critters.species import COLUMNS
from littlefolk.world.cells import Cell, yaw_towards

Vector = tuple[float, float, float]
SOFT = frozenset({"grass", "dirt", "moss", "snow", "sand"})
AFRAID, FAR = 6.0, 52.0
"""Metres from the watcher at which one runs, and at which it is forgotten."""
STROLL, RUN, FALL = 0.4, 0.2, 0.2
"""Seconds of a hop."""
HALF = 0.15
"""Metres: half a rabbit's width, and by how much it keeps off the middle of its cell at most."""
LEVEL, STEP = 0.28, 0.5
"""Metres that a hop goes up above its straight line: on the level, and onto or off a block."""
LATE = 0.15
"""Share of a hop up during which a rabbit only rises, so that it clears the edge."""
GROWN = 0.5
"""Seconds in which one that came by itself is there whole."""
WAYS = tuple((round(math.cos(turn * math.pi / 4)), round(math.sin(turn * math.pi / 4))) for turn in range(8))
"""The eight ways to a neighbouring column, around."""


@dataclass(slots=True)
class Rabbit:
    """One rabbit, in `cell` or on its way from there to `to`. `off`: where in its cells it keeps."""

    cell: Cell
    to: Cell
    off: tuple[float, float]
    yaw: float
    tint: float
    born: float
    kept: bool
    turned: float = 0.0  # the yaw before the hop
    begun: float = -1.0
    lasts: float = 1e-9
    rests: float = 0.0
    hops: int = 0
    way: int = 0
    light: tuple[float, float] = (1.0, 0.0)

    def share(self, now: float) -> float:
        """How much of its hop is done, 0..1."""
        done = (now - self.begun) / self.lasts
        return 1.0 if done > 1.0 - 1e-6 else max(0.0, done)

    def place(self, now: float) -> Vector:
        """The middle of its feet."""
        (x, y, z), (tx, ty, tz) = self.cell, self.to
        share, rise = self.share(now), ty - y
        if self.cell == self.to:
            across, up = 1.0, 0.0
        elif x == tx and z == tz:
            across, up = share, rise * share * share
        elif rise < 0:  # the way down is the way up backwards
            across, up = _arc(1.0 - share, -rise)
            across, up = 1.0 - across, up + rise
        else:
            across, up = _arc(share, rise)
        return (x + 0.5 + self.off[0] + (tx - x) * across, y + up, z + 0.5 + self.off[1] + (tz - z) * across)

    def facing(self, now: float) -> float:
        """Its yaw: it turns in the first third of a hop."""
        return self.turned + math.remainder(self.yaw - self.turned, math.tau) * min(1.0, self.share(now) * 3.0)


def _arc(share: float, rise: int) -> tuple[float, float]:
    """How far across and how high a hop is that goes up by `rise`."""
    if rise == 0:
        return share, LEVEL * 4.0 * share * (1.0 - share)
    return max(0.0, share - LATE) / (1.0 - LATE), STEP * 4.0 * share * (1.0 - share) + rise * (1.0 - (1.0 - share) ** 3)


def _passes(rabbit: Rabbit, cell: Cell) -> bool:
    """Whether a cell is one that a rabbit's hop may lead through; a hop up or down goes above both its ends."""
    low, high = (tuple(pick(rabbit.cell[i], rabbit.to[i]) for i in range(3)) for pick in (min, max))
    return low[0] <= cell.x <= high[0] and low[1] <= cell.y <= high[1] and low[2] <= cell.z <= high[2]


class Rabbits:
    """All rabbits. `tick` lets each that has landed decide what is next."""

    def __init__(self, ground: Ground, rng: Random) -> None:
        self._ground, self._rng = ground, rng
        self.members: list[Rabbit] = []

    def __len__(self) -> int:
        return len(self.members)

    def forget_one(self) -> bool:
        """Let go one that came by itself; whether there was one."""
        wild = next((each for each in self.members if not each.kept), None)
        if wild is not None:
            self.members.remove(wild)
        return wild is not None

    def add(self, cell: Cell, yaw: float, now: float, kept: bool = False) -> None:
        """A new one, sitting in a cell."""
        off = (self._rng.uniform(-HALF, HALF), self._rng.uniform(-HALF, HALF))
        rests = now + self._rng.uniform(0.5, 4.0)
        rabbit = Rabbit(cell, cell, off, yaw, self._rng.random(), now, kept, turned=yaw, rests=rests, light=self._ground.light(cell))
        self.members.append(rabbit)

    def tick(self, now: float, watcher: Vector, abroad: bool) -> None:
        """Forget those that are far or have no ground left, and let the others go on."""
        self.members = [each for each in self.members if each.kept or (abroad and math.dist(each.place(now), watcher) < FAR)]
        for rabbit in tuple(self.members):
            if now + 1e-9 >= rabbit.begun + rabbit.lasts:
                self._decide(rabbit, now, watcher)

    def met(self, cell: Cell) -> None:
        """A cell is solid from now on: who is in it, or hops through it, is gone."""
        self.members = [each for each in self.members if not _passes(each, cell)]

    def rows(self, now: float) -> np.ndarray:
        """A row each: its numbers are the light of the sky and of lamps, how much of a hop is done (0: it sits), and its tint."""
        rows = []
        for each in self.members:
            size = 1.0 if each.kept else min(1.0, (now - each.born) / GROWN)
            rows.append((*each.place(now), each.facing(now), 0.0, size, *each.light, each.share(now) % 1.0, each.tint))
        return np.array(rows).reshape(-1, COLUMNS)  # at once: a row at a time takes numpy several times as long

    def _decide(self, rabbit: Rabbit, now: float, watcher: Vector) -> None:
        rabbit.cell, rabbit.turned = rabbit.to, rabbit.yaw
        ground, cell = self._ground, rabbit.cell
        below = cell.offset(0, -1, 0)
        if not ground.free(cell):
            self.members.remove(rabbit)
        elif not ground.carries(below):
            self._hop(rabbit, below, now, FALL)
        elif math.dist(rabbit.place(now), watcher) < AFRAID:
            self._flee(rabbit, now, watcher)
        elif now >= rabbit.rests:
            self._wander(rabbit, now)

    def _flee(self, rabbit: Rabbit, now: float, watcher: Vector) -> None:
        x, _, z = rabbit.place(now)
        away = (x - watcher[0], z - watcher[2])
        rabbit.hops = 0
        for dx, dz in sorted(WAYS, key=lambda way: -(way[0] * away[0] + way[1] * away[1]) / math.hypot(*way)):
            if dx * away[0] + dz * away[1] < 0.0:
                return  # cornered
            to = self._landing(rabbit.cell, dx, dz)
            if to is not None:
                self._hop(rabbit, to, now, RUN)
                return

    def _wander(self, rabbit: Rabbit, now: float) -> None:
        if rabbit.hops == 0:
            rabbit.hops, rabbit.way = self._rng.randint(1, 4), self._rng.randrange(8)
        for turn in (0, 1, -1, 2, -2):
            to = self._landing(rabbit.cell, *WAYS[(rabbit.way + turn) % 8])
            kind = self._ground.kind(to.offset(0, -1, 0)) if to is not None else None
            if to is not None and kind is not None and kind.name in SOFT:
                self._hop(rabbit, to, now, STROLL)
                rabbit.hops -= 1
                break
        else:
            rabbit.hops = 0
        if rabbit.hops == 0:
            rabbit.rests = now + self._rng.uniform(0.8, 6.0)

    def _landing(self, cell: Cell, dx: int, dz: int) -> Cell | None:
        """Where a hop to a neighbouring column ends, at most a block up or down; None where none can be made or somebody sits."""
        ground, side = self._ground, cell.offset(dx, 0, dz)
        under, over = side.offset(0, -1, 0), side.offset(0, 1, 0)
        to = None
        if ground.free(side):
            if dx and dz and not (ground.free(cell.offset(dx, 0, 0)) and ground.free(cell.offset(0, 0, dz))):
                return None
            if ground.carries(under):
                to = side
            elif not (dx and dz) and ground.free(over) and ground.free(under) and ground.carries(under.offset(0, -1, 0)):
                to = under
        elif not (dx and dz) and ground.carries(side) and ground.free(over) and ground.free(cell.offset(0, 1, 0)):
            to = over
        return None if any(to in (each.cell, each.to) for each in self.members) else to

    def _hop(self, rabbit: Rabbit, to: Cell, now: float, lasts: float) -> None:
        rabbit.begun, rabbit.lasts, rabbit.to = now, lasts, to
        rabbit.light = self._ground.light(to)
        if (to.x, to.z) != (rabbit.cell.x, rabbit.cell.z):
            rabbit.yaw = yaw_towards(to.x - rabbit.cell.x, to.z - rabbit.cell.z)
