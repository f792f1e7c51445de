// SPDX-License-Identifier: Apache-2.0
// Every bit of the math library's functions of doubles.
#include "math_bits.h"

#define FUNCTIONS(F)                                                                               \
    F(log, log(x))                                                                                 \
    F(log2, log2(x))                                                                               \
    F(log10, log10(x))                                                                             \
    F(log1p, log1p(x))                                                                             \
    F(exp, exp(x))                                                                                 \
    F(exp2, exp2(x))                                                                               \
    F(exp10, exp10(x))                                                                             \
    F(expm1, expm1(x))                                                                             \
    F(pow, pow(x, y))                                                                              \
    F(sin, sin(x))                                                                                 \
    F(cos, cos(x))                                                                                 \
    F(tan, tan(x))                                                                                 \
    F(sincos_sine, (sincos(x, &y, &second), y))                                                    \
    F(sincos_cosine, (sincos(x, &second, &y), y))                                                  \
    F(sinpi, sinpi(x))                                                                             \
    F(cospi, cospi(x))                                                                             \
    F(sincospi_sine, (sincospi(x, &y, &second), y))                                                \
    F(sincospi_cosine, (sincospi(x, &second, &y), y))                                              \
    F(asin, asin(x))                                                                               \
    F(acos, acos(x))                                                                               \
    F(atan, atan(x))                                                                               \
    F(atan2, atan2(x, y))                                                                          \
    F(sinh, sinh(x))                                                                               \
    F(cosh, cosh(x))                                                                               \
    F(tanh, tanh(x))                                                                               \
    F(asinh, asinh(x))                                                                             \
    F(acosh, acosh(x))                                                                             \
    F(atanh, atanh(x))                                                                             \
    F(sqrt, sqrt(x))                                                                               \
    F(rsqrt, rsqrt(x))                                                                             \
    F(cbrt, cbrt(x))                                                                               \
    F(rcbrt, rcbrt(x))                                                                             \
    F(hypot, hypot(x, y))                                                                          \
    F(rhypot, rhypot(x, y))                                                                        \
    F(norm3d, norm3d(x, y, 0.25))                                                                  \
    F(rnorm3d, rnorm3d(x, y, 0.25))                                                                \
    F(norm4d, norm4d(x, y, 0.25, -3.0))                                                            \
    F(rnorm4d, rnorm4d(x, y, 0.25, -3.0))                                                          \
    F(erf, erf(x))                                                                                 \
    F(erfc, erfc(x))                                                                               \
    F(erfcx, erfcx(x))                                                                             \
    F(erfinv, erfinv(x))                                                                           \
    F(erfcinv, erfcinv(x))                                                                         \
    F(normcdf, normcdf(x))                                                                         \
    F(normcdfinv, normcdfinv(x))                                                                   \
    F(floor, floor(x))                                                                             \
    F(ceil, ceil(x))                                                                               \
    F(trunc, trunc(x))                                                                             \
    F(rint, rint(x))                                                                               \
    F(round, round(x))                                                                             \
    F(logb, logb(x))                                                                               \
    F(ilogb, (double)(ilogb(x)))                                                                   \
    F(frexp, frexp(x, &whole) + (double)whole)                                                     \
    F(modf, (modf(x, &second) * 0.5 + second))                                                     \
    F(ldexp, ldexp(x, (int)y))                                                                     \
    F(nextafter, nextafter(x, y))                                                                  \
    F(fmod, fmod(x, y))                                                                            \
    F(remainder, remainder(x, y))                                                                  \
    F(remquo, (remquo(x, y, &whole) + (double)whole))                                              \
    F(fdim, fdim(x, y))                                                                            \
    F(fmin, fmin(x, y))                                                                            \
    F(fmax, fmax(x, y))                                                                            \
    F(quotient, x / y)                                                                             \
    F(reciprocal, 1.0 / x)                                                                         \
    F(lrint, (double)(lrint(x)))                                                                   \
    F(llround, (double)(llround(x)))

#define KERNEL(name, expression) FUNCTION(name, double, expression)
FUNCTIONS(KERNEL)

int main(int argc, char **argv)
{
    Bits<double> bits(argc, argv);
#define LINE(name, expression) SHOW(name, bits)
    FUNCTIONS(LINE)
}
