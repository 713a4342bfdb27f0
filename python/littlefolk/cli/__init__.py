"""The console command `littlefolk`: starts a game, or runs one without an engine."""

from littlefolk.cli.main import main

__all__ = ["main"]
