// SPDX-License-Identifier: Apache-2.0
// Stochastic rounding (PTX ISA 9.0, "cvt", .rs): random bits are added to the digits that a
// narrower float cuts off, and a carry rounds away from zero. Of f16x2, a takes bits 28 to 16 and b
// bits 12 to 0; of bf16x2, each takes a half. Of four narrow floats, the first two take the upper
// half and the others the lower one: ptxas 13.0 makes two machine instructions that pass the lower
// half on. That both numbers of a pair take the same 16 bits is assumed.
#ifndef LOCKSTEP_LANE_STOCHASTIC_H
#define LOCKSTEP_LANE_STOCHASTIC_H

#include "sim/lane/eight.h"

// The magnitude's bits in a float with so many fraction bits. lowest: as eight_of_f32; large: the
// largest result; random: the bits to add, from the highest digit cut off, in the upper bits.
static inline uint32_t stochastic_of_f32(float x, uint32_t fraction, uint32_t lowest,
                                         uint32_t large, uint32_t random)
{
    uint32_t magnitude = bits_of_f32(x) & 0x7fffffffu, exponent = magnitude >> 23;
    uint64_t mantissa = (magnitude & 0x7fffffu) | (exponent > 0 ? 0x800000u : 0);
    exponent = exponent > 0 ? exponent : 1;
    uint32_t shift = 23 - fraction + (exponent < lowest ? lowest - exponent : 0);
    shift = shift > 63 ? 63 : shift;
    uint64_t scaled = mantissa << 40 >> shift; // of 40 bits behind the point
    uint32_t kept = (uint32_t)((scaled + ((uint64_t)random << 8)) >> 40);
    kept += exponent < lowest ? 0 : (exponent - lowest) << fraction;
    return kept > large ? large : kept;
}

static inline uint32_t f16_stochastic(float x, uint32_t random, uint32_t large)
{
    uint32_t bits = stochastic_of_f32(x, 10, 127 - 14, large, random << 19);
    return x != x ? F16_NAN : bits | (bits_of_f32(x) >> 16 & 0x8000u);
}

static inline uint32_t bf16_stochastic(float x, uint32_t random, uint32_t large)
{
    uint32_t bits = stochastic_of_f32(x, 7, 1, large, random << 16);
    return x != x ? BF16_NAN : bits | (bits_of_f32(x) >> 16 & 0x8000u);
}

static inline uint32_t f16x2_stochastic(float a, float b, uint32_t random, uint32_t large)
{
    return f16_stochastic(a, random >> 16, large) << 16 | f16_stochastic(b, random, large);
}

static inline uint32_t bf16x2_stochastic(float a, float b, uint32_t random, uint32_t large)
{
    return bf16_stochastic(a, random >> 16, large) << 16 | bf16_stochastic(b, random, large);
}

// Without infinities; sign: the bit of the sign; nan: what a NaN becomes, without a sign.
static inline uint32_t tiny_stochastic(float x, uint32_t fraction, uint32_t lowest, uint32_t large,
                                       uint32_t sign, uint32_t nan, uint32_t random)
{
    uint32_t bits = stochastic_of_f32(x, fraction, lowest, large, random);
    return x != x ? nan : bits | (bits_of_f32(x) >> 31 != 0 ? sign : 0);
}

static inline uint32_t e4m3_stochastic(float x, uint32_t random)
{
    return tiny_stochastic(x, 3, 127 - 6, E4M3_LARGE, 0x80u, EIGHT_NAN, random);
}

static inline uint32_t e5m2_stochastic(float x, uint32_t random)
{
    return tiny_stochastic(x, 2, 127 - 14, E5M2_LARGE, 0x80u, EIGHT_NAN, random);
}

static inline uint32_t e2m1_stochastic(float x, uint32_t random)
{
    return tiny_stochastic(x, 1, 127, 0x7u, 0x8u, 0x7u, random);
}

static inline uint32_t e2m3_stochastic(float x, uint32_t random)
{
    return tiny_stochastic(x, 3, 127, 0x1fu, 0x20u, 0x1fu, random);
}

static inline uint32_t e3m2_stochastic(float x, uint32_t random)
{
    return tiny_stochastic(x, 2, 127 - 2, 0x1fu, 0x20u, 0x1fu, random);
}

#endif
