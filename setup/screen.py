"""A virtual screen for rendered runs without a display: the system's Xvfb, or Debian's in the cache."""

from __future__ import annotations

import shutil
from typing import Any

from setup import archive, recipes
from setup.console import SetupError, warn


def find() -> dict[str, Any] | None:
    """How to start Xvfb, as `environment.json` has it, or None where there is none to be had (said as a warning)."""
    system = shutil.which("Xvfb")
    if system and shutil.which("xkbcomp"):
        return {"command": [system], "cwd": None, "env": {}}
    try:
        prefix = archive.fetch(recipes.SCREEN)
    except SetupError as error:
        warn(f"{error}. Pictures need a display or Xvfb; install the package xvfb")
        return None
    # The working directory is where this Xvfb looks for xkbcomp.
    return {"command": [str(prefix / "bin/Xvfb"), "-xkbdir", str(prefix / "share/xkb")], "cwd": str(prefix / "bin"), "env": {}}


def cached() -> dict[str, Any] | None:
    """As `find`, but only what is there already."""
    if (shutil.which("Xvfb") and shutil.which("xkbcomp")) or archive.complete(archive.folder_of(recipes.SCREEN)):
        return find()
    return None
