"""Small worlds for laws: cheap terrain with something of everything."""

import itertools
from functools import lru_cache

import numpy as np
from littlefolk.kernels import TERRAIN
from littlefolk.world.cells import ChunkKey
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import World

KIND_NAMES = ("air", "stone", "glass", "water", "leaves", "lantern")


@lru_cache(maxsize=4096)
def lumpy(seed, cx, cy, cz):
    """Terrain ids: rolling stone with scattered holes, water and leaves around y = 0; below stone with a layer of nothing but water."""
    if cy > 0 or cy < -2:
        return np.full((32, 32, 32), TERRAIN.index("air" if cy > 0 else "water" if cy == -3 else "stone"), np.uint8)
    x, y, z = np.meshgrid(*(np.arange(32) + 32 * value for value in (cx, cy, cz)), indexing="ij")
    ids = np.where(y < -4 + 3 * np.sin(x / 5) + 3 * np.cos(z / 7), TERRAIN.index("stone"), 0)
    mixed = (x * 73856093 ^ y * 19349663 ^ z * 83492791 ^ seed * 2654435761) % 97
    ids = np.where((mixed == 0) & (cy > -2), TERRAIN.index("leaves"), ids)
    ids = np.where((mixed < 4) & (mixed > 0) & (cy == -1), 0, ids)
    ids = np.where((ids == 0) & (y < -4), TERRAIN.index("water"), ids)
    return ids.astype(np.uint8)


def scattered(rng, share, reach=1):
    """A world of 2·reach chunks an axis around the origin in which that share of the cells is solid at random, the rest air or water."""
    world = World(seed=1)
    for key in itertools.product(range(-reach, reach), repeat=3):
        chance = rng.random((32, 32, 32))
        ids = np.where(chance < share, KINDS["stone"].id, np.where(chance > 0.97, KINDS["water"].id, 0))
        world.install(ChunkKey(*key), ids.astype(np.uint8))
    return world
