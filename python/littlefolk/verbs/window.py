"""Commands of the player's own window: focus, asking, stopping, the hotbar."""

import math
from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.policy import Audience, Capability
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.types import BlockKind, Integer, Text
from littlefolk.present.views import TextView, presents
from littlefolk.verbs.acting import Acting
from littlefolk.world.cells import forward_of

SIGHT = 24.0  # metres within which a body can be focused


@recorded("noticed")
@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that happened in the window, in words."""

    text: str


@command("window", Capability.INTERFACE, key="Tab")
def focus_nearest(acting: Acting) -> Outcome | Noticed:
    """Focus the nearest body in view, so that what you type goes to it."""
    body = acting.body
    if body is None:
        return Failed("only a body can turn to somebody")
    forward = forward_of(body.yaw)
    best, nearest = math.inf, None
    for resident in acting.roster:
        offset = [there - here for there, here in zip(resident.body.position, body.position, strict=True)]
        distance = math.hypot(*offset)
        ahead = offset[0] * forward[0] + offset[2] * forward[2]
        if distance <= SIGHT and ahead > 0.25 * distance and distance < best:
            best, nearest = distance, resident
    if nearest is None:
        return Failed("nobody is in view: turn to somebody, or spawn a gnome first")
    acting.focus.enter(nearest.name)
    return Noticed(f"talking to {nearest.name}")


@command("window", Capability.INTERFACE, key="Shift+Tab")
def leave_focus(acting: Acting) -> Noticed:
    """Leave the conversation and walk on."""
    acting.focus.leave()
    return Noticed("walking on")


@command("window", Capability.INTERFACE)
def stop(acting: Acting) -> Outcome | Noticed:
    """Stop the running turn of whoever is in focus; with none running, leave."""
    resident = acting.focused
    if resident is not None and acting.agents[resident.name].stop():
        return Noticed(f"{resident.name} stops")
    acting.focus.leave()
    return Noticed("walking on")


@command("window", Capability.INTERFACE)
def ask(acting: Acting, text: Annotated[str, Text(4000), "what to ask"]) -> Outcome | Noticed:
    """Ask whoever is in focus."""
    resident = acting.focused
    if resident is None:
        return Failed("nobody is in focus: turn to somebody first")
    acting.focus.remember(text)
    acting.agents[resident.name].ask(text, acting.caller.name, Audience.LOCAL)
    return Noticed(f"asked {resident.name}")


@command("window", Capability.INTERFACE)
def select_slot(acting: Acting, slot: Annotated[int, Integer(0, 9), "0 for the leftmost"]) -> Noticed:
    """Select a slot of the hotbar."""
    acting.hotbar.select(slot)
    return Noticed(acting.hotbar.kind)


@command("window", Capability.INTERFACE)
def pick_block(acting: Acting, kind: Annotated[str, BlockKind(), "the kind to hold"]) -> Outcome | Noticed:
    """Take a kind into the hand."""
    if not acting.hotbar.pick(kind):
        return Invalid(f"{kind} cannot be placed", (), "kind")
    return Noticed(acting.hotbar.kind)


@presents(Noticed, TextView)
def _noticed(value: Noticed, _view: TextView) -> str:
    return value.text
