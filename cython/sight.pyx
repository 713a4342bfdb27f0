"""What can be seen of what: which faces of a chunk see each other, and which chunks a viewer in one of them can see.

A line of sight moves along each axis in one direction only. From the viewer's chunk it therefore spreads in one of eight octants, in each
through three faces of a chunk, and a chunk passes it on from face to face where open cells join the two. What no chain of chunks reaches
cannot be seen. After T. Checchi, "Advanced Cave Culling Algorithm" (2014), with octants in place of its search.
"""

cimport numpy as np
from libc.stdint cimport uint16_t, uint32_t, uint8_t
from libc.string cimport memset

from blocks cimport Block, SIDE, take

np.import_array()

cdef enum:
    ALL = 0x7FFF                # every pair of faces joined

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
    """Which faces see each other through open cells; `rows` [x][y] of bits along z are used up."""
    cdef int start, top, x, y, i, faces, found = 0
    cdef uint32_t region, reached
    cdef int waiting[SIDE * SIDE * 8]
    cdef uint32_t seeds[SIDE * SIDE * 8]
    cdef int full = SIDE * SIDE * 8
    for start in range(SIDE * SIDE):
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
                x = i // SIDE
                y = i % SIDE
                faces |= (x == SIDE - 1) | (x == 0) << 1 | (y == SIDE - 1) << 2 | (y == 0) << 3
                faces |= <int>(reached >> 31) << 4 | <int>(reached & 1) << 5
                if top + 4 > full:
                    return ALL          # more winding than there is room for: call it open
                if x < SIDE - 1 and reached & rows[i + SIDE]:
                    waiting[top] = i + SIDE
                    seeds[top] = reached
                    top += 1
                if x > 0 and reached & rows[i - SIDE]:
                    waiting[top] = i - SIDE
                    seeds[top] = reached
                    top += 1
                if y < SIDE - 1 and reached & rows[i + 1]:
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


def links(tuple block not None, Opaque opaque not None):
    """Which pairs of a chunk's faces are joined by cells that hide nothing, as 15 bits: (0, 1), (0, 2), … (4, 5). Runs without the GIL."""
    cdef Block b
    cdef uint32_t rows[SIDE * SIDE]
    cdef uint8_t hides[256]
    cdef uint32_t row, any_ = 0, all_ = ~<uint32_t>0
    cdef int i, z, found
    take(block, &b)
    if b.narrow == NULL and b.wide == NULL:
        return 0 if opaque.hides[b.palette[0]] else ALL
    with nogil:
        for i in range(min(b.kinds, 256)):
            hides[i] = opaque.hides[b.palette[i]]
        for i in range(SIDE * SIDE):
            row = 0
            if b.narrow != NULL:
                for z in range(SIDE):
                    row |= <uint32_t>(hides[b.narrow[i * SIDE + z]] == 0) << z
            else:
                for z in range(SIDE):
                    row |= <uint32_t>(opaque.hides[b.palette[b.wide[i * SIDE + z]]] == 0) << z
            rows[i] = row
            any_ |= row
            all_ &= row
        if any_ == 0:
            found = 0
        elif <uint32_t>(~all_) == 0:
            found = ALL
        else:
            found = connect(rows)
    return found


def look(const uint16_t[:, :, ::1] joined, uint8_t[:, :, ::1] seen, int x, int y, int z, int radius):
    """Mark in `seen` every chunk that can be seen from the chunk (x, y, z), up to `radius` chunks away along x and z.

    `joined` holds the `links` of chunks. Both arrays wrap round along x and z, where their sizes are powers of two. Runs without the GIL.
    """
    cdef int nx = <int>joined.shape[0], ny = <int>joined.shape[1], nz = <int>joined.shape[2]
    cdef int octant, dx, dy, dz, sx, sy, sz, cx, cy, cz, a, b, width = 2 * radius + 1, entered, link
    cdef int exits[3]
    cdef uint8_t came[65][16][65]       # the faces by which sight enters, a bit an axis
    if radius < 0 or radius > 31 or width > nx or width > nz or ny != 16:
        raise ValueError(f"a radius of {radius} does not fit in links of the shape ({nx}, {ny}, {nz})")
    if seen.shape[0] != nx or seen.shape[1] != ny or seen.shape[2] != nz or not 0 <= y < ny:
        raise ValueError(f"what is seen must have the shape ({nx}, {ny}, {nz}), and y={y} lie within")
    with nogil:
        for octant in range(8):
            sx = 1 if octant & 1 else -1
            sy = 1 if octant & 2 else -1
            sz = 1 if octant & 4 else -1
            exits[0] = 0 if sx > 0 else 1
            exits[1] = 2 if sy > 0 else 3
            exits[2] = 4 if sz > 0 else 5
            memset(came, 0, sizeof(came))
            for dx in range(radius + 1):
                for dy in range(ny - y if sy > 0 else y + 1):
                    for dz in range(radius + 1):
                        cx = (x + sx * dx) & (nx - 1)
                        cy = y + sy * dy
                        cz = (z + sz * dz) & (nz - 1)
                        entered = came[dx][dy][dz]
                        if dx == 0 and dy == 0 and dz == 0:
                            seen[cx, cy, cz] = 1
                            came[1][0][0] |= 1
                            if (ny - y if sy > 0 else y + 1) > 1:
                                came[0][1][0] |= 2
                            came[0][0][1] |= 4
                            continue
                        if entered == 0:
                            continue
                        seen[cx, cy, cz] = 1
                        link = joined[cx, cy, cz]
                        for a in range(3):
                            if not (entered >> a) & 1:
                                continue
                            for b in range(3):
                                if not (link >> PAIR[exits[a] ^ 1][exits[b]]) & 1:
                                    continue
                                if b == 0:
                                    came[dx + 1][dy][dz] |= 1
                                elif b == 1:
                                    if dy < 15:
                                        came[dx][dy + 1][dz] |= 2
                                else:
                                    came[dx][dy][dz + 1] |= 4
