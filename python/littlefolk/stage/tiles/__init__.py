"""The painted 16×16 tiles that blocks wear: small palettes, light from the top left, edges that meet when repeated."""

from collections.abc import Sequence

import numpy as np

from littlefolk.stage.tiles.field import SIZE, Pixels
from littlefolk.stage.tiles.grown import GROWN
from littlefolk.stage.tiles.icon import draw
from littlefolk.stage.tiles.made import MADE
from littlefolk.stage.tiles.natural import NATURAL
from littlefolk.stage.tiles.worked import WORKED

_PAINTERS = NATURAL | MADE | GROWN | WORKED

NAMES: tuple[str, ...] = tuple(_PAINTERS)
"""Every tile name that can be painted."""


def paint(names: Sequence[str]) -> Pixels:
    """Paint tiles by name, in the order given.

    Returns u8[n, 16, 16, 4]: RGBA, sRGB, straight alpha, row 0 at the top. Transparent pixels keep a colour of their
    surroundings so that smaller mipmaps do not darken. Raises ValueError naming every unknown tile.
    """
    unknown = [name for name in names if name not in _PAINTERS]
    if unknown:
        raise ValueError(f"no painter for tile {', '.join(map(repr, unknown))}; known tiles: {', '.join(NAMES)}")
    tiles = np.zeros((len(names), SIZE, SIZE, 4), np.uint8)
    for index, name in enumerate(names):
        tiles[index] = _PAINTERS[name]()
    return tiles


def icon(top: str, left: str, right: str) -> Pixels:
    """Picture a block that wears the named tiles as a small cube: u8[48, 48, 4], RGBA. Raises ValueError as `paint` does."""
    return draw(paint((top, left, right)))
