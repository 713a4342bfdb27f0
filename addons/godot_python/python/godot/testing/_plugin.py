"""The pytest plugin: fixtures, and the guard around every test."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import _godot
import pytest

import godot
from godot.testing import _errors
from godot.testing._frames import closing
from godot.testing._frames import wait_frames as wait

# Frames and seconds that freed nodes and released resources may take to go: the engine's own threads let go of some, and frames that
# draw nothing fly by meanwhile.
SETTLING_FRAMES, SETTLING_SECONDS = 3, 1.0
MARKER = "keeps_objects: this test makes the engine keep objects on purpose (a cache that it fills); orphan nodes still fail it"


def object_count() -> int:
    return int(_monitor("OBJECT_COUNT"))


def orphan_count() -> int:
    return int(_monitor("OBJECT_ORPHAN_NODE_COUNT"))


def _monitor(name: str) -> float:
    return float(_godot.singleton("Performance").get_monitor(getattr(godot.Performance, name)))


def _lasting() -> list[Any]:
    """The engine's lasting objects, held so that none of them counts as left over by the test that first used it."""
    found = [godot.tree(), godot.tree().root]
    for name in _godot.table("singletons"):
        with suppress(AttributeError):
            found.append(_godot.singleton(name))
    return found


def _python_leftovers(before: tuple[int, int], after: tuple[int, int]) -> str:
    """What Python still holds of the engine, or engine of Python; empty when nothing came to stay."""
    objects, callables = (max(0, now - then) for then, now in zip(before, after, strict=True))
    if not objects and not callables:
        return ""
    lasting = set(_godot.table("singletons").values())
    kinds = Counter(type(found).__name__ for found in gc.get_objects() if isinstance(found, _godot.EngineObject))
    now = {name: count for name, count in kinds.items() if name not in lasting}
    return (
        f"{objects} Python objects of engine objects and {callables} callables were left over; there are now {now}; "
        "mark keeps_objects if a module or a cache keeps them on purpose"
    )


def _orphans() -> str:
    nodes = [_godot.instance_from_id(number) for number in godot.Node.get_orphan_node_ids()]
    return ", ".join(f"{node.get_name()} ({node.get_class()})" for node in nodes if node is not None)


def _fill_engine_caches() -> None:
    """Text and themes fill caches of the engine, which would look like leaks of the first test that shows a label."""
    label = godot.Label(text="Ag")
    godot.tree().root.add_child(label)
    wait(2)
    label.free()


class EnginePlugin:
    """Registered with pytest by `godot.testing.start()`."""

    def __init__(self) -> None:
        self.lasting: list[Any] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", MARKER)
        self.log = _errors.listen()

    def pytest_unconfigure(self) -> None:
        _errors.ignore(self.log)
        del self.log
        self.lasting.clear()
        gc.unfreeze()

    @pytest.fixture(autouse=True)
    def _engine_guard(self, request: pytest.FixtureRequest) -> Iterator[None]:
        """Fails a test that leaves objects of the engine or of Python behind, or makes the engine print an error it did not expect."""
        if not self.lasting:
            _fill_engine_caches()
            self.lasting = _lasting()
            gc.collect()
            gc.freeze()  # what was there before the first test need not be looked at around every one
        gc.collect()
        wait()
        _errors.unexpected()
        objects, orphans = object_count(), orphan_count()
        python, failed = _godot.live_counts(), request.session.testsfailed
        yield
        if closing():
            return
        # pytest itself would hold what fixtures gave until the next test.
        request.node.funcargs.clear()
        keeps = request.node.get_closest_marker("keeps_objects") is not None
        frames, end = SETTLING_FRAMES, time.monotonic() + SETTLING_SECONDS
        while frames > 0 or (not keeps and time.monotonic() < end):
            frames -= 1
            gc.collect()
            wait()
            engine_clean = object_count() <= objects and orphan_count() <= orphans
            if engine_clean and not _python_leftovers(python, _godot.live_counts()):
                break
        problems = [f"the engine printed an error:\n{text}" for text in _errors.unexpected()]
        if orphan_count() > orphans:
            problems.append(f"{orphan_count() - orphans} nodes were left outside the tree and not freed: {_orphans()}")
        elif object_count() > objects and not keeps:
            problems.append(f"{object_count() - objects} engine objects were left over; mark keeps_objects if the engine caches them")
        # The traceback of a failed test holds what its functions held.
        elif request.session.testsfailed == failed and not keeps:
            problems += filter(None, [_python_leftovers(python, _godot.live_counts())])
        if problems:
            pytest.fail("\n".join(problems), pytrace=False)

    @pytest.fixture
    def wait_frames(self) -> Callable[[int], None]:
        """wait_frames(n): let the engine run n frames."""
        return wait

    @pytest.fixture
    def tree(self) -> Any:
        """The running SceneTree."""
        return godot.tree()

    @pytest.fixture
    def spawn(self) -> Iterator[Callable[[Any], Any]]:
        """spawn(node): adds a node to the tree for this test, and returns it."""
        made: list[Any] = []

        def add(node: Any) -> Any:
            made.append(node)
            godot.tree().root.add_child(node)
            return node

        yield add
        for node in made:
            if godot.is_valid(node):
                node.queue_free()
        made.clear()
        if not closing():
            wait()

    @pytest.fixture
    def scene(self, spawn: Callable[[Any], Any]) -> Callable[[str], Any]:
        """scene(path): an instance of a scene file in the tree for this test."""

        def instantiate(path: str) -> Any:
            return spawn(godot.load(path).instantiate())

        return instantiate

    @pytest.fixture
    def wait_signal(self) -> Callable[..., tuple[Any, ...]]:
        """wait_signal(obj, name, frames=60): the arguments of the signal's next emission; TimeoutError after that many frames."""

        def until(source: Any, name: str, frames: int = 60) -> tuple[Any, ...]:
            received: list[tuple[Any, ...]] = []
            listener = lambda *arguments: received.append(arguments)  # noqa: E731
            emitter = godot.Signal(source, name)
            emitter.connect(listener)
            for _ in range(frames):
                wait()
                if received:
                    break
            if godot.is_valid(source) and emitter.is_connected(listener):
                emitter.disconnect(listener)
            if not received:
                raise TimeoutError(f"{source!r} did not emit {name!r} within {frames} frames")
            return received[0]

        return until
