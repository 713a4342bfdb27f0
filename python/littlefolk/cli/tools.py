"""`littlefolk tools`: the tools that a resident's model gets."""

import json
import textwrap

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
from littlefolk.commands import TABLES, Command
from littlefolk.commands.reference import reference
from littlefolk.commands.schema import tools
from littlefolk.policy import RESIDENT_GRANTS, Audience, bound_of


def print_tools(audience: Audience, *, as_json: bool, as_markdown: bool = False) -> int:
    """Print the tools for an audience, as schemas or as a list for people; or, in Markdown, the reference of every command."""
    if as_markdown:
        print(reference(TABLES), end="")
        return 0
    commands = tools_for(audience)
    if as_json:
        print(json.dumps(tools(commands), ensure_ascii=False, indent=2))
        return 0
    for command in commands:
        print(f"{command.name}({', '.join(argument.name for argument in command.arguments)})")
        print(textwrap.indent(textwrap.fill(command.description, 96), "    "))
        for argument in command.arguments:
            print(
                textwrap.fill(
                    f"{argument.name}: {argument.description}: {argument.type.describe()}",
                    96,
                    initial_indent="      ",
                    subsequent_indent="        ",
                )
            )
    return 0


def tools_for(audience: Audience) -> list[Command]:
    """The commands that a resident's model may call in a turn for an audience, wherever they apply; by name."""
    return TABLES.granted(["resident"], RESIDENT_GRANTS.within(bound_of(audience)))
