"""Commands that take changes of blocks back, and repeat them."""

from dataclasses import dataclass

from littlefolk.commands import command
from littlefolk.commands.situation import can_redo, can_undo
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Outcome
from littlefolk.present.views import TextView, presents
from littlefolk.present.world_text import placed
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import Cell
from littlefolk.world.world import Commit, Refused


@recorded("changes.reversed")
@dataclass(frozen=True, slots=True)
class Reversed:
    """A transaction taken back (`undo`) or repeated (`redo`): its first cell, what is there now, how many cells, and the revision since."""

    cause: str
    cell: Cell
    now: str
    blocks: int
    revision: int


@command(
    "construction",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    key="Ctrl+Z",
    applies=(can_undo,),
    phrases=("undo that|it|this?", "take that|it back", "undo your|the? last? change"),
)
def undo(acting: Acting) -> Outcome | Reversed:
    """Take your own last change of blocks back. Refused where somebody else changed one of its cells since.

    Gives back the first cell, what is there now, how many cells, and the world's new revision.
    """
    return _reversed(acting.world.undo(acting.caller.name))


@command(
    "construction",
    Capability.BUILD,
    Risk.REVERSIBLE,
    family="build",
    key="Shift+Ctrl+Z",
    applies=(can_redo,),
    phrases=("redo that|it|this?",),
)
def redo(acting: Acting) -> Outcome | Reversed:
    """Repeat your own change of blocks that you took back last. Refused where somebody else changed one of its cells since.

    Gives back the first cell, what is there now, how many cells, and the world's new revision.
    """
    return _reversed(acting.world.redo(acting.caller.name))


def _reversed(result: Commit | Refused) -> Outcome | Reversed:
    if isinstance(result, Refused):
        return Failed(result.reason)
    first = result.applied[0]
    return Reversed(result.cause, first.cell, first.after, len(result.applied), result.revision)


@presents(Reversed, TextView)
def _shown(value: Reversed, _view: TextView) -> str:
    done = "undone" if value.cause == "undo" else "redone"
    if value.blocks == 1:
        return f"{done}: {value.now} at {placed(value.cell)}; revision {value.revision}"
    return f"{done}: {value.blocks} blocks from {placed(value.cell)} on; revision {value.revision}"
