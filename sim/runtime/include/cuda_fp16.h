// SPDX-License-Identifier: Apache-2.0
// half (IEEE 754 binary16) on the host: its bits, conversions, and arithmetic done in float and
// rounded once. Device code has the compiler's own.
#ifndef LOCKSTEP_CUDA_FP16_H
#define LOCKSTEP_CUDA_FP16_H
#define __CUDA_FP16_H__

#include "vector_types.h"

#include <cstdint>
#include <cstring>

struct __align__(2) __half_raw
{
    unsigned short x;
};

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
    bits =
        sign | (rest >= 0x7c00u ? 0x7f800000u | (rest & 0x3ffu) << 13 : (rest << 13) + 0x38000000u);
    float result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
}

struct __align__(2) __half
{
    __half() = default;
    constexpr __half(const __half_raw &raw) : __x(raw.x)
    {
    }
    __half(float value) : __x(__lockstepFloatToHalf(value))
    {
    }
    __half(double value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(int value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(unsigned int value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(long value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(unsigned long value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(long long value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    __half(unsigned long long value) : __x(__lockstepFloatToHalf((float)value))
    {
    }
    operator float() const
    {
        return __lockstepHalfToFloat(__x);
    }
    operator __half_raw() const
    {
        __half_raw raw;
        raw.x = __x;
        return raw;
    }

  protected:
    unsigned short __x;
};

struct __align__(4) __half2_raw
{
    unsigned short x, y;
};

struct __align__(4) __half2
{
    __half x, y;
    __half2() = default;
    __half2(const __half &a, const __half &b) : x(a), y(b)
    {
    }
};

typedef __half half;
typedef __half2 half2;

// clang-format off
static inline __half operator+(const __half &a, const __half &b) { return __half((float)a + (float)b); }
static inline __half operator-(const __half &a, const __half &b) { return __half((float)a - (float)b); }
static inline __half operator*(const __half &a, const __half &b) { return __half((float)a * (float)b); }
static inline __half operator/(const __half &a, const __half &b) { return __half((float)a / (float)b); }
static inline __half &operator+=(__half &a, const __half &b) { return a = a + b; }
static inline __half &operator-=(__half &a, const __half &b) { return a = a - b; }
static inline __half &operator*=(__half &a, const __half &b) { return a = a * b; }
static inline __half &operator/=(__half &a, const __half &b) { return a = a / b; }
static inline bool operator==(const __half &a, const __half &b) { return (float)a == (float)b; }
static inline bool operator!=(const __half &a, const __half &b) { return (float)a != (float)b; }
static inline bool operator<(const __half &a, const __half &b) { return (float)a < (float)b; }
static inline bool operator>(const __half &a, const __half &b) { return (float)a > (float)b; }
static inline bool operator<=(const __half &a, const __half &b) { return (float)a <= (float)b; }
static inline bool operator>=(const __half &a, const __half &b) { return (float)a >= (float)b; }
static inline __half operator-(const __half &a) { return __half(-(float)a); }
static inline __host__ __device__ __half __float2half(float a) { return __half(a); }
static inline __host__ __device__ __half __float2half_rn(float a) { return __half(a); }
static inline __host__ __device__ float __half2float(__half a) { return (float)a; }
static inline __host__ __device__ __half __double2half(double a) { return __half(a); }
static inline __host__ __device__ __half __int2half_rn(int a) { return __half(a); }
static inline __host__ __device__ int __half2int_rz(__half a) { return (int)(float)a; }
static inline __host__ __device__ __half __hadd(__half a, __half b) { return a + b; }
static inline __host__ __device__ __half __hsub(__half a, __half b) { return a - b; }
static inline __host__ __device__ __half __hmul(__half a, __half b) { return a * b; }
static inline __host__ __device__ __half __hdiv(__half a, __half b) { return a / b; }
static inline __host__ __device__ __half __hfma(__half a, __half b, __half c) { return __half((float)a * (float)b + (float)c); }
static inline __host__ __device__ __half __hneg(__half a) { return -a; }
static inline __host__ __device__ bool __heq(__half a, __half b) { return a == b; }
static inline __host__ __device__ bool __hlt(__half a, __half b) { return a < b; }
static inline __host__ __device__ bool __hgt(__half a, __half b) { return a > b; }
static inline __host__ __device__ __half2 make_half2(__half a, __half b) { return __half2(a, b); }
static inline __host__ __device__ __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
static inline __host__ __device__ __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
static inline __host__ __device__ float2 __half22float2(__half2 a) { float2 v; v.x = (float)a.x; v.y = (float)a.y; return v; }
static inline __host__ __device__ __half __low2half(__half2 a) { return a.x; }
static inline __host__ __device__ __half __high2half(__half2 a) { return a.y; }
static inline __host__ __device__ float __low2float(__half2 a) { return (float)a.x; }
static inline __host__ __device__ float __high2float(__half2 a) { return (float)a.y; }
static inline __host__ __device__ __half2 __half2half2(__half a) { return __half2(a, a); }
static inline __host__ __device__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
static inline __host__ __device__ __half2 __hadd2(__half2 a, __half2 b) { return __half2(a.x + b.x, a.y + b.y); }
static inline __host__ __device__ __half2 __hsub2(__half2 a, __half2 b) { return __half2(a.x - b.x, a.y - b.y); }
static inline __host__ __device__ __half2 __hmul2(__half2 a, __half2 b) { return __half2(a.x * b.x, a.y * b.y); }
static inline __host__ __device__ __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
static inline __host__ __device__ unsigned short __half_as_ushort(__half a) { return ((__half_raw)a).x; }
static inline __host__ __device__ __half __ushort_as_half(unsigned short a) { __half_raw r; r.x = a; return __half(r); }
// clang-format on

#endif
