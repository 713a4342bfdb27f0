"""Painters of worked and rare materials: ice, obsidian, marble, copper, hay, wool, terminals."""

from collections.abc import Callable
from functools import partial

import numpy as np

from littlefolk.stage.tiles.field import Pixels, by_rank, by_step, cells, dots, grid, hashed, layered, noise, opaque, palette, relief


def ice() -> Pixels:
    """Clear and pale, with a few bright cracks."""
    sheets = layered(501, (0.9, 4, 4), (0.4, 8, 8))
    tile = by_rank(sheets + 0.4 * relief(sheets), palette("8fbbdc", "a1c9e5", "b4d7ee", "cbe6f6"), (3, 6, 5, 2))
    _, _, gap = cells(502, 3)
    tile[..., 3] = 190
    tile[gap < 0.55] = (226, 243, 251, 225)
    return tile


def obsidian() -> Pixels:
    """Black glass: broad shells of violet and a few sharp glints."""
    owner, distance, gap = cells(511, 3)
    tone = 0.18 + 0.34 * hashed(512, owner) + 0.04 * (2.0 - distance) + 0.25 * (noise(513, 8) - 0.5)
    tile = by_step(np.clip(tone, 0, 0.999), palette("1d1826", "272034", "332a44", "433758", "5a4a74"))
    tile[(gap < 0.5) & (hashed(514, *grid()) < 0.5), :3] = palette("6d5c8c")[0]
    tile[dots(515, 0.02), :3] = palette("a797c8")[0]
    return tile


def marble() -> Pixels:
    """White stone with grey veins that wander across."""
    rows, columns = grid()
    clouds = layered(521, (0.7, 4, 4), (0.4, 8, 8), (0.15, 16, 16))
    tile = by_rank(clouds, palette("d3d1cd", "dddbd7", "e6e4e0", "eeedea"), (2, 5, 6, 3))
    vein = np.abs(np.sin((rows + columns) * np.pi / 8 + 4.0 * layered(522, (1.0, 4, 4), (0.5, 8, 8))))
    tile[vein < 0.16, :3] = palette("b4b2b1")[0]
    tile[vein < 0.06, :3] = palette("9c9b9d")[0]
    return tile


def copper() -> Pixels:
    """Hammered plates with rivets, and verdigris in the seams."""
    rows, columns = grid()
    beaten = layered(531, (0.8, 8, 8), (0.4, 16, 16))
    tile = by_rank(beaten + 0.9 * relief(beaten), palette("9a5738", "b06a47", "c27c57", "d3926d", "e2ab87"), (2, 5, 6, 4, 1.5))
    seam = (rows % 8 == 7) | ((columns + 4 * (rows // 8)) % 16 == 15)
    tile[seam, :3] = palette("7a4630")[0]
    tile[seam & (noise(532, 8) > 0.55), :3] = palette("5f9a86")[0]
    rivet = (rows % 8 == 1) & (columns % 7 == 1)
    tile[rivet, :3] = palette("f0c3a2")[0]
    return tile


def hay_side() -> Pixels:
    """Straws packed lengthwise under two cords."""
    rows, _ = grid()
    straw = layered(541, (0.9, 16, 2), (0.7, 16, 4), (0.3, 16, 16))
    tile = by_rank(straw + 0.3 * relief(straw), palette("a8873a", "be9c48", "d1b058", "e0c56f"), (3, 6, 5, 2))
    cord = (rows == 4) | (rows == 11)
    tile[cord, :3] = palette("8a4f38")[0]
    tile[np.roll(cord, 1, axis=0), :3] = palette("94752f")[0]
    return tile


def hay_top() -> Pixels:
    """Cut ends of straws."""
    owner, distance, gap = cells(551, 5)
    tile = by_step(np.clip(0.25 + 0.6 * hashed(552, owner) - 0.06 * distance, 0, 0.999), palette("a8873a", "be9c48", "d1b058", "e0c56f"))
    tile[gap < 0.6, :3] = palette("94752f")[0]
    return tile


def _wool(seed: int, colours: tuple[str, ...]) -> Pixels:
    """Knitted rows: small slanted stitches, lit from the top left."""
    rows, columns = grid()
    stitch = (columns + rows // 2) % 4
    level = 2.0 + np.array([0.9, 0.4, -0.4, -0.9])[stitch] - 0.5 * (rows % 2) + 1.1 * (noise(seed, 8) - 0.5)
    return opaque(palette(*colours)[np.clip(np.round(level), 0, 4).astype(np.int64)])


def terminal_side() -> Pixels:
    """A dark case with a bevel and ventilation slots."""
    rows, columns = grid()
    case = by_rank(layered(571, (0.5, 8, 8), (0.4, 16, 16)), palette("353d3f", "3c4547", "434d4f"), (4, 6, 4))
    case[(rows == 0) | (columns == 0), :3] = palette("566264")[0]
    case[(rows == 15) | (columns == 15), :3] = palette("262c2e")[0]
    case[(rows % 3 == 1) & (rows > 3) & (rows < 12) & (columns > 3) & (columns < 12), :3] = palette("22282a")[0]
    return case


def terminal_front() -> Pixels:
    """The case around a dark screen with green lines of text and a cursor."""
    rows, columns = grid()
    tile = terminal_side()
    screen = (rows > 1) & (rows < 13) & (columns > 1) & (columns < 14)
    tile[screen, :3] = palette("10201b")[0]
    tile[screen & (rows == 2), :3] = palette("0a1613")[0]
    length = 3 + (hashed(572, rows // 2) * 9).astype(np.int64)
    text = screen & (rows % 2 == 0) & (rows > 3) & (columns > 2) & (columns < 3 + length) & (hashed(573, rows, columns) < 0.8)
    tile[text, :3] = palette("63d69a")[0]
    tile[12, 3:5, :3] = palette("b9f6d3")[0]
    tile[14, 12, :3] = palette("6be08f")[0]
    return tile


_WOOLS = {
    "white_wool": (561, ("c4c1ba", "d2cfc8", "dfdcd6", "e9e7e2", "f3f2ef")),
    "red_wool": (562, ("833030", "973a38", "ab4541", "bd544d", "cd685f")),
    "yellow_wool": (563, ("b08a2b", "c49b34", "d7ad3f", "e5bf55", "f0d178")),
    "green_wool": (564, ("41682f", "4d783a", "598846", "689854", "7ba968")),
    "blue_wool": (565, ("30497c", "395790", "4465a2", "5576b2", "6d8bc2")),
}

WORKED: dict[str, Callable[[], Pixels]] = {
    painter.__name__: painter for painter in (ice, obsidian, marble, copper, hay_side, hay_top, terminal_side, terminal_front)
} | {name: partial(_wool, *recipe) for name, recipe in _WOOLS.items()}
