"""Running actions: which body does what, one action a body, advanced by the frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from littlefolk.bodies.action import Action, Completed, Ending, GaveUp, Interrupted
from littlefolk.bodies.motor import Wish
from littlefolk.present.outcome import Cancelled, Done, Failed, Outcome, Running


def outcome_of(ending: Ending) -> Outcome:
    """The outcome of a call whose action ended so."""
    match ending:
        case Completed(value):
            return Done(value)
        case GaveUp(message):
            return Failed(message)
        case Interrupted(reason):
            return Cancelled(reason)
    assert_never(ending)


class Actions:
    """The actions of all bodies by the name of who does them. Frame thread only; `shown` tells whether their paths are to be drawn."""

    def __init__(self) -> None:
        self.shown = False
        self._latest: dict[str, Action] = {}
        self._ended: list[Action] = []

    def start(self, action: Action) -> Running:
        """Have a body do something from the next step on; what it did before ends as replaced."""
        self.cancel(action.name, f"{action.name} {action.doing} instead")
        self._latest[action.name] = action
        return Running(action)

    def of(self, name: str) -> Action | None:
        """What somebody is doing, or None."""
        action = self._latest.get(name)
        return action if action is not None and action.ending is None else None

    def latest(self, name: str) -> Action | None:
        """What somebody is doing or did last, or None."""
        return self._latest.get(name)

    def running(self) -> Iterator[Action]:
        """Every action that goes on."""
        return (action for action in list(self._latest.values()) if action.ending is None)

    def cancel(self, name: str, reason: str) -> Action | None:
        """End what somebody is doing, at once; the action, or None when there is none."""
        action = self.of(name)
        if action is not None:
            action.cancel(reason)
            action.advance(0.0)
            self._ended.append(action)
        return action

    def wish(self, name: str, seconds: float) -> Wish | None:
        """Advance what somebody is doing by a step: what their body wants in it, or None when it does nothing by itself."""
        action = self.of(name)
        if action is None:
            return None
        if action.advance(seconds) is not None:
            self._ended.append(action)
            return None
        return action.wish

    def dismiss(self, name: str) -> None:
        """Somebody left: end and forget what they did."""
        self.cancel(name, f"{name} left")
        self._latest.pop(name, None)

    def resolve(self) -> None:
        """Tell those who wait how actions ended, after the frame's changes are published."""
        ended, self._ended = self._ended, []
        for action in ended:
            assert action.ending is not None
            action.ended.set_result(action.ending)

    def close(self, reason: str) -> None:
        """End every action, and tell those who wait."""
        for name in list(self._latest):
            self.cancel(name, reason)
        self.resolve()
