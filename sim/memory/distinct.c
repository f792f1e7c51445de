// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/distinct.h"

#include "isa/base/bits.h"

#include <string.h>
#if defined(__GNUC__) && defined(__x86_64__)
#include <immintrin.h>
#endif

#if defined(__GNUC__) && defined(__x86_64__)
// Sixteen lanes that are equal to one, as bits.
static inline uint32_t equal_half(const __m128i keys[4], __m128i one)
{
    __m128i low = _mm_packs_epi32(_mm_cmpeq_epi32(keys[0], one), _mm_cmpeq_epi32(keys[1], one));
    __m128i high = _mm_packs_epi32(_mm_cmpeq_epi32(keys[2], one), _mm_cmpeq_epi32(keys[3], one));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high));
}

static uint32_t find_baseline(const uint32_t key[32])
{
    __m128i keys[8];
    uint32_t repeated = 0;
    memcpy(keys, key, sizeof keys);
    for (uint32_t lane = 0; lane < 16; lane++) {
        __m128i one = _mm_set1_epi32((int)key[lane]);
        repeated |= (equal_half(keys, one) | equal_half(keys + 4, one) << 16) & ~1u << lane;
    }
    for (uint32_t lane = 16; lane < 31; lane++) {
        uint32_t equal = equal_half(keys + 4, _mm_set1_epi32((int)key[lane])) << 16;
        repeated |= equal & ~1u << lane;
    }
    return repeated;
}

// Lanes 4 n to 4 n + 3, and those 16 above, so that packing keeps their order.
__attribute__((target("avx2"))) static inline __m256i quarter_avx2(const uint32_t *key, uint32_t n)
{
    __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(key + 4 * n));
    __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(key + 4 * n + 16));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

__attribute__((target("avx2"))) static uint32_t find_avx2(const uint32_t key[32])
{
    __m256i a = quarter_avx2(key, 0), b = quarter_avx2(key, 1), c = quarter_avx2(key, 2),
            d = quarter_avx2(key, 3);
    uint32_t repeated = 0;
    for (uint32_t lane = 0; lane < 31; lane++) {
        __m256i one = _mm256_set1_epi32((int)key[lane]);
        __m256i low = _mm256_packs_epi32(_mm256_cmpeq_epi32(a, one), _mm256_cmpeq_epi32(b, one));
        __m256i high = _mm256_packs_epi32(_mm256_cmpeq_epi32(c, one), _mm256_cmpeq_epi32(d, one));
        uint32_t equal = (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(low, high));
        repeated |= equal & ~1u << lane;
    }
    return repeated;
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
#else
static uint32_t find_baseline(const uint32_t key[32])
{
    uint32_t repeated = 0;
    for (uint32_t lane = 0; lane < 31; lane++) {
        for (uint32_t above = lane + 1; above < 32; above++) {
            repeated |= (uint32_t)(key[above] == key[lane]) << above;
        }
    }
    return repeated;
}
#endif

// Lanes whose key is that of a lower lane.
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
