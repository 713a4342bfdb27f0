"""A game that commits without end until it is killed. Run by test_killed_save; tells of every commit in a line.

A line: revision committed, revision known to be on disk, and the moment in milliseconds of the clock of this process.
"""

import os
import threading
import time

import numpy as np
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.saving import Save
from littlefolk.world.world import Change, World

CELLS = [Cell(x, y, z) for x in range(32) for y in range(32) for z in range(4)]
PAIRS = len(CELLS) // 2
PULSE = 100  # milliseconds
LONGEST = 150  # milliseconds that one pulse counts for at most


def pair_of(number):
    """The two cells that commit `number` (from 0) changes: two, so that half a commit on disk would show."""
    return CELLS[2 * number % len(CELLS)], CELLS[(2 * number + 1) % len(CELLS)]


def kind_after(number):
    """What commit `number` makes of its cells: stone in the first round over all of them, mud in the next, and so on."""
    return "mud" if number // PAIRS % 2 else "stone"


class OwnClock:
    """The time in which this process was given its turns and the disk answered, from 0.

    A thread looks at the clock and writes to the disk again and again; while a busy machine holds it up, this clock stands still.
    """

    def __init__(self, path):
        self.now = 0
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT)
        threading.Thread(target=self._pulse, daemon=True).start()

    def _pulse(self):
        before = time.monotonic_ns() // 1_000_000
        while True:
            time.sleep(PULSE / 1000)
            os.pwrite(self._file, b"x", 0)
            os.fsync(self._file)
            now = time.monotonic_ns() // 1_000_000
            self.now += min(now - before, LONGEST)
            before = now


def play(path, pause, told=os.devnull):
    """Commit until the end, with pauses of so many seconds; `told` is the file that the lines go to."""
    clock = OwnClock(path + ".pulse")
    save = Save.open(path, seed=4)
    world = World(save.seed)
    save.load_into(world)
    world.install(ChunkKey(0, 0, 0), np.zeros((32, 32, 32), np.uint8))
    save.attach(world)
    with open(told, "w", encoding="ascii", buffering=1) as lines:
        while True:
            number = world.revision
            commit = world.commit("ann", [Change(cell, kind_after(number)) for cell in pair_of(number)])
            print(commit.revision, save.saved_revision, clock.now, file=lines)
            if pause:
                time.sleep(pause)
