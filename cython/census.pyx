"""Census: how many cells of each value a box holds."""

cimport numpy as np
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset

np.import_array()

cdef enum:
    BYTES = 256
    LANES = 2                   # separate counters, so that equal neighbours do not wait on each other's stores
    RELEASE = 1 << 16           # cells from which giving up the GIL is worth its price


cdef struct Tally:
    uint32_t pairs[2][BYTES]    # two neighbours below 16: first | second << 4
    uint32_t low[16]
    uint32_t single[LANES][BYTES]
    bint wide                   # whether `single` is in use: values of 16 and above are rare, and clearing it costs as much as counting


cdef inline void widen(Tally *t) noexcept nogil:
    """Make `single` ready for use."""
    if not t.wide:
        memset(t.single, 0, sizeof(t.single))
        t.wide = True


cdef inline void add_run(Tally *t, uint32_t value, uint32_t count) noexcept nogil:
    """Count `count` cells of one value."""
    if value < 16:
        t.low[value] += count
    else:
        widen(t)
        t.single[0][value] += count


cdef inline uint64_t gather(const char *first, Py_ssize_t n, Py_ssize_t step) noexcept nogil:
    """Up to eight cells, `step` bytes apart, as one little-endian word."""
    cdef uint64_t word = 0
    cdef Py_ssize_t i
    for i in range(n):
        word |= <uint64_t><uint8_t>first[i * step] << (8 * i)
    return word


cdef void add_wide_word(Tally *t, uint64_t word) noexcept nogil:
    """Count eight cells of any values."""
    widen(t)
    t.single[0][word & 255] += 1
    t.single[1][(word >> 8) & 255] += 1
    t.single[0][(word >> 16) & 255] += 1
    t.single[1][(word >> 24) & 255] += 1
    t.single[0][(word >> 32) & 255] += 1
    t.single[1][(word >> 40) & 255] += 1
    t.single[0][(word >> 48) & 255] += 1
    t.single[1][word >> 56] += 1


cdef inline void add_word(Tally *t, uint64_t word) noexcept nogil:
    """Count eight cells of mixed values, in pairs where all are small."""
    if word & <uint64_t>0xF0F0F0F0F0F0F0F0:
        add_wide_word(t, word)
    else:
        word |= word >> 4               # the second of each pair moves beside the first
        t.pairs[0][word & 255] += 1
        t.pairs[1][(word >> 16) & 255] += 1
        t.pairs[0][(word >> 32) & 255] += 1
        t.pairs[1][(word >> 48) & 255] += 1


cdef void count_bytes(const char *data, const Py_ssize_t *shape, const Py_ssize_t *strides, Tally *t) noexcept nogil:
    """Count a box of bytes, eight at a time; a run of one value, the usual case in a landscape, is only measured, over rows too."""
    cdef Py_ssize_t i, j, k, n, length = shape[2], outer = shape[0], rows = shape[1], step = strides[2], spare
    cdef uint64_t word, run = 0
    cdef uint32_t run_length = 0, zeros = 0
    cdef const char *row
    cdef const uint8_t *p
    if step == 1 and strides[1] == length:          # rows that touch are one long row
        length *= rows
        rows = 1
        if strides[0] == length:
            length *= outer
            outer = 1
    for i in range(outer):
        for j in range(rows):
            row = data + i * strides[0] + j * strides[1]
            p = <const uint8_t *>row
            k = 0
            while step == 1 and k + 8 <= length:
                memcpy(&word, p + k, 8)
                k += 8
                if word == run:
                    run_length += 8
                elif word == ((word << 8) | (word >> 56)):
                    add_run(t, run & 255, run_length)
                    run = word
                    run_length = 8
                else:
                    add_word(t, word)
            while k < length:                       # the end of a row, or a row with gaps
                n = length - k if length - k < 8 else 8
                spare = 8 * (8 - n)
                if step == 1 and length >= 8:
                    memcpy(&word, p + length - 8, 8)
                    word >>= spare
                else:
                    word = gather(row + k * step, n, step)
                k += n
                if word == run >> spare:
                    run_length += <uint32_t>n
                else:
                    add_word(t, word)               # counts the cells that are not there as zeros
                    zeros += <uint32_t>(8 - n)
    add_run(t, run & 255, run_length)
    t.low[0] -= zeros


cdef int count_words(const char *data, const Py_ssize_t *shape, const Py_ssize_t *strides, int64_t *out, int bins) noexcept nogil:
    """Add a box of 16-bit values to `out` [bins]; returns a value that has no bin, or -1."""
    cdef Py_ssize_t i, j, k
    cdef const char *row
    cdef int value
    for i in range(shape[0]):
        for j in range(shape[1]):
            row = data + i * strides[0] + j * strides[1]
            for k in range(shape[2]):
                value = (<const uint16_t *>(row + k * strides[2]))[0]
                if value >= bins:
                    return value
                out[value] += 1
    return -1


cdef int add_tally(const Tally *t, int64_t *out, int bins, const uint16_t *names, int named) noexcept nogil:
    """Add a tally to `out`, through `names` when given; returns a value that has no bin, or -1."""
    cdef int value, bin, other, most = BYTES if t.wide else 16
    cdef uint32_t total[BYTES]
    cdef uint32_t both
    if t.wide:
        for value in range(BYTES):
            total[value] = t.single[0][value] + t.single[1][value]
    else:
        memset(total, 0, 16 * sizeof(uint32_t))
    for value in range(16):
        total[value] += t.low[value]
    for value in range(16):
        for other in range(16):
            both = t.pairs[0][value * 16 + other] + t.pairs[1][value * 16 + other]
            total[value] += both
            total[other] += both
    for value in range(most):
        if total[value]:
            bin = value
            if names != NULL:
                bin = names[value] if value < named else bins
            if bin >= bins:
                return value
            out[bin] += total[value]
    return -1


cdef int count_box(
    const char *data, int size, const Py_ssize_t *shape, const Py_ssize_t *strides, int64_t *out, int bins, const uint16_t *names, int named
) noexcept nogil:
    """Add one box of bytes (size 1) or 16-bit values (size 2) to `out`; returns a value that has no bin, or -1."""
    cdef Tally tally
    if size == 2:
        return count_words(data, shape, strides, out, bins)
    memset(tally.pairs, 0, sizeof(tally.pairs))
    memset(tally.low, 0, sizeof(tally.low))
    tally.wide = False
    count_bytes(data, shape, strides, &tally)
    return add_tally(&tally, out, bins, names, named)


cdef int item_size(np.ndarray cells) except -1:
    """1 for a box of u8, 2 for one of u16; raises for anything else."""
    cdef int kind = np.PyArray_TYPE(cells)
    if np.PyArray_NDIM(cells) != 3:
        raise ValueError(f"a census counts a box of three dimensions, not an array of shape {(<object>cells).shape}")
    if not np.PyArray_ISNOTSWAPPED(cells) or (kind != np.NPY_UINT8 and kind != np.NPY_UINT16):
        raise TypeError(f"a census counts uint8 or uint16 cells, not {cells.dtype}")
    return 1 if kind == np.NPY_UINT8 else 2


cdef np.ndarray new_counts(Py_ssize_t bins):
    """Zeros, int64 [bins]."""
    cdef np.npy_intp length = bins
    if bins < 1 or bins > 65536:
        raise ValueError(f"a census has 1 to 65536 bins, not {bins}")
    return np.PyArray_ZEROS(1, &length, np.NPY_INT64, 0)


def count(np.ndarray cells not None, Py_ssize_t bins):
    """How often each value occurs in a box of any strides: int64 [bins]. Releases the GIL for boxes where that pays.

    Raises `TypeError` and `ValueError` for wrong types and shapes, and `ValueError` for a value without a bin.
    """
    cdef np.ndarray out = new_counts(bins)
    cdef int64_t *to = <int64_t *>np.PyArray_DATA(out)
    cdef const char *data = <const char *>np.PyArray_DATA(cells)
    cdef const Py_ssize_t *shape
    cdef const Py_ssize_t *strides
    cdef int size = item_size(cells), wrong, most = <int>bins
    shape = <const Py_ssize_t *>np.PyArray_DIMS(cells)
    strides = <const Py_ssize_t *>np.PyArray_STRIDES(cells)
    if np.PyArray_SIZE(cells) >= RELEASE:
        with nogil:
            wrong = count_box(data, size, shape, strides, to, most, NULL, 0)
    else:
        wrong = count_box(data, size, shape, strides, to, most, NULL, 0)
    if wrong >= 0:
        raise ValueError(f"the box holds the value {wrong}, but there are only {bins} bins")
    return out


def count_across(blocks, low, high, Py_ssize_t bins):
    """How often each value occurs in the box [low, high) where `blocks` cover it: int64 [bins].

    A block is (cells u8 or u16 of three dimensions, the coordinates of its first cell, names u16 by value or None). Raises as `count` does.
    """
    cdef np.ndarray out = new_counts(bins)
    cdef int64_t *to = <int64_t *>np.PyArray_DATA(out)
    cdef np.ndarray cells
    cdef np.ndarray palette
    cdef const uint16_t *names
    cdef const Py_ssize_t *strides
    cdef Py_ssize_t shape[3]
    cdef Py_ssize_t origin[3]
    cdef Py_ssize_t box_low[3]
    cdef Py_ssize_t box_high[3]
    cdef Py_ssize_t begin, end
    cdef int axis, named, wrong, size
    cdef const char *data
    cdef bint empty
    box_low[0], box_low[1], box_low[2] = low
    box_high[0], box_high[1], box_high[2] = high
    for cells, (origin[0], origin[1], origin[2]), given in blocks:
        size = item_size(cells)
        strides = <const Py_ssize_t *>np.PyArray_STRIDES(cells)
        data = <const char *>np.PyArray_DATA(cells)
        empty = False
        for axis in range(3):
            begin = max(box_low[axis] - origin[axis], 0)
            end = min(box_high[axis] - origin[axis], np.PyArray_DIM(cells, axis))
            shape[axis] = end - begin
            empty = empty or end <= begin
            data += begin * strides[axis]
        if empty:
            continue
        names = NULL
        named = 0
        if given is not None:
            palette = given
            if np.PyArray_TYPE(palette) != np.NPY_UINT16 or np.PyArray_NDIM(palette) != 1 or not np.PyArray_IS_C_CONTIGUOUS(palette):
                raise TypeError("the names of a block must be a contiguous row of uint16")
            if size == 2:
                raise TypeError("names are for blocks of uint8 cells; a block of uint16 holds the names themselves")
            names = <const uint16_t *>np.PyArray_DATA(palette)
            named = <int>np.PyArray_DIM(palette, 0)
        wrong = count_box(data, size, shape, strides, to, <int>bins, names, named)
        if wrong >= 0:
            raise ValueError(f"a block holds the value {wrong}, which has no bin among {bins}")
    return out


def uniform(np.ndarray cells not None):
    """The value that every cell of a C-contiguous box has, or -1 when they differ."""
    cdef int size = item_size(cells)
    cdef const char *data = <const char *>np.PyArray_DATA(cells)
    cdef Py_ssize_t length = np.PyArray_SIZE(cells)
    if not np.PyArray_IS_C_CONTIGUOUS(cells) or length == 0:
        raise ValueError("a box must be C-contiguous and hold at least one cell")
    if memcmp(data, data + size, (length - 1) * size) != 0:
        return -1
    return (<const uint8_t *>data)[0] if size == 1 else (<const uint16_t *>data)[0]
