"""The reference of all commands, made of their declarations."""

from collections.abc import Iterable
from itertools import groupby

from littlefolk.commands.declaration import Argument, Command

HEAD = """# Commands

Made from the declarations by `python docs/make_commands.py`, or `littlefolk tools --markdown`; do not edit. A line is a command's name
and its arguments in order; a model sends the same arguments as a JSON object. *Needs* is the capability that the caller must hold and
the risk of a call.
"""


def paragraph(command: Command) -> str:
    """One command in plain text: its call, description, arguments, and what it needs."""
    lines = [call_of(command), command.description]
    lines += [f"  {argument.name}: {argument.description}; {argument.type.describe()}" for argument in command.arguments]
    lines.append(
        f"table {command.table}, needs `{command.row.capability}`, {command.row.risk}{f', key {command.key}' if command.key else ''}"
        + ", approved by the player first" * command.asks
    )
    return "\n".join(lines)


def call_of(command: Command) -> str:
    """How a command is called: `place_block_at(kind, cell)`, optional arguments with `?`."""
    return f"{command.name}({', '.join(argument.name + '?' * (not argument.required) for argument in command.arguments)})"


def reference(commands: Iterable[Command]) -> str:
    """The page, in Markdown: commands by table."""
    parts = [HEAD]
    for table, members in groupby(sorted(commands, key=lambda command: (command.table, command.name)), lambda command: command.table):
        parts.append(f"\n## {table}\n")
        parts += [_entry(command) for command in members]
    return "".join(parts)


def _entry(command: Command) -> str:
    facts = [f"needs `{command.row.capability}` ({command.row.risk})", *([f"key `{command.key}`"] if command.key else [])]
    facts += ["the player approves each call first"] if command.asks else []
    parts = [f"\n### {command.name}\n\n{command.description}\n\n*{', '.join(facts)}*\n"]
    if command.arguments:
        parts.append("\n| argument | what it is for | what to write | default |\n|---|---|---|---|\n")
        parts += [_row(argument) for argument in command.arguments]
    if command.phrases:
        parts.append("\nSaid to the offline reader: " + ", ".join(f"`{phrase}`" for phrase in command.phrases) + "\n")
    return "".join(parts)


def _row(argument: Argument) -> str:
    default = "required" if argument.required else "none" if argument.default is None else f"`{argument.type.unparse(argument.default)}`"
    cells = (f"`{argument.name}`", argument.description, argument.type.describe(), default)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |\n"
