"""The client of one model's server: made on first use, off the event loop's thread where that takes long."""

import asyncio
import functools
import importlib
import logging
import ssl
from typing import TYPE_CHECKING

from littlefolk.agent.providers.failures import Problem
from littlefolk.agent.providers.settings import Settings

if TYPE_CHECKING:
    from openai import AsyncOpenAI

CONNECT_SECONDS = 10.0
SILENCE_SECONDS = 180.0  # a local model may read a long prompt for minutes before its first word
NOISY = ("openai", "httpx2", "httpcore2", "websockets")  # below warnings they write what they send, headers with keys included
NO_KEY = "none"  # what is sent where a server asks for no key; the client wants some text


class Connection:
    """Holds the client while it is in use; `close` may be called whether there is one or not."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client: AsyncOpenAI | None = None

    async def client(self) -> "AsyncOpenAI":
        """The client. Importing the library takes most of a second, which must not hold up Stop."""
        if self._client is None:
            await asyncio.to_thread(importlib.import_module, "openai")
            import httpx2
            from openai import AsyncOpenAI, DefaultAsyncHttpxClient

            for name in NOISY:
                logging.getLogger(name).setLevel(logging.WARNING)
            timeout = httpx2.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
            self._client = AsyncOpenAI(
                api_key=self._settings.key.reveal() or NO_KEY,
                base_url=self._settings.base_url,
                max_retries=0,
                timeout=timeout,
                http_client=DefaultAsyncHttpxClient(verify=await asyncio.to_thread(_trust), timeout=timeout),
            )
        return self._client

    async def close(self) -> None:
        """Close the client and its connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()


@functools.cache
def _trust() -> ssl.SSLContext:
    """Whom to trust, for all clients: reading the certificates takes 60 ms each time."""
    import httpx2

    try:
        return httpx2.create_ssl_context()
    except OSError:  # which an SSLError is too
        told = "name one that is there in SSL_CERT_FILE or SSL_CERT_DIR, or unset these variables"
        raise Problem("certificates", f"the certificates of servers to trust cannot be read: {told}") from None
