"""The `chat` provider: Chat Completions, streamed from any server at a base URL."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from littlefolk.agent.prompting import build
from littlefolk.agent.providers.base import CallReady, CallStarted, Event, Finished, Provider, Request, Text, Thought, Used
from littlefolk.agent.providers.chat import actions
from littlefolk.agent.providers.chat.assembling import Assembly, calls_in_text
from littlefolk.agent.providers.chat.content import Content
from littlefolk.agent.providers.chat.messages import request_body
from littlefolk.agent.providers.chat.probing import native_tools
from littlefolk.agent.providers.connecting import Connection
from littlefolk.agent.providers.failures import Problem, cut, malformed, problem_of
from littlefolk.agent.providers.pricing import Price, price_of
from littlefolk.agent.providers.profiles import ACTIONS, NATIVE, UNKNOWN, Profile, Profiles
from littlefolk.agent.providers.retrying import persevering
from littlefolk.agent.providers.settings import Settings, from_environment
from littlefolk.present.records import Usage

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)
AFTERWARDS = 2.0  # seconds that a server has for the token counts after the end of its answer
SMALLEST = 1_000  # tokens: a prompt is not built smaller than this after an overflow
LONGEST = 400_000  # letters of one answer, before it counts as one without end
SHAPES = 8  # how many ways of asking are tried before a refusal counts


class ChatProvider(Provider):
    """A model behind Chat Completions. What its server can do is probed once, adapted where it refuses, and kept."""

    name = "chat"
    listens = True

    def __init__(self, settings: Settings | None = None) -> None:
        self._settings = settings or from_environment()
        self._connection = Connection(self._settings)
        self._profiles = Profiles(self._settings.profiles)
        self._model = self._settings.model

    @property
    def model(self) -> str:
        """The model's name; where none was given it is known after the first response."""
        return self._model

    @property
    def price(self) -> Price | None:
        """What its tokens cost."""
        return price_of(self._settings, self._model)

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._connection.close()

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of one response."""
        async with contextlib.aclosing(persevering(lambda: self._attempt(request), self._settings.patience)) as events:
            async for event in events:
                yield event

    async def _attempt(self, request: Request) -> AsyncGenerator[Event, None]:
        """One try. Raises Problem."""
        if not self._settings.base_url:
            fix = "set LITTLEFOLK_BASE_URL, such as http://localhost:11434/v1"
            raise Problem("settings", f"the chat provider does not know where its model is: {fix}")
        try:
            client = await self._connection.client()
            await self._find_model(client)
            profile = await self._profile(client)
            stream, profile = await self._open(client, request, profile)
        except Problem:
            raise
        except Exception as error:
            raise problem_of(error, self._settings) from None
        try:
            read = self._read_actions if profile.tools == ACTIONS else self._read
            async with contextlib.aclosing(read(stream, request)) as events:
                async for event in events:
                    yield event
        except Problem:
            raise
        except Exception as error:
            raise problem_of(error, self._settings) from None
        finally:
            await stream.close()

    async def _open(self, client: "AsyncOpenAI", request: Request, profile: Profile) -> tuple[Any, Profile]:
        """The opened stream, asked for in a shape that the server takes. What it refused is left out from then on, once that helped."""
        known = profile
        for _ in range(SHAPES):
            prompt = build(request, min(self._settings.context, profile.context or self._settings.context))
            try:
                body = request_body(prompt, request.commands, profile, self._model)
                stream = await client.chat.completions.create(**body)
                return stream, profile if profile == known else self._keep(profile)
            except Exception as error:
                problem = problem_of(error, self._settings)
                other = self._smaller(profile) if problem.kind == "overflow" else profile.adapted(problem, images=prompt.images)
                if other is None:
                    raise problem from None
                profile = other
        raise problem

    def _smaller(self, profile: Profile) -> Profile | None:
        """The profile for a server that found a prompt too long."""
        tokens = min(self._settings.context, profile.context or self._settings.context) // 2
        return replace(profile, context=tokens) if tokens >= SMALLEST else None

    async def _find_model(self, client: "AsyncOpenAI") -> None:
        """Take the server's first model where none is named."""
        if self._model:
            return
        models = (await client.models.list()).data
        if not models:
            raise Problem("settings", f"{self._settings.place} has no model: name one in LITTLEFOLK_MODEL")
        self._model = models[0].id

    async def _profile(self, client: "AsyncOpenAI") -> Profile:
        profile = self._profiles.get(self._settings.place, self._model)
        if self._settings.tools != "auto":
            return replace(profile, tools=self._settings.tools)
        if profile.tools == UNKNOWN:
            native = await native_tools(client, self._model, self._settings)
            asked = replace(profile, tools=ACTIONS if native is False else NATIVE)
            profile = asked if native is None else self._keep(asked)
        return profile

    def _keep(self, profile: Profile) -> Profile:
        log.info("%s: what it takes: %s", self._settings.place, profile)
        self._profiles.put(self._settings.place, self._model, profile)
        return profile

    async def _read(self, stream: Any, request: Request) -> AsyncGenerator[Event, None]:
        """The events of a response of a model with tools."""
        names = [command.name for command in request.commands]
        calls, content = Assembly(_prefix(request)), Content(may_call=bool(names))
        end = _End()
        async for delta in self._deltas(stream, end):
            if thought := _thought(delta):
                yield Thought(thought)
            if isinstance(delta.content, str) and delta.content:
                for event in content.feed(delta.content):
                    yield event
            for piece in delta.tool_calls or ():
                for event in calls.feed(piece):
                    yield event
        for event in content.end():
            yield event
        if content.held:
            found = [] if calls else calls_in_text(content.held, names)
            for tool, arguments in found:
                calls.whole(tool, arguments)
            if not found:
                yield Text(content.held)
        self._check(end, calls=bool(calls))
        for event in calls.ready():
            yield event
        for event in end.last():
            yield event

    async def _read_actions(self, stream: Any, request: Request) -> AsyncGenerator[Event, None]:
        """The events of a response that is one JSON object."""
        end, content, text = _End(), Content(may_call=False), ""
        async for delta in self._deltas(stream, end):
            if thought := _thought(delta):
                yield Thought(thought)
            if isinstance(delta.content, str):
                for event in content.feed(delta.content):
                    if isinstance(event, Text):
                        text += event.delta
                    else:
                        yield event
        text += "".join(event.delta for event in content.end() if isinstance(event, Text))
        self._check(end, calls=False)
        answer = actions.read(text)
        if answer is None:
            raise malformed(self._settings, "its answer is not the JSON object that it was asked for")
        said, calls = answer
        if said:
            yield Text(said)
        for number, (tool, arguments) in enumerate(calls):
            id_ = f"{_prefix(request)}_{number}"
            yield CallStarted(id_, tool)
            yield CallReady(id_, tool, arguments)
        for event in end.last():
            yield event

    async def _deltas(self, stream: Any, end: "_End") -> AsyncIterator[Any]:
        """The deltas of the first choice, up to the last event of the response; `end` learns the rest."""
        chunks = stream.__aiter__()
        while True:
            try:
                async with asyncio.timeout(AFTERWARDS if end.reason else None):
                    chunk = await anext(chunks)
            except StopAsyncIteration:
                return
            except Exception:
                if end.reason:  # the answer is whole: how the connection ends does not matter
                    return
                raise
            if not hasattr(chunk, "choices"):
                raise malformed(self._settings, "a chunk without choices")
            end.take(chunk)
            if end.length > LONGEST:
                raise Problem("length", f"the model's answer grew longer than {LONGEST:,} letters")
            if chunk.choices and chunk.choices[0].delta is not None:
                yield chunk.choices[0].delta

    def _check(self, end: "_End", *, calls: bool) -> None:
        if not end.reason:
            raise cut(self._settings)
        if end.reason == "content_filter":
            raise Problem("filtered", f"{self._settings.place} withheld the answer: its content filter took it for harmful")
        if end.reason == "length" and not calls:
            raise Problem("length", "the model's answer was cut off at the server's limit of output tokens: ask for less at once")


class _End:
    """What a response says about itself: why it ended, its id and its tokens."""

    def __init__(self) -> None:
        self.reason = ""
        self.id = ""
        self.length = 0
        self.usage: Usage | None = None

    def take(self, chunk: Any) -> None:
        if isinstance(chunk.id, str) and chunk.id:
            self.id = chunk.id
        if chunk.choices and chunk.choices[0].delta is not None:
            self.length += len(getattr(chunk.choices[0].delta, "content", None) or "")
        if chunk.choices and chunk.choices[0].finish_reason:
            self.reason = chunk.choices[0].finish_reason
        usage = chunk.usage
        if usage is not None:
            self.usage = Usage(int(usage.prompt_tokens or 0), int(usage.completion_tokens or 0))

    def last(self) -> list[Event]:
        return [*([Used(self.usage)] if self.usage is not None else []), Finished(self.id)]


def _thought(delta: Any) -> str:
    """What a model thinks aloud in a piece, under either of the names that servers use."""
    thought = getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None)
    return thought if isinstance(thought, str) else ""


def _prefix(request: Request) -> str:
    """The beginning of ids for calls that come without one; other responses of the turn have others."""
    return f"call_{len(request.turn.replies)}"
