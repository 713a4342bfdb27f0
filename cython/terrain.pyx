"""Terrain: the cells of a chunk and the heights of columns, as a pure function of the seed and the place."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from noise cimport hash2, mix
from noise_rows cimport ROW
from terrain_caves cimport LATTICE, between, cave_sample, is_carved
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


cdef void ground(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Rock, soil, skin and water, without caves."""
    cdef int lx, lz, ly, y, h, kind
    cdef const Column *c
    cdef uint8_t *p
    cdef uint64_t grain
    for lx in range(SIDE):
        for lz in range(SIDE):
            c = columns + (lx + BORDER) * WIDE + lz + BORDER
            p = canvas.cells + lx * SIDE * SIDE + lz
            grain = hash2(seed + SALT_STRATA + 9, canvas.x0 + lx, canvas.z0 + lz)
            h = c.height
            for ly in range(SIDE):
                y = canvas.y0 + ly
                if y > h:
                    kind = WATER if y <= SEA else AIR
                elif y == h:
                    kind = c.top
                elif y >= h - c.soil_depth:
                    kind = c.soil
                elif c.soil == SAND and y >= h - c.soil_depth - 3:
                    kind = SANDSTONE
                else:
                    kind = rock(c, y, grain)
                p[ly * SIDE] = kind


cdef void caves(const Canvas *canvas, uint64_t seed, const Column *columns) noexcept nogil:
    """Carve tunnels and halls; `columns` is NULL for a chunk that lies wholly in the deep."""
    cdef double node[3][NODES][NODES][NODES]        # [noise][x][y][z]
    cdef double line[3][NODES][SIDE]                # [noise][y][z] at the x at hand
    cdef double sample[3]
    cdef double t, a, b, hall, mouth = 0.0
    cdef int i, j, k, n, lx, ly, lz, q, depth = 1000
    cdef const Column *c
    cdef uint8_t *p
    for i in range(NODES):
        for j in range(NODES):
            for k in range(NODES):
                cave_sample(seed, canvas.x0 + i * LATTICE, canvas.y0 + j * LATTICE, canvas.z0 + k * LATTICE, sample)
                for n in range(3):
                    node[n][i][j][k] = sample[n]
    for lx in range(SIDE):
        i = lx // LATTICE
        t = <double>(lx % LATTICE) / LATTICE
        for n in range(3):
            for j in range(NODES):
                for lz in range(SIDE):
                    k = lz // LATTICE
                    line[n][j][lz] = between(
                        between(node[n][i][j][k], node[n][i + 1][j][k], t),
                        between(node[n][i][j][k + 1], node[n][i + 1][j][k + 1], t), <double>(lz % LATTICE) / LATTICE)
        for ly in range(SIDE):
            j = ly // LATTICE
            t = <double>(ly % LATTICE) / LATTICE
            p = canvas.cells + (lx * SIDE + ly) * SIDE
            c = NULL if columns == NULL else columns + (lx + BORDER) * WIDE + BORDER
            for lz in range(SIDE):
                if c != NULL:
                    depth = c[lz].roof - (canvas.y0 + ly)
                    if depth < 0:
                        continue
                    mouth = <double>c[lz].mouth / 255.0
                a = between(line[0][j][lz], line[0][j + 1][lz], t)
                b = between(line[1][j][lz], line[1][j + 1][lz], t)
                hall = between(line[2][j][lz], line[2][j + 1][lz], t)
                if is_carved(a, b, hall, canvas.y0 + ly, depth, mouth):
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
