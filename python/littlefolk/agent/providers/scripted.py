"""A provider that plays given tool calls, for stories and tests: what a model sends, without a model."""

from collections.abc import AsyncGenerator, Sequence

from littlefolk.agent.providers.base import CallReady, CallStarted, Event, Finished, Provider, Request, Text


class ScriptedProvider(Provider):
    """Sends all `calls` (tool, raw JSON arguments) in its first response, then ends with `text`."""

    name = "scripted"

    def __init__(self, calls: Sequence[tuple[str, str]], text: str = "") -> None:
        self._calls = tuple(calls)
        self._text = text

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """The calls, then the text."""
        if not request.turn.calls:
            for index, (tool, arguments) in enumerate(self._calls):
                id_ = f"{request.turn.id}.{index}"
                yield CallStarted(id_, tool)
                yield CallReady(id_, tool, arguments)
        elif self._text:
            yield Text(self._text)
        yield Finished()
