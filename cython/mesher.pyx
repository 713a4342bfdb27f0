"""Meshes of chunks: visible faces, merged greedily, with ambient occlusion, as bytes ready for the renderer."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

from mesh_masks cimport CELLS, COUNT_TRAILING, Masks, OPAQUE, OUTSIDE, PAD, ROWS, SIDE, UNAVAILABLE, UNKNOWN, build_masks
from mesh_quads cimport Plane, Quad, Quads, merge_faces, single_faces, write_quads

cdef enum:
    ID_OUTSIDE = 0xFFFE
    ID_UNAVAILABLE = 0xFFFF
    OPEN = 0xFF                 # four corners without occlusion
    PART = 16384                # quads that 16-bit indices can reach
    STEP_X = PAD * PAD
    STEP_Y = PAD
    STEP_Z = 1

cdef uint8_t OCCLUSION[512]     # by the 3x3 cells in front of a face, rows of three bits


cdef void prepare_occlusion() noexcept:
    """The corner rule: two sides close a corner whatever stands in it, else each neighbour darkens it by one step."""
    cdef int cells, corner, side_bit, side_row, diagonal, value, db, dr, result
    for cells in range(512):
        result = 0
        for corner in range(4):
            db = 2 if corner == 1 or corner == 2 else 0
            dr = 2 if corner >= 2 else 0
            side_bit = (cells >> (3 + db)) & 1
            side_row = (cells >> (3 * dr + 1)) & 1
            diagonal = (cells >> (3 * dr + db)) & 1
            value = 0 if side_bit and side_row else 3 - side_bit - side_row - diagonal
            result |= value << (2 * corner)
        OCCLUSION[cells] = <uint8_t>result


prepare_occlusion()


cdef class Tables:
    """What the mesher knows of each kind id: class, tile layers of the six faces, emission."""
    cdef uint8_t classes[65536]
    cdef uint32_t *looks        # [kind][face]: layer and emission, as in a quad's key
    cdef readonly int kinds

    def __cinit__(self, const uint8_t[::1] surface, const uint16_t[:, ::1] tiles, const uint8_t[::1] emission):
        cdef int kind, face
        self.kinds = <int>surface.shape[0]
        self.looks = <uint32_t *>malloc(<size_t>self.kinds * 6 * sizeof(uint32_t))
        if self.looks == NULL:
            raise MemoryError
        memset(self.classes, UNKNOWN, 65536)
        for kind in range(self.kinds):
            self.classes[kind] = <uint8_t>((1 << surface[kind]) >> 1)
            for face in range(6):
                self.looks[kind * 6 + face] = tiles[kind, face] | (<uint32_t>emission[kind] << 10)
        self.classes[ID_OUTSIDE] = OPAQUE | OUTSIDE
        self.classes[ID_UNAVAILABLE] = UNAVAILABLE

    def __dealloc__(self):
        free(self.looks)


cdef inline uint64_t same_kind(const uint16_t *cells, uint64_t both, int step) noexcept nogil:
    """Of the bits in `both`, those whose cell has the same kind as its neighbour `step` away."""
    cdef uint64_t same = 0, rest = both >> 1
    cdef int bit
    while rest:
        bit = COUNT_TRAILING(<uint32_t>rest) + 1
        if cells[bit] == cells[bit + step]:
            same |= <uint64_t>1 << bit
        rest &= rest - 1
    return same


cdef inline uint32_t seen(const Masks *m, const uint16_t *pad, int surface, int row, int row_step, int face) noexcept nogil:
    """Bits of a row of the pad whose `face` can be seen, shifted to the chunk's own cells."""
    cdef uint64_t own = m.of[surface][row] & <uint64_t>0x1FFFFFFFE, visible, both
    cdef int step
    if own == 0:
        return 0
    if face == 4:
        visible = own & ~(m.hides[row] >> 1)
        both = m.of[surface][row] >> 1
        step = STEP_Z
    elif face == 5:
        visible = own & ~(m.hides[row] << 1)
        both = m.of[surface][row] << 1
        step = -STEP_Z
    else:
        visible = own & ~m.hides[row + row_step]
        both = m.of[surface][row + row_step]
        step = row_step * PAD
    if surface > 0 and visible & both:
        visible &= ~same_kind(pad + row * PAD, visible & both, step)
    return <uint32_t>(visible >> 1)


cdef inline void key_row_along_z(
    Plane *plane, const uint64_t *front, int across, const uint16_t *cells, const uint32_t *looks, int face, int r, bint ao
) noexcept nogil:
    """Keys of a row of an x or y face; `front` is the row of bits before the faces, `across` the way to its neighbours."""
    cdef uint32_t bits = plane.rows[r]
    cdef uint64_t low = front[-across], mid = front[0], high = front[across]
    cdef int bit
    cdef uint32_t corners = OPEN
    ao = ao and (low | mid | high) != 0
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        if ao:
            corners = OCCLUSION[((low >> bit) & 7) | (((mid >> bit) & 7) << 3) | (((high >> bit) & 7) << 6)]
        plane.keys[r][bit] = looks[<int>cells[bit] * 6 + face] | (corners << 14)


cdef inline void key_row_along_x(
    Plane *plane, const uint64_t *opaque, int z, const uint16_t *cells, const uint32_t *looks, int face, int r, bint ao
) noexcept nogil:
    """Keys of a row of a z face; `opaque` is the row of bits at x = -1 beside it, `z` the padded plane before the faces."""
    cdef uint32_t bits = plane.rows[r]
    cdef int bit, i
    cdef uint32_t corners = OPEN, around
    cdef const uint64_t *o
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        if ao:
            o = opaque + bit * PAD
            around = 0
            for i in range(3):
                around |= <uint32_t>(
                    ((o[i * PAD - 1] >> z) & 1) | (((o[i * PAD] >> z) & 1) << 3) | (((o[i * PAD + 1] >> z) & 1) << 6)) << i
            corners = OCCLUSION[around]
        plane.keys[r][bit] = looks[<int>cells[bit * STEP_X] * 6 + face] | (corners << 14)


cdef bint mesh_surface(
    const uint16_t *pad, const Masks *m, const uint32_t *looks, int surface, bint ao, bint merge, Plane *plane, uint32_t *turned, Quads *q
) noexcept nogil:
    """All quads of one surface; False when memory is exhausted."""
    cdef int face, s, r, row, step, across, x, y, sign, bit
    cdef uint32_t bits, any_bits
    cdef bint fine = True
    for face in range(6):
        sign = -1 if face & 1 else 1
        if face >= 4:
            memset(turned, 0, SIDE * SIDE * sizeof(uint32_t))
            for x in range(SIDE):
                for y in range(SIDE):
                    bits = seen(m, pad, surface, (x + 1) * PAD + y + 1, 0, face)
                    while bits:
                        bit = COUNT_TRAILING(bits)
                        bits &= bits - 1
                        turned[bit * SIDE + y] |= <uint32_t>1 << x
        for s in range(SIDE):
            any_bits = 0
            for r in range(SIDE):
                if face < 2:
                    row = (s + 1) * PAD + r + 1
                    step = sign * PAD
                    across = 1
                elif face < 4:
                    row = (r + 1) * PAD + s + 1
                    step = sign
                    across = PAD
                if face < 4:
                    bits = seen(m, pad, surface, row, step, face)
                    plane.rows[r] = bits
                    if bits:
                        key_row_along_z(plane, m.of[0] + row + step, across, pad + row * PAD + 1, looks, face, r, ao)
                else:
                    bits = turned[s * SIDE + r]
                    plane.rows[r] = bits
                    if bits:
                        key_row_along_x(plane, m.of[0] + r + 1, s + 1 + sign, pad + STEP_X + (r + 1) * STEP_Y + s + 1, looks, face, r, ao)
                any_bits |= bits
            if any_bits:
                fine = merge_faces(plane, q, face, s) if merge else single_faces(plane, q, face, s)
                if not fine:
                    return False
    return True


cdef int first_wrong(const uint16_t *pad, const uint8_t *classes) noexcept nogil:
    """Index of the first cell that makes a pad unusable, or -1: an unknown kind, or the outside within the chunk itself."""
    cdef int x, y, z, i = 0, c
    for x in range(PAD):
        for y in range(PAD):
            for z in range(PAD):
                c = classes[pad[i]]
                if c & UNKNOWN or (c & OUTSIDE and 0 < x <= SIDE and 0 < y <= SIDE and 0 < z <= SIDE):
                    return i
                i += 1
    return -1


cdef tuple pack(const Quads *q, int surface, size_t start, size_t count):
    """One part of a surface: (surface, vertices, attributes, indices, vertex count, index count, bounds)."""
    cdef bytes vertices = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>(count * 48))
    cdef bytes attributes = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>(count * 32))
    cdef bytes indices = PyBytes_FromStringAndSize(NULL, <Py_ssize_t>(count * 12))
    cdef float *v = <float *>PyBytes_AS_STRING(vertices)
    cdef float *a = <float *>PyBytes_AS_STRING(attributes)
    cdef uint16_t *i = <uint16_t *>PyBytes_AS_STRING(indices)
    cdef float low[3]
    cdef float high[3]
    with nogil:
        low[0] = low[1] = low[2] = SIDE
        high[0] = high[1] = high[2] = 0
        write_quads(q.items + start, count, v, a, i, low, high)
    bounds = (low[0], low[1], low[2], high[0] - low[0], high[1] - low[1], high[2] - low[2])
    return (surface, vertices, attributes, indices, count * 4, count * 6, bounds)


cdef struct Scratch:
    Masks masks
    Plane plane
    uint32_t turned[SIDE * SIDE]


def mesh(const uint16_t[:, :, ::1] cells, Tables tables not None, bint ao, bint merge):
    """Mesh a pad [34, 34, 34] of kind ids; a list of parts, each as `pack` makes them, opaque first. Runs without the GIL.

    Raises `ValueError` for a kind id that the tables do not know.
    """
    cdef const uint16_t *pad = &cells[0, 0, 0]
    cdef const uint8_t *classes = tables.classes
    cdef Quads quads[3]
    cdef Scratch *scratch
    cdef int surface
    cdef bint fine = True
    cdef size_t start
    cdef int wrong = -1
    if pad[0] == pad[CELLS - 1] and pad[0] == pad[CELLS // 2] and not classes[pad[0]] & (UNKNOWN | OUTSIDE):
        if memcmp(pad, pad + 1, (CELLS - 1) * sizeof(uint16_t)) == 0:
            return []
    scratch = <Scratch *>malloc(sizeof(Scratch))
    if scratch == NULL:
        raise MemoryError
    memset(quads, 0, sizeof(quads))
    try:
        with nogil:
            build_masks(pad, classes, &scratch.masks)
            if scratch.masks.found & (UNKNOWN | OUTSIDE):
                wrong = first_wrong(pad, classes)
            if wrong < 0:
                for surface in range(3):
                    if fine and scratch.masks.found & (1 << surface):
                        fine = mesh_surface(
                            pad, &scratch.masks, tables.looks, surface, ao, merge, &scratch.plane, scratch.turned, &quads[surface])
        if wrong >= 0:
            where = f"pad[{wrong // (PAD * PAD)}, {wrong // PAD % PAD}, {wrong % PAD}]"
            if classes[pad[wrong]] & OUTSIDE:
                raise ValueError(f"{where} is SOLID_OUTSIDE, which may stand only in the border of a pad")
            raise ValueError(f"{where} holds kind id {pad[wrong]}; the tables know 0..{tables.kinds - 1}")
        if not fine:
            raise MemoryError
        parts = []
        for surface in range(3):
            start = 0
            while start < quads[surface].count:
                parts.append(pack(&quads[surface], surface, start, min(PART, quads[surface].count - start)))
                start += PART
        return parts
    finally:
        free(scratch)
        for surface in range(3):
            free(quads[surface].items)
