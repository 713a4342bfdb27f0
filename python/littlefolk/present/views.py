"""Views: one value, several renderings. `present(value, view)` dispatches on both types, with inheritance on both."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from littlefolk.present.drawables import Drawable, Line
from littlefolk.present.handles import HandleTable
from littlefolk.present.markup import escaped
from littlefolk.present.untrusted import plain, traced, wrapped


class View:
    """A way of rendering values. Subclasses inherit the presenters of their bases."""

    handles: HandleTable | None = None

    def adopt(self, rendered: Any) -> Any:
        """What this view makes of a rendering by a presenter of one of its base views."""
        return rendered


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
    """At most three lines of 160 characters, for replaying an old turn inside a later prompt: for remembering, not for working."""

    lines, width = 3, 160

    def adopt(self, rendered: Any) -> str:
        return traced(str(rendered), self.lines, self.width)


class CardView(TextView):
    """What a tool call's card shows: a tuple of drawables."""

    def adopt(self, rendered: Any) -> tuple[Drawable, ...]:
        return rendered if isinstance(rendered, tuple) else tuple(Line(line) for line in plain(str(rendered)).splitlines())


class BubbleView(TextView):
    """What a bubble over a head says: at most three short lines, wrapped, to be taken in at a glance."""

    lines, width = 3, 30

    def adopt(self, rendered: Any) -> str:
        return traced("\n".join(wrapped(str(rendered), self.width)), self.lines, self.width)


class MarkdownView(TextView):
    """CommonMark for export; text from outside cannot open markup of its own."""

    def adopt(self, rendered: Any) -> str:
        return escaped(str(rendered))


class JsonView(View):
    """A JSON value for export, as `codecs.encode` writes it."""


TEXT, MODEL, TRACE, CARD, BUBBLE = TextView(), ModelView(), TraceView(), CardView(), BubbleView()
MARKDOWN, JSON = MarkdownView(), JsonView()

Presenter = Callable[[Any, Any], Any]
_presenters: dict[tuple[type, type], Presenter] = {}
_found: dict[tuple[type, type], tuple[Presenter, bool]] = {}


def presents(value_type: type, view_type: type[View]) -> Callable[[Callable[[Any, Any], Any]], Callable[[Any, Any], Any]]:
    """Register the decorated function as the presenter of one type under one kind of view."""

    def register(presenter: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        _presenters[value_type, view_type] = presenter
        _found.clear()
        return presenter

    return register


def present(value: Any, view: View) -> Any:
    """A value under a view: str for text views, a tuple of drawables for a card, a JSON value for the JSON view."""
    key = (type(value), type(view))
    found = _found.get(key)
    if found is None:
        found = _found[key] = _find(*key)
    presenter, own = found
    rendered = presenter(value, view)
    return rendered if own else view.adopt(rendered)


def presented_by(value_type: type, view_type: type[View]) -> bool:
    """Whether some presenter is registered for values of a type under a view or one of its bases; `str` serves the others."""
    return _find(value_type, view_type)[0] is not _as_str


def _find(value_type: type, view_type: type) -> tuple[Presenter, bool]:
    """The presenter nearest to both types, the view's bases before the value's; and whether it is one of the view's own."""
    for value_bases in (value_type.__mro__[:-1], (object,)):
        for view_base in view_type.__mro__:
            for value_base in value_bases:
                presenter = _presenters.get((value_base, view_base))
                if presenter is not None:
                    return presenter, view_base is view_type
    return _as_str, False


def _as_str(value: Any, _view: View) -> str:
    return str(value)
