"""Asking the player."""

from typing import Annotated, Any

from littlefolk.agent.questions import Question
from littlefolk.commands import command
from littlefolk.commands.parked import NOBODY
from littlefolk.policy import Capability, Risk
from littlefolk.present.outcome import Denied, Failed, Outcome
from littlefolk.present.types import (
    BlockKind,
    BodyType,
    Boolean,
    CellType,
    DirectionType,
    Duration,
    Integer,
    OneOf,
    Optional,
    PresentationType,
    Real,
    Text,
)
from littlefolk.verbs.acting import Acting

ANSWERS: dict[str, PresentationType[Any]] = {
    "text": Text(2000),
    "yes_or_no": Boolean(),
    "integer": Integer(),
    "number": Real(),
    "block_kind": BlockKind(),
    "cell": CellType(),
    "direction": DirectionType(),
    "body": BodyType(),
    "duration": Duration(),
}


@command("agent", Capability.SPEAK, Risk.REVERSIBLE, family="speech", phrases=("ask me|us {question}",))
def ask_player(
    acting: Acting,
    *,
    type: Annotated[str, OneOf("type", tuple(ANSWERS), "a type of answer"), "what the answer has to be; text by default"] = "text",
    within: Annotated[float | None, Optional(Duration(1.0)), "how long to wait for the answer; until there is one by default"] = None,
    question: Annotated[str, Text(600), "what to ask, in a sentence"],
) -> Outcome | Question:
    """Ask the player something and wait for the answer: its words, read as the type you name, or `declined`. Waiting costs no time."""
    if acting.roster.get(acting.caller.name) is None:
        return Failed("only a resident of this world can ask the player")
    desk = acting.desk
    if desk is None or not desk.attended:
        return Denied(NOBODY)
    return Question(acting.call, question, ANSWERS[type], None if within is None else desk.clock() + within)
