"""Critters in the air, each going around in a box that was found free: where one is follows from the time alone."""

import math
from dataclasses import dataclass

import numpy as np

from littlefolk.critters.species import COLUMNS
from littlefolk.world.cells import Cell

Vector = tuple[float, float, float]
FADE = 2.0
"""Seconds in which one comes, and in which one goes."""


@dataclass(frozen=True, slots=True)
class Drifter:
    """Goes around `centre`, at most `reach` metres off, `pace` radians a second, within ``low <= cell < high``."""

    centre: Vector
    reach: float
    pace: float
    phase: float
    low: Cell
    high: Cell
    born: float
    kept: bool = False


class Drifters:
    """All drifters of a species. `far`: metres from the watcher at which one is forgotten."""

    far: float

    def __init__(self) -> None:
        self._members: list[Drifter] = []
        self._gone: list[float] = []  # when each will be gone
        self._table = np.empty((0, 8))

    def __len__(self) -> int:
        return len(self._members)

    def add(self, drifter: Drifter) -> None:
        """One more."""
        self._members.append(drifter)
        self._gone.append(math.inf)
        self._tabulate()

    def forget_one(self) -> bool:
        """Let go one that came by itself; whether there was one."""
        wild = next((number for number, each in enumerate(self._members) if not each.kept), None)
        if wild is not None:
            self._keep([number != wild for number in range(len(self))])
        return wild is not None

    def tick(self, now: float, watcher: Vector, abroad: bool) -> None:
        """Let go those whose time is over, and forget those that are far or gone."""
        stays = []
        for number, each in enumerate(self._members):
            if not abroad and not each.kept and self._gone[number] == math.inf:
                self._gone[number] = now + FADE
                self._table[number, 7] = now + FADE
            stays.append(each.kept or (now < self._gone[number] and math.dist(each.centre, watcher) < self.far))
        self._keep(stays)

    def met(self, cell: Cell) -> None:
        """A cell is solid from now on: who went through its place is gone."""
        self._keep([not all(each.low[i] <= cell[i] < each.high[i] for i in range(3)) for each in self._members])

    def _keep(self, stays: list[bool]) -> None:
        if all(stays):
            return
        self._members = [each for each, stay in zip(self._members, stays, strict=True) if stay]
        self._gone = [gone for gone, stay in zip(self._gone, stays, strict=True) if stay]
        self._tabulate()

    def _tabulate(self) -> None:
        rows = [
            (*each.centre, each.reach, each.pace, each.phase, -math.inf if each.kept else each.born, gone)
            for each, gone in zip(self._members, self._gone, strict=True)
        ]
        self._table = np.array(rows).reshape(-1, 8)

    def _columns(self, now: float) -> tuple[np.ndarray, ...]:
        """x, y, z, reach, pace and phase of all, and how much of each is there, 0..1."""
        x, y, z, reach, pace, phase, born, gone = self._table.T
        there = np.minimum(1.0, np.minimum(now - born, gone - now) / FADE)
        return x, y, z, reach, pace, phase, np.maximum(0.0, there)


class Birds(Drifters):
    """Birds circle over trees."""

    far = 72.0
    bob, wing = 0.6, 0.5  # metres

    def rows(self, now: float) -> np.ndarray:
        """A row each: its numbers, 0..1, are the light of the sky and of lamps, where in a beat its wings are, and how far they beat."""
        x, y, z, reach, pace, phase, there = self._columns(now)
        turn = phase + pace * now
        cos, sin, way = np.cos(turn), np.sin(turn), np.sign(pace)
        rows = np.empty((len(self), COLUMNS))
        rows[:, 0], rows[:, 1], rows[:, 2] = x + reach * cos, y + self.bob * np.sin(0.7 * now + 5.0 * phase), z + reach * sin
        rows[:, 3] = np.arctan2(way * sin, -way * cos)
        rows[:, 4] = -0.4 * way
        rows[:, 5], rows[:, 6], rows[:, 7] = there, 1.0, 0.0
        rows[:, 8] = (2.7 * now + phase) % 1.0
        rows[:, 9] = np.clip(0.55 + np.sin(0.6 * now + 3.0 * phase), 0.12, 1.0)
        return rows

    def box(self, centre: Vector, reach: float) -> tuple[Cell, Cell]:
        """The cells that one needs free which circles there: low, and high excluded."""
        return _box(centre, reach + self.wing, self.bob + self.wing)


class Fireflies(Drifters):
    """Fireflies hover over grass."""

    far = 44.0
    glow = 0.15  # metres

    def rows(self, now: float) -> np.ndarray:
        """A row each: its first number is how bright it is, 0..1."""
        x, y, z, reach, pace, phase, there = self._columns(now)
        rows = np.zeros((len(self), COLUMNS))
        rows[:, 0] = x + reach * np.sin(pace * now + phase)
        rows[:, 1] = y + reach * 0.6 * np.sin(1.3 * pace * now + 2.0 * phase)
        rows[:, 2] = z + reach * np.cos(0.8 * pace * now + 3.0 * phase)
        rows[:, 5] = 1.0
        rows[:, 6] = there * (0.2 + 0.8 * np.maximum(0.0, np.sin(1.9 * now + 5.0 * phase)) ** 2)
        return rows

    def box(self, centre: Vector, reach: float) -> tuple[Cell, Cell]:
        """The cells that one needs free which hovers there: low, and high excluded."""
        return _box(centre, reach + self.glow, reach * 0.6 + self.glow)


def _box(centre: Vector, across: float, along: float) -> tuple[Cell, Cell]:
    x, y, z = centre
    low = Cell(math.floor(x - across), math.floor(y - along), math.floor(z - across))
    return low, Cell(math.floor(x + across) + 1, math.floor(y + along) + 1, math.floor(z + across) + 1)
