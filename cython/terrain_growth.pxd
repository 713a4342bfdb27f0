"""Trees, boulders and pockets: things larger than a cell.

Each is decided by the hash of its own place alone and drawn into whatever chunk it touches, so a crown that hangs over a border is whole
whichever side is made first. Wood wins over all and leaves only fill air, so that the order of drawing does not matter either.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from noise cimport hash2, hash3
from terrain_columns cimport (
    AIR, BORDER, CACTUS, CLAY, CRYSTAL, Column, DIRT, FLOWERS, GRASS, GRAVEL, LEAVES, MOSS, MUSHROOM, SAND, SANDSTONE, SIDE, SLATE, STONE,
    TALL_GRASS, WIDE, WOOD, open_height,
)
from terrain_shape cimport SALT_PLANTS, SALT_POCKET, SALT_ROCK, SALT_TREE, SEA

cdef enum:
    REACH = 3                   # cells a crown or boulder extends sideways; at most BORDER
    TALLEST = 16                # cells a tree rises above its ground
    TREE_GRID = 5
    ROCK_GRID = 23
    POCKET_GRID = 16
    POCKET_REACH = 4

cdef struct Canvas:
    uint8_t *cells              # [x][y][z]
    int64_t x0
    int64_t z0
    int y0


cdef inline int64_t floor_div(int64_t a, int64_t b) noexcept nogil:
    """Division that rounds down (b > 0)."""
    return a // b if a >= 0 else -((-a + b - 1) // b)


cdef inline uint8_t *cell(const Canvas *canvas, int64_t x, int y, int64_t z) noexcept nogil:
    """The cell's byte, or NULL when it is in another chunk."""
    cdef int64_t lx = x - canvas.x0, lz = z - canvas.z0
    cdef int ly = y - canvas.y0
    if lx < 0 or lx >= SIDE or lz < 0 or lz >= SIDE or ly < 0 or ly >= SIDE:
        return NULL
    return canvas.cells + (lx * SIDE + ly) * SIDE + lz


cdef inline void leaf_ball(const Canvas *canvas, uint64_t seed, int64_t x, int y, int64_t z, double rx, double ry) noexcept nogil:
    """An ellipsoid of leaves about (x, y, z), ragged at its rim."""
    cdef int dx, dy, dz, ny = <int>ry + 1
    cdef double d, flat
    cdef uint8_t *p
    if y + ny < canvas.y0 or y - ny >= canvas.y0 + SIDE:
        return
    for dx in range(-REACH, REACH + 1):
        for dz in range(-REACH, REACH + 1):
            flat = (<double>(dx * dx + dz * dz)) / (rx * rx)
            if flat > 1.0:
                continue
            for dy in range(-ny, ny + 1):
                d = flat + (<double>(dy * dy)) / (ry * ry)
                if d > 1.0:
                    continue
                p = cell(canvas, x + dx, y + dy, z + dz)
                if p == NULL or p[0] != AIR:
                    continue
                if d > 0.62 and (hash3(seed + SALT_TREE + 7, x + dx, y + dy, z + dz) & 3) == 0:
                    continue
                p[0] = LEAVES


cdef inline void needles(const Canvas *canvas, uint64_t seed, int64_t x, int base, int64_t z, int height) noexcept nogil:
    """The tiers of a conifer whose trunk is `height` cells tall, narrow at the tip."""
    cdef int k, dx, dz, y
    cdef double r
    cdef uint8_t *p
    for k in range(height - 1):
        y = base + height - k
        r = 0.4 + 0.30 * k - (0.75 if k % 3 == 0 and k > 0 else 0.0)
        if r > 3.2:
            r = 3.2 - (0.9 if k % 3 == 0 else 0.0)
        for dx in range(-REACH, REACH + 1):
            for dz in range(-REACH, REACH + 1):
                if <double>(dx * dx + dz * dz) <= r * r + 0.2:
                    p = cell(canvas, x + dx, y, z + dz)
                    if p != NULL and p[0] == AIR:
                        p[0] = LEAVES


cdef inline void tree(const Canvas *canvas, uint64_t seed, const Column *c, int64_t x, int base, int64_t z, uint64_t r, bint wood) noexcept nogil:
    """One tree on the cell above its ground: its leaves, or (`wood`) its trunk."""
    cdef int kind = <int>((r >> 8) & 15), height, i
    cdef double rx, ry
    cdef uint8_t *p
    cdef bint conifer = base > 92 + <int>((r >> 12) & 7) or (base > 80 and kind < 5)
    if conifer:
        height = 8 + <int>((r >> 16) & 3) + <int>((r >> 18) & 1)
        if not wood:
            needles(canvas, seed, x, base, z, height)
    elif kind == 0:
        height = 1
        if not wood:
            leaf_ball(canvas, seed, x, base, z, 1.9, 1.5)
    elif kind < 3 and c.woods > 90:
        height = 8 + <int>((r >> 16) & 3)
        if not wood:
            leaf_ball(canvas, seed, x, base + height - 1, z, 3.55, 2.7)
            leaf_ball(canvas, seed, x + <int>((r >> 20) & 3) - 1, base + height - 4, z + <int>((r >> 22) & 3) - 1, 2.2, 1.4)
    elif kind < 7:
        height = 6 + <int>((r >> 16) & 3)
        if not wood:
            leaf_ball(canvas, seed, x, base + height - 1, z, 2.15, 3.0)
    else:
        height = 4 + <int>((r >> 16) % 3)
        rx = 2.5 + 0.25 * <double>((r >> 20) & 3)
        ry = 1.9 + 0.2 * <double>((r >> 22) & 3)
        if not wood:
            leaf_ball(canvas, seed, x, base + height, z, rx, ry)
    if wood:
        for i in range(height):
            p = cell(canvas, x, base + i, z)
            if p != NULL:
                p[0] = WOOD


cdef inline void plant(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Every tree whose crown can touch the chunk; leaves of all first, then the trunks."""
    cdef int64_t gx, gz, x, z
    cdef int64_t from_x = floor_div(canvas.x0 - REACH, TREE_GRID), to_x = floor_div(canvas.x0 + SIDE - 1 + REACH, TREE_GRID)
    cdef int64_t from_z = floor_div(canvas.z0 - REACH, TREE_GRID), to_z = floor_div(canvas.z0 + SIDE - 1 + REACH, TREE_GRID)
    cdef uint64_t r
    cdef const Column *c
    cdef int turn
    for turn in range(2):
        for gx in range(from_x, to_x + 1):
            for gz in range(from_z, to_z + 1):
                r = hash2(seed + SALT_TREE, gx, gz)
                x = gx * TREE_GRID + <int64_t>(r & 3)
                z = gz * TREE_GRID + <int64_t>((r >> 2) & 3)
                if x < canvas.x0 - REACH or x >= canvas.x0 + SIDE + REACH or z < canvas.z0 - REACH or z >= canvas.z0 + SIDE + REACH:
                    continue
                c = columns + (x - canvas.x0 + BORDER) * WIDE + (z - canvas.z0 + BORDER)
                if <int>((r >> 40) & 255) >= c.woods or c.height + TALLEST < canvas.y0 or c.height >= canvas.y0 + SIDE:
                    continue
                if open_height(seed, x, z, c) == c.height:
                    tree(canvas, seed, c, x, c.height + 1, z, r, turn == 1)


cdef inline void boulders(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Rocks lying on the land."""
    cdef int64_t gx, gz, x, z
    cdef int64_t from_x = floor_div(canvas.x0 - REACH, ROCK_GRID), to_x = floor_div(canvas.x0 + SIDE - 1 + REACH, ROCK_GRID)
    cdef int64_t from_z = floor_div(canvas.z0 - REACH, ROCK_GRID), to_z = floor_div(canvas.z0 + SIDE - 1 + REACH, ROCK_GRID)
    cdef uint64_t r
    cdef const Column *c
    cdef int dx, dy, dz
    cdef double a, b, d
    cdef uint8_t *p
    cdef uint8_t kind
    for gx in range(from_x, to_x + 1):
        for gz in range(from_z, to_z + 1):
            r = hash2(seed + SALT_ROCK, gx, gz)
            x = gx * ROCK_GRID + <int64_t>(r % (ROCK_GRID - 1))
            z = gz * ROCK_GRID + <int64_t>((r >> 8) % (ROCK_GRID - 1))
            if (r >> 20) & 7 > 2:
                continue
            if x < canvas.x0 - REACH or x >= canvas.x0 + SIDE + REACH or z < canvas.z0 - REACH or z >= canvas.z0 + SIDE + REACH:
                continue
            c = columns + (x - canvas.x0 + BORDER) * WIDE + (z - canvas.z0 + BORDER)
            if c.height < SEA - 4 or c.height > 130 or c.mouth > 0 or x * x + z * z < 100:
                continue
            a = 1.4 + 0.4 * <double>((r >> 24) & 3)
            b = 1.3 + 0.35 * <double>((r >> 26) & 3)
            kind = SANDSTONE if c.dry else STONE
            for dx in range(-REACH, REACH + 1):
                for dy in range(-2, REACH + 1):
                    for dz in range(-REACH, REACH + 1):
                        d = (<double>(dx * dx)) / (a * a) + (<double>(dy * dy)) / (b * b) + (<double>(dz * dz)) / ((a + 0.3) * (a + 0.3))
                        if d > 1.0:
                            continue
                        p = cell(canvas, x + dx, c.height + dy, z + dz)
                        if p != NULL and p[0] == AIR:
                            p[0] = MOSS if dy > 0 and c.green > 120 and (hash3(seed + SALT_ROCK + 1, x + dx, dy, z + dz) & 3) > 1 else kind


cdef inline void pockets(const Canvas *canvas, uint64_t seed) noexcept nogil:
    """Lumps of gravel, clay, dirt and, in the deep, crystal within the rock."""
    cdef int64_t gx, gz, x, z
    cdef int gy, y, dx, dy, dz, pick, lx, ly, lz
    cdef uint64_t r
    cdef double radius, d
    cdef uint8_t *p
    cdef uint8_t kind
    for gx in range(floor_div(canvas.x0 - POCKET_REACH, POCKET_GRID), floor_div(canvas.x0 + SIDE - 1 + POCKET_REACH, POCKET_GRID) + 1):
        for gy in range(floor_div(canvas.y0 - POCKET_REACH, POCKET_GRID), floor_div(canvas.y0 + SIDE - 1 + POCKET_REACH, POCKET_GRID) + 1):
            for gz in range(floor_div(canvas.z0 - POCKET_REACH, POCKET_GRID), floor_div(canvas.z0 + SIDE - 1 + POCKET_REACH, POCKET_GRID) + 1):
                r = hash3(seed + SALT_POCKET, gx, gy, gz)
                pick = <int>((r >> 32) & 15)
                if pick > 8:
                    continue
                x = gx * POCKET_GRID + <int64_t>(r & 15)
                y = gy * POCKET_GRID + <int>((r >> 4) & 15)
                z = gz * POCKET_GRID + <int64_t>((r >> 8) & 15)
                radius = 1.6 + 0.5 * <double>((r >> 12) & 3)
                if y < 34:
                    kind = CRYSTAL if pick < 4 else GRAVEL
                elif pick < 2 and y > 96:
                    kind = CRYSTAL
                else:
                    kind = GRAVEL if pick < 4 else (CLAY if pick < 6 else DIRT)
                if kind == CRYSTAL:
                    radius = radius * 0.8
                for lx in range(max(x - POCKET_REACH - canvas.x0, 0), min(x + POCKET_REACH - canvas.x0, SIDE - 1) + 1):
                    dx = lx - <int>(x - canvas.x0)
                    for ly in range(max(y - POCKET_REACH - canvas.y0, 0), min(y + POCKET_REACH - canvas.y0, SIDE - 1) + 1):
                        dy = ly - (y - canvas.y0)
                        if <double>(dx * dx) + 1.6 * <double>(dy * dy) > radius * radius:
                            continue
                        for lz in range(max(z - POCKET_REACH - canvas.z0, 0), min(z + POCKET_REACH - canvas.z0, SIDE - 1) + 1):
                            dz = lz - <int>(z - canvas.z0)
                            d = <double>(dx * dx + dz * dz) + 1.6 * <double>(dy * dy)
                            if d > radius * radius:
                                continue
                            p = canvas.cells + (lx * SIDE + ly) * SIDE + lz
                            if p[0] == STONE or p[0] == SLATE:
                                p[0] = kind


cdef inline int sprout(uint64_t seed, const Column *c, int64_t x, int64_t z) noexcept nogil:
    """What grows on the ground of a column: AIR, a small plant, or CACTUS."""
    cdef uint64_t r = hash2(seed + SALT_PLANTS, x, z)
    cdef uint64_t meadow = hash2(seed + SALT_PLANTS + 1, floor_div(x + <int64_t>(r >> 62), 9), floor_div(z + <int64_t>((r >> 60) & 3), 9))
    cdef int chance = <int>(r & 1023)
    if x * x + z * z < 80:
        return AIR                  # the clearing where newcomers stand
    if c.top == GRASS:
        if (meadow & 7) == 0 and chance < 170:
            return FLOWERS
        if c.woods > 120 and chance > 1013:
            return MUSHROOM
        return TALL_GRASS if chance < 30 + (c.green >> 1) else AIR
    if c.top == MOSS and chance > 1000:
        return MUSHROOM
    if c.top == SAND and c.dry and c.height > SEA + 3 and chance < 5:
        return CACTUS
    return AIR


cdef inline void scatter(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Flowers, grass, mushrooms and cactus on open ground."""
    cdef int64_t x, z
    cdef int kind, rise, i
    cdef const Column *c
    cdef uint8_t *p
    for x in range(canvas.x0, canvas.x0 + SIDE):
        for z in range(canvas.z0, canvas.z0 + SIDE):
            c = columns + (x - canvas.x0 + BORDER) * WIDE + (z - canvas.z0 + BORDER)
            if c.height + 3 < canvas.y0 or c.height + 1 >= canvas.y0 + SIDE or (c.top != GRASS and c.top != MOSS and c.top != SAND):
                continue
            kind = sprout(seed, c, x, z)
            if kind == AIR or open_height(seed, x, z, c) != c.height:
                continue
            rise = 1 if kind != CACTUS else 1 + <int>(hash2(seed + SALT_PLANTS + 2, x, z) % 3)
            for i in range(rise):
                p = cell(canvas, x, c.height + 1 + i, z)
                if p != NULL and p[0] == AIR:
                    p[0] = <uint8_t>kind
