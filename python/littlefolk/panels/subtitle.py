"""The subtitle: the last thing said aloud, with its speaker, timed to its length."""

from dataclasses import dataclass
from typing import Protocol

from littlefolk.present.untrusted import one_line

BASE, PER_SIGN, LONGEST = 2.0, 0.06, 12.0  # seconds


@dataclass(frozen=True, slots=True)
class Subtitle:
    """Who speaks, what, and in which colour (`#rrggbb`)."""

    speaker: str
    text: str
    colour: str


class Spoken(Protocol):
    """Something said aloud: `at` in world seconds, `colour` as `#rrggbb`."""

    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def at(self) -> float: ...


def subtitle_of(last: Spoken | None, now: float) -> Subtitle | None:
    """What to show at world time `now` (seconds) of the last thing that was heard, or None."""
    if last is None or now - last.at > min(LONGEST, BASE + PER_SIGN * len(last.text)):
        return None
    return Subtitle(last.speaker, one_line(last.text, 240), last.colour)
