"""Occupancy of a chunk and its border as rows of bits: bit z of row (x, y) of a 34³ pad."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp

cdef extern from *:
    """
    #define COUNT_TRAILING(word) __builtin_ctz(word)
    """
    int COUNT_TRAILING(uint32_t word) nogil

cdef enum:
    SIDE = 32
    PAD = SIDE + 2
    ROWS = PAD * PAD
    CELLS = PAD * PAD * PAD

cdef enum:                      # what a kind id is to the mesher
    OPAQUE = 1
    CUTOUT = 2
    TRANSPARENT = 4
    UNAVAILABLE = 8
    UNKNOWN = 16
    OUTSIDE = 32                # with OPAQUE: hides, and has no faces of its own

cdef struct Masks:
    uint64_t of[3][ROWS]        # opaque, cutout, transparent
    uint64_t hides[ROWS]        # opaque or unavailable: no face is drawn against these
    uint32_t found              # the union of all classes met


cdef inline uint64_t row_bits(const uint16_t *p, const uint8_t *classes, int shift) noexcept nogil:
    """One bit of each cell's class along a row."""
    cdef uint64_t low = 0, high = 0
    cdef int z
    for z in range(SIDE // 2 + 1):
        low = (low >> 1) | (<uint64_t>(classes[p[z]] >> shift) << 63)
        high = (high >> 1) | (<uint64_t>(classes[p[z + 17]] >> shift) << 63)
    return (low >> 47) | ((high >> 47) << 17)


cdef inline void build_masks(const uint16_t *pad, const uint8_t *classes, Masks *m) noexcept nogil:
    """Fill `m` from the kinds of a pad. Most rows of a landscape equal the row below, and are not looked at twice."""
    cdef int x, y, z, i = 0, before
    cdef const uint16_t *p = pad
    cdef uint64_t low, high
    cdef uint32_t met, c, d
    m.found = 0
    for x in range(PAD):
        for y in range(PAD):
            before = -1
            if y > 0 and memcmp(p, p - PAD, PAD * sizeof(uint16_t)) == 0:
                before = i - 1
            elif x > 0 and memcmp(p, p - PAD * PAD, PAD * sizeof(uint16_t)) == 0:
                before = i - PAD
            if before >= 0:
                m.of[0][i] = m.of[0][before]
                m.of[1][i] = m.of[1][before]
                m.of[2][i] = m.of[2][before]
                m.hides[i] = m.hides[before]
            else:
                low = high = 0
                met = 0
                for z in range(SIDE // 2 + 1):
                    c = classes[p[z]]
                    d = classes[p[z + 17]]
                    met |= c | d
                    low = (low >> 1) | (<uint64_t>c << 63)
                    high = (high >> 1) | (<uint64_t>d << 63)
                m.of[0][i] = (low >> 47) | ((high >> 47) << 17)
                m.of[1][i] = row_bits(p, classes, 1) if met & CUTOUT else 0
                m.of[2][i] = row_bits(p, classes, 2) if met & TRANSPARENT else 0
                m.hides[i] = m.of[0][i] | (row_bits(p, classes, 3) if met & UNAVAILABLE else 0)
                m.found |= met
            i += 1
            p += PAD
