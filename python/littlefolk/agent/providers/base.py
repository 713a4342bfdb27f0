"""The event stream between a provider and the turn."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from littlefolk.agent.providers.pricing import FREE, Price
from littlefolk.commands import Command
from littlefolk.present.context import ReadContext
from littlefolk.present.records import Turn, Usage


@dataclass(frozen=True, slots=True)
class Request:
    """What a provider is asked: the turn so far, the turns before it, the commands it may call, and how to read places."""

    instructions: str
    turn: Turn
    history: tuple[Turn, ...]
    commands: tuple[Command, ...]
    context: ReadContext
    notes: tuple[str, ...] = ()
    """What the agent wrote down for itself, oldest first, as far as this turn may know it."""


@dataclass(frozen=True, slots=True)
class Thought:
    """More of what the model thinks aloud."""

    delta: str


@dataclass(frozen=True, slots=True)
class Text:
    """More of the answer's text."""

    delta: str


@dataclass(frozen=True, slots=True)
class CallStarted:
    """A tool call begins; its arguments follow."""

    id: str
    tool: str


@dataclass(frozen=True, slots=True)
class CallArguments:
    """More of a call's JSON arguments."""

    id: str
    delta: str


@dataclass(frozen=True, slots=True)
class CallReady:
    """A tool call is whole. `arguments` is JSON text."""

    id: str
    tool: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Used:
    """Tokens that the provider counted for this one response."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Finished:
    """The response is complete. A stream that ends without it was cut off."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Retrying:
    """The response did not come whole and is asked for again in so many seconds. What came of it so far counts no more."""

    seconds: float
    message: str


@dataclass(frozen=True, slots=True)
class ProviderFailed:
    """The provider could not answer; `message` is for people and goes into the record."""

    kind: str
    retryable: bool
    message: str


Event = Thought | Text | CallStarted | CallArguments | CallReady | Used | Finished | Retrying | ProviderFailed


class Provider(ABC):
    """One provider as one agent uses it. `stream` runs on the agent's event loop and must never block it."""

    name: str
    listens: bool = False
    """Whether it reads what people say while the turn runs (`Turn.replies[…].heard`)."""

    @property
    def model(self) -> str:
        """The model behind it, or ""."""
        return ""

    @property
    def price(self) -> Price | None:
        """What its tokens cost; None where nobody said."""
        return FREE

    async def close(self) -> None:  # noqa: B027 (most providers hold nothing)
        """Release what is held between responses. Called once, on the agent's event loop, when the agent leaves."""

    @abstractmethod
    def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of one response. The turn calls it again with the results until a response asks for no call.

        The turn closes the generator whenever it wants no more of it, so that what it holds is released in `finally`.
        """
