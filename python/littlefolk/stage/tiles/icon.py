"""Small pictures of whole blocks, for hotbars and lists: a cube seen from above a corner, wearing its painted tiles."""

import numpy as np

from littlefolk.stage.tiles.field import SIZE, Pixels

EDGE = 48

_CENTRE = (24.0, 24.0)
_RIGHT, _LEFT, _DOWN = (22.0, -11.0), (-22.0, -11.0), (0.0, 23.0)
_SHADES = (1.0, 0.82, 0.64)


def _within(first: tuple[float, float], second: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates of every pixel in the two edge vectors that leave the cube's near corner, each float64[48, 48]."""
    rows, columns = np.mgrid[0:EDGE, 0:EDGE] + 0.5
    x, y = columns - _CENTRE[0], rows - _CENTRE[1]
    area = first[0] * second[1] - first[1] * second[0]
    return (x * second[1] - y * second[0]) / area, (first[0] * y - first[1] * x) / area


def draw(tiles: Pixels) -> Pixels:
    """Draw one block from its tiles u8[3, 16, 16, 4] (top, left, right): u8[48, 48, 4], clear around the cube."""
    picture = np.zeros((EDGE, EDGE, 4), np.uint8)
    edges = ((_RIGHT, _LEFT), (_LEFT, _DOWN), (_RIGHT, _DOWN))
    for side, ((first, second), shade) in enumerate(zip(edges, _SHADES, strict=True)):
        s, t = _within(first, second)
        inside = (s >= 0) & (s < 1) & (t >= 0) & (t < 1)
        across, down = (1 - t, 1 - s) if side == 0 else (1 - s, t) if side == 1 else (s, t)
        row, column = ((value[inside] * SIZE).astype(np.int64).clip(0, SIZE - 1) for value in (down, across))
        picture[inside] = tiles[side][row, column]
        picture[inside, :3] = (picture[inside, :3] * shade).astype(np.uint8)
    return picture
