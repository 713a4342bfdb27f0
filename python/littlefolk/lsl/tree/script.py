"""Declarations at the top of a script, and the script itself."""

from __future__ import annotations

from dataclasses import field

from ..caps import DEFAULT_CAPS, Caps
from ..diagnostics import Diagnostic
from ..source import Position, Source
from .base import Node, node
from .expressions import Expression
from .statements import Block


@node
class Parameter(Node):
    """``type name`` in the head of a function or event handler."""

    type: str
    name: str


@node
class GlobalVariable(Node):
    """``type name = value;`` outside functions and states."""

    type: str
    name: str
    value: Expression | None = None

    _nested = ("value",)


@node
class Function(Node):
    """``returns name(parameters) body``; ``returns`` is "void" when no type is written."""

    returns: str
    name: str
    parameters: tuple[Parameter, ...]
    body: Block

    _nested = ("parameters", "body")


@node
class EventHandler(Node):
    """``name(parameters) body`` inside a state."""

    name: str
    parameters: tuple[Parameter, ...]
    body: Block

    _nested = ("parameters", "body")


@node
class State(Node):
    """``default { … }`` or ``state name { … }``."""

    name: str
    handlers: tuple[EventHandler, ...]

    _nested = ("handlers",)


@node
class Comment(Node):
    """A comment with its marks (``//…`` or ``/*…*/``). Comments belong to no other node."""

    text: str


@node
class Script(Node):
    """A whole script: ``definitions`` are its globals and functions in source order.

    ``source``, ``diagnostics`` (what the lexer and parser found), ``comments``, ``doubtful`` (names inside text that could not be
    read) and ``caps`` describe one reading of a text and take no part in equality.
    """

    definitions: tuple[GlobalVariable | Function, ...]
    states: tuple[State, ...]
    source: Source = field(default=Source(""), compare=False, repr=False, kw_only=True)
    diagnostics: tuple[Diagnostic, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    comments: tuple[Comment, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    doubtful: frozenset[str] = field(default=frozenset(), compare=False, repr=False, kw_only=True)
    caps: Caps = field(default=DEFAULT_CAPS, compare=False, repr=False, kw_only=True)

    _nested = ("definitions", "states")

    def position(self, place: Node | int) -> Position:
        """Line and column (from 1) of a node's first character, or of an offset."""
        return self.source.position(place if isinstance(place, int) else place.start)

    def text(self, part: Node) -> str:
        """The source text of a node."""
        return self.source.text[part.start : part.end]
