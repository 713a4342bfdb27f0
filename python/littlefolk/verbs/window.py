"""Commands of the player's own window: focus, asking, stopping, the hotbar."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.commands.situation import has_body, in_conversation, somebody_else
from littlefolk.panels.sight import meant
from littlefolk.policy import Audience, Capability
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Failed, Invalid, Outcome
from littlefolk.present.types import BlockKind, Integer, Text
from littlefolk.present.views import TextView, presents
from littlefolk.residents import moods
from littlefolk.verbs.acting import Acting


@recorded("noticed")
@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that happened in the window, in words."""

    text: str


@command("window", Capability.INTERFACE, key="Tab", applies=(has_body, somebody_else), label="talk")
def focus_nearest(acting: Acting) -> Outcome | Noticed:
    """Talk to whom you look at: the body nearest the centre of the view. What you type then goes to it."""
    body = acting.body
    if body is None:
        return Failed("only a body can turn to somebody")
    name = meant(body, ((resident.name, resident.body) for resident in acting.roster))
    if name is None:
        return Failed("nobody is in view: turn to somebody, or spawn a gnome first")
    acting.focus.enter(name)
    return Noticed(f"talking to {name}")


@command("window", Capability.INTERFACE, key="Shift+Tab", applies=(in_conversation,))
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


@command("window", Capability.INTERFACE, applies=(in_conversation,))
def ask(acting: Acting, text: Annotated[str, Text(4000), "what to ask"]) -> Outcome | Noticed:
    """Ask whoever is in focus."""
    resident = acting.focused
    if resident is None:
        return Failed("nobody is in focus: turn to somebody first")
    acting.focus.remember(text)
    moods.wake(resident)
    acting.agents[resident.name].ask(text, acting.caller.name, Audience.LOCAL)
    return Noticed(f"asked {resident.name}")


@command("window", Capability.INTERFACE)
def select_slot(acting: Acting, slot: Annotated[int, Integer(0, 9), "0 for the leftmost"]) -> Noticed:
    """Select a slot of the hotbar."""
    acting.hotbar.select(slot)
    return Noticed(acting.hotbar.kind)


@command("window", Capability.INTERFACE, label="hold this")
def pick_block(acting: Acting, kind: Annotated[str, BlockKind(), "the kind to hold"]) -> Outcome | Noticed:
    """Take a kind into the hand."""
    if not acting.hotbar.pick(kind):
        return Invalid(f"{kind} cannot be placed", (), "kind")
    return Noticed(acting.hotbar.kind)


@presents(Noticed, TextView)
def _noticed(value: Noticed, _view: TextView) -> str:
    return value.text
