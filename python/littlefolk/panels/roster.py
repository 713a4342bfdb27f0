"""The roster: what is to be seen of everybody who lives here. Changes are calls like any other."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from littlefolk.policy import Capability, Grants
from littlefolk.present.records import Turn, TurnStatus
from littlefolk.world.cells import Cell

SIGNS = {"idle": "○", "napping": "z", "queued": "…", "thinking": "◌", "working": "◐", "waiting": "?", "failed": "!", "stopped": "×"}
"""A sign for each state, beside its word."""
SHOWN = (Capability.LOOK, Capability.BUILD, Capability.SPEAK, Capability.MOVE, Capability.SHELL, Capability.EVALUATE)
RISKY = (Capability.SHELL, Capability.EVALUATE)


class Somebody(Protocol):
    """A resident, as far as it is shown. `provider` is "" where it has none of its own."""

    @property
    def name(self) -> str: ...
    @property
    def figure(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def provider(self) -> str: ...
    @property
    def mood(self) -> str: ...
    @property
    def muted(self) -> bool: ...
    @property
    def listens(self) -> bool: ...
    @property
    def grants(self) -> Grants: ...
    @property
    def cell(self) -> Cell: ...


class Named(Protocol):
    """A provider, as far as it is shown."""

    @property
    def name(self) -> str: ...


class Mind(Protocol):
    """What thinks for somebody, as far as it is shown."""

    @property
    def turn(self) -> Turn | None: ...
    @property
    def busy(self) -> bool: ...
    @property
    def provider(self) -> Named: ...
    @property
    def spent(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Switch:
    """Something of a resident that is on or off, and the call that turns it over: a command's name and its arguments."""

    name: str
    title: str
    on: bool
    command: str
    arguments: tuple[tuple[str, object], ...]
    risky: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One resident as a row: `status` is a word of SIGNS and `reason` what more there is to say of it."""

    name: str
    figure: str
    colour: str
    provider: str
    status: str
    reason: str
    place: str
    switches: tuple[Switch, ...]

    @property
    def sign(self) -> str:
        """The sign of the status."""
        return SIGNS[self.status]

    @property
    def summary(self) -> str:
        """Kind, provider and state on one line."""
        return f"{self.figure} · {self.provider} · {self.sign} {self.status}"


def entries_of(residents: Iterable[Somebody], minds: Mapping[str, Mind]) -> tuple[Entry, ...]:
    """Everybody in the order in which they came."""
    return tuple(_entry(resident, minds[resident.name]) for resident in residents if resident.name in minds)


def status_of(turn: Turn | None, *, busy: bool, mood: str) -> tuple[str, str]:
    """What somebody is at, and why: from the latest turn, and whether one runs or waits to."""
    if turn is None or (turn.status.final and busy):
        return ("queued", "") if busy else _idle(mood)
    if busy:
        return str(turn.status), turn.reason
    if turn.status is TurnStatus.FAILED:
        return "failed", turn.reason
    return ("stopped", turn.reason) if turn.status is TurnStatus.CANCELLED and not mood else _idle(mood)


def _idle(mood: str) -> tuple[str, str]:
    return ("napping", "") if mood == "nap" else ("idle", "")


def _entry(resident: Somebody, mind: Mind) -> Entry:
    status, reason = status_of(mind.turn, busy=mind.busy, mood=resident.mood)
    cell = resident.cell
    return Entry(
        resident.name,
        resident.figure,
        resident.colour,
        (resident.provider or mind.provider.name) + (f" ${mind.spent:.2f} today" if mind.spent else ""),
        status,
        reason,
        f"{cell.x}, {cell.y}, {cell.z}",
        _switches(resident),
    )


def _switches(resident: Somebody) -> tuple[Switch, ...]:
    name = resident.name
    switches = [
        Switch("muted", "muted", resident.muted, "mute", (("who", name), ("on", not resident.muted))),
        Switch("listens", "listens", resident.listens, "listen", (("who", name), ("on", not resident.listens))),
    ]
    for capability in SHOWN:
        on = capability in resident.grants.capabilities
        arguments = (("who", name), ("capability", str(capability)))
        switches.append(Switch(str(capability), str(capability), on, "revoke" if on else "grant", arguments, capability in RISKY))
    return tuple(switches)
