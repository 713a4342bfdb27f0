"""Running actions: which body does what, one action a body, advanced by the frame."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from littlefolk.bodies.action import Action, Completed, Ending, GaveUp, Interrupted
from littlefolk.bodies.body import Body
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
    """The actions of all bodies, one a body. Frame thread only. `shown` tells whether the paths of all are to be drawn."""

    def __init__(self) -> None:
        self.shown = False
        self._latest: dict[int, Action] = {}  # by the identity of its body: a name may change
        self._ended: list[Action] = []

    def start(self, action: Action) -> Running:
        """Have a body do something from the next step on; what it did before ends as replaced."""
        before = self._latest.get(id(action.body))
        if before is not None:
            self._end(before, f"replaced: {action.name} {action.doing} now")
        self._latest[id(action.body)] = action
        return Running(action)

    def of(self, name: str) -> Action | None:
        """What somebody is doing, or None."""
        action = self.latest(name)
        return action if action is not None and action.ending is None else None

    def latest(self, name: str) -> Action | None:
        """What somebody is doing or did last, or None."""
        return next((action for action in self._latest.values() if action.name == name), None)

    def running(self) -> Iterator[Action]:
        """Every action that goes on."""
        return (action for action in list(self._latest.values()) if action.ending is None)

    def cancel(self, name: str, reason: str) -> Action | None:
        """End what somebody is doing, at once; the action, or None when there is none."""
        action = self.of(name)
        if action is not None:
            self._end(action, reason)
        return action

    def wish(self, body: Body, seconds: float) -> Wish | None:
        """Advance what a body does by a step: what it wants in it, or None when it does nothing by itself."""
        action = self._latest.get(id(body))
        if action is None or action.ending is not None:
            return None
        if action.advance(seconds) is not None:
            self._ended.append(action)
            return None
        return action.wish

    def forget(self, body: Body) -> None:
        """A body leaves the world: end and forget what it did."""
        action = self._latest.pop(id(body), None)
        if action is not None:
            self._end(action, f"{action.name} left")

    def resolve(self) -> None:
        """Tell those who wait how actions ended, after the frame's changes are published."""
        ended, self._ended = self._ended, []
        for action in ended:
            assert action.ending is not None
            action.ended.set_result(action.ending)

    def close(self, reason: str) -> None:
        """End every action, and tell those who wait."""
        for action in self._latest.values():
            self._end(action, reason)
        self.resolve()

    def _end(self, action: Action, reason: str) -> None:
        if action.ending is None:
            action.cancel(reason)
            action.advance(0.0)
            self._ended.append(action)
