// SPDX-License-Identifier: Apache-2.0
// References in long doubles. Where an argument is squared or scaled before an exponential, the
// rounding of that step is put back to first order.
#include "reference.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const long double PI = 3.14159265358979323846264338327950288L;
static const long double SQRT_PI = 1.77245385090551602729816748334114518L;
static const long double SQRT_HALF = 0.70710678118654752440084436210484904L;
static const long double SQRT_HALF_LOW = -2.4064e-20L;

long double reference_sinpi(long double x)
{
    long double r = x - 2 * rintl(x / 2); // exact, [-1, 1]
    if (r == rintl(r))
        return copysignl(0, x) + 0 * x;
    long double folded = r > 0.5L ? 1 - r : r < -0.5L ? -1 - r : r;
    return fabsl(folded) > 0.25L ? copysignl(cosl(PI * (0.5L - fabsl(folded))), folded)
                                 : sinl(PI * folded);
}

long double reference_cospi(long double x)
{
    long double r = fabsl(x - 2 * rintl(x / 2));
    if (r == 0.5L)
        return 0;
    return r < 0.25L ? cosl(PI * r) : r > 0.75L ? -cosl(PI * (1 - r)) : sinl(PI * (0.5L - r));
}

long double reference_exp10(long double x)
{
    return powl(10, x);
}

long double reference_rsqrt(long double x)
{
    return 1 / sqrtl(x);
}

long double reference_rcbrt(long double x)
{
    return 1 / cbrtl(x);
}

long double reference_rhypot(long double x, long double y)
{
    return 1 / hypotl(x, y);
}

long double reference_norm3d(long double x, long double y)
{
    return hypotl(hypotl(x, y), 1.5L);
}

long double reference_rnorm3d(long double x, long double y)
{
    return 1 / reference_norm3d(x, y);
}

long double reference_norm4d(long double x, long double y)
{
    return hypotl(hypotl(x, y), hypotl(1.5L, 0.25L));
}

long double reference_rnorm4d(long double x, long double y)
{
    return 1 / reference_norm4d(x, y);
}

// exp(sign x x)
static long double exp_square(long double x, int sign)
{
    long double square = x * x;
    long double rest = fmal(x, x, -square);
    long double e = expl(sign * square);
    return isinf(e) || e == 0 ? e : e + e * (sign * rest);
}

long double reference_erfcx(long double x)
{
    if (x < 12)
        return exp_square(x, 1) * erfcl(x);
    long double t = x; // the continued fraction, from the inside
    for (int k = 60; k > 0; k--)
        t = x + k / 2.0L / t;
    return 1 / (SQRT_PI * t);
}

// Halley's iteration on erf(y) = x, |x| <= 1/2.
static long double erfinv_small(long double x)
{
    long double y = x * SQRT_PI / 2;
    for (int k = 0; k < 8; k++) {
        long double f = (erfl(y) - x) * SQRT_PI / 2 * exp_square(y, 1);
        y -= f / (1 + y * f);
    }
    return y;
}

// The same on erfc(y) = c, 0 < c <= 1/2.
static long double erfcinv_small(long double c)
{
    long double l = sqrtl(-logl(c));
    long double y = l - (0.5723649429247L + logl(l)) / (2 * l) * 0.9L;
    for (int k = 0; k < 12; k++) {
        long double f = (c / exp_square(y, -1) - reference_erfcx(y)) * SQRT_PI / 2;
        y -= f / (1 + y * f);
    }
    return y;
}

long double reference_erfinv(long double x)
{
    long double a = fabsl(x);
    if (!(a < 1))
        return a == 1 ? copysignl(INFINITY, x) : (long double)NAN;
    long double y = a == 0 ? 0 : a <= 0.5L ? erfinv_small(a) : erfcinv_small(1 - a);
    return copysignl(y, x);
}

long double reference_erfcinv(long double x)
{
    if (!(x > 0 && x < 2))
        return x == 0 ? INFINITY : x == 2 ? -INFINITY : NAN;
    if (x == 1)
        return 0;
    return x <= 0.5L  ? erfcinv_small(x)
           : x < 1.5L ? -reference_erfinv(x - 1)
                      : -erfcinv_small(2 - x);
}

long double reference_normcdf(long double x)
{
    long double a = -x * SQRT_HALF;
    long double rest = isinf(x) ? 0 : fmal(-x, SQRT_HALF, -a) - x * SQRT_HALF_LOW;
    long double c = erfcl(a);
    return 0.5L * (c == 0 ? c : c - 2 / SQRT_PI * exp_square(a, -1) * rest);
}

long double reference_normcdfinv(long double x)
{
    return x > 0.5L    ? sqrtl(2) * reference_erfinv(2 * x - 1)
           : x > 0.25L ? -sqrtl(2) * reference_erfinv(1 - 2 * x)
                       : -sqrtl(2) * reference_erfcinv(2 * x);
}

long double reference_tgamma(long double x)
{
    return x == -INFINITY ? NAN : tgammal(x);
}

// CUDA gives NaN, not a signed infinity, to Bessel functions of the second kind below zero.
#define BESSEL_Y(name, function)                                                                   \
    long double name(long double x)                                                                \
    {                                                                                              \
        return x < 0 ? (long double)NAN : function;                                                \
    }

BESSEL_Y(reference_y0, y0l(x))
BESSEL_Y(reference_y1, y1l(x))
BESSEL_Y(reference_y3, ynl(3, x))

long double reference_j0(long double x)
{
    return j0l(x);
}

long double reference_j1(long double x)
{
    return j1l(x);
}

long double reference_j3(long double x)
{
    return jnl(3, x);
}

// sum over k of (x/2)^(2k+order) / (k! (k+order)!): all terms have one sign.
static long double bessel_i(int order, long double x)
{
    if (!(fabsl(x) < 12000))
        return (order == 1 ? x : fabsl(x)) * INFINITY;
    long double half = x / 2;
    long double term = order == 1 ? half : 1;
    long double sum = 0;
    for (int k = 1; fabsl(term) > fabsl(sum) * 1e-22L && k < 20000; k++) {
        sum += term;
        term *= half * half / ((long double)k * (k + order));
    }
    return sum;
}

long double reference_i0(long double x)
{
    return bessel_i(0, x);
}

long double reference_i1(long double x)
{
    return bessel_i(1, x);
}

// Which of two results is asked for: as is_even of wrappers.h.
static int is_even(long double x)
{
    double d = (double)x;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return (bits >> 32 & 1) == 0;
}

long double reference_frexp(long double x)
{
    int n = 0;
    if (x == 0 || !isfinite(x))
        return x == 0 || is_even(x) || isnan(x) ? x : 0;
    long double r = frexpl(x, &n);
    return is_even(x) ? r : n;
}

long double reference_modf(long double x)
{
    long double whole;
    long double rest = modfl(x, &whole);
    return is_even(x) ? rest : whole;
}

// The exponent is an int made of a float as the machine does it.
long double reference_ldexp(long double x, long double n)
{
    return ldexpl(x, isnan(n) ? 0 : n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n);
}

long double reference_nextafterf(long double x, long double y)
{
    return nextafterf((float)x, (float)y);
}

long double reference_nextafter(long double x, long double y)
{
    return nextafter((double)x, (double)y);
}

long double reference_remquo(long double x, long double y)
{
    int quotient = 0;
    long double rest = remquol(x, y, &quotient);
    return isnan(rest) ? rest : quotient & 7;
}

// Rounded once, to double: what is exact bit for bit must not be rounded to long double before.
long double reference_sqrt(long double x)
{
    return sqrt((double)x);
}

long double reference_fdim(long double x, long double y)
{
    return fdim((double)x, (double)y);
}
