"""Sight: links of parts against a plain flood, and no line through open cells ends in a chunk that is left out."""

from __future__ import annotations

from collections import deque
from itertools import combinations, product

import numpy as np
import pytest
from littlefolk.kernels import OPEN, PART, Hiding, links, look
from littlefolk.world.ray import walk

HIDING = Hiding(np.array([False, True, False]))
PAIRS = list(combinations(range(6), 2))


def block(ids: np.ndarray):
    return (
        (np.array([ids[0, 0, 0]], np.uint16), None)
        if (ids == ids[0, 0, 0]).all()
        else (np.arange(3, dtype=np.uint16), ids.astype(np.uint8))
    )


def plain_links(open_: np.ndarray) -> int:
    """Flood every component of open cells and join the faces it touches."""
    left, found = open_.copy(), 0
    n = len(open_)
    while left.any():
        start = tuple(np.argwhere(left)[0])
        left[start] = False
        waiting, faces = deque([start]), set()
        while waiting:
            cell = waiting.popleft()
            for axis in range(3):
                for step in (1, -1):
                    other = list(cell)
                    other[axis] += step
                    if not 0 <= other[axis] < n:
                        faces.add(2 * axis + (step < 0))
                    elif left[tuple(other)]:
                        left[tuple(other)] = False
                        waiting.append(tuple(other))
        found |= sum(1 << i for i, pair in enumerate(PAIRS) if set(pair) <= faces)
    return found


@pytest.mark.parametrize("share", [0.1, 0.3, 0.32, 0.4, 0.7])
def test_links_are_those_of_a_plain_flood(share: float) -> None:
    ids = (np.random.default_rng(5).random((32, 32, 32)) > share).astype(np.uint8)
    found = links(block(ids), HIDING)
    for part in product(range(2), repeat=3):
        x, y, z = (slice(PART * p, PART * p + PART) for p in part)
        assert found[part] == plain_links(ids[x, y, z] != 1)
    wide = links((np.arange(3, dtype=np.uint16), ids.astype(np.uint16)), HIDING)
    assert np.array_equal(found, wide)


def test_links_of_one_kind_and_of_shafts() -> None:
    assert (links(block(np.zeros((32, 32, 32), np.uint8)), HIDING) == OPEN).all()
    assert (links(block(np.ones((32, 32, 32), np.uint8)), HIDING) == 0).all()
    assert (links(block(np.full((32, 32, 32), 2, np.uint8)), HIDING) == OPEN).all(), "what hides nothing is open"
    shaft = np.ones((32, 32, 32), np.uint8)
    shaft[3, :, 4] = 0
    found = links(block(shaft), HIDING)
    assert found[0, 0, 0] == found[0, 1, 0] == 1 << PAIRS.index((2, 3))
    assert found.sum() == 2 * found[0, 0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_no_line_of_sight_ends_in_a_chunk_that_is_left_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    side = 8  # chunks, wrapping round; the world is 16 layers high
    solid = np.ones((side * 4, 64, side * 4), bool)  # in blocks of 8 cells, so that halls and passages are wide
    for _ in range(160):
        at, axis = rng.integers(0, solid.shape), rng.integers(0, 3)
        span = [slice(a, a + 1) for a in at]
        span[axis] = slice(at[axis], at[axis] + rng.integers(3, 20))
        solid[tuple(span)] = False
    cells = solid.repeat(8, 0).repeat(8, 1).repeat(8, 2)
    joined = np.zeros((side * 2, 32, side * 2), np.uint16)
    for x, y, z in product(range(side), range(16), range(side)):
        part = cells[32 * x : 32 * x + 32, 32 * y : 32 * y + 32, 32 * z : 32 * z + 32]
        joined[2 * x : 2 * x + 2, 2 * y : 2 * y + 2, 2 * z : 2 * z + 2] = links(block(part.astype(np.uint8)), HIDING)
    open_cells = np.argwhere(~cells[96:160, :, 96:160]) + np.array([96, 0, 96])
    left_out = 0
    for eye in open_cells[rng.integers(0, len(open_cells), 12)]:
        seen = np.zeros((side, 16, side), np.uint8)
        look(joined, seen, tuple(int(v) // PART for v in eye), 7)
        left_out += (seen == 0).sum()
        for way in rng.normal(size=(150, 3)):
            for cell, _, _ in walk(tuple(eye + 0.5), tuple(way), 100.0):
                if not (np.array(cell) >= 0).all() or not (np.array(cell) < cells.shape).all():
                    break
                assert seen[cell[0] // 32, cell[1] // 32, cell[2] // 32], f"cell {cell} from {eye}"
                if cells[cell[0], cell[1], cell[2]]:
                    break
    assert left_out > 0, "something is left out"


def test_what_does_not_fit_is_refused_with_words() -> None:
    joined, seen = np.zeros((16, 32, 16), np.uint16), np.zeros((8, 16, 8), np.uint8)
    with pytest.raises(ValueError, match="radius of 8"):
        look(joined, seen, (0, 0, 0), 8)
    with pytest.raises(ValueError, match="y=32"):
        look(joined, seen, (0, 32, 0), 3)
    with pytest.raises(ValueError, match="half the shape"):
        look(joined, np.zeros((16, 16, 8), np.uint8), (0, 0, 0), 3)
