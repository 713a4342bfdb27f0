from collections.abc import Iterable

import numpy as np

def count(cells: np.ndarray, bins: int) -> np.ndarray: ...
def count_across(
    blocks: Iterable[tuple[np.ndarray, tuple[int, int, int], np.ndarray | None]],
    low: tuple[int, int, int],
    high: tuple[int, int, int],
    bins: int,
) -> np.ndarray: ...
def uniform(cells: np.ndarray) -> int: ...
