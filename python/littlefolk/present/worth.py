"""How values are told to a model: which are given a handle, and which are never folded."""

from typing import Any

from littlefolk.world.cells import Cell


def worth_naming(value: Any) -> bool:
    """Whether a value is worth coming back to: it has a place in the world. A picture tells its handle itself."""
    return isinstance(getattr(value, "cell", None), Cell)


def folds(value: Any) -> bool:
    """Whether a long text of this value is folded; a page that was asked for is not."""
    return bool(getattr(value, "folds", True))
