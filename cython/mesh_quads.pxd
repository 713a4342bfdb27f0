"""From planes of visible faces to merged quads, and from quads to the bytes of a mesh."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t, uint8_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from mesh_masks cimport COUNT_LEADING, COUNT_TRAILING, SIDE

cdef extern from *:
    """
    typedef float four_floats __attribute__((vector_size(16)));
    typedef uint16_t eight_words __attribute__((vector_size(16)));
    typedef int32_t four_picks __attribute__((vector_size(16)));
    #if defined(__clang__)
    #define PICK(v, a, b, c, d) __builtin_shufflevector(v, v, a, b, c, d)
    #else
    #define PICK(v, a, b, c, d) __builtin_shuffle(v, (four_picks){a, b, c, d})
    #endif
    /* the four corners of a quad: its cell's place, the same for all, and how far each corner lies from there. The compilers do not find
       these vectors by themselves. Most quads are single faces and need no size. */
    static inline void place_corners(float *out, const float *c, float s, float r, float b, uint32_t size) {
        four_floats t[3], place[3];
        for (int i = 0; i < 3; i++) memcpy(&t[i], c + 12 * i, 16);
        place[0] = t[0] * s + t[1] * r + t[2] * b;          /* x y z x */
        place[1] = PICK(place[0], 1, 2, 0, 1);              /* y z x y */
        place[2] = PICK(place[0], 2, 0, 1, 2);              /* z x y z */
        if (size) {
            float h = (float)(size >> 5), w = (float)(size & 31);
            for (int k = 0; k < 3; k++) {
                memcpy(&t[0], c + 36 + 4 * k, 16);
                memcpy(&t[1], c + 48 + 4 * k, 16);
                place[k] += t[0] * h + t[1] * w;
            }
        }
        for (int k = 0; k < 3; k++) {
            memcpy(&t[0], c + 60 + 4 * k, 16);
            place[k] += t[0];
            memcpy(out + 4 * k, &place[k], 16);
        }
    }
    /* `head` into every other float, beside the sums of shades and light in the odd ones */
    static inline void place_attributes(float *out, const float *shades, float head, float light) {
        four_floats heads = {head, light, head, light}, low, high;
        memcpy(&low, shades, 16);
        memcpy(&high, shades + 4, 16);
        low += heads;
        high += heads;
        memcpy(out, &low, 16);
        memcpy(out + 4, &high, 16);
    }
    /* six indices of the corners of a quad whose first is `first` */
    static inline void place_indices(uint16_t *out, const uint16_t *cut, uint16_t first) {
        eight_words words;
        memcpy(&words, cut, 16);
        words += first;
        memcpy(out, &words, 12);
    }
    """
    void place_corners(float *out, const float *c, float s, float r, float b, uint32_t size) nogil
    void place_attributes(float *out, const float *shades, float head, float light) nogil
    void place_indices(uint16_t *out, const uint16_t *cut, uint16_t first) nogil

cdef struct Quad:
    uint32_t key                # layer (10 bits), emission (4), occlusion of four corners (2 each)
    uint32_t place              # face (3 bits), then five bits each: slice, row, bit, cells along the bits - 1, cells along the rows - 1
    uint32_t light              # of the four corners, a byte each: sky << 4 | block

cdef struct Quads:
    Quad *items
    size_t count
    size_t room
    int low[3]                  # bounds of all quads
    int high[3]

cdef struct Plane:
    uint32_t *rows              # [SIDE] visible faces; used up by merging
    uint32_t filled             # rows that are not empty
    uint32_t keys[SIDE][SIDE]   # defined where a face is visible
    uint32_t lights[SIDE][SIDE] # the same, where light varies
    uint32_t light              # of all corners where it does not


cdef inline bint reserve(Quads *q) noexcept nogil:
    """Make room for the quads of one plane; False when memory is exhausted."""
    cdef size_t room
    cdef Quad *items
    if q.room - q.count >= SIDE * SIDE:
        return True
    room = q.room * 2 + 2 * SIDE * SIDE
    items = <Quad *>realloc(q.items, room * sizeof(Quad))
    if items == NULL:
        return False
    q.items = items
    q.room = room
    return True


cdef inline void add_quad(
    Quads *q, uint32_t key, uint32_t light, int face, int layer, int row, int bit, int width, int height
) noexcept nogil:
    """Append a quad where room is reserved."""
    cdef Quad *quad = q.items + q.count
    quad.key = key
    quad.light = light
    quad.place = <uint32_t>(face | layer << 3 | row << 8 | bit << 13 | (width - 1) << 18 | (height - 1) << 23)
    q.count += 1


cdef inline void widen_bounds(Quads *q, int axis, uint32_t used, int start, int end) noexcept nogil:
    """Take in the cells whose bits are set in `used`, along an axis; `start` and `end` lead from a cell to its near and far side."""
    cdef int low = COUNT_TRAILING(used) + start, high = 31 - COUNT_LEADING(used) + end
    q.low[axis] = low if low < q.low[axis] else q.low[axis]
    q.high[axis] = high if high > q.high[axis] else q.high[axis]


cdef inline void single_faces(const Plane *plane, Quads *q, int face, int layer, int row, bint lit) noexcept nogil:
    """One quad for each visible face of a row."""
    cdef int bit
    cdef uint32_t bits = plane.rows[row]
    while bits:
        bit = COUNT_TRAILING(bits)
        bits &= bits - 1
        add_quad(q, plane.keys[row][bit], plane.lights[row][bit] if lit else plane.light, face, layer, row, bit, 1, 1)


cdef inline void merge_faces(Plane *plane, Quads *q, int face, int layer, bint lit) noexcept nogil:
    """Greedy rectangles of equal keys and corners' light: widest along the bits first, then as many rows as repeat it.

    After M. Lysenko, "Meshing in a Minecraft Game" (0fps.net, 2012). Two neighbouring faces with equal corners share the values on their
    common edge, so neither occlusion nor light varies along a merged side and merging changes no shade.
    """
    cdef int row, bit, width, height, i
    cdef uint32_t bits, span, key, light = plane.light, filled = plane.filled
    cdef uint32_t *keys
    cdef uint32_t *lights = NULL
    while filled:
        row = COUNT_TRAILING(filled)
        filled &= filled - 1
        bits = plane.rows[row]
        while bits:
            bit = COUNT_TRAILING(bits)
            keys = plane.keys[row]
            key = keys[bit]
            width = 1
            if lit:
                lights = plane.lights[row]
                light = lights[bit]
            while (
                bit + width < SIDE and (bits >> (bit + width)) & 1 and keys[bit + width] == key and (not lit or lights[bit + width] == light)
            ):
                width += 1
            span = <uint32_t>((((<uint64_t>1) << width) - 1) << bit)
            bits &= ~span
            height = 1
            while row + height < SIDE and (plane.rows[row + height] & span) == span:
                keys = plane.keys[row + height] + bit
                i = 0
                if lit:
                    lights = plane.lights[row + height] + bit
                while i < width and keys[i] == key and (not lit or lights[i] == light):
                    i += 1
                if i < width:
                    break
                plane.rows[row + height] &= ~span
                height += 1
            add_quad(q, key, light, face, layer, row, bit, width, height)


cdef struct Layout:
    float coordinates[8][6][12]     # [face][term][4 corners x 3]: how slice, row, bit, height - 1, width - 1 and 1 make a coordinate
    float shades[2][256][8]         # [turned][occlusion byte]: second attribute of each corner without light, with room for the first
    uint16_t cuts[256][8]           # [occlusion byte]: the six corners of two triangles along the brighter diagonal, or the first
    uint16_t other[8]               # the same along the second
    uint8_t even[256]               # [occlusion byte]: whether both diagonals are as bright


cdef inline void cut_along(uint16_t *cut, int shift) noexcept:
    """The corners of two triangles that share the diagonal from corner `shift` to the one across."""
    cut[0] = cut[3] = <uint16_t>shift
    cut[1] = <uint16_t>(shift + 1)
    cut[2] = cut[4] = <uint16_t>(shift + 2)
    cut[5] = <uint16_t>((shift + 3) & 3)


cdef inline void prepare_layout(Layout *layout) noexcept:
    """Work out where the corners of each face lie.

    Corners go round the face from (bits low, rows low); the order is turned on the faces 1, 2 and 4 to be clockwise from outside. The faces
    6 and 7 are the two diagonals of a cell, seen from both sides; their slices count along x.
    """
    cdef int face, k, corner, normal_axis, row_axis, bit_axis, shade
    cdef int ao[4]
    memset(layout, 0, sizeof(Layout))
    for face in range(6):
        normal_axis = face >> 1
        row_axis = 0 if normal_axis == 1 else 1
        bit_axis = 0 if normal_axis == 2 else 2
        for k in range(4):
            corner = (4 - k) & 3 if face == 1 or face == 2 or face == 4 else k
            layout.coordinates[face][0][3 * k + normal_axis] = 1
            layout.coordinates[face][1][3 * k + row_axis] = 1
            layout.coordinates[face][2][3 * k + bit_axis] = 1
            layout.coordinates[face][3][3 * k + row_axis] = 1 if corner >= 2 else 0
            layout.coordinates[face][4][3 * k + bit_axis] = 1 if corner == 1 or corner == 2 else 0
            layout.coordinates[face][5][3 * k + normal_axis] = <float>(1 - (face & 1))
        for k in range(12):
            layout.coordinates[face][5][k] += layout.coordinates[face][3][k] + layout.coordinates[face][4][k]
    for shade in range(256):
        for k in range(4):
            ao[k] = (shade >> (2 * k)) & 3
            layout.shades[0][shade][2 * k + 1] = <float>ao[k]
            layout.shades[1][shade][(2 * (4 - k) & 7) + 1] = <float>ao[k]
        layout.even[shade] = ao[1] + ao[3] == ao[0] + ao[2]
        cut_along(layout.cuts[shade], ao[1] + ao[3] > ao[0] + ao[2])
    cut_along(layout.other, 1)
    for face in range(6, 8):
        for corner in range(4):
            for k in range(3):
                layout.coordinates[face][k][3 * corner + k] = 1
            layout.coordinates[face][5][3 * corner] = <float>((corner == 1 or corner == 2) != (face == 7))
            layout.coordinates[face][5][3 * corner + 1] = <float>(corner >= 2)
            layout.coordinates[face][5][3 * corner + 2] = <float>(corner == 1 or corner == 2)


cdef inline float lane(uint32_t light) noexcept nogil:
    """A byte of light as it stands in the second attribute: 4 * sky + 64 * block."""
    return <float><int>(((light & 0xF0) >> 2) | ((light & 15) << 6))


cdef inline int glow(uint32_t light, int corner) noexcept nogil:
    """Sky and block light of a corner together."""
    return <int>(((light >> (8 * corner)) & 15) + ((light >> (8 * corner + 4)) & 15))


cdef inline void write_quads(
    const Layout *layout, const Quad *quads, size_t count, float *vertices, float *attributes, uint16_t *indices
) noexcept nogil:
    """Expand at most 16,384 quads to vertices, attribute pairs and triangle indices."""
    cdef size_t i
    cdef int face, turned, k, first = 0
    cdef const Quad *q
    cdef const uint16_t *cut
    cdef float head, shine = 0
    cdef uint32_t occlusion, place, light, last = 0
    for i in range(count):
        q = quads + i
        place = q.place
        light = q.light
        face = place & 7
        place_corners(
            vertices, layout.coordinates[face][0], <float><int>((place >> 3) & 31), <float><int>((place >> 8) & 31),
            <float><int>((place >> 13) & 31), place >> 18)
        occlusion = q.key >> 14
        head = <float><int>((q.key & 1023) + 1024 * face + 8192 * ((q.key >> 10) & 15))
        turned = face == 1 or face == 2 or face == 4
        cut = layout.cuts[occlusion]
        if light == last:
            place_attributes(attributes, layout.shades[turned][occlusion], head, shine)
        elif light == ((light << 8) | (light >> 24)):
            last = light
            shine = lane(light)
            place_attributes(attributes, layout.shades[turned][occlusion], head, shine)
        else:
            place_attributes(attributes, layout.shades[turned][occlusion], head, 0)
            for k in range(4):
                attributes[(2 * (4 - k) & 7) + 1 if turned else 2 * k + 1] += lane(light >> (8 * k))
            if layout.even[occlusion] and glow(light, 1) + glow(light, 3) > glow(light, 0) + glow(light, 2):
                cut = layout.other
        place_indices(indices, cut, <uint16_t>first)
        vertices += 12
        attributes += 8
        indices += 6
        first += 4
