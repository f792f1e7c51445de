// SPDX-License-Identifier: Apache-2.0
// bfloat16 on the host: its bits, conversions, and arithmetic done in float and rounded once.
// Device code has the compiler's own.
#ifndef LOCKSTEP_CUDA_BF16_H
#define LOCKSTEP_CUDA_BF16_H
#define __CUDA_BF16_H__

#include "vector_types.h"

#include <cstdint>
#include <cstring>

struct __align__(2) __nv_bfloat16_raw
{
    unsigned short x;
};

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

struct __align__(2) __nv_bfloat16
{
    __nv_bfloat16() = default;
    constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x)
    {
    }
    __nv_bfloat16(float value) : __x(__lockstepFloatToBfloat16(value))
    {
    }
    __nv_bfloat16(double value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(int value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(unsigned int value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(long value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(unsigned long value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(long long value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    __nv_bfloat16(unsigned long long value) : __x(__lockstepFloatToBfloat16((float)value))
    {
    }
    operator float() const
    {
        return __lockstepBfloat16ToFloat(__x);
    }
    operator __nv_bfloat16_raw() const
    {
        __nv_bfloat16_raw raw;
        raw.x = __x;
        return raw;
    }

  protected:
    unsigned short __x;
};

struct __align__(4) __nv_bfloat162_raw
{
    unsigned short x, y;
};

struct __align__(4) __nv_bfloat162
{
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b)
    {
    }
};

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

// clang-format off
static inline __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a + (float)b); }
static inline __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a - (float)b); }
static inline __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a * (float)b); }
static inline __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16((float)a / (float)b); }
static inline __nv_bfloat16 &operator+=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = a + b; }
static inline __nv_bfloat16 &operator-=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = a - b; }
static inline __nv_bfloat16 &operator*=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = a * b; }
static inline __nv_bfloat16 &operator/=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { return a = a / b; }
static inline bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a == (float)b; }
static inline bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a != (float)b; }
static inline bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a < (float)b; }
static inline bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a > (float)b; }
static inline bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a <= (float)b; }
static inline bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return (float)a >= (float)b; }
static inline __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __nv_bfloat16(-(float)a); }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
static inline __host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
static inline __host__ __device__ float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
static inline __host__ __device__ __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
static inline __host__ __device__ __nv_bfloat16 __int2bfloat16_rn(int a) { return __nv_bfloat16(a); }
static inline __host__ __device__ int __bfloat162int_rz(__nv_bfloat16 a) { return (int)(float)a; }
static inline __host__ __device__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return a + b; }
static inline __host__ __device__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return a - b; }
static inline __host__ __device__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return a * b; }
static inline __host__ __device__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return a / b; }
static inline __host__ __device__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16((float)a * (float)b + (float)c); }
static inline __host__ __device__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -a; }
static inline __host__ __device__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return a == b; }
static inline __host__ __device__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return a < b; }
static inline __host__ __device__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return a > b; }
static inline __host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
static inline __host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
static inline __host__ __device__ __nv_bfloat162 __float2bfloat162_rn(float a) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(a)); }
static inline __host__ __device__ float2 __bfloat1622float2(__nv_bfloat162 a) { float2 v; v.x = (float)a.x; v.y = (float)a.y; return v; }
static inline __host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
static inline __host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
static inline __host__ __device__ float __low2float(__nv_bfloat162 a) { return (float)a.x; }
static inline __host__ __device__ float __high2float(__nv_bfloat162 a) { return (float)a.y; }
static inline __host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
static inline __host__ __device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
static inline __host__ __device__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x + b.x, a.y + b.y); }
static inline __host__ __device__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x - b.x, a.y - b.y); }
static inline __host__ __device__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x * b.x, a.y * b.y); }
static inline __host__ __device__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
static inline __host__ __device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return ((__nv_bfloat16_raw)a).x; }
static inline __host__ __device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { __nv_bfloat16_raw r; r.x = a; return __nv_bfloat16(r); }
// clang-format on

#endif
