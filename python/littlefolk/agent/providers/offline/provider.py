"""The offline provider's event stream: read the whole sentence, then ask for calls and read their results."""

from collections.abc import AsyncGenerator

from littlefolk.agent.providers.base import CallReady, CallStarted, Event, Finished, Provider, ProviderFailed, Request, Text, Thought
from littlefolk.agent.providers.offline.acting import Acting, Ask, Stopped, as_json, carry_out, problem_of
from littlefolk.agent.providers.offline.grammar import Reader
from littlefolk.agent.providers.offline.plan import Amount, Place, Step, Unread
from littlefolk.present.outcome import Cancelled, Invalid, Outcome
from littlefolk.present.outcome_text import shown_to_people


class OfflineProvider(Provider):
    """A reader of controlled language: deterministic, without a key and without a network. It is not a language model."""

    name = "offline"

    def __init__(self) -> None:
        self._turn = ""
        self._acting: Acting | None = None
        self._asked: tuple[str, ...] = ()

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """Read the prompt at the first response of a turn; at each later one go on with the results of the last calls."""
        if request.turn.id != self._turn:
            self._turn, self._acting, self._asked = request.turn.id, None, ()
            steps = Reader(request.commands, (request.turn.agent,), request.context).read(request.turn.prompt)
            if isinstance(steps, Unread):
                yield ProviderFailed("unread", False, f"I did nothing. {steps.message} (I am the offline reader, not a language model.)")
                return
            yield Thought("I read: " + "; ".join(_described(step) for step in steps) + ".")
            problem = problem_of(steps, request.context)
            if problem is not None:
                for event in self._calls([problem], request):
                    yield event
                yield Finished()
                return
            self._acting = carry_out(steps, request.context, request.history, request.turn.asker)
        for event in self._advance(request):
            yield event
        yield Finished()

    def _advance(self, request: Request) -> list[Event]:
        outcomes: list[Outcome] = [request.turn.call(call).outcome or Cancelled() for call in self._asked]
        if self._acting is None:
            return [ProviderFailed("undone", False, "I did nothing. " + " ".join(_wrong(outcome) for outcome in outcomes))]
        try:
            asks = self._acting.send(outcomes) if self._asked else next(self._acting)
        except StopIteration as finished:
            self._asked = ()
            return [Text(finished.value)]
        except Stopped as stopped:
            return [ProviderFailed("undone", False, stopped.message)]
        return self._calls(asks, request)

    def _calls(self, asks: list[Ask], request: Request) -> list[Event]:
        first = len(request.turn.calls)
        self._asked = tuple(f"{request.turn.id}.{first + index}" for index in range(len(asks)))
        events: list[Event] = []
        for call, ask in zip(self._asked, asks, strict=True):
            events += [CallStarted(call, ask.tool), CallReady(call, ask.tool, as_json(ask))]
        return events


def _wrong(outcome: Outcome) -> str:
    """What is wrong, in short: the call's own record has the whole of it."""
    if isinstance(outcome, Invalid) and outcome.suggestions:
        return f"Did you mean {' or '.join(outcome.suggestions)}?"
    return f"{shown_to_people(outcome)}."


def _described(step: Step) -> str:
    parts = [step.command.title.lower()]
    for slot in step.slots.values():
        if isinstance(slot, Amount):
            shape = f" in a {slot.shape}" if slot.shape else ""
            parts.append(f"{slot.count} × {slot.kind.replace('_', ' ')}{shape}")
        elif isinstance(slot, str):
            parts.append(f"“{slot}”")
        elif isinstance(slot, Place):
            parts.append(_where(slot))
    return " ".join(parts)


def _where(place: Place) -> str:
    if place.cell is not None:
        return f"at {place.cell}"
    base = {"me": "me", "asker": "you", "that": "that"}[place.base]
    distance = "" if not place.distance else f"{place.distance} "
    return f"at {base}" if not place.direction else f"{distance}{place.direction} of {base}"
