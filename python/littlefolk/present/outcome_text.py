"""How outcomes read, for people and for the model."""

from typing import assert_never

from littlefolk.present.folding import folded
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Outcome, Running
from littlefolk.present.records import CallStatus
from littlefolk.present.views import MODEL, TEXT, ModelView, TextView, View, present, presents


def status_of(outcome: Outcome) -> CallStatus:
    """The status in which a call with this outcome ends (or goes on, for Running)."""
    match outcome:
        case Done():
            return CallStatus.OK
        case Running():
            return CallStatus.RUNNING
        case Invalid() | Failed() | Busy():
            return CallStatus.ERROR
        case Denied():
            return CallStatus.DENIED
        case Cancelled():
            return CallStatus.CANCELLED
    assert_never(outcome)


def _outcome_text(outcome: Outcome, view: View) -> str:
    match outcome:
        case Done(value):
            return str(present(value, view))
        case Running(action):
            return f"still running: {present(action, view)}"
        case Invalid(message, _suggestions, argument):
            return f"invalid {argument}: {message}" if argument else message
        case Denied(reason):
            return f"denied: {reason}"
        case Failed(message):
            return f"failed: {message}"
        case Cancelled(reason):
            return f"cancelled: {reason}" if reason != "cancelled" else reason
        case Busy(reason):
            return f"busy: {reason}" if reason != "busy" else reason
    assert_never(outcome)


for _cls in (Done, Running, Invalid, Denied, Failed, Cancelled, Busy):
    presents(_cls, TextView)(_outcome_text)


def told_to_model(outcome: Outcome, view: ModelView = MODEL) -> str:
    """What the model reads of an outcome: compact, folded, and with the handle of a value worth coming back to."""
    text = _outcome_text(outcome, view)
    if view.handles is None:
        return folded(text, view, "the record")
    value = outcome.value if isinstance(outcome, Done) else outcome
    named = getattr(value, "cell", None) is not None
    shown = folded(text, view, "") if not named else text
    if named or shown != text:
        handle = view.handles.mint(value)
        return f"{folded(text, view, handle)} {handle}" if named else folded(text, view, handle)
    return text


def shown_to_people(outcome: Outcome) -> str:
    """An outcome as ordinary text."""
    return _outcome_text(outcome, TEXT)
