"""Occupancy of a chunk and its border as rows of bits: bit z of row (x, y) of a 34³ pad."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #define COUNT_TRAILING(word) __builtin_ctz(word)
    #define COUNT_LEADING(word) __builtin_clz(word)
    static inline uint64_t four_cells(const uint16_t *p) { uint64_t w; memcpy(&w, p, 8); return w; }
    """
    int COUNT_TRAILING(uint32_t word) nogil         # of a word that is not 0
    int COUNT_LEADING(uint32_t word) nogil
    uint64_t four_cells(const uint16_t *p) nogil    # at any alignment

cdef enum:
    SIDE = 32
    PAD = SIDE + 2
    ROWS = PAD * PAD
    CELLS = PAD * PAD * PAD

cdef enum:                      # what a kind id is to the mesher; four bits apart, so that four cells of a row fit side by side
    OPAQUE = 1
    CUTOUT = 1 << 4
    TRANSPARENT = 1 << 8
    UNAVAILABLE = 1 << 12
    UNKNOWN = 1 << 16
    OUTSIDE = 1 << 20           # with OPAQUE: hides, and has no faces of its own
    CROSS = 1 << 24             # two diagonals instead of a cube; hides nothing and is hidden by nothing

cdef struct Masks:
    uint64_t of[3][ROWS]        # opaque, cutout, transparent
    uint64_t hides[ROWS]        # opaque or unavailable: no face is drawn against these
    uint32_t found              # the union of all classes met, in any of their four places


cdef inline bint has(const Masks *m, uint32_t kind) noexcept nogil:
    """Whether any cell of the pad is of a class."""
    return (m.found & (kind * 15)) != 0


cdef inline bint same_row(const uint16_t *p, const uint16_t *q) noexcept nogil:
    """Equality of two rows."""
    return (
        (four_cells(p) ^ four_cells(q)) | (four_cells(p + 4) ^ four_cells(q + 4))
        | (four_cells(p + 8) ^ four_cells(q + 8)) | (four_cells(p + 12) ^ four_cells(q + 12))
        | (four_cells(p + 16) ^ four_cells(q + 16)) | (four_cells(p + 20) ^ four_cells(q + 20))
        | (four_cells(p + 24) ^ four_cells(q + 24)) | (four_cells(p + 28) ^ four_cells(q + 28))
        | (four_cells(p + 30) ^ four_cells(q + 30))
    ) == 0


cdef inline void build_masks(const uint16_t *pad, const uint32_t *classes, Masks *m) noexcept nogil:
    """Fill `m` from the kinds of a pad.

    Landscapes repeat themselves: a row that equals the one below is copied, four cells that equal the four before are not looked up again.
    """
    cdef int x, y, w, i = 0
    cdef const uint16_t *p = pad
    cdef uint64_t opaque, cutout, transparent, unavailable, word, last
    cdef uint32_t four, met
    m.found = 0
    for x in range(PAD):
        for y in range(PAD):
            if y > 0 and same_row(p, p - PAD):
                m.of[0][i] = m.of[0][i - 1]
                m.of[1][i] = m.of[1][i - 1]
                m.of[2][i] = m.of[2][i - 1]
                m.hides[i] = m.hides[i - 1]
            else:
                opaque = cutout = transparent = unavailable = 0
                met = 0
                last = ~four_cells(p)
                four = 0
                for w in range(8):
                    word = four_cells(p + 4 * w)
                    if word != last:
                        four = classes[p[4 * w]] | (classes[p[4 * w + 1]] << 1) | (classes[p[4 * w + 2]] << 2) | (classes[p[4 * w + 3]] << 3)
                        last = word
                        met |= four
                    opaque |= <uint64_t>(four & 15) << (4 * w)
                    if four & ~<uint32_t>15:
                        cutout |= <uint64_t>((four >> 4) & 15) << (4 * w)
                        transparent |= <uint64_t>((four >> 8) & 15) << (4 * w)
                        unavailable |= <uint64_t>((four >> 12) & 15) << (4 * w)
                four = classes[p[32]] | (classes[p[33]] << 1)
                met |= four
                m.of[0][i] = opaque | (<uint64_t>(four & 15) << 32)
                m.of[1][i] = cutout | (<uint64_t>((four >> 4) & 15) << 32)
                m.of[2][i] = transparent | (<uint64_t>((four >> 8) & 15) << 32)
                m.hides[i] = m.of[0][i] | unavailable | (<uint64_t>((four >> 12) & 15) << 32)
                m.found |= met
            i += 1
            p += PAD
