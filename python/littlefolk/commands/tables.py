"""Command tables: named sets of commands that inherit from one another."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from littlefolk.commands.declaration import Command
from littlefolk.commands.situation import Situation, why_not
from littlefolk.policy import Grants


@dataclass(frozen=True, slots=True)
class Table:
    """A named set of commands and the tables whose commands it has as well."""

    name: str
    inherits: tuple[str, ...] = ()


class Registry:
    """All tables and the commands declared in them. Filled while the verbs are imported, only read afterwards."""

    def __init__(self, tables: Iterable[Table]) -> None:
        self._tables = {table.name: table for table in tables}
        self._commands: dict[str, Command] = {}
        self._within: dict[tuple[str, ...], list[Command]] = {}  # asked for every frame

    def add(self, command: Command) -> None:
        """Add a command. Raises ValueError for a table that is not there or a name that is taken."""
        if command.table not in self._tables:
            raise ValueError(f"command {command.name}: there is no table {command.table!r}; one of {', '.join(self._tables)}")
        known = self._commands.get(command.name)
        if known is not None and known.body.__module__ != command.body.__module__:
            raise ValueError(f"command {command.name} is declared in {known.body.__module__} and in {command.body.__module__}")
        self._commands[command.name] = command
        self._within.clear()

    def remove(self, name: str) -> None:
        """Take a command out, when the module that declared it is unloaded. Raises KeyError."""
        del self._commands[name]
        self._within.clear()

    def get(self, name: str) -> Command | None:
        """The command with this name, or None."""
        return self._commands.get(name)

    def __iter__(self) -> Iterator[Command]:
        return iter(sorted(self._commands.values(), key=lambda command: (command.table, command.name)))

    def within(self, tables: Iterable[str]) -> list[Command]:
        """The commands of these tables and of all that they inherit, by name."""
        key = tuple(tables)
        if key not in self._within:
            self._within[key] = self._reached(key)
        return list(self._within[key])

    def _reached(self, tables: tuple[str, ...]) -> list[Command]:
        reached: set[str] = set()
        open_names = list(tables)
        while open_names:
            name = open_names.pop()
            if name not in reached:
                reached.add(name)
                open_names.extend(self._tables[name].inherits)
        return sorted((command for command in self._commands.values() if command.table in reached), key=lambda command: command.name)

    def applicable(self, tables: Iterable[str], situation: Situation) -> list[Command]:
        """The commands of these tables that may be called in a situation: granted to the caller, and with nothing against them."""
        return [command for command in self.within(tables) if not why_not(command, situation)]

    def granted(self, tables: Iterable[str], grants: Grants) -> list[Command]:
        """The commands of these tables that a caller with these grants may call."""
        return [command for command in self.within(tables) if grants.allow(command.row)]


TABLES = Registry(
    [
        Table("world"),
        Table("movement"),
        Table("construction", ("world",)),
        Table("agent", ("world", "movement")),
        Table("shell"),
        Table("resident", ("construction", "agent", "shell")),
        Table("gnome", ("resident",)),
        Table("cat", ("resident",)),
        Table("window"),
        Table("player", ("resident", "gnome", "cat", "window")),
    ]
)
