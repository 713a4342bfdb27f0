import pytest
from littlefolk.kernels import TERRAIN
from littlefolk.world.cells import Cell, ChunkKey, chunk_of
from littlefolk.world.kinds import KINDS
from littlefolk.world.streaming import Streaming
from littlefolk.world.terrain import surface_cell, terrain_chunk
from littlefolk.world.world import World


def test_every_kind_the_terrain_speaks_of_exists():
    assert set(TERRAIN) <= set(KINDS.names)


@pytest.mark.parametrize(("seed", "x", "z"), [(7, 0, 0), (7, -33, 65), (-1, 1000, -1000)])
def test_the_surface_is_the_top_of_the_ground(seed, x, z):
    world = World(seed)
    above = surface_cell(seed, x, z)
    below = above.offset(0, -1, 0)
    for cell in (above, below):
        world.install(chunk_of(cell), terrain_chunk(seed, chunk_of(cell)))
    assert world.read(below).kind.solid
    assert world.read(above).kind is not world.read(below).kind


def test_threads_make_the_same_world_as_a_single_call():
    world = World(seed=11)
    streaming = Streaming(world, 1, workers=2)
    assert streaming.wait_ready(Cell(0, 64, 0), radius=1)
    for key, chunk in world.chunks.items():
        assert (chunk.ids() == terrain_chunk(11, key).ids()).all()
    assert ChunkKey(0, 2, 0) in world.chunks
    streaming.close()
