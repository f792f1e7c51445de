// SPDX-License-Identifier: Apache-2.0
// Floats as bits and back, and the bit patterns that the hardware makes.
#ifndef LOCKSTEP_LANE_BITS_H
#define LOCKSTEP_LANE_BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define F32_NAN      0x7fffffffu // every NaN that f32 arithmetic makes
#define F32_INFINITY 0x7f800000u
#define TF32_NAN     0x7fffe000u
#define F16_NAN      0x7fffu
#define BF16_NAN     0x7fffu
#define F64_NAN      0xfff8000000000000u
#define F64_INFINITY 0x7ff0000000000000u

static inline float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t bits_of_f32(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double f64_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t bits_of_f64(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

#endif
