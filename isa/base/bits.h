// SPDX-License-Identifier: Apache-2.0
// Counting and finding bits. Visit the bits of a mask from the lowest with
// for (uint32_t rest = mask; rest != 0; rest &= rest - 1) { bits_lowest(rest) ... }.
#ifndef LOCKSTEP_BASE_BITS_H
#define LOCKSTEP_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

// How many bits are set; without the host's instruction, which the baseline may lack.
static inline uint32_t bits_count(uint32_t bits)
{
    bits -= (bits >> 1) & 0x55555555u;
    bits = (bits & 0x33333333u) + ((bits >> 2) & 0x33333333u);
    return (((bits + (bits >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

static inline uint32_t bits_count_64(uint64_t bits)
{
    return bits_count((uint32_t)bits) + bits_count((uint32_t)(bits >> 32));
}

// Whether an odd number of bits is set.
static inline bool bits_is_odd(uint64_t bits)
{
    return __builtin_parityll(bits) != 0;
}

// The number of the lowest or highest bit that is set; one must be.
static inline uint32_t bits_lowest(uint32_t bits)
{
    return (uint32_t)__builtin_ctz(bits);
}

static inline uint32_t bits_lowest_64(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits);
}

static inline uint32_t bits_highest(uint32_t bits)
{
    return 31 - (uint32_t)__builtin_clz(bits);
}

static inline uint32_t bits_highest_64(uint64_t bits)
{
    return 63 - (uint32_t)__builtin_clzll(bits);
}

// Zeros above the highest bit that is set, in an integer of `width` bits.
static inline uint32_t bits_leading_zeros(uint64_t bits, uint32_t width)
{
    uint32_t count = 0;
    while (count < width && (bits >> (width - 1 - count) & 1) == 0) {
        count++;
    }
    return count;
}

static inline bool bits_is_power_of_two(uint64_t value)
{
    return value != 0 && (value & (value - 1)) == 0;
}

#endif
