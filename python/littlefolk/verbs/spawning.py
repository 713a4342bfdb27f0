"""New residents."""

import math
from dataclasses import dataclass
from typing import Annotated

from littlefolk.bodies.body import stand_on
from littlefolk.bodies.placing import place_free
from littlefolk.commands import command
from littlefolk.commands.situation import has_body
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.types import Optional, Text
from littlefolk.present.views import TextView, presents
from littlefolk.residents import FIGURES, Figure, Resident
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell, cell_at, forward_of

AHEAD = 4.0  # metres
LONGEST_NAME = 24


@recorded("spawned")
@dataclass(frozen=True, slots=True)
class Spawned:
    """A new resident and the cell it stands in."""

    name: str
    figure: str
    cell: Cell


@command(
    "player",
    Capability.SPAWN,
    Risk.LASTING,
    family="other",
    key="G",
    applies=(has_body,),
    phrases=("spawn|summon a? gnome", "spawn|summon a? gnome called|named {name}"),
)
def spawn_gnome(
    acting: Acting, name: Annotated[str | None, Optional(Text(LONGEST_NAME)), "its name; a free one by default"] = None
) -> Outcome | Spawned:
    """Spawn a gnome at the nearest free, supported cell ahead of you, facing you. The terrain is not touched."""
    return _spawn(acting, FIGURES["gnome"], name)


@command(
    "player",
    Capability.SPAWN,
    Risk.LASTING,
    family="other",
    key="K",
    applies=(has_body,),
    phrases=("spawn|summon a? cat", "spawn|summon a? cat called|named {name}"),
)
def spawn_cat(
    acting: Acting, name: Annotated[str | None, Optional(Text(LONGEST_NAME)), "its name; a free one by default"] = None
) -> Outcome | Spawned:
    """Spawn a cat at the nearest free, supported cell ahead of you, facing you. The terrain is not touched."""
    return _spawn(acting, FIGURES["cat"], name)


def new_name(acting: Acting, name: str, keep: Resident | None = None) -> str | Invalid:
    """A name as somebody may bear it from now on, or what is wrong with it. Names that `keep` has or had may be taken over."""
    chosen = " ".join(name.split())
    own = {keep.name.casefold(), *(former.casefold() for former in keep.formerly)} if keep is not None else set()
    taken = {other.casefold() for other in acting.bodies()} | acting.roster.names_taken | {acting.caller.name.casefold(), "me"}
    if chosen.casefold() in taken - own:
        return Invalid(f"there is or was somebody named {chosen} already: choose another name", (acting.roster.free_name(),), "name")
    return chosen


def _spawn(acting: Acting, figure: Figure, name: str | None) -> Outcome | Spawned:
    chosen = new_name(acting, name or acting.roster.free_name(figure.names))
    if isinstance(chosen, Invalid):
        return chosen
    spawner = acting.body
    if spawner is None:
        return Failed(f"a {figure.name} is spawned ahead of a body, and you have none")
    x, y, z = spawner.position
    forward = forward_of(spawner.yaw)
    wished = cell_at(x + forward[0] * AHEAD, y, z + forward[2] * AHEAD)
    cell = place_free(acting.world, wished, width=figure.width, height=figure.height, avoid=acting.bodies().values())
    if cell is None:
        return Failed("there is no free, supported cell near by: go somewhere with more room")
    position = stand_on(cell)
    body = figure.body(chosen, position)
    body.yaw = math.atan2(-(x - position[0]), -(z - position[2]))
    acting.roster.add(Resident(chosen, figure.name, body, figure.colour, (figure.table,), instructions=figure.manner))
    return Spawned(chosen, figure.name, cell)


@presents(Spawned, TextView)
def _spawned(value: Spawned, _view: TextView) -> str:
    return f"{value.name} the {value.figure} stands at ({value.cell.x}, {value.cell.y}, {value.cell.z})"
