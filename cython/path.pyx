"""Ways on foot through a box of cells: A* over the cells a body can stand in, straight on the cells, without a graph.

After P. Hart, N. Nilsson and B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths" (1968). The estimate is
consistent: a step changes the distance by one and its own cost pays for the height it takes off, so the first way to a cell that is taken
out of the queue is the cheapest.
"""

cimport cython
cimport numpy as np
from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

import numpy as np

from path_queue cimport NONE, Node, Queue, clear, drop, put, take
from path_steps cimport (
    BLOCKED, FALL, Gait, LEVEL, MAYBE, RISE, ROWS, UNKNOWN, WADE, WATER, YES, all_steps, classes, column, count_trailing_zeros,
    stands,
)

np.import_array()

cdef enum:                      # how a search ends
    FOUND = 0
    PARTIAL = 1
    UNREACHABLE = 2
    NOT_KNOWN = 3
    START_OBSTRUCTED = 4
    START_UNSUPPORTED = 5
    GOAL_OBSTRUCTED = 6
    GOAL_UNSUPPORTED = 7
    NO_MEMORY = -1

cdef enum:
    SLOTS = 4                   # of a column

MOST_ROWS = ROWS
LONGEST = 32767                 # cells along an edge of a box
COSTS = (LEVEL, RISE, FALL, WADE)


cdef int DX[4]
cdef int DZ[4]
cdef uint16_t QUICK[4][1024]    # `all_steps` of a body two cells high that steps one, by the cell above its head and the next column's classes


cdef void prepare() noexcept:
    """Fill the tables: the ways +x, -x, +z, -z, and in QUICK the answers of the plain rules."""
    cdef Gait g
    cdef uint8_t cells[5]
    cdef uint64_t here
    cdef int above, code, i
    g.height = 2
    g.step = 1
    g.rows = 5
    for i in range(4):
        DX[i] = (i == 0) - (i == 1)
        DZ[i] = (i == 2) - (i == 3)
    for above in range(4):
        for i in range(5):
            cells[i] = above
        here = column(cells, 1, 2, 5, &g)
        for code in range(1024):
            for i in range(5):
                cells[i] = (code >> 2 * i) & 3
            QUICK[above][code] = all_steps(here, column(cells, 1, 2, 5, &g), &g)


prepare()


cdef struct Box:
    const uint8_t *cells
    int nx
    int ny
    int nz


cdef inline int32_t estimate(int dx, int dy, int dz, int step) noexcept nogil:
    """What the way over a difference costs at least; `dy` cells up."""
    cdef int far = (dx if dx > 0 else -dx) + (dz if dz > 0 else -dz)
    cdef int climb = dy if dy > 0 else -dy, moves = climb
    if step > 1:
        moves = (climb + step - 1) // step
    if moves < far:
        moves = far
    return LEVEL * moves + (RISE * dy if dy > 0 else FALL * climb)


cdef int refusal(const Box *b, const Gait *g, const int *place, int obstructed) noexcept nogil:
    """FOUND when a body can stand at an end of the way, else why not; `obstructed` is the first of the two reasons of this end."""
    cdef const uint8_t *foot = b.cells + <Py_ssize_t>place[0] * b.ny * b.nz + place[2]
    cdef int found = stands(column(foot, b.nz, place[1], b.ny, g), g.step + 1, g.height)
    if found == YES:
        return FOUND
    if found == UNKNOWN:
        return NOT_KNOWN
    return obstructed if found == BLOCKED else obstructed + 1


cdef inline Py_ssize_t slot_of(int x, int y, int z, int nz) noexcept nogil:
    return (<Py_ssize_t>x * nz + z) * SLOTS + (y & (SLOTS - 1))


@cython.final
cdef class Scratch:
    """What a search writes on, kept for the next one. Serves one search at a time.

    `slots` says which nodes a column has: each of its slots serves every fourth cell and leads to the newest node, that to the one before. So
    little lies so close together that it stays in the caches where an entry a cell would not. Nodes of a call are numbered from `base` up, and the next call's base lies above all of them,
    so that what is left from earlier calls counts as nothing without being wiped. `first` is where the numbers begin.
    """
    cdef uint32_t *slots
    cdef Py_ssize_t room
    cdef uint32_t base
    cdef Node *nodes
    cdef int32_t capacity
    cdef int32_t count
    cdef int32_t end
    cdef int32_t visited

    def __cinit__(self, uint32_t first=1):
        self.base = first

    def __dealloc__(self):
        free(self.slots)
        free(self.nodes)

    cdef int prepare(self, const Box *b) noexcept nogil:
        """Make room for a box; 0 when there is no memory."""
        cdef Py_ssize_t wanted = SLOTS * <Py_ssize_t>b.nx * b.nz
        if wanted > self.room:
            free(self.slots)
            self.slots = <uint32_t *>calloc(wanted, sizeof(uint32_t))
            self.room = wanted if self.slots != NULL else 0
            if self.slots == NULL:
                return 0
        self.base += self.count
        self.count = 0
        if self.base > <uint32_t>0xFFFFFFFF - <uint32_t>(<Py_ssize_t>b.nx * b.ny * b.nz):
            memset(self.slots, 0, self.room * sizeof(uint32_t))
            self.base = 1
        return 1

    cdef int32_t add(self) noexcept nogil:
        """A new node at the end of those there are; `NONE` when there is no memory."""
        cdef Node *more
        cdef int32_t wanted
        if self.count == self.capacity:
            wanted = 1024 if self.capacity == 0 else 2 * self.capacity
            more = <Node *>realloc(self.nodes, <size_t>wanted * sizeof(Node))
            if more == NULL:
                return NONE
            self.nodes = more
            self.capacity = wanted
        self.count += 1
        return self.count - 1

    cdef int run(
        self, const Box *b, const Gait *g, const int *start, const int *goal, int limit, int32_t *order
    ) noexcept nogil:
        """Search; leaves the node at the end of the way in `end` and what it visited in `visited`."""
        cdef Queue q
        cdef Node *n
        cdef Node *o
        cdef Py_ssize_t along_y = b.nz, along_x = <Py_ssize_t>b.ny * b.nz
        cdef int way, rise, x, y, z, px, pz, nearest = 0x7FFFFFFF
        cdef int unknown = 0, steps
        cdef bint quick, usual = g.height == 2 and g.step == 1
        cdef const uint16_t *known = NULL
        cdef int32_t at, other, newest, cost, below
        cdef uint32_t base = self.base
        cdef uint32_t *slot
        cdef uint32_t *slots = self.slots
        cdef uint64_t here = 0
        cdef const uint8_t *foot
        cdef const uint8_t *cells = b.cells
        cdef int nx = b.nx, ny = b.ny, nz = b.nz, step = g.step, gx = goal[0], gy = goal[1], gz = goal[2], visited = 0
        cdef Node *nodes
        cdef int costs[ROWS]        # of a step, by its rise from the deepest fall up
        for rise in range(-g.step, g.step + 1):
            costs[rise + g.step] = LEVEL + (RISE * rise if rise > 0 else -FALL * rise)
        self.visited = 0
        self.end = NONE
        at = self.add()
        if at == NONE:
            return NO_MEMORY
        n = self.nodes
        n.x = start[0]
        n.y = start[1]
        n.z = start[2]
        n.closed = 0
        n.under = NONE
        n.cost = 0
        n.rest = estimate(goal[0] - start[0], goal[1] - start[1], goal[2] - start[2], g.step)
        n.parent = NONE
        slots[slot_of(start[0], start[1], start[2], b.nz)] = base
        clear(&q, n.rest)
        put(&q, self.nodes, 0)
        nodes = self.nodes
        while True:
            if visited == limit:
                return PARTIAL if q.size else (NOT_KNOWN if unknown & MAYBE else UNREACHABLE)
            at = take(&q, nodes)
            if at == NONE:
                return NOT_KNOWN if unknown & MAYBE else UNREACHABLE
            n = nodes + at
            n.closed = 1
            if order != NULL:
                order[visited] = <int32_t>(n.x * along_x + n.y * along_y + n.z)
            visited += 1
            self.visited = visited
            if n.rest < nearest:
                nearest = n.rest
                self.end = at
            x = n.x
            y = n.y
            z = n.z
            if x == gx and y == gy and z == gz:
                return FOUND
            below = n.cost
            foot = cells + x * along_x + z
            quick = usual and y >= 2 and y + 3 <= ny
            if quick:
                known = QUICK[foot[(y + 2) * along_y] & 3]
            else:
                here = column(foot, along_y, y, ny, g)
            for way in range(4):
                px = x + DX[way]
                pz = z + DZ[way]
                if <unsigned int>px >= <unsigned int>nx or <unsigned int>pz >= <unsigned int>nz:
                    continue
                foot = cells + px * along_x + pz
                if quick:
                    steps = known[classes(foot + (y - 2) * along_y, along_y)]
                else:
                    steps = all_steps(here, column(foot, along_y, y, ny, g), g)
                unknown |= steps
                steps &= MAYBE - 1
                while steps:
                    rise = count_trailing_zeros(steps) - step
                    steps &= steps - 1
                    cost = below + costs[rise + step] + WADE * ((foot[(y + rise) * along_y] & 3) == WATER)
                    slot = slots + slot_of(px, y + rise, pz, nz)
                    newest = <int32_t>(slot[0] - base) if slot[0] >= base else NONE
                    other = newest
                    while other != NONE and nodes[other].y != y + rise:
                        other = nodes[other].under
                    if other != NONE:
                        o = nodes + other
                        if o.closed or o.cost <= cost:
                            continue
                        drop(&q, nodes, other)
                    else:
                        other = self.add()
                        if other == NONE:
                            return NO_MEMORY
                        nodes = self.nodes
                        slot[0] = base + <uint32_t>other
                        o = nodes + other
                        o.x = px
                        o.y = y + rise
                        o.z = pz
                        o.closed = 0
                        o.under = newest
                        o.rest = estimate(gx - px, gy - y - rise, gz - pz, step)
                    o.cost = cost
                    o.parent = at
                    put(&q, nodes, other)

    def search(
        self, const uint8_t[:, :, ::1] cells, tuple start not None, tuple goal not None, int height, int step, int limit,
        int32_t[::1] order=None,
    ):
        """Find the cheapest way: (how it ended, cells i32[n, 3], cost, visited). Runs without the GIL.

        `order`, when given, takes the visited cells' places in the array, in turn, and must have room for `limit`.
        """
        cdef Box b
        cdef Gait g
        cdef int from_[3]
        cdef int to[3]
        cdef int i, status
        cdef int32_t at, n, cost
        cdef int32_t *trace = NULL
        cdef np.ndarray out
        cdef int32_t[:, ::1] path
        b.nx = <int>cells.shape[0]
        b.ny = <int>cells.shape[1]
        b.nz = <int>cells.shape[2]
        b.cells = &cells[0, 0, 0]
        g.height = height
        g.step = step
        g.rows = 2 * step + 1 + height
        for i in range(3):
            from_[i] = start[i]
            to[i] = goal[i]
        if order is not None:
            if order.shape[0] < limit:
                raise ValueError(f"an order of {limit} visits does not fit in {order.shape[0]} places")
            trace = &order[0]
        with nogil:
            status = refusal(&b, &g, from_, START_OBSTRUCTED)
            if status == FOUND:
                status = refusal(&b, &g, to, GOAL_OBSTRUCTED)
            if status != FOUND:
                self.end = NONE
                self.visited = 0
            elif self.prepare(&b):
                status = self.run(&b, &g, from_, to, limit, trace)
            else:
                status = NO_MEMORY
        if status == NO_MEMORY:
            raise MemoryError(f"no memory to search {b.nx} by {b.ny} by {b.nz} cells: search a smaller box")
        n = 0
        at = self.end
        cost = self.nodes[at].cost if at != NONE else 0
        while at != NONE:
            n += 1
            at = self.nodes[at].parent
        out = np.empty((n, 3), np.int32)
        path = out
        at = self.end
        while at != NONE:
            n -= 1
            path[n, 0] = self.nodes[at].x
            path[n, 1] = self.nodes[at].y
            path[n, 2] = self.nodes[at].z
            at = self.nodes[at].parent
        return status, out, cost, self.visited
