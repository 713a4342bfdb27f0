"""What a walking body may do, read from one column of cells at a time as bits.

A question has one of three answers: yes, no, or unknown, where an unavailable cell decides.
"""

from libc.stdint cimport uint64_t, uint8_t

cdef enum:                      # classes of cells
    FREE = 0
    SOLID = 1
    UNAVAILABLE = 2
    WATER = 3

cdef enum:                      # answers
    BLOCKED = 0
    UNSUPPORTED = 1
    UNKNOWN = 2
    YES = 3

cdef enum:                      # costs of a step
    LEVEL = 10
    RISE = 4                    # more for every cell up …
    FALL = 2                    # … and down
    WADE = 10                   # more into water

cdef enum:
    ROWS = 16                   # cells of a column that are looked at together, at most
    MAYBE = 1 << (ROWS - 1)     # above the bits of all rises there can be

cdef struct Gait:
    int height                  # cells a body takes up
    int step                    # cells it climbs or drops at once
    int rows                    # cells of a column that decide about its steps: from step + 1 below its base

# Four words of 16 bits, one bit a cell from the lowest up: obstructs, supports, water, unavailable.
cdef extern from *:
    """
    #define count_trailing_zeros __builtin_ctz
    static const uint64_t PATH_SIGNS[4] = {0, 0x10001ull, 0x1000000000000ull, 0x100000000ull};
    """
    const uint64_t PATH_SIGNS[4]
    int count_trailing_zeros(unsigned int) nogil


cdef inline uint64_t column(const uint8_t *cells, Py_ssize_t stride, int y, int ny, const Gait *g) noexcept nogil:
    """The cells that decide about steps to or from height y; `cells` points at y = 0. Outside the box all obstructs and nothing supports."""
    cdef uint64_t found = 0
    cdef int low = y - g.step - 1, i
    if low >= 0 and low + g.rows <= ny:
        cells += low * stride
        for i in range(g.rows):
            found |= PATH_SIGNS[cells[i * stride] & 3] << i
        return found
    for i in range(g.rows):
        if 0 <= low + i < ny:
            found |= PATH_SIGNS[cells[(low + i) * stride] & 3] << i
        else:
            found |= <uint64_t>1 << i
    return found


cdef inline int clear_of(uint64_t rows, int low, int count) noexcept nogil:
    """Whether `count` cells from row `low` up let a body through."""
    cdef uint64_t mask = ((<uint64_t>1 << count) - 1) << low
    if rows & mask:
        return BLOCKED
    return UNKNOWN if rows & (mask << 48) else YES


cdef inline int stands(uint64_t rows, int row, int room) noexcept nogil:
    """Whether a body stands with its base at `row` and `room` cells open from there; water carries it, else the cell below must."""
    cdef int found = clear_of(rows, row, room)
    if found == BLOCKED:
        return BLOCKED
    if (rows >> (32 + row) | rows >> (15 + row)) & 1:
        return found
    return UNKNOWN if (rows >> (47 + row)) & 3 else UNSUPPORTED


cdef inline int may_step(uint64_t here, uint64_t there, int rise, const Gait *g) noexcept nogil:
    """Whether a body may go from the middle row of one column to `rise` cells above it in the next.

    Going up, it rises before it goes across; going down, it goes across before it sinks: it needs the cells it sweeps and turns no corner.
    """
    cdef int row = g.step + 1
    cdef int found = stands(there, row + rise, g.height - rise if rise < 0 else g.height)
    cdef int over
    if found < UNKNOWN or rise <= 0:
        return found
    over = clear_of(here, row + g.height, rise)
    return over if over < found else found


cdef inline int all_steps(uint64_t here, uint64_t there, const Gait *g) noexcept nogil:
    """`may_step` for every rise from the lowest up: a bit each for yes, and `MAYBE` where one is unknown."""
    cdef int rise, answer, found = 0
    for rise in range(-g.step, g.step + 1):
        answer = may_step(here, there, rise, g)
        found |= (answer == YES) << (rise + g.step) | (MAYBE if answer == UNKNOWN else 0)
    return found


cdef inline int classes(const uint8_t *low, Py_ssize_t stride) noexcept nogil:
    """The classes of five cells of a column from `low` up, two bits each."""
    return (
        (low[0] & 3) | (low[stride] & 3) << 2 | (low[2 * stride] & 3) << 4 | (low[3 * stride] & 3) << 6 | (low[4 * stride] & 3) << 8)
