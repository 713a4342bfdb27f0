"""Small commands with character: what a gnome and a cat do of their own accord, or when the player in talk with them asks."""

import math
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from littlefolk.bodies.body import Body
from littlefolk.bodies.following import Follow
from littlefolk.commands import command
from littlefolk.commands.situation import Applies, Situation
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Denied, Failed, Outcome
from littlefolk.present.types import BlockKind, Integer, OneOf, Optional
from littlefolk.present.views import TextView, presents
from littlefolk.present.world_text import placed
from littlefolk.residents import Resident, Utterance, moods
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.fetching import Fetch
from littlefolk.verbs.handiwork import WORKS, dug, plan
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.world import Refused

PURR_SECONDS = 6.0
PURR = "Prrrrr…"
DEEPEST = 4  # blocks
NEAR = 20.0  # metres within which something is brought to the player


def is_a(figure: str) -> Applies:
    """The caller is such a figure, or talks to one."""

    def applies(situation: Situation) -> str:
        figures, name = situation.snapshot.figures, situation.caller.name
        name = name if name in figures else situation.snapshot.focus
        if not name:
            return f"only a {figure} does that: turn to one first"
        return "" if figures.get(name) == figure else f"{name} is no {figure}"

    return applies


@recorded("built")
@dataclass(frozen=True, slots=True)
class Built:
    """Something small that was put up: by whom, what, of which kind, the cell of its middle, and the world's revision since."""

    who: str
    what: str
    kind: str
    cell: Cell
    blocks: int
    revision: int


@recorded("dug")
@dataclass(frozen=True, slots=True)
class Dug:
    """Blocks that were dug away: by whom, the first cell, how many, and the world's revision since."""

    who: str
    cell: Cell
    blocks: int
    revision: int


@recorded("felt")
@dataclass(frozen=True, slots=True)
class Felt:
    """Somebody is in a mood now: `nap` or `purr`."""

    who: str
    mood: str


@command(
    "gnome",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    key="Alt+B",
    applies=(is_a("gnome"),),
    phrases=("build|make|raise|pile us|me? a|the? cairn", "build|make something|anything"),
)
def build(
    acting: Acting,
    what: Annotated[str, OneOf("small work", tuple(WORKS)), "what to build"] = "cairn",
    kind: Annotated[str, BlockKind(), "of which kind"] = "cobblestone",
) -> Outcome | Built:
    """Build something small on the ground ahead, all at once: a cairn, a wall, a gate or stairs. Gives back where."""
    who = _small_one(acting)
    facing = Direction.from_yaw(who.body.yaw)
    reason = "there is no room for it ahead"
    for away in (2, 3, 4, 5):
        middle = who.cell.step(facing, away)
        changes = plan(acting.world, WORKS[what], middle, facing, kind)
        if isinstance(changes, str):
            reason = changes
            continue
        result = acting.world.commit(acting.caller.name, changes)
        if not isinstance(result, Refused):
            first = changes[0].cell
            return Built(who.name, what, kind, Cell(middle.x, first.y, middle.z), len(changes), result.revision)
        reason = result.reason
    return Failed(f"{reason}: turn, or go where there is more room")


@command(
    "gnome",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    key="Alt+D",
    label="dig",
    applies=(is_a("gnome"),),
    phrases=("dig", "dig|make us|me? a|the? hole|tunnel|passage ahead?"),
)
def dig_ahead(acting: Acting, depth: Annotated[int, Integer(1, DEEPEST), "how many blocks deep"] = 2) -> Outcome | Dug:
    """Dig ahead: a passage two blocks high through what stands in the way, or else a hole in the ground. Gives back where."""
    who = _small_one(acting)
    changes = dug(acting.world, who.cell, Direction.from_yaw(who.body.yaw), depth)
    if isinstance(changes, str):
        return Failed(f"{changes}: turn to something that can be dug")
    result = acting.world.commit(acting.caller.name, changes)
    if isinstance(result, Refused):
        return Failed(result.reason)
    return Dug(who.name, changes[0].cell, len(changes), result.revision)


@command(
    "gnome",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    key="Alt+F",
    applies=(is_a("gnome"),),
    phrases=("fetch|bring us|me? a|an|some|the? {kind}", "fetch"),
)
def fetch(
    acting: Acting,
    kind: Annotated[str | None, Optional(BlockKind()), "which kind; by default what the player holds"] = None,
) -> Outcome:
    """Fetch the nearest open block of a kind within 16 m: walk there, lift it, and put it down before the player.

    Where the player is too far off it is brought back to where you stand now. Gives back from where and whereto; a long way answers
    with a handle first. Who is stopped on the way puts down what is carried.
    """
    who = _small_one(acting)
    own = acting.roster.get(acting.caller.name)
    needed = {Capability.BUILD, Capability.MOVE}
    if own is not None and not needed <= acting.caller.grants.capabilities:
        return Denied(f"fetching is walking, too: {own.name} was not granted `{Capability.MOVE}`")
    near = (body for _name, body in _people(acting) if math.dist(body.position, who.body.position) <= NEAR)
    to = next(near, None)
    allowed = partial(_holds, own, needed)
    fetch = Fetch.of(acting, who, kind or acting.hotbar.kind, who.cell if to is None else to, allowed)
    return Failed(fetch) if isinstance(fetch, str) else acting.actions.start(fetch)


@command(
    "cat",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="build",
    key="Alt+L",
    label="follow",
    applies=(is_a("cat"),),
)
def tag_along(acting: Acting) -> Outcome:
    """Follow the player about, as a cat does: near, but of your own free will. Gives back a handle at once, and does not wait."""
    who, bodies, people = _small_one(acting), acting.bodies, _people(acting)
    if not people:
        return Failed("nobody is here to follow")
    name, leader = people[0]
    return acting.actions.start(Follow(acting.world, who.body, name, lambda: leader if name in bodies() else None))


@command(
    "cat",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="other",
    key="Alt+N",
    applies=(is_a("cat"),),
    phrases=("nap", "take|have a nap", "sleep", "go to sleep", "lie down"),
)
def nap(acting: Acting) -> Felt:
    """Curl up and sleep, until somebody speaks to you or you walk off."""
    who = _small_one(acting)
    acting.actions.cancel(who.name, "napping")
    moods.feel(who, "nap")
    return Felt(who.name, "nap")


@command(
    "cat",
    Capability.SPEAK,
    Risk.REVERSIBLE,
    family="speech",
    key="Alt+P",
    applies=(is_a("cat"),),
    phrases=("purr",),
)
def purr(acting: Acting) -> Felt:
    """Purr for a while, so that everybody near by hears it."""
    who = _small_one(acting)
    moods.feel(who, "purr", acting.now + PURR_SECONDS)
    if not who.muted:
        acting.chat.say(Utterance(who.name, PURR, who.colour, who.body.position, acting.now))
    return Felt(who.name, "purr")


def _small_one(acting: Acting) -> Resident:
    """Who does it: the caller, or whom the player talks to."""
    who = acting.roster.get(acting.caller.name) or acting.focused
    assert who is not None, "the command applies to residents and to who talks to one"
    return who


def _holds(resident: Resident | None, capabilities: set[Capability]) -> bool:
    """Whether a resident is still granted something; the player needs no grant."""
    return resident is None or capabilities <= resident.grants.capabilities


def _people(acting: Acting) -> list[tuple[str, Body]]:
    """Everybody with a body who is no resident: the player."""
    return [(name, body) for name, body in acting.bodies().items() if acting.roster.get(name) is None]


@presents(Built, TextView)
def _built(value: Built, _view: TextView) -> str:
    article = "" if value.what == "stairs" else "a "
    return f"{value.who} built {article}{value.what} of {value.blocks} {value.kind.replace('_', ' ')} at {placed(value.cell)}"


@presents(Dug, TextView)
def _dug(value: Dug, _view: TextView) -> str:
    return f"{value.who} dug {value.blocks} block{'' if value.blocks == 1 else 's'} away from {placed(value.cell)} on"


@presents(Felt, TextView)
def _felt(value: Felt, _view: TextView) -> str:
    return f"{value.who} takes a nap" if value.mood == "nap" else f"{value.who} purrs"
