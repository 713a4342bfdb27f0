"""One WebSocket to the Responses API, kept from response to response, opened again when it is gone or too old."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OLDEST = 55 * 60.0  # seconds: the server closes a socket after 60 minutes, whatever it is at
OPENING_SECONDS = 10.0
CLOSING_SECONDS = 0.5


SENT_AWAY = (401, 403, 408, 409, 425)  # beside 5xx: what HTTP would say as well, in words


class NotOffered(Exception):
    """The server does not speak WebSocket here; `for_good` says whether it may another time."""

    def __init__(self, *, for_good: bool = True) -> None:
        super().__init__("no socket is offered")
        self.for_good = for_good


class TooMany(Exception):
    """The server allows no more requests for now. `headers` say how long, `body` why."""

    def __init__(self, headers: Mapping[str, str], body: bytes) -> None:
        super().__init__("too many requests")
        self.headers, self.body = headers, body


class Lost(Exception):
    """The socket was closed; `fresh` says whether it had been opened for this very response."""

    def __init__(self, *, fresh: bool) -> None:
        super().__init__("the socket was closed")
        self.fresh = fresh


class ResponseSocket:
    """The socket of one provider. A response that is not read to its end closes it, since its rest would come before the next one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._connection: Any = None
        self._opened = 0.0
        self._reading = False
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def open(self) -> bool:
        """Whether a socket is held that is young enough to be used again."""
        return self._connection is not None and self._clock() - self._opened < OLDEST

    async def respond(self, client: "AsyncOpenAI", body: dict[str, Any]) -> AsyncGenerator[Any, None]:
        """Ask for a response and give its events; the caller stops at the last one and says so by `done`.

        Raises NotOffered, TooMany and Lost.
        """
        fresh = not self.open
        if fresh:
            await self._open(client)
        from websockets.exceptions import ConnectionClosed

        self._reading = True
        try:
            await self._connection.send({"type": "response.create", **body})
            while True:
                yield await self._connection.recv()
        except (ConnectionClosed, OSError) as error:
            raise Lost(fresh=fresh) from error
        finally:
            if self._reading:
                self._drop()

    def done(self) -> None:
        """The response was read to its end: the socket may be kept."""
        self._reading = False

    async def close(self) -> None:
        """Close the socket; the other side has CLOSING_SECONDS to agree."""
        self._drop()
        await asyncio.gather(*self._closing, return_exceptions=True)

    def _drop(self) -> None:
        """Let the socket close by itself: Stop waits for no other side."""
        connection, self._connection = self._connection, None
        if connection is not None:
            closing = asyncio.get_running_loop().create_task(connection.close())
            self._closing.add(closing)
            closing.add_done_callback(self._dropped)

    def _dropped(self, closing: "asyncio.Task[None]") -> None:
        self._closing.discard(closing)
        if not closing.cancelled():
            closing.exception()  # looked at, so that nobody reports it: the socket is gone either way

    async def _open(self, client: "AsyncOpenAI") -> None:
        self._drop()
        if find_spec("websockets") is None:
            raise NotOffered
        from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI

        try:
            async with asyncio.timeout(OPENING_SECONDS):
                options: Any = {"close_timeout": CLOSING_SECONDS}
                self._connection = await client.responses.connect(websocket_connection_options=options).enter()
        except InvalidStatus as error:
            status = error.response.status_code
            if status == 429:
                raise TooMany(error.response.headers, bytes(error.response.body or b"")) from error
            raise NotOffered(for_good=status not in SENT_AWAY and status < 500) from error
        except InvalidURI as error:
            raise NotOffered from error
        except (InvalidHandshake, OSError, TimeoutError) as error:
            raise NotOffered(for_good=False) from error
        self._opened = self._clock()
