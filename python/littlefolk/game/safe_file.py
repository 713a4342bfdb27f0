"""Small files that are there whole or not at all."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place and move it there. Raises OSError; what was there before then stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(path.name + ".new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def keep_aside(path: Path) -> Path | None:
    """Move a damaged file to a free name beside it, such as `settings.damaged-1.json`; that name, or None when it cannot be moved."""
    for number in range(1, 1000):
        kept = path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")
        if not kept.exists():
            try:
                os.replace(path, kept)
            except OSError:
                return None
            return kept
    return None
