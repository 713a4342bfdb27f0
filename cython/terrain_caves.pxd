"""Caves: tunnels where two noises are both near nothing, and halls where a third is high.

The noises are sampled on a lattice of four cells that is fixed in the world and interpolated between, so a cell is carved or not whatever
chunk asks and in whatever order.
"""

from libc.stdint cimport int64_t, uint64_t

from noise cimport noise3_grid, ramp
from terrain_shape cimport SALT_CAVE_A, SALT_CAVE_B, SALT_CAVERN

cdef extern from *:
    """
    #define CAVE_WIDEST 0.115
    #define CAVE_HALL 0.46

    /* The three noises of a row of 32 cells between the lattices below and above, and whether caves can open any of it. */
    NOISE_WIDE
    static int caves_near(const double *restrict low, const double *restrict high, int stride, double t, double *restrict out)
    {
        int near = 0;
        for (int i = 0; i < 32; i++) {
            double a = low[i] + t * (high[i] - low[i]);
            double b = low[i + stride] + t * (high[i + stride] - low[i + stride]);
            double hall = low[i + 2 * stride] + t * (high[i + 2 * stride] - low[i + 2 * stride]);
            out[i] = a;
            out[i + 32] = b;
            out[i + 64] = hall;
            near |= (a * a + b * b < CAVE_WIDEST * CAVE_WIDEST) | (hall > CAVE_HALL);
        }
        return near;
    }
    """
    const double CAVE_WIDEST
    const double CAVE_HALL
    int caves_near(const double *low, const double *high, int stride, double t, double *out) noexcept nogil

cdef enum:
    LATTICE = 4
    CAVE_BOTTOM = -120          # no cave reaches the floor of the world


cdef inline void cave_samples(uint64_t seed, int64_t x, int64_t y, int64_t z, int n, double *out) noexcept nogil:
    """The three noises at n³ lattice points from (x, y, z) on, all multiples of `LATTICE`: `out` [noise][x][y][z]. n is at most 9."""
    cdef double px[9]
    cdef double py[9]
    cdef double pz[9]
    cdef double tall = 30.0, wide = 46.0
    cdef int i, m
    for m in range(3):
        if m == 2:
            wide = 72.0
            tall = 36.0
        for i in range(n):
            px[i] = <double>(x + i * LATTICE) / wide
            py[i] = <double>(y + i * LATTICE) / tall
            pz[i] = <double>(z + i * LATTICE) / wide
            if m == 1:          # gradient noise is 0 on its own lattice
                px[i] = px[i] + 0.5
                py[i] = py[i] + 0.5
                pz[i] = pz[i] + 0.5
        noise3_grid(seed + <uint64_t>(SALT_CAVE_A if m == 0 else (SALT_CAVE_B if m == 1 else SALT_CAVERN)), px, py, pz, n, out + m * n * n * n)


cdef inline bint is_carved(double a, double b, double hall, int y, int depth, double mouth) noexcept nogil:
    """Whether the noises open a cell `depth` cells under the roof; `mouth` 0..1 lets tunnels reach the surface."""
    cdef double deep, width
    if depth < 0 or y < CAVE_BOTTOM + 1:
        return False
    deep = ramp(2.0, 13.0, <double>depth)
    if deep < mouth:
        deep = mouth
    width = CAVE_WIDEST * deep * ramp(<double>CAVE_BOTTOM, <double>CAVE_BOTTOM + 10.0, <double>y)
    if a * a + b * b < width * width:
        return True
    return depth > 16 and hall > CAVE_HALL + 0.3 * ramp(10.0, 58.0, <double>y) + 0.4 * (1.0 - ramp(-118.0, -96.0, <double>y))


cdef inline double between(double a, double b, double t) noexcept nogil:
    return a + t * (b - a)


cdef inline bint is_carved_at(uint64_t seed, int64_t x, int y, int64_t z, int depth, double mouth) noexcept nogil:
    """The same answer for one cell without a chunk's lattice."""
    cdef double s[3][2][2][2]
    cdef double n[3]
    cdef int64_t bx = x & ~<int64_t>(LATTICE - 1), by = y & ~(LATTICE - 1), bz = z & ~<int64_t>(LATTICE - 1)
    cdef double tx = <double>(x - bx) / LATTICE, ty = <double>(y - by) / LATTICE, tz = <double>(z - bz) / LATTICE
    cdef int i
    if depth < 0 or y < CAVE_BOTTOM + 1:
        return False
    cave_samples(seed, bx, by, bz, 2, &s[0][0][0][0])
    for i in range(3):
        n[i] = between(
            between(between(s[i][0][0][0], s[i][1][0][0], tx), between(s[i][0][0][1], s[i][1][0][1], tx), tz),
            between(between(s[i][0][1][0], s[i][1][1][0], tx), between(s[i][0][1][1], s[i][1][1][1], tx), tz), ty)
    return is_carved(n[0], n[1], n[2], y, depth, mouth)
