"""The `openai` provider: the Responses API, at OpenAI or at any server that speaks it."""

import contextlib
import logging
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from littlefolk.agent.prompting import build
from littlefolk.agent.providers.base import Event, Provider, Request
from littlefolk.agent.providers.connecting import Connection
from littlefolk.agent.providers.failures import Problem, cut, of_status, problem_of, said_in
from littlefolk.agent.providers.pricing import Price, price_of
from littlefolk.agent.providers.profiles import Profile, Profiles
from littlefolk.agent.providers.responses.items import adapted, request_body
from littlefolk.agent.providers.responses.reading import Reading
from littlefolk.agent.providers.responses.socket import Lost, NotOffered, ResponseSocket, TooMany
from littlefolk.agent.providers.retrying import persevering
from littlefolk.agent.providers.settings import OPENAI_URL, Settings, from_environment

if TYPE_CHECKING:
    from openai import AsyncOpenAI

log = logging.getLogger(__name__)
SMALLEST = 1_000  # tokens: a prompt is not built smaller than this after an overflow
REFUSALS = 3  # after so many sockets in a row that did not come about, no more are tried
SHAPES = 8  # how many ways of asking are tried before a refusal counts


class OpenAIProvider(Provider):
    """A model behind the Responses API. The records are the truth: what a server remembers of a turn only saves sending it again."""

    name = "openai"
    listens = True

    def __init__(self, settings: Settings | None = None) -> None:
        given = settings or from_environment()
        self._settings = given if given.base_url else replace(given, base_url=OPENAI_URL)
        self._connection = Connection(self._settings)
        self._profiles = Profiles(self._settings.profiles)
        self._socket = ResponseSocket()
        self._sockets = self._settings.sockets
        self._refusals = 0  # of sockets, one after another
        self._remembered = ""  # the id of the response that the server can go on from

    @property
    def model(self) -> str:
        """The model's name."""
        return self._settings.model

    @property
    def price(self) -> Price | None:
        """What its tokens cost."""
        return price_of(self._settings, self.model)

    async def close(self) -> None:
        """Close the socket and the connections to the server."""
        await self._socket.close()
        await self._connection.close()

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of one response."""
        async with contextlib.aclosing(persevering(lambda: self._attempt(request), self._settings.patience)) as events:
            async for event in events:
                yield event

    async def _attempt(self, request: Request) -> AsyncGenerator[Event, None]:
        """One try. Raises Problem; the next try then sends everything."""
        if not self._settings.model:
            raise Problem("settings", "the openai provider does not know its model: name it in LITTLEFOLK_MODEL")
        if not self._settings.key and self._settings.base_url == OPENAI_URL:
            raise Problem("key", "the openai provider has no key: set OPENAI_API_KEY")
        before, self._remembered = self._remembered, ""
        previous = before if before and before == request.turn.response_id else ""
        reading = Reading(self._settings)
        try:
            client = await self._connection.client()
            async with contextlib.aclosing(self._events(client, request, previous)) as incoming:
                async for event in incoming:
                    for ours in reading.feed(event):
                        yield ours
                    if reading.over:
                        self._socket.done()
                        break
        except Problem:
            raise
        except Exception as error:
            raise problem_of(error, self._settings) from None
        if not reading.over:
            raise cut(self._settings)
        self._remembered = reading.id

    async def _events(self, client: "AsyncOpenAI", request: Request, previous: str) -> AsyncGenerator[Any, None]:
        """The server's events, asked for in a shape that it takes. What it refused is left out from then on, once that helped."""
        known = profile = self._profiles.get(self._settings.place, self._settings.model)
        for number in range(SHAPES):
            prompt = build(request, min(self._settings.context, profile.context or self._settings.context))
            going_on = previous if profile.continues and prompt.replies else ""
            body = request_body(prompt, request.commands, profile, self._settings.model, going_on)
            begun = False
            try:
                async with contextlib.aclosing(self._transport(client, body)) as incoming:
                    async for event in incoming:
                        if not begun and getattr(event, "type", "") in ("error", "response.failed"):
                            Reading(self._settings).feed(event)  # raises: nothing has come yet, so the shape may be to blame
                        if not begun and profile != known:
                            self._profiles.put(self._settings.place, self._settings.model, profile)
                        begun = True
                        yield event
                return
            except Exception as error:
                problem = problem_of(error, self._settings)
                other = None if begun else self._other_shape(profile, problem, prompt.images, going_on)
                if other is None or number == SHAPES - 1:
                    raise problem from None
                log.info("%s: asking differently: %s", self._settings.place, other)
                profile = other

    def _other_shape(self, profile: Profile, problem: Problem, images: bool, going_on: str) -> Profile | None:
        if problem.kind == "overflow":
            tokens = min(self._settings.context, profile.context or self._settings.context) // 2
            return replace(profile, context=tokens) if tokens >= SMALLEST else None
        return adapted(profile, problem, images=images, previous=bool(going_on))

    async def _transport(self, client: "AsyncOpenAI", body: dict[str, Any]) -> AsyncGenerator[Any, None]:
        """The events of one request, by socket where that is offered, else by HTTP."""
        while self._sockets:
            begun = False
            try:
                async with contextlib.aclosing(self._socket.respond(client, body)) as incoming:
                    async for event in incoming:
                        begun, self._refusals = True, 0
                        yield event
                return
            except NotOffered as refusal:
                self._refusals += 1
                self._sockets = not refusal.for_good and self._refusals < REFUSALS
                break
            except TooMany as error:
                raise of_status(429, error.headers, said_in(error.body), self._settings) from None
            except Lost as lost:
                # A kept socket may have gone between two responses, and with it what the server remembered for it.
                if begun or lost.fresh or "previous_response_id" in body:
                    raise cut(self._settings) from None
        stream: Any = await client.responses.create(**body, stream=True)
        try:
            async for event in stream:
                yield event
        finally:
            await stream.close()
