// SPDX-License-Identifier: Apache-2.0
// Integer operations that C lacks or leaves undefined. PTX ISA 9.0, "Integer Arithmetic
// Instructions" and "Logic and Shift Instructions"; where it says "machine-specific", what an H200
// does.
#ifndef LOCKSTEP_LANE_INTEGER_H
#define LOCKSTEP_LANE_INTEGER_H

#include "sim/lane/bits.h"

static inline int32_t clamp_s32(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static inline int64_t clamp_s64(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

static inline int32_t saturate_s32(int64_t value)
{
    return (int32_t)clamp_s64(value, INT32_MIN, INT32_MAX);
}

static inline int32_t positive_s32(int32_t value)
{
    return value < 0 ? 0 : value;
}

// -- products

// Upper 64 bits of the product, from 32-bit parts so that it vectorizes.
static inline uint64_t multiply_high_u64(uint64_t a, uint64_t b)
{
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, cross = a_high * b_low + (low >> 32);
    uint64_t middle = a_low * b_high + (uint32_t)cross;
    return a_high * b_high + (cross >> 32) + (middle >> 32);
}

static inline uint64_t multiply_high_s64(uint64_t a, uint64_t b)
{
    uint64_t correction = (a >> 63 != 0 ? b : 0) + (b >> 63 != 0 ? a : 0);
    return multiply_high_u64(a, b) - correction;
}

// 24-bit operands sign-extended from bit 23; 48-bit product.
static inline int64_t product24(int32_t a, int32_t b)
{
    return (int64_t)((int32_t)((uint32_t)a << 8) >> 8) * ((int32_t)((uint32_t)b << 8) >> 8);
}

// Bits 47..16 of the 48-bit product.
static inline uint32_t high24_u32(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)(a & 0xffffffu) * (b & 0xffffffu) >> 16);
}

static inline int32_t high24_s32(int32_t a, int32_t b)
{
    return (int32_t)(product24(a, b) >> 16);
}

// -- division: by zero quotient and remainder are all ones; the quotient of the smallest number and
// -1 wraps

// Quotients of 32 bits through f64, which vectorizes: unless a quotient is an integer it is further
// from one than f64 rounds. 2^52 + x holds the integer x in its low bits.
static inline double f64_of_bits_u32(uint32_t x)
{
    return f64_of_bits(bits_of_f64(0x1p52) | x) - 0x1p52;
}

static inline uint32_t divide_u32(uint32_t a, uint32_t b)
{
    double quotient = f64_of_bits_u32(a) / f64_of_bits_u32(b == 0 ? 1 : b);
    double shifted = quotient + 0x1p52;
    uint32_t rounded = (uint32_t)bits_of_f64(shifted);
    return b == 0 ? UINT32_MAX : rounded - (shifted - 0x1p52 > quotient ? 1 : 0);
}

static inline uint32_t remainder_u32(uint32_t a, uint32_t b)
{
    return b == 0 ? UINT32_MAX : a - divide_u32(a, b) * b;
}

static inline uint64_t divide_u64(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a / (b == 0 ? 1 : b);
}

static inline uint64_t remainder_u64(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a % (b == 0 ? 1 : b);
}

static inline int32_t divide_s32(int32_t a, int32_t b)
{
    bool is_plain = b != 0 && b != -1;
    int32_t quotient = (int32_t)((double)a / (is_plain ? (double)b : 1.0));
    int32_t other = b == 0 ? -1 : (int32_t)(0u - (uint32_t)a);
    return is_plain ? quotient : other;
}

static inline int32_t remainder_s32(int32_t a, int32_t b)
{
    uint32_t product = (uint32_t)divide_s32(a, b) * (uint32_t)b;
    return b == 0 ? -1 : (int32_t)((uint32_t)a - product);
}

static inline int64_t divide_s64(int64_t a, int64_t b)
{
    if (b == 0) {
        return -1;
    }
    return b == -1 ? (int64_t)(0u - (uint64_t)a) : a / b;
}

static inline int64_t remainder_s64(int64_t a, int64_t b)
{
    if (b == 0) {
        return -1;
    }
    return b == -1 ? 0 : a % b;
}

// Of 16 bits through f32, alike. 65535 / 1 does not exceed 2^16.
static inline int32_t divide_s16(int32_t a, int32_t b)
{
    int32_t quotient = (int32_t)((float)a / (b == 0 ? 1.0f : (float)b));
    return b == 0 ? -1 : quotient;
}

static inline int32_t remainder_s16(int32_t a, int32_t b)
{
    return b == 0 ? -1 : a - divide_s16(a, b) * b;
}

static inline uint32_t divide_u16(uint32_t a, uint32_t b)
{
    return (uint32_t)divide_s16((int32_t)a, (int32_t)b);
}

static inline uint32_t remainder_u16(uint32_t a, uint32_t b)
{
    return (uint32_t)remainder_s16((int32_t)a, (int32_t)b);
}

// -- differences, dot products, packed 16- and 8-bit values

static inline uint32_t distance_s32(int32_t a, int32_t b)
{
    return a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
}

static inline uint64_t distance_s64(int64_t a, int64_t b)
{
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

static inline uint32_t byte_of(uint32_t word, uint32_t index, bool is_signed)
{
    uint32_t byte = word >> (index * 8) & 0xff;
    return is_signed ? (uint32_t)(int32_t)(int8_t)byte : byte;
}

static inline uint32_t half_of(uint32_t word, uint32_t index, bool is_signed)
{
    uint32_t half = word >> (index * 16) & 0xffff;
    return is_signed ? (uint32_t)(int32_t)(int16_t)half : half;
}

static inline uint32_t dot4(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    return c + byte_of(a, 0, a_signed) * byte_of(b, 0, b_signed) +
           byte_of(a, 1, a_signed) * byte_of(b, 1, b_signed) +
           byte_of(a, 2, a_signed) * byte_of(b, 2, b_signed) +
           byte_of(a, 3, a_signed) * byte_of(b, 3, b_signed);
}

// Two halves of a with the low two bytes of b.
static inline uint32_t dot2(uint32_t a, uint32_t b, uint32_t c, bool a_signed, bool b_signed)
{
    return c + half_of(a, 0, a_signed) * byte_of(b, 0, b_signed) +
           half_of(a, 1, a_signed) * byte_of(b, 1, b_signed);
}

static inline uint32_t add_16x2(uint32_t a, uint32_t b)
{
    return ((a + b) & 0xffffu) | ((a & 0xffff0000u) + (b & 0xffff0000u));
}

static inline uint32_t minimum_u16x2(uint32_t a, uint32_t b)
{
    uint32_t low = (a & 0xffffu) < (b & 0xffffu) ? a & 0xffffu : b & 0xffffu;
    uint32_t high = a >> 16 < b >> 16 ? a >> 16 : b >> 16;
    return high << 16 | low;
}

static inline uint32_t maximum_u16x2(uint32_t a, uint32_t b)
{
    uint32_t low = (a & 0xffffu) > (b & 0xffffu) ? a & 0xffffu : b & 0xffffu;
    uint32_t high = a >> 16 > b >> 16 ? a >> 16 : b >> 16;
    return high << 16 | low;
}

// Inverting both sign bits maps signed order to unsigned order.
static inline uint32_t minimum_s16x2(uint32_t a, uint32_t b)
{
    return minimum_u16x2(a ^ 0x80008000u, b ^ 0x80008000u) ^ 0x80008000u;
}

static inline uint32_t maximum_s16x2(uint32_t a, uint32_t b)
{
    return maximum_u16x2(a ^ 0x80008000u, b ^ 0x80008000u) ^ 0x80008000u;
}

// max - min of each half: no borrow crosses, since max is not below min.
static inline uint32_t differences_u16(uint32_t a, uint32_t b)
{
    return maximum_u16x2(a, b) - minimum_u16x2(a, b);
}

static inline uint32_t sum_u16(uint32_t pair)
{
    return (pair & 0xffffu) + (pair >> 16);
}

static inline uint32_t differences_u8(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t x = byte_of(a, i, false), y = byte_of(b, i, false);
        result |= (x < y ? y - x : x - y) << (i * 8);
    }
    return result;
}

static inline uint32_t sum_u8(uint32_t bytes)
{
    return byte_of(bytes, 0, false) + byte_of(bytes, 1, false) + byte_of(bytes, 2, false) +
           byte_of(bytes, 3, false);
}

#endif
