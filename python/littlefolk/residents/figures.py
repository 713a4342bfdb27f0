"""The figures that residents can have: how large each is, its colour, its command table and what its agent is told of itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from littlefolk.bodies.body import Body, Vector


@dataclass(frozen=True, slots=True)
class Figure:
    """One kind of small folk. Sizes in metres; `table` is the command table of its agents, `colour` `#rrggbb` in subtitles and chat."""

    name: str
    width: float
    height: float
    eye_height: float
    colour: str
    table: str
    names: tuple[str, ...]
    manner: str
    example: str  # of what to ask one

    def body(self, name: str, position: Vector) -> Body:
        """A new body of this figure."""
        return Body(name, position=position, width=self.width, height=self.height, eye_height=self.eye_height)


GNOME = Figure(
    name="gnome",
    width=0.6,
    height=1.15,
    eye_height=0.805,
    colour="#e0533d",
    table="gnome",
    names=("Moss", "Fern", "Bramble", "Pip", "Thistle", "Alder", "Clover", "Sorrel", "Hazel", "Teasel", "Rowan", "Yarrow"),
    manner="You like stone and good work, and would rather build a thing than talk about it.",
    example="put three stone blocks in a row in front of you",
)
CAT = Figure(
    name="cat",
    width=0.5,
    height=0.75,
    eye_height=0.55,
    colour="#f2a65a",
    table="cat",
    names=("Marmalade", "Tansy", "Biscuit", "Saffron", "Ginger", "Toffee", "Apricot", "Nutmeg", "Pumpkin", "Amber", "Paprika", "Honey"),
    manner="You are curious and proud, answer in few words, and purr or nap when you feel like it.",
    example="follow me, or: take a nap",
)
FIGURES: Mapping[str, Figure] = MappingProxyType({figure.name: figure for figure in (GNOME, CAT)})
