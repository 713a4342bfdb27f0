"""Approvals: what somebody proposes to do, and the one decision that a person makes about it."""

import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from littlefolk.commands.declaration import Command
from littlefolk.commands.parked import Approve, Decision, Decline, Frame, Parked, Reply, Work
from littlefolk.present.call import Call
from littlefolk.present.outcome import Denied, Done, Failed, Outcome, Running
from littlefolk.world.cells import Cell

log = logging.getLogger(__name__)


class State(StrEnum):
    """How far an approval is. Only `proposed` is left, and once."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    DENIED = "denied"
    CHANGES_REQUESTED = "changes_requested"
    FAILED = "failed"
    WITHDRAWN = "withdrawn"


class Proposal(ABC):
    """What is proposed: inert data. Its methods get the frame in which they run and keep nothing of it."""

    title: str
    exhibit: str

    @abstractmethod
    def validate(self, frame: Frame) -> Outcome | None:
        """What stands against it at this frame, or None."""

    @abstractmethod
    def commit(self, frame: Frame) -> "Outcome | Work | Parked":
        """Do it. Called once at most, right after a validation that found nothing."""

    @abstractmethod
    def detach(self, frame: Frame) -> None:
        """Take down what showed it."""

    @abstractmethod
    def camera_pose(self) -> Cell | None:
        """The cell that one has to look at to judge it, or None where it has no place."""


@dataclass(frozen=True, slots=True)
class ProposedCall(Proposal):
    """A call that waits for approval; `exhibit` shows it exactly."""

    call: Call
    title: str
    exhibit: str

    def validate(self, frame: Frame) -> Outcome | None:
        return frame.admit(self.call)

    def commit(self, frame: Frame) -> "Outcome | Work | Parked":
        return frame.perform(self.call)

    def detach(self, frame: Frame) -> None:
        frame.drop_preview(self.call)

    def camera_pose(self) -> Cell | None:
        return next((value for value in self.call.arguments.values() if isinstance(value, Cell)), None)


class Approval(Parked):
    """A proposal that waits for a decision. The frame's thread owns `state`: it changes exactly once."""

    exact = takes_yes = True

    def __init__(self, call: Call, proposal: Proposal, expires: float | None = None) -> None:
        super().__init__(call, expires)
        self.proposal = proposal
        self.title, self.text = proposal.title, proposal.exhibit
        self.state = State.PROPOSED

    def objection(self, decision: Decision, frame: Frame) -> str:
        return "write what should be different" if isinstance(decision, Reply) and not decision.text.strip() else ""

    def decide(self, decision: Decision, frame: Frame) -> "Outcome | Work | Parked":
        match decision:
            case Approve():
                return self._approve(frame)
            case Decline():
                self._end(State.DENIED, frame)
                return Denied("the player said no: do not try it again unasked")
            case Reply(text):
                self._end(State.CHANGES_REQUESTED, frame)
                return Denied(f"the player wants it otherwise and writes: {text.strip()}")

    def withdraw(self, frame: Frame) -> None:
        self._end(State.WITHDRAWN, frame)

    def expire(self, frame: Frame) -> Outcome:
        self._end(State.WITHDRAWN, frame)
        return Failed("nobody decided in time: nothing was done")

    def _approve(self, frame: Frame) -> "Outcome | Work | Parked":
        try:
            problem = self.proposal.validate(frame)
            result = self.proposal.commit(frame) if problem is None else problem
        except Exception as error:
            log.exception("an approved proposal broke: %s", self.proposal.title)
            self._end(State.FAILED, frame)
            return Failed(f"what was approved broke inside ({type(error).__name__})")
        done = problem is None and isinstance(result, Done | Running | Work | Parked)
        self._end(State.APPROVED if done else State.FAILED, frame)
        return result

    def _end(self, state: State, frame: Frame) -> None:
        if self.state is not State.PROPOSED:
            raise RuntimeError(f"{self.proposal.title} is {self.state} already and cannot become {state}")
        self.state = state
        self.proposal.detach(frame)


def proposed(command: Command, call: Call, acting: Any) -> Approval:
    """The approval of a call that a person has to decide on, with every argument in full, or with what the command shows instead."""
    name = call.caller.name
    exhibit = command.exhibit(acting, **call.arguments) if command.exhibit is not None else exact(command, call)
    return Approval(call, ProposedCall(call, f"{name} wants to {command.name.replace('_', ' ')}", exhibit))


def exact(command: Command, call: Call) -> str:
    """The arguments of a call, each in full."""
    given = [(argument, call.arguments.get(argument.name, argument.default)) for argument in command.arguments]
    lines = [f"{argument.name}: {argument.type.unparse(value)}" for argument, value in given if value is not None]
    return "\n".join(lines) or f"{command.name}, without arguments"
