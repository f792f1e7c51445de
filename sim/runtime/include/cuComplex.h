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

static inline cuFloatComplex make_cuFloatComplex(float r, float i)
{
    return make_float2(r, i);
}
static inline cuComplex make_cuComplex(float r, float i)
{
    return make_float2(r, i);
}
static inline float cuCrealf(cuFloatComplex x)
{
    return x.x;
}
static inline float cuCimagf(cuFloatComplex x)
{
    return x.y;
}
static inline cuFloatComplex cuConjf(cuFloatComplex x)
{
    return make_float2(x.x, -x.y);
}
static inline cuFloatComplex cuCaddf(cuFloatComplex x, cuFloatComplex y)
{
    return make_float2(x.x + y.x, x.y + y.y);
}
static inline cuFloatComplex cuCsubf(cuFloatComplex x, cuFloatComplex y)
{
    return make_float2(x.x - y.x, x.y - y.y);
}
static inline cuFloatComplex cuCmulf(cuFloatComplex x, cuFloatComplex y)
{
    return make_float2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static inline cuFloatComplex cuCdivf(cuFloatComplex x, cuFloatComplex y)
{
    return __lockstepQuotient<float2, float>(x, y);
}
static inline float cuCabsf(cuFloatComplex x)
{
    return std::hypot(x.x, x.y);
}
static inline cuFloatComplex cuCfmaf(cuFloatComplex x, cuFloatComplex y, cuFloatComplex d)
{
    return cuCaddf(cuCmulf(x, y), d);
}

static inline cuDoubleComplex make_cuDoubleComplex(double r, double i)
{
    return make_double2(r, i);
}
static inline double cuCreal(cuDoubleComplex x)
{
    return x.x;
}
static inline double cuCimag(cuDoubleComplex x)
{
    return x.y;
}
static inline cuDoubleComplex cuConj(cuDoubleComplex x)
{
    return make_double2(x.x, -x.y);
}
static inline cuDoubleComplex cuCadd(cuDoubleComplex x, cuDoubleComplex y)
{
    return make_double2(x.x + y.x, x.y + y.y);
}
static inline cuDoubleComplex cuCsub(cuDoubleComplex x, cuDoubleComplex y)
{
    return make_double2(x.x - y.x, x.y - y.y);
}
static inline cuDoubleComplex cuCmul(cuDoubleComplex x, cuDoubleComplex y)
{
    return make_double2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
static inline cuDoubleComplex cuCdiv(cuDoubleComplex x, cuDoubleComplex y)
{
    return __lockstepQuotient<double2, double>(x, y);
}
static inline double cuCabs(cuDoubleComplex x)
{
    return std::hypot(x.x, x.y);
}
static inline cuDoubleComplex cuCfma(cuDoubleComplex x, cuDoubleComplex y, cuDoubleComplex d)
{
    return cuCadd(cuCmul(x, y), d);
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
