"""Light at the corners of faces: the mean of the open cells that meet there, before the face."""

from libc.stdint cimport uint32_t, uint8_t

cdef extern from *:
    """
    /* [cells][sum of their levels]: the mean, rounded */
    static uint8_t LIGHT_MEANS[5][64];
    /* [three bits, set where a cell is opaque]: the bytes of a row that count */
    static const uint32_t LIGHT_OPEN[8] = {0xFFFFFF, 0xFFFF00, 0xFF00FF, 0xFF0000, 0x00FFFF, 0x00FF00, 0x0000FF, 0};
    static inline uint32_t three_cells(const uint8_t *middle, int step) {
        return (uint32_t)middle[-step] | (uint32_t)middle[0] << 8 | (uint32_t)middle[step] << 16;
    }
    static void prepare_light_means(void) {
        for (int n = 1; n < 5; n++) for (int sum = 0; sum < 64; sum++) LIGHT_MEANS[n][sum] = (uint8_t)((2 * sum + n) / (2 * n));
    }
    """
    const uint8_t LIGHT_MEANS[5][64]
    const uint32_t LIGHT_OPEN[8]
    uint32_t three_cells(const uint8_t *middle, int step) nogil
    void prepare_light_means()


cdef inline uint32_t halves(uint8_t light) noexcept nogil:
    """Sky and block light side by side, with room for a sum."""
    return (light >> 4) | (<uint32_t>(light & 15) << 16)


cdef inline uint32_t corner_light(const uint8_t *front, int row, int bit, uint32_t opaque) noexcept nogil:
    """The light of a face's four corners, a byte each in the order of its occlusion.

    `front` is the cell before the face, `row` and `bit` the ways to its neighbours, `opaque` the 3x3 cells about it as rows of three bits.
    An opaque cell counts for nothing, nor does a corner's far cell when both cells beside it are opaque: no light comes round there. The
    four faces that meet at a corner in one plane agree on it.
    """
    cdef uint32_t light = 0, total, middle = halves(front[0])
    cdef int corner, cells, b, r, side_bit, side_row
    cdef uint32_t same = front[0] * <uint32_t>0x010101
    if (
        ((three_cells(front - row, bit) ^ same) & LIGHT_OPEN[opaque & 7])
        | ((three_cells(front, bit) ^ same) & LIGHT_OPEN[(opaque >> 3) & 7])
        | ((three_cells(front + row, bit) ^ same) & LIGHT_OPEN[(opaque >> 6) & 7])
    ) == 0:
        return front[0] * <uint32_t>0x01010101      # all that could count is alike
    for corner in range(4):
        b = 1 if corner == 1 or corner == 2 else -1
        r = 1 if corner >= 2 else -1
        total = middle
        cells = 1
        side_bit = (opaque >> (4 + b)) & 1
        side_row = (opaque >> (4 + 3 * r)) & 1
        if not side_bit:
            total += halves(front[b * bit])
            cells += 1
        if not side_row:
            total += halves(front[r * row])
            cells += 1
        if not (side_bit and side_row) and not (opaque >> (4 + b + 3 * r)) & 1:
            total += halves(front[b * bit + r * row])
            cells += 1
        light |= <uint32_t>((LIGHT_MEANS[cells][total & 63] << 4) | LIGHT_MEANS[cells][total >> 16]) << (8 * corner)
    return light
