"""Caves: tunnels where two noises are both near nothing, and halls where a third is high.

The noises are sampled on a lattice of four cells that is fixed in the world and interpolated between, so a cell is carved or not whatever
chunk asks and in whatever order.
"""

from libc.stdint cimport int64_t, uint64_t

from noise cimport noise3, ramp
from terrain_shape cimport SALT_CAVE_A, SALT_CAVE_B, SALT_CAVERN

cdef enum:
    LATTICE = 4
    CAVE_BOTTOM = -120          # no cave reaches the floor of the world


cdef inline void cave_sample(uint64_t seed, int64_t x, int64_t y, int64_t z, double *out) noexcept nogil:
    """The three noises at a lattice point, in cell coordinates that are multiples of `LATTICE`."""
    cdef double px = <double>x, py = <double>y, pz = <double>z
    out[0] = noise3(seed + SALT_CAVE_A, px / 46.0, py / 30.0, pz / 46.0)
    out[1] = noise3(seed + SALT_CAVE_B, px / 46.0 + 0.5, py / 30.0 + 0.5, pz / 46.0 + 0.5)     # gradient noise is 0 on its own lattice
    out[2] = noise3(seed + SALT_CAVERN, px / 72.0, py / 36.0, pz / 72.0)


cdef inline bint is_carved(double a, double b, double hall, int y, int depth, double mouth) noexcept nogil:
    """Whether the noises open a cell `depth` cells under the roof; `mouth` 0..1 lets tunnels reach the surface."""
    cdef double deep, width
    if depth < 0 or y < CAVE_BOTTOM + 1:
        return False
    deep = ramp(2.0, 13.0, <double>depth)
    if deep < mouth:
        deep = mouth
    width = 0.115 * deep * ramp(<double>CAVE_BOTTOM, <double>CAVE_BOTTOM + 10.0, <double>y)
    if a * a + b * b < width * width:
        return True
    return depth > 16 and hall > 0.46 + 0.3 * ramp(10.0, 58.0, <double>y) + 0.4 * (1.0 - ramp(-118.0, -96.0, <double>y))


cdef inline double between(double a, double b, double t) noexcept nogil:
    return a + t * (b - a)


cdef inline bint is_carved_at(uint64_t seed, int64_t x, int y, int64_t z, int depth, double mouth) noexcept nogil:
    """The same answer for one cell without a chunk's lattice."""
    cdef double s[8][3]
    cdef double n[3]
    cdef int64_t bx = x & ~<int64_t>(LATTICE - 1), by = y & ~(LATTICE - 1), bz = z & ~<int64_t>(LATTICE - 1)
    cdef double tx = <double>(x - bx) / LATTICE, ty = <double>(y - by) / LATTICE, tz = <double>(z - bz) / LATTICE
    cdef int i
    if depth < 0 or y < CAVE_BOTTOM + 1:
        return False
    for i in range(8):
        cave_sample(seed, bx + LATTICE * (i & 1), by + LATTICE * ((i >> 1) & 1), bz + LATTICE * (i >> 2), s[i])
    for i in range(3):
        n[i] = between(
            between(between(s[0][i], s[1][i], tx), between(s[4][i], s[5][i], tx), tz),
            between(between(s[2][i], s[3][i], tx), between(s[6][i], s[7][i], tx), tz), ty)
    return is_carved(n[0], n[1], n[2], y, depth, mouth)
