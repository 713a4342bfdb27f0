"""Answering residents: questions and approvals, and which calls of a resident are approved first."""

from typing import Annotated

from littlefolk.commands import command
from littlefolk.commands.parked import Approve, Decision, Decline, Parked, Reply
from littlefolk.commands.situation import asked, may_be_approved
from littlefolk.policy import Capability, Risk
from littlefolk.present.outcome import Failed, Outcome
from littlefolk.present.types import BodyType, Integer, OneOf, Optional, Text
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.window import Noticed

Number = Annotated[int | None, Optional(Integer(1)), "the number of what is asked; what is shown by default"]
WHEN = ("always", "never", "declared")


@command("window", Capability.INTERFACE, key="Enter", applies=(asked,), label="answer")
def attend(acting: Acting) -> Outcome | Noticed:
    """Turn to the resident who asks something, so that what you type is the answer."""
    parked = _meant(acting, None)
    if parked is None or acting.roster.get(parked.asker) is None:
        return Failed("nobody asks anything")
    acting.focus.enter(parked.asker)
    return Noticed(f"answering {parked.asker}")


@command("window", Capability.INTERFACE, applies=(asked,))
def answer(acting: Acting, text: Annotated[str, Text(4000), "the answer, or what should be different"]) -> Outcome | Noticed:
    """Answer what is asked. Before an approval it says what should be different: nothing is done, and the words go back."""
    return _decide(acting, None, Reply(text))


@command("window", Capability.INTERFACE, key="Ctrl+Y", applies=(may_be_approved,), label="approve")
def approve(acting: Acting, number: Number = None) -> Outcome | Noticed:
    """Approve what is shown; it is done at once. To a question of yes or no it says yes."""
    return _decide(acting, number, Approve())


@command("window", Capability.INTERFACE, key="Ctrl+N", applies=(asked,), label="decline")
def deny(acting: Acting, number: Number = None) -> Outcome | Noticed:
    """Say no to what is shown, or do not answer the question."""
    return _decide(acting, number, Decline())


@command("player", Capability.INTERFACE, Risk.LASTING)
def ask_before(
    acting: Acting,
    name: Annotated[str, BodyType(), "whose calls"],
    capability: Annotated[str, OneOf("capability", tuple(Capability), "a capability"), "calls that need this"],
    when: Annotated[str, OneOf("when", WHEN, "when to ask"), "always, never, or as each command declares"] = "always",
) -> Outcome | Noticed:
    """Set whether you are asked before a resident's calls that need a capability are done."""
    resident = acting.roster.get(name)
    if resident is None:
        return Failed("your own calls are done without asking")
    resident.asks = resident.asks.asking(Capability(capability), when)
    return Noticed(f"{resident.name}: {capability} is asked about {when if when != 'declared' else 'as declared'}")


def _meant(acting: Acting, number: int | None) -> Parked | None:
    if acting.desk is None:
        return None
    if number is None:
        return acting.desk.shown(acting.focus.name)
    return next((parked for parked in acting.desk.parked if parked.call.number == number), None)


def _decide(acting: Acting, number: int | None, decision: Decision) -> Outcome | Noticed:
    if acting.roster.get(acting.caller.name) is not None:
        return Failed("only the player answers what residents ask")
    parked = _meant(acting, number)
    if parked is None:
        return Failed("that is not asked any more")
    parked.post(decision)
    said = {Approve: "approved", Decline: "declined"}.get(type(decision), "answered")
    return Noticed(f"{said}: {parked.title}")
