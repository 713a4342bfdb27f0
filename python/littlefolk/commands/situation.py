"""Who asks, and what is going on: whether a command makes sense now, and why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from littlefolk.present.call import Caller
from littlefolk.present.context import Snapshot

if TYPE_CHECKING:
    from littlefolk.commands.declaration import Command


@dataclass(frozen=True, slots=True)
class Situation:
    """The caller and the snapshot in which they would call."""

    caller: Caller
    snapshot: Snapshot = field(default_factory=Snapshot)


Applies = Callable[[Situation], str]
"""Why a command does not apply in a situation, in words for a person and a model, or "" where it does."""


def has_body(situation: Situation) -> str:
    """The caller stands in the world."""
    return "" if situation.caller.name in situation.snapshot.bodies else "you have no body in this world: name cells instead"


def in_conversation(situation: Situation) -> str:
    """The player talks to somebody."""
    return "" if situation.snapshot.focus else "nobody is in focus: turn to somebody first"


def in_menu(situation: Situation) -> str:
    """A menu lies over the game."""
    return "" if situation.snapshot.menu else "no menu is open"


def asked(situation: Situation) -> str:
    """Somebody asks the player something."""
    return "" if situation.snapshot.asked else "nobody asks anything"


def may_be_approved(situation: Situation) -> str:
    """What the player is asked can be answered with a yes."""
    return "" if situation.snapshot.asked in ("approval", "yes or no") else "nothing waits for approval"


def somebody_else(situation: Situation) -> str:
    """Somebody other than the caller has a body."""
    others = situation.snapshot.bodies.keys() - {situation.caller.name}
    return "" if others else "nobody else is here: spawn a gnome first"


def made_a_call(situation: Situation) -> str:
    """The palette made a call before."""
    return "" if situation.snapshot.last_line else "nothing can be repeated: the palette made no call yet"


def can_undo(situation: Situation) -> str:
    """The caller changed blocks, and did not take it back yet."""
    return _in_history(situation, situation.snapshot.undoable, "undo")


def can_redo(situation: Situation) -> str:
    """The caller took changes of blocks back last."""
    return _in_history(situation, situation.snapshot.redoable, "redo")


def _in_history(situation: Situation, authors: frozenset[str], what: str) -> str:
    name = situation.caller.name
    # A resident's tools stay the same from turn to turn, and what it builds in a turn can be undone in the same one.
    return "" if name in authors or name in situation.snapshot.figures else f"{name} has nothing to {what}"


def inapplicable(command: Command, situation: Situation) -> str:
    """The first reason for which a command makes no sense in a situation, whoever may call it; "" for none."""
    return next((reason for applies in command.applies if (reason := applies(situation))), "")


def why_not(command: Command, situation: Situation) -> str:
    """Why a command may not be called now: not granted, or inapplicable; "" when it may."""
    if not situation.caller.grants.allow(command.row):
        return f"not granted: it needs `{command.row.capability}`"
    return inapplicable(command, situation)
