// SPDX-License-Identifier: Apache-2.0
// half (IEEE 754 binary16) on the host: its bits, conversions, and arithmetic done in float and
// rounded once. Device code has the compiler's own.
#ifndef LOCKSTEP_CUDA_FP16_H
#define LOCKSTEP_CUDA_FP16_H
#define __CUDA_FP16_H__

#include "vector_types.h"

#include <cstdint>
#include <cstring>

// Round to nearest even (IEEE 754 binary16).
static inline unsigned short __lockstepFloatToHalf(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return 0x7fff; // as the device's cvt: the canonical NaN
    }
    if (magnitude >= 0x47800000u) {
        return (unsigned short)(sign | 0x7c00u);
    }
    std::uint32_t exponent = magnitude >> 23;
    std::uint32_t shift = exponent < 113 ? 126 - exponent : 13; // subnormal below 2^-14
    if (shift > 24) {
        return (unsigned short)sign;
    }
    std::uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    std::uint32_t kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1u);
    std::uint32_t half = 1u << (shift - 1);
    kept += rest > half || (rest == half && (kept & 1u) != 0) ? 1u : 0u;
    // The leading bit of a normal number adds one to its exponent field.
    std::uint32_t base = exponent < 113 ? 0 : (exponent - 113) << 10;
    return (unsigned short)(sign | (base + kept));
}

static inline float __lockstepHalfToFloat(unsigned short value)
{
    std::uint32_t sign = (std::uint32_t)(value & 0x8000u) << 16, rest = value & 0x7fffu, bits;
    if (rest < 0x0400u) { // zero and subnormal numbers: multiples of 2^-24
        float small = (float)rest * (1.0f / 16777216.0f);
        return sign != 0 ? -small : small;
    }
    bits = rest > 0x7c00u    ? 0x7fffffffu // as the device's cvt: the canonical NaN
           : rest == 0x7c00u ? sign | 0x7f800000u
                             : sign | ((rest << 13) + 0x38000000u);
    float result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
}

#define __one                 __half
#define __two                 __half2
#define __raw                 __half_raw
#define __two_raw             __half2_raw
#define __from_float          __lockstepFloatToHalf
#define __to_float            __lockstepHalfToFloat
#define __name(before, after) before##half##after
#include "lockstep/sixteen.h"

static inline __host__ __device__ __half2 __half2half2(__half a)
{
    return __half2(a, a);
}

typedef __half half;
typedef __half2 half2;

#endif
