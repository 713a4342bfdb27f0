"""A chunk and its 26 neighbours as palettes and columns of indexes, and boxes of cells read from them."""

cimport numpy as np
from libc.stdint cimport uint16_t, uint8_t
from libc.string cimport memset

cdef enum:
    SIDE = 32
    AROUND = 27                 # a chunk and its neighbours, x slowest, z fastest; the chunk itself is number 13
    HOME = 13

cdef struct Block:
    const uint16_t *palette     # kind ids
    const uint8_t *narrow       # a column of indexes [x][y][z] of one byte …
    const uint16_t *wide        # … or of two; both NULL where all cells are palette[0]
    int kinds


cdef inline int take(object entry, Block *block) except -1:
    """Borrow the arrays of a pair (palette u16[n], index u8 or u16 [32, 32, 32] or None). The pair must outlive the block."""
    cdef np.ndarray palette, index
    if not isinstance(entry, tuple) or len(<tuple>entry) != 2 or not isinstance((<tuple>entry)[0], np.ndarray):
        raise TypeError("a block is a pair (palette, index) of arrays")
    palette = <np.ndarray>(<tuple>entry)[0]
    if np.PyArray_TYPE(palette) != np.NPY_UINT16 or np.PyArray_NDIM(palette) != 1 or not np.PyArray_IS_C_CONTIGUOUS(palette):
        raise TypeError("a palette is a row of uint16 kind ids")
    block.palette = <const uint16_t *>np.PyArray_DATA(palette)
    block.kinds = <int>np.PyArray_DIM(palette, 0)
    block.narrow = NULL
    block.wide = NULL
    if block.kinds < 1:
        raise ValueError("a palette has at least one kind")
    if (<tuple>entry)[1] is None:
        return 0
    index = <np.ndarray>(<tuple>entry)[1]
    if np.PyArray_SIZE(index) != SIDE * SIDE * SIDE or not np.PyArray_IS_C_CONTIGUOUS(index):
        raise ValueError(f"a column of indexes has the shape (32, 32, 32), C-contiguous, not {(<object>index).shape}")
    if np.PyArray_TYPE(index) == np.NPY_UINT8:
        block.narrow = <const uint8_t *>np.PyArray_DATA(index)
    elif np.PyArray_TYPE(index) == np.NPY_UINT16:
        block.wide = <const uint16_t *>np.PyArray_DATA(index)
    else:
        raise TypeError(f"a column of indexes is uint8 or uint16, not {index.dtype}")
    return 0


cdef inline int take_around(list entries, Block *blocks) except -1:
    """Borrow a chunk and its neighbours."""
    cdef int i
    if len(entries) != AROUND:
        raise ValueError(f"a neighbourhood has {AROUND} blocks, not {len(entries)}")
    for i in range(AROUND):
        take(entries[i], blocks + i)
    return 0


cdef inline void span(int chunk, int reach, int *start, int *stop) noexcept nogil:
    """For one axis: which cells of the chunk before (0), the chunk itself (1) or the one behind (2) lie within `reach` of the chunk."""
    start[0] = SIDE - reach if chunk == 0 else 0
    stop[0] = reach if chunk == 2 else SIDE


cdef inline void read_bytes(const Block *blocks, int reach, const uint8_t *table, uint8_t *out, int width) noexcept nogil:
    """Write table[kind id] of every cell within `reach` of the chunk; the chunk's own first cell goes to out[reach][reach][reach].

    `out` has `width` cells an axis.
    """
    cdef int cx, cy, cz, x, y, z, x0, x1, y0, y1, z0, z1, i
    cdef const Block *b
    cdef uint8_t *to
    cdef const uint8_t *narrow
    cdef const uint16_t *wide
    cdef uint8_t values[256]
    for cx in range(3):
        span(cx, reach, &x0, &x1)
        for cy in range(3):
            span(cy, reach, &y0, &y1)
            for cz in range(3):
                span(cz, reach, &z0, &z1)
                b = blocks + cx * 9 + cy * 3 + cz
                if b.narrow != NULL:
                    for i in range(b.kinds):
                        values[i] = table[b.palette[i]]
                for x in range(x0, x1):
                    for y in range(y0, y1):
                        to = out + (((cx - 1) * SIDE + x + reach) * width + (cy - 1) * SIDE + y + reach) * width + (cz - 1) * SIDE + z0 + reach
                        if b.narrow != NULL:
                            narrow = b.narrow + (x * SIDE + y) * SIDE + z0
                            for z in range(z1 - z0):
                                to[z] = values[narrow[z]]
                        elif b.wide != NULL:
                            wide = b.wide + (x * SIDE + y) * SIDE + z0
                            for z in range(z1 - z0):
                                to[z] = table[b.palette[wide[z]]]
                        else:
                            memset(to, table[b.palette[0]], z1 - z0)


cdef inline void read_kinds(const Block *blocks, uint16_t *out) noexcept nogil:
    """Write the kind ids of the chunk and one cell around it: out[34][34][34]."""
    cdef int cx, cy, cz, x, y, z, x0, x1, y0, y1, z0, z1
    cdef const Block *b
    cdef uint16_t *to
    cdef const uint8_t *narrow
    cdef const uint16_t *wide
    for cx in range(3):
        span(cx, 1, &x0, &x1)
        for cy in range(3):
            span(cy, 1, &y0, &y1)
            for cz in range(3):
                span(cz, 1, &z0, &z1)
                b = blocks + cx * 9 + cy * 3 + cz
                for x in range(x0, x1):
                    for y in range(y0, y1):
                        to = out + (((cx - 1) * SIDE + x + 1) * 34 + (cy - 1) * SIDE + y + 1) * 34 + (cz - 1) * SIDE + z0 + 1
                        if b.narrow != NULL:
                            narrow = b.narrow + (x * SIDE + y) * SIDE + z0
                            for z in range(z1 - z0):
                                to[z] = b.palette[narrow[z]]
                        elif b.wide != NULL:
                            wide = b.wide + (x * SIDE + y) * SIDE + z0
                            for z in range(z1 - z0):
                                to[z] = b.palette[wide[z]]
                        else:
                            for z in range(z1 - z0):
                                to[z] = b.palette[0]


cdef inline bint holds(const Block *blocks, const uint8_t *table) noexcept nogil:
    """Whether any palette has a kind whose entry in `table` is not 0."""
    cdef int i, k
    for i in range(AROUND):
        for k in range(blocks[i].kinds):
            if table[blocks[i].palette[k]]:
                return True
    return False
