"""The metabar: what the keys do now, read from the command tables and the key map."""

from collections.abc import Iterable, Mapping

from littlefolk.commands import Command
from littlefolk.commands.situation import Situation, why_not

Entry = tuple[str, str]
SHORT = {"Escape": "Esc", "Mouse Left": "Click", "Mouse Right": "Right click"}


def shown_key(keys: Mapping[str, str], action: str) -> str:
    """The first key of an action as people call it, or `?`."""
    key = keys.get(action, "?")
    return SHORT.get(key, key)


def commands_now(commands: Iterable[Command], situation: Situation, keys: Mapping[str, str]) -> tuple[Entry, ...]:
    """(key, what it does) for every command that has a key and applies now, in the order of their tables and names."""
    keyed = [command for command in commands if command.name in keys and not why_not(command, situation)]
    return tuple((shown_key(keys, command.name), command.label) for command in sorted(keyed, key=lambda each: (each.table, each.name)))
