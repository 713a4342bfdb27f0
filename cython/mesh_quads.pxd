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
    uint32_t rows[SIDE]         # visible faces
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
    cdef uint32_t bits
    for row in range(SIDE):
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
    cdef uint32_t bits, span, key
    cdef uint32_t *keys
    for row in range(SIDE):
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


cdef inline void write_quads(
    const Quad *quads, size_t count, float *vertices, float *attributes, uint16_t *indices, float *low, float *high
) noexcept nogil:
    """Expand at most 16,384 quads to vertices, attribute pairs and triangle indices; widen the bounds `low`..`high`.

    Corners go round the face from (bit low, row low); the order is turned where needed to be clockwise from outside.
    """
    cdef size_t i
    cdef int k, corner, face, a, b, c
    cdef const Quad *q
    cdef float at[3][2]
    cdef float base, head
    cdef uint32_t ao[4]
    cdef uint32_t first = 0, layer
    cdef bint turned
    cdef int normal_axis, row_axis, bit_axis
    for i in range(count):
        q = quads + i
        face = q.face
        normal_axis = face >> 1
        row_axis = 0 if normal_axis == 1 else 1
        bit_axis = 0 if normal_axis == 2 else 2
        turned = face == 1 or face == 2 or face == 4
        base = <float>(q.slice + 1 - (face & 1))
        at[normal_axis][0] = at[normal_axis][1] = base
        at[row_axis][0] = q.row
        at[row_axis][1] = <float>(q.row + q.height)
        at[bit_axis][0] = q.bit
        at[bit_axis][1] = <float>(q.bit + q.width)
        for k in range(3):
            if at[k][0] < low[k]:
                low[k] = at[k][0]
            if at[k][1] > high[k]:
                high[k] = at[k][1]
        layer = (q.key & 1023) + 1024 * face + 8192 * ((q.key >> 10) & 15)
        head = <float>layer
        for k in range(4):
            corner = (4 - k) & 3 if turned else k
            a = (0x6 >> corner) & 1         # bit high at corners 1 and 2
            b = corner >> 1                 # row high at corners 2 and 3
            vertices[normal_axis] = base
            vertices[bit_axis] = at[bit_axis][a]
            vertices[row_axis] = at[row_axis][b]
            vertices += 3
            ao[k] = (q.key >> (14 + 2 * corner)) & 3
            attributes[0] = head
            attributes[1] = <float>(ao[k] + 60)
            attributes += 2
        c = 1 if ao[1] + ao[3] > ao[0] + ao[2] else 0
        indices[0] = <uint16_t>(first + c)
        indices[1] = <uint16_t>(first + c + 1)
        indices[2] = <uint16_t>(first + c + 2)
        indices[3] = <uint16_t>(first + c)
        indices[4] = <uint16_t>(first + c + 2)
        indices[5] = <uint16_t>(first + ((c + 3) & 3))
        indices += 6
        first += 4
