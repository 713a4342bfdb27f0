"""The events of a response as they come, over HTTP or a socket, whatever a server leaves out."""

import json
from dataclasses import dataclass
from typing import Any

from littlefolk.agent.providers.base import CallArguments, CallReady, CallStarted, Event, Finished, Text, Thought, Used
from littlefolk.agent.providers.failures import Problem, of_stream_error
from littlefolk.agent.providers.settings import Settings
from littlefolk.present.records import Usage

_TEXT = ("response.output_text.delta", "response.refusal.delta")
_THOUGHT = ("response.reasoning_summary_text.delta", "response.reasoning_text.delta")


@dataclass
class _Call:
    id: str
    tool: str
    sent: str = ""  # what came in pieces
    whole: tuple[str, ...] = ()  # what was said to be all of it, the latest last

    @property
    def arguments(self) -> str:
        """The text that is a JSON object with something in it, or else the longest: servers contradict themselves."""
        texts = [*reversed(self.whole), self.sent]
        return next((text for text in texts if _filled(text)), max(texts, key=len)) or "{}"


class Reading:
    """Turns the events of one response into ours. `over` once its last one came; `id` is the response's."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._calls: dict[object, _Call] = {}
        self._parts = 0
        self.over = False
        self.id = ""

    def feed(self, event: Any) -> list[Event]:
        """What one event brings. Raises Problem for one that says that the response failed."""
        kind = getattr(event, "type", "")
        if kind in _TEXT:
            return [Text(event.delta)] if event.delta else []
        if kind in _THOUGHT:
            return [Thought(event.delta)] if event.delta else []
        if kind == "response.reasoning_summary_part.added":
            self._parts += 1
            return [Thought("\n\n")] if self._parts > 1 else []
        if kind == "response.created":
            self.id = getattr(event.response, "id", "") or ""
        elif kind == "response.output_item.added":
            return self._added(event)
        elif kind == "response.function_call_arguments.delta":
            call = self._calls.get(_key(event))
            if call is not None:
                call.sent += event.delta
                return [CallArguments(call.id, event.delta)]
        elif kind in ("response.function_call_arguments.done", "response.output_item.done"):
            return self._done(event)
        elif kind == "response.completed":
            return self._completed(event.response)
        elif kind in ("response.incomplete", "response.failed", "error"):
            raise self._failed(event, kind)
        return []

    def _added(self, event: Any) -> list[Event]:
        item = event.item
        if getattr(item, "type", "") != "function_call":
            return []
        key = _key(event)
        call = self._calls[key] = _Call(self._id(item), item.name or "", whole=(item.arguments or "",))
        return [CallStarted(call.id, call.tool)]

    def _done(self, event: Any) -> list[Event]:
        item = getattr(event, "item", event)
        if item is not event and getattr(item, "type", "") != "function_call":
            return []
        call = self._calls.get(_key(event))
        started: list[Event] = []
        if call is None:
            if item is event:
                return []
            started = self._added(event)
            call = self._calls[_key(event)]
        call.whole = (*call.whole, item.arguments or "")
        return started

    def _completed(self, response: Any) -> list[Event]:
        """The end: every call whole and in order, the tokens, the id. Calls that only the last event tells of count as well."""
        events: list[Event] = []
        calls = list(self._calls.values())
        items = [item for item in getattr(response, "output", None) or () if getattr(item, "type", "") == "function_call"]
        for number, item in enumerate(items):
            if number < len(calls):
                calls[number].whole = (*calls[number].whole, item.arguments or "")
            else:
                call = self._calls[f"last {number}"] = _Call(self._id(item), item.name or "", item.arguments or "")
                events.append(CallStarted(call.id, call.tool))
        events += [CallReady(call.id, call.tool, call.arguments) for call in self._calls.values()]
        usage = getattr(response, "usage", None)
        if usage is not None:
            events.append(Used(Usage(int(usage.input_tokens or 0), int(usage.output_tokens or 0))))
        self.over, self.id = True, getattr(response, "id", "") or self.id
        return [*events, Finished(self.id)]

    def _id(self, item: Any) -> str:
        """The id of a call, or one made up where it has none or another's."""
        given = getattr(item, "call_id", None) or getattr(item, "id", None) or "call"
        taken = {call.id for call in self._calls.values()}
        return next(name for name in (given, *(f"{given}.{number}" for number in range(2, len(taken) + 3))) if name not in taken)

    def _failed(self, event: Any, kind: str) -> Problem:
        if kind == "error":
            inner = getattr(event, "error", None) or event
            body = {name: getattr(inner, name, None) for name in ("code", "type", "message")}
            return of_stream_error({**body, "type": None if body["type"] == "error" else body["type"]}, self._settings)
        if kind == "response.failed":
            error = getattr(event.response, "error", None)
            return of_stream_error({name: getattr(error, name, None) for name in ("code", "message")}, self._settings)
        reason = getattr(getattr(event.response, "incomplete_details", None), "reason", None)
        if reason == "content_filter":
            return Problem("filtered", f"{self._settings.place} withheld the answer: its content filter took it for harmful")
        return Problem("length", "the model's answer was cut off at the limit of output tokens: ask for less at once")


def _key(event: Any) -> object:
    """What joins the events of one item: its place in the output, or its id where servers do not count."""
    index = getattr(event, "output_index", None)
    return index if index is not None else getattr(event, "item_id", None) or getattr(getattr(event, "item", None), "id", None)


def _filled(text: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and bool(value)
