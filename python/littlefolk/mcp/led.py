"""The provider of a resident that a client leads: it does nothing of its own, and says so."""

from collections.abc import AsyncGenerator

from littlefolk.agent.providers.base import Event, Finished, Provider, Request, Text
from littlefolk.present.untrusted import one_line


class LedProvider(Provider):
    """Answers whoever speaks to the resident; their words stay here, since they were not said to the client."""

    name = "mcp"

    def __init__(self, resident: str, client: str) -> None:
        self._resident = resident
        self._client = one_line(client, 40)

    async def stream(self, request: Request) -> AsyncGenerator[Event, None]:
        """One text."""
        yield Text(f"{self._resident} is led by {self._client}, which hears only what is said aloud in the world.")
        yield Finished()
