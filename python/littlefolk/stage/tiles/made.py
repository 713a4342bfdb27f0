"""Painters of built tiles: masonry, boards, glass and lanterns."""

from collections.abc import Callable

import numpy as np

from littlefolk.stage.tiles.field import Field, Pixels, by_rank, cells, grid, hashed, layered, noise, opaque, palette
from littlefolk.stage.tiles.natural import sand


def _courses(height: int, width: int, seed: int) -> tuple[Field, Field, Field, Field]:
    """Masonry in running bond: (identity, row inside, column inside, a random tone a stone)."""
    rows, columns = grid()
    course = rows // height
    shifted = (columns + (course % 2) * (width // 2)) % 16
    identity = course * 16 + shifted // width
    return identity.astype(float), (rows % height).astype(float), (shifted % width).astype(float), hashed(seed, identity)


def _bevelled(tone: Field, inner_row: Field, inner_column: Field, height: int, width: int) -> Field:
    """Raise the upper and left edge of each stone into the light and drop the lower and right one."""
    lit = (inner_row == 0) | (inner_column == 0)
    shaded = (inner_row == height - 2) | (inner_column == width - 2)
    return tone + 0.9 * lit - 0.9 * (shaded & ~lit)


def _masonry(seed: int, height: int, width: int, stones: Pixels, mortar: Pixels, grain: float) -> Pixels:
    _, row, column, tone = _courses(height, width, seed)
    level = 1.2 + 1.3 * tone + grain * (layered(seed + 5, (0.6, 8, 8), (0.6, 16, 16)) - 0.6)
    level = _bevelled(level, row, column, height, width)
    tile = opaque(stones[np.clip(np.round(level), 0, len(stones) - 1).astype(np.int64)])
    tile[(row == height - 1) | (column == width - 1), :3] = mortar
    return tile


def cobblestone() -> Pixels:
    owner, distance, gap = cells(211, 4)
    stones = palette("74787e", "80848a", "8d9196", "9a9ea2", "a7aaad")
    up_left = np.roll(owner, (1, 1), axis=(0, 1)) != owner
    level = 1.0 + 1.6 * hashed(212, owner) + 0.8 * up_left - 0.22 * distance + 0.5 * noise(213, 16)
    tile = opaque(stones[np.clip(np.round(level), 0, 4).astype(np.int64)])
    tile[gap < 0.75, :3] = palette("62666c")[0]
    return tile


def stone_bricks() -> Pixels:
    return _masonry(221, 8, 8, palette("7e8288", "888c92", "92969b", "9da0a5", "a8abaf"), palette("6c7076")[0], 1.2)


def bricks() -> Pixels:
    return _masonry(231, 4, 8, palette("8d4f41", "9b5a4a", "a86553", "b4715d", "c07e69"), palette("bcae9f")[0], 1.0)


def planks() -> Pixels:
    """Four boards with a long grain, a joint in each and a dark seam below."""
    rows, columns = grid()
    board = rows // 4
    grain = layered(241, (0.8, 16, 2), (0.5, 16, 4))
    wood = palette("99774c", "a68357", "b28f62", "bd9b6e", "c7a77b")
    level = 1.1 + 1.1 * hashed(242, board) + 2.2 * (grain - 0.65) + 0.7 * (rows % 4 == 0)
    tile = opaque(wood[np.clip(np.round(level), 0, 4).astype(np.int64)])
    seam = palette("7b5d3a")[0]
    tile[rows % 4 == 3, :3] = seam
    tile[(columns == (board * 7 + 3) % 16) & (rows % 4 != 3), :3] = palette("8a6a44")[0]
    return tile


def sandstone_top() -> Pixels:
    tile = sand()
    tile[..., :3] = (tile[..., :3].astype(np.int64) * (250, 240, 228) // 255).astype(np.uint8)
    return tile


def sandstone_side() -> Pixels:
    """Strata: quiet bands, a lighter ledge at the top and a worn groove near the foot."""
    rows, _ = grid()
    strata = layered(251, (1.0, 8, 1), (0.35, 16, 4), (0.2, 16, 16))
    tile = by_rank(strata, palette("cbb380", "d3bd8b", "dbc798", "e3d2a6"), (3, 6, 6, 2))
    tile[rows == 0, :3] = palette("e8d9b0")[0]
    tile[(rows == 4) | (rows == 12), :3] = palette("c0a673")[0]
    return tile


def glass() -> Pixels:
    """A pale frame around a nearly clear pane with two glints."""
    rows, columns = grid()
    tile = np.zeros((16, 16, 4), np.uint8)
    tile[..., :3], tile[..., 3] = palette("d8eef2")[0], 38
    diagonal = rows + columns
    glint = ((diagonal == 11) | (diagonal == 12) | (diagonal == 19)) & (rows > 2) & (rows < 13) & (columns > 2) & (columns < 13)
    tile[glint] = (244, 252, 253, 120)
    tile[(rows == 0) | (columns == 0)] = (226, 241, 243, 235)
    tile[(rows == 15) | (columns == 15)] = (164, 192, 199, 235)
    return tile


def lantern() -> Pixels:
    """A glowing paper lamp behind a dark wooden lattice."""
    rows, columns = grid()
    glow = np.hypot(rows - 7.5, columns - 7.5) + 0.9 * noise(261, 8)
    lamp = palette("fff3cf", "ffe6a6", "fcd584", "f4bf66")
    tile = opaque(lamp[np.clip((glow - 1.5) / 2.0, 0, 3).astype(np.int64)])
    edge = np.minimum(np.minimum(rows, 15 - rows), np.minimum(columns, 15 - columns))
    tile[(rows == 5) | (rows == 10), :3] = palette("d79a4e")[0]
    tile[edge < 2, :3] = palette("5f452f")[0]
    tile[((rows == 0) | (columns == 0)), :3] = palette("7d5e41")[0]
    return tile


MADE: dict[str, Callable[[], Pixels]] = {
    painter.__name__: painter
    for painter in (cobblestone, stone_bricks, bricks, planks, sandstone_top, sandstone_side, glass, lantern)
}  # fmt: skip
