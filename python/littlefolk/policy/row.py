"""What a command needs from the one who calls it."""

from dataclasses import dataclass
from enum import StrEnum


class Capability(StrEnum):
    """A kind of act. A caller holds a set of them; a command needs exactly one."""

    LOOK = "look"
    BUILD = "build"
    SPEAK = "speak"
    MOVE = "move"
    SPAWN = "spawn"
    SHELL = "shell"  # programs of this computer, in the world's own folder
    EVALUATE = "evaluate"  # Python inside the running game
    INTERFACE = "interface"  # the player's own window: focus, prompt line, hotbar


class Risk(StrEnum):
    """What a call can change."""

    READ = "read"
    REVERSIBLE = "reversible"
    LASTING = "lasting"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of policy: the capability that a command needs and the risk that it carries."""

    capability: Capability
    risk: Risk = Risk.READ
