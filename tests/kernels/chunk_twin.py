"""Whole chunks of terrain in plain numpy: the same function as the kernel's, every step over whole arrays, with the same bytes."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from littlefolk.kernels import TERRAIN
from terrain_twin import SEA, U64, fade, fbm2, ground_heights, hash2, hash3, noise2, ramp, root

SIDE, BORDER, REACH, TALLEST = 32, 3, 3, 16
WIDE = SIDE + 2 * BORDER
K = SimpleNamespace(**{name.upper(): i for i, name in enumerate(TERRAIN)})
EDGES = np.array(
    [
        [1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, 0, -1, 0],
        [1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1],
        [0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 1, 0, -1],
    ],
    float,
)
Land = SimpleNamespace


def bits(r: np.ndarray, shift: int, mask: int) -> np.ndarray:
    return ((r >> U64(shift)) & U64(mask)).astype(np.int64)


def noise3(salt: int, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    fx, fy, fz = np.floor(x), np.floor(y), np.floor(z)
    ix, iy, iz = (f.astype(np.int64) for f in (fx, fy, fz))
    u, v, w = x - fx, y - fy, z - fz

    def corner(i: int, j: int, k: int) -> np.ndarray:
        g = (hash3(salt, ix + i, iy + j, iz + k) >> U64(60)).astype(np.int64)
        return EDGES[0][g] * (u - i) + EDGES[1][g] * (v - j) + EDGES[2][g] * (w - k)

    fu, fv = fade(u), fade(v)

    def edge(j: int, k: int) -> np.ndarray:
        a = corner(0, j, k)
        return a + fu * (corner(1, j, k) - a)

    a, c = edge(0, 0), edge(0, 1)
    a += fv * (edge(1, 0) - a)
    c += fv * (edge(1, 1) - c)
    return a + fade(w) * (c - a)


def cave_noises(s: int, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> list[np.ndarray]:
    return [
        noise3(s + 1700, x / 46.0, y / 30.0, z / 46.0),
        noise3(s + 1800, x / 46.0 + 0.5, y / 30.0 + 0.5, z / 46.0 + 0.5),
        noise3(s + 1900, x / 72.0, y / 36.0, z / 72.0),
    ]


def carved(a: np.ndarray, b: np.ndarray, hall: np.ndarray, y: np.ndarray, depth: np.ndarray, mouth: np.ndarray) -> np.ndarray:
    width = 0.115 * np.maximum(ramp(2.0, 13.0, depth), mouth) * ramp(-120.0, -110.0, y)
    high = 0.46 + 0.3 * ramp(10.0, 58.0, y) + 0.4 * (1.0 - ramp(-118.0, -96.0, y))
    return ((a * a + b * b < width * width) | ((depth > 16) & (hall > high))) & (depth >= 0) & (y >= -119)


def closed(s: int, land: Land, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Whether caves leave the ground cells of columns where they are."""
    i, k = x - land.x0 + BORDER, z - land.z0 + BORDER
    mouth, y, depth = land.mouth[i, k], land.height[i, k], (land.roof - land.height)[i, k]
    found = np.ones(len(x), bool)
    ask = np.flatnonzero(mouth > 0)
    if not len(ask):
        return found
    x, y, z = x[ask], y[ask], z[ask]
    bx, by, bz = x & ~3, y & ~3, z & ~3
    tx, ty, tz = (x - bx) / 4.0, (y - by) / 4.0, (z - bz) / 4.0
    n = []
    corners = [cave_noises(s, bx + 4.0 * (i & 1), by + 4.0 * (i >> 1 & 1), bz + 4.0 * (i >> 2)) for i in range(8)]
    for m in range(3):
        c = [corner[m] for corner in corners]
        along_x = [c[i] + tx * (c[i + 1] - c[i]) for i in (0, 2, 4, 6)]
        along_z = [along_x[i] + tz * (along_x[i + 2] - along_x[i]) for i in (0, 1)]
        n.append(along_z[0] + ty * (along_z[1] - along_z[0]))
    found[ask] = ~carved(n[0], n[1], n[2], y, depth[ask], mouth[ask] / 255.0)
    return found


def columns(seed: int, cx: int, cz: int) -> Land:
    """The columns of a chunk and three around it, arrays [38, 38]."""
    s = root(seed)
    x0, z0 = cx * SIDE - BORDER, cz * SIDE - BORDER
    heights = ground_heights(seed, x0 - 1, z0 - 1, WIDE + 2, WIDE + 2).astype(np.int64)
    x, z = np.arange(x0, x0 + WIDE)[:, None], np.arange(z0, z0 + WIDE)[None, :]
    px, pz = x.astype(float), z.astype(float)
    h = heights[1:-1, 1:-1]
    around = (heights[1:-1, 2:], heights[1:-1, :-2], heights[2:, 1:-1], heights[:-2, 1:-1])
    low, high = np.minimum.reduce((h, *around)), np.maximum.reduce((h, *around))
    slope = np.maximum(h - low, high - h)
    wet = fbm2(s + 1100, px / 520.0, pz / 520.0, 2) + 0.35 / (1.0 + (px * px + pz * pz) / (260.0 * 260.0))
    patch = noise2(s + 1300, px / 15.0, pz / 15.0)
    broad = noise2(s + 1301, px / 47.0, pz / 47.0)
    grain = hash2(s + 1302, x, z)
    snowline = (127.0 + 9.0 * noise2(s + 1400, px / 37.0, pz / 37.0)).astype(np.int64) + bits(grain, 0, 3)
    dry = wet < -0.40 + 0.04 * patch
    green = (255.0 * ramp(0.0, 0.5, wet + 0.3 * patch)).astype(np.int64)
    marsh = (wet > 0.12) & (broad > 0.15)
    depth = 3 + bits(grain, 0, 1)
    bare = (slope >= 4) | ((h > 108) & (slope >= 3)) | (h >= 116 + (6.0 * patch).astype(np.int64))
    cases = (  # the first that holds decides: condition, top, soil, depth of the soil
        ((h <= SEA - 6) & (patch > 0.30), K.CLAY, K.CLAY, depth),
        ((h <= SEA - 6) & (broad > 0.1), K.GRAVEL, K.GRAVEL, depth),
        (h <= SEA - 6, K.SAND, K.SAND, depth),
        ((h <= SEA) & marsh, K.MUD, K.MUD, depth),
        ((h <= SEA) & (patch > 0.48) & (wet > 0), K.CLAY, K.CLAY, depth),
        ((h <= SEA) & (patch > 0.48), K.GRAVEL, K.GRAVEL, depth),
        (h <= SEA, K.SAND, K.SAND, depth),
        ((h <= SEA + 1 + (1.5 + 1.5 * broad).astype(np.int64)) & (slope < 4) & ~marsh, K.SAND, K.SAND, 4),
        ((h >= snowline) & (slope < 3), K.SNOW, K.SNOW, 2),
        ((h >= snowline) & (slope < 5), K.SNOW, K.STONE, 1),
        (dry & (slope >= 3), K.SANDSTONE, K.SANDSTONE, 3),
        (dry, K.SAND, K.SAND, 3),
        (bare & (h > 92) & (slope <= 3) & (broad > 0.05), K.GRAVEL, K.GRAVEL, depth),
        (bare & (h < 112) & (green > 140) & (patch > 0.0), K.MOSS, K.STONE, depth),
        (bare, K.STONE, K.STONE, depth),
        ((h <= SEA + 1) & marsh & (patch > -0.1), K.MUD, K.MUD, depth),
        ((h <= SEA + 1) & marsh, K.GRASS, K.MUD, depth),
        (slope == 3, K.GRASS, K.DIRT, 1),
        ((wet > 0.16) & (patch > 0.42), K.MOSS, K.DIRT, depth),
    )
    top, soil, soil_depth = np.full_like(h, K.GRASS), np.full_like(h, K.DIRT), depth
    for holds, a, b, c in reversed(cases):
        top, soil, soil_depth = np.where(holds, a, top), np.where(holds, b, soil), np.where(holds, c, soil_depth)
    grown = (top == K.GRASS) | (top == K.MOSS)
    woods = np.zeros_like(h)
    if grown.any():
        many = fbm2(s + 1200, px / 120.0, pz / 120.0, 2) + 0.55 * wet - 0.05
        many = (255.0 * (0.045 + 0.80 * ramp(0.02, 0.42, many)) * (1.0 - ramp(100.0, 122.0, h))).astype(np.int64)
        woods = np.where(grown & (slope < 4) & (px * px + pz * pz >= 80.0), many, 0)
    mouth = np.zeros_like(h)
    if (low > SEA + 2).any():
        mouth = np.where(low > SEA + 2, (255.0 * ramp(0.40, 0.52, noise2(s + 1600, px / 70.0, pz / 70.0))).astype(np.int64), 0)
    return Land(
        x0=cx * SIDE, z0=cz * SIDE, height=h, roof=np.where(low > SEA + 1, h, np.minimum(h, low) - 1), top=top, soil=soil,
        soil_depth=soil_depth, dry=dry, woods=woods, mouth=mouth, green=green,
        strata=(6.0 * noise2(s + 1500, px / 90.0, pz / 90.0)).astype(np.int64),
    )  # fmt: skip


def inner(field: np.ndarray) -> np.ndarray:
    """The part of a field that belongs to the chunk itself, ready for [x, y, z]."""
    return field[BORDER:-BORDER, None, BORDER:-BORDER]


def ground(s: int, land: Land, y0: int) -> np.ndarray:
    y = np.arange(y0, y0 + SIDE)[None, :, None]
    x, z = np.arange(land.x0, land.x0 + SIDE)[:, None], np.arange(land.z0, land.z0 + SIDE)[None, :]
    grain = bits(hash2(s + 1509, x, z), 0, 1)[:, None, :]
    h, soil, depth, dry = inner(land.height), inner(land.soil), inner(land.soil_depth), inner(land.dry)
    lifted = y + inner(land.strata)
    bands = np.zeros((2, 19), np.uint8)
    bands[0], bands[1] = K.STONE, K.SANDSTONE
    bands[0, [0, 1, 8]], bands[1, [3, 11]] = K.SLATE, K.CLAY
    cells = bands[dry.astype(np.int64), lifted % 19]
    cells[dry & (lifted < 50)] = K.STONE
    cells[lifted < 6 + grain] = K.SLATE
    cells = np.where(y >= h - depth - 3 * (soil == K.SAND), np.where(y >= h - depth, soil, K.SANDSTONE).astype(np.uint8), cells)
    cells = np.where(y >= h, np.where(y == h, inner(land.top), np.where(y <= SEA, K.WATER, K.AIR)).astype(np.uint8), cells)
    return cells


def spread(line: np.ndarray, axis: int) -> np.ndarray:
    """Every fourth value along an axis, and straight lines between."""
    line = np.moveaxis(line, axis, -1)
    t = np.arange(4) / 4.0
    between = line[..., :-1, None] + t * (line[..., 1:] - line[..., :-1])[..., None]
    return np.moveaxis(between.reshape(*line.shape[:-1], -1), -1, axis)


def carve(s: int, cells: np.ndarray, x0: int, y0: int, z0: int, land: Land | None) -> None:
    at = np.arange(0, SIDE + 1, 4)
    nodes = cave_noises(s, (x0 + at)[:, None, None] + 0.0, (y0 + at)[None, :, None] + 0.0, (z0 + at)[None, None, :] + 0.0)
    a, b, hall = (spread(spread(spread(node, 0), 2), 1) for node in nodes)
    y = np.arange(y0, y0 + SIDE)[None, :, None]
    depth = np.array(1000) if land is None else inner(land.roof) - y
    mouth = np.array(0.0) if land is None else inner(land.mouth) / 255.0
    cells[carved(a, b, hall, y, depth, mouth)] = K.AIR


def lattice(low: tuple[int, ...], high: tuple[int, ...], pitch: int) -> list[np.ndarray]:
    """The lattice points whose cells meet a box, in order, as one array an axis."""
    grid = np.meshgrid(*(np.arange(a // pitch, b // pitch + 1) for a, b in zip(low, high, strict=True)), indexing="ij")
    return [part.ravel() for part in grid]


def draw(cells: np.ndarray, place: list[np.ndarray], holds: np.ndarray, kinds: np.ndarray, over: tuple[int, ...]) -> None:
    """Write kinds at places relative to the chunk where `holds`, over cells of some kinds only; of several the first counts."""
    x, y, z = np.broadcast_arrays(*place)
    holds = holds & (x >= 0) & (x < SIDE) & (y >= 0) & (y < SIDE) & (z >= 0) & (z < SIDE)
    at = ((x[holds] * SIDE + y[holds]) * SIDE + z[holds])[::-1]
    kinds = np.broadcast_to(kinds, holds.shape)[holds][::-1]
    old = cells.ravel()[at]
    free = np.logical_or.reduce([old == kind for kind in over])
    cells.reshape(-1)[at[free]] = kinds[free]


def offsets(*reaches: tuple[int, int]) -> list[np.ndarray]:
    return [part[None].astype(np.int64) for part in np.meshgrid(*(np.arange(a, b + 1) for a, b in reaches), indexing="ij")]


BALL, DISC = offsets((-3, 3), (-4, 4), (-3, 3)), offsets((-3, 3), (-3, 3))
LUMP, ROCK = offsets((-4, 4), (-4, 4), (-4, 4)), offsets((-3, 3), (-2, 3), (-3, 3))


def pockets(s: int, cells: np.ndarray, x0: int, y0: int, z0: int) -> None:
    low = (x0 - 4, y0 - 4, z0 - 4)
    gx, gy, gz = lattice(low, tuple(p + SIDE + 7 for p in low), 16)
    r = hash3(s + 2000, gx, gy, gz)
    pick = bits(r, 32, 15)
    keep = pick <= 8
    r, pick = r[keep], pick[keep]
    x, y, z = gx[keep] * 16 + bits(r, 0, 15), gy[keep] * 16 + bits(r, 4, 15), gz[keep] * 16 + bits(r, 8, 15)
    usual = np.where(pick < 4, K.GRAVEL, np.where(pick < 6, K.CLAY, K.DIRT))
    kind = np.where(y < 34, np.where(pick < 4, K.CRYSTAL, K.GRAVEL), np.where((pick < 2) & (y > 96), K.CRYSTAL, usual))
    radius = 1.6 + 0.5 * bits(r, 12, 3)
    radius = np.where(kind == K.CRYSTAL, radius * 0.8, radius)[:, None, None, None]
    dx, dy, dz = LUMP
    place = [a[:, None, None, None] + d for a, d in ((x - x0, dx), (y - y0, dy), (z - z0, dz))]
    within = (dx * dx + dz * dz) + 1.6 * (dy * dy) <= radius * radius
    draw(cells, place, within, kind[:, None, None, None], (K.STONE, K.SLATE))


def seeds(land: Land, salt: int, pitch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lattice cells about the chunk and their hashes."""
    low = (land.x0 - REACH, land.z0 - REACH)
    gx, gz = lattice(low, tuple(p + SIDE - 1 + 2 * REACH for p in low), pitch)
    return gx * pitch, gz * pitch, hash2(salt, gx, gz)


def near(land: Land, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    return (x >= land.x0 - REACH) & (x < land.x0 + SIDE + REACH) & (z >= land.z0 - REACH) & (z < land.z0 + SIDE + REACH)


def boulders(s: int, cells: np.ndarray, land: Land, y0: int) -> None:
    x, z, r = seeds(land, s + 2200, 23)
    x, z = x + (r % U64(22)).astype(np.int64), z + ((r >> U64(8)) % U64(22)).astype(np.int64)
    keep = (bits(r, 20, 7) <= 2) & near(land, x, z)
    x, z, r = x[keep], z[keep], r[keep]
    at = x - land.x0 + BORDER, z - land.z0 + BORDER
    h = land.height[at]
    keep = (h >= SEA - 4) & (h <= 130) & (land.mouth[at] == 0) & (x * x + z * z >= 100)
    if not keep.any():
        return
    x, z, r, h, green, dry = (field[keep][:, None, None, None] for field in (x, z, r, h, land.green[at], land.dry[at]))
    a, b = 1.4 + 0.4 * bits(r, 24, 3), 1.3 + 0.35 * bits(r, 26, 3)
    dx, dy, dz = ROCK
    within = (dx * dx) / (a * a) + (dy * dy) / (b * b) + (dz * dz) / ((a + 0.3) * (a + 0.3)) <= 1.0
    mossy = (dy > 0) & (green > 120) & (bits(hash3(s + 2201, x + dx, dy, z + dz), 0, 3) > 1)
    kind = np.where(mossy, K.MOSS, np.where(dry, K.SANDSTONE, K.STONE))
    draw(cells, [x + dx - land.x0, h + dy - y0, z + dz - land.z0], within, kind, (K.AIR,))


def trees(s: int, cells: np.ndarray, land: Land, y0: int) -> None:
    x, z, r = seeds(land, s + 2100, 5)
    x, z = x + bits(r, 0, 3), z + bits(r, 2, 3)
    keep = near(land, x, z)
    x, z, r = x[keep], z[keep], r[keep]
    at = x - land.x0 + BORDER, z - land.z0 + BORDER
    h = land.height[at]
    keep = (bits(r, 40, 255) < land.woods[at]) & (h + TALLEST >= y0) & (h < y0 + SIDE)
    keep[keep] = closed(s, land, x[keep], z[keep])
    if not keep.any():
        return
    x, z, r, base, woods = x[keep], z[keep], r[keep], h[keep] + 1, land.woods[at][keep]
    kind = bits(r, 8, 15)
    conifer = (base > 92 + bits(r, 12, 7)) | ((base > 80) & (kind < 5))
    bush = ~conifer & (kind == 0)
    broad = ~conifer & ~bush & (kind < 3) & (woods > 90)
    tall = ~conifer & ~bush & ~broad & (kind < 7)
    common = ~(conifer | bush | broad | tall)
    three = ((r >> U64(16)) % U64(3)).astype(np.int64)
    height = np.select(
        [conifer, bush, broad, tall], [8 + bits(r, 16, 3) + bits(r, 18, 1), 1, 8 + bits(r, 16, 3), 6 + bits(r, 16, 3)], 4 + three
    )
    aside = x + bits(r, 20, 3) - 1, z + bits(r, 22, 3) - 1
    balls = [
        (bush, x, base, z, 1.9, 1.5),
        (broad, x, base + height - 1, z, 3.55, 2.7),
        (broad, aside[0], base + height - 4, aside[1], 2.2, 1.4),
        (tall, x, base + height - 1, z, 2.15, 3.0),
        (common, x, base + height, z, 2.5 + 0.25 * bits(r, 20, 3), 1.9 + 0.2 * bits(r, 22, 3)),
    ]
    chosen = [[np.broadcast_to(part, which.shape)[which] for part in rest] for which, *rest in balls]
    bx, by, bz, rx, ry = (np.concatenate(parts)[:, None, None, None] for parts in zip(*chosen, strict=True))
    dx, dy, dz = BALL
    d = (dx * dx + dz * dz) / (rx * rx) + (dy * dy) / (ry * ry)
    place = [bx + dx, by + dy, bz + dz]
    leafy = d <= 1.0
    rim = leafy & (d > 0.62)
    leafy[rim] = bits(hash3(s + 2107, *(np.broadcast_to(p, rim.shape)[rim] for p in place)), 0, 3) != 0
    draw(cells, [p - o for p, o in zip(place, (land.x0, y0, land.z0), strict=True)], leafy, np.uint8(K.LEAVES), (K.AIR,))
    if conifer.any():
        k = np.arange(12)[None, :]
        radius = 0.4 + 0.30 * k - np.where((k % 3 == 0) & (k > 0), 0.75, 0.0)
        radius = np.where(radius > 3.2, 3.2 - np.where(k % 3 == 0, 0.9, 0.0), radius)
        x_, z_, base_, height_ = (part[conifer][:, None] for part in (x, z, base, height))
        tiers = np.nonzero(np.broadcast_to(k < height_ - 1, (len(x_), 12)))
        tx, tz, ty, tr = x_[tiers[0], 0], z_[tiers[0], 0], (base_ + height_ - k)[tiers], radius[0, tiers[1]]
        dx, dz = DISC
        tx, ty, tz, tr = (part[:, None, None] for part in (tx, ty, tz, tr))
        needles = dx * dx + dz * dz <= tr * tr + 0.2
        draw(cells, [tx + dx - land.x0, ty - y0 + 0 * dx, tz + dz - land.z0], needles, np.uint8(K.LEAVES), (K.AIR,))
    up = np.arange(TALLEST)[None, :]
    trunk = [(x - land.x0)[:, None], (base - y0)[:, None] + up, (z - land.z0)[:, None]]
    draw(cells, trunk, up < height[:, None], np.uint8(K.WOOD), tuple(range(len(TERRAIN))))


def plants(s: int, cells: np.ndarray, land: Land, y0: int) -> None:
    h, top, green, woods, dry = (inner(field)[:, 0] for field in (land.height, land.top, land.green, land.woods, land.dry))
    x, z = np.arange(land.x0, land.x0 + SIDE)[:, None], np.arange(land.z0, land.z0 + SIDE)[None, :]
    r = hash2(s + 2400, x, z)
    meadow = bits(hash2(s + 2401, (x + bits(r, 62, 3)) // 9, (z + bits(r, 60, 3)) // 9), 0, 7)
    chance = bits(r, 0, 1023)
    cases = [
        ((top == K.GRASS) & (meadow == 0) & (chance < 170), K.FLOWERS),
        ((top == K.GRASS) & (woods > 120) & (chance > 1013), K.MUSHROOM),
        ((top == K.GRASS) & (chance < 30 + (green >> 1)), K.TALL_GRASS),
        ((top == K.MOSS) & (chance > 1000), K.MUSHROOM),
        ((top == K.SAND) & dry & (h > SEA + 3) & (chance < 5), K.CACTUS),
    ]
    kind = np.select([holds for holds, _ in cases], [sort for _, sort in cases], K.AIR)
    keep = (kind != K.AIR) & (h + 3 >= y0) & (h + 1 < y0 + SIDE) & (x * x + z * z >= 80)
    i, k = np.nonzero(keep)
    if not len(i):
        return
    grows = closed(s, land, i + land.x0, k + land.z0)
    i, k = i[grows], k[grows]
    kind, base = kind[i, k], h[i, k] + 1 - y0
    rise = np.where(kind == K.CACTUS, 1 + (hash2(s + 2402, i + land.x0, k + land.z0) % U64(3)).astype(np.int64), 1)
    up = np.arange(3)[None, :]
    draw(cells, [i[:, None], base[:, None] + up, k[:, None]], up < rise[:, None], kind[:, None], (K.AIR,))


def chunk(seed: int, cx: int, cy: int, cz: int) -> np.ndarray:
    """The terrain ids of a chunk, u8 [32, 32, 32]."""
    s, y0 = root(seed), cy * SIDE
    if cy < 0 or y0 > 204 + TALLEST:
        cells = np.full((SIDE, SIDE, SIDE), K.SLATE if cy < 0 else K.AIR, np.uint8)
        if cy < 0:
            pockets(s, cells, cx * SIDE, y0, cz * SIDE)
            carve(s, cells, cx * SIDE, y0, cz * SIDE, None)
        return cells
    land = columns(seed, cx, cz)
    highest = land.height.max()
    if y0 > highest + TALLEST and y0 > SEA:
        return np.zeros((SIDE, SIDE, SIDE), np.uint8)
    cells = np.ascontiguousarray(ground(s, land, y0))
    if y0 <= highest:
        pockets(s, cells, land.x0, y0, land.z0)
        carve(s, cells, land.x0, y0, land.z0, land)
    boulders(s, cells, land, y0)
    trees(s, cells, land, y0)
    plants(s, cells, land, y0)
    return cells
