"""The settings in force: who listens hears of changes at once, the file is written off the frame's thread."""

import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from littlefolk.game.settings import Settings, read_settings, write_settings

log = logging.getLogger(__name__)
Listener = Callable[[Settings], None]


class Preferences:
    """Settings and their file. `problem` says what was wrong with the file when it was read, or why it cannot be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.settings, self.problem = read_settings(path)
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._wanted: Settings | None = None
        self._writer: threading.Thread | None = None

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with the settings now and after each change. Returns what ends it."""
        self._listeners.append(listener)
        listener(self.settings)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def change(self, **values: Any) -> None:
        """Change settings: everybody hears of it, and the file is written. Raises ValidationError for values that will not do."""
        changed = self.settings.changed(**values)
        if changed == self.settings:
            return
        self.settings = changed
        for listener in tuple(self._listeners):
            listener(changed)
        with self._lock:
            self._wanted = changed
            if self._writer is None:
                self._writer = threading.Thread(target=self._write, name="settings", daemon=True)
                self._writer.start()

    @property
    def written(self) -> bool:
        """Whether the file is up to date, or cannot be written."""
        with self._lock:
            return self._writer is None

    def _write(self) -> None:
        while True:
            with self._lock:
                wanted, self._wanted = self._wanted, None
                if wanted is None:
                    self._writer = None
                    return
            try:
                write_settings(self.path, wanted)
                self.problem = ""
            except OSError as error:
                log.warning("the settings were not written: %s", error)
                self.problem = f"The settings could not be saved: {error}"
