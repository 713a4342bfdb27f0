"""What a session's processes take: memory, processor and their number, as a bounded series."""

import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EVERY = 0.033  # seconds from one look to the next
KEPT = 900  # looks: the latest half minute


@dataclass(frozen=True, slots=True)
class Sample:
    """One look: seconds since the start, resident bytes, processor seconds taken so far, and how many processes there were."""

    at: float
    memory: int
    cpu: float
    processes: int


@dataclass(frozen=True, slots=True)
class Observation:
    """What is known of a session's processes: the latest look, and the most that was ever seen. Bytes, seconds, processes."""

    seconds: float = 0.0
    memory: int = 0
    cpu: float = 0.0
    processes: int = 0
    most_memory: int = 0
    most_processes: int = 0


class Series:
    """The latest looks at a session. One thread adds, any reads."""

    def __init__(self) -> None:
        self.latest = Observation()
        self._lock = threading.Lock()
        self._kept: deque[Sample] = deque(maxlen=KEPT)
        self._counted = 0.0
        self._gone = 0.0  # processor time of processes that ended
        self._cpu: dict[Any, float] = {}

    def settle(self, cpu: float) -> None:
        """Take in the processor time of all that was waited for, as the kernel counted it: looks miss what ends between them."""
        self._counted = cpu

    def add(self, at: float, taken: Mapping[Any, tuple[float, int]]) -> None:
        """Look at processes: for each, by what tells it from all others, its processor seconds and its resident bytes."""
        for identity, cpu in self._cpu.items():
            if identity not in taken:
                self._gone += cpu
        self._cpu = {identity: cpu for identity, (cpu, _memory) in taken.items()}
        memory = sum(memory for _cpu, memory in taken.values())
        before = self.latest
        self.latest = Observation(
            at,
            memory,
            max(self._counted, self._gone + sum(self._cpu.values())),
            len(taken),
            max(before.most_memory, memory),
            max(before.most_processes, len(taken)),
        )
        with self._lock:
            self._kept.append(Sample(at, memory, self.latest.cpu, len(taken)))

    def samples(self) -> tuple[Sample, ...]:
        """The kept looks, oldest first."""
        with self._lock:
            return tuple(self._kept)
