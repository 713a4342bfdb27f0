"""Interleaved timing of two functions in one process, and the row that states the outcome.

Machines are shared and swing two- or threefold, so nothing here trusts an absolute time: both functions run in turns, many short rounds
each, and what counts is the median of the ratios of neighbouring rounds.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One comparison. ``ratio`` is peer ÷ ours, so larger is better; ``floor`` must be met, ``stretch`` is hoped for."""

    name: str
    case: str
    peer: str
    ours_us: float
    peer_us: float
    ratio: float
    floor: float
    stretch: float | None
    identical: bool

    @property
    def met(self) -> bool:
        """Whether the outputs agreed and the floor was reached."""
        return self.identical and self.ratio >= self.floor

    def as_json(self) -> dict[str, object]:
        """The row as plain values."""
        return asdict(self)


def seconds(work: Work, times: int) -> float:
    """Mean processor time of this thread over `times` calls in a row; waiting for a busy machine is not counted."""
    start = time.thread_time()
    for _ in range(times):
        work()
    return (time.thread_time() - start) / times


def repeats(work: Work, target: float) -> int:
    """How many calls fill about `target` seconds."""
    work()
    return max(1, int(target / max(seconds(work, 3), 1e-7)))


def interleaved(ours: Work, peer: Work, rounds: int = 61, slice_seconds: float = 0.003) -> tuple[float, float, float]:
    """Median microseconds of both and the median of their ratios, from rounds that alternate."""
    n_ours, n_peer = repeats(ours, slice_seconds), repeats(peer, slice_seconds)
    pairs = []
    gc.collect()
    gc.disable()
    try:
        for turn in range(rounds):
            if turn % 2:
                b = seconds(peer, n_peer)
                a = seconds(ours, n_ours)
            else:
                a = seconds(ours, n_ours)
                b = seconds(peer, n_peer)
            pairs.append((a, b))
    finally:
        gc.enable()
    return (
        statistics.median(a for a, _ in pairs) * 1e6,
        statistics.median(b for _, b in pairs) * 1e6,
        statistics.median(b / a for a, b in pairs),
    )


def compare_timed(
    name: str,
    case: str,
    peer_name: str,
    ours: Work,
    peer: Callable[[int], float],
    same: bool,
    floor: float,
    stretch: float | None,
    warm: int = 20,
) -> Row:
    """Compare with a peer in another process that times itself: ``peer(n)`` gives the seconds of a call, as a mean over n calls.

    ``warm`` calls of the peer come first.
    """
    if not same:
        return Row(name, case, peer_name, 0.0, 0.0, 0.0, floor, stretch, False)
    peer(warm)  # lets its compiler settle
    times, n_ours = max(1, int(0.01 / peer(3))), repeats(ours, 0.003)
    pairs = []
    for _ in range(41):
        pairs.append((seconds(ours, n_ours), peer(times)))
    a, b = (statistics.median(pair[side] for pair in pairs) * 1e6 for side in (0, 1))
    return Row(name, case, peer_name, round(a, 2), round(b, 2), round(statistics.median(y / x for x, y in pairs), 2), floor, stretch, True)


def compare(
    name: str, case: str, peer_name: str, ours: Work, peer: Work, same: Callable[[], bool], floor: float, stretch: float | None
) -> Row:
    """Check that the outputs agree, then time. Nothing is timed when they do not."""
    if not same():
        return Row(name, case, peer_name, 0.0, 0.0, 0.0, floor, stretch, False)
    a, b, ratio = interleaved(ours, peer)
    return Row(name, case, peer_name, round(a, 2), round(b, 2), round(ratio, 2), floor, stretch, True)


def calibration() -> float:
    """Microseconds of a fixed loop of plain Python; how fast the machine is at the moment."""

    def loop() -> int:
        total = 0
        for i in range(20_000):
            total += i ^ (total >> 3)
        return total

    return min(seconds(loop, 3) for _ in range(5)) * 1e6
