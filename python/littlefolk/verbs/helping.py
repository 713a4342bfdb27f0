"""Commands about commands: help and search."""

from dataclasses import dataclass
from itertools import groupby
from typing import Annotated

from littlefolk.commands import TABLES, Command, command
from littlefolk.commands.command_name import CommandName
from littlefolk.commands.finding import ranked
from littlefolk.commands.reference import paragraph
from littlefolk.commands.situation import why_not
from littlefolk.policy import Capability
from littlefolk.present.codecs import recorded
from littlefolk.present.types import Optional, Text
from littlefolk.present.views import TextView, View, presents
from littlefolk.verbs.acting import Acting

FOUND = 12  # commands that a search lists


@recorded("help")
@dataclass(frozen=True, slots=True)
class Help:
    """A text of help."""

    text: str


@command("agent", Capability.LOOK, family="search", limit_lines=120, phrases=("help", "what can you do", "help|explain with|me? {name}"))
def help(
    acting: Acting, name: Annotated[str | None, Optional(CommandName()), "the command to explain; a list of all by default"] = None
) -> Help:
    """Explain one command: what it does, its arguments, whether it applies now. Without a name, list every command you may call."""
    if name is not None:
        found = TABLES.get(name)
        assert found is not None, "the argument's type knows the same commands"
        return Help(_explained(acting, found))
    lines = []
    mine = sorted(TABLES.within(acting.tables), key=lambda each: (each.table, each.name))
    for table, members in groupby(mine, lambda each: each.table):
        lines.append(f"{table}:")
        lines += [_line(acting, each) for each in members if acting.caller.grants.allow(each.row)]
    return Help("\n".join(lines))


@command("agent", Capability.LOOK, family="search", phrases=("which command|commands can? {text}",))
def apropos(acting: Acting, text: Annotated[str, Text(200), "words to look for, such as `remove block`"]) -> Help:
    """Find commands by words in their names, descriptions and arguments; misspelt words find near ones. Lists 12 at most, best first."""
    found = [each for each in ranked(text, TABLES.within(acting.tables)) if acting.caller.grants.allow(each.row)][:FOUND]
    return Help("\n".join(_line(acting, each) for each in found) or "no command has anything like it; `help` lists all of them")


def _line(acting: Acting, each: Command) -> str:
    reason = why_not(each, acting.situation)
    arguments = ", ".join(argument.name if argument.required else f"{argument.name}?" for argument in each.arguments)
    return f"  {each.name}({arguments}): {each.summary}{f' (not now: {reason})' if reason else ''}"


def _explained(acting: Acting, each: Command) -> str:
    reason = why_not(each, acting.situation)
    inside = each in TABLES.within(acting.tables)
    now = "it is not among your commands" if not inside else f"not now: {reason}" if reason else "it applies now"
    return f"{paragraph(each)}\n{now}"


@presents(Help, TextView)
def _help(value: Help, _view: View) -> str:
    return value.text
