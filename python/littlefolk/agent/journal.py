"""The journal: every record of every agent, appended to a SQLite file as it happens."""

import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from littlefolk.agent.journal_bodies import SCHEMA as BODIES
from littlefolk.agent.journal_bodies import Body, apart, body_of, pictures_of, together
from littlefolk.agent.journal_progress import KIND, progress_json
from littlefolk.present.record_json import call_json, json_line, reply_json, turn_json
from littlefolk.present.records import Turn
from littlefolk.present.untrusted import plain

log = logging.getLogger(__name__)
APPLICATION_ID = 0x4C464A31  # "LFJ1"
SCHEMA = """
CREATE TABLE IF NOT EXISTS records (
    number INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    turn TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
);
CREATE INDEX IF NOT EXISTS records_by_turn ON records (turn);
CREATE INDEX IF NOT EXISTS records_named ON records (agent, number) WHERE kind = 'call' AND json_extract(body, '$.handle') <> '';
"""


class JournalError(Exception):
    """The file cannot serve as a journal; the message says what to do."""


class Journal:
    """Appends from any thread; one thread of its own writes, so that neither a frame nor a turn waits for the disk.

    A record is written when a turn starts, when each of its calls ends, when a response is whole that says something, and when it ends.
    What happens in between is written as it comes, and taken out when the turn ends. WAL mode: a killed process loses at most what was
    not written yet. Large texts, and the pictures of outcomes, are kept once. Raises JournalError when the file is not a journal. `problem`
    says, for people, why nothing is written any more ("" while all is well).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problem = ""
        self._queue: queue.SimpleQueue[dict[str, Any] | list[Body] | None] = queue.SimpleQueue()
        self._written: dict[str, set[str]] = {}
        self._latest: dict[str, Turn] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = _opened(path)
        self.thread = threading.Thread(target=self._write, args=(connection,), name="journal", daemon=True)
        self.thread.start()

    def record(self, turn: Turn) -> None:
        """Take note of a new version of a turn; what is new and final in it is appended. Nothing happens once the file is closed."""
        if self.closed:
            return
        written = self._written.get(turn.id)
        if written is None:
            written = self._written[turn.id] = set()
            self._queue.put(turn_json(turn))
        elif progress := progress_json(self._latest[turn.id], turn):
            self._queue.put(progress)
        self._latest[turn.id] = turn
        for call in turn.calls:
            if call.status.final and call.id not in written:
                written.add(call.id)
                self._queue.put(call_json(turn, call))
                if pictures := pictures_of(call.outcome):
                    self._queue.put(pictures)
        for number, reply in enumerate(turn.replies):
            name = f"reply {number} {len(reply.heard)}"
            if (reply.text or reply.heard) and name not in written:
                written.add(name)
                self._queue.put(reply_json(turn, number))
        if turn.status.final and turn.finished is not None:
            self._queue.put(turn_json(turn))
            del self._written[turn.id], self._latest[turn.id]

    def close(self) -> None:
        """Write what is left and end the thread. Does not wait: see `closed`."""
        self._queue.put(None)

    @property
    def closed(self) -> bool:
        """Whether everything is written and the file is closed."""
        return not self.thread.is_alive()

    def _write(self, connection: sqlite3.Connection) -> None:
        try:
            while True:
                batch = [self._queue.get()]
                while not self._queue.empty():
                    batch.append(self._queue.get())
                bodies = [kept for item in batch if isinstance(item, list) for kept in item]
                told = [item for item in batch if isinstance(item, dict)]
                rows = [_row(body, bodies) for body in told]
                with connection:
                    connection.executemany("INSERT OR IGNORE INTO bodies (digest, media, data) VALUES (?, ?, ?)", bodies)
                    connection.executemany("INSERT INTO records (agent, turn, kind, body) VALUES (?, ?, ?, ?)", rows)
                    ended = [(body["id"], KIND) for body in told if body["record"] == "turn" and body["elapsed"] is not None]
                    connection.executemany("DELETE FROM records WHERE turn = ? AND kind = ?", ended)
                if None in batch:
                    return
        except sqlite3.Error as error:
            log.error("the journal %s cannot be written (%s); records from now on are lost", self.path, error)
            self.problem = f"what agents do is no longer written down: {self.path.name} cannot be written ({error})"
        finally:
            connection.close()


def records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a journal in order. Raises JournalError when there is no such file or it is not a journal."""
    if not path.is_file():
        raise JournalError(f"there is no journal at {path}")
    connection = _opened(path)
    try:
        for (body,) in connection.execute("SELECT body FROM records ORDER BY number"):
            yield together(body, connection)
    finally:
        connection.close()


def latest_named(path: Path, count: int) -> list[tuple[str, str, str]]:
    """Of each agent the latest `count` calls whose value has a handle, oldest first: agent, handle, result as JSON text.

    Raises JournalError as `records` does.
    """
    if not path.is_file():
        raise JournalError(f"there is no journal at {path}")
    connection = _opened(path)
    named = "kind = 'call' AND json_extract(body, '$.handle') <> ''"
    try:
        agents = [agent for (agent,) in connection.execute(f"SELECT DISTINCT agent FROM records WHERE {named}")]
        rows: list[tuple[str, str, str]] = []
        for agent in agents:
            query = f"SELECT body FROM records WHERE {named} AND agent = ? ORDER BY number DESC LIMIT ?"
            found = [together(body, connection) for (body,) in connection.execute(query, (agent, count))]
            rows += [(agent, str(body["handle"]), json.dumps(body["result"])) for body in reversed(found)]
        return rows
    except sqlite3.DatabaseError as error:
        raise JournalError(f"{path} cannot be read ({error})") from error
    finally:
        connection.close()


def pictures(path: Path) -> Callable[[str], bytes | None]:
    """Reads the pictures that a journal keeps, by their SHA-256: their bytes, or None for one that is not there."""

    def read(digest: str) -> bytes | None:
        connection = _opened(path)
        try:
            return body_of(connection, digest)
        finally:
            connection.close()

    return read


def _row(body: dict[str, Any], bodies: list[Body]) -> tuple[str, str, str, str]:
    turn = body["id"] if body["record"] == "turn" else body["turn"]
    return plain(body["agent"]), plain(turn), body["record"], json_line(apart(body, bodies))


def _opened(path: Path) -> sqlite3.Connection:
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(path, check_same_thread=False)
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application != APPLICATION_ID and tables:
            raise JournalError(f"{path} belongs to another program: move it away, and a new journal is begun")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.executescript(SCHEMA + BODIES)
    except sqlite3.DatabaseError as error:
        _close(connection)
        raise JournalError(f"{path} cannot be read as a journal ({error}): move it away, and a new journal is begun") from error
    except JournalError:
        _close(connection)
        raise
    return connection


def _close(connection: sqlite3.Connection | None) -> None:
    if connection is not None:
        connection.close()
