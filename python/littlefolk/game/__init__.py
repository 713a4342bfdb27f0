"""One running game, engine-free: opened with options, a frame at a time, stopped once."""

from littlefolk.game.game import Game
from littlefolk.game.options import Options

__all__ = ["Game", "Options"]
