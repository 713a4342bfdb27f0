"""Parked calls: calls that wait for a person, and the desk on which they lie."""

import queue
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from littlefolk.commands.declaration import Command
from littlefolk.present.call import Call
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Failed, Outcome
from littlefolk.present.types import PresentationType

NOBODY = "nobody is here to answer: go on without asking, or say what you would have asked"


@dataclass(frozen=True, slots=True)
class Work:
    """An admitted call whose body runs beside the frames."""

    command: Command
    call: Call
    acting: Any

    def run(self, report: Callable[[Call, BaseException], None]) -> Outcome:
        """Run the body, on whatever thread this is called."""
        from littlefolk.commands.admission import body_of

        result = body_of(self.command, self.call, self.acting, report)
        if isinstance(result, Work | Parked):
            report(self.call, TypeError(f"{self.command.name} runs beside the frames and cannot be parked"))
            return Failed(f"{self.command.name} broke inside: other commands still work")
        return result


@dataclass(frozen=True, slots=True)
class Approve:
    """The person says yes."""


@dataclass(frozen=True, slots=True)
class Decline:
    """The person says no, or does not want to answer."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The person wrote something."""

    text: str


Decision = Approve | Decline | Reply


class Frame(Protocol):
    """What deciding needs of the frame in which it happens."""

    @property
    def reader(self) -> ReadContext:
        """How the words of the person who decides are read at this moment."""

    def admit(self, call: Call) -> Outcome | None:
        """What now stands against a call, with the grants as they are now; None for nothing."""

    def perform(self, call: Call) -> "Outcome | Work | Parked":
        """Run an admitted call."""

    def drop_preview(self, call: Call) -> None:
        """Take down what showed in the world what a call would do."""


class Parked(ABC):
    """A call that waits for a person. Decisions come in from any thread by `post`; only the frame's thread acts on them.

    `expires` is a monotonic time after which nobody is waited for any more, or None. `title` and `text` are what the person reads, and
    `exact` says that the text is what would be done, to the letter; `type` is what an answer has to be, or None, and `takes_yes` whether
    a yes is one.
    """

    title = ""
    text = ""
    exact = False
    takes_yes = False
    type: PresentationType[Any] | None = None

    def __init__(self, call: Call, expires: float | None = None) -> None:
        self.call = call
        self.expires = expires
        self.problem = ""
        """What was wrong with the last answer, for the person who gave it."""
        self._decisions: queue.SimpleQueue[Decision] = queue.SimpleQueue()

    @property
    def asker(self) -> str:
        """Who asks."""
        return self.call.caller.name

    def post(self, decision: Decision) -> None:
        """Put a decision down; the first one that can be acted on counts."""
        self._decisions.put(decision)

    def posted(self) -> Decision | None:
        """The next decision, or None. Frame thread only."""
        try:
            return self._decisions.get_nowait()
        except queue.Empty:
            return None

    def objection(self, decision: Decision, frame: Frame) -> str:
        """Why a decision cannot be acted on, for the person who made it; "" where it can."""
        return ""

    @abstractmethod
    def decide(self, decision: Decision, frame: Frame) -> "Outcome | Work | Parked":
        """Act on a decision, exactly once; how the call goes on."""

    @abstractmethod
    def withdraw(self, frame: Frame) -> None:
        """Nobody waits for the decision any more: let go of everything."""

    @abstractmethod
    def expire(self, frame: Frame) -> Outcome:
        """Nobody decided in time: let go of everything; how the call ends."""


class Parking(Protocol):
    """What the desk needs of the mailbox: the only one who ends a call, and each call once."""

    def reclaim(self, parked: Parked) -> bool:
        """Take a parked call up again; False where it was taken back meanwhile."""

    def finish(self, parked: Parked, result: "Outcome | Work | Parked") -> None:
        """Go on with a call that was taken up again."""

    def waits(self, parked: Parked) -> bool:
        """Whether somebody still waits for a parked call."""


class Desk:
    """The parked calls in the order in which they came. Frame thread only, but for `Parked.post`.

    `attended` says whether somebody is there to answer; where nobody is, asking is refused at once.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.attended = False
        self.clock = clock
        self._parked: list[Parked] = []

    @property
    def parked(self) -> tuple[Parked, ...]:
        """What is asked at the moment, the oldest first."""
        return tuple(self._parked)

    def shown(self, asker: str = "") -> Parked | None:
        """The oldest question of one who is talked to, or else of anybody."""
        own = (parked for parked in self._parked if parked.asker == asker)
        return next(own, self._parked[0] if self._parked else None)

    def lay(self, parked: Parked) -> None:
        """Lay a parked call on the desk."""
        self._parked.append(parked)

    def pump(self, parking: Parking, frame: Frame) -> None:
        """Act on what was decided, taken back or ran out since the last frame: each parked call leaves the desk exactly once."""
        for parked in self.parked:
            decision = self._decision(parked, parking, frame)
            expired = decision is None and parked.expires is not None and self.clock() >= parked.expires
            if decision is None and not expired and parking.waits(parked):
                continue
            self._parked.remove(parked)
            if not parking.reclaim(parked):
                parked.withdraw(frame)
            elif decision is not None:
                parking.finish(parked, parked.decide(decision, frame))
            else:
                parking.finish(parked, parked.expire(frame))

    def _decision(self, parked: Parked, parking: Parking, frame: Frame) -> Decision | None:
        """The first decision that can be acted on; what is wrong with one is kept for the person to read."""
        while parking.waits(parked) and (decision := parked.posted()) is not None:
            parked.problem = parked.objection(decision, frame)
            if not parked.problem:
                return decision
        return None
