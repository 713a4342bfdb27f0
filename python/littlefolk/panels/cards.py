"""The cards of the current turn: the prompt, the thought, one card a call."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from littlefolk.commands import TABLES
from littlefolk.present.outcome import Done, Running
from littlefolk.present.outcome_text import shown_to_people
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.turn_text import arguments_line, turn_spent
from littlefolk.present.untrusted import one_line, plain
from littlefolk.present.views import TEXT, present

SETTLE = 0.9  # seconds a finished card is held so that a person can see it flip
THOUGHT_LINES = 5
UNDONE_SECONDS = 45.0  # what went wrong stays long enough to be read after looking up
WINDOW_LINES = 4
MAXIMUM_CARDS = 2
SPINNER = "◐◓◑◒"
GLYPHS = {
    CallStatus.PENDING: "·",
    CallStatus.ASKING: "?",
    CallStatus.OK: "✓",
    CallStatus.ERROR: "!",
    CallStatus.DENIED: "N",
    CallStatus.CANCELLED: "×",
}
FAMILIES = {
    "search": "#d9a441",
    "read": "#58b07a",
    "build": "#c97b3c",
    "shell": "#e08a3e",
    "speech": "#5b9bd9",
    "other": "#4fa8a0",
}
ALERT, AMBER, QUIET = "#d9607a", "#d9a441", "#8a8f98"

Strip = Callable[[object], tuple[str, ...]]


def no_strip(value: object) -> tuple[str, ...]:
    """Nothing can be done with anything."""
    return ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card. `colour` is its spine's; `status` a glyph and a word, never colour alone. `strip` are the
    first choices of what can be done with its value, and `value` is what pointing at it means.
    """

    key: str
    title: str
    status: str
    colour: str
    detail: str = ""
    lines: tuple[str, ...] = ()
    elapsed: str = ""
    strip: tuple[str, ...] = ()
    value: object = field(default=None, compare=False)


def cards_of(turn: Turn | None, now: float, strip: Strip = no_strip, *, held: bool = False) -> tuple[Card, ...]:
    """The cards to show for a turn at a monotonic time; none once it was over for the settle delay and a little reading time.

    `strip` gives the first choices of what can be done with a call's value; `held` keeps the cards up so that they can be pointed at.
    """
    if turn is None or (turn.finished is not None and now - turn.finished > _held(turn) and not held):
        return ()
    cards = [_prompt(turn, now)]
    if turn.thought and not turn.status.final:
        cards.append(Card("thought", "thinks", "", QUIET, lines=tuple(plain(turn.thought).splitlines()[-THOUGHT_LINES:])))
    shown = turn.calls[-MAXIMUM_CARDS:]
    earlier = turn.calls[: len(turn.calls) - len(shown)]
    if earlier:
        wrong = sum(call.status is not CallStatus.OK for call in earlier)
        cards.append(Card("earlier", f"{len(earlier)} earlier", f"{wrong} ! error" if wrong else "✓ ok", ALERT if wrong else QUIET))
    cards.extend(_call(call, now, strip) for call in shown)
    if turn.status.final and (turn.text or turn.reason):
        cards.append(_closing(turn))
    return tuple(cards)


def _held(turn: Turn) -> float:
    if turn.status is not TurnStatus.DONE:
        return SETTLE + UNDONE_SECONDS
    return SETTLE + (6.0 if turn.text or turn.reason else 0.0)


def _prompt(turn: Turn, now: float) -> Card:
    title = f"{turn.asker} asks {turn.agent}"
    return Card("prompt", title, str(turn.status), QUIET, turn_spent(turn, now), _window(turn.prompt.splitlines()))


def _call(call: ToolCall, now: float, strip: Strip) -> Card:
    command = TABLES.get(call.tool)
    family = FAMILIES.get(command.family if command else "other", FAMILIES["other"])
    glyph = GLYPHS.get(call.status) or SPINNER[int(now * 8) % len(SPINNER)]
    colour = {CallStatus.ERROR: ALERT, CallStatus.DENIED: ALERT, CallStatus.ASKING: AMBER, CallStatus.CANCELLED: QUIET}.get(
        call.status, family
    )
    lines: Sequence[str] = ()
    if isinstance(call.outcome, Running):  # drawn anew every frame, so it tells how far the action is
        lines = plain(str(present(call.outcome.action, TEXT))).splitlines()
    elif call.outcome is not None and (not isinstance(call.outcome, Done) or call.outcome.value is not None):
        lines = plain(shown_to_people(call.outcome)).splitlines()
    value = call.outcome.value if isinstance(call.outcome, Done) else None
    return Card(
        key=call.id,
        title=call.tool,
        status=f"{glyph} {call.status}",
        colour=colour,
        detail=arguments_line(call),
        lines=_window(lines),
        elapsed=f"{call.elapsed(now):.1f}s",
        strip=() if value is None else strip(value),
        value=value,
    )


def _closing(turn: Turn) -> Card:
    good = turn.status is TurnStatus.DONE
    return Card(
        "closing",
        turn.agent,
        f"{'✓' if good else '!'} {turn.status}",
        FAMILIES["speech"] if good else ALERT,
        lines=_window((turn.reason or turn.text).splitlines()),
    )


def _window(lines: Sequence[str]) -> tuple[str, ...]:
    shown = [one_line(line, 220) for line in lines[:WINDOW_LINES]]
    if len(lines) > WINDOW_LINES:
        shown.append(f"… {len(lines) - WINDOW_LINES} more")
    return tuple(shown)
