"""Asking again for a response that did not come whole: with growing waits, or as long as the server asks for."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, Awaitable, Callable

from littlefolk.agent.providers.base import Event, ProviderFailed, Retrying
from littlefolk.agent.providers.failures import Problem
from littlefolk.agent.providers.settings import Patience


async def persevering(
    attempt: Callable[[], AsyncGenerator[Event, None]],
    patience: Patience,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncGenerator[Event, None]:
    """The events of the first attempt that does not raise Problem; before each further one a `Retrying`, at last `ProviderFailed`.

    A tool call is only run once its response is complete, so an attempt may be repeated at any point.
    """
    for number in itertools.count(1):
        try:
            async with contextlib.aclosing(attempt()) as events:
                async for event in events:
                    yield event
            return
        except Problem as problem:
            wait = patience.first * 2 ** (number - 1) if problem.wait is None else problem.wait
            if problem.retryable and wait > patience.longest:
                message = f"{problem.message}; it asks to wait {wait:.0f} s"
                yield ProviderFailed(problem.kind, True, message)
                return
            if not problem.retryable or number >= patience.attempts:
                tries = f" ({number} tries)" if number > 1 else ""
                yield ProviderFailed(problem.kind, problem.retryable, problem.message + tries)
                return
            again = Retrying(wait, f"{problem.message}; trying again" + (f" in {wait:.0f} s" if wait >= 1 else ""))
        yield again
        await sleep(again.seconds)
