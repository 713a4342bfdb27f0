"""How outcomes read, for people and for the model."""

from typing import assert_never

from littlefolk.present.folding import fits, folded
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Outcome, Running
from littlefolk.present.records import CallStatus
from littlefolk.present.views import MODEL, TEXT, CardView, MarkdownView, ModelView, TextView, TraceView, View, present, presents
from littlefolk.present.worth import folds, worth_naming


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


@presents(Done, CardView)
def _done_card(outcome: Done, view: CardView) -> object:
    return () if outcome.value is None else present(outcome.value, view)


for _view in (TraceView, MarkdownView):  # they have adopted the value's own rendering already
    presents(Done, _view)(_outcome_text)


def value_of(outcome: Outcome) -> object:
    """What a handle of an outcome names: the result, the action that is running, or else the outcome itself."""
    match outcome:
        case Done(value):
            return value
        case Running(action):
            return action
        case _:
            return outcome


def told_to_model(outcome: Outcome, view: ModelView = MODEL) -> str:
    """What the model reads of an outcome: compact, folded, and with the handle of a value worth coming back to."""
    text = _outcome_text(outcome, view)
    value = value_of(outcome)
    if view.handles is None:
        return folded(text, view, "the record") if folds(value) else text
    named = worth_naming(value)
    if not named and fits(text, view):
        return text
    handle = view.handles.mint(value)
    if not folds(value):
        return f"{text} {handle}"
    shown = folded(text, view, handle)
    return f"{shown} {handle}" if named else shown


def whole_text(value: object) -> str:
    """All that a model reads of a value, not folded: what the pager pages over."""
    return str(_outcome_text(Done(value), MODEL))


def shown_to_people(outcome: Outcome) -> str:
    """An outcome as ordinary text."""
    return _outcome_text(outcome, TEXT)
