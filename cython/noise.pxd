"""Lattice noise whose value depends on the seed and the point alone.

Only integer arithmetic and IEEE additions, multiplications, divisions and `floor` in a fixed order are used, so every machine computes the
same bits. Gradient noise after K. Perlin, "Improving Noise" (SIGGRAPH 2002), with a hash in place of the permutation table.
"""

from libc.math cimport floor
from libc.stdint cimport int64_t, uint64_t

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


cdef inline double corner3(uint64_t s, int64_t ix, int64_t iy, int64_t iz, double x, double y, double z) noexcept nogil:
    """The gradient of one lattice corner times the way from it."""
    cdef int g = <int>(hash3(s, ix, iy, iz) >> 60)
    return NOISE_EX[g] * x + NOISE_EY[g] * y + NOISE_EZ[g] * z


cdef inline double noise3(uint64_t s, double x, double y, double z) noexcept nogil:
    """Gradient noise in space, about -1..1, one feature a unit."""
    cdef double fx = floor(x), fy = floor(y), fz = floor(z)
    cdef int64_t ix = <int64_t>fx, iy = <int64_t>fy, iz = <int64_t>fz
    cdef double u = x - fx, v = y - fy, w = z - fz, a, b, c, d, fu, fv
    fu = fade(u)
    fv = fade(v)
    a = corner3(s, ix, iy, iz, u, v, w)
    a = a + fu * (corner3(s, ix + 1, iy, iz, u - 1.0, v, w) - a)
    b = corner3(s, ix, iy + 1, iz, u, v - 1.0, w)
    b = b + fu * (corner3(s, ix + 1, iy + 1, iz, u - 1.0, v - 1.0, w) - b)
    c = corner3(s, ix, iy, iz + 1, u, v, w - 1.0)
    c = c + fu * (corner3(s, ix + 1, iy, iz + 1, u - 1.0, v, w - 1.0) - c)
    d = corner3(s, ix, iy + 1, iz + 1, u, v - 1.0, w - 1.0)
    d = d + fu * (corner3(s, ix + 1, iy + 1, iz + 1, u - 1.0, v - 1.0, w - 1.0) - d)
    a = a + fv * (b - a)
    c = c + fv * (d - c)
    return a + fade(w) * (c - a)
