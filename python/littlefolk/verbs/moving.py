"""Commands that make a body go somewhere by itself, and those that follow a movement under way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from littlefolk.bodies.action import Action
from littlefolk.bodies.body import Body, overlaps
from littlefolk.bodies.following import Follow
from littlefolk.bodies.placing import place_free
from littlefolk.bodies.walk import STROLL, WALK, Walk
from littlefolk.commands import command
from littlefolk.commands.actions import outcome_of
from littlefolk.commands.situation import has_body, somebody_else
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Done, Failed, Invalid, Outcome, Running
from littlefolk.present.types import BodyType, CellType, HandleType, Optional, PlaceType
from littlefolk.present.types.handle import Reference
from littlefolk.present.views import TextView, View, presents
from littlefolk.present.world_text import placed
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.window import Noticed
from littlefolk.world.cells import Cell, Direction

FARTHEST = 512
"""Cells across (Manhattan) that `go_to` goes at most."""
AHEAD = (2, 1, 3)
"""Cells before somebody at which one who comes to them stops, best first."""
AIRBORNE = "you are flying, and this is a way on foot: land first, then ask again"


@recorded("stands")
@dataclass(frozen=True, slots=True)
class Stands:
    """Somebody stands still at a cell; `before` tells what they did until now, or nothing."""

    name: str
    cell: Cell
    before: str


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body,),
    label="walk there",
    phrases=("walk|go|move|run|step over? to? {cell}", "take {cell}"),
)
def move_to(acting: Acting, cell: Annotated[Cell, CellType(standing=True), "the cell to stand in, at most 10 away"]) -> Outcome:
    """Walk to one cell near by, around what is in the way; steps of one cell are climbed. Use go_to for what is farther.

    The cell must be free with ground or water below, at most 10 cells across (|dx|+|dz|) and 4 up or down. Gives back where you stand.
    """
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    taken = _taken(acting, body, cell)
    return taken if taken is not None else _walk(acting, body, cell, "cell")


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body,),
    label="go there",
    phrases=("go|walk|run|move over? to {place}", "visit {place}"),
)
def go_to(acting: Acting, place: Annotated[Cell | str, PlaceType(), "where to, or to whom"]) -> Outcome:
    """Go to a place however far: a cell, or beside somebody. The way is found leg by leg as the ground ahead is loaded.

    Gives back where you stand; a long way answers with a handle first, and wait_for goes on waiting.
    """
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    if isinstance(place, str):
        return _come_to(acting, body, place, "place")
    away = abs(place.x - body.cell.x) + abs(place.z - body.cell.z)
    if away > FARTHEST:
        return Invalid(f"{placed(place)} is {away:,} cells away; at most {FARTHEST} at once: go there by nearer places", (), "place")
    return _walk(acting, body, place, "place", far=True)


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body, somebody_else),
    label="come",
    phrases=(
        "come over? here?",
        "come over|closer|back",
        "come|walk|go|run|move over|back|closer? to me",
        "come over|back|closer? to {who}",
    ),
)
def come_here(
    acting: Acting, who: Annotated[str | None, Optional(BodyType(others=True)), "to whom; whoever asked you by default"] = None
) -> Outcome:
    """Come to whoever asked you, or to somebody else, and stop before them. Gives back where you stand."""
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    name = _meant(acting, who)
    return name if isinstance(name, Invalid) else _come_to(acting, body, name, "who")


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body, somebody_else),
    label="follow",
    phrases=("follow me", "follow {who}", "come along", "come along? with me", "come along? with {who}"),
)
def follow(
    acting: Acting, who: Annotated[str | None, Optional(BodyType(others=True)), "whom; whoever asked you by default"] = None
) -> Outcome:
    """Follow whoever asked you, or somebody else: keep near them until stop_moving, wait_here or another movement.

    Gives back a handle at once, and does not wait.
    """
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    name = _meant(acting, who)
    if isinstance(name, Invalid):
        return name
    if body.flying:
        return Failed(AIRBORNE)
    leader, bodies = acting.bodies()[name], acting.bodies
    return acting.actions.start(Follow(acting.world, body, name, lambda: leader if leader.name in bodies() else None))


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body,),
    label="wait",
    phrases=("wait|stay|remain here|there?", "stay|wait where you are", "do not move", "don't move"),
)
def wait_here(acting: Acting) -> Outcome | Stands:
    """Stay where you are: ends walking and following. Gives back where you stand."""
    return _stand(acting, "waits")


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    applies=(has_body,),
    label="stand still",
    phrases=("stop moving|walking|going|running|following", "stop following me", "stand still", "halt"),
)
def stop_moving(acting: Acting) -> Outcome | Stands:
    """Stop walking or following. Gives back where you stand, and what you did until now."""
    return _stand(acting, "stopped")


@command("movement", Capability.LOOK, family="read", label="wait for it", phrases=("wait for {action}",))
def wait_for(acting: Acting, action: Annotated[Reference, HandleType(Action, "a movement under way"), "what to wait for"]) -> Outcome:
    """Wait until a movement under way has ended. Gives back how it ended; of a long one how far it is, to be waited for again."""
    found: Action = action.target
    return Running(found) if found.ending is None else outcome_of(found.ending)


@command("window", Capability.INTERFACE, label="show paths")
def show_path(acting: Acting) -> Noticed:
    """Draw the ways of all that walk as dots, or stop drawing them."""
    acting.actions.shown = not acting.actions.shown
    return Noticed("the ways of all that walk are drawn" if acting.actions.shown else "ways are not drawn any more")


def _walk(acting: Acting, body: Body, cell: Cell, argument: str, *, far: bool = False) -> Outcome:
    if body.flying:
        return Failed(AIRBORNE)
    pace = WALK if acting.roster.get(body.name) is None else STROLL
    walk = Walk.to(acting.world, body, cell, lambda: acting.bodies().values(), pace=pace, far=far)
    if isinstance(walk, Walk):
        return acting.actions.start(walk)
    if walk.refused:
        spelled = () if walk.nearest is None else (CellType().unparse(walk.nearest),)
        return Invalid(walk.message, spelled, argument)
    return Failed(walk.message)


def _come_to(acting: Acting, body: Body, name: str, argument: str) -> Outcome:
    """Walk to a cell before somebody, or else to one beside them."""
    leader = acting.bodies()[name]
    outcome: Outcome = Failed(f"there is no room to stand near {name}")
    for cell in places_before(acting, body, leader, AHEAD):
        if cell == body.cell:
            return Done(Stands(body.name, cell, ""))
        outcome = _walk(acting, body, cell, argument, far=True)
        if isinstance(outcome, Running):
            return outcome
    return Failed(outcome.message) if isinstance(outcome, Invalid) else outcome


def places_before(acting: Acting, body: Body, leader: Body, ahead: Sequence[int]) -> Iterator[Cell]:
    """Where a body could stand before somebody: so many cells ahead of them, best first, or else near them."""
    others = [other for other in acting.bodies().values() if other is not body]
    facing = Direction.from_yaw(leader.yaw)
    tried: set[Cell] = set()
    for near, radius in (*((leader.cell.step(facing, cells), 1) for cells in ahead), (leader.cell, 3)):
        depth = 2 if radius == 1 else 16
        cell = place_free(acting.world, near, width=body.width, height=body.height, radius=radius, depth=depth, avoid=others)
        if cell is not None and cell not in tried:
            tried.add(cell)
            yield cell


def _taken(acting: Acting, body: Body, cell: Cell) -> Invalid | None:
    """Who stands in a cell already, in words; somebody who walks will have left."""
    for name, other in acting.bodies().items():
        if other is not body and acting.actions.of(name) is None and overlaps(other, cell):
            others = [each for each in acting.bodies().values() if each is not body]
            free = place_free(acting.world, cell, width=body.width, height=body.height, radius=3, depth=2, avoid=others)
            hint = f"; {placed(free)} beside them is free" if free is not None else ""
            spelled = () if free is None else (CellType().unparse(free),)
            return Invalid(f"{name} stands at {placed(cell)}{hint}", spelled, "cell")
    return None


def _meant(acting: Acting, who: str | None) -> str | Invalid:
    """Somebody by name, or whoever asked."""
    name = who or acting.caller.asker
    if name in acting.bodies() and name != acting.caller.name:
        return name
    nearby = tuple(sorted(acting.bodies().keys() - {acting.caller.name}))
    what = f"{name} has no body here" if name and name != acting.caller.name else "nobody asked you"
    return Invalid(f"{what}: name somebody, one of {', '.join(nearby) or 'nobody'}", nearby, "who")


def _stand(acting: Acting, word: str) -> Outcome | Stands:
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    action = acting.actions.cancel(body.name, f"{body.name} {word} at {placed(body.cell)}")
    return Stands(body.name, body.cell, action.doing if action is not None else "")


@presents(Stands, TextView)
def _stands(value: Stands, _view: View) -> str:
    before = f", and no longer {value.before}" if value.before else ""
    return f"{value.name} stands at {placed(value.cell)}{before}"
