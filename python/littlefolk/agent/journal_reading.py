"""Reading a journal back: the turns that it tells of, as records that any view shows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from littlefolk.agent.journal import pictures, records
from littlefolk.agent.journal_bodies import with_pictures
from littlefolk.agent.journal_progress import KIND, cut_off, progressed
from littlefolk.policy import Audience
from littlefolk.present.call import Call, Caller
from littlefolk.present.codecs import Opaque, decode
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Outcome, Running
from littlefolk.present.records import CallStatus, Reply, ToolCall, Turn, TurnStatus, Usage

CUT = "the game ended before the turn did"
_WORDED: dict[str, type[Denied | Failed | Cancelled | Busy]] = {"denied": Denied, "failed": Failed, "cancelled": Cancelled, "busy": Busy}


def turns(path: Path) -> list[Turn]:
    """The turns of a journal in the order they began; one that has no end is `failed`, as far as it went.

    `started` is 0 and `finished` the seconds that the turn took. Raises JournalError when the file is no journal.
    """
    return [_pictured(turn, pictures(path)) for turn in turns_of(records(path))]


def _pictured(turn: Turn, read: Callable[[str], bytes | None]) -> Turn:
    for call in turn.calls:
        if isinstance(call.outcome, Done):
            value = with_pictures(call.outcome.value, read)
            if value is not call.outcome.value:
                turn = turn.with_call(replace(call, outcome=Done(value)))
    return turn


def turns_of(bodies: Iterable[Mapping[str, Any]]) -> list[Turn]:
    """The turns that some records tell of."""
    found: dict[str, Turn] = {}
    ended: set[str] = set()
    for body in bodies:
        kind = body.get("record")
        if kind == "turn":
            known = found.get(body["id"])
            found[body["id"]] = _turn(body, known.calls if known else (), known.replies if known else ())
            if body.get("elapsed") is not None:
                ended.add(body["id"])
        elif kind == KIND and body["turn"] in found:
            found[body["turn"]] = progressed(found[body["turn"]], body)
        elif kind == "call" and body["turn"] in found:
            found[body["turn"]] = found[body["turn"]].with_call(_call(body))
        elif kind == "reply" and body["turn"] in found:
            turn = found[body["turn"]]
            text = "".join(reply.text for reply in turn.replies[: body["number"]]) + body["text"]
            found[body["turn"]] = turn.with_changes(replies=(*turn.replies[: body["number"]], _reply(body)), text=text)
    return [turn if turn.id in ended else cut_off(turn, CUT) for turn in found.values()]


def _turn(body: Mapping[str, Any], calls: tuple[ToolCall, ...], replies: tuple[Reply, ...]) -> Turn:
    usage = body.get("usage", {})
    return Turn(
        id=body["id"],
        agent=body["agent"],
        prompt=body["prompt"],
        asker=body["asker"],
        audience=Audience(body.get("audience", Audience.LOCAL)),
        status=TurnStatus(body["status"]),
        thought=body.get("thought", ""),
        text=body.get("text", ""),
        calls=calls,
        usage=Usage(usage.get("tokens_in", 0), usage.get("tokens_out", 0), usage.get("dollars", 0.0)),
        finished=body.get("elapsed"),
        clock=body.get("clock", 0.0),
        reason=body.get("reason", ""),
        replies=tuple(_reply(reply) for reply in body.get("replies", ())) or replies,
    )


def _reply(body: Mapping[str, Any]) -> Reply:
    return Reply(body.get("text", ""), tuple(body.get("calls", ())), tuple(body.get("heard", ())))


def _call(body: Mapping[str, Any]) -> ToolCall:
    arguments = body.get("arguments")
    call = None
    if arguments is not None:
        call = Call(body["tool"], {name: _decoded(value) for name, value in arguments.items()}, Caller(body["agent"]))
    status = CallStatus(body["status"])
    outcome = _outcome(body["result"]) if body.get("result") else None
    finished = body.get("elapsed", 0.0)
    return ToolCall(
        body["id"], body["tool"], body["raw"], call, status, 0.0, finished, outcome, body.get("output", ""), body.get("handle", "")
    )


def _outcome(result: Mapping[str, Any]) -> Outcome:
    kind, message = result.get("outcome", ""), str(result.get("message", ""))
    if kind == "done":
        return Done(_decoded(result.get("value")))
    if kind == "invalid":
        return Invalid(message, tuple(result.get("suggestions", ())), result.get("argument", ""))
    if kind == "running":
        return Running(message)
    return _WORDED.get(kind, Failed)(message.removeprefix(f"{kind}: "))


def _decoded(value: Any) -> Any:
    """A recorded value; one that this version cannot read shows as what it is."""
    try:
        return decode(value)
    except (KeyError, TypeError, ValueError):
        return Opaque(str(value.get("tag", "value")) if isinstance(value, dict) else "value", 0, value)


def matching(found: Iterable[Turn], text: str) -> Iterator[Turn]:
    """The turns that have some words anywhere in what was asked, thought, said, called or told, whatever the case."""
    wanted = text.casefold()
    for turn in found:
        parts = [turn.agent, turn.asker, turn.prompt, turn.thought, turn.text, turn.reason]
        parts += [part for call in turn.calls for part in (call.tool, call.raw, call.output)]
        parts += [line for reply in turn.replies for line in reply.heard]
        if any(wanted in part.casefold() for part in parts):
            yield turn
