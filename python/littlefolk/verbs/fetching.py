"""Fetching: walking to a block, taking it up, carrying it to somebody and putting it down before them."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from littlefolk.bodies.action import Action, Completed, Ending, GaveUp, Progress
from littlefolk.bodies.body import Body, overlaps, stand_on
from littlefolk.bodies.footing import rows_of, stands
from littlefolk.bodies.motor import STILL
from littlefolk.bodies.placing import place_free
from littlefolk.bodies.probe import Probe
from littlefolk.bodies.routes import NoRoute
from littlefolk.bodies.steering import turn_towards
from littlefolk.bodies.walk import STROLL, Walk
from littlefolk.present.codecs import recorded
from littlefolk.present.views import TextView, presents
from littlefolk.present.world_text import placed
from littlefolk.residents import Resident
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.handiwork import REACH, beside, in_the_open
from littlefolk.verbs.moving import places_before
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import AIR
from littlefolk.world.world import Change, Refused

HANDLING = 0.5  # seconds that taking up and putting down take
SOURCES, STANDS = 6, 3  # blocks that are considered, and cells from which one of them may be taken
LEVELS = (0, -1, 1)  # how high a block lies over the feet of who takes it, best first
BEFORE = (3, 2, 4)  # cells before somebody at which one who brings them something stops
AT_HAND = 4.5  # metres on the level within which something is handed over
PURSUITS = 5  # how often one who walked on is gone after
OTHERS_TAKEN = 3  # how often another block is looked for when somebody else took the one that was meant


@recorded("fetched")
@dataclass(frozen=True, slots=True)
class Fetched:
    """A block that was taken from one cell and put down at another, and the world's revision since."""

    who: str
    kind: str
    taken: Cell
    cell: Cell
    revision: int


class Fetch(Action):
    """Walks to the nearest block of a kind that can be reached, takes it, carries it to somebody and puts it down before them.

    `to` is a body, or the cell to come back to. Make one with `Fetch.of`, which says why there is nothing to fetch. However it ends,
    what was taken is put down again: nothing is lost. `allowed` says at each change whether it may still be made.
    """

    def __init__(self, acting: Acting, who: Resident, kind: str, to: Body | Cell, allowed: Callable[[], bool]) -> None:
        super().__init__(who.body)
        self.kind = kind
        self.source = Cell(0, 0, 0)
        self.carries = ""
        """The kind that is in the hands, or nothing."""
        self._acting, self._who, self._to, self._allowed = acting, who, to, allowed
        self._walk: Walk | None = None
        self._handled = 0.0
        self._pursuits = self._taken_by_others = self._passed = self._replans = 0

    @classmethod
    def of(cls, acting: Acting, who: Resident, kind: str, to: Body | Cell, allowed: Callable[[], bool]) -> "Fetch | str":
        """The action that fetches a block of a kind for somebody, or why none can be fetched."""
        fetch = cls(acting, who, kind, to, allowed)
        return fetch._seek() or fetch

    @property
    def doing(self) -> str:
        kind = self.kind.replace("_", " ")
        if not self.carries:
            return f"goes for {kind} at {placed(self.source)}"
        return f"brings {kind} to {self._to.name}" if isinstance(self._to, Body) else f"brings {kind} back"

    @property
    def progress(self) -> Progress:
        if self._walk is None:
            return Progress(self.status, self.doing, self.elapsed, self._passed, self._passed, self._replans)
        walk = self._walk.progress
        done, length = self._passed + walk.done, self._passed + walk.length
        return Progress(self.status, self.doing, self.elapsed, done, length, self._replans + walk.replans, walk.path, walk.reached)

    def advance(self, seconds: float) -> Ending | None:
        """Go on by a step; whoever ends before the hand-over puts down what it carries."""
        ending = super().advance(seconds)
        if ending is not None and self.carries:
            self._drop()
        return ending

    def _advance(self, seconds: float) -> Ending | None:
        if self._walk is not None:
            return self._go_on(self._walk, seconds)
        self.wish = STILL
        self._handled += seconds
        x, _, z = self.body.position
        there = stand_on(self.source) if not self.carries else self._destination
        turn_towards(self.body, there[0] - x, there[2] - z, seconds)
        if self._handled < HANDLING:
            return None
        self._handled = 0.0
        return self._hand_over() if self.carries else self._take()

    def _go_on(self, walk: Walk, seconds: float) -> Ending | None:
        ending = walk.advance(seconds)
        self.wish = walk.wish
        if ending is None:
            return None
        self._walk = None
        self._passed += walk.progress.length
        self._replans += walk.replans
        if isinstance(ending, Completed):
            return self._bring() if self.carries and self._left_behind else None
        if isinstance(ending, GaveUp):
            return self._give_up(ending.message)
        return ending

    # Going for it

    def _seek(self) -> str:
        """Set out for the nearest block that can be reached; why there is none otherwise."""
        acting, body, kind = self._acting, self.body, self.kind.replace("_", " ")
        there = self._to.cell if isinstance(self._to, Body) else self._to
        sources = in_the_open(acting.world, self.kind, body.cell, there)
        if not sources:
            return f"there is no {kind} in the open within {REACH} m to bring: go nearer to some, or name another kind"
        why, high = "", False
        for source in sources[:SOURCES]:
            places = tuple(islice(self._places_at(source), STANDS))
            high = high or not places
            for cell in places:
                walk = Walk.to(acting.world, body, cell, lambda: acting.bodies().values(), pace=STROLL, far=True)
                if isinstance(walk, Walk):
                    self.source, self._walk = source, walk
                    return ""
                why = why or walk.message
        first = placed(sources[0])
        if why:
            return f"the {kind} at {first} cannot be reached: {why}"
        return f"the {kind} at {first} is out of reach: there is no place beside it to stand and take it from"

    def _places_at(self, source: Cell) -> Iterator[Cell]:
        """The cells from which a block can be taken, nearest first: beside it, with the feet no more than one above or below."""
        probe, rows, body = Probe(self._acting.world), rows_of(self.body), self.body
        probe.refresh()
        others = [other for other in self._acting.bodies().values() if other is not body]
        sides = (Direction.NORTH, Direction.EAST, Direction.SOUTH, Direction.WEST)
        cells = [source.step(side).step(Direction.DOWN, level) for level in LEVELS for side in sides]
        cells.sort(key=lambda cell: math.dist(stand_on(cell), body.position))
        return (cell for cell in cells if stands(probe, cell, rows) and not any(overlaps(other, cell) for other in others))

    def _take(self) -> Ending | None:
        if not self._allowed():
            return GaveUp(f"{self.name} may not change blocks any more")
        acting = self._acting
        result = acting.world.commit(acting.caller.name, [Change(self.source, AIR.name, expected=self.kind)])
        if not isinstance(result, Refused):
            self._hold(self.kind)
            return self._bring()
        self._taken_by_others += 1
        if self._taken_by_others > OTHERS_TAKEN:
            return GaveUp(result.reason)
        wrong = self._seek()
        return GaveUp(f"the {self.kind.replace('_', ' ')} at {placed(self.source)} is gone, and {wrong}") if wrong else None

    # Bringing it

    @property
    def _destination(self) -> tuple[float, float, float]:
        return self._to.position if isinstance(self._to, Body) else stand_on(self._to)

    @property
    def _left_behind(self) -> bool:
        (x, _, z), (to_x, _, to_z) = self.body.position, self._destination
        return isinstance(self._to, Body) and math.hypot(x - to_x, z - to_z) > AT_HAND

    def _bring(self) -> Ending | None:
        """Set out to whom it is for; who stands before them already hands it over."""
        acting, body, to = self._acting, self.body, self._to
        if isinstance(to, Body) and acting.bodies().get(to.name) is not to:
            return self._give_up(f"{to.name} is gone")
        self._pursuits += 1
        if self._pursuits > PURSUITS:
            return self._give_up(f"{self.name} cannot keep up with {to.name if isinstance(to, Body) else placed(to)}")
        why = "there is no room to stand there"
        for cell in places_before(acting, body, to, BEFORE) if isinstance(to, Body) else (to,):
            if cell == body.cell:
                return None
            walk = Walk.to(acting.world, body, cell, lambda: acting.bodies().values(), pace=STROLL, far=True)
            if not isinstance(walk, NoRoute):
                self._walk = walk
                return None
            why = walk.message
        return None if isinstance(to, Body) and not self._left_behind else self._give_up(why)

    def _hand_over(self) -> Ending:
        if not self._allowed():
            return self._give_up(f"{self.name} may not change blocks any more")
        to = self._to
        before = beside(self._acting.world, to.cell, Direction.from_yaw(to.yaw)) if isinstance(to, Body) else ()
        fetched = self._put_down((*before, *self._places_here()))
        return Completed(fetched) if fetched is not None else self._give_up("there is no room to put it down: go where there is more")

    def _give_up(self, why: str) -> GaveUp:
        """The end, with what was taken put down and where it lies told."""
        if not self.carries:
            return GaveUp(why)
        kind, dropped = self.kind.replace("_", " "), self._drop()
        return GaveUp(f"{why}; the {kind} lies at {placed(dropped.cell)} now" if dropped is not None else f"{why}; the {kind} is lost")

    def _drop(self) -> Fetched | None:
        """Put down at the feet what is carried, or back where it was; nothing is carried afterwards."""
        near = place_free(self._acting.world, self.body.cell, avoid=self._acting.bodies().values())
        dropped = self._put_down((*self._places_here(), self.source, *(() if near is None else (near,))))
        self._hold("")
        return dropped

    def _hold(self, kind: str) -> None:
        self.carries = self._who.carries = kind

    def _places_here(self) -> Iterator[Cell]:
        return beside(self._acting.world, self.body.cell, Direction.from_yaw(self.body.yaw))

    def _put_down(self, places: tuple[Cell, ...]) -> Fetched | None:
        """Put what is carried into the first of some cells that takes it."""
        world = self._acting.world
        for cell in places:
            there = world.read(cell).kind
            if there is None or not there.replaceable:
                continue
            result = world.commit(self._acting.caller.name, [Change(cell, self.kind, expected=there.name)])
            if not isinstance(result, Refused):
                self._hold("")
                return Fetched(self.name, self.kind, self.source, cell, result.revision)
        return None


@presents(Fetched, TextView)
def _fetched(value: Fetched, _view: TextView) -> str:
    return f"{value.who} fetched {value.kind.replace('_', ' ')} from {placed(value.taken)} and put it down at {placed(value.cell)}"
