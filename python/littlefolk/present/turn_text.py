"""Turns and tool calls as plain lines: the record of a session without a window."""

from typing import Any

from littlefolk.present.markup import escaped
from littlefolk.present.outcome import Done
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.untrusted import one_line, plain
from littlefolk.present.views import BubbleView, MarkdownView, TextView, TraceView, present, presents
from littlefolk.world.cells import Cell, Direction


def argument_text(value: Any) -> str:
    """An argument as it reads in a line: cells in parentheses, text with spaces in quotes."""
    if isinstance(value, Cell):
        return f"({value.x}, {value.y}, {value.z})"
    if isinstance(value, tuple):
        return one_line(f"[{'; '.join(argument_text(item) for item in value)}]", 80)
    text = one_line(str(value.label if isinstance(value, Direction) else value), 80)
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


def turn_spent(turn: Turn, now: float) -> str:
    """What a turn used up, and of how much, on one line: `3/40 calls · 12/300 s · 1,204/32,000 tokens · $0.0031`."""
    end = turn.finished if turn.finished is not None else now
    seconds, calls, tokens = max(0.0, end - turn.started), len(turn.calls), turn.usage.tokens_out
    bounds = turn.bounds
    parts = [
        f"{calls}/{bounds.calls} calls" if bounds else f"{calls} calls",
        f"{seconds:.0f}/{bounds.seconds:.0f} s" if bounds else f"{seconds:.0f} s",
    ]
    if tokens:
        parts.append(f"{tokens:,}/{bounds.tokens_out:,} tokens" if bounds else f"{tokens:,} tokens")
    if turn.usage.dollars:
        parts.append(f"${turn.usage.dollars:.4f}")
    return " · ".join(parts)


@presents(ToolCall, TextView)
def _call(call: ToolCall, _view: TextView) -> str:
    return call_line(call, call.finished if call.finished is not None else call.started)


@presents(Turn, TextView)
def _turn(turn: Turn, view: TextView) -> str:
    lines = [turn_opening(turn), *(_call(call, view) for call in turn.calls)]
    if turn.status.final:
        lines.append(turn_closing(turn))
    return "\n".join(lines)


@presents(Turn, TraceView)
def _turn_trace(turn: Turn, view: TraceView) -> str:
    """What was asked, what was called and how it ended, a line each."""
    calls = ", ".join(f"{call.tool} {call.status}" for call in turn.calls) or "no calls"
    return "\n".join(one_line(line, view.width) for line in (turn_opening(turn), calls, turn_closing(turn)))


@presents(ToolCall, BubbleView)
def _call_bubble(call: ToolCall, view: BubbleView) -> str:
    """What came of it; before that, or with what went wrong, what it is called with. Arguments that still come in are not shown."""
    told = isinstance(call.outcome, Done) and call.outcome.value is not None
    lines = []
    if call.call is not None and not told:
        lines.append(", ".join(argument_text(value) for value in call.call.arguments.values() if value is not None))
    if call.outcome is not None and (told or not isinstance(call.outcome, Done)):
        lines.append(shown_to_people(call.outcome))
    return view.adopt("\n".join(one_line(line, 2 * view.width) for line in lines))


@presents(ToolCall, MarkdownView)
def _call_markdown(call: ToolCall, view: MarkdownView) -> str:
    arguments = escaped(arguments_line(call))
    head = f"- **{escaped(call.tool)}** {arguments} — {call.status}, {call.elapsed(call.started):.1f} s".replace("  ", " ")
    if call.outcome is None:
        return head
    return head + "\n\n" + "\n".join(f"  {line}" for line in str(present(call.outcome, view)).splitlines())


@presents(Turn, MarkdownView)
def _turn_markdown(turn: Turn, view: MarkdownView) -> str:
    parts = [f"## {escaped(one_line(turn.agent, 80))} ← {escaped(one_line(turn.asker, 80))}", _quoted(turn.prompt)]
    parts += [str(present(call, view)) for call in turn.calls]
    if turn.text:
        parts.append(escaped(plain(turn.text)))
    took = "" if turn.finished is None else f" in {turn.finished - turn.started:.1f} s"
    parts.append(f"*{turn.status}{took}*{': ' + escaped(one_line(turn.reason, 300)) if turn.reason else ''}")
    return "\n\n".join(parts)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in escaped(plain(text)).splitlines())


def clean(turn: Turn) -> bool:
    """Whether a turn did all it was asked: it ended well and no call of it failed."""
    return turn.status is TurnStatus.DONE and all(call.status is CallStatus.OK for call in turn.calls)
