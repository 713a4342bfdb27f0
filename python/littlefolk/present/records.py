"""Records of what an agent did: immutable, replaced as a turn goes on, shown under any view at any time."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from littlefolk.policy import Audience
from littlefolk.present.call import Call
from littlefolk.present.outcome import Outcome


class CallStatus(StrEnum):
    """How far a tool call is."""

    PENDING = "pending"
    RUNNING = "running"
    ASKING = "asking"
    OK = "ok"
    ERROR = "error"
    DENIED = "denied"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        """Whether the call will not change any more."""
        return self not in (CallStatus.PENDING, CallStatus.RUNNING, CallStatus.ASKING)


class TurnStatus(StrEnum):
    """How far a turn is."""

    THINKING = "thinking"
    WORKING = "working"
    WAITING = "waiting"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def final(self) -> bool:
        """Whether the turn is over."""
        return self in (TurnStatus.DONE, TurnStatus.FAILED, TurnStatus.CANCELLED)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that a provider counted, and what they cost in US dollars (0 where they cost nothing, or nobody said what)."""

    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a turn may use up: tool calls, seconds of wall clock, output tokens."""

    calls: int
    seconds: float
    tokens_out: int


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call of a turn. `started` and `finished` are monotonic seconds; `output` is what the model was told.

    `handle` is the name under which the model can come back to the outcome's value, or "".
    """

    id: str
    tool: str
    raw: str
    call: Call | None = None
    status: CallStatus = CallStatus.PENDING
    started: float = 0.0
    finished: float | None = None
    outcome: Outcome | None = None
    output: str = ""
    handle: str = ""

    def elapsed(self, now: float) -> float:
        """Seconds since the call started, up to its end."""
        return max(0.0, (now if self.finished is None else self.finished) - self.started)


@dataclass(frozen=True, slots=True)
class Reply:
    """One whole response of a turn's provider: its text, the ids of the calls that it asked for, and what people said to it then."""

    text: str = ""
    calls: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """One prompt and all that came of it.

    `started` and `finished` are monotonic seconds; `clock` is the wall-clock time (UNIX seconds) of `started`, their one anchor.
    `reason` says why a turn failed or was cancelled, or what a waiting one waits for. `replies` are the responses so far, whole ones only.
    `bounds` is what it may use up, while it runs in this game.
    """

    id: str
    agent: str
    prompt: str
    asker: str
    audience: Audience = Audience.LOCAL
    status: TurnStatus = TurnStatus.THINKING
    thought: str = ""
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    started: float = 0.0
    finished: float | None = None
    clock: float = 0.0
    response_id: str = ""
    reason: str = ""
    replies: tuple[Reply, ...] = ()
    bounds: Bounds | None = None

    def with_call(self, call: ToolCall) -> "Turn":
        """This turn with one call added, or replaced where its id is there already."""
        if any(known.id == call.id for known in self.calls):
            return replace(self, calls=tuple(call if known.id == call.id else known for known in self.calls))
        return replace(self, calls=(*self.calls, call))

    def call(self, call_id: str) -> ToolCall:
        """The call with this id. Raises KeyError."""
        for known in self.calls:
            if known.id == call_id:
                return known
        raise KeyError(call_id)

    def without_calls(self, ids: Collection[str]) -> "Turn":
        """This turn without some calls."""
        return replace(self, calls=tuple(known for known in self.calls if known.id not in ids))

    def with_changes(self, **changes: Any) -> "Turn":
        """This turn with some fields replaced."""
        return replace(self, **changes)
