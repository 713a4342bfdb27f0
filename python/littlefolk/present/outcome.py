"""How a call ended. The set is closed: match it exhaustively and end with `assert_never`."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Done:
    """The command ran; `value` is its typed result."""

    value: Any


@dataclass(frozen=True, slots=True)
class Running:
    """The command started something that the frames go on advancing."""

    action: Any


@dataclass(frozen=True, slots=True)
class Invalid:
    """An argument (or the line itself, when `argument` is empty) could not be read or makes no sense.

    `message` says what was wrong and what would be right; `suggestions` are the nearest right spellings, best first.
    """

    message: str
    suggestions: tuple[str, ...] = ()
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Denied:
    """Policy refused the call before it ran."""

    reason: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The command ran and could not do it, or broke."""

    message: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The call was taken back before a frame claimed it."""

    reason: str = "cancelled"


@dataclass(frozen=True, slots=True)
class Busy:
    """Too much is going on; the same call may go through later."""

    reason: str = field(default="busy")


Outcome = Done | Running | Invalid | Denied | Failed | Cancelled | Busy
