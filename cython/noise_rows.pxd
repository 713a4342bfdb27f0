"""Noise in the plane along a row of points; the row a point is in does not change its bits.

Neighbouring points mostly lie in one cell of the lattice: its corners are hashed once a run of such points, and the run itself is plain
arithmetic that compilers turn into vector operations. IEEE operations give the same bits in vectors as one by one.
"""

from libc.math cimport fabs
from libc.stdint cimport int64_t, uint64_t

from noise cimport NOISE_GX, NOISE_GZ, hash2

cdef extern from *:
    """
    /* On other processors the plain version serves; without fused operations both give the same bits. */
    #if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
    #define NOISE_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define NOISE_WIDE
    #endif

    static inline double noise_fade(double t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }

    /* floor and what is left, for |x| below 2^31 */
    NOISE_WIDE
    static void noise_split(const double *restrict x, int n, int *restrict whole, double *restrict rest)
    {
        for (int i = 0; i < n; i++) {
            int k = (int)x[i];
            k -= (double)k > x[i];
            whole[i] = k;
            rest[i] = x[i] - (double)k;
        }
    }

    /* points of one cell: `g` has the gradients (x, z) of its corners 00, 10, 01, 11 */
    NOISE_WIDE
    static void noise_span(const double *restrict u, const double *restrict v, int n, const double *restrict g, double *restrict out)
    {
        const double x00 = g[0], z00 = g[1], x10 = g[2], z10 = g[3], x01 = g[4], z01 = g[5], x11 = g[6], z11 = g[7];
        for (int i = 0; i < n; i++) {
            double p = u[i], q = v[i], fu = noise_fade(p);
            double d00 = x00 * p + z00 * q;
            double d10 = x10 * (p - 1.0) + z10 * q;
            double d01 = x01 * p + z01 * (q - 1.0);
            double d11 = x11 * (p - 1.0) + z11 * (q - 1.0);
            double a = d00 + fu * (d10 - d00);
            double b = d01 + fu * (d11 - d01);
            out[i] = (a + noise_fade(q) * (b - a)) * 1.5;
        }
    }

    /* the same where x is one for all points */
    NOISE_WIDE
    static void noise_line(double p, const double *restrict v, int n, const double *restrict g, double *restrict out)
    {
        const double x00 = g[0] * p, z00 = g[1], x10 = g[2] * (p - 1.0), z10 = g[3];
        const double x01 = g[4] * p, z01 = g[5], x11 = g[6] * (p - 1.0), z11 = g[7], fu = noise_fade(p);
        for (int i = 0; i < n; i++) {
            double q = v[i];
            double d00 = x00 + z00 * q;
            double d10 = x10 + z10 * q;
            double d01 = x01 + z01 * (q - 1.0);
            double d11 = x11 + z11 * (q - 1.0);
            double a = d00 + fu * (d10 - d00);
            double b = d01 + fu * (d11 - d01);
            out[i] = (a + noise_fade(q) * (b - a)) * 1.5;
        }
    }

    NOISE_WIDE
    static void noise_turn(double *restrict x, double *restrict z, int n)
    {
        for (int i = 0; i < n; i++) {
            double turned = 1.6 * x[i] - 1.2 * z[i] + 17.25;
            z[i] = 1.2 * x[i] + 1.6 * z[i] - 9.5;
            x[i] = turned;
        }
    }
    """
    void noise_split(const double *x, int n, int *whole, double *rest) noexcept nogil
    void noise_span(const double *u, const double *v, int n, const double *g, double *out) noexcept nogil
    void noise_line(double p, const double *v, int n, const double *g, double *out) noexcept nogil
    void noise_turn(double *x, double *z, int n) noexcept nogil

cdef enum:
    ROW = 64                    # points in a row, at most


cdef inline void corners(uint64_t s, int64_t ix, int64_t iz, double *g) noexcept nogil:
    """The gradients at the four corners of a cell of the lattice."""
    cdef int i, k
    for k in range(2):
        for i in range(2):
            h = <int>(hash2(s, ix + i, iz + k) >> 60)
            g[4 * k + 2 * i] = NOISE_GX[h]
            g[4 * k + 2 * i + 1] = NOISE_GZ[h]


cdef inline void noise2_row(uint64_t s, const double *x, const double *z, int n, double *out) noexcept nogil:
    """Gradient noise at n points (x, z), at most `ROW`: about -1..1, one feature a unit."""
    cdef int ix[ROW]
    cdef int iz[ROW]
    cdef double u[ROW]
    cdef double v[ROW]
    cdef double g[8]
    cdef int a = 0, b
    noise_split(x, n, ix, u)
    noise_split(z, n, iz, v)
    while a < n:
        b = a + 1
        while b < n and ix[b] == ix[a] and iz[b] == iz[a]:
            b += 1
        corners(s, ix[a], iz[a], g)
        noise_span(u + a, v + a, b - a, g, out + a)
        a = b


cdef inline void noise2_line(uint64_t s, double x, const double *z, int n, double *out) noexcept nogil:
    """`noise2_row` where all points have one x."""
    cdef int ix
    cdef int iz[ROW]
    cdef double u
    cdef double v[ROW]
    cdef double g[8]
    cdef int a = 0, b
    noise_split(&x, 1, &ix, &u)
    noise_split(z, n, iz, v)
    while a < n:
        b = a + 1
        while b < n and iz[b] == iz[a]:
            b += 1
        corners(s, ix, iz[a], g)
        noise_line(u, v + a, b - a, g, out + a)
        a = b


cdef inline void fbm2_row(uint64_t s, double *x, double *z, int n, int octaves, double *out) noexcept nogil:
    """A sum of octaves, each half as wide, half as strong and turned against the one before, about -1..1; uses x and z up."""
    cdef double one[ROW]
    cdef double strength = 1.0, scale = 0.0
    cdef int i, octave
    for i in range(n):
        out[i] = 0.0
    for octave in range(octaves):
        if octave:
            noise_turn(x, z, n)
        noise2_row(s + <uint64_t>octave, x, z, n, one)
        for i in range(n):
            out[i] = out[i] + strength * one[i]
        scale = scale + strength
        strength = strength * 0.5
    for i in range(n):
        out[i] = out[i] / scale


cdef inline void ridge2_row(uint64_t s, double *x, double *z, int n, int octaves, double *out) noexcept nogil:
    """Ridged noise, 0..1: sharp crests, each octave strongest on the crests of the one before; uses x and z up.

    After F. K. Musgrave's ridged multifractal (Texturing and Modeling, ch. 16).
    """
    cdef double one[ROW]
    cdef double weight[ROW]
    cdef double strength = 1.0, scale = 0.0, crest
    cdef int i, octave
    for i in range(n):
        out[i] = 0.0
        weight[i] = 1.0
    for octave in range(octaves):
        if octave:
            noise_turn(x, z, n)
        noise2_row(s + <uint64_t>octave, x, z, n, one)
        for i in range(n):
            crest = 1.0 - fabs(one[i])
            crest = crest if crest > 0.0 else 0.0
            crest = crest * crest
            out[i] = out[i] + strength * crest * weight[i]
            weight[i] = crest
        scale = scale + strength
        strength = strength * 0.5
    for i in range(n):
        out[i] = out[i] / scale
