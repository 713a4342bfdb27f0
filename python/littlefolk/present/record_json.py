"""Records as JSON objects: what the journal keeps and what an export writes, one object a line."""

import json
import re
from typing import Any

from littlefolk.present.codecs import encode
from littlefolk.present.outcome import Done, Invalid, Outcome
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.records import ToolCall, Turn
from littlefolk.present.turn_text import call_line
from littlefolk.present.views import JsonView, presents

VERSION = 1
_SURROGATES = re.compile("[\ud800-\udfff]")


def json_line(record: dict[str, Any]) -> str:
    """A record on one line that any file takes: half a surrogate pair, which UTF-8 cannot write, becomes U+FFFD."""
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", json.dumps(record, ensure_ascii=False, allow_nan=False))


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """`{"outcome": "done", "value": …}`; the other outcomes have a `message`, and Invalid its argument and suggestions."""
    body: dict[str, Any] = {"outcome": type(outcome).__name__.lower()}
    if isinstance(outcome, Done):
        return body | {"value": encode(outcome.value)}
    if isinstance(outcome, Invalid):
        return body | {"message": outcome.message, "argument": outcome.argument, "suggestions": list(outcome.suggestions)}
    return body | {"message": shown_to_people(outcome)}


@presents(Turn, JsonView)
def _turn(turn: Turn, _view: JsonView) -> dict[str, Any]:
    return turn_json(turn) | {"calls": [call_json(turn, call) for call in turn.calls]}


def call_json(turn: Turn, call: ToolCall) -> dict[str, Any]:
    """A tool call of a turn. `elapsed` in seconds."""
    end = call.finished if call.finished is not None else call.started
    return {
        "record": "call",
        "version": VERSION,
        "turn": turn.id,
        "agent": turn.agent,
        "id": call.id,
        "tool": call.tool,
        "raw": call.raw,
        "arguments": None if call.call is None else {name: encode(value) for name, value in call.call.arguments.items()},
        "status": str(call.status),
        "elapsed": round(call.elapsed(end), 4),
        "result": None if call.outcome is None else outcome_json(call.outcome),
        "output": call.output,
        "handle": call.handle,
        "line": call_line(call, end),
    }


def reply_json(turn: Turn, number: int) -> dict[str, Any]:
    """One response of a turn by its number from 0: its text and what people then said. The turn's last record has them all."""
    reply = turn.replies[number]
    body = {"record": "reply", "version": VERSION, "turn": turn.id, "agent": turn.agent, "number": number}
    return body | {"text": reply.text, "calls": list(reply.calls), "heard": list(reply.heard)}


def turn_json(turn: Turn) -> dict[str, Any]:
    """A turn without its calls (they are records of their own). `clock` is UNIX seconds at its start."""
    return {
        "record": "turn",
        "version": VERSION,
        "id": turn.id,
        "agent": turn.agent,
        "asker": turn.asker,
        "audience": str(turn.audience),
        "prompt": turn.prompt,
        "status": str(turn.status),
        "reason": turn.reason,
        "thought": turn.thought,
        "text": turn.text,
        "calls": len(turn.calls),
        "replies": [{"text": reply.text, "calls": list(reply.calls), "heard": list(reply.heard)} for reply in turn.replies],
        "usage": {"tokens_in": turn.usage.tokens_in, "tokens_out": turn.usage.tokens_out, "dollars": turn.usage.dollars},
        "clock": turn.clock,
        "elapsed": None if turn.finished is None else round(turn.finished - turn.started, 4),
    }
