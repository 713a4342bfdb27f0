"""Census: how many cells of each value a box holds."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

import littlefolk.kernels._native.census as _census

Corner = tuple[int, int, int]

Block = tuple[np.ndarray, Corner, np.ndarray | None]
"""Cells u8 or u16 [x, y, z], the coordinates of the first cell, and what u8 values stand for (u16 by value) or None for themselves."""


def census(dense: np.ndarray, bins: int) -> np.ndarray:
    """How often each value 0..bins-1 occurs in a box: int64 [bins].

    ``dense`` has three dimensions of uint8 or uint16 and any strides, so a slice needs no copy. Raises `TypeError` for other types,
    `ValueError` for other shapes, for bins outside 1..65536 and for a value that has no bin.
    """
    return _census.count(dense, bins)


def census_box(blocks: Iterable[Block], low: Corner, high: Corner, bins: int) -> np.ndarray:
    """How often each value occurs in the box low <= cell < high, as far as `blocks` cover it: int64 [bins].

    Blocks must not overlap; those outside the box may be passed too. Cells of the box that no block covers are not counted, so the
    volume of the box less the sum of the counts is the number of unavailable cells. Raises as `census` does, and `TypeError` for
    names that are not uint16.
    """
    return _census.count_across(blocks, low, high, bins)


def uniform_value(dense: np.ndarray) -> int | None:
    """The value that every cell of a C-contiguous box has, or None when they differ."""
    value = _census.uniform(dense)
    return None if value < 0 else value
