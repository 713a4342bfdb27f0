"""Worlds to try things in."""

import itertools

import numpy as np
import pytest
from littlefolk.world.cells import ChunkKey
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import World


def make_flat(reach=1, **options):
    """Stone below y = 0, air above, resident for chunks -reach .. reach - 1 on every axis."""
    world = World(seed=1, **options)
    stone = np.full((32, 32, 32), KINDS["stone"].id, np.uint8)
    for x, y, z in itertools.product(range(-reach, reach), repeat=3):
        world.install(ChunkKey(x, y, z), stone if y < 0 else np.zeros_like(stone))
    return world


@pytest.fixture
def flat():
    """A flat world of 4 x 4 x 4 chunks around the origin, whose clock counts 1, 2, 3, …"""
    return make_flat(2, clock=itertools.count(1).__next__)
