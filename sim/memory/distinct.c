// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/distinct.h"

#include "isa/base/bits.h"

#include <string.h>
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#endif

// Keys of half a warp.
typedef uint32_t Keys __attribute__((vector_size(64)));

// Lanes of a half, from lane `first` on, whose key is that of a lower lane.
#define REPEATED(keys, numbers, count)                                                             \
    for (uint32_t lane = 0; lane < (count); lane++) {                                              \
        repeated |= (Keys)((keys) == key[lane]) & (Keys)((numbers) > lane);                        \
    }

static inline __attribute__((always_inline)) uint32_t bits_of(const Keys *repeated,
                                                              const Keys *numbers)
{
    Keys bits = *repeated & ((Keys){0} + 1) << *numbers;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 16; i++) {
        sum |= bits[i];
    }
    return sum;
}

static inline __attribute__((always_inline)) uint32_t find_repeated(const uint32_t key[32])
{
    const Keys low_numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const Keys high_numbers = low_numbers + 16;
    Keys low, high, repeated = {0};
    memcpy(&low, key, sizeof low);
    memcpy(&high, key + 16, sizeof high);
    REPEATED(low, low_numbers, 15)
    uint32_t lanes = bits_of(&repeated, &low_numbers);
    repeated = (Keys){0};
    REPEATED(high, high_numbers, 31)
    return lanes | bits_of(&repeated, &high_numbers);
}

static uint32_t find_baseline(const uint32_t key[32])
{
    return find_repeated(key);
}

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static uint32_t find_avx2(const uint32_t key[32])
{
    return find_repeated(key);
}

// Each half uses the instruction made for this, and then the higher half is compared with the lower
// one.
__attribute__((target("avx512f,avx512cd"))) static uint32_t find_avx512(const uint32_t key[32],
                                                                        uint32_t lanes)
{
    __m512i low = _mm512_loadu_si512(key), high = _mm512_loadu_si512(key + 16);
    __m512i low_pairs = _mm512_conflict_epi32(low), high_pairs = _mm512_conflict_epi32(high);
    uint32_t low_lanes =
        _mm512_test_epi32_mask(low_pairs, _mm512_set1_epi32((int)(lanes & 0xffff)));
    uint32_t high_lanes = _mm512_test_epi32_mask(high_pairs, _mm512_set1_epi32((int)(lanes >> 16)));
    if (lanes == UINT32_MAX) {
        for (uint32_t lane = 0; lane < 16; lane++) {
            high_lanes |= _mm512_cmpeq_epi32_mask(high, _mm512_set1_epi32((int)key[lane]));
        }
    }
    for (uint32_t rest = lanes == UINT32_MAX ? 0 : lanes & 0xffff; rest != 0; rest &= rest - 1) {
        int here = (int)key[bits_lowest(rest)];
        high_lanes |= _mm512_cmpeq_epi32_mask(high, _mm512_set1_epi32(here));
    }
    return low_lanes | high_lanes << 16;
}
#endif

static uint32_t find(const uint32_t key[32])
{
#if defined(__GNUC__) && defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? find_avx2(key) : find_baseline(key);
#else
    return find_baseline(key);
#endif
}

uint32_t distinct_lanes(uint32_t key[32], uint32_t lanes)
{
#if defined(__GNUC__) && defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd")) {
        return lanes & ~find_avx512(key, lanes);
    }
#endif
    if (lanes == UINT32_MAX) {
        return ~find(key);
    }
    uint32_t first = lanes != 0 ? key[bits_lowest(lanes)] : 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        key[lane] = (lanes >> lane & 1u) != 0 ? key[lane] : first;
    }
    // Lanes that are off and below the lowest one make it look repeated.
    return (lanes & ~find(key)) | (lanes & (0u - lanes));
}
