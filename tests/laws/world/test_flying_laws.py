"""Whoever flies fast, with turns, sees no hole that stays: real threads, real terrain."""

import math
import random
import time

import pytest
from littlefolk.kernels import EMPTY
from littlefolk.world.cells import CHUNK, ChunkKey
from littlefolk.world.making import column_keys, make_column
from littlefolk.world.streaming import Streaming
from littlefolk.world.world import World

RADIUS = 2
SPEED = 0.6  # metres a frame: three times a sprint


@pytest.mark.parametrize("seed", [7, 99])
def test_flying_leaves_no_hole(seed):
    """In the end exactly the chunks that have something to show within reach are drawn, each as it is when made by itself."""
    world, chance = World(seed), random.Random(seed)
    streaming = Streaming(world, radius=RADIUS, workers=2)
    drawn = {}
    try:
        x, z, heading = 0.5, 0.5, 0.0
        for frame in range(400):
            heading = chance.uniform(0, math.tau) if frame % 100 == 0 else heading
            x, z = x + SPEED * math.cos(heading), z + SPEED * math.sin(heading)
            streaming.focus({"player": (x, 100.0, z)}, forward=(math.cos(heading), 0.0, math.sin(heading)))
            streaming.pump()
            take(streaming, drawn, 3)
        while not streaming.idle() or streaming.waiting:
            streaming.pump()
            take(streaming, drawn, 64)
            time.sleep(0.0005)
    finally:
        assert streaming.close()
    here = (math.floor(x) // CHUNK, math.floor(z) // CHUNK)
    inner = [(here[0] + dx, here[1] + dz) for dx, dz in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]  # all that have eight around them
    for column in inner:
        for made in make_column(world.chunks, column):
            assert drawn.get(made.key, EMPTY) == made.mesh, f"{made.key} is not drawn as it is"
    wanted = {ChunkKey(cx, key.y, cz) for cx, cz in inner for key in column_keys((cx, cz))}
    assert wanted <= world.chunks.keys()
    assert drawn.keys() <= world.chunks.keys(), "what has gone is not drawn"


def take(streaming, drawn, limit):
    """Show what is finished, as the renderer does."""
    for key, mesh in streaming.take_meshes(limit):
        if mesh is None:
            drawn.pop(key, None)
        else:
            drawn[key] = mesh
