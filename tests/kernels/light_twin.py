"""Light by plain repetition in numpy: every cell takes the best of its neighbours until nothing changes any more."""

from __future__ import annotations

import numpy as np


def settle(source: np.ndarray, loss: np.ndarray) -> np.ndarray:
    """The least levels with level >= source and level >= a neighbour's level - loss; i16 [x, y, z]."""
    level = source.astype(np.int16)
    cost = np.where(loss > 15, 99, loss).astype(np.int16)
    for _ in range(16):
        before = level
        best = np.zeros_like(level)
        for axis in range(3):
            low, high = [slice(None)] * 3, [slice(None)] * 3
            low[axis], high[axis] = slice(None, -1), slice(1, None)
            best[tuple(low)] = np.maximum(best[tuple(low)], before[tuple(high)])
            best[tuple(high)] = np.maximum(best[tuple(high)], before[tuple(low)])
        level = np.maximum(before, best - cost)
        if np.array_equal(level, before):
            break
    return level


def plain_light(opacity: np.ndarray, emission: np.ndarray) -> np.ndarray:
    """The packed light of a world that ends at its arrays (dark all round, open sky above): u8 [x, y, z]."""
    opacity = np.concatenate([opacity, np.zeros_like(opacity[:, :1])], axis=1)
    emission = np.concatenate([emission, np.zeros_like(emission[:, :1])], axis=1)
    beams = np.logical_and.accumulate(opacity[:, ::-1] == 0, axis=1)[:, ::-1]
    loss = np.where(opacity >= 15, 99, np.maximum(opacity, 1))
    sky = settle(np.where(beams, 15, 0), loss)
    block = settle(emission, loss)
    return (sky << 4 | block).astype(np.uint8)[:, :-1]
