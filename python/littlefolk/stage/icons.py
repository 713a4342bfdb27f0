"""Pictures of block kinds for the hotbar: a small cube seen from a corner, drawn from the painted tiles."""

import numpy as np

from littlefolk.stage.tiles import paint
from littlefolk.world.kinds import KINDS, Kind

SIZE = 32
TOP, FRONT, SIDE = 1.0, 0.82, 0.64  # how bright each face is
_UP, _SOUTH, _EAST = 2, 4, 0  # faces as the mesher numbers them


def block_icon(kind: Kind) -> np.ndarray:
    """u8[32, 32, 4] RGBA of one kind."""
    tiles = paint(KINDS.tiles)

    def layer(face: int) -> int:
        return KINDS.tiles.index(kind.tiles[face])

    icon = np.zeros((SIZE, SIZE, 4), dtype=np.uint8)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE].astype(float) + 0.5
    across, down = (columns - SIZE / 2) / (SIZE / 2), rows / SIZE
    # the top is a rhombus from (0, 0) over (±1, 1/4) to (0, 1/2); the two sides hang below it, half as high as the picture
    u, v = down * 2 + across / 2 * 1.0, down * 2 - across / 2 * 1.0
    _paste(icon, tiles[layer(_UP)], u, v, (u >= 0) & (u < 1) & (v >= 0) & (v < 1), TOP)
    below = down - (0.5 - np.abs(across) / 4)
    left, right = (across < 0) & (across > -1), (across >= 0) & (across < 1)
    inside = (below >= 0) & (below < 0.5)
    _paste(icon, tiles[layer(_SOUTH)], across + 1, below * 2, left & inside, FRONT)
    _paste(icon, tiles[layer(_EAST)], across, below * 2, right & inside, SIDE)
    return icon


def _paste(icon: np.ndarray, tile: np.ndarray, u: np.ndarray, v: np.ndarray, where: np.ndarray, light: float) -> None:
    size = tile.shape[0]
    column = np.clip((u * size).astype(int), 0, size - 1)
    row = np.clip((v * size).astype(int), 0, size - 1)
    face = tile[row, column].astype(float)
    face[..., :3] *= light
    icon[where] = face[where].astype(np.uint8)
