"""Commands: one declaration feeds a key, a palette entry, a strict tool for the model, and the help text."""

from littlefolk.commands.declaration import Argument, Command, command
from littlefolk.commands.tables import TABLES, Registry, Table

__all__ = ["TABLES", "Argument", "Command", "Registry", "Table", "command"]
