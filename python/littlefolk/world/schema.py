"""The layout of a save file and the checks made before one is touched.

A save is an SQLite database (https://www.sqlite.org/fileformat2.html) that carries our application id at byte 68 of its header and
the number of the layout, `VERSION`, as user version at byte 60.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .kinds import KINDS

APPLICATION_ID = 0x4C69466F
"""``LiFo``, in the field SQLite keeps for it."""

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE kinds (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE edits (
        x INTEGER NOT NULL, y INTEGER NOT NULL, z INTEGER NOT NULL,
        kind INTEGER NOT NULL REFERENCES kinds (id), author INTEGER NOT NULL REFERENCES authors (id),
        at REAL NOT NULL, revision INTEGER NOT NULL,
        PRIMARY KEY (x, y, z)
    ) WITHOUT ROWID;
    CREATE TABLE documents (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
)
"""Entry i brings layout i to layout i + 1. Entries are never changed, only added."""

META = {"seed", "name", "created", "revision"}
"""Keys that the table meta always holds."""

_MAGIC = b"SQLite format 3\0"


class SaveError(Exception):
    """A save cannot be used. The message says why and what to do; the file has not been touched."""


def version() -> int:
    """The newest layout this program writes."""
    return len(MIGRATIONS)


def read_header(path: Path) -> None:
    """Refuse what is not a save of ours, or is from a newer program, by its first hundred bytes. Raises SaveError."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror}. Check the path and its permissions.") from None
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise SaveError(f"{path} is not a Littlefolk world (no database header). Choose another file, or restore one of its backups.")
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise SaveError(f"{path} is a database of another program. Choose another file for the world.")
    _refuse_newer(path, int.from_bytes(header[60:64], "big"))


def _refuse_newer(path: Path, found: int) -> None:
    if found > version():
        raise SaveError(
            f"{path} was written by a newer Littlefolk (layout {found}, this one knows up to {version()}). "
            "Update the game, or open a backup from before the update."
        )


@contextmanager
def sound_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to a private copy of a save that has been checked through and through; the save itself is only read.

    Raises SaveError when the copy is not whole or speaks of kinds that do not exist.
    """
    with tempfile.TemporaryDirectory(prefix="littlefolk-check-") as folder:
        copy = Path(folder) / "copy.sqlite"
        try:
            shutil.copyfile(path, copy)
            log = path.with_name(path.name + "-wal")
            if log.exists():
                shutil.copyfile(log, copy.with_name("copy.sqlite-wal"))
        except OSError as error:
            raise SaveError(f"{path} cannot be copied for checking: {error.strerror}. Make room or check permissions.") from None
        connection = sqlite3.connect(copy)
        try:
            _check(path, connection)
            yield connection
        finally:
            connection.close()


def _check(path: Path, connection: sqlite3.Connection) -> None:
    damaged = (
        f"{path} is damaged (%s). Nothing was changed. Move it and the file {path.name}-wal, if there is one, away, "
        f"then copy a backup from {path.parent / 'backups'} to its name."
    )
    try:
        found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
        if found != ["ok"]:
            raise SaveError(damaged % found[0])
        layout = connection.execute("PRAGMA user_version").fetchone()[0]
        _refuse_newer(path, layout)
        if layout == version():
            names = [row[0] for row in connection.execute("SELECT name FROM kinds")]
            connection.execute("SELECT x, y, z, kind, author, at, revision FROM edits LIMIT 1").fetchall()
            if connection.execute("PRAGMA foreign_key_check").fetchone():
                raise SaveError(damaged % "edits without their kind or author")
            meta = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM meta")}
            if missing := META - meta.keys():
                raise SaveError(damaged % f"no {', '.join(sorted(missing))}")
            for (value,) in connection.execute("SELECT value FROM documents"):
                json.loads(value)
        else:
            names = []
    except (sqlite3.DatabaseError, json.JSONDecodeError) as error:
        raise SaveError(damaged % error) from None
    unknown = [name for name in names if name not in KINDS]
    if unknown:
        raise SaveError(f"{path} uses block kinds unknown here: {', '.join(unknown)}. Update the game, or add them to kinds.toml.")


def create(path: Path, meta: dict[str, object]) -> None:
    """Make a new save beside its final place and move it there whole. Raises SaveError."""
    fresh = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        connection = sqlite3.connect(fresh)
        try:
            # Before the switch to a write-ahead log, so that the header is in the file itself from the first moment on.
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            migrate(connection)
            with connection:
                connection.executemany("INSERT INTO meta VALUES (?, ?)", [(key, json.dumps(value)) for key, value in meta.items()])
        finally:
            connection.close()
        os.replace(fresh, path)
    except (OSError, sqlite3.Error) as error:
        raise SaveError(f"the world {path} cannot be created: {error}. Check the folder's permissions and free space.") from None


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest layout, each step a transaction of its own."""
    layout = connection.execute("PRAGMA user_version").fetchone()[0]
    for number in range(layout, version()):
        connection.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
