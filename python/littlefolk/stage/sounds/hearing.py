"""What is heard of those who walk and talk: steps by what is underfoot, splashes, voices, and purring."""

import math
import zlib
from collections.abc import Mapping

from littlefolk.bodies.body import Body
from littlefolk.game import Game
from littlefolk.game.options import PLAYER
from littlefolk.panels.footsteps import Footsteps
from littlefolk.panels.manner import Doing, manner_of
from littlefolk.panels.purring import Purring
from littlefolk.residents import Resident
from littlefolk.stage.sounds import BREATH
from littlefolk.stage.sounds.speakers import HEARD, Speakers
from littlefolk.world.cells import Cell
from littlefolk.world.world import World

SYLLABLE = 0.13  # seconds from one to the next
PROBE = 0.05  # metres below the feet


class Hearing:
    """Follows every body of one game."""

    def __init__(self, game: Game, speakers: Speakers) -> None:
        self._game, self._speakers = game, speakers
        self._walks: dict[str, Footsteps] = {}
        self._next: dict[str, float] = {}
        self._purring: dict[str, Purring] = {}
        self.voices = True

    def advance(self, talking: Mapping[str, float], seconds: float) -> None:
        """One frame. `talking` gives until when each speaker talks, in world time."""
        game = self._game
        ears = game.player.body.eyes
        for name, body in game.bodies.items():
            walk = self._walks.get(name)
            if walk is None:
                walk = self._walks[name] = Footsteps()
            heard = walk.advance(body, seconds)
            if heard and (name == PLAYER or math.dist(body.position, ears) < HEARD):
                if heard == "splash":
                    self._speakers.splash(body.position)
                elif material := underfoot(game.world, body):
                    self._speakers.at(body.position, material, "step")
        for resident in game.roster:
            if resident.mood == "purr":
                self._purr(resident, ears)
        if self.voices:
            for name, until in talking.items():
                self._talk(name, until, ears)

    def _purr(self, resident: Resident, ears: tuple[float, float, float]) -> None:
        body, name = resident.body, resident.name
        heard = purrs(resident, self._game.seconds) and math.dist(body.position, ears) <= HEARD
        breath = self._purring.setdefault(name, Purring(BREATH)).advance(heard, self._game.seconds)
        if breath is not None:
            self._speakers.purr(body.eyes, name, breath)

    def _talk(self, name: str, until: float, ears: tuple[float, float, float]) -> None:
        now = self._game.seconds
        resident = self._game.roster.get(name)
        if now >= until or now < self._next.get(name, 0.0) or resident is None or math.dist(resident.body.position, ears) > HEARD:
            return
        if purrs(resident, now):
            return
        self._next[name] = now + SYLLABLE
        self._speakers.syllable(resident.body.eyes, name, zlib.crc32(f"{name}{int(now / SYLLABLE)}".encode()))


def purrs(resident: Resident, now: float) -> bool:
    """Whether somebody purrs aloud: in the mood for it, standing, and not muted."""
    x, _, z = resident.body.velocity
    doing = Doing(speed=math.hypot(x, z), mood=resident.mood if now < resident.mood_until else "")
    return not resident.muted and manner_of(doing).purr > 0.0


def underfoot(world: World, body: Body) -> str:
    """The material that a body stands on, or "" for none."""
    x, y, z = body.position
    kind = world.read(Cell(math.floor(x), math.floor(y - PROBE), math.floor(z))).kind
    return kind.sound if kind is not None and kind.solid else ""
