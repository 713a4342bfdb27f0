"""Turns and tool calls as plain lines: the record of a session without a window."""

from typing import Any

from littlefolk.present.outcome import Done
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.untrusted import one_line
from littlefolk.present.views import TextView, presents
from littlefolk.world.cells import Cell


def argument_text(value: Any) -> str:
    """An argument as it reads in a line: cells in parentheses, text with spaces in quotes."""
    if isinstance(value, Cell):
        return f"({value.x}, {value.y}, {value.z})"
    text = one_line(str(value), 80)
    return f"“{text}”" if " " in text else text


def arguments_line(call: ToolCall) -> str:
    """The arguments of a call on one line; the raw ones where they could not be read."""
    if call.call is None:
        return one_line(call.raw, 120)
    return " ".join(f"{name}={argument_text(value)}" for name, value in call.call.arguments.items() if value is not None)


def call_line(call: ToolCall, now: float) -> str:
    """`[ok] block_at cell=(1, 63, -5) → grass … 0.1s`."""
    result = ""
    if call.outcome is not None:
        arrow = " → " if isinstance(call.outcome, Done) else ": "
        result = arrow + one_line(shown_to_people(call.outcome), 200)
    arguments = arguments_line(call)
    return f"[{call.status}] {call.tool}{' ' + arguments if arguments else ''}{result} {call.elapsed(now):.1f}s"


def turn_opening(turn: Turn) -> str:
    """`Moss ← player: put three …`."""
    return f"{turn.agent} ← {turn.asker}: {one_line(turn.prompt, 200)}"


def turn_closing(turn: Turn) -> str:
    """`Moss: done in 1.2s. Three stone blocks placed.`."""
    took = "" if turn.finished is None else f" in {turn.finished - turn.started:.1f}s"
    said = one_line(turn.reason or turn.text, 300)
    return f"{turn.agent}: {turn.status}{took}{'. ' + said if said else ''}"


@presents(ToolCall, TextView)
def _call(call: ToolCall, _view: TextView) -> str:
    return call_line(call, call.finished if call.finished is not None else call.started)


@presents(Turn, TextView)
def _turn(turn: Turn, view: TextView) -> str:
    lines = [turn_opening(turn), *(_call(call, view) for call in turn.calls)]
    if turn.status.final:
        lines.append(turn_closing(turn))
    return "\n".join(lines)


def clean(turn: Turn) -> bool:
    """Whether a turn did all it was asked: it ended well and no call of it failed."""
    return turn.status is TurnStatus.DONE and all(call.status is CallStatus.OK for call in turn.calls)
