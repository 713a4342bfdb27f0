"""What came of a turn since its last record: small records that a killed game leaves behind, and that a finished turn does without."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from littlefolk.present.outcome import Cancelled, Failed
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus, Usage

KIND = "progress"
VERSION = 1
CUT_CALL = "the game ended while this was going on; it may have been done"
CUT_BEFORE = "the game ended first"


def progress_json(before: Turn, now: Turn) -> dict[str, Any] | None:
    """What is new in a version of a turn and not yet final, beside what has records of its own; None for nothing."""
    new: dict[str, Any] = {}
    for name in ("thought", "text"):
        if getattr(before, name) != getattr(now, name):
            new[name] = _more(getattr(before, name), getattr(now, name))
    if not now.status.final and (before.status, before.reason) != (now.status, now.reason):
        new |= {"status": str(now.status), "reason": now.reason}
    if before.usage != now.usage:
        new["usage"] = {"tokens_in": now.usage.tokens_in, "tokens_out": now.usage.tokens_out, "dollars": now.usage.dollars}
    known = {call.id: call for call in before.calls}
    calls = [_call(known.get(call.id), call) for call in now.calls if not call.status.final and known.get(call.id) != call]
    if calls:
        new["calls"] = calls
    gone = sorted(known.keys() - {call.id for call in now.calls})
    if gone:
        new["gone"] = gone
    return {"record": KIND, "version": VERSION, "turn": now.id, "agent": now.agent, **new} if new else None


def progressed(turn: Turn, body: Mapping[str, Any]) -> Turn:
    """A turn with what such a record adds to it."""
    changes: dict[str, Any] = {name: _joined(getattr(turn, name), body[name]) for name in ("thought", "text") if name in body}
    if "status" in body:
        changes |= {"status": TurnStatus(body["status"]), "reason": body.get("reason", "")}
    if "usage" in body:
        changes["usage"] = Usage(**body["usage"])
    turn = turn.with_changes(**changes).without_calls(body.get("gone", ()))
    for part in body.get("calls", ()):
        known = next((call for call in turn.calls if call.id == part["id"]), ToolCall(part["id"], part["tool"], ""))
        raw = _joined(known.raw, part["raw"])
        turn = turn.with_call(replace(known, tool=part["tool"], raw=raw, status=CallStatus(part["status"])))
    return turn


def cut_off(turn: Turn, reason: str) -> Turn:
    """A turn that has no end, as it is shown: failed, with what its open calls came to."""
    for call in turn.calls:
        if call.status is CallStatus.PENDING:
            turn = turn.with_call(replace(call, status=CallStatus.CANCELLED, outcome=Cancelled(CUT_BEFORE), output=CUT_BEFORE))
        elif not call.status.final:
            turn = turn.with_call(replace(call, status=CallStatus.ERROR, outcome=Failed(CUT_CALL), output=CUT_CALL))
    return turn.with_changes(status=TurnStatus.FAILED, reason=reason)


def _call(before: ToolCall | None, now: ToolCall) -> dict[str, Any]:
    return {"id": now.id, "tool": now.tool, "status": str(now.status), "raw": _more(before.raw if before else "", now.raw)}


def _more(before: str, now: str) -> dict[str, Any]:
    """How a text went on: from where on it is another, and what stands there now."""
    start = len(before)
    if not now.startswith(before):
        start = next((at for at, (old, new) in enumerate(zip(before, now, strict=False)) if old != new), min(len(before), len(now)))
    return {"from": start, "more": now[start:]}


def _joined(before: str, more: Mapping[str, Any]) -> str:
    return before[: more["from"]] + str(more["more"])
