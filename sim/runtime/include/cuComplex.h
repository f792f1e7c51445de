// SPDX-License-Identifier: Apache-2.0
// Complex numbers as pairs on the host, as the compiler's own cuComplex.h has them for device code.
#ifndef LOCKSTEP_CUCOMPLEX_H
#define LOCKSTEP_CUCOMPLEX_H

#include "vector_functions.h"
#include "vector_types.h"

#include <cmath>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Scaled, so that it overflows only where the quotient does.
template <typename Pair, typename Part> static inline Pair __lockstepQuotient(Pair x, Pair y)
{
    Part scale = Part(1) / (std::fabs(y.x) + std::fabs(y.y));
    Part a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;
    Part inverse = Part(1) / (c * c + d * d);
    Pair quotient;
    quotient.x = (a * c + b * d) * inverse;
    quotient.y = (b * c - a * d) * inverse;
    return quotient;
}

// clang-format off
// `f` is what float's functions have behind their names.
#define __LOCKSTEP_COMPLEX(complex, part, pair, f)                                                 \
    static inline complex make_##complex(part r, part i) { return pair(r, i); }                    \
    static inline part cuCreal##f(complex x) { return x.x; }                                       \
    static inline part cuCimag##f(complex x) { return x.y; }                                       \
    static inline part cuCabs##f(complex x) { return std::hypot(x.x, x.y); }                       \
    static inline complex cuConj##f(complex x) { return pair(x.x, -x.y); }                         \
    static inline complex cuCadd##f(complex x, complex y) { return pair(x.x + y.x, x.y + y.y); }   \
    static inline complex cuCsub##f(complex x, complex y) { return pair(x.x - y.x, x.y - y.y); }   \
    static inline complex cuCmul##f(complex x, complex y)                                          \
    {                                                                                              \
        return pair(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                                 \
    }                                                                                              \
    static inline complex cuCdiv##f(complex x, complex y)                                          \
    {                                                                                              \
        return __lockstepQuotient<complex, part>(x, y);                                            \
    }                                                                                              \
    static inline complex cuCfma##f(complex x, complex y, complex d)                               \
    {                                                                                              \
        return cuCadd##f(cuCmul##f(x, y), d);                                                      \
    }
__LOCKSTEP_COMPLEX(cuFloatComplex, float, make_float2, f)
__LOCKSTEP_COMPLEX(cuDoubleComplex, double, make_double2, )
#undef __LOCKSTEP_COMPLEX
// clang-format on

static inline cuComplex make_cuComplex(float r, float i)
{
    return make_float2(r, i);
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return make_float2((float)x.x, (float)x.y);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x)
{
    return make_double2(x.x, x.y);
}

#endif
