"""Views: one value, several renderings. `present(value, view)` dispatches on both types, with inheritance on both."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from littlefolk.present.handles import HandleTable


class View:
    """A way of rendering values. Subclasses inherit the presenters of their bases."""

    handles: HandleTable | None = None


class TextView(View):
    """The ordinary text for people."""


@dataclass(frozen=True)
class ModelView(TextView):
    """Compact text for the model. The only place where long text is folded.

    `limit_lines` and `limit_bytes` bound a value's text; past either, the first `head` and the last `tail` lines are kept.
    """

    handles: HandleTable | None = None
    limit_lines: int = 60
    limit_bytes: int = 2400
    head: int = 30
    tail: int = 10


class TraceView(TextView):
    """At most three lines of 160 characters, for replaying an old turn inside a later prompt."""


class CardView(TextView):
    """The window of a tool call's card: a tuple of drawables."""


TEXT, MODEL, TRACE, CARD = TextView(), ModelView(), TraceView(), CardView()

_presenters: dict[tuple[type, type], Callable[[Any, View], Any]] = {}
_found: dict[tuple[type, type], Callable[[Any, View], Any]] = {}


def presents(value_type: type, view_type: type[View]) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]:
    """Register the decorated function as the presenter of one type under one kind of view."""

    def register(presenter: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        _presenters[value_type, view_type] = presenter
        _found.clear()
        return presenter

    return register


def present(value: Any, view: View) -> Any:
    """A value under a view: str for text views, a tuple of drawables for a card."""
    key = (type(value), type(view))
    presenter = _found.get(key)
    if presenter is None:
        presenter = _found[key] = _find(*key)
    return presenter(value, view)


def _find(value_type: type, view_type: type) -> Callable[[Any, View], Any]:
    for view_base in view_type.__mro__:
        for value_base in value_type.__mro__:
            presenter = _presenters.get((value_base, view_base))
            if presenter is not None and not (value_base is object and view_base is not View):
                return presenter
    return lambda value, _view: str(value)
