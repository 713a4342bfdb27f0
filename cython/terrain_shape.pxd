"""The shape of the land: one height for every column of the world, and the fields that dress it."""

from libc.math cimport fabs, floor
from libc.stdint cimport int64_t, uint64_t

from noise cimport ramp
from noise_rows cimport ROW, fbm2_row, noise2_line, ridge2_row

cdef enum:
    SEA = 62
    HIGHEST = 204
    LOWEST = 14

# One salt a field, far enough apart that the octaves of two fields never share a lattice.
cdef enum:
    SALT_WARP_X = 100
    SALT_WARP_Z = 200
    SALT_LAND = 300
    SALT_ROUGH = 400
    SALT_RANGE = 500
    SALT_RIDGE = 600
    SALT_HILLS = 700
    SALT_STEPS = 800
    SALT_RIVER = 900
    SALT_DETAIL = 1000
    SALT_MOIST = 1100
    SALT_FOREST = 1200
    SALT_PATCH = 1300
    SALT_SNOW = 1400
    SALT_STRATA = 1500
    SALT_MOUTH = 1600
    SALT_CAVE_A = 1700
    SALT_CAVE_B = 1800
    SALT_CAVERN = 1900
    SALT_POCKET = 2000
    SALT_TREE = 2100
    SALT_ROCK = 2200
    SALT_COAST = 2300
    SALT_PLANTS = 2400

cdef extern from *:
    """
    /* continentality -> ground height, straight lines between */
    static const double LAND_AT[10] = {-1.2, -0.62, -0.30, -0.13, -0.04, 0.02, 0.16, 0.45, 0.85, 1.4};
    static const double LAND_Y[10] = {20.0, 34.0, 47.0, 56.0, 61.0, 64.0, 67.0, 74.0, 88.0, 98.0};
    """
    const double LAND_AT[10]
    const double LAND_Y[10]


cdef inline double land_height(double c) noexcept nogil:
    """Mean ground height in cells of a continentality `c` (sea below about -0.03, inland above)."""
    cdef int i
    if c <= LAND_AT[0]:
        return LAND_Y[0]
    for i in range(1, 10):
        if c < LAND_AT[i]:
            return LAND_Y[i - 1] + (c - LAND_AT[i - 1]) / (LAND_AT[i] - LAND_AT[i - 1]) * (LAND_Y[i] - LAND_Y[i - 1])
    return LAND_Y[9]


cdef inline int any_above(const double *v, double limit, int n) noexcept nogil:
    cdef int i, found = 0
    for i in range(n):
        found |= v[i] > limit
    return found


cdef inline void scaled(const double *v, double by, int n, double *out) noexcept nogil:
    cdef int i
    for i in range(n):
        out[i] = v[i] / by


cdef inline void shape_row(uint64_t seed, int64_t cell_x, int64_t cell_z, int n, double *h) noexcept nogil:
    """Heights of the ground in n columns from (x, z) on along z, before they are rounded down to cells and before caves."""
    cdef double x = <double>cell_x + 0.5, far2, home, t, floor_step, stepped
    cdef double z[ROW]
    cdef double gentle[ROW]
    cdef double wx[ROW]
    cdef double wz[ROW]
    cdef double land[ROW]
    cdef double rough[ROW]
    cdef double a[ROW]      # coordinates …
    cdef double b[ROW]
    cdef double c[ROW]      # … and what was made of them
    cdef double d[ROW]
    cdef int i
    for i in range(n):
        z[i] = <double>(cell_z + i) + 0.5
        b[i] = z[i] / 170.0
    noise2_line(seed + SALT_WARP_X, x / 170.0, b, n, wx)
    noise2_line(seed + SALT_WARP_Z, x / 170.0, b, n, wz)
    for i in range(n):
        wx[i] = x + 26.0 * wx[i]
        wz[i] = z[i] + 26.0 * wz[i]

    scaled(wx, 620.0, n, a)
    scaled(wz, 620.0, n, b)
    fbm2_row(seed + SALT_LAND, a, b, n, 3, land)
    for i in range(n):
        a[i] = x / 430.0
        b[i] = z[i] / 430.0
    fbm2_row(seed + SALT_ROUGH, a, b, n, 2, rough)
    scaled(wx, 140.0, n, a)
    scaled(wz, 140.0, n, b)
    fbm2_row(seed + SALT_HILLS, a, b, n, 4, c)
    for i in range(n):
        far2 = x * x + z[i] * z[i]
        home = 1.0 / (1.0 + far2 / (210.0 * 210.0))
        gentle[i] = 1.0 / (1.0 + far2 / (80.0 * 80.0) * (far2 / (80.0 * 80.0)))
        land[i] = 1.15 * land[i] + 0.60 * home + 0.09
        rough[i] = ramp(-0.3, 0.5, rough[i]) * (1.0 - 0.75 * gentle[i])
        h[i] = land_height(land[i]) + (2.5 + 17.0 * rough[i]) * (0.15 + 0.85 * ramp(-0.06, 0.22, land[i])) * (0.18 + c[i])

    # Along some shores the land breaks off above the water instead of running out into a beach.
    scaled(z, 230.0, n, b)
    noise2_line(seed + SALT_COAST, x / 230.0, b, n, c)
    for i in range(n):
        c[i] = ramp(0.08, 0.36, c[i]) * (1.0 - gentle[i])
    if any_above(c, 0.0, n):
        scaled(z, 40.0, n, b)
        noise2_line(seed + SALT_COAST + 1, x / 40.0, b, n, d)
        for i in range(n):
            if c[i] > 0.0:
                h[i] = h[i] + c[i] * (13.0 + 4.0 * d[i]) * ramp(-0.035, 0.02, land[i]) * (1.0 - ramp(0.2, 0.6, land[i]))

    for i in range(n):
        a[i] = (0.8 * wx[i] - 0.6 * wz[i]) / 640.0
        b[i] = (0.6 * wx[i] + 0.8 * wz[i]) / 640.0
    fbm2_row(seed + SALT_RANGE, a, b, n, 3, c)
    for i in range(n):
        c[i] = ramp(-0.02, 0.5, c[i] + 0.2 * land[i]) * ramp(0.0, 0.35, land[i]) * (1.0 - gentle[i])
    if any_above(c, 0.0, n):
        scaled(wx, 290.0, n, a)
        scaled(wz, 290.0, n, b)
        ridge2_row(seed + SALT_RIDGE, a, b, n, 5, d)
        for i in range(n):
            if c[i] > 0.0:
                h[i] = h[i] + c[i] * (10.0 + 138.0 * d[i])

    # Benches: rounding the height towards multiples of a step leaves flat shelves and steep risers, the cliffs of this land.
    scaled(z, 310.0, n, b)
    noise2_line(seed + SALT_STEPS, x / 310.0, b, n, c)
    for i in range(n):
        c[i] = ramp(0.12, 0.34, c[i]) * ramp(0.0, 0.2, land[i]) * (1.0 - gentle[i])
    if any_above(c, 0.0, n):
        scaled(z, 60.0, n, b)
        noise2_line(seed + SALT_STEPS + 50, x / 60.0, b, n, d)
        for i in range(n):
            if c[i] > 0.0:
                stepped = (h[i] - 64.0 + 3.0 * d[i]) / 13.0
                floor_step = floor(stepped)
                stepped = 64.0 + 13.0 * (floor_step + ramp(0.60, 0.86, stepped - floor_step))
                h[i] = h[i] + c[i] * (stepped - h[i])

    scaled(wx, 480.0, n, a)
    scaled(wz, 480.0, n, b)
    fbm2_row(seed + SALT_RIVER, a, b, n, 2, c)
    for i in range(n):
        t = (1.0 - ramp(0.012, 0.105, fabs(c[i]))) * (1.0 - ramp(0.55, 0.95, gentle[i]))
        if t > 0.0 and h[i] > 57.0:
            h[i] = h[i] + t * (1.0 - ramp(80.0, 122.0, h[i])) * (57.0 - h[i])

    scaled(z, 26.0, n, b)
    noise2_line(seed + SALT_DETAIL, x / 26.0, b, n, c)
    scaled(z, 9.0, n, b)
    noise2_line(seed + SALT_DETAIL + 1, x / 9.0, b, n, d)
    for i in range(n):
        h[i] = h[i] + (1.1 * c[i] + (0.25 + 0.6 * rough[i]) * d[i])
        if h[i] > <double>HIGHEST:
            h[i] = <double>HIGHEST
        if h[i] < <double>LOWEST:
            h[i] = <double>LOWEST


cdef inline void moisture_row(uint64_t seed, int64_t cell_x, int64_t cell_z, int n, double *out) noexcept nogil:
    """About -1 (desert) to 1 (wet woods) in n columns from (x, z) on along z; the neighbourhood of the origin is green."""
    cdef double a[ROW]
    cdef double b[ROW]
    cdef double x = <double>cell_x, z
    cdef int i
    for i in range(n):
        a[i] = x / 520.0
        b[i] = <double>(cell_z + i) / 520.0
    fbm2_row(seed + SALT_MOIST, a, b, n, 2, out)
    for i in range(n):
        z = <double>(cell_z + i)
        out[i] = out[i] + 0.35 / (1.0 + (x * x + z * z) / (260.0 * 260.0))
