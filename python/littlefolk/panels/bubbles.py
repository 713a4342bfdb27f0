"""Bubbles over a head: which there are, how high each hangs and how much of it is to be seen."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

from littlefolk.commands import TABLES
from littlefolk.panels.cards import ALERT, AMBER, FAMILIES, GLYPHS, QUIET
from littlefolk.present.records import CallStatus, ToolCall, Turn
from littlefolk.present.untrusted import one_line, wrapped
from littlefolk.present.views import BUBBLE, present

MOST = 4
LINGER = 6.0  # seconds that the bubbles of a finished turn stay
FADE = 1.0  # seconds of these in which they fade
APPEAR = 0.18  # seconds in which a new one comes
EASE = 9.0  # how fast bubbles rise to their places, 1/s
TAIL = 120  # signs
GAP = 0.05  # metres between two
NEAR, FAR, GONE = 3.0, 25.0, 40.0  # metres: bubbles grow with the distance between the first two, and are not there past the last
ORDINARY = 70.0  # degrees of view at which a bubble near by is as large as life
GROWTH = 0.75  # how much of the distance their growth makes up for
WORKING = "◐"  # the sign of a call in flight
COLOURS = {
    CallStatus.ERROR: ALERT,
    CallStatus.DENIED: ALERT,
    CallStatus.ASKING: AMBER,
    CallStatus.CANCELLED: QUIET,
}


@dataclass(frozen=True, slots=True)
class Bubble:
    """One bubble: the `heading` is "" for a thought, `colour` is its spine's (`#rrggbb`). Never colour alone: the heading has a sign."""

    key: str
    heading: str
    text: str
    colour: str


@dataclass(slots=True)
class Hanging:
    """A bubble that is up: its lower edge is `lift` metres over the stack's foot, it is `height` metres high, `opacity` 0..1.

    It goes at world time `until`, where that is set.
    """

    bubble: Bubble
    turn: str
    lift: float = 0.0
    height: float = 0.0
    opacity: float = 0.0
    until: float | None = None
    fresh: bool = True


class Bubbles:
    """The bubbles of one resident. `hear` takes over a record, `advance` lets time go by."""

    def __init__(self) -> None:
        self.up: list[Hanging] = []
        self._turn: Turn | None = None
        self._hung: set[str] = set()  # keys of the turn's bubbles that are or were up
        self._begun = 0  # where in the turn's thought the latest bubble of it begins

    def hear(self, turn: Turn | None, now: float) -> None:
        """Take over the latest record of the resident's turn at world time `now` (seconds). Cheap for a record that is known."""
        if turn is self._turn:
            return
        before, self._turn = self._turn, turn
        if before is not None and (turn is None or turn.id != before.id):
            self._let_go(before.id, now)
        if turn is None:
            return
        known = len(before.calls) if before is not None and before.id == turn.id else 0
        if before is None or before.id != turn.id:
            self._hung, self._begun = set(), 0
        self._begun = min(self._begun, len(turn.thought))  # it is shorter where a response is asked for again
        thought = wrapped(_end_of(turn.thought[self._begun :]), BUBBLE.width)
        if thought:
            self._put(Bubble(f"thought {self._begun}", "", "\n".join(thought[-BUBBLE.lines :]), QUIET), turn.id)
        if len(turn.calls) > known:
            self._begun = len(turn.thought)  # the next thought is another one
        # A turn may have hundreds of calls, and each change of one is a new record: only the latest can be up, and those that stayed the
        # same are not told again.
        latest = list(itertools.islice((call for call in reversed(turn.calls) if call.tool != "say"), MOST))
        same = {id(call) for call in before.calls[-2 * MOST :]} if known and before is not None else set()
        for call in reversed(latest):
            if id(call) not in same:
                self._put(bubble_of(call), turn.id)
        if turn.status.final:
            self._let_go(turn.id, now + LINGER)

    def advance(self, now: float, seconds: float, height: Callable[[Bubble], float], *, still: bool = False) -> list[Hanging]:
        """Let time go by, and give what is up, oldest first. `now` is world time in seconds; `height` measures in metres.

        No two that are to be seen overlap: a new one appears when those above it have made room, and one that grows pushes them up.
        `still`: nothing moves or fades; bubbles are in their places and whole, or not there.
        """
        self.up = [each for each in self.up if each.until is None or now < each.until]
        share = 1.0 if still else 1.0 - math.exp(-EASE * seconds)
        foot = clear = 0.0  # where the next one belongs, and how low it may be
        for each in reversed(self.up):
            if not each.height:
                each.height = height(each.bubble)
            if each.fresh:
                each.fresh, each.lift = False, foot
            each.lift = max(clear, each.lift + (foot - each.lift) * share)
            if each.opacity:
                clear = each.lift + each.height
            foot += each.height + GAP
        above = math.inf
        for each in self.up:
            if each.opacity or each.lift + each.height <= above:
                left = 1.0 if each.until is None else min(1.0, (each.until - now) / FADE)
                each.opacity = 1.0 if still else min(left, each.opacity + seconds / APPEAR)
                above = each.lift
        return self.up

    def _put(self, bubble: Bubble, turn: str) -> None:
        """Change a bubble that is up, or hang a new one below the others; past the most, the oldest is taken down for good."""
        for each in self.up:
            if each.bubble.key == bubble.key and each.turn == turn:
                if each.bubble != bubble:
                    each.bubble, each.height = bubble, 0.0
                return
        if bubble.key not in self._hung:
            self._hung.add(bubble.key)
            self.up = [*self.up, Hanging(bubble, turn)][-MOST:]

    def _let_go(self, turn: str, until: float) -> None:
        for each in self.up:
            if each.turn == turn and each.until is None:
                each.until = until


def _end_of(thought: str) -> str:
    """The end of a long thought, which is all of it that is shown; cut at the same place for a while, so that its lines stay."""
    return thought[max(0, len(thought) // TAIL - 2) * TAIL :]


def bubble_of(call: ToolCall) -> Bubble:
    """The bubble of a tool call: a sign for its status, its tool, and what it is about."""
    command = TABLES.get(call.tool)
    colour = FAMILIES.get(command.family if command else "other", FAMILIES["other"])
    colour = COLOURS.get(call.status, colour)
    heading = f"{GLYPHS.get(call.status, WORKING)} {one_line(call.tool, BUBBLE.width).replace('_', ' ')}"
    return Bubble(call.id, heading, present(call, BUBBLE), colour)


def growth(distance: float, field: float = ORDINARY) -> float:
    """How much larger than life a bubble is at a distance in metres: it shrinks on screen by less than what it hangs over.

    Through a narrower field of view (degrees) it is smaller, as all else is larger then.
    """
    near = math.tan(math.radians(field) / 2) / math.tan(math.radians(ORDINARY) / 2)
    return (min(FAR, max(NEAR, distance)) / NEAR) ** GROWTH * math.sqrt(near)


def whole_at(distance: float) -> float:
    """How much of a bubble is there at a distance in metres: all of it up to `FAR`, nothing from `GONE` on."""
    return min(1.0, max(0.0, (GONE - distance) / (GONE - FAR)))
