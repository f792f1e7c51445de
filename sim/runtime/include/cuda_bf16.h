// SPDX-License-Identifier: Apache-2.0
// bfloat16 on the host: its bits, conversions, and arithmetic done in float and rounded once.
// Device code has the compiler's own.
#ifndef LOCKSTEP_CUDA_BF16_H
#define LOCKSTEP_CUDA_BF16_H
#define __CUDA_BF16_H__

#include "vector_types.h"

#include <cstdint>
#include <cstring>

// Round to nearest even; the upper half of a float.
static inline unsigned short __lockstepFloatToBfloat16(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7fffffffu) > 0x7f800000u) {
        return 0x7fff; // as the device's cvt: the canonical NaN
    }
    return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

static inline float __lockstepBfloat16ToFloat(unsigned short value)
{
    std::uint32_t bits = (std::uint32_t)value << 16;
    float result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
}

#define __one                 __nv_bfloat16
#define __two                 __nv_bfloat162
#define __raw                 __nv_bfloat16_raw
#define __two_raw             __nv_bfloat162_raw
#define __from_float          __lockstepFloatToBfloat16
#define __to_float            __lockstepBfloat16ToFloat
#define __name(before, after) before##bfloat16##after
#include "lockstep/sixteen.h"

static inline __host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a)
{
    return __nv_bfloat162(a, a);
}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
