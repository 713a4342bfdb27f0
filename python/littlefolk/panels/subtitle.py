"""The subtitle: the last thing said aloud, with its speaker, timed to its length."""

from dataclasses import dataclass

from littlefolk.present.untrusted import one_line
from littlefolk.residents import Chat

BASE, PER_SIGN, LONGEST = 2.0, 0.06, 12.0  # seconds


@dataclass(frozen=True, slots=True)
class Subtitle:
    """Who speaks, what, and in which colour (`#rrggbb`)."""

    speaker: str
    text: str
    colour: str


def subtitle_of(chat: Chat, now: float, listener: tuple[float, float, float]) -> Subtitle | None:
    """What to show at world time `now` (seconds) for somebody at this position, or None."""
    last = chat.last
    if last is None or not last.heard_at(listener):
        return None
    if now - last.at > min(LONGEST, BASE + PER_SIGN * len(last.text)):
        return None
    return Subtitle(last.speaker, one_line(last.text, 240), last.colour)
