"""Light against its plain twin: whole, after edits, and at the borders of chunks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from light_twin import plain_light
from littlefolk.kernels import LightTables, chunk_pad, column_floor, light_pad, relight

# air, stone, glass, water, leaves, a lantern, a glowing mushroom, an ember behind leaves
OPACITY = np.array([0, 15, 0, 2, 1, 15, 0, 3], np.uint8)
EMISSION = np.array([0, 0, 0, 0, 0, 14, 6, 3], np.uint8)
TABLES = LightTables(OPACITY, EMISSION)


def block(ids: np.ndarray):
    """A chunk as a palette and a column of indexes, with a palette that is neither sorted nor tight."""
    palette = np.array([7, 6, 5, 4, 3, 2, 1, 0], np.uint16)
    if (ids == ids[0, 0, 0]).all():
        return np.array([ids[0, 0, 0]], np.uint16), None
    return palette, np.ascontiguousarray(7 - ids).astype(np.uint8)


def blocks_of(ids: np.ndarray):
    """27 blocks of a world of 96³ cells."""
    return [
        block(ids[32 * x : 32 * x + 32, 32 * y : 32 * y + 32, 32 * z : 32 * z + 32]) for x in range(3) for y in range(3) for z in range(3)
    ]


def floors_of(around):
    return [column_floor([around[x * 9 + y * 3 + z] for y in (2, 1, 0)], TABLES, 64) for x in range(3) for z in range(3)]


def world(seed: int, filling: float, roof: float) -> np.ndarray:
    """96³ cells, thinly or thickly filled, partly roofed over."""
    rng = np.random.default_rng(seed)
    ids = rng.choice(np.arange(8, dtype=np.uint16), (96, 96, 96), p=[0, 0.55, 0.1, 0.1, 0.2, 0.01, 0.02, 0.02])
    ids[rng.random(ids.shape) > filling] = 0
    ids[:, 80:] = 0
    ids[:, 79][rng.random((96, 96)) < roof] = 1
    return ids


@pytest.mark.parametrize(("filling", "roof"), [(0.02, 0.0), (0.02, 0.97), (0.3, 0.5), (0.6, 0.0), (0.9, 0.2), (0.004, 1.0)])
def test_a_chunk_has_the_light_of_the_plain_twin(filling: float, roof: float) -> None:
    ids = world(3, filling, roof)
    around = blocks_of(ids)
    found = light_pad(around, floors_of(around), 0, TABLES)
    expected = plain_light(OPACITY[ids], EMISSION[ids])[31:65, 31:65, 31:65]
    assert np.array_equal(np.broadcast_to(found, expected.shape), expected)
    assert len(np.unique(expected)) > 8
    assert np.array_equal(chunk_pad(around), ids[31:65, 31:65, 31:65])


def test_the_sun_falls_without_loss_and_is_spent_in_water_leaves_and_shade() -> None:
    ids = np.zeros((96, 96, 96), np.uint16)
    ids[:, :40] = 1
    ids[34:48, 40:60, 34:48] = 3
    ids[50:80, 60, 50:80] = 1
    around = blocks_of(ids)
    light = light_pad(around, floors_of(around), 0, TABLES)
    sky, lamps = light >> 4, light & 15
    at = 1 - 32
    assert sky[33 + at, 63 + at, 33 + at] == sky[33 + at, 40 + at, 33 + at] == 15
    assert [sky[41 + at, y + at, 41 + at] for y in (60, 59, 58, 57)] == [15, 13, 11, 9]
    assert [sky[x + at, 50 + at, 60 + at] for x in (49, 50, 51, 52, 60)] == [15, 14, 13, 12, 4]
    assert not lamps.any()


def test_what_is_the_same_everywhere_is_one_number() -> None:
    air = [block(np.zeros((32, 32, 32), np.uint16))] * 27
    assert light_pad(air, [np.full((32, 32), -200, np.int16)] * 9, 0, TABLES) == 0xF0
    assert light_pad(air, [np.full((32, 32), 300, np.int16)] * 9, 0, TABLES) == 0
    assert isinstance(light_pad(air, [np.full((32, 32), 46, np.int16)] * 9, 0, TABLES), np.ndarray)


def test_wide_indexes_and_unknown_kinds() -> None:
    ids = world(5, 0.3, 0.5)
    around = blocks_of(ids)
    wide = [(palette, None if index is None else index.astype(np.uint16)) for palette, index in around]
    floors = floors_of(around)
    assert all(np.array_equal(a, b) for a, b in zip(floors, floors_of(wide), strict=True))
    assert np.array_equal(light_pad(around, floors, 0, TABLES), light_pad(wide, floors, 0, TABLES))
    assert np.array_equal(chunk_pad(around), chunk_pad(wide))
    unknown = [(np.array([0xFFFE], np.uint16), None)] * 27
    assert light_pad(unknown, [np.full((32, 32), 64, np.int16)] * 9, 0, TABLES) == 0


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    filling=st.sampled_from([0.01, 0.3, 0.8]),
    roof=st.sampled_from([0.0, 0.9]),
    edits=st.lists(
        st.tuples(st.integers(16, 27), st.integers(16, 30), st.integers(16, 27), st.sampled_from(range(8))), min_size=1, max_size=12
    ),
)
def test_relighting_after_edits_equals_lighting_anew(seed: int, filling: float, roof: float, edits) -> None:
    rng = np.random.default_rng(seed)
    ids = rng.choice(np.arange(8, dtype=np.uint16), (44, 48, 44), p=[0, 0.55, 0.1, 0.1, 0.2, 0.01, 0.02, 0.02])
    ids[rng.random(ids.shape) > filling] = 0
    ids[:, 30][rng.random((44, 44)) < roof] = 1
    light = plain_light(OPACITY[ids], EMISSION[ids])
    for part in (edits[:5], edits[5:]):
        if not part:
            continue
        columns = sorted({(x, z) for x, _, z, _ in part})
        before = [floor_of(ids[x, :, z]) for x, z in columns]
        for x, y, z, kind in part:
            ids[x, y, z] = kind
        beams = [(x, z, old, floor_of(ids[x, :, z])) for (x, z), old in zip(columns, before, strict=True)]
        changed = sorted({(x, y, z) for x, y, z, _ in part})
        box = np.concatenate([np.full_like(light[:, :16], 0), light, np.full_like(light[:, :17], 0xF0)], axis=1)
        kinds = np.concatenate([np.full((44, 16, 44), 1, np.uint16), ids, np.zeros((44, 17, 44), np.uint16)], axis=1)
        wide = [np.pad(a, ((1, 1), (0, 0), (1, 1))) for a in (TABLES.loss[kinds], TABLES.emission[kinds], box)]
        relight(*wide, np.array(changed, np.int32) + np.int32([1, 16, 1]), np.array(beams, np.int32) + np.int32([1, 1, 0, 0]), -16)
        light = np.ascontiguousarray(wide[2][1:-1, 16:-17, 1:-1])
        expected = plain_light(OPACITY[ids], EMISSION[ids])
        wrong = np.argwhere(light != expected)
        assert not len(wrong), f"{len(wrong)} cells, first {wrong[0]}: {light[tuple(wrong[0])]:#x}, expected {expected[tuple(wrong[0])]:#x}"


def floor_of(column: np.ndarray) -> int:
    """The lowest y in the sun of a column."""
    dim = np.flatnonzero(OPACITY[column])
    return int(dim[-1]) + 1 if len(dim) else 0


def test_wrong_input_is_refused_with_words() -> None:
    air = [block(np.zeros((32, 32, 32), np.uint16))] * 27
    floors = [np.zeros((32, 32), np.int16)] * 9
    with pytest.raises(ValueError, match="27 blocks, not 26"):
        light_pad(air[1:], floors, 0, TABLES)
    with pytest.raises(ValueError, match="9 columns, not 8"):
        light_pad(air, floors[1:], 0, TABLES)
    with pytest.raises(ValueError, match="int16 arrays"):
        light_pad(air, [np.zeros((32, 32), np.int32)] * 9, 0, TABLES)
    with pytest.raises(TypeError, match="pair"):
        chunk_pad([None] * 27)
    with pytest.raises(TypeError, match="uint16 kind ids"):
        chunk_pad([(np.zeros(1, np.uint8), None)] * 27)
    with pytest.raises(ValueError, match=r"\(32, 32, 32\)"):
        chunk_pad([(np.zeros(1, np.uint16), np.zeros((3, 3, 3), np.uint8))] * 27)
    with pytest.raises(ValueError, match="equal length"):
        LightTables(np.zeros(3), np.zeros(4))
    with pytest.raises(ValueError, match=r"opacity must hold 0\.\.15"):
        LightTables(np.array([16]), np.array([0]))
