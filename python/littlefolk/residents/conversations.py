"""Conversations that overheard speech sets off, and why they end: everything a person sets going gets so many answers in all.

A conversation begins when a person speaks, or when a resident speaks in a turn that a person asked for. Each prompt that somebody's
speech makes of it, for whichever listener, takes one of its answers, and what is said in those turns belongs to the same conversation.
Without a person no answers are added, so that residents who listen to one another fall silent.
"""

from collections import OrderedDict
from dataclasses import dataclass

ANSWERS = 6  # turns that one conversation may set off, over all listeners
PAUSE = 2.0  # seconds of world time in which a listener takes up no more of what other residents say
REMEMBERED = 512  # turns whose conversation is known


@dataclass(slots=True)
class Conversation:
    """One conversation; `left` is how many turns it may still set off."""

    left: int = ANSWERS

    def take(self) -> bool:
        """Take one of the answers; False when none is left."""
        if self.left <= 0:
            return False
        self.left -= 1
        return True


class Conversations:
    """Which turn belongs to which conversation. Written by the frame's thread only."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, Conversation] = OrderedDict()
        self._heard: dict[str, float] = {}

    def of(self, turn: str, *, asked_by_person: bool) -> Conversation:
        """The conversation of what is said in a turn; "" for a person who speaks, which begins one.

        A turn that no conversation is known of begins one if a person asked for it, and otherwise has no answers left.
        """
        known = self._of.get(turn) if turn else None
        if known is None:
            known = Conversation(ANSWERS if asked_by_person or not turn else 0)
            if turn:
                self.join(turn, known)
        return known

    def join(self, turn: str, conversation: Conversation) -> None:
        """Note that a turn was set off in a conversation."""
        self._of[turn] = conversation
        while len(self._of) > REMEMBERED:
            self._of.popitem(last=False)

    def attentive(self, listener: str, now: float) -> bool:
        """Whether a listener takes up what another resident says at world time `now` (seconds), and that it did so."""
        if now < self._heard.get(listener, -PAUSE) + PAUSE:
            return False
        self._heard[listener] = now
        return True
