// SPDX-License-Identifier: Apache-2.0
// Steps that functions of doubles share: quotients and roots that start from the machine's
// approximation and leave special cases out, and exponents as integers.
#ifndef LOCKSTEP_MATH_DOUBLE_STEPS_H
#define LOCKSTEP_MATH_DOUBLE_STEPS_H

#include "math_primitive.h"

// 1 / d for a normal result: the machine's reciprocal and a step of third order.
__device__ __forceinline__ double __lockstep_reciprocal(double d)
{
    double r = __lockstep_rcp_double(d);
    double e = __builtin_fma(-d, r, 1.0);
    return __builtin_fma(__builtin_fma(e, e, e), r, r);
}

// An integer as a double, by a sum instead of a conversion: 0x43300000 is 2^52.
__device__ __forceinline__ double __lockstep_to_double(int n)
{
    return __lockstep_from_words(0x43300000, n ^ (int)0x80000000) -
           __lockstep_from_words(0x43300000, (int)0x80000000);
}

// p 2^n for p near 1 and a normal result.
__device__ __forceinline__ double __lockstep_scale_by(double p, int n)
{
    return __lockstep_from_words(__lockstep_high_word(p) + (n << 20), __lockstep_low_word(p));
}

// Whether |x| reaches the number whose high word is `limit`, or x is NaN; without a double's
// compare.
__device__ __forceinline__ bool __lockstep_is_beyond(double x, int limit)
{
    return (__lockstep_high_word(x) & 0x7fffffff) >= limit;
}

// 1 / sqrt(d) for a normal result: the machine's root and a step of third order.
__device__ __forceinline__ double __lockstep_reciprocal_root(double d)
{
    double r = __lockstep_rsqrt_double_ftz(d);
    double e = __builtin_fma(d, -__lockstep_mul_double(r, r), 1.0);
    return __builtin_fma(__builtin_fma(0.375, e, 0.5), __lockstep_mul_double(e, r), r);
}

// sqrt(d) for normal numbers, without the special cases of a rounded root.
__device__ __forceinline__ double __lockstep_root(double d)
{
    double inverse = __lockstep_rsqrt_double_ftz(d);
    double half = __lockstep_scale_by(inverse, -1);
    double root = d * inverse;
    root = __builtin_fma(__builtin_fma(root, -root, d), half, root);
    half = __builtin_fma(__builtin_fma(inverse, -root, 1.0), half, half);
    return __builtin_fma(__builtin_fma(root, -root, d), half, root);
}

#endif
