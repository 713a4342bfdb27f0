"""What can be done with something shown: the walk over commands whose arguments it can be."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from littlefolk.commands.declaration import Argument, Command
from littlefolk.policy import Risk
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import ReadContext
from littlefolk.present.drawables import Choice, Menu
from littlefolk.present.translating import stands_for

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Affordance:
    """One command that something shown can be an argument of, and the value it stands for there."""

    command: Command
    argument: Argument
    value: Any

    def call(self, caller: Caller) -> Call:
        """The call with this one argument; what else is required is unsupplied."""
        others = [argument for argument in self.command.arguments if argument is not self.argument]
        values = {argument.name: argument.default for argument in others if not argument.required}
        missing = tuple(argument.name for argument in others if argument.required)
        return Call(self.command.name, {self.argument.name: self.value, **values}, caller, missing)

    @property
    def line(self) -> str:
        """How to call it: `place_block_at(kind=…, cell=3 64 -5)`; `…` is still to be supplied."""
        given = {self.argument.name: self.argument.type.unparse(self.value)}
        shown = [
            f"{argument.name}={given.get(argument.name, '…')}"
            for argument in self.command.arguments
            if argument.required or argument.name in given
        ]
        return f"{self.command.name}({', '.join(shown)})"


def affordances(shown: Any, commands: Iterable[Command], context: ReadContext) -> tuple[Affordance, ...]:
    """What can be done with something: each command once, what changes something before what only looks, then by table and name.

    It is the first argument that takes it as it is, such as a change's cell, or else the first that takes what it translates to.
    """
    in_order = sorted(commands, key=lambda command: (command.row.risk is Risk.READ, command.table, command.name))
    return tuple(found for command in in_order if (found := _affordance(shown, command, context)) is not None)


def _affordance(shown: Any, command: Command, context: ReadContext) -> Affordance | None:
    for itself in (True, False):
        for argument in command.arguments:
            value = stands_for(shown, argument.type, context, itself=itself)
            if value is not None:
                return Affordance(command, argument, value)
    return None


def menu_of(found: Iterable[Affordance]) -> Menu:
    """Affordances as a menu, each with a letter of its own: the first free one of its label, then of the alphabet."""
    taken: set[str] = set()
    choices = []
    for affordance in found:
        words = affordance.command.label.upper().split()
        wanted = [word[0] for word in words] + [sign for word in words for sign in word[1:]] + list(LETTERS)
        key = next((sign for sign in wanted if sign in LETTERS and sign not in taken), "")
        if not key:
            break
        taken.add(key)
        choices.append(Choice(key, affordance.command.label, affordance.line))
    return Menu(tuple(choices))
