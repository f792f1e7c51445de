// SPDX-License-Identifier: Apache-2.0
// C++ on top of the math library: <cmath>'s overloads for floats, doubles and integers (which
// become doubles), classification, abs, min and max of all types.
#ifndef LOCKSTEP_MATH_OVERLOAD_H
#define LOCKSTEP_MATH_OVERLOAD_H

#include "math_bessel_modified.h"
#include "math_bessel_second.h"
#include "math_double_error.h"
#include "math_double_hyperbolic.h"
#include "math_double_parts.h"
#include "math_double_trig.h"
#include "math_float_error.h"
#include "math_float_hyperbolic.h"
#include "math_float_parts.h"
#include "math_float_trig.h"
#include "math_gamma.h"

// name(float) is namef; an integer argument is a double.
#define __LOCKSTEP_OVERLOAD_INTEGERS1(result, name)                                                \
    __device__ __forceinline__ result name(int x)                                                  \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    __device__ __forceinline__ result name(unsigned int x)                                         \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    __device__ __forceinline__ result name(long x)                                                 \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    __device__ __forceinline__ result name(unsigned long x)                                        \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    __device__ __forceinline__ result name(long long x)                                            \
    {                                                                                              \
        return name((double)x);                                                                    \
    }                                                                                              \
    __device__ __forceinline__ result name(unsigned long long x)                                   \
    {                                                                                              \
        return name((double)x);                                                                    \
    }

#define __LOCKSTEP_OVERLOAD1(name)                                                                 \
    __device__ __forceinline__ float name(float x)                                                 \
    {                                                                                              \
        return name##f(x);                                                                         \
    }                                                                                              \
    __LOCKSTEP_OVERLOAD_INTEGERS1(double, name)

// Of two arguments: floats stay floats, everything else meets in doubles.
#define __LOCKSTEP_OVERLOAD2(name)                                                                 \
    __device__ __forceinline__ float name(float x, float y)                                        \
    {                                                                                              \
        return name##f(x, y);                                                                      \
    }                                                                                              \
    __LOCKSTEP_OVERLOAD_MIXED(name, float, double)                                                 \
    __LOCKSTEP_OVERLOAD_MIXED(name, double, float)                                                 \
    __LOCKSTEP_OVERLOAD_MIXED(name, float, int)                                                    \
    __LOCKSTEP_OVERLOAD_MIXED(name, int, float)                                                    \
    __LOCKSTEP_OVERLOAD_MIXED(name, double, int)                                                   \
    __LOCKSTEP_OVERLOAD_MIXED(name, int, double)                                                   \
    __LOCKSTEP_OVERLOAD_MIXED(name, int, int)

#define __LOCKSTEP_OVERLOAD_MIXED(name, first, second)                                             \
    __device__ __forceinline__ double name(first x, second y)                                      \
    {                                                                                              \
        return name((double)x, (double)y);                                                         \
    }

__LOCKSTEP_OVERLOAD1(fabs)
__LOCKSTEP_OVERLOAD1(sqrt)
__LOCKSTEP_OVERLOAD1(rsqrt)
__LOCKSTEP_OVERLOAD1(cbrt)
__LOCKSTEP_OVERLOAD1(rcbrt)
__LOCKSTEP_OVERLOAD1(exp)
__LOCKSTEP_OVERLOAD1(exp2)
__LOCKSTEP_OVERLOAD1(exp10)
__LOCKSTEP_OVERLOAD1(expm1)
__LOCKSTEP_OVERLOAD1(log)
__LOCKSTEP_OVERLOAD1(log2)
__LOCKSTEP_OVERLOAD1(log10)
__LOCKSTEP_OVERLOAD1(log1p)
__LOCKSTEP_OVERLOAD1(logb)
__LOCKSTEP_OVERLOAD1(sin)
__LOCKSTEP_OVERLOAD1(cos)
__LOCKSTEP_OVERLOAD1(tan)
__LOCKSTEP_OVERLOAD1(sinpi)
__LOCKSTEP_OVERLOAD1(cospi)
__LOCKSTEP_OVERLOAD1(asin)
__LOCKSTEP_OVERLOAD1(acos)
__LOCKSTEP_OVERLOAD1(atan)
__LOCKSTEP_OVERLOAD1(sinh)
__LOCKSTEP_OVERLOAD1(cosh)
__LOCKSTEP_OVERLOAD1(tanh)
__LOCKSTEP_OVERLOAD1(asinh)
__LOCKSTEP_OVERLOAD1(acosh)
__LOCKSTEP_OVERLOAD1(atanh)
__LOCKSTEP_OVERLOAD1(floor)
__LOCKSTEP_OVERLOAD1(ceil)
__LOCKSTEP_OVERLOAD1(trunc)
__LOCKSTEP_OVERLOAD1(round)
__LOCKSTEP_OVERLOAD1(rint)
__LOCKSTEP_OVERLOAD1(nearbyint)
__LOCKSTEP_OVERLOAD1(erf)
__LOCKSTEP_OVERLOAD1(erfc)
__LOCKSTEP_OVERLOAD1(erfcx)
__LOCKSTEP_OVERLOAD1(erfinv)
__LOCKSTEP_OVERLOAD1(erfcinv)
__LOCKSTEP_OVERLOAD1(normcdf)
__LOCKSTEP_OVERLOAD1(normcdfinv)
__LOCKSTEP_OVERLOAD1(tgamma)
__LOCKSTEP_OVERLOAD1(lgamma)
__LOCKSTEP_OVERLOAD1(j0)
__LOCKSTEP_OVERLOAD1(j1)
__LOCKSTEP_OVERLOAD1(y0)
__LOCKSTEP_OVERLOAD1(y1)
__LOCKSTEP_OVERLOAD1(cyl_bessel_i0)
__LOCKSTEP_OVERLOAD1(cyl_bessel_i1)

__LOCKSTEP_OVERLOAD2(atan2)
__LOCKSTEP_OVERLOAD2(fmod)
__LOCKSTEP_OVERLOAD2(remainder)
__LOCKSTEP_OVERLOAD2(hypot)
__LOCKSTEP_OVERLOAD2(rhypot)
__LOCKSTEP_OVERLOAD2(fdim)
__LOCKSTEP_OVERLOAD2(fmin)
__LOCKSTEP_OVERLOAD2(fmax)
__LOCKSTEP_OVERLOAD2(copysign)
__LOCKSTEP_OVERLOAD2(nextafter)

// -- of several arguments

__device__ __forceinline__ float fma(float x, float y, float z)
{
    return __builtin_fmaf(x, y, z);
}

// pow of a float and an int is a float in CUDA.
__device__ __forceinline__ float pow(float x, float y)
{
    return powf(x, y);
}

__device__ __forceinline__ float pow(float x, int y)
{
    return powf(x, (float)y);
}

__LOCKSTEP_OVERLOAD_MIXED(pow, double, int)
__LOCKSTEP_OVERLOAD_MIXED(pow, double, float)
__LOCKSTEP_OVERLOAD_MIXED(pow, float, double)
__LOCKSTEP_OVERLOAD_MIXED(pow, int, double)
__LOCKSTEP_OVERLOAD_MIXED(pow, int, float)
__LOCKSTEP_OVERLOAD_MIXED(pow, int, int)

#define __LOCKSTEP_OVERLOAD_POW(integer)                                                           \
    __LOCKSTEP_OVERLOAD_MIXED(pow, double, integer)                                                \
    __LOCKSTEP_OVERLOAD_MIXED(pow, float, integer)                                                 \
    __LOCKSTEP_OVERLOAD_MIXED(pow, integer, double)                                                \
    __LOCKSTEP_OVERLOAD_MIXED(pow, integer, float)                                                 \
    __LOCKSTEP_OVERLOAD_MIXED(pow, integer, int)                                                   \
    __LOCKSTEP_OVERLOAD_MIXED(pow, int, integer)                                                   \
    __LOCKSTEP_OVERLOAD_MIXED(pow, integer, integer)

__LOCKSTEP_OVERLOAD_POW(unsigned int)
__LOCKSTEP_OVERLOAD_POW(long)
__LOCKSTEP_OVERLOAD_POW(unsigned long)
__LOCKSTEP_OVERLOAD_POW(long long)
__LOCKSTEP_OVERLOAD_POW(unsigned long long)

__device__ __forceinline__ float ldexp(float x, int n)
{
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalbn(float x, int n)
{
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalbln(float x, long n)
{
    return scalblnf(x, n);
}

__device__ __forceinline__ float frexp(float x, int *exponent)
{
    return frexpf(x, exponent);
}

__device__ __forceinline__ float modf(float x, float *whole)
{
    return modff(x, whole);
}

__device__ __forceinline__ float remquo(float x, float y, int *quotient)
{
    return remquof(x, y, quotient);
}

__device__ __forceinline__ void sincos(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}

__device__ __forceinline__ void sincospi(float x, float *sine, float *cosine)
{
    sincospif(x, sine, cosine);
}

__device__ __forceinline__ int ilogb(float x)
{
    return ilogbf(x);
}

__device__ __forceinline__ long lrint(float x)
{
    return lrintf(x);
}

__device__ __forceinline__ long lround(float x)
{
    return lroundf(x);
}

__device__ __forceinline__ long long llrint(float x)
{
    return llrintf(x);
}

__device__ __forceinline__ long long llround(float x)
{
    return llroundf(x);
}

__device__ __forceinline__ float jn(int n, float x)
{
    return jnf(n, x);
}

__device__ __forceinline__ float yn(int n, float x)
{
    return ynf(n, x);
}

// -- classification

#define __LOCKSTEP_CLASSES(type, infinity, sign)                                                   \
    __device__ __forceinline__ bool isnan(type x)                                                  \
    {                                                                                              \
        return x != x;                                                                             \
    }                                                                                              \
    __device__ __forceinline__ bool isinf(type x)                                                  \
    {                                                                                              \
        return x == infinity || x == -infinity;                                                    \
    }                                                                                              \
    __device__ __forceinline__ bool isfinite(type x)                                               \
    {                                                                                              \
        return x < infinity && x > -infinity;                                                      \
    }                                                                                              \
    __device__ __forceinline__ bool signbit(type x)                                                \
    {                                                                                              \
        return sign < 0;                                                                           \
    }

__LOCKSTEP_CLASSES(float, __LOCKSTEP_INF_F, __builtin_float_as_int(x))
__LOCKSTEP_CLASSES(double, __LOCKSTEP_INF, __lockstep_high_word(x))

__device__ __forceinline__ bool isnormal(float x)
{
    float a = __builtin_fabsf(x);
    return a >= 1.17549435e-38f && a < __LOCKSTEP_INF_F;
}

__device__ __forceinline__ bool isnormal(double x)
{
    double a = __builtin_fabs(x);
    return a >= 2.2250738585072014e-308 && a < __LOCKSTEP_INF;
}

// -- abs, min, max

__device__ __forceinline__ int abs(int x)
{
    return __builtin_abs_s32(x);
}

__device__ __forceinline__ long abs(long x)
{
    return (long)__builtin_abs_s64(x);
}

__device__ __forceinline__ long long abs(long long x)
{
    return __builtin_abs_s64(x);
}

__device__ __forceinline__ float abs(float x)
{
    return __builtin_fabsf(x);
}

__device__ __forceinline__ double abs(double x)
{
    return __builtin_fabs(x);
}

__device__ __forceinline__ long labs(long x)
{
    return (long)__builtin_abs_s64(x);
}

__device__ __forceinline__ long long llabs(long long x)
{
    return __builtin_abs_s64(x);
}

#define __LOCKSTEP_LIMIT(type, first, second, lower, upper)                                        \
    __device__ __forceinline__ type min(first x, second y)                                         \
    {                                                                                              \
        return (type)lower((type)x, (type)y);                                                      \
    }                                                                                              \
    __device__ __forceinline__ type max(first x, second y)                                         \
    {                                                                                              \
        return (type)upper((type)x, (type)y);                                                      \
    }

__LOCKSTEP_LIMIT(int, int, int, __builtin_min_s32, __builtin_max_s32)
__LOCKSTEP_LIMIT(unsigned int, unsigned int, unsigned int, __builtin_min_u32, __builtin_max_u32)
__LOCKSTEP_LIMIT(unsigned int, int, unsigned int, __builtin_min_u32, __builtin_max_u32)
__LOCKSTEP_LIMIT(unsigned int, unsigned int, int, __builtin_min_u32, __builtin_max_u32)
__LOCKSTEP_LIMIT(long, long, long, __builtin_min_s64, __builtin_max_s64)
__LOCKSTEP_LIMIT(unsigned long, unsigned long, unsigned long, __builtin_min_u64, __builtin_max_u64)
__LOCKSTEP_LIMIT(unsigned long, long, unsigned long, __builtin_min_u64, __builtin_max_u64)
__LOCKSTEP_LIMIT(unsigned long, unsigned long, long, __builtin_min_u64, __builtin_max_u64)
__LOCKSTEP_LIMIT(long long, long long, long long, __builtin_min_s64, __builtin_max_s64)
__LOCKSTEP_LIMIT(unsigned long long, unsigned long long, unsigned long long, __builtin_min_u64,
                 __builtin_max_u64)
__LOCKSTEP_LIMIT(unsigned long long, long long, unsigned long long, __builtin_min_u64,
                 __builtin_max_u64)
__LOCKSTEP_LIMIT(unsigned long long, unsigned long long, long long, __builtin_min_u64,
                 __builtin_max_u64)
__LOCKSTEP_LIMIT(float, float, float, __builtin_fminf, __builtin_fmaxf)
__LOCKSTEP_LIMIT(double, double, double, __builtin_fmin, __builtin_fmax)
__LOCKSTEP_LIMIT(double, float, double, __builtin_fmin, __builtin_fmax)
__LOCKSTEP_LIMIT(double, double, float, __builtin_fmin, __builtin_fmax)

__device__ __forceinline__ unsigned int umin(unsigned int x, unsigned int y)
{
    return __builtin_min_u32(x, y);
}

__device__ __forceinline__ unsigned int umax(unsigned int x, unsigned int y)
{
    return __builtin_max_u32(x, y);
}

__device__ __forceinline__ long long llmin(long long x, long long y)
{
    return __builtin_min_s64(x, y);
}

__device__ __forceinline__ long long llmax(long long x, long long y)
{
    return __builtin_max_s64(x, y);
}

__device__ __forceinline__ unsigned long long ullmin(unsigned long long x, unsigned long long y)
{
    return __builtin_min_u64(x, y);
}

__device__ __forceinline__ unsigned long long ullmax(unsigned long long x, unsigned long long y)
{
    return __builtin_max_u64(x, y);
}

#endif
