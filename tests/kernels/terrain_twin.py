"""Heights of the land in plain numpy: the same function as the kernel's, written for reading, with the same bits."""

from __future__ import annotations

import numpy as np

U64 = np.uint64
SEA, HIGHEST, LOWEST = 62, 204, 14
ANGLES = np.array([0.98078528040323043, 0.83146961230254524, 0.55557023301960218, 0.19509032201612825])
GX = np.concatenate([ANGLES, -ANGLES[::-1], -ANGLES, ANGLES[::-1]])
GZ = np.concatenate([ANGLES[::-1], ANGLES, -ANGLES[::-1], -ANGLES])
LAND_AT = np.array([-1.2, -0.62, -0.30, -0.13, -0.04, 0.02, 0.16, 0.45, 0.85, 1.4])
LAND_Y = np.array([20.0, 34.0, 47.0, 56.0, 61.0, 64.0, 67.0, 74.0, 88.0, 98.0])


def mix(h: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        for _ in range(2):
            h = (h ^ (h >> U64(32))) * U64(0xD6E8FEB86659FD93)
        return h ^ (h >> U64(32))


def root(seed: int) -> int:
    return int(mix(np.array([(seed & (2**64 - 1)) ^ 0x5851F42D4C957F2D], U64))[0])


def hash2(salt: int, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return mix(U64(salt % 2**64) + x.astype(U64) * U64(0x9E3779B97F4A7C15) + z.astype(U64) * U64(0xC2B2AE3D27D4EB4F))


def hash3(salt: int, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        place = x.astype(U64) * U64(0x9E3779B97F4A7C15) + z.astype(U64) * U64(0xC2B2AE3D27D4EB4F)
        return mix(U64(salt % 2**64) + place + y.astype(U64) * U64(0x165667B19E3779F9))


def fade(t: np.ndarray) -> np.ndarray:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


def noise2(salt: int, x: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Gradient noise; x and z are of any shapes that broadcast, and what depends on one alone is worked out once."""
    fx, fz = np.floor(x), np.floor(z)
    ix, iz = fx.astype(np.int64), fz.astype(np.int64)
    u, v = x - fx, z - fz

    def corner(i: int, k: int) -> np.ndarray:
        g = (hash2(salt, ix + i, iz + k) >> U64(60)).astype(np.int64)
        return GX[g] * (u - i) + GZ[g] * (v - k)

    fu = fade(u)
    a, b = corner(0, 0), corner(0, 1)
    a += fu * (corner(1, 0) - a)
    b += fu * (corner(1, 1) - b)
    return (a + fade(v) * (b - a)) * 1.5


def octaves(x: np.ndarray, z: np.ndarray, count: int):
    for i in range(count):
        yield i, 0.5**i, x, z
        x, z = 1.6 * x - 1.2 * z + 17.25, 1.2 * x + 1.6 * z - 9.5


def fbm2(salt: int, x: np.ndarray, z: np.ndarray, count: int) -> np.ndarray:
    total = 0.0
    for i, strength, px, pz in octaves(x, z, count):
        total = total + strength * noise2(salt + i, px, pz)
    return total / sum(0.5**i for i in range(count))


def ridge2(salt: int, x: np.ndarray, z: np.ndarray, count: int) -> np.ndarray:
    total, weight = 0.0, 1.0
    for i, strength, px, pz in octaves(x, z, count):
        crest = np.maximum(1.0 - np.abs(noise2(salt + i, px, pz)), 0.0) ** 2
        total = total + strength * crest * weight
        weight = crest
    return total / sum(0.5**i for i in range(count))


def ramp(low: float, high: float, v: np.ndarray) -> np.ndarray:
    t = np.minimum(np.maximum((v - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


def land_height(c: np.ndarray) -> np.ndarray:
    i = np.minimum(np.maximum(np.searchsorted(LAND_AT, c, side="right"), 1), 9)
    low = LAND_AT[i - 1]
    between = LAND_Y[i - 1] + (c - low) / (LAND_AT[i] - low) * (LAND_Y[i] - LAND_Y[i - 1])
    return np.where(c <= LAND_AT[0], LAND_Y[0], np.where(c >= LAND_AT[-1], LAND_Y[-1], between))


def ground_heights(seed: int, x0: int, z0: int, nx: int, nz: int) -> np.ndarray:
    """y of the highest ground cell of a window of columns, before caves: i16 [nx, nz]."""
    s = root(seed)
    x, z = np.arange(x0, x0 + nx)[:, None] + 0.5, np.arange(z0, z0 + nz)[None, :] + 0.5
    far2 = x * x + z * z
    home = 1.0 / (1.0 + far2 / (210.0 * 210.0))
    gentle = 1.0 / (1.0 + far2 / (80.0 * 80.0) * (far2 / (80.0 * 80.0)))
    wx = x + 26.0 * noise2(s + 100, x / 170.0, z / 170.0)
    wz = z + 26.0 * noise2(s + 200, x / 170.0, z / 170.0)
    land = 1.15 * fbm2(s + 300, wx / 620.0, wz / 620.0, 3) + 0.60 * home + 0.09
    inland = ramp(-0.06, 0.22, land)
    rough = ramp(-0.3, 0.5, fbm2(s + 400, x / 430.0, z / 430.0, 2)) * (1.0 - 0.75 * gentle)

    h = land_height(land)
    h = h + (2.5 + 17.0 * rough) * (0.15 + 0.85 * inland) * (0.18 + fbm2(s + 700, wx / 140.0, wz / 140.0, 4))

    coast = ramp(0.08, 0.36, noise2(s + 2300, x / 230.0, z / 230.0)) * (1.0 - gentle)
    if (coast > 0.0).any():
        rise = 13.0 + 4.0 * noise2(s + 2301, x / 40.0, z / 40.0)
        h = np.where(coast > 0.0, h + coast * rise * ramp(-0.035, 0.02, land) * (1.0 - ramp(0.2, 0.6, land)), h)

    chain = fbm2(s + 500, (0.8 * wx - 0.6 * wz) / 640.0, (0.6 * wx + 0.8 * wz) / 640.0, 3)
    chain = ramp(-0.02, 0.5, chain + 0.2 * land) * ramp(0.0, 0.35, land) * (1.0 - gentle)
    if (chain > 0.0).any():
        h = np.where(chain > 0.0, h + chain * (10.0 + 138.0 * ridge2(s + 600, wx / 290.0, wz / 290.0, 5)), h)

    steps = ramp(0.12, 0.34, noise2(s + 800, x / 310.0, z / 310.0)) * ramp(0.0, 0.2, land) * (1.0 - gentle)
    if (steps > 0.0).any():
        bench = (h - 64.0 + 3.0 * noise2(s + 850, x / 60.0, z / 60.0)) / 13.0
        bench = 64.0 + 13.0 * (np.floor(bench) + ramp(0.60, 0.86, bench - np.floor(bench)))
        h = np.where(steps > 0.0, h + steps * (bench - h), h)

    river = np.abs(fbm2(s + 900, wx / 480.0, wz / 480.0, 2))
    bank = (1.0 - ramp(0.012, 0.105, river)) * (1.0 - ramp(0.55, 0.95, gentle))
    h = np.where((bank > 0.0) & (h > 57.0), h + bank * (1.0 - ramp(80.0, 122.0, h)) * (57.0 - h), h)

    h = h + (1.1 * noise2(s + 1000, x / 26.0, z / 26.0) + (0.25 + 0.6 * rough) * noise2(s + 1001, x / 9.0, z / 9.0))
    return np.floor(np.minimum(np.maximum(h, LOWEST), HIGHEST)).astype(np.int16)
