"""What can be seen of what: which faces of a part of a chunk see each other, and which chunks a viewer in one of them can see.

A line of sight moves along each axis in one direction only. From the viewer's part it therefore spreads in one of eight octants, in each
through three faces of a part, and a part passes it on from face to face where open cells join the two. What no chain of parts reaches
cannot be seen. After T. Checchi, "Advanced Cave Culling Algorithm" (2014), with octants in place of its search.
"""

cimport numpy as np
from libc.stdint cimport uint16_t, uint32_t, uint8_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from blocks cimport Block, SIDE, take

np.import_array()

cdef enum:
    ALL = 0x7FFF                # every pair of faces joined
    PART = SIDE // 2            # sight is followed through eighths of chunks: whole ones would join too much
    FULL = (1 << PART) - 1
    ROOM = PART * PART * 8
    LAYERS = 32                 # parts from the floor of the world to its ceiling
    MOST = 63                   # parts away from the viewer

cdef int PAIR[6][6]             # the bit of a pair of faces


cdef void prepare_pairs() noexcept:
    cdef int a, b, bit = 0
    for a in range(6):
        for b in range(a + 1, 6):
            PAIR[a][b] = PAIR[b][a] = bit
            bit += 1


prepare_pairs()


cdef class Opaque:
    """Which kind ids hide what is behind them; ids without a kind do."""
    cdef uint8_t hides[65536]

    def __cinit__(self, const uint8_t[::1] opaque):
        cdef int i
        memset(self.hides, 1, 65536)
        for i in range(<int>opaque.shape[0]):
            self.hides[i] = opaque[i]


cdef int join(int faces) noexcept nogil:
    """The pairs among a set of faces."""
    cdef int a, b, found = 0
    for a in range(6):
        for b in range(a + 1, 6):
            if (faces >> a) & 1 and (faces >> b) & 1:
                found |= 1 << PAIR[a][b]
    return found


cdef inline uint32_t along(uint32_t seed, uint32_t open_) noexcept nogil:
    """All open bits of a row that runs of open bits join to the seed."""
    cdef uint32_t before
    seed &= open_
    while True:
        before = seed
        seed |= ((seed << 1) | (seed >> 1)) & open_
        if seed == before:
            return seed


cdef int connect(uint32_t *rows) noexcept nogil:
    """Which faces of a part see each other through open cells; `rows` [x][y] of bits along z are used up."""
    cdef int start, top, x, y, i, faces, found = 0
    cdef uint32_t reached
    cdef int waiting[ROOM]
    cdef uint32_t seeds[ROOM]
    for start in range(PART * PART):
        while rows[start]:
            faces = 0
            waiting[0] = start
            seeds[0] = rows[start] & (~rows[start] + 1)
            top = 1
            while top:
                top -= 1
                i = waiting[top]
                reached = along(seeds[top], rows[i])
                if reached == 0:
                    continue
                rows[i] &= ~reached
                x = i // PART
                y = i % PART
                faces |= (x == PART - 1) | (x == 0) << 1 | (y == PART - 1) << 2 | (y == 0) << 3
                faces |= <int>((reached >> (PART - 1)) & 1) << 4 | <int>(reached & 1) << 5
                if top + 4 > ROOM:
                    return ALL          # more winding than there is room for: call it open
                if x < PART - 1 and reached & rows[i + PART]:
                    waiting[top] = i + PART
                    seeds[top] = reached
                    top += 1
                if x > 0 and reached & rows[i - PART]:
                    waiting[top] = i - PART
                    seeds[top] = reached
                    top += 1
                if y < PART - 1 and reached & rows[i + 1]:
                    waiting[top] = i + 1
                    seeds[top] = reached
                    top += 1
                if y > 0 and reached & rows[i - 1]:
                    waiting[top] = i - 1
                    seeds[top] = reached
                    top += 1
            found |= join(faces)
            if found == ALL:
                return ALL
    return found


cdef int part_links(const Block *b, const uint8_t *hides, const uint8_t *all_hides, int px, int py, int pz) noexcept nogil:
    """The links of one part of a chunk."""
    cdef uint32_t rows[PART * PART]
    cdef uint32_t row, any_ = 0, all_ = FULL
    cdef int x, y, z, at
    for x in range(PART):
        for y in range(PART):
            at = ((px * PART + x) * SIDE + py * PART + y) * SIDE + pz * PART
            row = 0
            for z in range(PART):
                if b.narrow != NULL:
                    row |= <uint32_t>(hides[b.narrow[at + z]] == 0) << z
                else:
                    row |= <uint32_t>(all_hides[b.palette[b.wide[at + z]]] == 0) << z
            rows[x * PART + y] = row
            any_ |= row
            all_ &= row
    if any_ == 0:
        return 0
    if all_ == FULL:
        return ALL
    return connect(rows)


def links(tuple block not None, Opaque opaque not None, uint16_t[:, :, ::1] out):
    """Which pairs of faces of each eighth of a chunk are joined by cells that hide nothing, into `out` [2, 2, 2]. Runs without the GIL.

    The 15 bits stand for the pairs (0, 1), (0, 2), … (4, 5).
    """
    cdef Block b
    cdef uint8_t hides[256]
    cdef int i, x, y, z
    if out.shape[0] != 2 or out.shape[1] != 2 or out.shape[2] != 2:
        raise ValueError("the links of a chunk have the shape (2, 2, 2)")
    take(block, &b)
    with nogil:
        for i in range(min(b.kinds, 256)):
            hides[i] = opaque.hides[b.palette[i]]
        for x in range(2):
            for y in range(2):
                for z in range(2):
                    if b.narrow == NULL and b.wide == NULL:
                        out[x, y, z] = 0 if hides[0] else ALL
                    else:
                        out[x, y, z] = <uint16_t>part_links(&b, hides, opaque.hides, x, y, z)


cdef struct Entries:
    uint8_t came[MOST + 2][LAYERS + 1][MOST + 2]    # [x][y][z] away from the viewer: the faces by which sight enters, a bit an axis


def look(const uint16_t[:, :, ::1] joined, uint8_t[:, :, ::1] seen, int x, int y, int z, int radius):
    """Mark in `seen` every chunk of which a part can be seen from the part (x, y, z), up to `radius` parts away along x and z.

    `joined` holds the `links` of all parts; `seen` has half its size an axis. Both wrap round along x and z, where their sizes are powers of
    two. Runs without the GIL.
    """
    cdef int nx = <int>joined.shape[0], nz = <int>joined.shape[2]
    cdef int octant, dx, dy, dz, sx, sy, sz, cx, cy, cz, a, b, entered, link, high, passed
    cdef int exits[3]
    cdef Entries *e
    if radius < 0 or radius > MOST or 2 * radius + 1 > nx or 2 * radius + 1 > nz or joined.shape[1] != LAYERS:
        raise ValueError(f"a radius of {radius} does not fit in links of the shape ({nx}, {joined.shape[1]}, {nz})")
    if seen.shape[0] * 2 != nx or seen.shape[1] * 2 != LAYERS or seen.shape[2] * 2 != nz or not 0 <= y < LAYERS:
        raise ValueError(f"what is seen must have half the shape ({nx}, {LAYERS}, {nz}), and y={y} lie within")
    e = <Entries *>malloc(sizeof(Entries))
    if e == NULL:
        raise MemoryError
    with nogil:
        for octant in range(8):
            sx = 1 if octant & 1 else -1
            sy = 1 if octant & 2 else -1
            sz = 1 if octant & 4 else -1
            exits[0] = 0 if sx > 0 else 1
            exits[1] = 2 if sy > 0 else 3
            exits[2] = 4 if sz > 0 else 5
            high = LAYERS - y if sy > 0 else y + 1
            memset(e.came, 0, sizeof(e.came[0]) * (radius + 2))
            e.came[0][0][0] = 8             # the viewer itself: out through every face
            for dx in range(radius + 1):
                cx = (x + sx * dx) & (nx - 1)
                for dy in range(high):
                    cy = y + sy * dy
                    for dz in range(radius + 1):
                        entered = e.came[dx][dy][dz]
                        if entered == 0:
                            continue
                        cz = (z + sz * dz) & (nz - 1)
                        seen[cx >> 1, cy >> 1, cz >> 1] = 1
                        link = joined[cx, cy, cz]
                        passed = 7 if entered & 8 or link == ALL else 0
                        if link and not passed:
                            for a in range(3):
                                if (entered >> a) & 1:
                                    for b in range(3):
                                        passed |= ((link >> PAIR[exits[a] ^ 1][exits[b]]) & 1) << b
                        if passed & 1:
                            e.came[dx + 1][dy][dz] |= 1
                        if passed & 2:
                            e.came[dx][dy + 1][dz] |= 2
                        if passed & 4:
                            e.came[dx][dy][dz + 1] |= 4
        free(e)
