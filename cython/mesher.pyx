"""Meshes of chunks: visible faces, merged greedily, with ambient occlusion and light, as bytes ready for the renderer."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memset

cimport numpy as np

from mesh_light cimport corner_light, prepare_light_means
from mesh_masks cimport (
    CELLS, COUNT_TRAILING, CROSS, CUTOUT, Masks, OPAQUE, OUTSIDE, PAD, SIDE, TRANSPARENT, UNAVAILABLE, UNKNOWN, build_masks, has,
)
from mesh_quads cimport Layout, Plane, Quads, add_quad, merge_faces, prepare_layout, reserve, single_faces, widen_bounds, write_quads

np.import_array()

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

cdef Layout LAYOUT
prepare_layout(&LAYOUT)
prepare_light_means()


cdef uint32_t CLASSES[4]
CLASSES[:] = [0, OPAQUE, CUTOUT, TRANSPARENT]


cdef class Tables:
    """What the mesher knows of each kind id: class, tile layers of the six faces, emission."""
    cdef uint32_t classes[65536]
    cdef uint32_t *looks        # [kind][face]: layer and emission, as in a quad's key
    cdef readonly int kinds

    def __cinit__(
        self, const uint8_t[::1] surface, const uint16_t[:, ::1] tiles, const uint8_t[::1] emission, const uint8_t[::1] crossed
    ):
        cdef int kind, face
        self.kinds = <int>surface.shape[0]
        self.looks = <uint32_t *>malloc(<size_t>self.kinds * 6 * sizeof(uint32_t))
        if self.looks == NULL:
            raise MemoryError
        for kind in range(65536):
            self.classes[kind] = UNKNOWN
        for kind in range(self.kinds):
            self.classes[kind] = CROSS if crossed[kind] else CLASSES[surface[kind]]
            for face in range(6):
                self.looks[kind * 6 + face] = tiles[kind, face] | (<uint32_t>emission[kind] << 10)
        self.classes[ID_OUTSIDE] = OPAQUE | OUTSIDE
        self.classes[ID_UNAVAILABLE] = UNAVAILABLE

    def __dealloc__(self):
        free(self.looks)


cdef struct Faces:
    uint32_t rows[6][SIDE][SIDE]    # [face][slice][row]: bits along z on x and y faces (rows along y and x), along x on z faces (rows along y)
    uint32_t filled[6][SIDE]        # rows of a slice that are not empty
    uint32_t slices[6]              # slices that are not empty

cdef struct Scratch:
    Masks masks
    Faces faces
    Plane plane


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


cdef inline void put_row(Faces *f, int face, int s, int r, uint64_t visible) noexcept nogil:
    """Store a row of an x or y face."""
    if visible:
        f.rows[face][s][r] = <uint32_t>(visible >> 1)
        f.filled[face][s] |= <uint32_t>1 << r
        f.slices[face] |= <uint32_t>1 << s


cdef inline void turn_row(Faces *f, int face, int x, int y, uint64_t visible) noexcept nogil:
    """Store a row of a z face, which lies across its planes."""
    cdef uint32_t bits = <uint32_t>(visible >> 1)
    cdef int z
    f.slices[face] |= bits
    while bits:
        z = COUNT_TRAILING(bits)
        bits &= bits - 1
        f.rows[face][z][y] |= <uint32_t>1 << x
        f.filled[face][z] |= <uint32_t>1 << y


cdef void find_faces(const uint16_t *pad, const Masks *m, int surface, Faces *f) noexcept nogil:
    """Every visible face of one surface."""
    cdef int x, y, i
    cdef uint64_t own, east, west, up, down, south, north
    cdef const uint64_t *h
    cdef const uint64_t *o
    cdef const uint16_t *cells
    memset(f, 0, sizeof(Faces))
    for x in range(SIDE):
        for y in range(SIDE):
            i = (x + 1) * PAD + y + 1
            o = m.of[surface] + i
            own = o[0] & <uint64_t>0x1FFFFFFFE
            if own == 0:
                continue
            h = m.hides + i
            east = own & ~h[PAD]
            west = own & ~(h - PAD)[0]
            up = own & ~h[1]
            down = own & ~(h - 1)[0]
            south = own & ~(h[0] >> 1)
            north = own & ~(h[0] << 1)
            if (east | west | up | down | south | north) == 0:
                continue
            if surface > 0:
                cells = pad + i * PAD
                east &= ~same_kind(cells, east & o[PAD], STEP_X)
                west &= ~same_kind(cells, west & (o - PAD)[0], -STEP_X)
                up &= ~same_kind(cells, up & o[1], STEP_Y)
                down &= ~same_kind(cells, down & (o - 1)[0], -STEP_Y)
                south &= ~same_kind(cells, south & (o[0] >> 1), STEP_Z)
                north &= ~same_kind(cells, north & (o[0] << 1), -STEP_Z)
            put_row(f, 0, x, y, east)
            put_row(f, 1, x, y, west)
            put_row(f, 2, y, x, up)
            put_row(f, 3, y, x, down)
            turn_row(f, 4, x, y, south)
            turn_row(f, 5, x, y, north)


cdef inline void key_row_along_z(
    Plane *plane, const uint64_t *front, int across, const uint16_t *cells, const uint8_t *light, const uint32_t *looks, int face, int r, bint ao
) noexcept nogil:
    """Keys of a row of an x or y face; `front` is the row of bits before the faces, `across` the way to its neighbours.

    `light` (or NULL) is that of the cell before bit 0.
    """
    cdef uint32_t bits = plane.rows[r]
    cdef uint64_t low = front[-across], mid = front[0], high = front[across]
    cdef int bit
    cdef uint32_t corners = OPEN, around = 0
    cdef bint near = (ao or light != NULL) and (low | mid | high) != 0
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        if near:
            around = <uint32_t>(((low >> bit) & 7) | (((mid >> bit) & 7) << 3) | (((high >> bit) & 7) << 6))
            if ao:
                corners = OCCLUSION[around]
        plane.keys[r][bit] = looks[<int>cells[bit] * 6 + face] | (corners << 14)
        if light != NULL:
            plane.lights[r][bit] = corner_light(light + bit, across * PAD, 1, around)


cdef inline void key_row_along_x(
    Plane *plane, const uint64_t *opaque, int z, const uint16_t *cells, const uint8_t *light, const uint32_t *looks, int face, int r, bint ao
) noexcept nogil:
    """Keys of a row of a z face; `opaque` is the row of bits at x = -1 beside it, `z` the padded plane before the faces.

    `light` (or NULL) is that of the cell before bit 0.
    """
    cdef uint32_t bits = plane.rows[r]
    cdef int bit, i
    cdef uint32_t corners = OPEN, around = 0
    cdef const uint64_t *o
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        if ao or light != NULL:
            o = opaque + bit * PAD
            around = 0
            for i in range(3):
                around |= <uint32_t>(
                    ((o[i * PAD - 1] >> z) & 1) | (((o[i * PAD] >> z) & 1) << 3) | (((o[i * PAD + 1] >> z) & 1) << 6)) << i
            if ao:
                corners = OCCLUSION[around]
        plane.keys[r][bit] = looks[<int>cells[bit * STEP_X] * 6 + face] | (corners << 14)
        if light != NULL:
            plane.lights[r][bit] = corner_light(light + bit * STEP_X, STEP_Y, STEP_X, around)


cdef inline void plain_row(
    const Plane *plane, Quads *q, const uint16_t *cells, int step, const uint32_t *looks, int face, int s, int r
) noexcept nogil:
    """One quad for each visible face of a row, with open corners and one light; `step` leads from cell to cell."""
    cdef uint32_t bits = plane.rows[r]
    cdef int bit
    cdef size_t count = q.count
    cdef uint32_t place = <uint32_t>(face | s << 3 | r << 8)
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        q.items[count].key = looks[<int>cells[bit * step] * 6 + face] | (<uint32_t>OPEN << 14)
        q.items[count].place = place | <uint32_t>(bit << 13)
        q.items[count].light = plane.light
        count += 1
    q.count = count


cdef bint cross_cells(const uint16_t *pad, const uint8_t *light, uint32_t constant, const uint32_t *classes, const uint32_t *looks, Quads *q) noexcept nogil:
    """The diagonals of every cell of the shape of a cross; False when memory is exhausted."""
    cdef int x, y, z, i
    cdef uint32_t key
    for x in range(SIDE):
        if not reserve(q):
            return False
        for y in range(SIDE):
            for z in range(SIDE):
                i = ((x + 1) * PAD + y + 1) * PAD + z + 1
                if not classes[pad[i]] & CROSS:
                    continue
                if q.count + 2 > q.room and not reserve(q):
                    return False
                key = looks[<int>pad[i] * 6 + 4] | (<uint32_t>OPEN << 14)
                if light != NULL:
                    constant = light[i] * <uint32_t>0x01010101
                add_quad(q, key, constant, 6, x, y, z, 1, 1)
                add_quad(q, key, constant, 7, x, y, z, 1, 1)
                widen_bounds(q, 0, <uint32_t>1 << x, 0, 1)
                widen_bounds(q, 1, <uint32_t>1 << y, 0, 1)
                widen_bounds(q, 2, <uint32_t>1 << z, 0, 1)
    return True


cdef bint mesh_surface(
    const uint16_t *pad, const uint8_t *light, const uint32_t *looks, int surface, bint ao, bint merge, Scratch *scratch, Quads *q
) noexcept nogil:
    """All quads of the cubes of one surface; False when memory is exhausted."""
    cdef int face, s, r, row, step, across, sign
    cdef uint32_t slices, filled, used_rows, used_bits
    cdef Plane *plane = &scratch.plane
    cdef const uint64_t *opaque = scratch.masks.of[0]
    cdef const uint8_t *shone = NULL
    find_faces(pad, &scratch.masks, surface, &scratch.faces)
    for face in range(6):
        sign = -1 if face & 1 else 1
        slices = scratch.faces.slices[face]
        used_rows = used_bits = 0
        while slices:
            s = COUNT_TRAILING(slices)
            slices &= slices - 1
            plane.rows = scratch.faces.rows[face][s]
            plane.filled = filled = scratch.faces.filled[face][s]
            used_rows |= filled
            if not reserve(q):
                return False
            while filled:
                r = COUNT_TRAILING(filled)
                filled &= filled - 1
                used_bits |= plane.rows[r]
                if face < 2:
                    row = (s + 1) * PAD + r + 1
                    step = sign * PAD
                    across = 1
                elif face < 4:
                    row = (r + 1) * PAD + s + 1
                    step = sign
                    across = PAD
                if not merge and not ao and light == NULL:
                    if face < 4:
                        plain_row(plane, q, pad + row * PAD + 1, STEP_Z, looks, face, s, r)
                    else:
                        plain_row(plane, q, pad + STEP_X + (r + 1) * STEP_Y + s + 1, STEP_X, looks, face, s, r)
                    continue
                if face < 4:
                    if light != NULL:
                        shone = light + (row + step) * PAD + 1
                    key_row_along_z(plane, opaque + row + step, across, pad + row * PAD + 1, shone, looks, face, r, ao)
                else:
                    if light != NULL:
                        shone = light + STEP_X + (r + 1) * STEP_Y + s + 1 + sign
                    key_row_along_x(plane, opaque + r + 1, s + 1 + sign, pad + STEP_X + (r + 1) * STEP_Y + s + 1, shone, looks, face, r, ao)
                if not merge:
                    single_faces(plane, q, face, s, r, light != NULL)
            if merge and light != NULL:
                merge_faces(plane, q, face, s, True)
            elif merge:
                merge_faces(plane, q, face, s, False)
        if used_rows:
            widen_bounds(q, face >> 1, scratch.faces.slices[face], 1 - (face & 1), 1 - (face & 1))
            widen_bounds(q, 0 if face >> 1 == 1 else 1, used_rows, 0, 1)
            widen_bounds(q, 0 if face >> 1 == 2 else 2, used_bits, 0, 1)
    return True


cdef int first_wrong(const uint16_t *pad, const uint32_t *classes) noexcept nogil:
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
    with nogil:
        write_quads(&LAYOUT, q.items + start, count, v, a, i)
    bounds = (
        float(q.low[0]), float(q.low[1]), float(q.low[2]),
        float(q.high[0] - q.low[0]), float(q.high[1] - q.low[1]), float(q.high[2] - q.low[2]),
    )
    return (surface, vertices, attributes, indices, count * 4, count * 6, bounds)


cdef int check_light(np.ndarray light) except -1:
    """Raise unless an array is the light of a pad."""
    if np.PyArray_TYPE(light) != np.NPY_UINT8 or np.PyArray_NDIM(light) != 3 or not np.PyArray_IS_C_CONTIGUOUS(light):
        raise TypeError(f"light is a C-contiguous uint8 array of three dimensions, not {light.dtype} {(<object>light).shape}")
    if np.PyArray_DIM(light, 0) != PAD or np.PyArray_DIM(light, 1) != PAD or np.PyArray_DIM(light, 2) != PAD:
        raise ValueError(f"the light of a pad has the shape ({PAD}, {PAD}, {PAD}), not {(<object>light).shape}")
    return 0


cdef int check_pad(np.ndarray cells) except -1:
    """Raise unless an array is a pad."""
    if np.PyArray_TYPE(cells) != np.NPY_UINT16 or not np.PyArray_ISNOTSWAPPED(cells):
        raise TypeError(f"a pad holds uint16 kind ids, not {cells.dtype}")
    if np.PyArray_NDIM(cells) != 3 or np.PyArray_DIM(cells, 0) != PAD or np.PyArray_DIM(cells, 1) != PAD or np.PyArray_DIM(cells, 2) != PAD:
        raise ValueError(f"a pad has the shape ({PAD}, {PAD}, {PAD}), not {(<object>cells).shape}")
    if not np.PyArray_IS_C_CONTIGUOUS(cells):
        raise ValueError("a pad must be C-contiguous: pass it through numpy.ascontiguousarray")
    return 0


def mesh(np.ndarray cells not None, Tables tables not None, bint ao, bint merge, object light):
    """Mesh a pad u16 [34, 34, 34] of kind ids; a list of parts, each as `pack` makes them, opaque first. Runs without the GIL.

    `light` is u8 [34, 34, 34] of sky << 4 | block, or one such number.

    Raises `TypeError` or `ValueError` for another type, shape or layout, and `ValueError` for a kind id that the tables do not know.
    """
    cdef const uint16_t *pad = <const uint16_t *>np.PyArray_DATA(cells)
    cdef const uint32_t *classes = tables.classes
    cdef Quads quads[3]
    cdef Scratch *scratch
    cdef int surface
    cdef bint fine = True
    cdef size_t start
    cdef int wrong = -1
    cdef const uint8_t *levels = NULL
    cdef uint32_t constant = 0
    check_pad(cells)
    if isinstance(light, np.ndarray):
        check_light(<np.ndarray>light)
        levels = <const uint8_t *>np.PyArray_DATA(<np.ndarray>light)
    else:
        constant = <uint32_t><uint8_t>light * <uint32_t>0x01010101
    if pad[0] == pad[CELLS - 1] and pad[0] == pad[CELLS // 2] and not classes[pad[0]] & (UNKNOWN | OUTSIDE | CROSS):
        if memcmp(pad, pad + 1, (CELLS - 1) * sizeof(uint16_t)) == 0:
            return []
    scratch = <Scratch *>malloc(sizeof(Scratch))
    if scratch == NULL:
        raise MemoryError
    memset(quads, 0, sizeof(quads))
    try:
        with nogil:
            build_masks(pad, classes, &scratch.masks)
            if has(&scratch.masks, UNKNOWN | OUTSIDE):
                wrong = first_wrong(pad, classes)
            if wrong < 0:
                scratch.plane.light = constant
                for surface in range(3):
                    for start in range(3):
                        quads[surface].low[start] = SIDE
                    if fine and has(&scratch.masks, CLASSES[surface + 1]):
                        fine = mesh_surface(pad, levels, tables.looks, surface, ao, merge, scratch, &quads[surface])
                if fine and has(&scratch.masks, CROSS):
                    fine = cross_cells(pad, levels, constant, classes, tables.looks, &quads[1])
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
