"""The presentation type of a command's name."""

from collections.abc import Callable, Iterable
from typing import Any

from littlefolk.commands.declaration import Command
from littlefolk.commands.tables import TABLES
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.suggest import did_you_mean
from littlefolk.present.types import Completion, PresentationType, quoted
from littlefolk.present.types.one_of import folded


class CommandName(PresentationType[str]):
    """The name of a declared command, in any case and with any word break. `commands` gives those there are."""

    name = "command"
    values = str

    def __init__(self, commands: Callable[[], Iterable[Command]] = lambda: TABLES) -> None:
        self._commands = commands

    def parse(self, text: str, context: ReadContext) -> str | Invalid:
        wanted = folded(text) if len(text) <= 200 else ""
        names = [command.name for command in self._commands()]
        if wanted in names:
            return wanted
        clause, found = did_you_mean(wanted, names)
        return Invalid(f"{quoted(text)} is no command{clause or ': `help` lists them'}", found)

    def from_json(self, value: Any, context: ReadContext) -> str | Invalid:
        return (
            self.parse(value, context) if isinstance(value, str) else Invalid(f"{quoted(value)} is no command: write its name as a string")
        )

    def unparse(self, value: str) -> str:
        return value

    def to_json(self, value: str) -> str:
        return value

    def complete(self, prefix: str, context: ReadContext) -> list[Completion]:
        start = folded(prefix)
        hints = {command.name: command.summary for command in self._commands() if start in command.name}
        return [
            Completion(name, name.replace("_", " "), hints[name])
            for name in sorted(hints, key=lambda name: (not name.startswith(start), name))
        ]

    def json_schema(self) -> dict[str, Any]:
        return {"type": "string", "description": self.describe()}

    def describe(self) -> str:
        return "the name of a command"
