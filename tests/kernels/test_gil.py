"""Kernels give up the GIL while they work: another thread runs although the interpreter never takes turns by itself."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from littlefolk.kernels import MeshTables, census, find_path, generate_chunk, mesh_chunk, surface_heights

PAD = np.random.default_rng(1).integers(0, 2, (34, 34, 34)).astype(np.uint16)
TABLES = MeshTables(np.array([0, 1]), np.zeros((2, 6), int), np.zeros(2, int))
BOX = np.zeros((128, 128, 128), np.uint8)
FIELD = np.zeros((128, 4, 128), np.uint8)
FIELD[:, 0] = 1


@pytest.fixture
def steps() -> Iterator[list[int]]:
    """The count of another thread's steps; it gives the GIL back after each, and the switch interval makes nobody else do so."""
    count, stop = [0], threading.Event()

    def walk() -> None:
        while not stop.is_set():
            count[0] += 1
            time.sleep(0)  # gives the GIL back for a moment

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000.0)
    walker = threading.Thread(target=walk, daemon=True)
    walker.start()
    yield count
    stop.set()
    sys.setswitchinterval(before)
    walker.join(10)
    assert not walker.is_alive()


def moves(count: list[int], work: Callable[[], object], tries: int) -> bool:
    """Whether the other thread took a step while `work` ran, in any of the tries."""
    for _ in range(tries):
        before = count[0]
        work()
        if count[0] != before:
            return True
    return False


@pytest.mark.parametrize(
    "work",
    [
        lambda: mesh_chunk(PAD, TABLES),
        lambda: generate_chunk(3, 5, -2, 5),
        lambda: surface_heights(3, 0, 0, 64, 64),
        lambda: census(BOX, 1),
        lambda: find_path(FIELD, (0, 1, 0), (127, 1, 127)),
    ],
    ids=["mesh", "terrain", "heights", "census", "paths"],
)
def test_another_thread_steps_on(steps: list[int], work: Callable[[], object]) -> None:
    assert moves(steps, work, 2000)


def test_work_that_keeps_the_gil_lets_nobody_step(steps: list[int]) -> None:
    assert not moves(steps, lambda: sum(range(2000)), 500)
