// SPDX-License-Identifier: Apache-2.0
// The rows of lane_half_pair.def for hosts with AVX-512, which convert sixteen f16 at once: eight
// lanes. The arithmetic is half.h's: in f32, fma rounded to odd. Included by lanes_level.inc only.
#ifndef LOCKSTEP_LANE_HALF_AVX512_H
#define LOCKSTEP_LANE_HALF_AVX512_H

#include "sim/lane/lanes_rows.h"

#include <immintrin.h>

#define EIGHTHS (LANE_COUNT / 8)

static inline __m512 pairs_of(const void *row, int eighth)
{
    return _mm512_cvtph_ps(_mm256_load_si256((const __m256i *)row + eighth));
}

static inline void put_pairs(void *row, int eighth, __m512 values, uint32_t mask)
{
    __mmask16 nans = _mm512_cmp_ps_mask(values, values, _CMP_UNORD_Q);
    __m256i bits = _mm512_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    bits = _mm256_mask_set1_epi16(bits, nans, F16_NAN);
    _mm256_mask_store_epi32((__m256i *)row + eighth, (__mmask8)(mask >> 8 * eighth), bits);
}

// a b + c cut, with the last bit set when it is not exact; the product is.
static inline __m512 odd_fma(__m512 a, __m512 b, __m512 c)
{
    __m512 cut = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    __m512 up = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    __m512 down = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    __mmask16 is_inexact = _mm512_cmp_ps_mask(up, down, _CMP_NEQ_OQ);
    __m512i bits = _mm512_castps_si512(cut);
    bits = _mm512_mask_or_epi32(bits, is_inexact, bits, _mm512_set1_epi32(1));
    return _mm512_castsi512_ps(bits);
}

static inline __m512 negated(__m512 x)
{
    return _mm512_xor_ps(x, _mm512_set1_ps(-0.0f));
}

#define PAIRS2(name, expression)                                                                   \
    static void lane_##name(void *d, const void *a_row, const void *b_row, const void *c_row,      \
                            uint32_t mask)                                                         \
    {                                                                                              \
        (void)c_row;                                                                               \
        for (int i = 0; i < EIGHTHS; i++) {                                                        \
            const __m512 a = pairs_of(a_row, i), b = pairs_of(b_row, i);                           \
            put_pairs(d, i, expression, mask);                                                     \
        }                                                                                          \
    }
#define PAIRS3(name, expression)                                                                   \
    static void lane_##name(void *d, const void *a_row, const void *b_row, const void *c_row,      \
                            uint32_t mask)                                                         \
    {                                                                                              \
        for (int i = 0; i < EIGHTHS; i++) {                                                        \
            const __m512 a = pairs_of(a_row, i), b = pairs_of(b_row, i), c = pairs_of(c_row, i);   \
            put_pairs(d, i, expression, mask);                                                     \
        }                                                                                          \
    }

PAIRS2(ADD_F16X2, _mm512_add_ps(a, b))
PAIRS2(SUB_F16X2, _mm512_sub_ps(a, b))
PAIRS2(MUL_F16X2, _mm512_mul_ps(a, b))
PAIRS3(FMA_F16X2, odd_fma(a, b, c))
PAIRS3(FMS_F16X2, odd_fma(a, b, negated(c)))
PAIRS3(FNMA_F16X2, odd_fma(negated(a), b, c))

#undef PAIRS2
#undef PAIRS3

#endif
