"""Where things lie: the checkout, what is built in it, and the user's cache."""

from __future__ import annotations

import os
import tempfile
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
    base = Path(configured) if os.path.isabs(configured) else in_home(".cache")
    if base and writable(base):
        return base / "littlefolk"
    return BUILD / "cache"


def in_home(name: str) -> Path | None:
    """`name` in the home folder, or None where there is no such folder; `$HOME` decides, then the system's list of users."""
    home = os.path.expanduser("~")
    return Path(home, name) if os.path.isabs(home) and os.path.isdir(home) else None


def writable(folder: Path) -> bool:
    """Whether `folder`, or the nearest existing folder above it, can be written."""
    for candidate in (folder, *folder.parents):
        if os.path.exists(candidate):
            try:
                # Tried, since permissions do not tell: root has them in folders where nothing can be made.
                with tempfile.TemporaryDirectory(dir=candidate):
                    return True
            except OSError:
                return False
    return False


def relative(path: Path) -> str:
    """`path` as a user would type it from the checkout."""
    try:
        return str(path.relative_to(ROOT))
    except ValueError:
        return str(path)
