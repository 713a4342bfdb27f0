"""What a person points at in the world: a block, or somebody."""

from dataclasses import dataclass

from littlefolk.present.translating import translates
from littlefolk.present.types import BlockKind, BodyType
from littlefolk.world.cells import Cell
from littlefolk.world.kinds import Kind


@dataclass(frozen=True, slots=True)
class Pointed:
    """A block and the cell before the face that is pointed at; `name` is who stands there, or ""."""

    cell: Cell
    before: Cell
    kind: Kind | None = None
    name: str = ""

    @property
    def label(self) -> str:
        """What it is, in words."""
        return self.name or (self.kind.name.replace("_", " ") if self.kind is not None else "nothing")


@translates(Pointed, BlockKind)
def _kind(value: Pointed) -> str | None:
    return value.kind.name if value.kind is not None and value.kind.placeable else None


@translates(Pointed, BodyType)
def _name(value: Pointed) -> str | None:
    return value.name or None
