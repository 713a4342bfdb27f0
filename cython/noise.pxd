"""Lattice noise whose value depends on the seed and the point alone.

Only integer arithmetic and IEEE additions, multiplications, divisions and `floor` in a fixed order are used, so every machine computes the
same bits. Gradient noise after K. Perlin, "Improving Noise" (SIGGRAPH 2002), with a hash in place of the permutation table.
"""

from libc.math cimport floor
from libc.stdint cimport int64_t, uint64_t, uint8_t

cdef extern from *:
    """
    /* sixteen unit directions, 22.5 degrees apart, none on an axis */
    static const double NOISE_GX[16] = {
        0.98078528040323043, 0.83146961230254524, 0.55557023301960218, 0.19509032201612825,
        -0.19509032201612825, -0.55557023301960218, -0.83146961230254524, -0.98078528040323043,
        -0.98078528040323043, -0.83146961230254524, -0.55557023301960218, -0.19509032201612825,
        0.19509032201612825, 0.55557023301960218, 0.83146961230254524, 0.98078528040323043};
    static const double NOISE_GZ[16] = {
        0.19509032201612825, 0.55557023301960218, 0.83146961230254524, 0.98078528040323043,
        0.98078528040323043, 0.83146961230254524, 0.55557023301960218, 0.19509032201612825,
        -0.19509032201612825, -0.55557023301960218, -0.83146961230254524, -0.98078528040323043,
        -0.98078528040323043, -0.83146961230254524, -0.55557023301960218, -0.19509032201612825};
    /* the twelve edge midpoints of a cube, four of them twice */
    static const double NOISE_EX[16] = {1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0, 1, 0, -1, 0};
    static const double NOISE_EY[16] = {1, 1, -1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1};
    static const double NOISE_EZ[16] = {0, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, -1, 0, 1, 0, -1};
    """
    const double NOISE_GX[16]
    const double NOISE_GZ[16]
    const double NOISE_EX[16]
    const double NOISE_EY[16]
    const double NOISE_EZ[16]


cdef inline uint64_t mix(uint64_t h) noexcept nogil:
    """Scatter the bits of `h` (a bijection of 64-bit words)."""
    h ^= h >> 32
    h *= <uint64_t>0xD6E8FEB86659FD93
    h ^= h >> 32
    h *= <uint64_t>0xD6E8FEB86659FD93
    return h ^ (h >> 32)


cdef inline uint64_t hash2(uint64_t s, int64_t x, int64_t z) noexcept nogil:
    """A 64-bit hash of a lattice point in the plane."""
    return mix(s + <uint64_t>x * <uint64_t>0x9E3779B97F4A7C15 + <uint64_t>z * <uint64_t>0xC2B2AE3D27D4EB4F)


cdef inline uint64_t hash3(uint64_t s, int64_t x, int64_t y, int64_t z) noexcept nogil:
    """A 64-bit hash of a lattice point in space."""
    return mix(
        s + <uint64_t>x * <uint64_t>0x9E3779B97F4A7C15
        + <uint64_t>z * <uint64_t>0xC2B2AE3D27D4EB4F + <uint64_t>y * <uint64_t>0x165667B19E3779F9)


cdef inline double fade(double t) noexcept nogil:
    """Perlin's quintic: 0 to 1 with first and second derivatives 0 at both ends."""
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


cdef inline double ramp(double low, double high, double v) noexcept nogil:
    """Smooth step: 0 below `low`, 1 above `high`, cubic between."""
    cdef double t = (v - low) / (high - low)
    if t <= 0.0:
        return 0.0
    if t >= 1.0:
        return 1.0
    return t * t * (3.0 - 2.0 * t)


cdef struct Axis:               # where a coordinate lies in the lattice
    int64_t whole
    double rest
    double eased


cdef inline Axis place(double x) noexcept nogil:
    cdef Axis found
    cdef double low = floor(x)
    found.whole = <int64_t>low
    found.rest = x - low
    found.eased = fade(found.rest)
    return found


cdef inline double lean(int g, double x, double y, double z) noexcept nogil:
    """A gradient times a way."""
    return NOISE_EX[g] * x + NOISE_EY[g] * y + NOISE_EZ[g] * z


cdef inline double blend3(const uint8_t *g, int sy, int sz, const Axis *x, const Axis *y, const Axis *z) noexcept nogil:
    """Gradient noise in space between eight corners, whose gradients stand at 0 and 1, + `sy` and + `sz` of `g`."""
    cdef double u = x.rest, v = y.rest, w = z.rest, a, b, c, d
    a = lean(g[0], u, v, w)
    a = a + x.eased * (lean(g[1], u - 1.0, v, w) - a)
    b = lean(g[sy], u, v - 1.0, w)
    b = b + x.eased * (lean(g[sy + 1], u - 1.0, v - 1.0, w) - b)
    c = lean(g[sz], u, v, w - 1.0)
    c = c + x.eased * (lean(g[sz + 1], u - 1.0, v, w - 1.0) - c)
    d = lean(g[sz + sy], u, v - 1.0, w - 1.0)
    d = d + x.eased * (lean(g[sz + sy + 1], u - 1.0, v - 1.0, w - 1.0) - d)
    a = a + y.eased * (b - a)
    c = c + y.eased * (d - c)
    return a + z.eased * (c - a)


cdef inline void noise3_grid(uint64_t s, const double *x, const double *y, const double *z, int n, double *out) noexcept nogil:
    """Gradient noise in space, about -1..1, one feature a unit, at n³ points: `out` [x][y][z].

    n is at most 9 and the coordinates rise, by less than 2 from the first to the last.
    """
    cdef Axis at[3][9]
    cdef uint8_t g[64]          # gradients of the corners, [z][y][x]
    cdef int64_t bx, by, bz
    cdef int i, j, k
    for i in range(n):
        at[0][i] = place(x[i])
        at[1][i] = place(y[i])
        at[2][i] = place(z[i])
    bx = at[0][0].whole
    by = at[1][0].whole
    bz = at[2][0].whole
    for k in range(<int>(at[2][n - 1].whole - bz) + 2):
        for j in range(<int>(at[1][n - 1].whole - by) + 2):
            for i in range(<int>(at[0][n - 1].whole - bx) + 2):
                g[(k * 4 + j) * 4 + i] = <uint8_t>(hash3(s, bx + i, by + j, bz + k) >> 60)
    for i in range(n):
        for j in range(n):
            for k in range(n):
                out[(i * n + j) * n + k] = blend3(
                    g + ((at[2][k].whole - bz) * 4 + at[1][j].whole - by) * 4 + at[0][i].whole - bx, 4, 16, &at[0][i], &at[1][j], &at[2][k])
