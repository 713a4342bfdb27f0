"""Putting together the tool calls of a stream, whatever a server leaves out or does its own way."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from littlefolk.agent.providers.base import CallArguments, CallReady, CallStarted, Event


@dataclass
class _Slot:
    """One call that is being sent."""

    id: str
    index: int | None
    given: str  # the id that the server gave, if any
    tool: str = ""
    arguments: str = ""
    started: bool = False


class Assembly:
    """The calls of one response. `prefix` makes ids for calls that come without one or with one that is taken.

    A piece belongs to the call with its index. Where servers number nothing, or everything 0, a piece with a new id, or with a name
    when the last call's arguments are whole, begins another call. Arguments `{}` before others are a placeholder.
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._slots: list[_Slot] = []

    def __bool__(self) -> bool:
        return bool(self._slots)

    def feed(self, piece: Any) -> list[Event]:
        """What one tool-call delta brings."""
        function = getattr(piece, "function", None)
        tool = _text(getattr(function, "name", None))
        arguments = getattr(function, "arguments", None)
        text = arguments if isinstance(arguments, str) else "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
        slot = self._slot(getattr(piece, "index", None), _text(getattr(piece, "id", None)), tool, text)
        return self._add(slot, tool, text)

    def whole(self, tool: str, arguments: str) -> None:
        """A call that was found complete, such as in the text."""
        slot = self._open(None, "")
        slot.tool, slot.arguments = tool, arguments

    def ready(self) -> list[Event]:
        """Every call, as the response ends. Calls that never got a name are left out."""
        events: list[Event] = []
        for slot in self._slots:
            if slot.tool:
                if not slot.started:
                    events.append(CallStarted(slot.id, slot.tool))
                events.append(CallReady(slot.id, slot.tool, slot.arguments or "{}"))
        return events

    def _slot(self, index: object, given: str, tool: str, text: str) -> _Slot:
        number = index if isinstance(index, int) and not isinstance(index, bool) else None
        candidates = [slot for slot in self._slots if slot.index == number] if number is not None else self._slots
        if not candidates:
            return self._open(number, given)
        last = candidates[-1]
        if given and number is None:
            named = next((slot for slot in candidates if slot.given == given), None)
            if named is not None:
                last = named
        if given and last.given and given != last.given:
            return self._open(number, given)
        if tool and last.tool and _whole(last.arguments) and not _fills_placeholder(last, tool, text):
            return self._open(number, given)
        return last

    def _open(self, index: int | None, given: str) -> _Slot:
        taken = {slot.id for slot in self._slots}
        id_ = given if given and given not in taken else f"{self._prefix}_{len(self._slots)}"
        slot = _Slot(id_, index, given)
        self._slots.append(slot)
        return slot

    def _add(self, slot: _Slot, tool: str, text: str) -> list[Event]:
        events: list[Event] = []
        if tool and not slot.tool:
            slot.tool = tool
        if slot.tool and not slot.started:
            slot.started = True
            events.append(CallStarted(slot.id, slot.tool))
        if text:
            if slot.arguments.strip() == "{}" and text.strip():
                slot.arguments = ""
            slot.arguments += text
            if slot.started:
                events.append(CallArguments(slot.id, text))
        return events


def _fills_placeholder(slot: _Slot, tool: str, text: str) -> bool:
    """Whether a piece with the name again brings the arguments for which `{}` stood."""
    return tool == slot.tool and slot.arguments.strip() == "{}" and text.strip() not in ("", "{}")


def _whole(arguments: str) -> bool:
    try:
        return isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        return False


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def calls_in_text(text: str, tools: Iterable[str]) -> list[tuple[str, str]]:
    """The tool calls that a text consists of, as pairs of tool and JSON arguments; none when it is anything else.

    Read are `{"name": …, "arguments": {…}}` and its spellings (`parameters`, `input`, `tool`, `function`, `tool_calls`), alone, in a
    list, one after another, in a code fence or in `<tool_call>` marks. Only names of known tools count.
    """
    known = frozenset(tools)
    found: list[tuple[str, str]] = []
    for value in _values(text):
        calls = _calls(value, known)
        if not calls:
            return []
        found += calls
    return found


def _values(text: str) -> list[object]:
    """The JSON values that a text consists of, but for marks around them; a value that is none in place of anything else."""
    for mark in ("<tool_call>", "</tool_call>", "```json", "```tool_call", "```"):
        text = text.replace(mark, "\n")
    decoder, at = json.JSONDecoder(), 0
    values: list[object] = []
    while True:
        while at < len(text) and (text[at].isspace() or text[at] in ",;"):
            at += 1
        if at == len(text):
            return values
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            return [None]
        values.append(value)


def _calls(value: object, known: frozenset[str]) -> list[tuple[str, str]]:
    if isinstance(value, list):
        each = [_calls(item, known) for item in value]
        return [call for calls in each for call in calls] if all(each) else []
    if not isinstance(value, dict):
        return []
    for name in ("tool_calls", "calls"):
        if isinstance(value.get(name), list):
            return _calls(value[name], known)
    function = value.get("function")
    if isinstance(function, dict):
        return _calls(function, known)
    tool = next((value[key] for key in ("name", "tool", "function", "tool_name") if isinstance(value.get(key), str)), "")
    if tool not in known:
        return []
    arguments: object = next((value[key] for key in ("arguments", "parameters", "input", "args") if key in value), {})
    return [(tool, arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False))]
