"""Commands that look: where one stands, what is at a cell, turning the eyes."""

import math
from dataclasses import dataclass
from typing import Annotated

from littlefolk.bodies.body import Body
from littlefolk.commands import command
from littlefolk.commands.situation import has_body
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Outcome
from littlefolk.present.types import BodyType, CellType, DirectionType
from littlefolk.present.untrusted import marked
from littlefolk.present.views import ModelView, TextView, presents
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell, Direction, cell_at
from littlefolk.world.world import Availability, World

SEARCH = 12  # cells up or down that `block_at` looks for a place to stand


@recorded("standing")
@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody stands: `facing` is a compass direction, `position` metres, `on` the kind underfoot or None."""

    name: str
    cell: Cell
    position: tuple[float, float, float]
    facing: str
    on: str | None
    revision: int


@recorded("block.reading")
@dataclass(frozen=True, slots=True)
class BlockReading:
    """What is at a cell. `kind` is None where the cell cannot be read; `availability` says why.

    `stands_at` is the y nearest to the cell's own at which its column is free above something solid, or None if there is none near.
    """

    cell: Cell
    availability: str
    kind: str | None
    author: str | None
    stands_at: int | None


@recorded("looking")
@dataclass(frozen=True, slots=True)
class Looking:
    """Which way somebody looks now; yaw and pitch in degrees (yaw 0 is north and grows to the left)."""

    cell: Cell
    facing: str
    yaw: float
    pitch: float


@command(
    "world",
    Capability.LOOK,
    family="read",
    applies=(has_body,),
    phrases=("where are|is you|we|everyone", "where am i", "where do you stand", "what is your place|position"),
)
def where_am_i(acting: Acting) -> Outcome | Standing:
    """Say where your own body stands: its cell, which way it faces, and what is underfoot."""
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    return _standing_of(acting, acting.caller.name, body)


@command(
    "world",
    Capability.LOOK,
    family="read",
    label="read block",
    phrases=("what|which block? is|stands|lies {cell}", "what's {cell}", "what do you see {cell}"),
)
def block_at(acting: Acting, cell: Annotated[Cell, CellType(), "which cell to read"]) -> BlockReading:
    """Say which kind of block is at a cell, who placed it, and at which height (y) near it one could stand or build in that column.

    A cell whose chunk is not loaded is said to be unavailable, which does not mean air.
    """
    reading = acting.world.read(cell)
    edit = acting.world.edits.get(cell)
    return BlockReading(
        cell,
        reading.availability.value,
        reading.kind.name if reading.kind else None,
        edit.author if edit and reading.kind else None,
        standing_height(acting.world, cell),
    )


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="read",
    applies=(has_body,),
    label="look there",
    phrases=("look|turn|face at|to|towards? {cell}", "face {cell}"),
)
def look_at(acting: Acting, cell: Annotated[Cell, CellType(), "the cell to look at"]) -> Outcome | Looking:
    """Turn your body and eyes towards the middle of a cell. Gives back which way you look then."""
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    x, y, z = body.position
    dx, dy, dz = cell.x + 0.5 - x, cell.y + 0.5 - (y + body.eye_height), cell.z + 0.5 - z
    flat = math.hypot(dx, dz)
    if flat > 1e-6:
        body.yaw = math.atan2(-dx, -dz)
    body.pitch = math.atan2(dy, flat)
    return Looking(cell, Direction.from_yaw(body.yaw).label, round(math.degrees(body.yaw), 1), round(math.degrees(body.pitch), 1))


@command(
    "movement",
    Capability.MOVE,
    Risk.REVERSIBLE,
    family="read",
    applies=(has_body,),
    phrases=("look|turn|face to|towards? the? {direction}", "look|turn|face {direction}"),
)
def look_towards(acting: Acting, direction: Annotated[Direction, DirectionType(), "which way"]) -> Outcome | Looking:
    """Turn your body and eyes in a direction: level for the four of the compass, steeply for up and down.

    Gives back which way you look then.
    """
    body = acting.body
    if body is None:
        return Failed(has_body(acting.situation))
    if direction.horizontal:
        body.yaw, body.pitch = direction.yaw, 0.0
    else:
        body.pitch = math.copysign(math.radians(80), direction.vector[1])
    cell = cell_at(*(eye + 4 * part for eye, part in zip(body.eyes, body.gaze, strict=True)))
    return Looking(cell, Direction.from_yaw(body.yaw).label, round(math.degrees(body.yaw), 1), round(math.degrees(body.pitch), 1))


@command("world", Capability.LOOK, family="read", label="where", phrases=("where is|are|stands|does {name} stand?",))
def where_is(acting: Acting, name: Annotated[str, BodyType(), "who"]) -> Outcome | Standing:
    """Say where somebody stands: the cell, which way they face, and what is underfoot."""
    return _standing_of(acting, name, acting.bodies()[name])


def _standing_of(acting: Acting, name: str, body: Body) -> Standing:
    cell = cell_at(*body.position)
    below = acting.world.read(cell.step(Direction.DOWN)).kind
    x, y, z = (round(value, 2) for value in body.position)
    return Standing(name, cell, (x, y, z), Direction.from_yaw(body.yaw).label, below.name if below else None, acting.world.revision)


def standing_height(world: World, cell: Cell) -> int | None:
    """The y nearest to `cell.y`, at most SEARCH cells away, where the column is free above something solid; None if there is none."""
    for step in range(SEARCH + 1):
        for y in (cell.y - step, cell.y + step) if step else (cell.y,):
            here, below = world.read(Cell(cell.x, y, cell.z)), world.read(Cell(cell.x, y - 1, cell.z))
            if here.kind is not None and not here.kind.solid and not here.kind.liquid and below.kind is not None and below.kind.solid:
                return y
    return None


@presents(Standing, TextView)
def _standing(value: Standing, _view: TextView) -> str:
    on = f", on {value.on}" if value.on else ""
    return f"{value.name} stands at ({value.cell.x}, {value.cell.y}, {value.cell.z}) facing {value.facing}{on}; revision {value.revision}"


@presents(BlockReading, TextView)
def _reading(value: BlockReading, view: TextView) -> str:
    place = f"({value.cell.x}, {value.cell.y}, {value.cell.z})"
    if value.availability == Availability.UNAVAILABLE.value:
        return f"{place} is unavailable: its chunk is not loaded, which does not mean air"
    if value.availability == Availability.OUTSIDE.value:
        return f"{place} is outside the world"
    author = marked(value.author) if value.author and isinstance(view, ModelView) else value.author  # a name is somebody's own words
    by = f", placed by {author}" if author else ""
    stand = "" if value.stands_at is None else f"; free to stand at y={value.stands_at}"
    return f"{value.kind} at {place}{by}{stand}"


@presents(Looking, TextView)
def _looking(value: Looking, _view: TextView) -> str:
    return f"looks {value.facing} at ({value.cell.x}, {value.cell.y}, {value.cell.z})"
