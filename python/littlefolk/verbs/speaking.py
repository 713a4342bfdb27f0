"""Speech: the only way a body is heard, and messages to one alone."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.commands.situation import somebody_else
from littlefolk.policy import Audience, Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.outcome import Denied, Outcome
from littlefolk.present.types import BodyType, Text
from littlefolk.present.untrusted import marked, one_line
from littlefolk.present.views import ModelView, TextView, presents
from littlefolk.residents import Resident, Utterance, moods
from littlefolk.residents.conversations import Conversation
from littlefolk.verbs.acting import Acting

PLAYER_COLOUR = "#f2e6c9"
MUTED = "you are muted: nobody hears you until the player lets you speak again"


@recorded("said")
@dataclass(frozen=True, slots=True)
class Said:
    """Something said aloud, and by whom it was heard."""

    speaker: str
    text: str
    heard_by: tuple[str, ...]


@recorded("told")
@dataclass(frozen=True, slots=True)
class Told:
    """Something said to one alone. `answers` tells whether they will answer it in a turn."""

    speaker: str
    to: str
    text: str
    answers: bool


@command("agent", Capability.SPEAK, Risk.REVERSIBLE, family="speech", phrases=("say|shout|whisper {text}", "tell me|us|everyone {text}"))
def say(acting: Acting, text: Annotated[str, Text(400), "what to say, a sentence or two"]) -> Outcome | Said:
    """Say something aloud. The player reads it as a subtitle; whoever stands within 20 m hears it. Gives back who does."""
    resident = acting.roster.get(acting.caller.name)
    if resident is not None and resident.muted:
        return Denied(MUTED)
    utterance = _utterance(acting, resident, text)
    acting.chat.say(utterance)
    heard = tuple(
        name for name, other in sorted(acting.bodies().items()) if name != acting.caller.name and utterance.heard_at(other.position)
    )
    conversation = _conversation(acting)
    for name in heard:
        listener = acting.roster.get(name)
        if listener is not None and listener.listens and (resident is None or acting.chat.conversations.attentive(name, acting.now)):
            _put_to(acting, listener, text, Audience.PUBLIC, conversation)
    return Said(acting.caller.name, text, heard)


@command("agent", Capability.SPEAK, Risk.REVERSIBLE, family="speech", applies=(somebody_else,), label="message")
def tell(
    acting: Acting,
    who: Annotated[str, BodyType(others=True), "whom to tell"],
    text: Annotated[str, Text(1000), "what to tell"],
) -> Outcome | Told:
    """Tell somebody something that nobody else hears, however far away they are. Gives back whether they will answer."""
    resident = acting.roster.get(acting.caller.name)
    if resident is not None and resident.muted:
        return Denied(MUTED)
    acting.chat.say(_utterance(acting, resident, text, who))
    listener = acting.roster.get(who)
    answers = listener is not None and _put_to(acting, listener, text, Audience.DIRECT, _conversation(acting))
    return Told(acting.caller.name, who, text, answers)


def _utterance(acting: Acting, resident: Resident | None, text: str, to: str = "") -> Utterance:
    position = acting.body.position if acting.body is not None else (0.0, 0.0, 0.0)
    return Utterance(acting.caller.name, text, resident.colour if resident else PLAYER_COLOUR, position, acting.now, to)


def _conversation(acting: Acting) -> Conversation:
    """What the caller's words belong to: the turn they are said in, or a new conversation for a person."""
    agent = acting.agents.get(acting.caller.name)
    turn = agent.turn.id if agent is not None and agent.turn is not None else ""
    by_person = agent is None or (acting.caller.audience in (Audience.LOCAL, Audience.GRANT))
    return acting.chat.conversations.of(turn, asked_by_person=by_person)


def _put_to(acting: Acting, listener: Resident, text: str, audience: Audience, conversation: Conversation) -> bool:
    """Make a prompt of what somebody said; False when the conversation has gone on for long enough."""
    if not conversation.take():
        return False
    moods.wake(listener)
    turn = acting.agents[listener.name].ask(text, acting.caller.name, audience)
    acting.chat.conversations.join(turn, conversation)
    return True


@presents(Said, TextView)
def _said(value: Said, _view: TextView) -> str:
    return f"“{one_line(value.text, 240)}”"


@presents(Said, ModelView)
def _said_to_model(value: Said, _view: ModelView) -> str:
    return f"said; heard by {', '.join(map(marked, value.heard_by))}" if value.heard_by else "said; nobody is near enough to hear it"


@presents(Told, TextView)
def _told(value: Told, _view: TextView) -> str:
    return f"to {value.to}: “{one_line(value.text, 240)}”"


@presents(Told, ModelView)
def _told_to_model(value: Told, _view: ModelView) -> str:
    answers = "; the answer comes in its own time" if value.answers else ""
    return f"told {marked(value.to)}{answers}"
