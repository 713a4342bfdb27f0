"""Waiting for actions: a turn's coroutine sleeps until the frame says how an action ended, or until it has waited long enough."""

import asyncio
from collections.abc import Iterable

from littlefolk.bodies.action import Action
from littlefolk.commands.actions import outcome_of
from littlefolk.present.outcome import Outcome, Running
from littlefolk.present.records import ToolCall


def running_action(outcome: Outcome | None) -> Action | None:
    """The action that an outcome says is running, or None."""
    return outcome.action if isinstance(outcome, Running) and isinstance(outcome.action, Action) else None


async def settle(outcome: Outcome, seconds: float) -> Outcome:
    """How a call ends: for a running action its own ending, or Running again after so many seconds and for one without end."""
    action = running_action(outcome)
    if action is None or action.open_ended:
        return outcome
    try:
        async with asyncio.timeout(seconds):
            return outcome_of(await asyncio.shield(asyncio.wrap_future(action.ended)))
    except TimeoutError:
        return outcome


async def withdraw(outcome: Outcome, reason: str) -> Outcome:
    """Cancel what an outcome says is running, and wait for its end; any other outcome stays."""
    action = running_action(outcome)
    if action is None:
        return outcome
    action.cancel(reason)
    return outcome_of(await asyncio.shield(asyncio.wrap_future(action.ended)))


def cancel_running(calls: Iterable[ToolCall], reason: str) -> None:
    """Cancel every action that some calls began and that still runs, also those that were not waited for to their end."""
    for call in calls:
        action = running_action(call.outcome)
        if action is not None:
            action.cancel(reason)
