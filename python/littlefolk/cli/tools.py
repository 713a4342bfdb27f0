"""`littlefolk tools`: the tools that a resident's model gets."""

import json
import textwrap

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
from littlefolk.commands import TABLES
from littlefolk.commands.schema import tools
from littlefolk.policy import RESIDENT_GRANTS


def print_tools(*, as_json: bool) -> int:
    """Print them, as schemas or as a list for people."""
    commands = TABLES.granted(["resident"], RESIDENT_GRANTS)
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
