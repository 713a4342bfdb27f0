"""Keeping company: who lives here, how they are called, what they may do, whether they are heard."""

import math
from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.commands.situation import Situation, has_body
from littlefolk.panels.menus import Menu
from littlefolk.policy import Capability, Grants, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Busy, Failed, Invalid, Outcome
from littlefolk.present.types import BodyType, Boolean, OneOf, Text
from littlefolk.present.views import TextView, presents
from littlefolk.residents import Resident
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.spawning import LONGEST_NAME, new_name
from littlefolk.verbs.window import Noticed

KEPT_BACK = (Capability.INTERFACE, Capability.SPAWN)  # the player's own
GRANTABLE = tuple(str(capability) for capability in Capability if capability not in KEPT_BACK)
TALKING = 20.0  # metres
Who = Annotated[str, BodyType(others=True), "a resident"]


def company(situation: Situation) -> str:
    """Somebody lives in the world."""
    return "" if situation.snapshot.figures else "nobody lives here yet: spawn a gnome or a cat first"


@recorded("dismissed")
@dataclass(frozen=True, slots=True)
class Dismissed:
    """Somebody who went away for good, and what they were."""

    name: str
    figure: str


@recorded("renamed")
@dataclass(frozen=True, slots=True)
class Renamed:
    """Somebody who is called otherwise now."""

    before: str
    name: str


@recorded("allowed")
@dataclass(frozen=True, slots=True)
class Allowed:
    """What somebody may do now: the capabilities they hold."""

    name: str
    capabilities: tuple[str, ...]


@command("window", Capability.INTERFACE, key="R", label="roster", applies=(company,))
def open_roster(acting: Acting) -> Noticed:
    """Open the roster: who lives here, what they are at and what they may do."""
    acting.menus.open(Menu.ROSTER)
    return Noticed("the roster is open")


@command("window", Capability.INTERFACE, key="T", label="chat")
def open_chat(acting: Acting) -> Noticed:
    """Open the chat: what was said near by and to you, and a line to speak or to write to one alone."""
    acting.menus.open(Menu.CHAT)
    return Noticed("the chat is open")


@command("window", Capability.INTERFACE, applies=(has_body, company), label="talk to")
def talk_to(acting: Acting, who: Who) -> Outcome | Noticed:
    """Talk to a resident near by, wherever you look. What you type then goes to it."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    body = acting.body
    if body is None or math.dist(body.position, resident.body.position) > TALKING:
        return Failed(f"{resident.name} is too far away to talk to: go nearer, or write with `tell`")
    acting.menus.close()
    acting.focus.enter(resident.name)
    return Noticed(f"talking to {resident.name}")


@command("window", Capability.SPAWN, Risk.LASTING, applies=(company,), label="dismiss")
def dismiss(acting: Acting, who: Who) -> Outcome | Dismissed:
    """Send a resident away for good. What it built stays, and its records; a running turn ends. Gives back who it was."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    acting.roster.remove(resident)
    return Dismissed(resident.name, resident.figure)


@command("window", Capability.SPAWN, Risk.REVERSIBLE, applies=(company,), label="rename")
def rename(acting: Acting, who: Who, name: Annotated[str, Text(LONGEST_NAME), "its new name"]) -> Outcome | Renamed:
    """Give a resident another name. Its handles, records and works stay its own; its shells end. Gives back both names."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    chosen = new_name(acting, name, keep=resident)
    if isinstance(chosen, Invalid):
        return chosen
    if acting.agents[resident.name].busy:
        return Busy(f"{resident.name} is at work, and what it does stands under its name: wait for the end of its turn, or stop it")
    before = resident.name
    acting.roster.rename(resident, chosen)
    return Renamed(before, chosen)


@command("window", Capability.INTERFACE, Risk.REVERSIBLE, applies=(company,), label="mute")
def mute(acting: Acting, who: Who, on: Annotated[bool, Boolean(), "no to let it speak again"] = True) -> Outcome | Noticed:
    """Let nobody hear a resident: what it wants to say is denied, and it is told why. Gives back how it is now."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    resident.muted = on
    return Noticed(f"{resident.name} is {'muted' if on else 'heard again'}")


@command("window", Capability.INTERFACE, Risk.REVERSIBLE, applies=(company,), label="listen")
def listen(acting: Acting, who: Who, on: Annotated[bool, Boolean(), "no to let it mind its own business"] = True) -> Outcome | Noticed:
    """Have a resident answer what is said aloud within 20 m, to look and to speak only. Gives back how it is now."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    resident.listens = on
    return Noticed(f"{resident.name} {'listens to what is said near by' if on else 'minds its own business'}")


@command("window", Capability.INTERFACE, Risk.LASTING, applies=(company,), label="grant")
def grant(
    acting: Acting, who: Who, capability: Annotated[str, OneOf("capability", GRANTABLE), "what it may do from now on"]
) -> Outcome | Allowed:
    """Let a resident do more. Counts from its next turn on. Gives back all that it may do."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    resident.grants = Grants(resident.grants.capabilities | {Capability(capability)})
    return _allowed(resident)


@command("window", Capability.INTERFACE, Risk.REVERSIBLE, applies=(company,), label="revoke")
def revoke(
    acting: Acting, who: Who, capability: Annotated[str, OneOf("capability", GRANTABLE), "what it may not do any more"]
) -> Outcome | Allowed:
    """Let a resident do less. Counts at once, also in a running turn. Gives back all that it may still do."""
    resident = _resident(acting, who)
    if isinstance(resident, Invalid):
        return resident
    resident.grants = resident.grants.without([Capability(capability)])
    return _allowed(resident)


def _resident(acting: Acting, who: str) -> Resident | Invalid:
    resident = acting.roster.get(who)
    if resident is None:
        return Invalid(f"{who} is no resident: name one of {', '.join(each.name for each in acting.roster)}", (), "who")
    return resident


def _allowed(resident: Resident) -> Allowed:
    return Allowed(resident.name, tuple(sorted(resident.grants.capabilities)))


@presents(Dismissed, TextView)
def _dismissed(value: Dismissed, _view: TextView) -> str:
    return f"{value.name} the {value.figure} went away"


@presents(Renamed, TextView)
def _renamed(value: Renamed, _view: TextView) -> str:
    return f"{value.before} is called {value.name} now"


@presents(Allowed, TextView)
def _allowed_text(value: Allowed, _view: TextView) -> str:
    return f"{value.name} may {', '.join(value.capabilities) or 'do nothing'}"
