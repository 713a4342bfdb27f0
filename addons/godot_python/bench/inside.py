"""The measurements, inside Godot: both languages in turns in one process; the rows are printed as JSON at the end.

What is taken is the processor time of the main thread, and of it the median over the rounds and the median of the ratios of
neighbouring rounds, because machines are shared and swing.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import godot
import numpy as np
from godot import GDScript, Image, Node, PackedByteArray, Vector3
from peers import COUNTING, GDSCRIPT, SIDE, UNROLLED, BenchCounter, BenchSubject, unrolled

MARKER = "BINDING-BENCH-ROWS "
ROUNDS, SLICE = 41, 0.004
CHILDREN, CROWD = 1000, 10_000
# Frames of one language before the other has its turn, how many turns, and frames that are not counted after a change.
TURN_FRAMES, TURNS, SETTLING = 4, 12, 2
PEER = "typed GDScript"
Work = Callable[[int], Any]


def script(source: str) -> Any:
    made = GDScript()
    made.source_code = source
    if made.reload() != 0:
        raise RuntimeError(f"the peer does not compile:\n{source}")
    return made


def seconds(work: Work, times: int) -> float:
    start = time.thread_time()
    work(times)
    return time.thread_time() - start


def repeats(work: Work) -> int:
    work(1)
    return max(1, int(SLICE / max(seconds(work, 20) / 20, 1e-8)))


def row(name: str, case: str, peer: str, ours: float, theirs: float, ratio: float, floor: float, stretch: float | None, identical: bool):
    return {
        "name": name, "case": case, "peer": peer, "ours_us": round(ours, 4), "peer_us": round(theirs, 4), "ratio": round(ratio, 3),
        "floor": floor, "stretch": stretch, "identical": identical,
    }  # fmt: skip


def compare(
    name: str, case: str, peer: str, ours: Work, theirs: Work, same: bool, each: int, floor: float, stretch: float | None
) -> dict[str, Any]:
    """One row; `each`: how many operations one turn of a loop holds. Nothing is timed when the outputs differ."""
    if not same:
        return row(name, case, peer, 0, 0, 0, floor, stretch, False)
    mine, other = repeats(ours), repeats(theirs)
    pairs = []
    gc.collect()
    gc.disable()
    for turn in range(ROUNDS):
        if turn % 2:
            b = seconds(theirs, other) / other
            a = seconds(ours, mine) / mine
        else:
            a = seconds(ours, mine) / mine
            b = seconds(theirs, other) / other
        pairs.append((a / each * 1e6, b / each * 1e6))
    gc.enable()
    medians = [statistics.median(side) for side in zip(*pairs, strict=True)]
    return row(name, case, peer, *medians, statistics.median(b / a for a, b in pairs), floor, stretch, True)


def calls(subject: BenchSubject, peer: Any) -> Iterator[dict[str, Any]]:
    def by_name(method: str) -> tuple[Work, Work]:
        return getattr(subject, method), lambda n: peer.call(method, n)

    def outputs(method: str) -> bool:
        mine, theirs = by_name(method)
        return bool(mine(3) == theirs(3) and subject.position == peer.position and subject.visible == peer.visible)

    for method, case in (
        ("method_vector", "set_position(Vector3)"),
        ("method_integer", "get_child_count() -> int"),
        ("method_flag", "set_visible(bool)"),
        ("method_result", "get_position() -> Vector3"),
    ):
        yield compare("call", case, PEER, *by_name(method), outputs(method), UNROLLED, 0.25, None)
    yield compare("property set", "position", PEER, *by_name("property_set"), outputs("property_set"), UNROLLED, 0.667, None)
    yield compare("property get", "position", PEER, *by_name("property_get"), outputs("property_get"), UNROLLED, 0.667, None)
    mine, theirs = by_name("signals")
    mine(2)
    theirs(2)
    yield compare("signal", "one int, one listener", PEER, mine, theirs, subject.total == peer.get("total") == 60, UNROLLED, 0.25, None)


def virtuals(script_of_counter: Any) -> dict[str, Any]:
    """The engine itself calls the `_process` of a thousand children."""
    parents = []
    for make in (BenchCounter, lambda: scripted(script_of_counter)):
        parent = Node()
        for _ in range(CHILDREN):
            parent.add_child(make())
        parents.append(parent)
    what = Node.NOTIFICATION_PROCESS

    def work(parent: Any) -> Work:
        def notify(n: int) -> None:
            for _ in range(n):
                parent.propagate_notification(what)

        return notify

    for parent in parents:
        work(parent)(3)
    mine, theirs = (
        [child.get("count") if scripts else child.count for child in parent.get_children()] for scripts, parent in enumerate(parents)
    )
    same = mine == theirs == [3] * CHILDREN
    found = compare("virtual", f"_process of {CHILDREN} nodes, each", PEER, work(parents[0]), work(parents[1]), same, CHILDREN, 0.333, 0.5)
    for parent in parents:
        parent.free()
    return found


def arrays(subject: BenchSubject, peer: Any) -> Iterator[dict[str, Any]]:
    subject.array_in(1)
    peer.call("array_in", 1)
    same = bool(subject.image.get_data() == peer.get("image").get_data() == PackedByteArray(subject.source))
    copying = f"{PEER}, one copy"
    # Not above a half: the engine clears the memory of a new array before an extension may copy into it.
    yield compare("1 MB in", "numpy -> Image.set_data", copying, subject.array_in, lambda n: peer.call("array_in", n), same, 1, 0.5, None)
    same = subject.array_address() and subject.array_out(1) == peer.call("array_out_copied", 1) == int(subject.source[777])
    copied = lambda n: peer.call("array_out_copied", n)  # noqa: E731
    yield compare("1 MB out", "Image.get_data -> numpy, no copy", copying, subject.array_out, copied, same, 1, 5, 10)


def scripted(script_of_node: Any) -> Any:
    node = Node()
    node.set_script(script_of_node)
    return node


class Stopwatch(Node):
    """Two of these stand before and after all other nodes of a frame."""

    def __init__(self) -> None:
        self.at = 0.0

    def _process(self, delta: float) -> None:
        self.at = time.thread_time()


class Crowd:
    """Ten thousand nodes of each language in the tree; one language at a time processes, frame by frame."""

    def __init__(self, script_of_counter: Any) -> None:
        self.first, self.last = Stopwatch(), Stopwatch()
        self.first.process_priority, self.last.process_priority = -100, 100
        self.parents = [Node(), Node()]
        for parent, make in zip(self.parents, (BenchCounter, lambda: scripted(script_of_counter)), strict=True):
            parent.process_mode = Node.PROCESS_MODE_DISABLED
            for _ in range(CROWD):
                parent.add_child(make())
        for node in (self.first, *self.parents, self.last):
            godot.tree().root.add_child(node)
        self.times: tuple[list[float], list[float]] = ([], [])
        self.frame = self.turn = 0
        self.switch()

    def switch(self) -> None:
        for index, parent in enumerate(self.parents):
            chosen = index == self.turn % 2
            parent.process_mode = Node.PROCESS_MODE_INHERIT if chosen else Node.PROCESS_MODE_DISABLED
        gc.collect()
        gc.disable()

    def step(self) -> bool:
        """After each frame; True when all turns are done."""
        if self.frame >= SETTLING:
            self.times[self.turn % 2].append((self.last.at - self.first.at) * 1e6)
        self.frame += 1
        if self.frame == SETTLING + TURN_FRAMES:
            self.frame, self.turn = 0, self.turn + 1
            if self.turn < 2 * TURNS:
                self.switch()
        return self.turn == 2 * TURNS

    def row(self) -> dict[str, Any]:
        counts = [
            [child.get("count") if scripts else child.count for child in parent.get_children()]
            for scripts, parent in enumerate(self.parents)
        ]
        same = counts[0] == counts[1] and min(counts[0]) > 0
        mine, theirs = (statistics.median(times) for times in self.times)
        ratio = statistics.median(b / a for a, b in zip(*self.times, strict=True))
        return row("_process", f"{CROWD} nodes, one frame", PEER, mine, theirs, ratio, 0.333, 0.5, same)


rows: list[dict[str, Any]] = []
crowd: Crowd | None = None


@godot.on_frame
def step() -> None:
    try:
        measure()
    except Exception:
        godot.tree().quit(1)
        raise


def measure() -> None:
    global crowd
    if crowd is None:
        subject, peer = BenchSubject(), godot.Node3D()
        peer.set_script(script(unrolled(GDSCRIPT)))
        peer.call("begin", PackedByteArray(subject.source), Image.create_empty(SIDE, SIDE, False, Image.FORMAT_RGBA8))
        subject.position = peer.position = Vector3(7, 8, 9)
        counter = script(COUNTING)
        rows.extend([*calls(subject, peer), virtuals(counter), *arrays(subject, peer)])
        subject.free()
        peer.free()
        crowd = Crowd(counter)
    elif crowd.step():
        rows.append(crowd.row())
        print(MARKER + json.dumps({"rows": rows, "numpy": np.__version__}))
        godot.tree().quit(0)
        crowd.step = lambda: False  # type: ignore[method-assign]
