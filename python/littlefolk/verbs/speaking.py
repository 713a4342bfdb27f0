"""Speech: the only way a body is heard."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import command
from littlefolk.policy import Capability, Risk
from littlefolk.present.codecs import recorded
from littlefolk.present.types import Text
from littlefolk.present.untrusted import marked, one_line
from littlefolk.present.views import ModelView, TextView, presents
from littlefolk.residents import Utterance
from littlefolk.verbs.acting import Acting

PLAYER_COLOUR = "#f2e6c9"


@recorded("said")
@dataclass(frozen=True, slots=True)
class Said:
    """Something said aloud, and by whom it was heard."""

    speaker: str
    text: str
    heard_by: tuple[str, ...]


@command("agent", Capability.SPEAK, Risk.REVERSIBLE, family="speech", phrases=("say|shout|whisper {text}", "tell me|us|everyone {text}"))
def say(acting: Acting, text: Annotated[str, Text(400), "what to say, a sentence or two"]) -> Said:
    """Say something aloud. The player reads it as a subtitle; whoever stands within 20 m hears it. Gives back who does."""
    body = acting.body
    position = body.position if body is not None else (0.0, 0.0, 0.0)
    resident = acting.roster.get(acting.caller.name)
    utterance = Utterance(acting.caller.name, text, resident.colour if resident else PLAYER_COLOUR, position, acting.now)
    acting.chat.say(utterance)
    heard = tuple(
        name for name, other in sorted(acting.bodies().items()) if name != acting.caller.name and utterance.heard_at(other.position)
    )
    return Said(acting.caller.name, text, heard)


@presents(Said, TextView)
def _said(value: Said, _view: TextView) -> str:
    return f"“{one_line(value.text, 240)}”"


@presents(Said, ModelView)
def _said_to_model(value: Said, _view: ModelView) -> str:
    return f"said; heard by {', '.join(map(marked, value.heard_by))}" if value.heard_by else "said; nobody is near enough to hear it"
