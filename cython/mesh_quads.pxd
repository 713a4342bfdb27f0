"""From planes of visible faces to merged quads, and from quads to the bytes of a mesh."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport realloc

from mesh_masks cimport COUNT_TRAILING, SIDE

cdef struct Quad:
    uint32_t key                # layer (10 bits), emission (4), occlusion of four corners (2 each)
    uint8_t face
    uint8_t slice               # cell coordinate along the normal
    uint8_t row
    uint8_t bit
    uint8_t width               # cells along the bits
    uint8_t height              # cells along the rows

cdef struct Quads:
    Quad *items
    size_t count
    size_t room

cdef struct Plane:
    uint32_t *rows              # [SIDE] visible faces; used up by merging
    uint32_t filled             # rows that are not empty
    uint32_t keys[SIDE][SIDE]   # defined where a face is visible


cdef inline bint add_quad(Quads *q, uint32_t key, int face, int layer, int row, int bit, int width, int height) noexcept nogil:
    """Append a quad; False when memory is exhausted."""
    cdef size_t room
    cdef Quad *items
    if q.count == q.room:
        room = q.room * 2 if q.room else 2048
        items = <Quad *>realloc(q.items, room * sizeof(Quad))
        if items == NULL:
            return False
        q.items = items
        q.room = room
    items = q.items + q.count
    items.key = key
    items.face = <uint8_t>face
    items.slice = <uint8_t>layer
    items.row = <uint8_t>row
    items.bit = <uint8_t>bit
    items.width = <uint8_t>width
    items.height = <uint8_t>height
    q.count += 1
    return True


cdef inline bint single_faces(Plane *plane, Quads *q, int face, int layer) noexcept nogil:
    """One quad a visible face."""
    cdef int row, bit
    cdef uint32_t bits, filled = plane.filled
    while filled:
        row = COUNT_TRAILING(filled)
        filled &= filled - 1
        bits = plane.rows[row]
        while bits:
            bit = COUNT_TRAILING(bits)
            bits &= bits - 1
            if not add_quad(q, plane.keys[row][bit], face, layer, row, bit, 1, 1):
                return False
    return True


cdef inline bint merge_faces(Plane *plane, Quads *q, int face, int layer) noexcept nogil:
    """Greedy rectangles of equal keys: widest along the bits first, then as many rows as repeat it.

    After M. Lysenko, "Meshing in a Minecraft Game" (0fps.net, 2012). Two neighbouring faces with equal corner occlusion share the values on
    their common edge, so occlusion does not vary along a merged side and merging changes no shade.
    """
    cdef int row, bit, width, height, i
    cdef uint32_t bits, span, key, filled = plane.filled
    cdef uint32_t *keys
    while filled:
        row = COUNT_TRAILING(filled)
        filled &= filled - 1
        bits = plane.rows[row]
        while bits:
            bit = COUNT_TRAILING(bits)
            keys = plane.keys[row]
            key = keys[bit]
            width = 1
            while bit + width < SIDE and (bits >> (bit + width)) & 1 and keys[bit + width] == key:
                width += 1
            span = <uint32_t>((((<uint64_t>1) << width) - 1) << bit)
            bits &= ~span
            height = 1
            while row + height < SIDE and (plane.rows[row + height] & span) == span:
                keys = plane.keys[row + height] + bit
                i = 0
                while i < width and keys[i] == key:
                    i += 1
                if i < width:
                    break
                plane.rows[row + height] &= ~span
                height += 1
            if not add_quad(q, key, face, layer, row, bit, width, height):
                return False
    return True


cdef extern from *:
    """
    /* For each face, where its four corners take x, y and z from {x0, x1, y0, y1, z0, z1}. Corners go round the face from
       (bits low, rows low); the order is turned on the faces 1, 2 and 4 to be clockwise from outside. The last column of each
       corner is its number in the key. */
    static const unsigned char QUAD_CORNERS[6][4][4] = {
        {{1, 2, 4, 0}, {1, 2, 5, 1}, {1, 3, 5, 2}, {1, 3, 4, 3}},
        {{0, 2, 4, 0}, {0, 3, 4, 3}, {0, 3, 5, 2}, {0, 2, 5, 1}},
        {{0, 3, 4, 0}, {1, 3, 4, 3}, {1, 3, 5, 2}, {0, 3, 5, 1}},
        {{0, 2, 4, 0}, {0, 2, 5, 1}, {1, 2, 5, 2}, {1, 2, 4, 3}},
        {{0, 2, 5, 0}, {0, 3, 5, 3}, {1, 3, 5, 2}, {1, 2, 5, 1}},
        {{0, 2, 4, 0}, {1, 2, 4, 1}, {1, 3, 4, 2}, {0, 3, 4, 3}}};
    static const unsigned char QUAD_CUTS[2][6] = {{0, 1, 2, 0, 2, 3}, {1, 2, 3, 1, 3, 0}};
    """
    const uint8_t QUAD_CORNERS[6][4][4]
    const uint8_t QUAD_CUTS[2][6]


cdef inline void write_quads(
    const Quad *quads, size_t count, float *vertices, float *attributes, uint16_t *indices, float *low, float *high
) noexcept nogil:
    """Expand at most 16,384 quads to vertices, attribute pairs and triangle indices; widen the bounds `low`..`high`."""
    cdef size_t i
    cdef int k, face, cut, layer, row, bit, far_row, far_bit
    cdef const Quad *q
    cdef const uint8_t *corner
    cdef float at[6]
    cdef float head
    cdef int ao[4]
    cdef int first = 0
    for i in range(count):
        q = quads + i
        face = q.face
        layer = q.slice
        row = q.row
        bit = q.bit
        far_row = row + q.height
        far_bit = bit + q.width
        if face < 2:
            at[0] = <float>layer
            at[1] = <float>(layer + 1)
            at[2] = <float>row
            at[3] = <float>far_row
            at[4] = <float>bit
            at[5] = <float>far_bit
        elif face < 4:
            at[0] = <float>row
            at[1] = <float>far_row
            at[2] = <float>layer
            at[3] = <float>(layer + 1)
            at[4] = <float>bit
            at[5] = <float>far_bit
        else:
            at[0] = <float>bit
            at[1] = <float>far_bit
            at[2] = <float>row
            at[3] = <float>far_row
            at[4] = <float>layer
            at[5] = <float>(layer + 1)
        corner = QUAD_CORNERS[face][0]
        head = <float><int>((q.key & 1023) + 1024 * face + 8192 * ((q.key >> 10) & 15))
        for k in range(4):
            ao[k] = (q.key >> (14 + 2 * corner[4 * k + 3])) & 3
            vertices[3 * k] = at[corner[4 * k]]
            vertices[3 * k + 1] = at[corner[4 * k + 1]]
            vertices[3 * k + 2] = at[corner[4 * k + 2]]
            attributes[2 * k] = head
            attributes[2 * k + 1] = <float>(ao[k] + 60)
        for k in range(3):          # the first and the third corner are opposite
            low[k] = vertices[k] if vertices[k] < low[k] else low[k]
            low[k] = vertices[6 + k] if vertices[6 + k] < low[k] else low[k]
            high[k] = vertices[k] if vertices[k] > high[k] else high[k]
            high[k] = vertices[6 + k] if vertices[6 + k] > high[k] else high[k]
        cut = ao[1] + ao[3] > ao[0] + ao[2]
        for k in range(6):
            indices[k] = <uint16_t>(first + QUAD_CUTS[cut][k])
        vertices += 12
        attributes += 8
        indices += 6
        first += 4
