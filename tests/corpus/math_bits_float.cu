// SPDX-License-Identifier: Apache-2.0
// Every bit of the math library's functions of floats.
#include "math_bits.h"

#define FUNCTIONS(F)                                                                               \
    F(logf, logf(x))                                                                               \
    F(log2f, log2f(x))                                                                             \
    F(log10f, log10f(x))                                                                           \
    F(log1pf, log1pf(x))                                                                           \
    F(expf, expf(x))                                                                               \
    F(exp2f, exp2f(x))                                                                             \
    F(exp10f, exp10f(x))                                                                           \
    F(expm1f, expm1f(x))                                                                           \
    F(powf, powf(x, y))                                                                            \
    F(sinf, sinf(x))                                                                               \
    F(cosf, cosf(x))                                                                               \
    F(tanf, tanf(x))                                                                               \
    F(sincosf_sine, (sincosf(x, &y, &second), y))                                                  \
    F(sincosf_cosine, (sincosf(x, &second, &y), y))                                                \
    F(sinpif, sinpif(x))                                                                           \
    F(cospif, cospif(x))                                                                           \
    F(sincospif_sine, (sincospif(x, &y, &second), y))                                              \
    F(sincospif_cosine, (sincospif(x, &second, &y), y))                                            \
    F(asinf, asinf(x))                                                                             \
    F(acosf, acosf(x))                                                                             \
    F(atanf, atanf(x))                                                                             \
    F(atan2f, atan2f(x, y))                                                                        \
    F(sinhf, sinhf(x))                                                                             \
    F(coshf, coshf(x))                                                                             \
    F(tanhf, tanhf(x))                                                                             \
    F(asinhf, asinhf(x))                                                                           \
    F(acoshf, acoshf(x))                                                                           \
    F(atanhf, atanhf(x))                                                                           \
    F(sqrtf, sqrtf(x))                                                                             \
    F(rsqrtf, rsqrtf(x))                                                                           \
    F(cbrtf, cbrtf(x))                                                                             \
    F(rcbrtf, rcbrtf(x))                                                                           \
    F(hypotf, hypotf(x, y))                                                                        \
    F(rhypotf, rhypotf(x, y))                                                                      \
    F(norm3df, norm3df(x, y, 0.25f))                                                               \
    F(rnorm3df, rnorm3df(x, y, 0.25f))                                                             \
    F(norm4df, norm4df(x, y, 0.25f, -3.0f))                                                        \
    F(rnorm4df, rnorm4df(x, y, 0.25f, -3.0f))                                                      \
    F(erff, erff(x))                                                                               \
    F(erfcf, erfcf(x))                                                                             \
    F(erfcxf, erfcxf(x))                                                                           \
    F(erfinvf, erfinvf(x))                                                                         \
    F(erfcinvf, erfcinvf(x))                                                                       \
    F(normcdff, normcdff(x))                                                                       \
    F(normcdfinvf, normcdfinvf(x))                                                                 \
    F(floorf, floorf(x))                                                                           \
    F(ceilf, ceilf(x))                                                                             \
    F(truncf, truncf(x))                                                                           \
    F(rintf, rintf(x))                                                                             \
    F(roundf, roundf(x))                                                                           \
    F(logbf, logbf(x))                                                                             \
    F(ilogbf, __int_as_float(ilogbf(x)))                                                           \
    F(frexpf, frexpf(x, &whole) + (float)whole)                                                    \
    F(modff, (modff(x, &second) * 0.5f + second))                                                  \
    F(ldexpf, ldexpf(x, (int)y))                                                                   \
    F(nextafterf, nextafterf(x, y))                                                                \
    F(fmodf, fmodf(x, y))                                                                          \
    F(remainderf, remainderf(x, y))                                                                \
    F(remquof, (remquof(x, y, &whole) + (float)whole))                                             \
    F(fdimf, fdimf(x, y))                                                                          \
    F(fminf, fminf(x, y))                                                                          \
    F(fmaxf, fmaxf(x, y))                                                                          \
    F(quotient, x / y)                                                                             \
    F(reciprocal, 1.0f / x)                                                                        \
    F(lrintf, __int_as_float((int)lrintf(x)))                                                      \
    F(llroundf, __int_as_float((int)llroundf(x)))                                                  \
    F(__expf, __expf(x))                                                                           \
    F(__exp10f, __exp10f(x))                                                                       \
    F(__logf, __logf(x))                                                                           \
    F(__log2f, __log2f(x))                                                                         \
    F(__log10f, __log10f(x))                                                                       \
    F(__powf, __powf(x, y))                                                                        \
    F(__sinf, __sinf(x))                                                                           \
    F(__cosf, __cosf(x))                                                                           \
    F(__tanf, __tanf(x))                                                                           \
    F(__fdividef, __fdividef(x, y))                                                                \
    F(__frsqrt_rn, __frsqrt_rn(x))                                                                 \
    F(__saturatef, __saturatef(x))

#define KERNEL(name, expression) FUNCTION(name, float, expression)
FUNCTIONS(KERNEL)

int main(int argc, char **argv)
{
    Bits<float> bits(argc, argv);
#define LINE(name, expression) SHOW(name, bits)
    FUNCTIONS(LINE)
}
