"""What the game is started with: the user arguments after `--`."""

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path

from littlefolk.game.options import settings_file, worlds_folder
from littlefolk.game.worlds import SavedWorlds, WorldsError


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """The arguments. Raises SystemExit with a usage text for wrong ones."""
    parser = argparse.ArgumentParser(prog="littlefolk", description="The game's arguments, after `--`.")
    parser.add_argument("--folder", type=Path, help="where the world's files are; without it and --world the title is shown")
    parser.add_argument("--worlds", type=Path, default=worlds_folder(), help="where the saved worlds are")
    parser.add_argument("--settings", type=Path, help="the file of a person's settings")
    parser.add_argument("--title", default="Home", help="the world's name, for a new one")
    parser.add_argument("--world", help="open or make the saved world of this name")
    parser.add_argument("--seed", type=int, help="the seed of a new world")
    parser.add_argument("--provider", default="offline")
    parser.add_argument("--story", type=Path, help="run this story, then quit")
    parser.add_argument("--out", type=Path, default=Path(), help="where a story's pictures go")
    parser.add_argument("--transcript", type=Path, help="write records here as JSON Lines")
    parser.add_argument("--check-resources", action="store_true", help="load every scene and shader, then quit")
    found = parser.parse_args(list(words))
    if found.world:
        found.title = found.world
        try:
            found.folder = found.folder or SavedWorlds(found.worlds).place(found.world)
        except WorldsError as error:
            parser.error(str(error))
    if found.story is not None and found.folder is None:
        parser.error("a story needs --folder or --world")
    if found.settings is None:
        found.settings = found.folder / "settings.json" if found.story is not None else settings_file()
    found.seeded = found.seed is not None
    if not found.seeded:
        found.seed = secrets.randbelow(2**31)
    return found
