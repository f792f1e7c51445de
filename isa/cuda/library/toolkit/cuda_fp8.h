// SPDX-License-Identifier: Apache-2.0
// 8-bit floats, e4m3 and e5m2: CUDA Math API, "FP8 Intrinsics". Conversions round to nearest even;
// out of range, they saturate (__NV_SATFINITE), or give infinity (e5m2) and NaN (e4m3). Bit for bit
// as nvcc's host code. GPUs from compute capability 8.9 on have instructions for those that
// saturate. Leaves out e8m0.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#define __fp8_function static inline __host__ __device__
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
#define __fp8_has_instructions 1
#endif

namespace __lockstep_fp8
{
// A float's magnitude with `fraction` bits of fraction: the code without sign. NaNs are the
// caller's.
template <int fraction, int bias, class Word>
__fp8_function unsigned int narrow(Word magnitude, bool saturates, bool is_e4m3)
{
    const int kept_fraction = is_e4m3 ? 3 : 2, lowest = bias - (is_e4m3 ? 6 : 14);
    const unsigned int largest = is_e4m3 ? 0x7eu : 0x7bu;
    const int exponent = (int)(magnitude >> fraction);
    int shift = fraction - kept_fraction + (exponent < lowest ? lowest - exponent : 0);
    shift = shift > fraction + 2 ? fraction + 2 : shift; // less than half of the smallest number
    const Word one = 1, half = one << (shift - 1);
    const Word mantissa = (magnitude & ((one << fraction) - 1)) | one << fraction;
    const Word rest = mantissa & (2 * half - 1);
    unsigned int kept = (unsigned int)(mantissa >> shift);
    kept += rest > half || (rest == half && (kept & 1) != 0) ? 1 : 0;
    kept += exponent < lowest ? 0 : (unsigned int)(exponent - lowest) << kept_fraction;
    return kept <= largest ? kept : saturates ? largest : largest + 1;
}
__fp8_function unsigned int bits_of(float x)
{
    union {
        float real;
        unsigned int bits;
    } both = {x};
    return both.bits;
}
__fp8_function unsigned long long bits_of(double x)
{
    union {
        double real;
        unsigned long long bits;
    } both = {x};
    return both.bits;
}
__fp8_function unsigned short half_of(unsigned int code, bool is_e4m3)
{
    const unsigned int sign = (code & 0x80u) << 8, magnitude = code & 0x7fu;
    if (magnitude > (is_e4m3 ? 0x7eu : 0x7cu)) {
        return 0x7fff;
    }
    if (!is_e4m3 || magnitude == 0) {
        return (unsigned short)(code << 8);
    }
    if (magnitude >= 8) { // the exponents differ by 8
        return (unsigned short)(sign | ((magnitude << 7) + (8u << 10)));
    }
    const unsigned int digits = magnitude >= 4 ? 2 : magnitude >= 2 ? 1 : 0;
    return (unsigned short)(sign | (6 + digits) << 10 | (magnitude << (10 - digits) & 0x3ffu));
}
__fp8_function __half half_from(unsigned short bits)
{
    __half_raw raw;
    raw.x = bits;
    return __half(raw);
}
__fp8_function unsigned short bits_of(__half x)
{
    return static_cast<__half_raw>(x).x;
}
__fp8_function float float_of(__half_raw x)
{
    return __half2float(__half(x));
}
__fp8_function float float_of(__nv_bfloat16_raw x)
{
    return __bfloat162float(__nv_bfloat16(x));
}
// To integers, towards zero; what is too large becomes the largest or smallest one, NaN becomes 0.
template <class Integer> __fp8_function Integer clamp(float x, Integer smallest, Integer largest)
{
    return x != x                 ? Integer(0)
           : x >= (float)largest  ? largest
           : x <= (float)smallest ? smallest
                                  : (Integer)x;
}
} // namespace __lockstep_fp8

__fp8_function __nv_fp8_storage_t
__nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate,
                       const __nv_fp8_interpretation_t fp8_interpretation)
{
    const bool is_e4m3 = fp8_interpretation == __NV_E4M3;
    const unsigned long long bits = __lockstep_fp8::bits_of(x),
                             magnitude = bits & 0x7fffffffffffffffull;
    const unsigned int code =
        magnitude > 0x7ff0000000000000ull
            ? (is_e4m3 ? 0x7fu : 0x7eu)
            : __lockstep_fp8::narrow<52, 1023>(magnitude, saturate == __NV_SATFINITE, is_e4m3);
    return (__nv_fp8_storage_t)(code | (unsigned int)(bits >> 56 & 0x80u));
}

__fp8_function __nv_fp8_storage_t
__nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate,
                      const __nv_fp8_interpretation_t fp8_interpretation)
{
#ifdef __fp8_has_instructions
    if (saturate == __NV_SATFINITE) {
        unsigned short pair;
        if (fp8_interpretation == __NV_E4M3) {
            asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        } else {
            asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(0.0f), "f"(x));
        }
        return (__nv_fp8_storage_t)pair;
    }
#endif
    const unsigned int bits = __lockstep_fp8::bits_of(x), magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) {
        return 0x7f;
    }
    return (__nv_fp8_storage_t)(__lockstep_fp8::narrow<23, 127>(magnitude,
                                                                saturate == __NV_SATFINITE,
                                                                fp8_interpretation == __NV_E4M3) |
                                (bits >> 24 & 0x80u));
}

__fp8_function __nv_fp8_storage_t
__nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate,
                        const __nv_fp8_interpretation_t fp8_interpretation)
{
    return __nv_cvt_float_to_fp8(__lockstep_fp8::float_of(x), saturate, fp8_interpretation);
}

__fp8_function __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t saturate,
                            const __nv_fp8_interpretation_t fp8_interpretation)
{
    return __nv_cvt_float_to_fp8(__lockstep_fp8::float_of(x), saturate, fp8_interpretation);
}

__fp8_function __half_raw __nv_cvt_fp8_to_halfraw(
    const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t fp8_interpretation)
{
    __half_raw raw;
#ifdef __fp8_has_instructions
    unsigned int pair;
    if (fp8_interpretation == __NV_E4M3) {
        asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"((unsigned short)x));
    } else {
        asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(pair) : "h"((unsigned short)x));
    }
    raw.x = (unsigned short)pair;
#else
    raw.x = __lockstep_fp8::half_of(x, fp8_interpretation == __NV_E4M3);
#endif
    return raw;
}

// Of two at once; the first is in the low half.
__fp8_function __nv_fp8x2_storage_t
__nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t saturate,
                          const __nv_fp8_interpretation_t fp8_interpretation)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, fp8_interpretation) |
                                  __nv_cvt_double_to_fp8(x.y, saturate, fp8_interpretation) << 8);
}

__fp8_function __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate,
                         const __nv_fp8_interpretation_t fp8_interpretation)
{
#ifdef __fp8_has_instructions
    if (saturate == __NV_SATFINITE) {
        unsigned short pair;
        if (fp8_interpretation == __NV_E4M3) {
            asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(x.y), "f"(x.x));
        } else {
            asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(pair) : "f"(x.y), "f"(x.x));
        }
        return pair;
    }
#endif
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, fp8_interpretation) |
                                  __nv_cvt_float_to_fp8(x.y, saturate, fp8_interpretation) << 8);
}

__fp8_function __nv_fp8x2_storage_t
__nv_cvt_halfraw2_to_fp8x2(const __half2_raw x, const __nv_saturation_t saturate,
                           const __nv_fp8_interpretation_t fp8_interpretation)
{
#ifdef __fp8_has_instructions
    if (saturate == __NV_SATFINITE) {
        unsigned short pair;
        const unsigned int both = x.x | (unsigned int)x.y << 16;
        if (fp8_interpretation == __NV_E4M3) {
            asm("cvt.rn.satfinite.e4m3x2.f16x2 %0, %1;" : "=h"(pair) : "r"(both));
        } else {
            asm("cvt.rn.satfinite.e5m2x2.f16x2 %0, %1;" : "=h"(pair) : "r"(both));
        }
        return pair;
    }
#endif
    __half_raw low, high;
    low.x = x.x;
    high.x = x.y;
    return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(low, saturate, fp8_interpretation) |
                                  __nv_cvt_halfraw_to_fp8(high, saturate, fp8_interpretation) << 8);
}

__fp8_function __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(const __nv_bfloat162_raw x, const __nv_saturation_t saturate,
                               const __nv_fp8_interpretation_t fp8_interpretation)
{
    __nv_bfloat16_raw low, high;
    low.x = x.x;
    high.x = x.y;
    float2 both;
    both.x = __lockstep_fp8::float_of(low);
    both.y = __lockstep_fp8::float_of(high);
    return __nv_cvt_float2_to_fp8x2(both, saturate, fp8_interpretation);
}

__fp8_function __half2_raw __nv_cvt_fp8x2_to_halfraw2(
    const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t fp8_interpretation)
{
    __half2_raw raw;
#ifdef __fp8_has_instructions
    unsigned int pair;
    if (fp8_interpretation == __NV_E4M3) {
        asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(pair) : "h"(x));
    } else {
        asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(pair) : "h"(x));
    }
    raw.x = (unsigned short)pair;
    raw.y = (unsigned short)(pair >> 16);
#else
    raw.x = __lockstep_fp8::half_of(x & 0xffu, fp8_interpretation == __NV_E4M3);
    raw.y = __lockstep_fp8::half_of(x >> 8, fp8_interpretation == __NV_E4M3);
#endif
    return raw;
}

namespace __lockstep_fp8
{
__fp8_function __half2_raw raw_of(__half2 x)
{
    __half2_raw raw;
    raw.x = static_cast<__half_raw>(x.x).x;
    raw.y = static_cast<__half_raw>(x.y).x;
    return raw;
}
__fp8_function __nv_bfloat162_raw raw_of(__nv_bfloat162 x)
{
    __nv_bfloat162_raw raw;
    raw.x = static_cast<__nv_bfloat16_raw>(x.x).x;
    raw.y = static_cast<__nv_bfloat16_raw>(x.y).x;
    return raw;
}
__fp8_function float2 floats(float x, float y)
{
    float2 both;
    both.x = x;
    both.y = y;
    return both;
}
__fp8_function double2 doubles(double x, double y)
{
    double2 both;
    both.x = x;
    both.y = y;
    return both;
}
__fp8_function __half2 halves(__half2_raw raw)
{
    return __half2(half_from(raw.x), half_from(raw.y));
}
__fp8_function float2 floats(__half2_raw raw)
{
    return floats(__half2float(half_from(raw.x)), __half2float(half_from(raw.y)));
}
__fp8_function unsigned int pair(__nv_fp8x2_storage_t low, __nv_fp8x2_storage_t high)
{
    return low | (unsigned int)high << 16;
}
} // namespace __lockstep_fp8

#define __fp8_method explicit __host__ __device__
#define __fp8_from(name, kind, type)                                                               \
    __fp8_method name(const type value)                                                            \
    {                                                                                              \
        __x = __nv_cvt_float_to_fp8((float)value, __NV_SATFINITE, kind);                           \
    }
#define __fp8_from_wide(name, kind, type)                                                          \
    __fp8_method name(const type value)                                                            \
    {                                                                                              \
        __x = __nv_cvt_double_to_fp8((double)value, __NV_SATFINITE, kind);                         \
    }
#define __fp8_to(type, smallest, largest)                                                          \
    __fp8_method operator type() const                                                             \
    {                                                                                              \
        return __lockstep_fp8::clamp<type>(float(*this), smallest, largest);                       \
    }
#define __fp8_define(name, name2, name4, kind)                                                     \
    struct __align__(1) name                                                                       \
    {                                                                                              \
        __nv_fp8_storage_t __x;                                                                    \
        name() = default;                                                                          \
        __fp8_method name(const __half f)                                                          \
        {                                                                                          \
            __x = __nv_cvt_halfraw_to_fp8(static_cast<__half_raw>(f), __NV_SATFINITE, kind);       \
        }                                                                                          \
        __fp8_method name(const __nv_bfloat16 f)                                                   \
        {                                                                                          \
            __x = __nv_cvt_bfloat16raw_to_fp8(static_cast<__nv_bfloat16_raw>(f), __NV_SATFINITE,   \
                                              kind);                                               \
        }                                                                                          \
        __fp8_from(name, kind, float) __fp8_from_wide(name, kind, double)                          \
            __fp8_from(name, kind, unsigned short int) __fp8_from(name, kind, unsigned int)        \
                __fp8_from(name, kind, unsigned long int)                                          \
                    __fp8_from(name, kind, unsigned long long int)                                 \
                        __fp8_from(name, kind, short int) __fp8_from(name, kind, int)              \
                            __fp8_from(name, kind, long int) __fp8_from(name, kind, long long int) \
                                __fp8_method                                                       \
                                operator __half() const                                            \
        {                                                                                          \
            return __half(__nv_cvt_fp8_to_halfraw(__x, kind));                                     \
        }                                                                                          \
        __fp8_method operator float() const                                                        \
        {                                                                                          \
            return __half2float(__half(__nv_cvt_fp8_to_halfraw(__x, kind)));                       \
        }                                                                                          \
        __fp8_method operator __nv_bfloat16() const                                                \
        {                                                                                          \
            return __float2bfloat16(float(*this));                                                 \
        }                                                                                          \
        __fp8_method operator double() const                                                       \
        {                                                                                          \
            return (double)float(*this);                                                           \
        }                                                                                          \
        __fp8_to(unsigned char, 0, 255) __fp8_to(signed char, -128, 127) __fp8_method              \
        operator char() const                                                                      \
        {                                                                                          \
            return char(-1) < 0 ? (char)(signed char)*this : (char)(unsigned char)*this;           \
        }                                                                                          \
        __fp8_to(unsigned short int, 0, 65535) __fp8_to(short int, -32768, 32767)                  \
            __fp8_to(unsigned int, 0, 0xffffffffu) __fp8_to(int, -0x7fffffff - 1, 0x7fffffff)      \
                __fp8_to(unsigned long int, 0, ~0ul)                                               \
                    __fp8_to(long int, (long int)(~0ul >> 1) * -1 - 1, (long int)(~0ul >> 1))      \
                        __fp8_to(unsigned long long int, 0, ~0ull)                                 \
                            __fp8_to(long long int, (long long int)(~0ull >> 1) * -1 - 1,          \
                                     (long long int)(~0ull >> 1)) __fp8_method                     \
                            operator bool() const                                                  \
        {                                                                                          \
            return (__x & 0x7f) != 0;                                                              \
        }                                                                                          \
    };                                                                                             \
    struct __align__(2) name2                                                                      \
    {                                                                                              \
        __nv_fp8x2_storage_t __x;                                                                  \
        name2() = default;                                                                         \
        __fp8_method name2(const __half2 f)                                                        \
        {                                                                                          \
            __x = __nv_cvt_halfraw2_to_fp8x2(__lockstep_fp8::raw_of(f), __NV_SATFINITE, kind);     \
        }                                                                                          \
        __fp8_method name2(const __nv_bfloat162 f)                                                 \
        {                                                                                          \
            __x = __nv_cvt_bfloat16raw2_to_fp8x2(__lockstep_fp8::raw_of(f), __NV_SATFINITE, kind); \
        }                                                                                          \
        __fp8_method name2(const float2 f)                                                         \
        {                                                                                          \
            __x = __nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, kind);                               \
        }                                                                                          \
        __fp8_method name2(const double2 f)                                                        \
        {                                                                                          \
            __x = __nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, kind);                              \
        }                                                                                          \
        __fp8_method operator __half2() const                                                      \
        {                                                                                          \
            return __lockstep_fp8::halves(__nv_cvt_fp8x2_to_halfraw2(__x, kind));                  \
        }                                                                                          \
        __fp8_method operator float2() const                                                       \
        {                                                                                          \
            return __lockstep_fp8::floats(__nv_cvt_fp8x2_to_halfraw2(__x, kind));                  \
        }                                                                                          \
    };                                                                                             \
    struct __align__(4) name4                                                                      \
    {                                                                                              \
        __nv_fp8x4_storage_t __x;                                                                  \
        name4() = default;                                                                         \
        __fp8_method name4(const __half2 low, const __half2 high)                                  \
        {                                                                                          \
            __x = __lockstep_fp8::pair(name2(low).__x, name2(high).__x);                           \
        }                                                                                          \
        __fp8_method name4(const __nv_bfloat162 low, const __nv_bfloat162 high)                    \
        {                                                                                          \
            __x = __lockstep_fp8::pair(name2(low).__x, name2(high).__x);                           \
        }                                                                                          \
        __fp8_method name4(const float4 f)                                                         \
        {                                                                                          \
            __x = __lockstep_fp8::pair(name2(__lockstep_fp8::floats(f.x, f.y)).__x,                \
                                       name2(__lockstep_fp8::floats(f.z, f.w)).__x);               \
        }                                                                                          \
        __fp8_method name4(const double4 f)                                                        \
        {                                                                                          \
            __x = __lockstep_fp8::pair(name2(__lockstep_fp8::doubles(f.x, f.y)).__x,               \
                                       name2(__lockstep_fp8::doubles(f.z, f.w)).__x);              \
        }                                                                                          \
        __fp8_method operator float4() const                                                       \
        {                                                                                          \
            const float2 low = __lockstep_fp8::floats(                                             \
                __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)__x, kind));                      \
            const float2 high = __lockstep_fp8::floats(                                            \
                __nv_cvt_fp8x2_to_halfraw2((__nv_fp8x2_storage_t)(__x >> 16), kind));              \
            float4 all;                                                                            \
            all.x = low.x;                                                                         \
            all.y = low.y;                                                                         \
            all.z = high.x;                                                                        \
            all.w = high.y;                                                                        \
            return all;                                                                            \
        }                                                                                          \
    };

__fp8_define(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, __NV_E4M3)
    __fp8_define(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, __NV_E5M2)

#undef __fp8_define
#undef __fp8_to
#undef __fp8_from_wide
#undef __fp8_from
#undef __fp8_method
#undef __fp8_has_instructions
#undef __fp8_function

#endif
