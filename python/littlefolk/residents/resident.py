"""One resident: a name, a figure and a body in the world."""

import math
from dataclasses import dataclass, field
from typing import Literal

from littlefolk.bodies.body import Body
from littlefolk.policy import AS_DECLARED, RESIDENT_GRANTS, AskPolicy, Grants
from littlefolk.present.handles import mortal
from littlefolk.world.cells import Cell

Mood = Literal["", "nap", "purr"]


@mortal
@dataclass(eq=False)
class Resident:
    """An inhabitant that an agent can act through.

    `figure` names how it looks, one of FIGURES; `colour` is its colour in subtitles and chat (`#rrggbb`); `tables` are the command
    tables that its agent may use and `grants` what it may do with them. `instructions` is what its agent is told of its own manner;
    `mood` is what its figure shows beside what it does, until the world time `mood_until` (seconds), and `carries` the kind of block
    in its hands. Nobody hears who is `muted`; who `listens` is told what is said near by. `provider` names whose model thinks for it,
    "" for the game's; `formerly` are names that it had before.
    """

    name: str
    figure: str
    body: Body
    colour: str = "#e0533d"
    tables: tuple[str, ...] = ("resident",)
    grants: Grants = field(default=RESIDENT_GRANTS)
    instructions: str = ""
    mood: Mood = ""
    mood_until: float = math.inf
    carries: str = ""
    muted: bool = False
    listens: bool = False
    provider: str = ""
    formerly: tuple[str, ...] = ()
    asks: AskPolicy = AS_DECLARED
    """Which of its calls the player approves first."""

    @property
    def cell(self) -> Cell:
        """The cell in which the resident stands."""
        return self.body.cell

    def __str__(self) -> str:
        return f"{self.name} the {self.figure}"
