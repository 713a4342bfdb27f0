"""What a presentation type may look at while it reads: an immutable snapshot, never the live world."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from littlefolk.present.handles import HandleTable
from littlefolk.world.cells import Cell, Direction


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a body stood when the snapshot was taken. `position` in metres, `yaw` in radians (0 = north, left positive)."""

    cell: Cell
    position: tuple[float, float, float]
    yaw: float
    facing: Direction


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The world as the parsers see it, published once a frame."""

    frame: int = 0
    revision: int = 0
    bodies: Mapping[str, Pose] = field(default_factory=lambda: MappingProxyType({}))
    focus: str = ""
    """Whom the player talks to, or ""."""
    menu: str = ""
    """The topmost menu over the game, or ""."""
    last_line: str = ""
    """The last call that the player made through the palette, as a line, or ""."""
    asked: str = field(default="", kw_only=True)
    """What the player is asked at the moment: `question`, `yes or no`, `approval` or ""."""
    asker: str = field(default="", kw_only=True)
    """Who asks it, or ""."""
    figures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """What each resident is, by name: `gnome` or `cat`."""
    undoable: frozenset[str] = field(default_factory=frozenset, kw_only=True)
    """Who has changes of blocks to take back."""
    redoable: frozenset[str] = field(default_factory=frozenset, kw_only=True)
    """Who has changes of blocks to repeat."""


@dataclass(frozen=True, slots=True)
class ReadContext:
    """Whose words are being read: their pose (for `here`) and their handles."""

    subject: str = ""
    snapshot: Snapshot = field(default_factory=Snapshot)
    handles: HandleTable | None = None
    sandbox: Path | None = None
    """The folder that paths are read in; None where no files may be named by what is there."""

    @property
    def pose(self) -> Pose | None:
        """The subject's pose, or None for a caller without a body."""
        return self.snapshot.bodies.get(self.subject)
