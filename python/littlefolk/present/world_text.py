"""How the values of the world and of bodies read."""

from littlefolk.present.codecs import encode
from littlefolk.present.context import Pose
from littlefolk.present.types.handle import Reference
from littlefolk.present.views import TEXT, JsonView, TextView, View, present, presents
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import Kind
from littlefolk.world.world import Commit, Refused


def placed(cell: Cell) -> str:
    """A cell in prose: `(3, 64, -5)`."""
    return f"({cell.x}, {cell.y}, {cell.z})"


@presents(object, JsonView)
def _json(value: object, _view: View) -> object:
    return encode(value)


@presents(type(None), TextView)
def _nothing(_value: None, _view: View) -> str:
    return "nothing"


@presents(bool, TextView)
def _truth(value: bool, _view: View) -> str:
    return "yes" if value else "no"


@presents(tuple, TextView)
@presents(list, TextView)
def _several(values: tuple[object, ...], view: View) -> str:
    return "\n".join(str(present(value, view)) for value in values) if values else "none"


@presents(Cell, TextView)
def _cell(value: Cell, _view: View) -> str:
    return placed(value)


@presents(Direction, TextView)
def _direction(value: Direction, _view: View) -> str:
    return value.label


@presents(Kind, TextView)
def _kind(value: Kind, _view: View) -> str:
    return value.name.replace("_", " ")


@presents(Pose, TextView)
def _pose(value: Pose, _view: View) -> str:
    return f"at {placed(value.cell)} facing {value.facing.label}"


@presents(Reference, TextView)
def _reference(value: Reference, _view: View) -> str:
    return f"{value.handle} ({present(value.target, TEXT)})"


@presents(Commit, TextView)
def _commit(value: Commit, _view: View) -> str:
    return f"revision {value.revision} by {value.author}: {len(value.applied)} blocks"


@presents(Refused, TextView)
def _refused(value: Refused, _view: View) -> str:
    return value.reason
