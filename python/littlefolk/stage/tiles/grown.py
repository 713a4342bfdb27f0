"""Painters of plants that stand in a block of their own: flowers, grass, mushrooms, cactus. Around them is nothing."""

from collections.abc import Callable

import numpy as np

from littlefolk.stage.tiles.field import SIZE, Pixels, by_rank, grid, hashed, layered, noise, palette

_STALKS = palette("4c7c42", "598a4d", "6b9c58", "7fae68")


def _clear(colour: Pixels) -> Pixels:
    """Nothing yet, in a colour that smaller mipmaps may mix in."""
    tile = np.zeros((SIZE, SIZE, 4), np.uint8)
    tile[..., :3] = colour
    return tile


def _dab(tile: Pixels, row: int, column: int, colour: Pixels) -> None:
    if 0 <= row < SIZE and 0 <= column < SIZE:
        tile[row, column, :3] = colour
        tile[row, column, 3] = 255


def _stalk(tile: Pixels, foot: int, top: int, lean: float, tone: int) -> int:
    """A stalk from the ground up to row `top`, leaning; returns the column where it ends."""
    column = foot
    for row in range(SIZE - 1, top - 1, -1):
        column = round(foot + lean * (SIZE - 1 - row) / SIZE)
        _dab(tile, row, column, _STALKS[min(3, tone + (row < top + 3))])
    return column


def flowers() -> Pixels:
    """Five blossoms of three colours on leaning stalks; petals lit from the top left."""
    tile = _clear(_STALKS[1])
    for foot, top, lean, colours in (
        (4, 7, -2.0, ("a83f57", "d2607a", "ee8fa2")),
        (8, 4, 0.5, ("c9912f", "efc14f", "f9de86")),
        (11, 8, 2.0, ("6f62b5", "9188d3", "b6aeea")),
        (6, 10, -1.0, ("c9912f", "efc14f", "f9de86")),
        (10, 11, 1.0, ("a83f57", "d2607a", "ee8fa2")),
    ):
        column = _stalk(tile, foot, top, lean, 0)
        shade, petal, light = palette(*colours)
        for dy, dx, colour in (
            (-1, 0, light),
            (0, -1, light),
            (0, 1, shade),
            (1, 0, shade),
            (-1, -1, petal),
            (-1, 1, petal),
            (1, -1, petal),
            (1, 1, shade),
        ):
            _dab(tile, top + dy, column + dx, colour)
        _dab(tile, top, column, palette("fff3c8")[0])
    for foot, lean in ((3, -2), (12, 2), (7, 1)):
        _stalk(tile, foot, 12, lean, 1)
    return tile


def tall_grass() -> Pixels:
    """A tuft of blades, dark at the foot and light at the tips."""
    tile = _clear(_STALKS[1])
    blades = palette("4d7a40", "5d8d4c", "6e9f58", "82b168", "98c07c")
    for number in range(13):
        value = hashed(401, np.array([number, number + 40]))
        foot, height = 2 + number, 6 + int(value[0] * 9)
        lean = (float(value[1]) - 0.5) * 6
        for step in range(height):
            share = step / height
            column = round(foot + lean * share * share)
            _dab(tile, SIZE - 1 - step, column, blades[min(4, int(share * 4) + number % 2)])
    return tile


def mushroom() -> Pixels:
    """A red cap with pale spots on a stout stem, and a small one beside it."""
    tile = _clear(palette("8e3d30")[0])
    caps, stems = palette("8e3d30", "b04e3c", "c8624b", "db7f64"), palette("bfb29b", "d8ccb4", "ebe1cc")
    for middle, foot, radius, top in ((7, 15, 5, 5), (12, 15, 2, 11)):
        for row in range(top + radius - 1, foot + 1):
            for side in range(-max(1, radius // 3), max(1, radius // 3) + 1):
                _dab(tile, row, middle + side, stems[int(np.clip(1 - side, 0, 2))])
        for row in range(top, top + radius):
            half = round(radius * np.sqrt(max(0.0, 1 - ((top + radius - row - 0.5) / radius) ** 2)) + 0.3)
            for side in range(-half, half + 1):
                level = 1.6 - 0.28 * side - 0.3 * (row - top) + 0.6
                _dab(tile, row, middle + side, caps[int(np.clip(level, 0, 3))])
    for row, column in ((7, 5), (6, 8), (8, 10), (9, 7)):
        _dab(tile, row, column, palette("f3e6d2")[0])
    return tile


def cactus_side() -> Pixels:
    """Ribs with a lit and a shaded flank and pale thorns."""
    rows, columns = grid()
    rib = columns % 4
    green = palette("3c6b3c", "497d47", "578d52", "66a05e", "78b06e")
    grain = layered(411, (0.6, 8, 4), (0.5, 16, 16))
    level = np.array([1.2, 3.1, 2.6, 1.7])[rib] + 1.6 * (grain - 0.55)
    tile = np.concatenate([green[np.clip(np.round(level), 0, 4).astype(np.int64)], np.full((SIZE, SIZE, 1), 255, np.uint8)], axis=-1)
    thorns = (rib == 1) & ((rows + 5 * (columns // 4)) % 5 == 2)
    tile[thorns, :3] = palette("e6e2b8")[0]
    tile[rib == 0, :3] = green[0]
    return tile


def cactus_top() -> Pixels:
    """A ring of ribs about a pale heart."""
    rows, columns = grid()
    away = np.maximum(np.abs(rows - 7.5), np.abs(columns - 7.5)) + 0.6 * noise(421, 4)
    spokes = (np.abs(rows - 7.5) - np.abs(columns - 7.5)) % 4 < 1.2
    tile = by_rank(-away + 0.8 * layered(422, (0.6, 8, 8)), palette("497d47", "578d52", "66a05e", "86b878"), (4, 5, 5, 2))
    tile[spokes & (away > 2.5), :3] = palette("3c6b3c")[0]
    return tile


GROWN: dict[str, Callable[[], Pixels]] = {
    painter.__name__: painter for painter in (flowers, tall_grass, mushroom, cactus_side, cactus_top)
}  # fmt: skip
