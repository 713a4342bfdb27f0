"""The mesher against its plain twin, face by face, and the laws of its output."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from littlefolk import kernels
from littlefolk.kernels import SOLID_OUTSIDE, TERRAIN, UNAVAILABLE, MeshTables, generate_chunk, mesh_chunk
from mesh_twin import assert_same, moved, plain_faces, read_faces, without_occlusion

# air, two opaque kinds, two cutout kinds, two transparent kinds, one opaque that glows
SURFACE = np.array([0, 1, 1, 2, 2, 3, 3, 1], np.uint8)
TILES = (np.arange(48).reshape(8, 6) * 7 % 1024).astype(np.uint16)
EMISSION = np.array([0, 0, 0, 0, 3, 0, 0, 15], np.uint8)
TABLES = MeshTables(SURFACE, TILES, EMISSION)


def same_faces(pad: np.ndarray) -> None:
    expected = plain_faces(pad, SURFACE, TILES, EMISSION)
    for merge in (True, False):
        assert_same(read_faces(mesh_chunk(pad, TABLES, merge=merge)), expected)
    flat = mesh_chunk(pad, TABLES, ao=False, merge=False)
    assert_same(read_faces(flat), without_occlusion(expected))
    assert sum(s.index_count // 6 for s in flat.surfaces if s) == len(expected)
    assert_same(read_faces(mesh_chunk(pad, TABLES, ao=False)), without_occlusion(expected))


def random_pad(seed: int, filling: float, kinds: list[int]) -> np.ndarray:
    rng = np.random.default_rng(seed)
    pad = rng.choice(np.array(kinds, np.uint16), (34, 34, 34))
    pad[rng.random(pad.shape) > filling] = 0
    away = np.indices(pad.shape) > 17
    pad[away.any(0) & (~away).any(0)] = 0  # two opposite corners are enough, and the plain twin is slow
    return pad


@pytest.mark.parametrize(
    ("filling", "kinds"),
    [(0.05, [1, 2, 3, 5, 7]), (0.5, [1]), (0.9, [3, 4]), (0.9, [5, 6]), (0.95, [1, 2, 3, 4, 5, 6, 7]), (0.7, [1, 6, UNAVAILABLE])],
)
def test_random_pads_have_the_faces_of_the_plain_twin(filling: float, kinds: list[int]) -> None:
    same_faces(random_pad(7, filling, kinds))


@settings(max_examples=25, deadline=None)
@given(
    small=hnp.arrays(np.uint16, (4, 4, 4), elements=st.sampled_from([0, 0, 1, 2, 3, 4, 5, 6, 7, UNAVAILABLE])),
    at=st.tuples(*[st.sampled_from([0, 1, 14, 29, 30])] * 3),
    rest=st.sampled_from([0, 1, 3, 5, UNAVAILABLE]),
)
def test_small_shapes_anywhere_have_the_faces_of_the_plain_twin(small: np.ndarray, at: tuple[int, int, int], rest: int) -> None:
    pad = np.full((34, 34, 34), rest, np.uint16)
    x, y, z = at
    pad[x : x + 4, y : y + 4, z : z + 4] = small
    expected = plain_faces(pad, SURFACE, TILES, EMISSION)
    assert_same(read_faces(mesh_chunk(pad, TABLES)), expected)


@pytest.fixture(scope="module")
def land() -> np.ndarray:
    """Terrain ids of 3 by 3 chunks of one layer with a hill, trees and water, and one layer above and below."""
    columns = [
        np.concatenate([np.concatenate([generate_chunk(7, cx, cy, cz) for cz in (1, 2, 3)], axis=2) for cy in (1, 2, 3)], axis=1)
        for cx in (-4, -3, -2)
    ]
    return np.concatenate(columns).astype(np.uint16)


@pytest.fixture(scope="module")
def land_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    surface = np.ones(len(TERRAIN), np.uint8)
    surface[0], surface[TERRAIN.index("leaves")], surface[TERRAIN.index("water")] = 0, 2, 3
    surface[[TERRAIN.index(kind) for kind in ("flowers", "tall_grass", "mushroom", "cactus")]] = 0
    return surface, np.arange(len(TERRAIN) * 6).reshape(-1, 6), np.zeros(len(TERRAIN), np.uint8)


def test_terrain_has_the_faces_of_the_plain_twin(land: np.ndarray, land_tables) -> None:
    pad = np.ascontiguousarray(land[31:65, 31:65, 31:65])
    expected = plain_faces(pad, *land_tables)
    mesh = mesh_chunk(pad, MeshTables(*land_tables))
    assert_same(read_faces(mesh), expected)
    assert len(expected) > 1500
    quads = sum(s.index_count // 6 for s in mesh.surfaces if s)
    assert quads < len(expected) / 1.5, "merging saves quads"


def test_two_chunks_together_have_the_faces_of_their_union(land: np.ndarray, land_tables) -> None:
    tables = MeshTables(*land_tables)
    for axis in range(3):
        both = [slice(31, 65)] * 3
        both[axis] = slice(0, 66)
        union = land[tuple(both)]
        expected = plain_faces(union, *land_tables)
        found = []
        for start in (0, 32):
            part = [slice(None)] * 3
            part[axis] = slice(start, start + 34)
            found.append(moved(read_faces(mesh_chunk(np.ascontiguousarray(union[tuple(part)]), tables)), axis, start))
        assert_same(np.sort(np.concatenate(found)), expected)


def test_a_flat_floor_is_one_quad() -> None:
    pad = np.zeros((34, 34, 34), np.uint16)
    pad[:, :5, :] = 1
    (top, *rest) = mesh_chunk(pad, TABLES).surfaces
    assert rest == [None, None]
    assert (top.vertex_count, top.index_count, top.aabb) == (4, 6, (0, 4, 0, 32, 0, 32))


def test_uniform_pads_are_empty() -> None:
    for kind in (0, 1, 3, 5, UNAVAILABLE):
        assert mesh_chunk(np.full((34, 34, 34), kind, np.uint16), TABLES) == kernels.EMPTY


def test_the_outside_hides_and_darkens_but_has_no_face() -> None:
    pad = np.zeros((34, 34, 34), np.uint16)
    pad[:, 0, :] = SOLID_OUTSIDE
    pad[5, 1, 5] = 1
    expected = plain_faces(pad, SURFACE, TILES, EMISSION)
    assert_same(read_faces(mesh_chunk(pad, TABLES)), expected)
    assert len(expected) == 5
    pad[5, 2, 5] = SOLID_OUTSIDE
    with pytest.raises(ValueError, match=r"pad\[5, 2, 5\] is SOLID_OUTSIDE"):
        mesh_chunk(pad, TABLES)


def test_a_checkerboard_is_split_where_indices_end() -> None:
    pad = (np.indices((34, 34, 34)).sum(0) % 2).astype(np.uint16)
    mesh = mesh_chunk(pad, TABLES)
    assert mesh.surfaces[0].vertex_count == 65536
    assert mesh.surfaces[1] is None
    assert mesh.surfaces[2] is None
    assert len(mesh.surfaces) == 8
    assert {s.surface for s in mesh.surfaces if s} == {0}
    assert sum(s.vertex_count for s in mesh.surfaces if s) == 32**3 // 2 * 6 * 4
    assert_same(read_faces(mesh), plain_faces(pad, SURFACE, TILES, EMISSION))


def test_wrong_pads_are_refused_with_words() -> None:
    good = np.zeros((34, 34, 34), np.uint16)
    with pytest.raises(TypeError, match="uint16 kind ids, not int64"):
        mesh_chunk(good.astype(np.int64), TABLES)
    with pytest.raises(ValueError, match=r"\(34, 34, 34\), not \(32, 32, 32\)"):
        mesh_chunk(good[:32, :32, :32], TABLES)
    with pytest.raises(ValueError, match="C-contiguous"):
        mesh_chunk(good.transpose(2, 1, 0), TABLES)
    good[33, 0, 33] = 8
    with pytest.raises(ValueError, match=r"pad\[33, 0, 33\] holds kind id 8; the tables know 0..7"):
        mesh_chunk(good, TABLES)


@pytest.mark.parametrize(
    ("surface", "tiles", "emission", "words"),
    [
        (np.zeros((2, 2)), np.zeros((2, 6)), np.zeros(2), "surface must be a row"),
        (np.zeros(2), np.zeros((2, 5)), np.zeros(2), r"tiles must have the shape \(2, 6\)"),
        (np.zeros(2), np.zeros((2, 6)), np.zeros(3), r"emission must have the shape \(2,\)"),
        (np.array([0, 4]), np.zeros((2, 6)), np.zeros(2), r"surface must hold 0..3; it spans 0..4"),
        (np.zeros(2), np.full((2, 6), 1024), np.zeros(2), r"tiles must hold 0..1023"),
        (np.zeros(2), np.zeros((2, 6)), np.array([-1, 0]), r"emission must hold 0..15"),
    ],
)
def test_wrong_tables_are_refused_with_words(surface, tiles, emission, words) -> None:
    with pytest.raises(ValueError, match=words):
        MeshTables(surface, tiles, emission)
