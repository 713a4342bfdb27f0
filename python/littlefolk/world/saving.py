"""Saving a world: its edits, and small documents of other layers, in an SQLite file written by a thread of its own."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any

from . import backups, schema
from .cells import Cell
from .edits import Edit
from .schema import SaveError
from .transactions import Commit
from .world import World

try:
    import fcntl
except ImportError:  # A platform without it goes without the check for a second game on the same world.
    fcntl = None  # type: ignore[assignment]

__all__ = ["Save", "SaveError", "SaveInUse", "in_use"]

log = logging.getLogger(__name__)

_PAUSE = 0.1
"""Seconds between two transactions on disk: commits in between are written together."""
_RETRY = 1.0
"""Seconds before a failed write is tried again."""
_ROWS = 140
"""Rows of one statement: each statement waits for its turn among Python's threads, which may be long beside a busy one. Of seven
values each, since SQLite before 3.32 takes no more than 999."""
_LOOKS, _LOOK = 10, 0.02
"""How often a lock is tried, and seconds in between: somebody who only looks whether it is held holds it for a moment."""

_Document = tuple[str, str | None]
_Flush = threading.Event


IN_USE = "%s is open in another game. Close that one first, or choose another world."


class SaveInUse(SaveError):
    """A save is open in another game."""


class Save:
    """An open save. Made by `Save.open`; `close` it to be sure that all is written.

    seed, name, created: of the world, as first created. revision: of the last commit read or queued. saved_revision: of the last
    commit that is on disk. error: why the disk refuses the latest write (it is retried), or None.
    Documents are JSON values by key for other layers; reading one is immediate, writing one is queued like a commit.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[bytes] | None) -> None:
        self.path = path
        self.error: str | None = None
        self._connection = connection
        self._lock = lock
        meta = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM meta")}
        self.seed: int = meta["seed"]
        self.name: str = meta["name"]
        self.created: float = meta["created"]
        self.revision: int = meta["revision"]
        self.saved_revision: int = self.revision
        self._documents: dict[str, Any] = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM documents")}
        self._kinds = {name: number for number, name in connection.execute("SELECT id, name FROM kinds")}
        self._authors = {name: number for number, name in connection.execute("SELECT id, name FROM authors")}
        self._queue: SimpleQueue[Commit | _Document | _Flush | None] = SimpleQueue()
        self._awaited = threading.Event()  # somebody waits for the writer
        self._detach: list[Callable[[], None]] = []
        self._closed = False
        self._writer = threading.Thread(target=self._write_all, name=f"save {path.name}", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: str | Path, *, seed: int = 0, name: str = "World") -> Save:
        """Open a save, or create it with this seed and name; a save that exists keeps its own.

        An existing file is checked whole, backed up, and brought to the newest layout. Raises SaveError, and leaves the file as it
        is, when it is damaged, foreign, newer, or open in another game.
        """
        path = Path(path)
        if path.exists():
            _look_at(path)
        lock = _lock(path)
        try:
            if path.exists():
                with schema.sound_copy(path) as copy:
                    _back_up(path, copy)
            else:
                schema.create(path, {"seed": seed, "name": name, "created": time.time(), "revision": 0})
            return cls(path, _connect(path), lock)
        except BaseException:
            if lock is not None:
                lock.close()
            raise

    def edits(self) -> Iterator[tuple[Cell, Edit]]:
        """All saved edits. Call before anything is attached."""
        rows = self._connection.execute(
            "SELECT x, y, z, kinds.name, authors.name, at, revision FROM edits "
            "JOIN kinds ON kinds.id = edits.kind JOIN authors ON authors.id = edits.author"
        )
        for x, y, z, kind, author, at, revision in rows:
            yield Cell(x, y, z), Edit(kind, author, at, revision)

    def load_into(self, world: World) -> None:
        """Give a fresh world the saved edits and revision."""
        world.load_edits(self.edits(), self.revision)

    def attach(self, world: World) -> None:
        """Queue every commit of a world from now on; each is on disk within a second, written off the calling thread."""
        self._detach.append(world.listen(self._queue_commit))

    def get(self, key: str, default: Any = None) -> Any:
        """A document, or the default. Do not change what you get; put a new one."""
        return self._documents.get(key, default)

    def keys(self, prefix: str = "") -> list[str]:
        """The keys of all documents that start so, sorted."""
        return sorted(key for key in self._documents if key.startswith(prefix))

    def put(self, key: str, value: Any) -> None:
        """Keep a document: anything JSON can say. Raises TypeError or ValueError for anything else."""
        text = json.dumps(value, allow_nan=False)
        self._documents[key] = json.loads(text)
        self._enqueue((key, text))

    def delete(self, key: str) -> None:
        """Forget a document; an absent one is no error."""
        if self._documents.pop(key, None) is not None:
            self._enqueue((key, None))

    def flush(self, timeout: float = 30.0) -> bool:
        """Wait until all that was queued so far is on disk; False when it took longer. Not for the frame's thread."""
        if self._closed:
            return self.error is None
        written = threading.Event()
        self._queue.put(written)
        self._awaited.set()
        return written.wait(timeout)

    def close(self, timeout: float = 30.0) -> None:
        """Write what is queued and close the file. Later calls do nothing. Raises SaveError when the disk refuses to the end."""
        if self._closed:
            return
        self._closed = True
        for detach in self._detach:
            detach()
        self._queue.put(None)
        self._awaited.set()
        self._writer.join(timeout)
        if self._lock is not None:
            self._lock.close()
        if self._writer.is_alive() or self.error is not None:
            raise SaveError(f"{self.path} could not be written to the end ({self.error or 'the disk does not answer'}); free some space.")

    def _queue_commit(self, commit: Commit) -> None:
        self.revision = commit.revision
        self._enqueue(commit)

    def _enqueue(self, item: Commit | _Document) -> None:
        if self._closed:
            raise RuntimeError(f"the save {self.path.name} is closed")
        self._queue.put(item)

    def _write_all(self) -> None:
        """The writer thread: one transaction for all that has gathered, then a short pause."""
        ending = False
        try:
            while not ending:
                batch = [self._queue.get()]
                with suppress(Empty):
                    while True:
                        batch.append(self._queue.get_nowait())
                ending = None in batch
                while not self._write(batch):
                    if self._closed:
                        return
                    self._pause(_RETRY)
                for item in batch:
                    if isinstance(item, threading.Event):
                        item.set()
                if not ending:
                    self._pause(_PAUSE)
        finally:
            with suppress(sqlite3.Error):
                self._connection.close()

    def _pause(self, seconds: float) -> None:
        """Wait a while, but no longer than until somebody waits for the writer."""
        self._awaited.wait(seconds)
        self._awaited.clear()

    def _write(self, batch: list[Commit | _Document | _Flush | None]) -> bool:
        revision = self.saved_revision
        names = dict(self._kinds), dict(self._authors)
        try:
            with self._connection:
                cells: dict[Cell, Edit | None] = {}
                for item in batch:
                    if isinstance(item, Commit):
                        cells |= {change.cell: change.edit for change in item.applied}
                        revision = item.revision
                    elif isinstance(item, tuple):
                        self._write_document(*item)
                if revision != self.saved_revision:
                    self._write_edits(cells)
                    self._connection.execute("UPDATE meta SET value = ? WHERE key = 'revision'", (str(revision),))
        except Exception as error:
            # Whatever it is, the thread must live on: later writes, and the attempt at closing, depend on it.
            if self.error is None:
                log.exception("saving %s failed; it is tried again every second", self.path)
            self.error = str(error)
            # The rolled-back transaction took its new names with it.
            self._kinds, self._authors = names
            return False
        self.error = None
        self.saved_revision = revision
        return True

    def _write_edits(self, cells: dict[Cell, Edit | None]) -> None:
        gone = [tuple(cell) for cell, edit in cells.items() if edit is None]
        rows = [
            (*cell, self._name("kinds", edit.kind), self._name("authors", edit.author), edit.at, edit.revision)
            for cell, edit in cells.items()
            if edit is not None
        ]
        self._execute_rows("DELETE FROM edits WHERE (x, y, z) IN (VALUES %s)", gone)
        self._execute_rows("INSERT OR REPLACE INTO edits VALUES %s", rows)

    def _execute_rows(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        for start in range(0, len(rows), _ROWS):
            some = rows[start : start + _ROWS]
            places = ", ".join([f"({', '.join('?' * len(some[0]))})"] * len(some))
            self._connection.execute(statement % places, [value for row in some for value in row])

    def _write_document(self, key: str, text: str | None) -> None:
        if text is None:
            self._connection.execute("DELETE FROM documents WHERE key = ?", (key,))
        else:
            self._connection.execute("INSERT OR REPLACE INTO documents VALUES (?, ?)", (key, text))

    def _name(self, table: str, name: str) -> int:
        known = self._kinds if table == "kinds" else self._authors
        if name not in known:
            number = self._connection.execute(f"INSERT INTO {table} (name) VALUES (?)", (name,)).lastrowid
            assert number is not None
            known[name] = number
        return known[name]


def _connect(path: Path) -> sqlite3.Connection:
    # The writer thread takes the connection over once the save has been read.
    connection = sqlite3.connect(path, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        # Off the frame's thread a real flush to the disk costs nobody anything, and then even a power cut loses no second.
        connection.execute("PRAGMA synchronous = FULL")
        schema.migrate(connection)
        return connection
    except sqlite3.Error as error:
        connection.close()
        raise SaveError(f"{path} cannot be opened for writing: {error}. Check its permissions and the free space.") from None


def _look_at(path: Path) -> None:
    """Refuse what is no save before anything is put beside it. One that another game is just creating has no header yet."""
    try:
        schema.read_header(path)
    except SaveError:
        if in_use(path):
            raise SaveInUse(IN_USE % path) from None
        raise


def _lock(path: Path) -> IO[bytes] | None:
    """Hold a file beside the save for as long as it is open; the system lets go of it when the process ends, however it ends."""
    if fcntl is None:
        return None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.with_name(path.name + ".lock").open("ab")
    except OSError as error:
        raise SaveError(f"{path} cannot be opened for writing: {error.strerror}. Check the folder's permissions.") from None
    for last in (*[False] * _LOOKS, True):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError:
            if last:
                file.close()
                raise SaveInUse(IN_USE % path) from None
            time.sleep(_LOOK)
    return file


def in_use(path: Path) -> bool:
    """Whether a save is open in a game, this one or another. Touches nothing; False on a platform that cannot tell."""
    lock = path.with_name(path.name + ".lock")
    if fcntl is None or not lock.exists():
        return False
    try:
        with lock.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    return False


def _back_up(path: Path, copy: sqlite3.Connection) -> None:
    try:
        backups.back_up(path, copy)
    except (OSError, sqlite3.Error) as error:
        # No room for a backup is no reason to keep people from their world.
        log.warning("no backup of %s was made: %s", path, error)
