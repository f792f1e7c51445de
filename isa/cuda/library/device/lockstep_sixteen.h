// SPDX-License-Identifier: Apache-2.0
// What __half and __nv_bfloat16 have alike beside their arithmetic: roundings of integers, pairs
// compared at once, steps, cache hints. `one` and `two` are the types, `word` is their name within
// functions' names, `ptx` that within instructions, `space` the namespace of their helpers.
#pragma once

#define __LOCKSTEP_SIXTEEN_FROM(one, space, name, type, constraint, instruction)                   \
    __device__ __forceinline__ one name(type value)                                                \
    {                                                                                              \
        unsigned short bits;                                                                       \
        asm(instruction " %0, %1;" : "=h"(bits) : constraint(value));                              \
        return space::of(bits);                                                                    \
    }
#define __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, from, type, constraint, integer)           \
    __LOCKSTEP_SIXTEEN_FROM(one, space, __##from##2##word##_rz, type, constraint, "cvt.rz." ptx "." integer) \
    __LOCKSTEP_SIXTEEN_FROM(one, space, __##from##2##word##_rd, type, constraint, "cvt.rm." ptx "." integer) \
    __LOCKSTEP_SIXTEEN_FROM(one, space, __##from##2##word##_ru, type, constraint, "cvt.rp." ptx "." integer)
#define __LOCKSTEP_SIXTEEN_PAIRS(one, two, name)                                                   \
    __device__ __forceinline__ unsigned __##name##2_mask(two a, two b)                             \
    {                                                                                              \
        return (__##name(a.x, b.x) ? 0xffffu : 0u) | (__##name(a.y, b.y) ? 0xffff0000u : 0u);      \
    }                                                                                              \
    __device__ __forceinline__ two __##name##u2(two a, two b)                                      \
    {                                                                                              \
        return two(one(__##name##u(a.x, b.x) ? 1.0f : 0.0f), one(__##name##u(a.y, b.y) ? 1.0f : 0.0f)); \
    }                                                                                              \
    __device__ __forceinline__ unsigned __##name##u2_mask(two a, two b)                            \
    {                                                                                              \
        return (__##name##u(a.x, b.x) ? 0xffffu : 0u) | (__##name##u(a.y, b.y) ? 0xffff0000u : 0u); \
    }
#define __LOCKSTEP_SIXTEEN_BOTH(two, name, sign, ordered)                                          \
    __device__ __forceinline__ bool __hb##name##u2(two a, two b) { return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y); } \
    __device__ __forceinline__ bool operator sign(const two &a, const two &b) { return __hb##ordered##2(a, b); }
#define __LOCKSTEP_SIXTEEN_STEPS(one, two)                                                         \
    __device__ __forceinline__ one operator++(one &a, int) { one old = a; a = __hadd(a, one(1.0f)); return old; } \
    __device__ __forceinline__ one operator--(one &a, int) { one old = a; a = __hsub(a, one(1.0f)); return old; } \
    __device__ __forceinline__ two &operator++(two &a) { a = __hadd2(a, two(one(1.0f), one(1.0f))); return a; } \
    __device__ __forceinline__ two &operator--(two &a) { a = __hsub2(a, two(one(1.0f), one(1.0f))); return a; } \
    __device__ __forceinline__ two operator++(two &a, int) { two old = a; ++a; return old; }       \
    __device__ __forceinline__ two operator--(two &a, int) { two old = a; --a; return old; }       \
    __device__ __forceinline__ two operator+(const two &a) { return a; }                           \
    /* (a.x + i a.y) (b.x + i b.y) + c */                                                          \
    __device__ __forceinline__ two __hcmadd(two a, two b, two c)                                   \
    {                                                                                              \
        two r = __hfma2(two(a.x, a.x), b, c);                                                      \
        return __hfma2(two(__hneg(a.y), a.y), two(b.y, b.x), r);                                   \
    }
#define __LOCKSTEP_SIXTEEN_LOAD(one, two, space, name)                                             \
    __device__ __forceinline__ one name(const one *address) { return space::of(name((const unsigned short *)address)); } \
    __device__ __forceinline__ two name(const two *address) { return space::unpack(name((const unsigned *)address)); }
#define __LOCKSTEP_SIXTEEN_STORE(one, two, space, name)                                            \
    __device__ __forceinline__ void name(one *address, one value) { name((unsigned short *)address, value.__x); } \
    __device__ __forceinline__ void name(two *address, two value) { name((unsigned *)address, space::pack(value)); }
#define __LOCKSTEP_SIXTEEN(one, two, space, word, ptx)                                             \
    __device__ __forceinline__ signed char __##word##2char_rz(one a) { int whole = __##word##2int_rz(a); return (signed char)(whole < -128 ? -128 : whole > 127 ? 127 : whole); } \
    __device__ __forceinline__ unsigned char __##word##2uchar_rz(one a) { unsigned whole = __##word##2uint_rz(a); return (unsigned char)(whole > 255 ? 255 : whole); } \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, heq)                                                        \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, hne)                                                        \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, hlt)                                                        \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, hle)                                                        \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, hgt)                                                        \
    __LOCKSTEP_SIXTEEN_PAIRS(one, two, hge)                                                        \
    __LOCKSTEP_SIXTEEN_BOTH(two, eq, ==, eq)                                                       \
    __LOCKSTEP_SIXTEEN_BOTH(two, ne, !=, neu)                                                      \
    __LOCKSTEP_SIXTEEN_BOTH(two, lt, <, lt)                                                        \
    __LOCKSTEP_SIXTEEN_BOTH(two, le, <=, le)                                                       \
    __LOCKSTEP_SIXTEEN_BOTH(two, gt, >, gt)                                                        \
    __LOCKSTEP_SIXTEEN_BOTH(two, ge, >=, ge)                                                       \
    __LOCKSTEP_SIXTEEN_STEPS(one, two)                                                             \
    __LOCKSTEP_SIXTEEN_LOAD(one, two, space, __ldcg)                                               \
    __LOCKSTEP_SIXTEEN_LOAD(one, two, space, __ldca)                                               \
    __LOCKSTEP_SIXTEEN_LOAD(one, two, space, __ldcs)                                               \
    __LOCKSTEP_SIXTEEN_LOAD(one, two, space, __ldlu)                                               \
    __LOCKSTEP_SIXTEEN_LOAD(one, two, space, __ldcv)                                               \
    __LOCKSTEP_SIXTEEN_STORE(one, two, space, __stwb)                                              \
    __LOCKSTEP_SIXTEEN_STORE(one, two, space, __stcg)                                              \
    __LOCKSTEP_SIXTEEN_STORE(one, two, space, __stcs)                                              \
    __LOCKSTEP_SIXTEEN_STORE(one, two, space, __stwt)
#define __LOCKSTEP_SIXTEEN_INTEGERS(one, space, word, ptx)                                         \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, int, int, "r", "s32")                          \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, uint, unsigned, "r", "u32")                    \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, short, short, "h", "s16")                      \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, ushort, unsigned short, "h", "u16")            \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, ll, long long, "l", "s64")                     \
    __LOCKSTEP_SIXTEEN_ROUND(one, space, word, ptx, ull, unsigned long long, "l", "u64")
