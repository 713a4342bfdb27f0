"""The shape of the land: one height for every column of the world, and the fields that dress it."""

from libc.math cimport fabs, floor
from libc.stdint cimport int64_t, uint64_t

from noise cimport fbm2, noise2, ramp, ridge2

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


cdef inline double shape_height(uint64_t seed, int64_t cell_x, int64_t cell_z) noexcept nogil:
    """Height of the ground in column (x, z), before it is rounded down to a cell and before caves."""
    cdef double x = <double>cell_x + 0.5, z = <double>cell_z + 0.5
    cdef double far2 = x * x + z * z
    cdef double home = 1.0 / (1.0 + far2 / (210.0 * 210.0))
    cdef double gentle = 1.0 / (1.0 + far2 / (80.0 * 80.0) * (far2 / (80.0 * 80.0)))
    cdef double wx = x + 26.0 * noise2(seed + SALT_WARP_X, x / 170.0, z / 170.0)
    cdef double wz = z + 26.0 * noise2(seed + SALT_WARP_Z, x / 170.0, z / 170.0)
    cdef double land = 1.15 * fbm2(seed + SALT_LAND, wx / 620.0, wz / 620.0, 3) + 0.60 * home + 0.09
    cdef double inland = ramp(-0.06, 0.22, land)
    cdef double rough = ramp(-0.3, 0.5, fbm2(seed + SALT_ROUGH, x / 430.0, z / 430.0, 2)) * (1.0 - 0.75 * gentle)
    cdef double h = land_height(land)
    cdef double coast, range_, steps, stepped, floor_step, river, bank, detail

    h = h + (2.5 + 17.0 * rough) * (0.15 + 0.85 * inland) * (0.18 + fbm2(seed + SALT_HILLS, wx / 140.0, wz / 140.0, 4))

    # Along some shores the land breaks off above the water instead of running out into a beach.
    coast = ramp(0.08, 0.36, noise2(seed + SALT_COAST, x / 230.0, z / 230.0)) * (1.0 - gentle)
    if coast > 0.0:
        h = h + coast * (13.0 + 4.0 * noise2(seed + SALT_COAST + 1, x / 40.0, z / 40.0)) * ramp(-0.035, 0.02, land) * (1.0 - ramp(0.2, 0.6, land))

    range_ = ramp(-0.02, 0.5, fbm2(seed + SALT_RANGE, (0.8 * wx - 0.6 * wz) / 640.0, (0.6 * wx + 0.8 * wz) / 640.0, 3) + 0.2 * land)
    range_ = range_ * ramp(0.0, 0.35, land) * (1.0 - gentle)
    if range_ > 0.0:
        h = h + range_ * (10.0 + 138.0 * ridge2(seed + SALT_RIDGE, wx / 290.0, wz / 290.0, 5))

    # Benches: rounding the height towards multiples of a step leaves flat shelves and steep risers, the cliffs of this land.
    steps = ramp(0.12, 0.34, noise2(seed + SALT_STEPS, x / 310.0, z / 310.0)) * ramp(0.0, 0.2, land) * (1.0 - gentle)
    if steps > 0.0:
        stepped = (h - 64.0 + 3.0 * noise2(seed + SALT_STEPS + 50, x / 60.0, z / 60.0)) / 13.0
        floor_step = floor(stepped)
        stepped = 64.0 + 13.0 * (floor_step + ramp(0.60, 0.86, stepped - floor_step))
        h = h + steps * (stepped - h)

    river = fabs(fbm2(seed + SALT_RIVER, wx / 480.0, wz / 480.0, 2))
    bank = (1.0 - ramp(0.012, 0.105, river)) * (1.0 - ramp(0.55, 0.95, gentle))
    if bank > 0.0 and h > 57.0:
        h = h + bank * (1.0 - ramp(80.0, 122.0, h)) * (57.0 - h)

    detail = 1.1 * noise2(seed + SALT_DETAIL, x / 26.0, z / 26.0) + (0.25 + 0.6 * rough) * noise2(seed + SALT_DETAIL + 1, x / 9.0, z / 9.0)
    h = h + detail
    if h > <double>HIGHEST:
        h = <double>HIGHEST
    if h < <double>LOWEST:
        h = <double>LOWEST
    return h


cdef inline int ground_height(uint64_t seed, int64_t x, int64_t z) noexcept nogil:
    """y of the highest cell of the ground in column (x, z), before caves."""
    return <int>floor(shape_height(seed, x, z))


cdef inline double moisture_at(uint64_t seed, int64_t x, int64_t z) noexcept nogil:
    """About -1 (desert) to 1 (wet woods); the neighbourhood of the origin is green."""
    cdef double px = <double>x, pz = <double>z
    return fbm2(seed + SALT_MOIST, px / 520.0, pz / 520.0, 2) + 0.35 / (1.0 + (px * px + pz * pz) / (260.0 * 260.0))
