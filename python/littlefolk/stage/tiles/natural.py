"""Painters of grown and weathered tiles: soil, plants, rock and water."""

from collections.abc import Callable

import numpy as np

from littlefolk.stage.tiles.field import (
    Pixels,
    by_rank,
    by_step,
    cells,
    dots,
    grid,
    hashed,
    layered,
    noise,
    opaque,
    palette,
    relief,
)

GRASS = palette("60904e", "6a9953", "74a25a", "7eab63", "8cb66f")
DIRT = palette("6f5138", "7b5b40", "876648", "927152")
SNOW = palette("ccdcec", "dce8f4", "eaf2f9", "f6fafd")


def grass_top() -> Pixels:
    tufts = layered(11, (0.6, 8, 8), (0.9, 16, 16), (0.35, 4, 4))
    tile = by_rank(tufts + 0.35 * relief(tufts), GRASS, (2, 5, 7, 5, 1.4))
    blades = dots(12, 0.07)
    tile[blades, :3] = GRASS[4]
    tile[np.roll(blades, 1, axis=0), :3] = GRASS[1]
    return tile


def dirt() -> Pixels:
    clods = layered(21, (0.8, 4, 4), (0.7, 8, 8), (0.6, 16, 16))
    tile = by_rank(clods + 0.4 * relief(clods), DIRT, (2, 5, 6, 2))
    pebbles = dots(23, 0.05)
    tile[pebbles, :3] = palette("a08465")[0]
    tile[np.roll(pebbles, (1, 1), axis=(0, 1)), :3] = DIRT[0]
    return tile


def _fringed(cover: Pixels, shade: Pixels, seed: int, least: int, most: int) -> Pixels:
    """Earth under a covering whose ragged lower edge drops a line of shade."""
    rows, columns = grid()
    depth = least + np.floor(hashed(seed, columns) * (most - least + 1)).astype(np.int64)
    tile = dirt()
    tile[rows == depth, :3] = shade
    covered = rows < depth
    tile[covered] = cover[covered]
    return tile


def grass_side() -> Pixels:
    return _fringed(grass_top(), palette("5d4630")[0], 31, 3, 6)


def snow_side() -> Pixels:
    return _fringed(snow(), palette("8b7a70")[0], 32, 4, 6)


def stone() -> Pixels:
    beds = layered(41, (0.8, 4, 2), (0.8, 8, 4), (0.45, 16, 16))
    return by_rank(beds + 0.5 * relief(beds), palette("7b7f86", "868a91", "91959b", "9ca0a5"), (2, 6, 6, 2))


def slate() -> Pixels:
    flakes = layered(51, (0.9, 8, 2), (0.7, 16, 4), (0.2, 16, 16))
    return by_rank(flakes + 0.8 * relief(flakes), palette("454d5a", "4f5866", "5a6372", "677180"), (3, 6, 5, 2))


def gravel() -> Pixels:
    owner, distance, gap = cells(61, 5)
    stones = palette("817b75", "8d8780", "99928a", "a59e95")
    tone = hashed(62, owner) * 2.2 + 1.1 - distance * 0.25 + (gap > 1.0) * 0.5
    tile = opaque(stones[np.clip(tone.astype(np.int64), 0, 3)])
    tile[gap < 0.35, :3] = palette("756f69")[0]
    return tile


def clay() -> Pixels:
    bands = layered(71, (0.9, 4, 2), (0.5, 8, 4), (0.35, 16, 16))
    return by_rank(bands, palette("99a0ab", "a2a9b3", "abb1ba", "b4b9c1"), (2, 6, 6, 2))


def mud() -> Pixels:
    wet = layered(81, (0.9, 4, 4), (0.6, 8, 8), (0.3, 16, 16))
    return by_rank(wet + 0.5 * relief(wet), palette("4a3a30", "544237", "5f4c3f", "6d5a4c"), (3, 6, 5, 1.2))


def moss() -> Pixels:
    cushions = layered(91, (0.8, 4, 4), (0.9, 8, 8), (0.4, 16, 16))
    return by_rank(cushions + 1.1 * relief(cushions), palette("47693a", "527642", "5e834a", "6c9155", "7d9f62"), (2, 5, 6, 4, 1))


def sand() -> Pixels:
    ripples = layered(101, (0.9, 8, 2), (0.5, 16, 4), (0.5, 16, 16))
    return by_rank(ripples + 0.3 * relief(ripples), palette("d6c390", "decc9b", "e5d5a7", "ecdeb4"), (2, 6, 7, 2))


def snow() -> Pixels:
    drifts = layered(111, (0.9, 4, 4), (0.5, 8, 8), (0.3, 16, 16))
    return by_rank(drifts + 0.4 * relief(drifts), SNOW, (1.5, 5, 7, 3))


def crystal() -> Pixels:
    """Facets, each with its own slant to the light, and bright ridges between them."""
    owner, _, gap = cells(121, 3)
    rows, columns = grid()
    slant = hashed(122, owner) * 0.55 + 0.25
    lean = hashed(123, owner) - 0.5
    tone = slant + (lean * (columns - 8) - (0.5 - np.abs(lean)) * (rows - 8)) * 0.045
    tile = by_step(np.clip(tone, 0, 0.999), palette("6a63b8", "7b7ccb", "8a97dc", "98b3e8", "abcff1", "c6e7f8"))
    tile[gap < 0.7, :3] = palette("dcf4fb")[0]
    return tile


def wood_side() -> Pixels:
    bark = layered(131, (0.9, 2, 8), (0.8, 4, 16), (0.25, 16, 16))
    ridge = bark - np.roll(bark, 1, axis=1)
    return by_rank(bark + 0.8 * ridge, palette("543f2c", "604a34", "6d553d", "7b6247"), (4, 6, 5, 2))


def wood_top() -> Pixels:
    """Year rings inside a rim of bark."""
    rows, columns = grid()
    dy, dx = np.abs(rows - 7.5), np.abs(columns - 7.5)
    radius = 0.55 * np.maximum(dy, dx) + 0.45 * np.hypot(dy, dx) + (noise(141, 4) - 0.5) * 1.1
    rings = palette("a98558", "b99566", "c6a476", "cfb086")
    tile = opaque(rings[np.clip((1.5 + 1.4 * np.cos(radius * 2.3)).astype(np.int64), 0, 3)])
    rim = np.maximum(dy, dx) > 6.9
    tile[rim] = wood_side()[rim]
    return tile


def leaves() -> Pixels:
    """Clumps of leaves with holes between them; the holes keep a dark leaf's colour."""
    clumps = layered(151, (0.8, 4, 4), (0.9, 8, 8), (0.5, 16, 16))
    green = palette("426e3b", "4c7c42", "598a4d", "68995a", "7baa68")
    tile = by_rank(clumps + 0.8 * relief(clumps), green, (3, 5, 6, 4, 1.5))
    holes = clumps < np.quantile(clumps, 0.2)
    tile[holes, :3] = green[0]
    tile[holes, 3] = 0
    return tile


def water() -> Pixels:
    swell = layered(161, (0.8, 4, 2), (0.7, 8, 4))
    tile = by_rank(swell + 0.3 * relief(swell), palette("3d79a8", "4583b1", "4e8dba", "5c9ac5"), (4, 6, 5, 1.5))
    tile[..., 3] = 176
    return tile


NATURAL: dict[str, Callable[[], Pixels]] = {
    painter.__name__: painter
    for painter in (
        *(grass_top, grass_side, dirt, stone, wood_top, wood_side, leaves, sand, snow, snow_side),
        *(crystal, gravel, clay, mud, moss, slate, water),
    )
}
