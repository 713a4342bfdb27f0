"""Where the time of frames goes: nested zones over bounded pieces of work, in buffers that are made once."""

from __future__ import annotations

import json
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

FRAMES, ZONES = 1024, 64


class Span(NamedTuple):
    """One zone of a frame: its name, how deep it is nested, and when it began and ended, in ns of the clock."""

    name: str
    depth: int
    start: int
    end: int


class _Nothing:
    """The zone of a profile that is off."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class _Zone:
    """One named zone; it may be entered again within itself."""

    __slots__ = ("_number", "_profile")

    def __init__(self, profile: Profile, number: int) -> None:
        self._profile, self._number = profile, number

    def __enter__(self) -> None:
        self._profile._open(self._number)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._profile._close()


_NOTHING = _Nothing()


class Profile:
    """Times the frames of one thread while `on`; off, a zone costs one call. The latest `frames` frames are kept.

    ``with profile.frame(): … with profile.zone("drain"): …``. A frame's zones beyond `zones` are not kept. clock: ns.
    """

    def __init__(self, frames: int = FRAMES, zones: int = ZONES, clock: Callable[[], int] = time.perf_counter_ns) -> None:
        self.on = False
        self.count = 0
        """Frames timed so far."""
        self._frames, self._room, self._clock = frames, zones, clock
        self._zones: dict[str, _Zone] = {}
        self._names: list[str] = []
        self._numbers = array("i", bytes(4 * frames * zones))
        self._depths = array("i", bytes(4 * frames * zones))
        self._starts = array("q", bytes(8 * frames * zones))
        self._ends = array("q", bytes(8 * frames * zones))
        self._used = array("i", bytes(4 * frames))
        self._base = self._next = 0
        self._stack: list[int] = []
        self._timing = False

    def frame(self) -> _Zone | _Nothing:
        """The zone of a whole frame. A frame that was on its way when the profile went on or off is not timed."""
        if not self.on:
            self._timing = False
            return _NOTHING
        self._timing = True
        self._base = self.count % self._frames * self._room
        self._next = 0
        self._stack.clear()
        return self._zone("frame")

    def zone(self, name: str) -> _Zone | _Nothing:
        """A zone within the frame."""
        return self._zone(name) if self._timing else _NOTHING

    def durations(self) -> list[float]:
        """Milliseconds of the kept frames, oldest first."""
        return [(self._ends[base] - self._starts[base]) / 1e6 for base in self._bases()]

    def spans(self, frame: int) -> list[Span]:
        """The zones of a kept frame, 0 the oldest, in the order in which they began."""
        base = self._bases()[frame]
        places = range(base, base + self._used[base // self._room])
        return [Span(self._names[self._numbers[i]], self._depths[i], self._starts[i], self._ends[i]) for i in places]

    def tree(self, frame: int) -> str:
        """A frame as lines, one a zone, indented, with milliseconds."""
        return "\n".join(f"{'  ' * span.depth + span.name:<28}{(span.end - span.start) / 1e6:9.3f} ms" for span in self.spans(frame))

    def heaviest(self, frame: int) -> str:
        """The innermost zone in which most of a frame's time went by itself, or ``frame``."""
        own: dict[str, int] = {}
        above: list[Span] = []
        for span in self.spans(frame):
            del above[span.depth :]
            length = span.end - span.start
            own[span.name] = own.get(span.name, 0) + length
            if above:
                own[above[-1].name] -= length
            above.append(span)
        return max(own, key=lambda name: own[name], default="frame")

    def write_trace(self, path: Path) -> None:
        """Write the kept frames as a trace that Chrome's tracing view and Perfetto open (the Trace Event Format, complete events)."""
        events = [
            {"name": span.name, "ph": "X", "ts": span.start / 1e3, "dur": (span.end - span.start) / 1e3, "pid": 1, "tid": 1}
            for frame in range(len(self._bases()))
            for span in self.spans(frame)
        ]
        path.write_text(json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}), encoding="utf-8")

    def _zone(self, name: str) -> _Zone:
        zone = self._zones.get(name)
        if zone is None:
            zone = self._zones[name] = _Zone(self, len(self._names))
            self._names.append(name)
        return zone

    def _bases(self) -> list[int]:
        kept = min(self.count, self._frames)
        return [number % self._frames * self._room for number in range(self.count - kept, self.count)]

    def _open(self, number: int) -> None:
        place = -1
        if self._next < self._room:
            place = self._base + self._next
            self._next += 1
            self._numbers[place] = number
            self._depths[place] = len(self._stack)
            self._starts[place] = self._clock()
        self._stack.append(place)

    def _close(self) -> None:
        now = self._clock()
        place = self._stack.pop()
        if place >= 0:
            self._ends[place] = now
        if not self._stack:
            self._used[self._base // self._room] = self._next
            self.count += 1
            self._timing = False
