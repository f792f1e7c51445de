// SPDX-License-Identifier: Apache-2.0
// The approximate functions, computed in double precision and rounded once, so within the errors
// that PTX allows. Special values follow PTX ISA 9.0's tables of each instruction.
#include "sim/sm/approximate.h"

#include "sim/sm/real.h"

#include <math.h>

// 1/(2 pi) as the machine multiplies by it before a sine or cosine.
#define TURNS_PER_RADIAN 0x1.45f306p-3f
#define TWO_PI           6.283185307179586476925

static uint32_t rounded(double value)
{
    return bits_of_f32(quiet_f32((float)value));
}

uint32_t approximate_rcp(uint32_t a)
{
    return rounded(1.0 / (double)f32_of_bits(a));
}

uint32_t approximate_sqrt(uint32_t a)
{
    return rounded(sqrt((double)f32_of_bits(a)));
}

uint32_t approximate_rsqrt(uint32_t a)
{
    return rounded(1.0 / sqrt((double)f32_of_bits(a)));
}

// The angle in turns, cut (not rounded) to a float. The product is exact in f64.
static double turns(uint32_t a)
{
    double exact = (double)f32_of_bits(a) * (double)TURNS_PER_RADIAN;
    float near = (float)exact;
    if (fabs((double)near) > fabs(exact)) {
        near = f32_of_bits(bits_of_f32(near) - 1);
    }
    return (double)near - floor((double)near);
}

uint32_t approximate_sin(uint32_t a)
{
    float angle = f32_of_bits(a);
    if (fabsf(angle) < 0x1p-20f) {
        return bits_of_f32(quiet_f32(angle));
    }
    return isfinite(angle) ? rounded(sin(turns(a) * TWO_PI)) : F32_NAN;
}

uint32_t approximate_cos(uint32_t a)
{
    return isfinite(f32_of_bits(a)) ? rounded(cos(turns(a) * TWO_PI)) : F32_NAN;
}

uint32_t approximate_lg2(uint32_t a)
{
    return rounded(log2((double)f32_of_bits(a)));
}

uint32_t approximate_ex2(uint32_t a)
{
    return rounded(exp2((double)f32_of_bits(a)));
}

uint32_t approximate_tanh(uint32_t a)
{
    return rounded(tanh((double)f32_of_bits(a)));
}

// The quotient is 0 where the reciprocal of the divisor would be subnormal: 2^126 < |b| < 2^128
// (PTX ISA, "div": .approx is for |b| in [2^-126, 2^126]).
uint32_t approximate_div(uint32_t a, uint32_t b)
{
    double x = (double)f32_of_bits(a), y = (double)f32_of_bits(b);
    if (fabs(y) > 0x1p126 && isfinite(y)) {
        return isinf(x) ? F32_NAN : rounded(copysign(x == x ? 0.0 : x, x * y));
    }
    return rounded(x / y);
}

uint32_t approximate_div_full(uint32_t a, uint32_t b)
{
    return rounded((double)f32_of_bits(a) / (double)f32_of_bits(b));
}

// The upper 32 bits of a, subnormals flushed.
static double upper_half(uint64_t a)
{
    bool is_subnormal = (a & F64_INFINITY) == 0;
    return f64_of_bits(is_subnormal ? a & 0x8000000000000000u : a & 0xffffffff00000000u);
}

static uint64_t upper_bits(double value)
{
    uint64_t bits = bits_of_f64(value);
    if (value != value) {
        return 0x7fffffff00000000u;
    }
    return (bits & F64_INFINITY) == 0 ? bits & 0x8000000000000000u : bits & 0xffffffff00000000u;
}

uint64_t approximate_rcp_f64(uint64_t a)
{
    return upper_bits(1.0 / upper_half(a));
}

uint64_t approximate_rsqrt_ftz_f64(uint64_t a)
{
    return upper_bits(1.0 / sqrt(upper_half(a)));
}

uint64_t approximate_rsqrt_f64(uint64_t a)
{
    double value = f64_of_bits(a);
    return bits_of_f64(quiet1_f64(1.0 / sqrt(value), value));
}
