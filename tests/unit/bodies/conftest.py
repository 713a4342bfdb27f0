"""A small stage for bodies."""

import itertools

import numpy as np
import pytest
from littlefolk.world.cells import Cell, ChunkKey
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import Change, Commit, World


class Stage:
    """Stone below y = 0 in 4 x 4 x 4 chunks around the origin, and a way to put blocks."""

    def __init__(self):
        self.world = World(seed=1)
        stone = np.full((32, 32, 32), KINDS["stone"].id, np.uint8)
        for x, y, z in itertools.product(range(-2, 2), repeat=3):
            self.world.install(ChunkKey(x, y, z), stone if y < 0 else np.zeros_like(stone))

    def put(self, kind, *boxes):
        """Fill boxes ((x0, y0, z0), (x1, y1, z1)), bounds inclusive, with a kind."""
        for low, high in boxes:
            ranges = [range(a, b + 1) for a, b in zip(low, high, strict=True)]
            outcome = self.world.commit("stage", [Change(Cell(*cell), kind) for cell in itertools.product(*ranges)])
            assert isinstance(outcome, Commit)


@pytest.fixture
def stage():
    return Stage()
