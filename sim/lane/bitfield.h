// SPDX-License-Identifier: Apache-2.0
// Counting, reversing, extracting, inserting and permuting bits. PTX ISA 9.0, "Integer Arithmetic
// Instructions" (popc, clz, bfind, fns, brev, bfe, bfi, bmsk, szext) and "Data Movement" (prmt).
// Plain arithmetic without host instructions, so that loops over lanes become vector code.
#ifndef LOCKSTEP_LANE_BITFIELD_H
#define LOCKSTEP_LANE_BITFIELD_H

#include <stdbool.h>
#include <stdint.h>

static inline uint32_t population_count_32(uint32_t x)
{
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

static inline uint32_t population_count_64(uint64_t x)
{
    return population_count_32((uint32_t)x) + population_count_32((uint32_t)(x >> 32));
}

static inline uint32_t leading_zeros_32(uint32_t x)
{
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    return 32 - population_count_32(x);
}

static inline uint32_t leading_zeros_64(uint64_t x)
{
    uint32_t high = leading_zeros_32((uint32_t)(x >> 32));
    return high < 32 ? high : 32 + leading_zeros_32((uint32_t)x);
}

static inline uint32_t reverse_bits_32(uint32_t x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

static inline uint64_t reverse_bits_64(uint64_t x)
{
    return (uint64_t)reverse_bits_32((uint32_t)x) << 32 | reverse_bits_32((uint32_t)(x >> 32));
}

// bfind of signed values looks for the first bit unlike the sign.
static inline uint32_t fold_s32(int32_t x)
{
    return (uint32_t)(x < 0 ? ~x : x);
}

static inline uint64_t fold_s64(int64_t x)
{
    return (uint64_t)(x < 0 ? ~x : x);
}

// bfind.shiftamt: how far left the found bit must move to the top; all ones when none was found.
static inline uint32_t shift_amount(uint32_t leading_zeros, uint32_t width)
{
    return leading_zeros == width ? UINT32_MAX : leading_zeros;
}

// Upper word of low:high shifted left, lower word shifted right; count 0..32.
static inline uint32_t funnel_left(uint32_t low, uint32_t high, uint32_t count)
{
    return (uint32_t)(((uint64_t)high << 32 | low) << count >> 32);
}

static inline uint32_t funnel_right(uint32_t low, uint32_t high, uint32_t count)
{
    return (uint32_t)(((uint64_t)high << 32 | low) >> count);
}

// The low `count` bits set; count may exceed the width.
static inline uint64_t low_mask(uint32_t count)
{
    return count < 64 ? ((uint64_t)1 << (count & 63)) - 1 : UINT64_MAX;
}

// bfe: `length` bits from bit `start`. Of 32 bits both count modulo 256; of 64 bits they are large.
static inline uint64_t extract_u64(uint64_t a, uint32_t start, uint32_t length)
{
    uint64_t shifted = start < 64 ? a >> (start & 63) : 0;
    return shifted & low_mask(length);
}

static inline uint32_t extract_u32(uint32_t a, uint32_t start, uint32_t length)
{
    return (uint32_t)extract_u64(a, start & 0xff, length & 0xff);
}

// Extended by the sign bit of the field, which is the top bit of a when the field reaches past it.
static inline uint64_t extract_s64(uint64_t a, uint32_t start, uint32_t length)
{
    uint32_t first = start < 64 ? start : 64, count = length < 64 ? length : 64;
    uint32_t last = first + count - 1;
    uint64_t sign = count != 0 ? a >> (last < 63 ? last : 63) & 1 : 0;
    uint32_t held = count < 64 - first ? count : 64 - first;
    return extract_u64(a, start, length) | (sign != 0 ? ~low_mask(held) : 0);
}

static inline uint32_t extract_s32(uint32_t a, uint32_t start, uint32_t length)
{
    return (uint32_t)extract_s64((uint64_t)(int64_t)(int32_t)a, start & 0xff, length & 0xff);
}

// bfi: the low `length` bits of a put into b at bit `start`; modulo 256 as bfe.
static inline uint64_t insert_u64(uint64_t a, uint64_t b, uint32_t start, uint32_t length)
{
    uint64_t field = start < 64 ? low_mask(length) << (start & 63) : 0;
    return (b & ~field) | (a << (start & 63) & field);
}

static inline uint32_t insert_u32(uint32_t a, uint32_t b, uint32_t start, uint32_t length)
{
    return (uint32_t)insert_u64(a, b, start & 0xff, length & 0xff);
}

// bmsk: `count` ones from bit `start`.
static inline uint32_t bit_mask_clamp(uint32_t start, uint32_t count)
{
    return start < 32 ? (uint32_t)(low_mask(count) << (start & 31)) : 0;
}

static inline uint32_t bit_mask_wrap(uint32_t start, uint32_t count)
{
    return (uint32_t)(low_mask(count & 31) << (start & 31));
}

// szext: a cut to its low `count` bits (0..32) and extended.
static inline uint32_t zero_extend(uint32_t a, uint32_t count)
{
    return a & (uint32_t)low_mask(count);
}

static inline uint32_t sign_extend(uint32_t a, uint32_t count)
{
    uint32_t sign = count != 0 ? a >> ((count - 1) & 31) & 1 : 0;
    return zero_extend(a, count) | (sign != 0 ? ~(uint32_t)low_mask(count) : 0);
}

// lop3: bit of the table selected by the bits of a, b, c.
static inline uint32_t logic3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (uint32_t row = 0; row < 8; row++) {
        uint32_t term = (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
        result |= table >> row & 1 ? term : 0;
    }
    return result;
}

// fns: position of the nth set bit, counted from bit `base`: upwards for n > 0, downwards for n <
// 0, base itself for n = 0; all ones if there is none. The smallest n gives 0.
static inline uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t n)
{
    if (base > 31 || n == INT32_MIN) {
        return n == INT32_MIN ? 0 : UINT32_MAX;
    }
    int32_t step = n < 0 ? -1 : 1, found = 0, wanted = n < 0 ? -n : n;
    uint32_t result = UINT32_MAX;
    for (int32_t at = (int32_t)base; at >= 0 && at < 32; at += step) {
        bool is_set = (mask >> at & 1) != 0;
        if (is_set && (wanted == 0 || ++found == wanted)) {
            result = (uint32_t)at;
            break;
        }
        if (wanted == 0) {
            break;
        }
    }
    return result;
}

// -- prmt: bytes of b:a picked by four selectors; bit 3 replicates the byte's sign

static inline uint32_t permute_byte(uint64_t bytes, uint32_t selector)
{
    uint32_t byte = (uint32_t)(bytes >> ((selector & 7) * 8)) & 0xff;
    return selector & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
}

static inline uint32_t permute_bytes(uint32_t a, uint32_t b, uint32_t s0, uint32_t s1, uint32_t s2,
                                     uint32_t s3)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    return permute_byte(bytes, s0) | permute_byte(bytes, s1) << 8 | permute_byte(bytes, s2) << 16 |
           permute_byte(bytes, s3) << 24;
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t c)
{
    return permute_bytes(a, b, c & 15, c >> 4 & 15, c >> 8 & 15, c >> 12 & 15);
}

static inline uint32_t permute_forward(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = c & 3;
    return permute_bytes(a, b, at, at + 1, at + 2, at + 3);
}

static inline uint32_t permute_backward(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = c & 3;
    return permute_bytes(a, b, at, (at + 7) & 7, (at + 6) & 7, (at + 5) & 7);
}

static inline uint32_t permute_replicate_8(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = c & 3;
    return permute_bytes(a, b, at, at, at, at);
}

static inline uint32_t permute_edge_left(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = c & 3;
    return permute_bytes(a, b, at, at > 1 ? at : 1, at > 2 ? at : 2, 3);
}

static inline uint32_t permute_edge_right(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = c & 3;
    return permute_bytes(a, b, 0, at < 1 ? at : 1, at < 2 ? at : 2, at);
}

static inline uint32_t permute_replicate_16(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = (c & 1) * 2;
    return permute_bytes(a, b, at, at + 1, at, at + 1);
}

#endif
