"""Actions: what a body does by itself over many steps, until it ends in one of three ways."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from littlefolk.world.cells import Cell

from .body import Body
from .motor import STILL, Wish


@dataclass(frozen=True, slots=True)
class Completed:
    """The action did what it was for; `value` tells what came of it."""

    value: Any


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The action cannot be done; `message` says why, and what would be possible."""

    message: str


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The action was taken back; `reason` says by what."""

    reason: str


Ending: TypeAlias = Completed | GaveUp | Interrupted


class Status(StrEnum):
    """How far an action is."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


_STATUS = {Completed: Status.DONE, GaveUp: Status.FAILED, Interrupted: Status.CANCELLED}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an action is: `done` of `length` cells, and how often the path was sought anew. `elapsed` in world seconds.

    `path` is the way, or the leg of it, that is walked now; so many cells of it are `reached`.
    """

    status: Status
    doing: str
    elapsed: float
    done: int = 0
    length: int = 0
    replans: int = 0
    path: tuple[Cell, ...] = ()
    reached: int = 0


class Action(ABC):
    """Something that a body does: advanced by the frame once a fixed step, read and cancelled from any thread.

    `wish` is what the body wants in the coming step. `ended` resolves to the ending once its frame has published what changed.
    An `open_ended` action has no end of its own, so nobody waits for it.
    """

    open_ended = False

    def __init__(self, body: Body) -> None:
        self.body = body
        self.wish: Wish = STILL
        self.elapsed = 0.0
        self.ending: Ending | None = None
        self.ended: Future[Ending] = Future()
        self.ended.set_running_or_notify_cancel()  # whoever stops waiting must not take the future from the others
        self._cancelled = ""

    @property
    def name(self) -> str:
        """Who does it."""
        return self.body.name

    @property
    def status(self) -> Status:
        """Running, or how it ended."""
        return Status.RUNNING if self.ending is None else _STATUS[type(self.ending)]

    @property
    @abstractmethod
    def doing(self) -> str:
        """What is done, as a verb with its object: `walks to (3, 64, -5)`."""

    @property
    def progress(self) -> Progress:
        """How far it is at this moment."""
        return Progress(self.status, self.doing, self.elapsed)

    def cancel(self, reason: str) -> None:
        """Have it end at the next step. Any thread may call this; an action that ended stays as it ended."""
        self._cancelled = reason

    def advance(self, seconds: float) -> Ending | None:
        """Go on by a step of world time: the ending, or None while it runs. Frame thread only."""
        if self.ending is None:
            if self._cancelled:
                self.ending = Interrupted(self._cancelled)
            else:
                self.elapsed += seconds
                self.ending = self._advance(seconds)
        if self.ending is not None:
            self.wish = STILL
        return self.ending

    @abstractmethod
    def _advance(self, seconds: float) -> Ending | None:
        """One step: set `wish`, or say how it ended."""
