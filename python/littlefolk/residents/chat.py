"""What was said aloud, in order, and who was near enough to hear it."""

import math
from collections import deque
from dataclasses import dataclass

HEARING = 20.0  # metres
Position = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said: who, what, in which colour, where, and at which world time (seconds)."""

    speaker: str
    text: str
    colour: str
    position: Position
    at: float

    def heard_at(self, position: Position) -> bool:
        """Whether somebody at this position hears it."""
        return math.dist(self.position, position) <= HEARING


class Chat:
    """The public chat log: the last `keep` utterances. Written by the frame's thread only."""

    def __init__(self, keep: int = 500) -> None:
        self._log: deque[Utterance] = deque(maxlen=keep)
        self.count = 0

    def say(self, utterance: Utterance) -> None:
        """Add an utterance."""
        self._log.append(utterance)
        self.count += 1

    @property
    def last(self) -> Utterance | None:
        """The latest utterance, or None."""
        return self._log[-1] if self._log else None

    def last_heard(self, position: Position) -> Utterance | None:
        """The latest utterance, if it is heard at this position."""
        last = self.last
        return last if last is not None and last.heard_at(position) else None

    @property
    def log(self) -> tuple[Utterance, ...]:
        """The utterances kept, oldest first."""
        return tuple(self._log)
