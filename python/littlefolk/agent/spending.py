"""What models cost today, and the limit of a day."""

import contextlib
import datetime
import json
import logging
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from littlefolk.agent.providers.pricing import Price
from littlefolk.present.records import Usage

try:
    import fcntl
except ImportError:  # no file locks: two games at once may then count less than both spent
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)


def today() -> str:
    """The local day."""
    return datetime.date.today().isoformat()


class Spending:
    """A person's spending of one day, in US dollars, over all their games. From any thread; nobody waits for the disk.

    `path` is the file that keeps it (None: this game alone knows); `limit` the most that a day may cost (None: no limit).
    """

    def __init__(self, path: Path | None = None, limit: float | None = None, day: Callable[[], str] = today) -> None:
        self.limit = limit
        self._path = path
        self._day = day
        self._lock = threading.Lock()
        self._current = day()
        self._spent = _read(path, self._current)
        self._agents: dict[str, float] = {}
        self._unwritten = 0.0
        self._writer: threading.Thread | None = None

    @property
    def dollars(self) -> float:
        """What today cost so far."""
        with self._lock:
            self._turn_over()
            return self._spent

    def of(self, agent: str) -> float:
        """What one agent of this game cost today."""
        with self._lock:
            self._turn_over()
            return self._agents.get(agent, 0.0)

    def rename(self, before: str, after: str) -> None:
        """What an agent cost today goes on under its new name."""
        with self._lock:
            self._agents[after] = self._agents.pop(before, 0.0)

    def forget(self, agent: str) -> None:
        """Whoever comes to bear this name has cost nothing yet. The day's sum stays."""
        with self._lock:
            self._agents.pop(agent, None)

    def refusal(self, price: Price | None, model: str) -> str:
        """Why no more may be asked of a model today, in words for people; "" where it may."""
        if self.limit is None or (price is not None and not (price.read or price.written)):
            return ""
        if price is None:
            return (
                f"a day may cost ${self.limit:.2f}, and nobody said what {model or 'this model'} costs: "
                "set its `price` in providers.toml, or take the limit out"
            )
        if self.dollars >= self.limit:
            return f"today's models cost ${self.dollars:.2f}, and a day may cost ${self.limit:.2f}: raise `dollars_a_day` in providers.toml"
        return ""

    def spend(self, agent: str, price: Price | None, usage: Usage) -> float:
        """Count the tokens of one response; what they cost (0 where nobody said)."""
        cost = price.of(usage) if price is not None else 0.0
        if cost > 0:
            with self._lock:
                self._turn_over()
                self._spent += cost
                self._agents[agent] = self._agents.get(agent, 0.0) + cost
                self._unwritten += cost
                if self._path is not None and self._writer is None:
                    self._writer = threading.Thread(target=self._write, name="spending", daemon=True)
                    self._writer.start()
        return cost

    def close(self) -> None:
        """Wait until all is written."""
        with self._lock:
            writer = self._writer
        if writer is not None:
            writer.join()

    def _turn_over(self) -> None:
        day = self._day()
        if day != self._current:
            self._current, self._spent, self._unwritten = day, 0.0, 0.0
            self._agents.clear()

    def _write(self) -> None:
        """Add what is not written yet to what the file says: another game may have added to it meanwhile."""
        assert self._path is not None
        while True:
            with self._lock:
                more, day = self._unwritten, self._current
                self._unwritten = 0.0
                if not more:
                    self._writer = None
                    return
            try:
                with _locked(self._path):
                    total = _read(self._path, day) + more
                    _put(self._path, {"day": day, "dollars": round(total, 6)})
            except OSError as error:
                log.warning("what models cost was not written down: %s", error)
                continue
            with self._lock:
                if self._current == day:
                    self._spent = max(self._spent, total + self._unwritten)


def _read(path: Path | None, day: str) -> float:
    try:
        kept: Any = json.loads(path.read_text(encoding="utf-8")) if path is not None else {}
        return max(0.0, float(kept["dollars"])) if kept.get("day") == day else 0.0
    except FileNotFoundError:
        return 0.0
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        log.warning("%s cannot be read (%s): today's spending is counted anew", path, error)
        return 0.0


def _put(path: Path, body: dict[str, Any]) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_text(json.dumps(body) + "\n", encoding="utf-8")
    os.replace(new, path)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(path.name + ".lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
