"""Explicit options of a running game."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

PLAYER = "player"


def data_folder() -> Path:
    """Where worlds are kept: `$LITTLEFOLK_DATA`, or the user's data folder."""
    chosen = os.environ.get("LITTLEFOLK_DATA")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("littlefolk", appauthor=False))


def worlds_folder() -> Path:
    """Where the saved worlds are, each in a folder of its name."""
    return data_folder() / "worlds"


def settings_file() -> Path:
    """Where a person's settings are kept."""
    return data_folder() / "settings.json"


@dataclass(frozen=True, slots=True)
class Options:
    """How a game is opened.

    `folder` holds the world's files; `seed` counts only for a new world. `radius` is the residency radius in chunks;
    `drain_budget` bounds a frame's work on calls in seconds, `meshes_a_frame` the finished meshes it publishes. `reachable` opens the
    socket in `folder` at which clients of the Model Context Protocol find the game. `home` is the folder of a person's own files: which
    providers there are, and what they cost today; without it there are the usual ones, and nobody else counts what they cost.
    """

    folder: Path
    seed: int = 0
    title: str = "World"
    provider: str = "offline"
    radius: int = 6
    workers: int = 1
    drain_budget: float = 0.004
    meshes_a_frame: int = 3
    day_seconds: float = 1200.0
    meshing: bool = True  # whether chunks get meshes: False where nothing draws them
    reachable: bool = False
    home: Path | None = None
