"""Large texts and pictures of a journal: each kept once, under the SHA-256 of what it is."""

import hashlib
import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from littlefolk.present.image import Image, images_of
from littlefolk.present.outcome import Done, Outcome

LARGE = 4096  # bytes of a text that stands in its record
KEY = "$sha256"  # no field of a record begins so
SCHEMA = "CREATE TABLE IF NOT EXISTS bodies (digest TEXT PRIMARY KEY, media TEXT NOT NULL, data BLOB NOT NULL) WITHOUT ROWID;"
TEXT = "text/plain; charset=utf-8"
Body = tuple[str, str, bytes]


def apart(value: Any, bodies: list[Body]) -> Any:
    """A record with its large texts replaced by `{"$sha256": …, "bytes": …}`; they are added to `bodies`."""
    if isinstance(value, str):
        if len(value) * 4 <= LARGE:
            return value
        data = value.encode("utf-8", "replace")
        if len(data) <= LARGE:
            return value
        digest = hashlib.sha256(data).hexdigest()
        bodies.append((digest, TEXT, data))
        return {KEY: digest, "bytes": len(data)}
    if isinstance(value, dict):
        return {name: apart(part, bodies) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [apart(part, bodies) for part in value]
    return value


def together(body: str, connection: sqlite3.Connection) -> Any:
    """A record as it was, from its JSON text; a body that is lost is told by its size."""
    record = json.loads(body)
    return _whole(record, connection) if KEY in body else record


def _whole(value: Any, connection: sqlite3.Connection) -> Any:
    if isinstance(value, dict):
        if value.keys() == {KEY, "bytes"}:
            data = body_of(connection, value[KEY])
            return f"[{value['bytes']:,} bytes that are lost]" if data is None else data.decode("utf-8", "replace")
        return {name: _whole(part, connection) for name, part in value.items()}
    return [_whole(part, connection) for part in value] if isinstance(value, list) else value


def body_of(connection: sqlite3.Connection, digest: str) -> bytes | None:
    """A body by its digest."""
    row = connection.execute("SELECT data FROM bodies WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else bytes(row[0])


def pictures_of(outcome: Outcome | None) -> list[Body]:
    """The pictures of an outcome."""
    if not isinstance(outcome, Done):
        return []
    return [(image.digest, image.media_type, image.data) for image in images_of(outcome.value)]


def with_pictures(value: Any, read: Callable[[str], bytes | None]) -> Any:
    """A recorded value with the bytes of its pictures, where they are kept."""
    image = value if isinstance(value, Image) else getattr(value, "image", None)
    if not isinstance(image, Image) or image.data:
        return value
    data = read(image.digest)
    if data is None or hashlib.sha256(data).hexdigest() != image.digest:
        return value
    whole = replace(image, data=data)
    return whole if value is image else replace(value, image=whole)
