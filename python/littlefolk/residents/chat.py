"""What was said, aloud and in confidence, in order, and who was near enough to hear it."""

import math
from collections import deque
from dataclasses import dataclass

from littlefolk.residents.conversations import Conversations

HEARING = 20.0  # metres
Position = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said: who, what, in which colour (`#rrggbb`), where, and at which world time (seconds).

    `to` is the one whom a direct message is for, "" for what is said aloud.
    """

    speaker: str
    text: str
    colour: str
    position: Position
    at: float
    to: str = ""

    def heard_at(self, position: Position) -> bool:
        """Whether somebody at this position hears it. A direct message makes no sound."""
        return not self.to and math.dist(self.position, position) <= HEARING

    def reaches(self, name: str, position: Position) -> bool:
        """Whether somebody of this name at this position gets to know it."""
        return self.to == name if self.to else self.heard_at(position)


class Chat:
    """The chat log: the last `keep` utterances. Written by the frame's thread only."""

    def __init__(self, keep: int = 500) -> None:
        self._log: deque[Utterance] = deque(maxlen=keep)
        self.count = 0
        self.conversations = Conversations()

    def say(self, utterance: Utterance) -> None:
        """Add an utterance."""
        self._log.append(utterance)
        self.count += 1

    @property
    def last(self) -> Utterance | None:
        """The latest that was said aloud, or None."""
        return next((each for each in reversed(self._log) if not each.to), None)

    def last_heard(self, position: Position, name: str = "") -> Utterance | None:
        """The latest of what is said aloud and of direct messages to `name`, if it reaches somebody at this position."""
        last = next((each for each in reversed(self._log) if each.to in ("", name)), None)
        return last if last is not None and last.reaches(name, position) else None

    @property
    def log(self) -> tuple[Utterance, ...]:
        """The utterances kept, oldest first."""
        return tuple(self._log)
