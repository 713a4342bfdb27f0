"""The census against numpy.bincount, for boxes of every shape and stride, alone and across blocks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from littlefolk.kernels import census, census_box, uniform_value


@st.composite
def boxes(draw) -> np.ndarray:
    """Boxes of both types, from few values to all, cut out of larger ones with steps."""
    dtype = draw(st.sampled_from([np.uint8, np.uint16]))
    most = draw(st.sampled_from([0, 1, 3, 15, 16, 200, 255]))
    shape = draw(st.tuples(*[st.integers(1, 21)] * 3))
    rng = np.random.default_rng(draw(st.integers(0, 1000)))
    runs = draw(st.sampled_from([1, 5, 40]))
    values = np.repeat(rng.integers(0, most + 1, np.prod(shape) // runs + 1), runs)[: np.prod(shape)]
    box = values.reshape(shape).astype(dtype)
    cuts = tuple(slice(draw(st.integers(0, n - 1)), None, draw(st.sampled_from([1, 1, 2, -1]))) for n in shape)
    return draw(st.sampled_from([box, box[cuts], box.transpose(2, 0, 1), np.asfortranarray(box)]))


@given(boxes())
def test_a_census_is_a_bincount(box: np.ndarray) -> None:
    found = census(box, 256)
    assert found.dtype == np.int64
    assert np.array_equal(found, np.bincount(box.ravel(), minlength=256))


def test_large_boxes_and_empty_ones() -> None:
    box = np.random.default_rng(1).integers(0, 12, (70, 65, 33)).astype(np.uint8)
    assert np.array_equal(census(box, 12), np.bincount(box.ravel(), minlength=12))
    assert np.array_equal(census(box[:, :0], 12), np.zeros(12))
    wide = np.full((3, 3, 3), 65535, np.uint16)
    assert census(wide, 65536)[65535] == 27


@given(
    blocks=st.lists(st.tuples(st.integers(-2, 1), st.integers(-2, 1), st.integers(-2, 1)), unique=True, max_size=12),
    low=st.tuples(*[st.integers(-20, 15)] * 3),
    size=st.tuples(*[st.integers(0, 20)] * 3),
    seed=st.integers(0, 99),
)
def test_a_box_across_blocks_counts_each_covered_cell_once(blocks, low, size, seed) -> None:
    rng = np.random.default_rng(seed)
    world = np.full((32, 32, 32), -1)
    given_blocks = []
    for block in blocks:
        origin = tuple(8 * n for n in block)
        place = tuple(slice(n + 16, n + 24) for n in origin)
        if seed % 3:
            cells, names = rng.integers(0, 5, (8, 8, 8)).astype(np.uint8), rng.integers(0, 300, 5).astype(np.uint16)
            world[place] = names[cells]
        else:
            cells, names = rng.integers(0, 300, (8, 8, 8)).astype(np.uint16), None
            world[place] = cells
        given_blocks.append((cells, origin, names))
    high = tuple(a + n for a, n in zip(low, size, strict=True))
    cut = world[tuple(slice(max(a + 16, 0), max(b + 16, 0)) for a, b in zip(low, high, strict=True))]
    assert np.array_equal(census_box(given_blocks, low, high, 300), np.bincount(cut[cut >= 0], minlength=300))


def test_wrong_boxes_are_refused_with_words() -> None:
    box = np.zeros((2, 3, 4), np.uint8)
    with pytest.raises(TypeError, match="uint8 or uint16 cells, not int32"):
        census(box.astype(np.int32), 4)
    with pytest.raises(TypeError, match="not >u2"):
        census(box.astype(">u2"), 4)
    with pytest.raises(ValueError, match=r"three dimensions, not an array of shape \(6, 4\)"):
        census(box.reshape(6, 4), 4)
    for bins in (0, 65537):
        with pytest.raises(ValueError, match=f"1 to 65536 bins, not {bins}"):
            census(box, bins)
    for dtype in (np.uint8, np.uint16):
        box = np.zeros((2, 3, 4), dtype)
        box[1, 2, 3] = 200
        with pytest.raises(ValueError, match="the value 200, but there are only 200 bins"):
            census(box, 200)
    cells = np.ones((2, 2, 2), np.uint8)
    with pytest.raises(ValueError, match="the value 1, which has no bin among 8"):
        census_box([(cells, (0, 0, 0), np.zeros(1, np.uint16))], (0, 0, 0), (2, 2, 2), 8)
    with pytest.raises(TypeError, match="row of uint16"):
        census_box([(cells, (0, 0, 0), np.zeros(2, np.int64))], (0, 0, 0), (2, 2, 2), 8)
    with pytest.raises(TypeError, match="names are for blocks of uint8"):
        census_box([(cells.astype(np.uint16), (0, 0, 0), np.zeros(2, np.uint16))], (0, 0, 0), (2, 2, 2), 8)


@given(hnp.arrays(st.sampled_from([np.uint8, np.uint16]), hnp.array_shapes(min_dims=3, max_dims=3, max_side=4), elements=st.integers(6, 8)))
def test_uniform_boxes_are_known(box: np.ndarray) -> None:
    assert uniform_value(box) == (box[0, 0, 0] if (box == box[0, 0, 0]).all() else None)


def test_uniform_value_wants_one_block_of_memory() -> None:
    with pytest.raises(ValueError, match="C-contiguous"):
        uniform_value(np.zeros((4, 4, 4), np.uint8)[:, :, ::2])
    with pytest.raises(ValueError, match="at least one cell"):
        uniform_value(np.zeros((4, 0, 4), np.uint8))
