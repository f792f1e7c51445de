// SPDX-License-Identifier: Apache-2.0
// What __half and __nv_bfloat16 have alike, which is all but their conversions from and to float
// and which operations are instructions: here the types and the words for arithmetic, in
// lockstep_sixteen_functions.h the functions. cuda_fp16.h and cuda_bf16.h include both, after they
// defined
//   __one, __two, __raw    the type, its pair, its bits
//   __space                the namespace of its helpers from_float, to_float, from_double
//   __ptx                  its name within instructions: "f16"
//   __name(before, after)  its name within functions' names: before##half##after
// (no #pragma once: it comes once for each type; lockstep_sixteen_functions.h undefines them).

struct __align__(2) __one {
    unsigned short __x;
    __one() = default;
    __host__ __device__ __forceinline__ constexpr __one(const __raw &raw) : __x(raw.x) {}
    __device__ __forceinline__ __one(float value) : __x(__space::from_float(value)) {}
    __device__ __forceinline__ __one(double value) : __x(__space::from_double(value)) {}
    __device__ __forceinline__ __one(int value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(unsigned value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(short value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(unsigned short value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(long value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(unsigned long value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(long long value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ __one(unsigned long long value) : __x(__space::from_float((float)value)) {}
    __device__ __forceinline__ operator float() const { return __space::to_float(__x); }
    __device__ __forceinline__ operator __raw() const { __raw raw; raw.x = __x; return raw; }
    __device__ __forceinline__ explicit operator bool() const { return (__x & 0x7fff) != 0; }
    __device__ __forceinline__ explicit operator int() const { return (int)__space::to_float(__x); }
    __device__ __forceinline__ explicit operator unsigned() const { return (unsigned)__space::to_float(__x); }
    __device__ __forceinline__ explicit operator short() const { return (short)__space::to_float(__x); }
    __device__ __forceinline__ explicit operator long long() const { return (long long)__space::to_float(__x); }
    __one(const __one &) = default;
    __one &operator=(const __one &) = default;
    __device__ __forceinline__ __one &operator=(float value) { __x = __space::from_float(value); return *this; }
    __device__ __forceinline__ __one &operator=(double value) { __x = __space::from_double(value); return *this; }
    __device__ __forceinline__ __one &operator=(int value) { __x = __space::from_float((float)value); return *this; }
};

struct __align__(4) __two {
    __one x, y;
    __two() = default;
    __host__ __device__ __forceinline__ constexpr __two(const __one &a, const __one &b) : x(a), y(b) {}
};

namespace __space {
__host__ __device__ __forceinline__ constexpr __one of(unsigned short bits) { __raw raw = {}; raw.x = bits; return __one(raw); }
__device__ __forceinline__ unsigned pack(__two v) { return (unsigned)v.x.__x | (unsigned)v.y.__x << 16; }
__device__ __forceinline__ __two unpack(unsigned bits) { return __two(of((unsigned short)bits), of((unsigned short)(bits >> 16))); }
}

// An operation that is one instruction: __h<name><kind> and, of pairs, __h<name>2<kind>.
#define __unary(name, instruction)                                                                 \
    __device__ __forceinline__ __one __h##name(__one a)                                            \
    {                                                                                              \
        unsigned short r;                                                                          \
        asm(instruction "." __ptx " %0, %1;" : "=h"(r) : "h"(a.__x));                              \
        return __space::of(r);                                                                     \
    }                                                                                              \
    __device__ __forceinline__ __two __h##name##2(__two a)                                         \
    {                                                                                              \
        unsigned r;                                                                                \
        asm(instruction "." __ptx "x2 %0, %1;" : "=r"(r) : "r"(__space::pack(a)));                 \
        return __space::unpack(r);                                                                 \
    }
#define __binary_of_one(name, instruction)                                                         \
    __device__ __forceinline__ __one __h##name(__one a, __one b)                                   \
    {                                                                                              \
        unsigned short r;                                                                          \
        asm(instruction "." __ptx " %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));              \
        return __space::of(r);                                                                     \
    }
#define __binary(name, kind, instruction)                                                          \
    __binary_of_one(name##kind, instruction)                                                       \
    __device__ __forceinline__ __two __h##name##2##kind(__two a, __two b)                          \
    {                                                                                              \
        unsigned r;                                                                                \
        asm(instruction "." __ptx "x2 %0, %1, %2;" : "=r"(r) : "r"(__space::pack(a)), "r"(__space::pack(b))); \
        return __space::unpack(r);                                                                 \
    }
#define __ternary_of_one(name, instruction)                                                        \
    __device__ __forceinline__ __one __h##name(__one a, __one b, __one c)                          \
    {                                                                                              \
        unsigned short r;                                                                          \
        asm(instruction "." __ptx " %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x)); \
        return __space::of(r);                                                                     \
    }
#define __ternary(name, kind, instruction)                                                         \
    __ternary_of_one(name##kind, instruction)                                                      \
    __device__ __forceinline__ __two __h##name##2##kind(__two a, __two b, __two c)                 \
    {                                                                                              \
        unsigned r;                                                                                \
        asm(instruction "." __ptx "x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__space::pack(a)), "r"(__space::pack(b)), "r"(__space::pack(c))); \
        return __space::unpack(r);                                                                 \
    }

// An operation of pairs that is two of one.
#define __unary_of_both(name) __device__ __forceinline__ __two __h##name##2(__two a) { return __two(__h##name(a.x), __h##name(a.y)); }
#define __binary_of_both(name, kind) __device__ __forceinline__ __two __h##name##2##kind(__two a, __two b) { return __two(__h##name##kind(a.x, b.x), __h##name##kind(a.y, b.y)); }
#define __ternary_of_both(name, kind) __device__ __forceinline__ __two __h##name##2##kind(__two a, __two b, __two c) { return __two(__h##name##kind(a.x, b.x, c.x), __h##name##kind(a.y, b.y, c.y)); }

// The instructions min, max and fma.relu, and what stands for them on GPUs without.
#define __minimum                                                                                  \
    __binary(min, , "min")                                                                         \
    __binary(max, , "max")                                                                         \
    __binary_of_one(min_nan, "min.NaN")                                                            \
    __binary_of_one(max_nan, "max.NaN")                                                            \
    __ternary(fma, _relu, "fma.rn.relu")
#define __minimum_in_float                                                                         \
    __device__ __forceinline__ __one __hmin(__one a, __one b) { return __one(fminf((float)a, (float)b)); } \
    __device__ __forceinline__ __one __hmax(__one a, __one b) { return __one(fmaxf((float)a, (float)b)); } \
    __device__ __forceinline__ __one __lockstep_or_nan(__one a, __one b, __one other)              \
    {                                                                                              \
        bool is_nan = (float)a != (float)a || (float)b != (float)b;                                \
        return is_nan ? __space::of(0x7fff) : other;                                               \
    }                                                                                              \
    __device__ __forceinline__ __one __hmin_nan(__one a, __one b) { return __lockstep_or_nan(a, b, __hmin(a, b)); } \
    __device__ __forceinline__ __one __hmax_nan(__one a, __one b) { return __lockstep_or_nan(a, b, __hmax(a, b)); } \
    __device__ __forceinline__ __one __hfma_relu(__one a, __one b, __one c) { return __hmax_nan(__hfma(a, b, c), __space::of(0)); } \
    __binary_of_both(min, )                                                                        \
    __binary_of_both(max, )                                                                        \
    __ternary_of_both(fma, _relu)

// Conversions from and to an integer type, each way of rounding one instruction.
#define __from(name, type, constraint, instruction)                                                \
    __device__ __forceinline__ __one name(type a)                                                  \
    {                                                                                              \
        unsigned short r;                                                                          \
        asm(instruction " %0, %1;" : "=h"(r) : constraint(a));                                     \
        return __space::of(r);                                                                     \
    }
#define __to(name, type, constraint, instruction)                                                  \
    __device__ __forceinline__ type name(__one a)                                                  \
    {                                                                                              \
        type r;                                                                                    \
        asm(instruction " %0, %1;" : "=" constraint(r) : "h"(a.__x));                              \
        return r;                                                                                  \
    }
#define __integer(word, type, constraint, integer)                                                 \
    __from(__name(__##word##2, _rn), type, constraint, "cvt.rn." __ptx "." integer)                \
    __from(__name(__##word##2, _rz), type, constraint, "cvt.rz." __ptx "." integer)                \
    __from(__name(__##word##2, _rd), type, constraint, "cvt.rm." __ptx "." integer)                \
    __from(__name(__##word##2, _ru), type, constraint, "cvt.rp." __ptx "." integer)                \
    __to(__name(__, 2##word##_rn), type, constraint, "cvt.rni." integer "." __ptx)                 \
    __to(__name(__, 2##word##_rz), type, constraint, "cvt.rzi." integer "." __ptx)                 \
    __to(__name(__, 2##word##_rd), type, constraint, "cvt.rmi." integer "." __ptx)                 \
    __to(__name(__, 2##word##_ru), type, constraint, "cvt.rpi." integer "." __ptx)
#define __integers                                                                                 \
    __integer(int, int, "r", "s32")                                                                \
    __integer(uint, unsigned, "r", "u32")                                                          \
    __integer(short, short, "h", "s16")                                                            \
    __integer(ushort, unsigned short, "h", "u16")                                                  \
    __integer(ll, long long, "l", "s64")                                                           \
    __integer(ull, unsigned long long, "l", "u64")
