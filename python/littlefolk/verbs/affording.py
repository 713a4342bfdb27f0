"""Commands about what was shown: describing it, and what can be done with it."""

from dataclasses import dataclass
from typing import Annotated

from littlefolk.commands import TABLES, command
from littlefolk.commands.affordances import affordances, menu_of
from littlefolk.policy import Capability
from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Choice, Drawable, Line, Menu
from littlefolk.present.outcome_text import whole_text
from littlefolk.present.types import HandleType
from littlefolk.present.types.handle import Reference
from littlefolk.present.untrusted import one_line
from littlefolk.present.views import CardView, TextView, View, presents
from littlefolk.verbs.acting import Acting


@recorded("affordances")
@dataclass(frozen=True, slots=True)
class CanDo:
    """What can be done with something shown: its handle, what it is, and for each command a key, a label and how to call it."""

    handle: str
    what: str
    choices: tuple[tuple[str, str, str], ...]

    @property
    def menu(self) -> Menu:
        """The choices as a menu."""
        return Menu(tuple(Choice(*choice) for choice in self.choices))


@recorded("description")
@dataclass(frozen=True, slots=True)
class Description:
    """What a handle names, in full."""

    handle: str
    kind: str
    text: str


@command("agent", Capability.LOOK, family="read", label="describe")
def describe_handle(acting: Acting, handle: Annotated[Reference, HandleType(), "what to describe"]) -> Description:
    """Say what a handle names: what kind of thing it is, and its whole text."""
    kind = type(handle.target).__name__
    return Description(handle.handle, kind, whole_text(handle.target))


@command("agent", Capability.LOOK, family="search", phrases=("what can i|you|we do with {handle}",))
def what_can_i_do_with(
    acting: Acting, handle: Annotated[Reference, HandleType(offered=lambda target: False), "something that was shown"]
) -> CanDo:
    """List the commands that take something that was shown, and how to call each of them with it; … is yours to supply."""
    found = affordances(handle.target, TABLES.applicable(acting.tables, acting.situation), acting.context)
    choices = tuple((choice.key, choice.label, choice.line) for choice in menu_of(found).choices)
    return CanDo(handle.handle, one_line(whole_text(handle.target), 120), choices)


@presents(CanDo, TextView)
def _can_do(value: CanDo, _view: View) -> str:
    if not value.choices:
        return f"{value.handle} ({value.what}): nothing that you may do takes it"
    return "\n".join([f"{value.handle} ({value.what}):", *(f"[{key}] {label}: {line}" for key, label, line in value.choices)])


@presents(CanDo, CardView)
def _can_do_card(value: CanDo, _view: View) -> tuple[Drawable, ...]:
    return (Line(value.what), value.menu)


@presents(Description, TextView)
def _description(value: Description, _view: View) -> str:
    return f"{value.handle}: {value.kind}\n{value.text}"
