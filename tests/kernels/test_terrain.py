"""Terrain: a pure function of seed and place, the same as its plain twin, and a land that keeps its promises."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chunk_twin
import numpy as np
import pytest
from littlefolk.kernels import CHUNK, SEA_LEVEL, TERRAIN, generate_chunk, surface_height, surface_heights, uniform_value
from littlefolk.kernels import terrain as facade
from terrain_twin import ground_heights

ID = {name: i for i, name in enumerate(TERRAIN)}
PLANTS = [ID["flowers"], ID["tall_grass"], ID["mushroom"], ID["cactus"]]
GROWN = [ID["wood"], ID["leaves"], *PLANTS]
LAYERS = range(7)
DESERT = (7, -6, 30)  # a seed and a chunk in dry land


def stack(seed: int, cx: int, cz: int) -> np.ndarray:
    """All chunks of a column that can meet the surface: [32, 224, 32], y from 0."""
    return np.concatenate([generate_chunk(seed, cx, cy, cz) for cy in LAYERS], axis=1)


@pytest.fixture(scope="module")
def land() -> np.ndarray:
    """Eight by eight chunks with a shore, woods and a mountain: [256, 224, 256] from cell (-256, 0, -256)."""
    return np.concatenate([np.concatenate([stack(6, cx, cz) for cz in range(-8, 0)], axis=2) for cx in range(-8, 0)])


PLACES = [(cx, cy, cz) for cx in (-3, -1, 0, 40) for cy in (-4, -1, 1, 2, 3, 7) for cz in (-2, 0, 1)]


def digest(seed: int, places: list[tuple[int, int, int]]) -> dict[tuple[int, int, int], str]:
    return {place: hashlib.sha256(generate_chunk(seed, *place).tobytes()).hexdigest() for place in places}


def test_the_order_of_chunks_changes_nothing() -> None:
    expected = digest(11, PLACES)
    for turn in range(3):
        facade._columns.cache_clear()
        order = PLACES[:]
        random.Random(turn).shuffle(order)
        assert digest(11, order) == expected


def test_threads_change_nothing() -> None:
    expected = digest(11, PLACES)
    facade._columns.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        found = dict(zip(PLACES, pool.map(lambda place: digest(11, [place])[place], PLACES), strict=True))
    assert found == expected


def test_another_process_makes_the_same_bytes() -> None:
    place = (-3, 2, 1)
    program = (
        f"import hashlib; from littlefolk.kernels import generate_chunk as g; print(hashlib.sha256(g(11, *{place}).tobytes()).hexdigest())"
    )
    root = Path(facade.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(11, [place])[place]


def test_seeds_differ_and_wrap_to_64_bits() -> None:
    one, two = (surface_heights(seed, 300, 300, 64, 64) for seed in (1, 2))
    assert (one != two).mean() > 0.5
    assert np.array_equal(surface_heights(2**64 + 1, 300, 300, 64, 64), one)
    assert np.array_equal(surface_heights(-1, 0, 0, 8, 8), surface_heights(2**64 - 1, 0, 0, 8, 8))


@pytest.mark.parametrize(
    ("seed", "cx", "cz"),
    [
        (0, -1, 0),
        (7, 12, -29),
        (7, -97, 70),
        (-5, 937, -938),
        (2**63, 2**25 - 1, -(2**25)),
        (123456789, 156, 156),
        (3, 40, 41),
        (4, -77, 5),
    ],
)
def test_heights_are_those_of_the_plain_twin(seed: int, cx: int, cz: int) -> None:
    border = 3
    wide = CHUNK + 2 * border
    x0, z0 = cx * CHUNK - border, cz * CHUNK - border
    expected = ground_heights(seed, x0, z0, wide, wide)
    columns = np.frombuffer(facade._columns(seed & (2**64 - 1), cx, cz), np.int16).reshape(wide, wide, -1)
    assert np.array_equal(columns[:, :, 0], expected)
    x0, z0 = x0 + border, z0 + border
    found = surface_heights(seed, x0, z0, CHUNK, CHUNK)
    assert (found <= expected[border:-border, border:-border]).all(), "caves only lower the surface"
    for i, k in ((0, 0), (31, 31), (31, 16)):
        assert surface_height(seed, x0 + i, z0 + k) == found[i, k], "a window's edge does not show"


@pytest.mark.parametrize(
    ("seed", "cx", "cz"),
    [(7, -4, 1), DESERT, (0, -1, 0), (11, 40, 41), (2**63, 12, -29), (6, -5, -3), (-5, 2**25 - 1, -(2**25)), (7, -98, 70)],
)
def test_chunks_are_those_of_the_plain_twin(seed: int, cx: int, cz: int) -> None:
    for cy in (-4, -1, *LAYERS, 7):
        assert np.array_equal(generate_chunk(seed, cx, cy, cz), chunk_twin.chunk(seed, cx, cy, cz)), f"layer {cy}"


def test_the_surface_is_the_highest_ground_of_the_chunks(land: np.ndarray) -> None:
    heights = surface_heights(6, -256, -256, 256, 256).astype(int)
    x, z = np.indices(heights.shape)
    assert not np.isin(land[x, heights, z], [ID["air"], ID["water"], *GROWN]).any()
    above = land[np.arange(land.shape[1])[None, :, None] > heights[:, None, :]]
    boulders = ~np.isin(above, [ID["air"], ID["water"], *GROWN])
    assert np.isin(above[boulders], [ID["stone"], ID["moss"], ID["sandstone"]]).all()
    assert 0 < boulders.sum() < 3000
    opened = heights < ground_heights(6, -256, -256, 256, 256)
    assert opened.any(), "somewhere a cave opens to the sky"


def test_every_kind_of_terrain_occurs(land: np.ndarray) -> None:
    counts = np.bincount(land.ravel(), minlength=len(TERRAIN))
    assert counts[: ID["cactus"]].min() > 200, "all but what grows in dry land"


def test_plants_stand_on_the_ground_that_feeds_them(land: np.ndarray) -> None:
    for name, grounds in (("flowers", ["grass"]), ("tall_grass", ["grass"]), ("mushroom", ["grass", "moss"])):
        below = land[:, :-1][land[:, 1:] == ID[name]]
        assert set(below.tolist()) <= {ID[ground] for ground in grounds}


def test_cactus_grows_in_dry_land() -> None:
    desert = np.concatenate([stack(*DESERT), stack(DESERT[0], DESERT[1] + 1, DESERT[2])])
    cactus = desert == ID["cactus"]
    assert cactus.sum() > 5
    assert set(desert[:, :-1][cactus[:, 1:]].tolist()) <= {ID["sand"], ID["cactus"]}


def test_water_fills_to_the_sea_and_never_stands_beside_air(land: np.ndarray) -> None:
    wet, open_ = land == ID["water"], land == ID["air"]
    assert wet.any()
    assert not wet[:, SEA_LEVEL + 1 :].any()
    assert not (wet[:-1] & open_[1:]).any()
    assert not (wet[1:] & open_[:-1]).any()
    assert not (wet[:, :, :-1] & open_[:, :, 1:]).any()
    assert not (wet[:, :, 1:] & open_[:, :, :-1]).any()
    assert not (wet[:, 1:] & open_[:, :-1]).any()


def test_crowns_are_whole_across_borders(land: np.ndarray) -> None:
    wood = land == ID["wood"]
    tops = np.argwhere(wood[3:-3, :-1, 3:-3] & ~wood[3:-3, 1:, 3:-3]) + np.array([3, 0, 3])
    at_border = 0
    for x, y, z in tops.tolist():
        sides = [[land[x + dx, y - down, z + dz] != ID["air"] for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1))] for down in (0, 1)]
        assert all(sides[0]) or all(sides[1]), f"the tree with its top at {(x, y, z)} lacks a side"
        at_border += x % CHUNK in (0, CHUNK - 1) or z % CHUNK in (0, CHUNK - 1)
    assert len(tops) > 200
    assert at_border > 20


def test_trunks_stand_on_ground(land: np.ndarray) -> None:
    wood = land == ID["wood"]
    feet = wood[:, 1:] & ~wood[:, :-1]
    assert np.isin(land[:, :-1][feet], [ID["grass"], ID["moss"]]).all()


def test_caves_run_on_across_layers() -> None:
    def agreement(lower: np.ndarray, upper: np.ndarray) -> float:
        return float(((lower == 0) == (upper == 0)).mean())

    across, within = [], []
    for cx in range(12):
        low, high = generate_chunk(3, cx, -1, 0), generate_chunk(3, cx, 0, 0)
        across.append(agreement(low[:, 31], high[:, 0]))
        within.append(agreement(low[:, 30], low[:, 31]))
    assert np.mean(across) > np.mean(within) - 0.01
    assert np.mean(within) < 1.0, "there are caves here"


def test_newcomers_stand_on_dry_gentle_ground() -> None:
    for seed in range(40):
        heights = surface_heights(seed, -8, -8, 16, 16).astype(int)
        assert heights.min() > SEA_LEVEL
        assert np.abs(np.diff(heights, axis=0)).max() <= 4


def test_the_land_is_varied() -> None:
    heights = np.concatenate([surface_heights(seed, 1009 * i, -997 * i, 12, 12).ravel() for seed in range(5) for i in range(-60, 60)])
    assert 0.25 < (heights <= SEA_LEVEL).mean() < 0.6
    assert heights.max() > 170
    assert ((heights > 62) & (heights < 90)).mean() > 0.3


def test_sky_and_edges() -> None:
    assert uniform_value(generate_chunk(1, 0, 11, 0)) == ID["air"]
    assert uniform_value(generate_chunk(1, 0, -4, 0)) != ID["air"]
    assert generate_chunk(1, 2**25 - 1, 2, -(2**25)).shape == (CHUNK, CHUNK, CHUNK)
    for place, words in (
        ((0, 12, 0), "cy=12"),
        ((0, -5, 0), "cy=-5"),
        ((2**25, 0, 0), "outside the world"),
        ((0, 0, -(2**25) - 1), "outside"),
    ):
        with pytest.raises(ValueError, match=words):
            generate_chunk(1, *place)
    with pytest.raises(ValueError, match="empty"):
        surface_heights(1, 0, 0, 0, 5)
    with pytest.raises(ValueError, match="edge"):
        surface_heights(1, 2**30 - 3, 0, 4, 1)
