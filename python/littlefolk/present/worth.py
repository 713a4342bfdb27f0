"""Which values a model is given a handle of, whether they are folded or not."""

from typing import Any

from littlefolk.world.cells import Cell


def worth_naming(value: Any) -> bool:
    """Whether a value is worth coming back to: it has a place in the world. A picture tells its handle itself."""
    return isinstance(getattr(value, "cell", None), Cell)
