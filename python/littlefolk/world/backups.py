"""Rotating backups of a save."""

from __future__ import annotations

import filecmp
import os
import sqlite3
from pathlib import Path

KEEP = 3


def backup_paths(path: Path, keep: int = KEEP) -> list[Path]:
    """Where the backups of a save lie, newest first, whether or not they exist."""
    return [path.parent / "backups" / f"{path.stem}.{number}{path.suffix}" for number in range(1, keep + 1)]


def back_up(path: Path, source: sqlite3.Connection, keep: int = KEEP) -> bool:
    """Keep a copy of a save, through a connection to it, as its newest backup; older ones move up and the oldest goes.

    Does nothing and returns False when the newest backup holds the same content already, so that opening a world often does not
    drive the older backups out. Raises OSError or sqlite3.Error when the copy cannot be written; the older backups then stay.
    """
    paths = backup_paths(path, keep)
    paths[0].parent.mkdir(parents=True, exist_ok=True)
    fresh = paths[0].with_name(paths[0].name + ".new")
    fresh.unlink(missing_ok=True)
    target = sqlite3.connect(fresh)
    try:
        source.backup(target)
        # A backup is one file that any tool can open: no log beside it.
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        target.close()
    if paths[0].exists() and filecmp.cmp(paths[0], fresh, shallow=False):
        fresh.unlink()
        return False
    for older, newer in zip(reversed(paths[1:]), reversed(paths[:-1]), strict=True):
        if newer.exists():
            os.replace(newer, older)
    os.replace(fresh, paths[0])
    return True
