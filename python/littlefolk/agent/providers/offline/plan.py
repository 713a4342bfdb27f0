"""What a sentence means once it is read: steps with amounts and places."""

from dataclasses import dataclass, field
from typing import Any, Literal

from littlefolk.commands import Command
from littlefolk.world.cells import Cell

Base = Literal["me", "asker", "that"]
Shape = Literal["row", "column"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where: an absolute cell, or `distance` cells from a base towards a direction.

    `direction` is one of front, behind, left, right, north, south, east, west, up, down, a `#ABCD` handle, or empty for the base itself.
    `distance` is None where none was said: what is usual then depends on what is done there. `kind` is the block said to be there.
    """

    base: Base = "me"
    direction: str = ""
    distance: int | None = None
    cell: Cell | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Amount:
    """How many of which kind, and in which shape. `kind` is as written: the command's own type judges it."""

    kind: str
    count: int = 1
    shape: Shape | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do: a command and what fills its slots (Amount, Place, or plain text)."""

    command: Command
    slots: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unread:
    """The sentence was not understood: nothing is done. `word` is the first one that no reading takes."""

    word: str
    message: str
