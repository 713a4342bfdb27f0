"""Laws of the painted tiles."""

import numpy as np
import pytest
from littlefolk.stage.tiles import NAMES, icon, paint
from littlefolk.world.kinds import KINDS

SEE_THROUGH = {"leaves", "glass", "water", "ice", "flowers", "tall_grass", "mushroom"}


def luma(tile: np.ndarray) -> np.ndarray:
    return tile[..., :3].astype(float) @ (0.299, 0.587, 0.114)


def test_every_tile_a_kind_wears_can_be_painted() -> None:
    assert paint(KINDS.tiles).shape == (len(KINDS.tiles), 16, 16, 4)


def test_a_tile_does_not_depend_on_its_company() -> None:
    together = paint(NAMES)
    for index, name in enumerate(NAMES):
        assert np.array_equal(together[index], paint([name])[0])


def test_an_unknown_tile_is_named_in_the_error() -> None:
    with pytest.raises(ValueError, match="'cheese'"):
        paint(["stone", "cheese"])


@pytest.mark.parametrize("name", NAMES)
def test_only_what_is_seen_through_has_clear_pixels(name: str) -> None:
    assert (paint([name])[0, ..., 3].min() < 255) == (name in SEE_THROUGH)


FIELDS = [
    *("grass_top", "dirt", "stone", "sand", "snow", "gravel", "clay", "mud", "moss", "slate", "water"),
    *("leaves", "wood_side", "sandstone_top"),
]


@pytest.mark.parametrize("name", FIELDS)
def test_contrast_is_soft_so_that_distance_does_not_shimmer(name: str) -> None:
    tile = paint([name])[0]
    assert luma(tile)[tile[..., 3] > 0].std() < 16


@pytest.mark.parametrize("name", ["grass_top", "dirt", "stone", "sand", "snow", "gravel", "clay", "mud", "moss", "slate", "water"])
def test_opposite_edges_meet(name: str) -> None:
    shade = luma(paint([name])[0])
    for axis in (0, 1):
        inner = np.abs(np.diff(shade, axis=axis)).mean(axis=1 - axis)
        seam = np.abs(np.take(shade, 0, axis) - np.take(shade, -1, axis)).mean()
        assert seam <= inner.max() * 1.5


def test_an_icon_is_lit_from_the_left_and_clear_around_the_block() -> None:
    picture = icon("stone", "stone", "stone")
    assert picture.shape == (48, 48, 4)
    assert picture[0, 0, 3] == 0
    assert picture[24, 24, 3] == 255
    assert luma(picture[12:14, 22:26]).mean() > luma(picture[30:34, 10:16]).mean() > luma(picture[30:34, 32:38]).mean()
