"""A journal as a Parquet file, for DuckDB, pandas and the like: one row a record, with the whole record as JSON beside its columns."""

import importlib.util
import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from littlefolk.present.record_json import json_line

COLUMNS = {
    "number": "BIGINT",
    "record": "VARCHAR",
    "agent": "VARCHAR",
    "turn": "VARCHAR",
    "call": "VARCHAR",
    "asker": "VARCHAR",
    "audience": "VARCHAR",
    "status": "VARCHAR",
    "tool": "VARCHAR",
    "outcome": "VARCHAR",
    "prompt": "VARCHAR",
    "text": "VARCHAR",
    "reason": "VARCHAR",
    "raw": "VARCHAR",
    "output": "VARCHAR",
    "elapsed": "DOUBLE",
    "clock": "DOUBLE",
    "tokens_in": "BIGINT",
    "tokens_out": "BIGINT",
    "dollars": "DOUBLE",
    "body": "VARCHAR",
}


class ParquetError(OSError):
    """The file cannot be written; the message says what to do."""


def write_parquet(records: Iterable[Mapping[str, Any]], path: Path) -> int:
    """Write records to a Parquet file, whole or not at all; how many they were. Raises ParquetError without the package duckdb."""
    if importlib.util.find_spec("duckdb") is None:
        raise ParquetError("Parquet needs the package duckdb: `pip install duckdb`, or export as JSON Lines, which DuckDB reads as well")
    import duckdb

    path.absolute().parent.mkdir(parents=True, exist_ok=True)
    count = 0
    with tempfile.TemporaryDirectory(prefix=".parquet-", dir=path.absolute().parent) as scratch:
        lines, made = Path(scratch) / "records.jsonl", Path(scratch) / "records.parquet"
        with lines.open("w", encoding="utf-8") as file:
            for count, record in enumerate(records, 1):
                file.write(json_line(_row(count, record)) + "\n")
        columns = "{" + ", ".join(f"'{name}': '{kind}'" for name, kind in COLUMNS.items()) + "}"
        source = f"read_json({_quoted(lines)}, format = 'newline_delimited', columns = {columns}, maximum_object_size = 268435456)"
        try:
            with duckdb.connect() as connection:
                connection.execute(f"COPY (SELECT * FROM {source} ORDER BY number) TO {_quoted(made)} (FORMAT parquet, COMPRESSION zstd)")
        except duckdb.Error as error:
            raise ParquetError(f"{path} could not be written: {error}") from error
        made.replace(path)
    return count


def _row(number: int, record: Mapping[str, Any]) -> dict[str, Any]:
    kind, usage = record["record"], record.get("usage", {})
    row = {name: record.get(name) for name in COLUMNS}
    return row | {
        "number": number,
        "turn": record["id"] if kind == "turn" else record["turn"],
        "call": record["id"] if kind == "call" else None,
        "outcome": (record.get("result") or {}).get("outcome"),
        **{name: usage.get(name) for name in ("tokens_in", "tokens_out", "dollars")},
        "body": json.dumps(record, ensure_ascii=False),
    }


def _quoted(path: Path) -> str:
    """A path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"
