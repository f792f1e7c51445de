// SPDX-License-Identifier: Apache-2.0
// Video intrinsics: two halves or four bytes of a word at once, in ordinary integer operations
// (Warren, "Hacker's Delight", 2-18). Below, `top` has the top bit of each part set; a part's
// result never carries into the next.
#ifndef LOCKSTEP_MATH_SIMD_H
#define LOCKSTEP_MATH_SIMD_H

#include "math_primitive.h"

__device__ __forceinline__ unsigned int __lockstep_parts_add(unsigned int a, unsigned int b,
                                                             unsigned int top)
{
    return ((a & ~top) + (b & ~top)) ^ ((a ^ b) & top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_sub(unsigned int a, unsigned int b,
                                                             unsigned int top)
{
    return ((a | top) - (b & ~top)) ^ ((a ^ ~b) & top);
}

// Parts all ones where their top bit is set in `bits`, which has no others.
__device__ __forceinline__ unsigned int __lockstep_parts_fill(unsigned int bits, unsigned int top)
{
    unsigned int low = bits >> (top == 0x80008000u ? 15 : 7);
    return bits | (bits - low);
}

// Top bits where a == b, and where a >= b.
__device__ __forceinline__ unsigned int __lockstep_parts_eq(unsigned int a, unsigned int b,
                                                            unsigned int top)
{
    unsigned int c = a ^ b;
    return ~(((c & ~top) + ~top) | c) & top;
}

__device__ __forceinline__ unsigned int __lockstep_parts_geu(unsigned int a, unsigned int b,
                                                             unsigned int top)
{
    unsigned int d = (a | top) - (b & ~top);
    return ((a & ~b) | (~(a ^ b) & d)) & top;
}

__device__ __forceinline__ unsigned int __lockstep_parts_ges(unsigned int a, unsigned int b,
                                                             unsigned int top)
{
    return __lockstep_parts_geu(a ^ top, b ^ top, top);
}

// a where the top bit is set, else b.
__device__ __forceinline__ unsigned int __lockstep_parts_choose(unsigned int a, unsigned int b,
                                                                unsigned int bits, unsigned int top)
{
    unsigned int mask = __lockstep_parts_fill(bits, top);
    return (a & mask) | (b & ~mask);
}

// Saturated: signed ones to the limit of a's sign.
__device__ __forceinline__ unsigned int __lockstep_parts_addss(unsigned int a, unsigned int b,
                                                               unsigned int top)
{
    unsigned int sum = __lockstep_parts_add(a, b, top);
    unsigned int limit = __lockstep_parts_fill(a & top, top) ^ ~top;
    return __lockstep_parts_choose(limit, sum, ~(a ^ b) & (a ^ sum) & top, top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_subss(unsigned int a, unsigned int b,
                                                               unsigned int top)
{
    unsigned int difference = __lockstep_parts_sub(a, b, top);
    unsigned int limit = __lockstep_parts_fill(a & top, top) ^ ~top;
    return __lockstep_parts_choose(limit, difference, (a ^ b) & (a ^ difference) & top, top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_addus(unsigned int a, unsigned int b,
                                                               unsigned int top)
{
    unsigned int sum = __lockstep_parts_add(a, b, top);
    return sum | __lockstep_parts_fill(((a & b) | ((a | b) & ~sum)) & top, top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_subus(unsigned int a, unsigned int b,
                                                               unsigned int top)
{
    unsigned int mask = __lockstep_parts_fill(__lockstep_parts_geu(a, b, top), top);
    return __lockstep_parts_sub(a, b, top) & mask;
}

__device__ __forceinline__ unsigned int __lockstep_parts_maxu(unsigned int a, unsigned int b,
                                                              unsigned int top)
{
    return __lockstep_parts_choose(a, b, __lockstep_parts_geu(a, b, top), top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_minu(unsigned int a, unsigned int b,
                                                              unsigned int top)
{
    return __lockstep_parts_choose(b, a, __lockstep_parts_geu(a, b, top), top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_maxs(unsigned int a, unsigned int b,
                                                              unsigned int top)
{
    return __lockstep_parts_choose(a, b, __lockstep_parts_ges(a, b, top), top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_mins(unsigned int a, unsigned int b,
                                                              unsigned int top)
{
    return __lockstep_parts_choose(b, a, __lockstep_parts_ges(a, b, top), top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_absdiffu(unsigned int a, unsigned int b,
                                                                  unsigned int top)
{
    return __lockstep_parts_sub(__lockstep_parts_maxu(a, b, top), __lockstep_parts_minu(a, b, top),
                                top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_absdiffs(unsigned int a, unsigned int b,
                                                                  unsigned int top)
{
    return __lockstep_parts_sub(__lockstep_parts_maxs(a, b, top), __lockstep_parts_mins(a, b, top),
                                top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_haddu(unsigned int a, unsigned int b,
                                                               unsigned int top)
{
    return (a & b) + (((a ^ b) & ~(top >> (top == 0x80008000u ? 15 : 7))) >> 1);
}

__device__ __forceinline__ unsigned int __lockstep_parts_avgu(unsigned int a, unsigned int b,
                                                              unsigned int top)
{
    return (a | b) - (((a ^ b) & ~(top >> (top == 0x80008000u ? 15 : 7))) >> 1);
}

__device__ __forceinline__ unsigned int __lockstep_parts_abs(unsigned int a, unsigned int top)
{
    unsigned int mask = __lockstep_parts_fill(a & top, top);
    return __lockstep_parts_sub(a ^ mask, mask, top);
}

__device__ __forceinline__ unsigned int __lockstep_parts_sum(unsigned int a, unsigned int top)
{
    if (top == 0x80008000u)
        return (a & 0xffffu) + (a >> 16);
    a = (a & 0x00ff00ffu) + (a >> 8 & 0x00ff00ffu);
    return (a & 0xffffu) + (a >> 16);
}

// The average of signed parts, halves away from zero below it and up above: (a + b + (a + b >= 0))
// / 2 rounded down, part by part.
__device__ inline unsigned int __lockstep_parts_avgs(unsigned int a, unsigned int b,
                                                     unsigned int top)
{
    int width = top == 0x80008000u ? 16 : 8;
    unsigned int r = 0;
    for (int shift = 0; shift < 32; shift += width) {
        int left = 32 - width - shift;
        int x = (int)(a << left) >> (32 - width);
        int y = (int)(b << left) >> (32 - width);
        int average = (x + y + (x + y >= 0 ? 1 : 0)) >> 1;
        r |= ((unsigned int)average & (0xffffffffu >> (32 - width))) << shift;
    }
    return r;
}

// -- the functions, a pair a row: name2 of halves, name4 of bytes

#define __LOCKSTEP_VIDEO(name, expression)                                                         \
    __device__ __forceinline__ unsigned int name##2(unsigned int a, unsigned int b)                \
    {                                                                                              \
        const unsigned int top = 0x80008000u;                                                      \
        return expression;                                                                         \
    }                                                                                              \
    __device__ __forceinline__ unsigned int name##4(unsigned int a, unsigned int b)                \
    {                                                                                              \
        const unsigned int top = 0x80808080u;                                                      \
        return expression;                                                                         \
    }

#define __LOCKSTEP_VIDEO1(name, expression)                                                        \
    __device__ __forceinline__ unsigned int name##2(unsigned int a)                                \
    {                                                                                              \
        const unsigned int top = 0x80008000u;                                                      \
        return expression;                                                                         \
    }                                                                                              \
    __device__ __forceinline__ unsigned int name##4(unsigned int a)                                \
    {                                                                                              \
        const unsigned int top = 0x80808080u;                                                      \
        return expression;                                                                         \
    }

// Comparisons: __vcmp fills the part with ones, __vset makes it 1.
#define __LOCKSTEP_COMPARE(name, bits)                                                             \
    __LOCKSTEP_VIDEO(__vcmp##name, __lockstep_parts_fill(bits, top))                               \
    __LOCKSTEP_VIDEO(__vset##name, (bits) >> (top == 0x80008000u ? 15 : 7))

__LOCKSTEP_VIDEO(__vadd, __lockstep_parts_add(a, b, top))
__LOCKSTEP_VIDEO(__vsub, __lockstep_parts_sub(a, b, top))
__LOCKSTEP_VIDEO(__vaddss, __lockstep_parts_addss(a, b, top))
__LOCKSTEP_VIDEO(__vsubss, __lockstep_parts_subss(a, b, top))
__LOCKSTEP_VIDEO(__vaddus, __lockstep_parts_addus(a, b, top))
__LOCKSTEP_VIDEO(__vsubus, __lockstep_parts_subus(a, b, top))
__LOCKSTEP_VIDEO(__vmaxu, __lockstep_parts_maxu(a, b, top))
__LOCKSTEP_VIDEO(__vminu, __lockstep_parts_minu(a, b, top))
__LOCKSTEP_VIDEO(__vmaxs, __lockstep_parts_maxs(a, b, top))
__LOCKSTEP_VIDEO(__vmins, __lockstep_parts_mins(a, b, top))
__LOCKSTEP_VIDEO(__vabsdiffu, __lockstep_parts_absdiffu(a, b, top))
__LOCKSTEP_VIDEO(__vabsdiffs, __lockstep_parts_absdiffs(a, b, top))
__LOCKSTEP_VIDEO(__vhaddu, __lockstep_parts_haddu(a, b, top))
__LOCKSTEP_VIDEO(__vavgu, __lockstep_parts_avgu(a, b, top))
__LOCKSTEP_VIDEO(__vavgs, __lockstep_parts_avgs(a, b, top))
__LOCKSTEP_VIDEO(__vsadu, __lockstep_parts_sum(__lockstep_parts_absdiffu(a, b, top), top))
__LOCKSTEP_VIDEO(__vsads, __lockstep_parts_sum(__lockstep_parts_absdiffs(a, b, top), top))
__LOCKSTEP_VIDEO1(__vabs, __lockstep_parts_abs(a, top))
__LOCKSTEP_VIDEO1(__vabsss, __lockstep_parts_minu(__lockstep_parts_abs(a, top), ~top, top))
__LOCKSTEP_VIDEO1(__vneg, __lockstep_parts_sub(0u, a, top))
__LOCKSTEP_VIDEO1(__vnegss, __lockstep_parts_subss(0u, a, top))
__LOCKSTEP_COMPARE(eq, __lockstep_parts_eq(a, b, top))
__LOCKSTEP_COMPARE(ne, (__lockstep_parts_eq(a, b, top) ^ top))
__LOCKSTEP_COMPARE(geu, __lockstep_parts_geu(a, b, top))
__LOCKSTEP_COMPARE(leu, __lockstep_parts_geu(b, a, top))
__LOCKSTEP_COMPARE(gtu, (__lockstep_parts_geu(b, a, top) ^ top))
__LOCKSTEP_COMPARE(ltu, (__lockstep_parts_geu(a, b, top) ^ top))
__LOCKSTEP_COMPARE(ges, __lockstep_parts_ges(a, b, top))
__LOCKSTEP_COMPARE(les, __lockstep_parts_ges(b, a, top))
__LOCKSTEP_COMPARE(gts, (__lockstep_parts_ges(b, a, top) ^ top))
__LOCKSTEP_COMPARE(lts, (__lockstep_parts_ges(a, b, top) ^ top))

// Halfwords as the instructions of dynamic programming take them: of three values, after a sum that
// wraps around, not below zero (relu), or with the winner of each half.
#define __LOCKSTEP_HALFWORDS(type, letter, extreme, compare)                                       \
    __device__ __forceinline__ unsigned int __vi##extreme##3_##type##16x2(                         \
        unsigned int a, unsigned int b, unsigned int c)                                            \
    {                                                                                              \
        return __v##extreme##letter##2(__v##extreme##letter##2(a, b), c);                          \
    }                                                                                              \
    __device__ __forceinline__ unsigned int __viadd##extreme##_##type##16x2(                       \
        unsigned int a, unsigned int b, unsigned int c)                                            \
    {                                                                                              \
        return __v##extreme##letter##2(__vadd2(a, b), c);                                          \
    }                                                                                              \
    __device__ __forceinline__ unsigned int __vib##extreme##_##type##16x2(                         \
        unsigned int a, unsigned int b, bool *is_first_high, bool *is_first_low)                   \
    {                                                                                              \
        unsigned int is_first = __vset##compare##2(a, b);                                          \
        *is_first_high = is_first >> 16 != 0;                                                      \
        *is_first_low = (is_first & 1) != 0;                                                       \
        return __v##extreme##letter##2(a, b);                                                      \
    }

#define __LOCKSTEP_HALFWORDS_RELU(extreme)                                                         \
    __device__ __forceinline__ unsigned int __vi##extreme##_s16x2_relu(unsigned int a,             \
                                                                       unsigned int b)             \
    {                                                                                              \
        return __vmaxs2(__v##extreme##s2(a, b), 0);                                                \
    }                                                                                              \
    __device__ __forceinline__ unsigned int __vi##extreme##3_s16x2_relu(                           \
        unsigned int a, unsigned int b, unsigned int c)                                            \
    {                                                                                              \
        return __vmaxs2(__vi##extreme##3_s16x2(a, b, c), 0);                                       \
    }                                                                                              \
    __device__ __forceinline__ unsigned int __viadd##extreme##_s16x2_relu(                         \
        unsigned int a, unsigned int b, unsigned int c)                                            \
    {                                                                                              \
        return __vmaxs2(__viadd##extreme##_s16x2(a, b, c), 0);                                     \
    }

__LOCKSTEP_HALFWORDS(s, s, max, ges)
__LOCKSTEP_HALFWORDS(s, s, min, les)
__LOCKSTEP_HALFWORDS(u, u, max, geu)
__LOCKSTEP_HALFWORDS(u, u, min, leu)
__LOCKSTEP_HALFWORDS_RELU(max)
__LOCKSTEP_HALFWORDS_RELU(min)

#endif
