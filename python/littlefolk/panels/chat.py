"""The chat: what the player gets to know of all that is said, and how a typed line is meant."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from littlefolk.present.untrusted import one_line

LINES = 200
LONGEST = 400  # signs of one line


class Spoken(Protocol):
    """Something said: `colour` as `#rrggbb`; `to` is "" for what was said aloud."""

    @property
    def speaker(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def to(self) -> str: ...
    def reaches(self, name: str, position: tuple[float, float, float]) -> bool: ...


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of the log: who, in which colour (`#rrggbb`), what, and for whom alone ("" for what was said aloud)."""

    speaker: str
    colour: str
    text: str
    to: str

    @property
    def head(self) -> str:
        """Who speaks to whom, before the text."""
        return f"{self.speaker} → {self.to}" if self.to else self.speaker


@dataclass(frozen=True, slots=True)
class Message:
    """A line as it is meant: for everybody near by (`to` is ""), or for one alone."""

    to: str
    text: str


class ChatLog:
    """What the player heard and was told: told by where the player stood at that time, so that walking away unsays nothing."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0
        self.lines: tuple[ChatLine, ...] = ()
        self.unread = 0

    def hear(self, log: Sequence[Spoken], count: int, position: tuple[float, float, float]) -> None:
        """Take up what is new in a log of which `count` utterances were ever said."""
        new = min(count - self._count, len(log))
        self._count = count
        reached = [said for said in log[len(log) - new :] if said.speaker == self._name or said.reaches(self._name, position)]
        if reached:
            self.lines = (*self.lines, *(line_of(said, self._name) for said in reached))[-LINES:]
            self.unread += sum(said.speaker != self._name for said in reached)

    def read(self) -> None:
        """Everything has been seen."""
        self.unread = 0


def line_of(said: Spoken, reader: str = "") -> ChatLine:
    """An utterance as a line for a reader, who is `you`; text that came from elsewhere cannot steer the screen."""
    speaker, to = ("you" if name and name == reader else one_line(name, 40) for name in (said.speaker, said.to))
    return ChatLine(speaker, said.colour, one_line(said.text, LONGEST), to)


def message_of(text: str, names: Iterable[str], to: str = "") -> Message | None:
    """How a typed line is meant; None for an empty one. `@Moss …` is for Moss alone, whoever `to` says it is for otherwise."""
    words = " ".join(text.split())
    if words.startswith("@"):
        longest_first: Mapping[str, str] = {name.casefold(): name for name in sorted(names, key=len)}
        for key in sorted(longest_first, key=len, reverse=True):
            rest = words[1 + len(key) :]
            if words[1:].casefold().startswith(key) and (not rest or not rest[0].isalnum()):
                to, words = longest_first[key], rest.lstrip(" ,:")
                break
    return Message(to, words) if words else None


def next_of(names: Sequence[str], to: str, step: int = 1) -> str:
    """The next one whom lines are for, counted round: everybody (""), then each by name."""
    circle = ["", *names]
    place = circle.index(to) if to in circle else 0
    return circle[(place + step) % len(circle)]
