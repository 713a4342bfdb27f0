"""Light at the corners of meshes, and crosses, against plain twins."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from littlefolk.kernels import SUNLIT, ChunkMesh, MeshTables, mesh_chunk
from mesh_twin import CORNERS, NORMALS

# air, two opaque kinds, leaves, water, a flower, a glowing flower
SURFACE = np.array([0, 1, 1, 2, 3, 2, 2], np.uint8)
SHAPE = np.array([0, 0, 0, 0, 0, 1, 1], np.uint8)
TILES = np.arange(42).reshape(7, 6)
EMISSION = np.array([0, 0, 0, 0, 0, 0, 9], np.uint8)
TABLES = MeshTables(SURFACE, TILES, EMISSION, SHAPE)


def plain_corners(pad: np.ndarray, light: np.ndarray) -> dict:
    """(cell, face) of every visible face of a cube to the light of its four corners as (sky, block) pairs."""
    found = {}
    opaque = SURFACE[pad] == 1
    cube = (SURFACE[pad] > 0) & (SHAPE[pad] == 0)
    for x, y, z in np.argwhere(cube[1:-1, 1:-1, 1:-1]) + 1:
        for face, normal in enumerate(NORMALS.tolist()):
            front = (x + normal[0], y + normal[1], z + normal[2])
            if opaque[front] or (pad[front] == pad[x, y, z] and SURFACE[pad[front]] > 1):
                continue
            u_axis, v_axis = (axis for axis in range(3) if axis != face // 2)
            corners = []
            for u, v in CORNERS:
                places = [list(front) for _ in range(4)]
                places[1][u_axis] += 2 * u - 1
                places[2][v_axis] += 2 * v - 1
                places[3][u_axis] += 2 * u - 1
                places[3][v_axis] += 2 * v - 1
                a, b, c, d = (tuple(place) for place in places)
                open_ = [a] + [p for p in (b, c) if not opaque[p]]
                if not opaque[d] and not (opaque[b] and opaque[c]):
                    open_.append(d)
                levels = [(int(light[p]) >> 4, int(light[p]) & 15) for p in open_]
                corners.append(tuple((2 * sum(level[i] for level in levels) + len(levels)) // (2 * len(levels)) for i in (0, 1)))
            found[(int(x - 1), int(y - 1), int(z - 1)), face] = corners
    return found


def mesh_corners(mesh: ChunkMesh) -> dict:
    """The same, read from a packed mesh, of which every quad covers faces with the same corners."""
    found = {}
    for part in filter(None, mesh.surfaces):
        places = np.frombuffer(part.vertices, np.float32).reshape(-1, 4, 3).astype(int)
        head, shade = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2).astype(int).transpose(2, 0, 1)
        for corners, first, shades in zip(places, head[:, 0] >> 10 & 7, shade, strict=True):
            face = int(first)
            if face > 5:
                continue
            u_axis, v_axis = (axis for axis in range(3) if axis != face // 2)
            low, high = corners.min(0), corners.max(0)
            at = {
                (int(c[u_axis] > low[u_axis]), int(c[v_axis] > low[v_axis])): (int(s) >> 2 & 15, int(s) >> 6)
                for c, s in zip(corners, shades, strict=True)
            }
            for u, v in product(range(low[u_axis], high[u_axis]), range(low[v_axis], high[v_axis])):
                cell = [0, 0, 0]
                cell[face // 2], cell[u_axis], cell[v_axis] = int(low[face // 2]) - 1 + face % 2, u, v
                assert (tuple(cell), face) not in found
                found[tuple(cell), face] = [at[c] for c in CORNERS]
    return found


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10**6), filling=st.sampled_from([0.1, 0.5, 0.8]), levels=st.sampled_from([[0xF0], [0xF0, 0x00], list(range(256))])
)
def test_corners_have_the_mean_of_the_open_cells_before_them(seed: int, filling: float, levels: list[int]) -> None:
    rng = np.random.default_rng(seed)
    pad = np.zeros((34, 34, 34), np.uint16)
    x, y, z = rng.integers(0, 24, 3)
    small = rng.choice(np.arange(1, 7, dtype=np.uint16), (10, 10, 10))
    small[rng.random(small.shape) > filling] = 0
    pad[x : x + 10, y : y + 10, z : z + 10] = small
    light = rng.choice(np.array(levels, np.uint8), pad.shape)
    light[SURFACE[pad] == 1] = 0
    expected = plain_corners(pad, light)
    for merge in (True, False):
        assert mesh_corners(mesh_chunk(pad, TABLES, light, merge=merge)) == expected


def test_one_number_is_a_field_of_it() -> None:
    pad = np.random.default_rng(1).choice(np.arange(7, dtype=np.uint16), (34, 34, 34))
    for value in (SUNLIT, 0, 0x5A):
        light = np.full(pad.shape, value, np.uint8)
        light[SURFACE[pad] == 1] = 0
        assert mesh_chunk(pad, TABLES, value) == mesh_chunk(pad, TABLES, light)
    assert mesh_chunk(pad, TABLES) == mesh_chunk(pad, TABLES, SUNLIT)


def test_merging_stops_where_light_changes_and_only_there() -> None:
    pad = np.zeros((34, 34, 34), np.uint16)
    pad[:, :5] = 1
    light = np.full(pad.shape, 0xF0, np.uint8)
    assert mesh_chunk(pad, TABLES, light).surfaces[0].index_count == 6
    light[17, 5, 17] = 0x80
    assert 6 < mesh_chunk(pad, TABLES, light).surfaces[0].index_count // 6 <= 30


def test_a_quad_is_cut_along_its_brighter_diagonal() -> None:
    pad = np.zeros((34, 34, 34), np.uint16)
    pad[:, :5] = 1
    light = np.full(pad.shape, 0xF0, np.uint8)
    light[17, 5, 17] = 0
    for part in filter(None, mesh_chunk(pad, TABLES, light, merge=False).surfaces):
        shade = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2)[:, :, 1].astype(int)
        cut = np.frombuffer(part.indices, np.uint16).astype(int).reshape(-1, 6)[:, 0] % 4
        bright = shade[:, 0] + shade[:, 2] - shade[:, 1] - shade[:, 3]
        assert (bright[cut == 0] >= 0).all()
        assert (bright[cut == 1] > 0).sum() == 0
        assert {0, 1} == set(cut.tolist())


@pytest.mark.parametrize("filling", [0.01, 0.9])
def test_a_cross_is_two_diagonals_that_nothing_hides(filling: float) -> None:
    rng = np.random.default_rng(2)
    pad = rng.choice(np.array([1, 3, 5, 6], np.uint16), (34, 34, 34))
    pad[rng.random(pad.shape) > filling] = 0
    light = rng.integers(0, 256, pad.shape).astype(np.uint8)
    found = []
    for part in filter(None, mesh_chunk(pad, TABLES, light).surfaces):
        places = np.frombuffer(part.vertices, np.float32).reshape(-1, 4, 3).astype(int)
        head, shade = np.frombuffer(part.attributes, np.float32).reshape(-1, 4, 2).astype(int).transpose(2, 0, 1)
        face = head[:, 0] >> 10 & 7
        for corners, look, shades, which in zip(places, head[:, 0], shade, face, strict=True):
            if which < 6:
                continue
            assert part.surface == 1
            low, high = corners.min(0), corners.max(0)
            assert (high - low == 1).all()
            side = np.sign((corners[:, 0] - corners[:, 2]) - (low[0] - low[2]))
            assert (side == 0).all() if which == 6 else (np.abs(side) == 1).all(), "each in its own diagonal plane"
            assert len(set(shades.tolist())) == 1
            assert shades[0] & 3 == 3
            found.append((*low.tolist(), int(which), int(look) & 1023, int(look) >> 13, int(shades[0]) >> 2 & 15, int(shades[0]) >> 6))
    expected = [
        (
            x,
            y,
            z,
            face,
            int(TILES[kind, 4]),
            int(EMISSION[kind]),
            int(light[x + 1, y + 1, z + 1]) >> 4,
            int(light[x + 1, y + 1, z + 1]) & 15,
        )
        for x, y, z in np.argwhere(SHAPE[pad[1:-1, 1:-1, 1:-1]] == 1).tolist()
        for kind in (int(pad[x + 1, y + 1, z + 1]),)
        for face in (6, 7)
    ]
    assert sorted(found) == sorted(expected)
    crosses = np.zeros((34, 34, 34), np.uint16)
    crosses[4:6, 7, 9] = 5
    (_, part, _) = mesh_chunk(crosses, TABLES).surfaces
    assert part.aabb == (3, 6, 8, 2, 1, 1)
    assert mesh_chunk(np.full((34, 34, 34), 5, np.uint16), TABLES).surfaces[1].vertex_count == 65536


def test_light_of_the_wrong_form_is_refused_with_words() -> None:
    pad = np.ones((34, 34, 34), np.uint16)
    pad[5, 5, 5] = 0
    with pytest.raises(TypeError, match="uint8 array"):
        mesh_chunk(pad, TABLES, pad)
    with pytest.raises(ValueError, match=r"\(34, 34, 34\), not \(32, 32, 32\)"):
        mesh_chunk(pad, TABLES, np.zeros((32, 32, 32), np.uint8))
    with pytest.raises(ValueError, match=r"shape must hold 0\.\.1"):
        MeshTables(SURFACE, TILES, EMISSION, np.full(7, 2))
