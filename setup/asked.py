"""What `make demo` was asked for: the sentence, and where its files go. Looked at before the set-up, which takes minutes."""

from __future__ import annotations

import os
from pathlib import Path

from setup.console import UsageError
from setup.places import BUILD

DEFAULT_SAY = "put three stone blocks in a row in front of you"


def sentence() -> str:
    """`$SAY`, or the usual sentence where it is not set. Raises UsageError when it is blank."""
    say = os.environ.get("SAY", DEFAULT_SAY)
    if not say.strip():
        raise UsageError(f'SAY is set, and blank: give the gnome a sentence, as in make demo SAY="{DEFAULT_SAY}", or unset SAY')
    return say


def output(name: str) -> Path:
    """The file `name` in the folder `$OUT` (build/demo), which is made. Raises UsageError where it could not be written."""
    folder = Path(os.path.abspath(os.environ.get("OUT") or BUILD / "demo"))
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        advice = "name a folder that you can write to, as in make demo OUT=build/demo"
        raise UsageError(f"OUT={folder} cannot hold {name} ({reason}): {advice}") from None
    return path
