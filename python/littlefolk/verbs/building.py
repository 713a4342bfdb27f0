"""Commands that change single blocks."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.types import BlockKind, CellType
from littlefolk.present.views import TextView, presents
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.looking import standing_height
from littlefolk.world.cells import Cell
from littlefolk.world.kinds import AIR
from littlefolk.world.world import Availability, Change, Refused


@recorded("block.changed")
@dataclass(frozen=True, slots=True)
class BlockChanged:
    """One block changed: what was there, what is there now, and the world's revision since."""

    cell: Cell
    before: str
    after: str
    revision: int


@command(
    "construction",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    label="place here",
    phrases=(
        "put|place|set|lay|build|make|stack|pile|add|drop up|down|me? {kind} {cell?}",
        "put|place|set|lay|build|make|add {cell} {kind}",
        "{cell} ,? put|place|set|lay|build|make|stack|pile|add|drop up|down|me? {kind}",
        "i want|need {kind} {cell?}",
        "i'd|i would? like {kind} {cell?}",
    ),
)
def place_block_at(
    acting: Acting,
    kind: Annotated[str, BlockKind(), "which kind of block"],
    cell: Annotated[Cell, CellType(free=True), "where; the cell must be free (air or water)"],
) -> Outcome | BlockChanged:
    """Place one block at a free cell. Refuses cells that are occupied; remove what is there first.

    Gives back what was placed, the cell, and the world's new revision.
    """
    reading = acting.world.read(cell)
    if reading.kind is None:
        return _unreadable(cell, reading.availability)
    if not reading.kind.replaceable:
        free = standing_height(acting.world, cell)
        hint = f"; y={free} is free in that column" if free is not None else ""
        return Invalid(
            f"({cell.x}, {cell.y}, {cell.z}) is occupied by {reading.kind.name}: remove it first or name a free cell{hint}", (), "cell"
        )
    return _change(acting, cell, reading.kind.name, kind)


@command(
    "construction",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    label="remove",
    phrases=("remove|dig|mine|break|clear|delete|take|destroy away|up|out? {cell}", "take|dig {cell} away|out|up", "get rid of {cell}"),
)
def remove_block_at(acting: Acting, cell: Annotated[Cell, CellType(), "which block to take away"]) -> Outcome | BlockChanged:
    """Take one block away; air is left. Gives back what was removed, the cell, and the world's new revision."""
    reading = acting.world.read(cell)
    if reading.kind is None:
        return _unreadable(cell, reading.availability)
    if reading.kind is AIR:
        return Invalid(f"({cell.x}, {cell.y}, {cell.z}) is air already: there is nothing to remove", (), "cell")
    return _change(acting, cell, reading.kind.name, AIR.name)


def _change(acting: Acting, cell: Cell, before: str, after: str) -> Outcome | BlockChanged:
    result = acting.world.commit(acting.caller.name, [Change(cell, after, expected=before)])
    if isinstance(result, Refused):
        return Failed(result.reason)
    return BlockChanged(cell, before, after, result.revision)


def _unreadable(cell: Cell, availability: Availability) -> Invalid:
    place = f"({cell.x}, {cell.y}, {cell.z})"
    if availability is Availability.OUTSIDE:
        return Invalid(f"{place} is outside the world", (), "cell")
    return Invalid(f"{place} is unavailable: its chunk is not loaded; name a cell nearer to you", (), "cell")


@presents(BlockChanged, TextView)
def _changed(value: BlockChanged, _view: TextView) -> str:
    place = f"({value.cell.x}, {value.cell.y}, {value.cell.z})"
    if value.after == AIR.name:
        return f"{value.before} removed at {place}; revision {value.revision}"
    return f"{value.after} placed at {place}; revision {value.revision}"
