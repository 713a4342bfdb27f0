"""What dresses a column: its height, its skin of soil, and what grows there."""

from libc.math cimport floor
from libc.stdint cimport int16_t, int64_t, int8_t, uint8_t, uint64_t

from noise cimport hash2, ramp
from noise_rows cimport ROW, fbm2_row, noise2_line
from terrain_caves cimport is_carved_at
from terrain_shape cimport SALT_FOREST, SALT_MOUTH, SALT_PATCH, SALT_SNOW, SALT_STRATA, SEA, moisture_row, scaled, shape_row

cdef enum:                      # terrain ids, in the order of the tuple TERRAIN
    AIR = 0
    GRASS = 1
    DIRT = 2
    STONE = 3
    WOOD = 4
    LEAVES = 5
    SAND = 6
    SNOW = 7
    CRYSTAL = 8
    GRAVEL = 9
    CLAY = 10
    MUD = 11
    MOSS = 12
    SANDSTONE = 13
    SLATE = 14
    WATER = 15
    FLOWERS = 16
    TALL_GRASS = 17
    MUSHROOM = 18
    CACTUS = 19

cdef enum:
    SIDE = 32                   # cells along a chunk
    BORDER = 3                  # columns known around a chunk, so that trees rooted next door are whole here
    WIDE = SIDE + 2 * BORDER
    HEIGHTS = WIDE + 2

cdef struct Column:
    int16_t height              # highest ground cell, before caves
    int16_t roof                # caves measure their depth from here
    uint8_t top                 # kind of the highest ground cell
    uint8_t soil                # kind below it …
    uint8_t soil_depth          # … for so many cells
    uint8_t dry                 # 1 where the rock is sandstone
    uint8_t woods               # 0..255: how likely a tree is
    uint8_t mouth               # 0..255: how open caves are to the sky
    int8_t strata               # how far the bands of rock are lifted here
    uint8_t green               # 0..255: moss on the rocks


cdef struct Fields:             # of a row of columns
    double wet[ROW]
    double patch[ROW]
    double broad[ROW]
    double snow[ROW]
    double strata[ROW]
    double forest[ROW]
    double mouth[ROW]


cdef inline void sow(uint64_t seed, int64_t x, int64_t z, int n, Fields *f) noexcept nogil:
    """The fields that dress n columns from (x, z) on along z."""
    cdef double px = <double>x
    cdef double pz[ROW]
    cdef double a[ROW]
    cdef double b[ROW]
    cdef int i
    for i in range(n):
        pz[i] = <double>(z + i)
    moisture_row(seed, x, z, n, f.wet)
    scaled(pz, 15.0, n, b)
    noise2_line(seed + SALT_PATCH, px / 15.0, b, n, f.patch)
    scaled(pz, 47.0, n, b)
    noise2_line(seed + SALT_PATCH + 1, px / 47.0, b, n, f.broad)
    scaled(pz, 37.0, n, b)
    noise2_line(seed + SALT_SNOW, px / 37.0, b, n, f.snow)
    scaled(pz, 90.0, n, b)
    noise2_line(seed + SALT_STRATA, px / 90.0, b, n, f.strata)
    scaled(pz, 70.0, n, b)
    noise2_line(seed + SALT_MOUTH, px / 70.0, b, n, f.mouth)
    for i in range(n):
        a[i] = px / 120.0
        b[i] = pz[i] / 120.0
    fbm2_row(seed + SALT_FOREST, a, b, n, 2, f.forest)


cdef inline void dress(uint64_t seed, int64_t x, int64_t z, const Fields *f, int k, const int16_t *at, int stride, Column *c) noexcept nogil:
    """Fill `c` for column (x, z), number `k` of its row; `at` points at its height in a grid with neighbours at ±1 and ±`stride`."""
    cdef int h = at[0], low = h, high = h, slope, i, beach
    cdef double px = <double>x, pz = <double>z
    cdef double wet = f.wet[k], patch = f.patch[k], broad = f.broad[k]
    cdef double woods, mouth
    cdef uint64_t grain = hash2(seed + SALT_PATCH + 2, x, z)
    cdef int snowline = <int>(127.0 + 9.0 * f.snow[k]) + <int>(grain & 3)
    cdef int16_t n[4]
    n[0] = at[1]
    n[1] = (at - 1)[0]
    n[2] = at[stride]
    n[3] = (at - stride)[0]
    for i in range(4):
        if n[i] < low:
            low = n[i]
        if n[i] > high:
            high = n[i]
    slope = h - low if h - low > high - h else high - h
    c.height = <int16_t>h
    c.roof = <int16_t>(h if low > SEA + 1 else (h if h < low else low) - 1)
    c.dry = wet < -0.40 + 0.04 * patch
    c.strata = <int8_t>(6.0 * f.strata[k])
    c.green = <uint8_t>(255.0 * ramp(0.0, 0.5, wet + 0.3 * patch))
    c.woods = 0
    c.mouth = 0
    c.top = GRASS
    c.soil = DIRT
    c.soil_depth = <uint8_t>(3 + (grain & 1))
    beach = SEA + 1 + <int>(1.5 + 1.5 * broad)
    if h <= SEA:
        c.soil = SAND
        c.top = SAND
        if SEA - h > 5:
            if patch > 0.30:
                c.top = c.soil = CLAY
            elif broad > 0.1:
                c.top = c.soil = GRAVEL
        elif wet > 0.12 and broad > 0.15:
            c.top = c.soil = MUD
        elif patch > 0.48:
            c.top = c.soil = CLAY if wet > 0 else GRAVEL
    elif h <= beach and slope < 4 and not (wet > 0.12 and broad > 0.15):
        c.top = SAND
        c.soil = SAND
        c.soil_depth = 4
    elif h >= snowline and slope < 5:
        c.top = SNOW
        c.soil = SNOW if slope < 3 else STONE
        c.soil_depth = 2 if slope < 3 else 1
    elif c.dry:
        c.top = SAND
        c.soil = SAND
        c.soil_depth = 3
        if slope >= 3:
            c.top = c.soil = SANDSTONE
    elif slope >= 4 or (h > 108 and slope >= 3) or h >= 116 + <int>(6.0 * patch):
        c.top = STONE
        c.soil = STONE
        if h > 92 and slope <= 3 and broad > 0.05:
            c.top = c.soil = GRAVEL
        elif h < 112 and c.green > 140 and patch > 0.0:
            c.top = MOSS
    elif h <= SEA + 1 and wet > 0.12 and broad > 0.15:
        c.top = MUD if patch > -0.1 else GRASS
        c.soil = MUD
    elif slope == 3:
        c.soil_depth = 1
    elif wet > 0.16 and patch > 0.42:
        c.top = MOSS
    if c.top == GRASS or c.top == MOSS:
        woods = f.forest[k] + 0.55 * wet - 0.05
        c.woods = <uint8_t>(255.0 * (0.045 + 0.80 * ramp(0.02, 0.42, woods)) * (1.0 - ramp(100.0, 122.0, <double>h)))
        if slope >= 4 or px * px + pz * pz < 80.0:
            c.woods = 0             # a clearing at the origin, where newcomers stand
    if low > SEA + 2:
        mouth = ramp(0.40, 0.52, f.mouth[k])
        c.mouth = <uint8_t>(255.0 * mouth)


cdef inline void measure(uint64_t seed, int64_t x0, int64_t z0, int nx, int nz, int16_t *out) noexcept nogil:
    """Ground heights of a grid of columns, before caves, into `out[nx][nz]`."""
    cdef double h[ROW]
    cdef int i, k, n, j
    for i in range(nx):
        k = 0
        while k < nz:
            n = nz - k if nz - k < ROW else ROW
            shape_row(seed, x0 + i, z0 + k, n, h)
            for j in range(n):
                out[<size_t>i * nz + k + j] = <int16_t>floor(h[j])
            k += ROW


cdef inline int open_height(uint64_t seed, int64_t x, int64_t z, const Column *c) noexcept nogil:
    """y of the highest solid cell of a column once caves that reach the sky are carved out of it."""
    cdef int y = c.height
    cdef double mouth = <double>c.mouth / 255.0
    if c.mouth == 0:
        return y            # the roof stays whole
    while y > -120 and is_carved_at(seed, x, y, z, c.roof - y, mouth):
        y -= 1
    return y


cdef inline int rock(bint dry, int lifted) noexcept nogil:
    """The rock at a height, lifted by the strata: bands of slate, sandstone in dry lands. (The deep is all slate, below 6 or 7.)"""
    cdef int band = lifted % 19
    if dry:
        if lifted < 50:
            return STONE
        return CLAY if band == 3 or band == 11 else SANDSTONE
    return SLATE if band < 2 or band == 8 else STONE
