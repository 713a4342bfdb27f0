"""Where things lie: the checkout, what is built in it, and the user's cache."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
LOGS = BUILD / "logs"
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
ENVIRONMENT = BUILD / "environment.json"
EXTENSION = "res://addons/godot_python/godot_python.gdextension"


def cache_folder() -> Path:
    """The project's folder in the user's cache: `$XDG_CACHE_HOME/littlefolk` or `~/.cache/littlefolk`.

    Falls back to a folder of the checkout when the home folder cannot be written.
    """
    configured = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(configured) if os.path.isabs(configured) else Path.home() / ".cache"
    if writable(base):
        return base / "littlefolk"
    return BUILD / "cache"


def writable(folder: Path) -> bool:
    """Whether `folder`, or the nearest existing folder above it, can be written."""
    for candidate in (folder, *folder.parents):
        if candidate.exists():
            return candidate.is_dir() and os.access(candidate, os.W_OK | os.X_OK)
    return False


def relative(path: Path) -> str:
    """`path` as a user would type it from the checkout."""
    try:
        return str(path.relative_to(ROOT))
    except ValueError:
        return str(path)
