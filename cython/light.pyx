"""Light of chunks: sunlight from above and block light from what glows, flooded through what lets it pass.

A level is 0..15. A cell that has nothing with an opacity above it up to the end of the world, and none itself, stands in the sun and has sky
level 15. Every other cell has the highest level of its six neighbours less its own loss, which is its opacity and at least 1; block light
is at least what the cell emits. Both are packed in a byte: sky << 4 | block.
"""

cimport numpy as np
from libc.stdint cimport int16_t, int32_t, uint16_t, uint32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from blocks cimport AROUND, Block, SIDE, holds, read_bytes, read_kinds, take, take_around
from light_queue cimport BLOCKED, Queue, clear, push, release, spread

np.import_array()

cdef enum:
    REACH = 15                  # how far outside its chunk a cell can matter for the chunk and one cell around it
    SPAN = 64                   # the chunk, REACH on both sides, and a rim
    VOLUME = SPAN * SPAN * SPAN
    OFFSET = REACH + 1
    PAD = SIDE + 2
    SUN = 15


cdef class Tables:
    """What light must know of each kind id: its loss and what it emits. Ids without a kind let no light pass."""
    cdef uint8_t loss[65536]
    cdef uint8_t emission[65536]
    cdef uint8_t dims[65536]        # whether it ends a sunbeam
    cdef readonly int kinds

    def __cinit__(self, const uint8_t[::1] opacity, const uint8_t[::1] emission):
        cdef int i
        self.kinds = <int>opacity.shape[0]
        memset(self.loss, BLOCKED, 65536)
        memset(self.emission, 0, 65536)
        memset(self.dims, 1, 65536)
        for i in range(self.kinds):
            self.loss[i] = BLOCKED if opacity[i] >= SUN else max(1, opacity[i])
            self.emission[i] = emission[i]
            self.dims[i] = opacity[i] > 0


def pad(list around not None):
    """The kind ids of a chunk and one cell around it: u16 [34, 34, 34]. Runs without the GIL."""
    cdef Block blocks[AROUND]
    cdef np.npy_intp shape[3]
    cdef np.ndarray out
    cdef uint16_t *to
    take_around(around, blocks)
    shape[0] = shape[1] = shape[2] = PAD
    out = np.PyArray_EMPTY(3, shape, np.NPY_UINT16, 0)
    to = <uint16_t *>np.PyArray_DATA(out)
    with nogil:
        read_kinds(blocks, to)
    return out


def column_floor(list stack not None, Tables tables not None, int top):
    """The lowest y in the sun of each cell of a column of chunks, i16 [32, 32], over `stack` from the highest chunk down.

    `top` is the first y above the stack. A column without any obstacle has the lowest y of the stack.
    """
    cdef np.npy_intp shape[2]
    cdef np.ndarray out
    cdef int16_t *floor
    cdef Block block
    cdef int x, z, y, left, kind, column
    shape[0] = shape[1] = SIDE
    out = np.PyArray_EMPTY(2, shape, np.NPY_INT16, 0)
    floor = <int16_t *>np.PyArray_DATA(out)
    for column in range(SIDE * SIDE):
        floor[column] = <int16_t>(top - SIDE * <int>len(stack))
    cdef uint8_t open_[SIDE * SIDE]
    memset(open_, 1, SIDE * SIDE)
    left = SIDE * SIDE
    for entry in stack:
        if not left:
            break
        take(entry, &block)
        top -= SIDE
        if block.narrow == NULL and block.wide == NULL:
            if tables.dims[block.palette[0]]:
                for column in range(SIDE * SIDE):
                    if open_[column]:
                        floor[column] = <int16_t>(top + SIDE)
                break
            continue
        with nogil:
            for x in range(SIDE):
                for y in range(SIDE - 1, -1, -1):
                    for z in range(SIDE):
                        if open_[x * SIDE + z]:
                            column = (x * SIDE + y) * SIDE + z
                            kind = block.palette[block.narrow[column] if block.narrow != NULL else block.wide[column]]
                            if tables.dims[kind]:
                                open_[x * SIDE + z] = 0
                                floor[x * SIDE + z] = <int16_t>(top + y + 1)
                                left -= 1
    return out


cdef struct Field:
    uint8_t loss[VOLUME]
    uint8_t levels[VOLUME]
    int16_t floors[SPAN][SPAN]      # of the sun, counted from the field's own lowest cell
    int steps[6]
    Queue queue


cdef void seed_sun(Field *f) noexcept nogil:
    """Fill the sunbeams and put the cells beside shade into the queue."""
    cdef int x, y, z, floor, high
    cdef uint8_t *row
    for x in range(1, SPAN - 1):
        for y in range(1, SPAN - 1):
            row = f.levels + (x * SPAN + y) * SPAN
            for z in range(1, SPAN - 1):
                row[z] = SUN if y >= f.floors[x][z] else 0
    for x in range(1, SPAN - 1):
        for z in range(1, SPAN - 1):
            floor = f.floors[x][z]
            high = floor + 1
            if x > 1:
                high = max(high, f.floors[x - 1][z])
            if x < SPAN - 2:
                high = max(high, f.floors[x + 1][z])
            if z > 1:
                high = max(high, f.floors[x][z - 1])
            if z < SPAN - 2:
                high = max(high, f.floors[x][z + 1])
            for y in range(max(floor, 1), min(high, SPAN - 1)):
                push(&f.queue, SUN, (x * SPAN + y) * SPAN + z)


cdef void seed_lamps(Field *f, const uint8_t *emission) noexcept nogil:
    """Light what glows; `emission` stands where `read_bytes` put it, with the rim."""
    cdef int i
    memset(f.levels, 0, VOLUME)
    for i in range(VOLUME):
        if emission[i]:
            f.levels[i] = emission[i]
            if emission[i] > 1:
                push(&f.queue, emission[i], i)


cdef void keep(const Field *f, uint8_t *out, int shift) noexcept nogil:
    """Add the levels of the chunk and one cell around it to out[34][34][34]."""
    cdef int x, y, z
    cdef const uint8_t *row
    for x in range(PAD):
        for y in range(PAD):
            row = f.levels + ((x + REACH) * SPAN + y + REACH) * SPAN + REACH
            for z in range(PAD):
                out[(x * PAD + y) * PAD + z] |= row[z] << shift


def light_pad(list around not None, list floors not None, int y0, Tables tables not None):
    """The light of a chunk and one cell around it: u8 [34, 34, 34] of sky << 4 | block, or one such number where it is the same everywhere.

    `around` are the chunk and its neighbours; `floors` what `column_floor` made of the nine columns, x slowest; `y0` the y of the chunk's
    lowest cells. Runs without the GIL.
    """
    cdef Block blocks[AROUND]
    cdef const int16_t *grounds[9]
    cdef np.npy_intp shape[3]
    cdef np.ndarray floor
    cdef np.ndarray out
    cdef uint8_t *to
    cdef uint8_t *emission = NULL
    cdef Field *f
    cdef bint lamps, shaded
    cdef int i, x, z, low = 32767, high = -32768, value, sky
    take_around(around, blocks)
    if len(floors) != 9:
        raise ValueError(f"a chunk stands among 9 columns, not {len(floors)}")
    for i in range(9):
        floor = <np.ndarray?>floors[i]
        if np.PyArray_TYPE(floor) != np.NPY_INT16 or np.PyArray_SIZE(floor) != SIDE * SIDE or not np.PyArray_IS_C_CONTIGUOUS(floor):
            raise ValueError("floors are int16 arrays of the shape (32, 32)")
        grounds[i] = <const int16_t *>np.PyArray_DATA(floor)
    for x in range(SPAN - 2):
        for z in range(SPAN - 2):
            value = grounds[(x + SIDE - REACH) // SIDE * 3 + (z + SIDE - REACH) // SIDE][
                (x + SIDE - REACH) % SIDE * SIDE + (z + SIDE - REACH) % SIDE]
            low = min(low, value)
            high = max(high, value)
    lamps = holds(blocks, tables.emission)
    # Where the sun stands everywhere, or where no beam comes near, the sky's light needs no flood.
    shaded = not (high <= y0 - 1 or low > y0 + SIDE + REACH - 1)
    sky = SUN if high <= y0 - 1 else 0
    if not lamps and not shaded:
        return sky << 4
    shape[0] = shape[1] = shape[2] = PAD
    out = np.PyArray_ZEROS(3, shape, np.NPY_UINT8, 0)
    to = <uint8_t *>np.PyArray_DATA(out)
    f = <Field *>malloc(sizeof(Field))
    if lamps:
        emission = <uint8_t *>calloc(VOLUME, 1)
    if f == NULL or (lamps and emission == NULL):
        free(f)
        free(emission)
        raise MemoryError
    with nogil:
        clear(&f.queue)
        f.steps[0] = SPAN * SPAN
        f.steps[1] = -SPAN * SPAN
        f.steps[2] = SPAN
        f.steps[3] = -SPAN
        f.steps[4] = 1
        f.steps[5] = -1
        memset(f.loss, BLOCKED, VOLUME)
        read_bytes(blocks, REACH, tables.loss, f.loss + (SPAN + 1) * SPAN + 1, SPAN)
        if shaded:
            memset(f.levels, 0, VOLUME)
            for x in range(SPAN - 2):
                for z in range(SPAN - 2):
                    value = grounds[(x + SIDE - REACH) // SIDE * 3 + (z + SIDE - REACH) // SIDE][
                        (x + SIDE - REACH) % SIDE * SIDE + (z + SIDE - REACH) % SIDE]
                    value -= y0 - OFFSET
                    f.floors[x + 1][z + 1] = <int16_t>min(max(value, 1), SPAN - 1)
            seed_sun(f)
            spread(&f.queue, f.levels, f.loss, f.steps)
            keep(f, to, 4)
        elif sky:
            memset(to, sky << 4, PAD * PAD * PAD)
        if lamps:
            read_bytes(blocks, REACH, tables.emission, emission + (SPAN + 1) * SPAN + 1, SPAN)
            seed_lamps(f, emission)
            spread(&f.queue, f.levels, f.loss, f.steps)
            keep(f, to, 0)
        value = f.queue.exhausted
        release(&f.queue)
        free(f)
        free(emission)
    if value:
        raise MemoryError
    if to[0] == to[PAD * PAD * PAD - 1] and memcmp(to, to + 1, PAD * PAD * PAD - 1) == 0:
        return to[0]
    return out


cdef struct Box:
    uint8_t *loss               # with a rim of BLOCKED
    uint8_t *levels
    uint8_t *source
    int steps[6]
    Queue lit                   # cells that hand light on
    Queue dark                  # cells that lost theirs; row 0 holds them, row 1 the levels they had


cdef void put_out(Box *b, uint32_t cell, int level) noexcept nogil:
    """Take the light of a cell away and remember what it was."""
    b.levels[cell] = 0
    push(&b.dark, 0, cell)
    push(&b.dark, 1, <uint32_t>level)


cdef void darken(Box *b) noexcept nogil:
    """Put out all that may have been lit by cells that went out; what is left beside them hands its own light on again."""
    cdef size_t n = 0
    cdef uint32_t cell, other
    cdef int level, found, i
    while n < b.dark.rows[0].count:
        cell = b.dark.rows[0].items[n]
        level = <int>b.dark.rows[1].items[n]
        n += 1
        for i in range(6):
            other = cell + b.steps[i]
            found = b.levels[other]
            if found == 0:
                continue
            if found < level:
                put_out(b, other, found)
            else:
                push(&b.lit, found, other)
    for n in range(b.dark.rows[0].count):
        cell = b.dark.rows[0].items[n]
        if b.source[cell] > b.levels[cell]:
            b.levels[cell] = b.source[cell]
            push(&b.lit, b.source[cell], cell)


def relight(
    const uint8_t[:, :, ::1] loss, const uint8_t[:, :, ::1] emission, uint8_t[:, :, ::1] light, const int32_t[:, ::1] changed,
    const int32_t[:, ::1] beams, int y0
):
    """Bring the light of a box up to date after edits, in place. Runs without the GIL.

    `loss` and `emission` u8 [x, y, z] are of the box as it is now, `light` as it was. `changed` [n, 3] are places in the box whose kind
    changed; `beams` [m, 4] columns (x, z) whose sunbeams ended at y before and end at y now. Nothing may change within 16 cells of the
    box's rim, except in columns that leave the world.
    """
    cdef int nx = <int>loss.shape[0], ny = <int>loss.shape[1], nz = <int>loss.shape[2], x, y, z, i, low, high
    cdef size_t volume = <size_t>nx * ny * nz, k
    cdef Box b
    cdef uint8_t *memory = <uint8_t *>malloc(volume * 3)
    cdef uint8_t *packed = &light[0, 0, 0]
    cdef uint32_t cell
    cdef bint sky, failed
    if memory == NULL:
        raise MemoryError
    with nogil:
        clear(&b.lit)
        clear(&b.dark)
        b.loss = memory
        b.levels = memory + volume
        b.source = memory + 2 * volume
        b.steps[0] = ny * nz
        b.steps[1] = -ny * nz
        b.steps[2] = nz
        b.steps[3] = -nz
        b.steps[4] = 1
        b.steps[5] = -1
        memcpy(b.loss, &loss[0, 0, 0], volume)
        for x in range(nx):
            for y in range(ny):
                for z in range(nz):
                    if x == 0 or y == 0 or z == 0 or x == nx - 1 or y == ny - 1 or z == nz - 1:
                        b.loss[(<size_t>x * ny + y) * nz + z] = BLOCKED
        for sky in range(2):
            if sky:
                memset(b.source, 0, volume)
            else:
                memcpy(b.source, &emission[0, 0, 0], volume)
            for k in range(volume):
                b.levels[k] = packed[k] >> 4 if sky else packed[k] & 15
            if sky:
                for i in range(<int>beams.shape[0]):
                    low = max(min(beams[i, 2], beams[i, 3]) - y0, 1)
                    high = min(max(beams[i, 2], beams[i, 3]) - y0, ny - 1)
                    for y in range(low, ny - 1):
                        cell = <uint32_t>((<size_t>beams[i, 0] * ny + y) * nz + beams[i, 1])
                        if y >= beams[i, 3] - y0:
                            b.source[cell] = SUN
                        if y < high:
                            put_out(&b, cell, b.levels[cell])
            for i in range(<int>changed.shape[0]):
                cell = <uint32_t>((<size_t>changed[i, 0] * ny + changed[i, 1]) * nz + changed[i, 2])
                put_out(&b, cell, b.levels[cell])
            darken(&b)
            spread(&b.lit, b.levels, b.loss, b.steps)
            b.dark.rows[0].count = b.dark.rows[1].count = 0
            for k in range(volume):
                if sky:
                    packed[k] = <uint8_t>((packed[k] & 15) | (b.levels[k] << 4))
                else:
                    packed[k] = <uint8_t>((packed[k] & 240) | b.levels[k])
        failed = b.lit.exhausted or b.dark.exhausted
        release(&b.lit)
        release(&b.dark)
        free(memory)
    if failed:
        raise MemoryError
