"""Terrain: the cells of a chunk and the heights of columns, as a pure function of the seed and the place."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from noise cimport hash2, mix
from noise_rows cimport ROW
from terrain_caves cimport CAVE_HALL, CAVE_WIDEST, LATTICE, between, cave_samples, caves_near, is_carved
from terrain_columns cimport (
    AIR, BORDER, Column, Fields, HEIGHTS, SAND, SANDSTONE, SIDE, SLATE, WATER, WIDE, dress, measure, open_height, rock, sow,
)
from terrain_growth cimport Canvas, TALLEST, boulders, plant, pockets, scatter
from terrain_shape cimport HIGHEST, SALT_STRATA, SEA

cdef enum:
    NODES = SIDE // LATTICE + 1

NAMES = (
    "air", "grass", "dirt", "stone", "wood", "leaves", "sand", "snow", "crystal", "gravel", "clay", "mud", "moss", "sandstone", "slate", "water",
    "flowers", "tall_grass", "mushroom", "cactus",
)
SEA_LEVEL = SEA
COLUMNS_BYTES = WIDE * WIDE * sizeof(Column)


cdef inline uint64_t root(uint64_t seed) noexcept nogil:
    """Neighbouring seeds are scattered, else the layers of one would turn up in another."""
    return mix(seed ^ <uint64_t>0x5851F42D4C957F2D)


def columns(uint64_t seed, int64_t cx, int64_t cz, uint8_t[::1] out):
    """Describe the columns of a chunk and `BORDER` around it into `out` (COLUMNS_BYTES); runs without the GIL."""
    cdef int16_t heights[HEIGHTS * HEIGHTS]
    cdef int64_t x0 = cx * SIDE - BORDER, z0 = cz * SIDE - BORDER
    cdef Column *c = <Column *>&out[0]
    cdef Fields f
    cdef int i, k
    with nogil:
        seed = root(seed)
        measure(seed, x0 - 1, z0 - 1, HEIGHTS, HEIGHTS, heights)
        for i in range(WIDE):
            sow(seed, x0 + i, z0, WIDE, &f)
            for k in range(WIDE):
                dress(seed, x0 + i, z0 + k, &f, k, heights + (i + 1) * HEIGHTS + k + 1, HEIGHTS, c + i * WIDE + k)


cdef uint8_t ROCKS[2][512]      # by whether the land is dry and the height, lifted by the strata


cdef void prepare_rocks() noexcept:
    cdef int lifted
    for lifted in range(512):
        ROCKS[0][lifted] = rock(False, lifted)
        ROCKS[1][lifted] = rock(True, lifted)


prepare_rocks()


cdef inline int clip(int y) noexcept nogil:
    return 0 if y < 0 else (SIDE if y > SIDE else y)


cdef void ground(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Rock, soil, skin and water, without caves: each column from below in stretches of one rule."""
    cdef int lx, lz, ly, slate, stone, sandstone, soil, water
    cdef const Column *c
    cdef const uint8_t *rocks
    cdef uint8_t *p
    for lx in range(SIDE):
        for lz in range(SIDE):
            c = columns + (lx + BORDER) * WIDE + lz + BORDER
            p = canvas.cells + lx * SIDE * SIDE + lz
            soil = c.height - c.soil_depth - canvas.y0
            sandstone = clip(soil)
            stone = clip(soil - 3) if c.soil == SAND else sandstone
            soil = clip(c.height - canvas.y0)
            water = clip(SEA + 1 - canvas.y0)
            slate = 6 + <int>(hash2(seed + SALT_STRATA + 9, canvas.x0 + lx, canvas.z0 + lz) & 1) - c.strata - canvas.y0
            slate = min(clip(slate), stone)
            rocks = ROCKS[c.dry] + canvas.y0 + c.strata
            for ly in range(slate):
                p[ly * SIDE] = SLATE
            for ly in range(slate, stone):
                p[ly * SIDE] = rocks[ly]
            for ly in range(stone, sandstone):
                p[ly * SIDE] = SANDSTONE
            for ly in range(sandstone, soil):
                p[ly * SIDE] = c.soil
            for ly in range(soil, water):
                p[ly * SIDE] = WATER
            for ly in range(max(soil, water), SIDE):
                p[ly * SIDE] = AIR
            if 0 <= c.height - canvas.y0 < SIDE:
                p[(c.height - canvas.y0) * SIDE] = c.top


cdef void caves(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Carve tunnels and halls; `columns` is NULL for a chunk that lies wholly in the deep."""
    cdef double node[3][NODES][NODES][NODES]        # [noise][x][y][z]
    cdef double line[NODES][3][SIDE]                # [y][noise][z] at the x at hand
    cdef double edge[NODES]
    cdef double cut[3][SIDE]                        # the same at the y at hand
    cdef double t, mouth = 0.0
    cdef int i, j, k, n, lx, ly, lz, depth = 1000, high = SIDE
    cdef const Column *c = NULL
    cdef uint8_t *p
    cave_samples(seed, canvas.x0, canvas.y0, canvas.z0, NODES, &node[0][0][0][0])
    for lx in range(SIDE):
        i = lx // LATTICE
        t = <double>(lx % LATTICE) / LATTICE
        if columns != NULL:
            c = columns + (lx + BORDER) * WIDE + BORDER
            high = -1
            for lz in range(SIDE):
                high = max(high, c[lz].roof - canvas.y0)
            high = clip(high + 1)
        if high == 0:
            continue
        for j in range((high - 1) // LATTICE + 2):
            for n in range(3):
                for k in range(NODES):
                    edge[k] = between(node[n][i][j][k], node[n][i + 1][j][k], t)
                for lz in range(SIDE):
                    k = lz // LATTICE
                    line[j][n][lz] = between(edge[k], edge[k + 1], <double>(lz % LATTICE) / LATTICE)
        for ly in range(high):
            j = ly // LATTICE
            if not caves_near(line[j][0], line[j + 1][0], SIDE, <double>(ly % LATTICE) / LATTICE, cut[0]):
                continue
            p = canvas.cells + (lx * SIDE + ly) * SIDE
            for lz in range(SIDE):
                if not (cut[0][lz] * cut[0][lz] + cut[1][lz] * cut[1][lz] < CAVE_WIDEST * CAVE_WIDEST or cut[2][lz] > CAVE_HALL):
                    continue
                if c != NULL:
                    depth = c[lz].roof - (canvas.y0 + ly)
                    mouth = <double>c[lz].mouth / 255.0
                if is_carved(cut[0][lz], cut[1][lz], cut[2][lz], canvas.y0 + ly, depth, mouth):
                    p[lz] = AIR


def fill(uint64_t seed, int64_t cx, int cy, int64_t cz, const uint8_t[::1] known, uint8_t[:, :, ::1] out):
    """Write the chunk's terrain ids into `out` [32, 32, 32]; `known` is what `columns` made of (seed, cx, cz), or None for the deep or the sky.

    Runs without the GIL.
    """
    cdef const Column *c = <const Column *>&known[0] if known is not None else NULL
    cdef Canvas canvas
    cdef int i, highest = -1000
    canvas.cells = &out[0, 0, 0]
    canvas.x0 = cx * SIDE
    canvas.z0 = cz * SIDE
    canvas.y0 = cy * SIDE
    with nogil:
        seed = root(seed)
        if c == NULL:
            memset(canvas.cells, SLATE if cy < 0 else AIR, SIDE * SIDE * SIDE)
            if cy < 0:
                pockets(&canvas, seed)
                caves(&canvas, seed, NULL)
        else:
            for i in range(WIDE * WIDE):
                if c[i].height > highest:
                    highest = c[i].height
            if canvas.y0 > highest + TALLEST and canvas.y0 > SEA:
                memset(canvas.cells, AIR, SIDE * SIDE * SIDE)
            else:
                ground(&canvas, seed, c)
                if canvas.y0 <= highest:
                    pockets(&canvas, seed)
                    caves(&canvas, seed, c)
                boulders(&canvas, seed, c)
                plant(&canvas, seed, c)
                scatter(&canvas, seed, c)


def needs_columns(int cy):
    """Whether a chunk at this height can meet the surface; below is rock and caves, above is sky."""
    return 0 <= cy and cy * SIDE <= HIGHEST + TALLEST


def surface(uint64_t seed, int64_t x0, int64_t z0, int16_t[:, ::1] out):
    """y of the highest ground cell of each column of a window, `out` [x, z]; runs without the GIL."""
    cdef Column c
    cdef Fields f
    cdef int nx = <int>out.shape[0], nz = <int>out.shape[1], wide = nz + 2, i, k
    cdef int16_t *heights = <int16_t *>malloc(<size_t>(nx + 2) * wide * sizeof(int16_t))
    if heights == NULL:
        raise MemoryError
    with nogil:
        seed = root(seed)
        measure(seed, x0 - 1, z0 - 1, nx + 2, wide, heights)
        for i in range(nx):
            for k in range(nz):
                if k % ROW == 0:
                    sow(seed, x0 + i, z0 + k, nz - k if nz - k < ROW else ROW, &f)
                dress(seed, x0 + i, z0 + k, &f, k % ROW, heights + <size_t>(i + 1) * wide + k + 1, wide, &c)
                out[i, k] = <int16_t>open_height(seed, x0 + i, z0 + k, &c)
        free(heights)
