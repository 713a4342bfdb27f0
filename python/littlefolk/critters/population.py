"""The critters around whoever watches: where they come from, how they go on, and when they are gone."""

import math
from random import Random
from typing import NamedTuple

import numpy as np

from littlefolk.critters.drifters import Birds, Drifter, Fireflies
from littlefolk.critters.ground import Ground
from littlefolk.critters.rabbits import Rabbits
from littlefolk.critters.species import MOST, Species
from littlefolk.world.cells import Cell, cell_at
from littlefolk.world.kinds import KINDS
from littlefolk.world.transactions import Commit
from littlefolk.world.world import World

Vector = tuple[float, float, float]
TICK = 0.1
"""Seconds between two decisions; in between, places follow from the time."""
RINGS = {Species.RABBIT: (16.0, 40.0), Species.BIRD: (14.0, 48.0), Species.FIREFLY: (5.0, 28.0)}
"""Metres from the watcher between which a species comes."""
UNSEEN, ASIDE = 30.0, 0.3
"""A rabbit comes this far off, or where the cosine between the gaze and the way to it is less."""
FLOCK = 3
BRIGHT = 0.6
"""Share of the sky's light that must reach the ground that one comes to: none come in caves."""


class Watcher(NamedTuple):
    """Around whom critters live, and from whom rabbits run."""

    place: Vector
    gaze: Vector


class Population:
    """All critters of a world. It changes nothing there, and nothing of it is kept.

    The same seed and the same watchers give the same critters, however the time is cut into frames. `wild`: whether they come by
    themselves; those that were placed stay in any case.
    """

    def __init__(self, world: World, seed: int) -> None:
        self.wild = False
        self._rng = Random(seed)
        self._ground = Ground(world)
        self._seconds, self._ticks = 0.0, 0
        self._rabbits, self._birds, self._fireflies = Rabbits(self._ground, self._rng), Birds(), Fireflies()
        self._groups: dict[Species, Rabbits | Birds | Fireflies] = {
            Species.RABBIT: self._rabbits,
            Species.BIRD: self._birds,
            Species.FIREFLY: self._fireflies,
        }
        world.listen(self._on_commit)

    def advance(self, seconds: float, watcher: Watcher, day: float) -> None:
        """Let time go by. `day`: the time of day, 0..1."""
        self._seconds += seconds
        while (self._ticks + 1) * TICK <= self._seconds + 1e-9:
            self._ticks += 1
            if self.wild or any(map(self.count, Species)):
                self._tick(self._ticks * TICK, watcher, day)

    def count(self, species: Species) -> int:
        """How many there are."""
        return len(self._groups[species])

    def rows(self, species: Species) -> np.ndarray:
        """What is drawn of a species at the moment, float64[count, COLUMNS]; see `species.COLUMNS`."""
        return self._groups[species].rows(self._seconds)

    def place(self, species: Species, at: Vector, yaw: float = 0.0) -> str:
        """Put one somewhere, to stay: a rabbit on its feet, a bird circling around a place, a firefly hovering. Why not, or nothing.

        Where there are as many as may be, one that came by itself makes room.
        """
        if self.count(species) >= MOST[species] and not self._groups[species].forget_one():
            return f"{MOST[species]} were placed already, and no more of {species} may be"
        if species is Species.RABBIT:
            cell = cell_at(*at)
            if not self._ground.free(cell):
                return f"there is no room for a rabbit at {cell}"
            self._rabbits.add(cell, yaw, self._seconds, kept=True)
            return ""
        if not self._drift(species, at, *self._circle(species), self._seconds, kept=True):
            return f"there is not enough free air around {at} for a {species}"
        return ""

    def _tick(self, now: float, watcher: Watcher, day: float) -> None:
        abroad = {species: self.wild and species.abroad(day) for species in Species}
        for species, group in self._groups.items():
            group.tick(now, watcher.place, abroad[species])
        wanted = [species for species in Species if abroad[species] and self.count(species) < MOST[species]]
        if wanted:
            self._try_to_come(wanted[self._ticks % len(wanted)], now, watcher)

    def _try_to_come(self, species: Species, now: float, watcher: Watcher) -> None:
        """Look at one place by chance; most are not fit."""
        turn, away = self._rng.uniform(0.0, math.tau), self._rng.uniform(*RINGS[species])
        dx, dz = away * math.cos(turn), away * math.sin(turn)
        x, y, z = watcher.place
        top = self._ground.top(math.floor(x + dx), math.floor(z + dz), math.floor(y))
        if top is None:
            return
        feet, kind = top.offset(0, 1, 0), self._ground.kind(top)
        if kind is None or self._ground.light(feet)[0] < BRIGHT:
            return
        if species is Species.BIRD:
            if kind.name == "leaves":
                self._flock(feet, now)
        elif kind.name == "grass":
            if species is Species.FIREFLY:
                reach, pace, phase = self._circle(species)
                self._drift(species, (feet.x + 0.5, feet.y + self._rng.uniform(0.7, 2.2), feet.z + 0.5), reach, pace, phase, now)
            elif away > UNSEEN or dx * watcher.gaze[0] + dz * watcher.gaze[2] < ASIDE * away:
                self._rabbits.add(feet, self._rng.uniform(-math.pi, math.pi), now)

    def _flock(self, tree: Cell, now: float) -> None:
        """A few birds over one tree, going around the same way."""
        x, y, z = tree.x + 0.5, tree.y + self._rng.uniform(5.0, 9.0), tree.z + 0.5
        way = self._rng.choice((-1.0, 1.0))
        for _ in range(min(FLOCK, MOST[Species.BIRD] - self.count(Species.BIRD))):
            reach, pace, phase = self._circle(Species.BIRD)
            height = y + self._rng.uniform(-1.0, 1.0)
            self._drift(Species.BIRD, (x, height, z), reach, math.copysign(pace, way), phase, now)

    def _circle(self, species: Species) -> tuple[float, float, float]:
        """Reach, pace and phase of a new one."""
        if species is Species.BIRD:
            reach = self._rng.uniform(4.0, 8.0)
            return reach, self._rng.uniform(4.0, 5.5) / reach, self._rng.uniform(0.0, math.tau)
        return self._rng.uniform(0.4, 0.9), self._rng.uniform(0.5, 1.1), self._rng.uniform(0.0, math.tau)

    def _drift(self, species: Species, centre: Vector, reach: float, pace: float, phase: float, now: float, kept: bool = False) -> bool:
        group: Birds | Fireflies = self._birds if species is Species.BIRD else self._fireflies
        low, high = group.box(centre, reach)
        if not self._ground.open(low, high):
            return False
        group.add(Drifter(centre, reach, pace, phase, low, high, now, kept))
        return True

    def _on_commit(self, commit: Commit) -> None:
        """Who would be inside what is solid now is gone."""
        if any(map(self.count, Species)):
            for cell in [change.cell for change in commit.applied if KINDS[change.after].solid]:
                for group in self._groups.values():
                    group.met(cell)
