"""New residents."""

import math
from dataclasses import dataclass
from typing import Annotated

from littlefolk.bodies.body import Body, stand_on
from littlefolk.bodies.placing import place_free
from littlefolk.commands import command
from littlefolk.commands.situation import has_body
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.types import Optional, Text
from littlefolk.present.views import TextView, presents
from littlefolk.residents import Resident
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell, cell_at, forward_of

AHEAD = 4.0  # metres
HEIGHT, WIDTH = 1.15, 0.6


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
    acting: Acting, name: Annotated[str | None, Optional(Text(24)), "its name; a free one by default"] = None
) -> Outcome | Spawned:
    """Spawn a gnome at the nearest free, supported cell ahead of you, facing you. The terrain is not touched."""
    chosen = " ".join((name or acting.roster.free_name()).split())
    if acting.roster.get(chosen) is not None or chosen.casefold() == acting.caller.name.casefold():
        return Invalid(f"there is somebody named {chosen} already: choose another name", (acting.roster.free_name(),), "name")
    spawner = acting.body
    if spawner is None:
        return Failed("a gnome is spawned ahead of a body, and you have none")
    x, y, z = spawner.position
    forward = forward_of(spawner.yaw)
    wished = cell_at(x + forward[0] * AHEAD, y, z + forward[2] * AHEAD)
    cell = place_free(acting.world, wished, width=WIDTH, height=HEIGHT, avoid=acting.bodies().values())
    if cell is None:
        return Failed("there is no free, supported cell near by: go somewhere with more room")
    position = stand_on(cell)
    body = Body(chosen, position=position, width=WIDTH, height=HEIGHT, eye_height=HEIGHT * 0.7)
    body.yaw = math.atan2(-(x - position[0]), -(z - position[2]))
    acting.roster.add(Resident(chosen, "gnome", body))
    return Spawned(chosen, "gnome", cell)


@presents(Spawned, TextView)
def _spawned(value: Spawned, _view: TextView) -> str:
    return f"{value.name} the {value.figure} stands at ({value.cell.x}, {value.cell.y}, {value.cell.z})"
