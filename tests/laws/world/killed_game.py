"""A game that commits without end until it is killed. Run by test_killed_save; prints a line for every commit."""

import sys

import numpy as np
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.saving import Save
from littlefolk.world.world import Change, World

path, pause = sys.argv[1], float(sys.argv[2])
save = Save.open(path, seed=4)
world = World(save.seed)
save.load_into(world)
world.install(ChunkKey(0, 0, 0), np.zeros((32, 32, 32), np.uint8))
save.attach(world)
cells = [Cell(x, y, z) for x in range(32) for y in range(32) for z in range(4)]
if pause:
    import time
while True:
    number = world.revision
    # Two cells a commit, so that half a commit on disk would show.
    pair = (cells[2 * number % len(cells)], cells[(2 * number + 1) % len(cells)])
    before = world.read(pair[0]).kind.name
    commit = world.commit("ann", [Change(cell, "stone" if before != "stone" else "mud") for cell in pair])
    print(commit.revision, save.saved_revision, flush=True)
    if pause:
        time.sleep(pause)
