"""The transcript: each turn's records as plain lines and JSON lines, as they happen."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO

from littlefolk.present.record_json import call_json, json_line, turn_json
from littlefolk.present.records import Turn
from littlefolk.present.turn_text import call_line, turn_closing, turn_opening


class Transcript:
    """Gives each record once: its line to `on_line`, its JSON object to a file, if there is one. Thread-safe."""

    def __init__(self, on_line: Callable[[str], None], path: Path | None = None) -> None:
        self._on_line = on_line
        self._lock = threading.Lock()
        self._told: dict[str, set[str]] = {}
        self._file: IO[str] | None = None
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w", encoding="utf-8")

    def record(self, turn: Turn) -> None:
        """Take note of a new version of a turn."""
        with self._lock:
            told = self._told.get(turn.id)
            if told is None:
                told = self._told[turn.id] = set()
                self._tell(turn_opening(turn), turn_json(turn))
            for call in turn.calls:
                if call.status.final and call.id not in told:
                    told.add(call.id)
                    end = call.finished if call.finished is not None else call.started
                    self._tell(call_line(call, end), call_json(turn, call))
            if turn.finished is not None and turn.status.final:
                del self._told[turn.id]
                self._tell(turn_closing(turn), turn_json(turn))

    def close(self) -> None:
        """Close the file; lines go on."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def _tell(self, line: str, body: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(json_line(body) + "\n")
            self._file.flush()
        self._on_line(line)
