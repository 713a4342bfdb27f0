"""The `replay` provider: sends again what a recorded turn's provider sent, as far as it goes."""

import os
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path

from littlefolk.agent.journal import JournalError
from littlefolk.agent.journal_reading import turns
from littlefolk.agent.providers.base import (
    CallReady,
    CallStarted,
    Event,
    Finished,
    Provider,
    ProviderFailed,
    Request,
    Text,
    Thought,
    Used,
)
from littlefolk.present.records import Reply, ToolCall, Turn, TurnStatus

VARIABLE = "LITTLEFOLK_REPLAY"


class ReplayProvider(Provider):
    """Answers each prompt with what was recorded for it: the next turn in order that had the same prompt.

    Without `recorded` it reads the journal that LITTLEFOLK_REPLAY names, when the first prompt comes.
    """

    name = "replay"

    def __init__(self, recorded: Sequence[Turn] | None = None, environment: Mapping[str, str] = os.environ) -> None:
        self._left = None if recorded is None else list(recorded)
        self._path = environment.get(VARIABLE, "")
        self._turn = ""
        self._playing: Turn | None = None

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the response of the same number."""
        if request.turn.id != self._turn:
            self._turn = request.turn.id
            try:
                self._playing = self._next(request.turn.prompt)
            except JournalError as error:
                yield ProviderFailed("settings", False, f"there is nothing to replay: {error}")
                return
        played = self._playing
        if played is None:
            yield ProviderFailed("replay", False, "no recorded turn is left that had this prompt")
            return
        replies = replies_of(played)
        number = len(request.turn.replies)
        if number == 0 and played.thought:
            yield Thought(played.thought)
        if number >= len(replies):
            yield ProviderFailed("replay", False, played.reason or "the recorded turn ends here")
            return
        reply = replies[number]
        if reply.text:
            yield Text(reply.text)
        known = {call.id: call for call in played.calls}
        for id_ in reply.calls:
            if id_ in known:
                yield CallStarted(id_, known[id_].tool)
                yield CallReady(id_, known[id_].tool, known[id_].raw)
        if number == len(replies) - 1:
            yield Used(played.usage)
            if played.status is TurnStatus.FAILED and not reply.calls:
                yield ProviderFailed("replay", False, played.reason)
                return
        yield Finished()

    def _next(self, prompt: str) -> Turn | None:
        if self._left is None:
            if not self._path:
                raise JournalError(f"name a journal in {VARIABLE}")
            self._left = turns(Path(self._path))
        for index, turn in enumerate(self._left):
            if turn.prompt == prompt:
                return self._left.pop(index)
        return None


def replies_of(turn: Turn) -> tuple[Reply, ...]:
    """The responses of a recorded turn; where none were recorded, its calls as one and its text as another."""
    if turn.replies:
        whole = {id_ for reply in turn.replies for id_ in reply.calls}
        rest: tuple[ToolCall, ...] = tuple(call for call in turn.calls if call.id not in whole)
        return (*turn.replies, *((Reply("", tuple(call.id for call in rest)),) if rest else ()))
    calls = (Reply("", tuple(call.id for call in turn.calls)),) if turn.calls else ()
    return (*calls, Reply(turn.text)) if turn.text or not calls else calls
