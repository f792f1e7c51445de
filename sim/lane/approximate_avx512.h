// SPDX-License-Identifier: Apache-2.0
// The rows of lane_approximate.def for hosts with AVX-512, sixteen lanes at once: the same steps as
// in mufu.h and approximate.h, which say what they compute. Tables are looked up in registers, and
// what is wider than 32 bits is computed in f64, where it is exact. Included by lanes_level.inc
// only.
#ifndef LOCKSTEP_LANE_APPROXIMATE_AVX512_H
#define LOCKSTEP_LANE_APPROXIMATE_AVX512_H

#include "sim/lane/approximate.h"
#include "sim/lane/lanes_rows.h"

#include <immintrin.h>

static inline __m512i all_i32(uint32_t bits)
{
    return _mm512_set1_epi32((int)bits);
}

// -- tables

static inline __m512i looked_up_64(const int32_t *table, __m512i row)
{
    __m512i lower =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(table), row, _mm512_loadu_si512(table + 16));
    __m512i upper = _mm512_permutex2var_epi32(_mm512_loadu_si512(table + 32), row,
                                              _mm512_loadu_si512(table + 48));
    return _mm512_mask_mov_epi32(lower, _mm512_test_epi32_mask(row, all_i32(32)), upper);
}

static inline __m512i looked_up(const int32_t *table, __m512i row, bool is_of_128)
{
    __m512i lower = looked_up_64(table, row);
    if (!is_of_128) {
        return lower;
    }
    __mmask16 is_upper = _mm512_test_epi32_mask(row, all_i32(64));
    return _mm512_mask_mov_epi32(lower, is_upper, looked_up_64(table + 64, row));
}

typedef struct MufuRows {
    __m512i c0, c1, c2;
} MufuRows;

static inline MufuRows mufu_rows(uint32_t first, __m512i row, bool is_of_128)
{
    return (MufuRows){looked_up(mufu_c0 + first, row, is_of_128),
                      looked_up(mufu_c1 + first, row, is_of_128),
                      looked_up(mufu_c2 + first, row, is_of_128)};
}

// Two numbers of 16 bits a lane.
static inline __m512i pairs_of_16(uint32_t lower, uint32_t upper)
{
    return all_i32(lower | upper << 16);
}

// mufu_square: two of its bits k at a time, as products with 2^(8 + k) without their lower halves.
static inline __m512i square_of(__m512i xl)
{
    __m512i upper = _mm512_srli_epi32(xl, 10), lower = _mm512_and_si512(xl, all_i32(0x3ff));
    __m512i uppers = _mm512_or_si512(upper, _mm512_slli_epi32(upper, 16));
    __m512i lowers = _mm512_or_si512(lower, _mm512_slli_epi32(lower, 16));
    __m512i sums = _mm512_setzero_si512();
#define PAIR(k)                                                                                    \
    sums = _mm512_add_epi16(sums,                                                                  \
                            _mm512_maskz_mulhi_epu16(                                              \
                                _mm512_test_epi16_mask(uppers, pairs_of_16(1u << (k), 2u << (k))), \
                                lowers, pairs_of_16(1u << (8 + (k)), 2u << (8 + (k)))))
    PAIR(0);
    PAIR(2);
    PAIR(4);
    PAIR(6);
#undef PAIR
    __m512i square = _mm512_slli_epi32(_mm512_mullo_epi16(upper, upper), 1);
    return _mm512_add_epi32(square, _mm512_madd_epi16(sums, pairs_of_16(1, 1)));
}

// mufu_cut.
static inline __m512i cut_sums(MufuRows row, __m512i xl, uint32_t c0_scale, uint32_t c2_scale,
                               int32_t add)
{
    __m512i low = _mm512_mullo_epi32(row.c1, _mm512_and_si512(xl, all_i32(7)));
    __m512i high = _mm512_mullo_epi32(row.c1, _mm512_srli_epi32(xl, 3));
    __m512i quadratic = _mm512_mullo_epi32(row.c2, square_of(xl));
    __m512i rest = _mm512_add_epi32(_mm512_add_epi32(low, _mm512_slli_epi32(quadratic, c2_scale)),
                                    _mm512_set1_epi32(add));
    __m512i c0 = _mm512_slli_epi32(_mm512_and_si512(row.c0, all_i32(3)), c0_scale - 3);
    __m512i sum = _mm512_add_epi32(_mm512_add_epi32(high, _mm512_srai_epi32(rest, 3)), c0);
    return _mm512_add_epi32(_mm512_srli_epi32(row.c0, 2), _mm512_srai_epi32(sum, c0_scale - 1));
}

// mufu_interpolate with scales 12 and 1, eight lanes.
static inline __m512d sums_of_8(__m256i c0, __m256i c1, __m256i c2, __m256i xl, __m256i square)
{
    __m512d sum = _mm512_mul_pd(_mm512_cvtepi32_pd(c0), _mm512_set1_pd(0x1p12));
    sum = _mm512_fmadd_pd(_mm512_cvtepi32_pd(c1), _mm512_cvtepi32_pd(xl), sum);
    square = _mm256_add_epi32(square, square);
    return _mm512_fmadd_pd(_mm512_cvtepi32_pd(c2), _mm512_cvtepi32_pd(square), sum);
}

static inline __m256i eight_of(__m512i row, bool is_upper)
{
    return is_upper ? _mm512_extracti64x4_epi64(row, 1) : _mm512_castsi512_si256(row);
}

static inline __m512i joined(__m256 lower, __m256 upper)
{
    __m512d whole = _mm512_castpd256_pd512(_mm256_castps_pd(lower));
    return _mm512_castpd_si512(_mm512_insertf64x4(whole, _mm256_castps_pd(upper), 1));
}

static inline __m512d sums_of_half(MufuRows row, __m512i xl, __m512i square, bool is_upper)
{
    return sums_of_8(eight_of(row.c0, is_upper), eight_of(row.c1, is_upper),
                     eight_of(row.c2, is_upper), eight_of(xl, is_upper),
                     eight_of(square, is_upper));
}

// To 24 digits.
static inline __m256 cut_f64(__m512d value)
{
    __m512i bits = _mm512_and_si512(_mm512_castpd_si512(value),
                                    _mm512_set1_epi64((long long)~UINT64_C(0x1fffffff)));
    return _mm512_cvtpd_ps(_mm512_castsi512_pd(bits));
}

// -- what approximate.h shares

static inline __m512i products(__m512i a, __m512 b)
{
    __m512 product = _mm512_mul_ps(_mm512_castsi512_ps(a), b);
    __mmask16 is_nan = _mm512_cmp_ps_mask(product, product, _CMP_UNORD_Q);
    return _mm512_mask_mov_epi32(_mm512_castps_si512(product), is_nan, all_i32(F32_NAN));
}

static inline __mmask16 nans(__m512i a)
{
    return _mm512_cmpgt_epu32_mask(_mm512_and_si512(a, all_i32(~SIGN_F32)), all_i32(F32_INFINITY));
}

static inline __mmask16 subnormals(__m512i a)
{
    return _mm512_testn_epi32_mask(a, all_i32(F32_INFINITY));
}

static inline __m512i exponents(__m512i a)
{
    return _mm512_and_si512(_mm512_srli_epi32(a, 23), all_i32(255));
}

static inline __m512i mantissas(__m512i a)
{
    return _mm512_and_si512(a, all_i32(MANTISSA_F32));
}

// 1, or the value where the mask has a lane.
static inline __m512 scales(__mmask16 mask, float value)
{
    return _mm512_mask_mov_ps(_mm512_set1_ps(1.0f), mask, _mm512_set1_ps(value));
}

static inline __m512i scaled_significands(__m512i significand, __m512i exponent)
{
    __m512i leading = _mm512_add_epi32(exponent, _mm512_srli_epi32(significand, 24));
    __m512i bits = _mm512_add_epi32(
        _mm512_slli_epi32(_mm512_add_epi32(exponent, _mm512_set1_epi32(126)), 23), significand);
    __mmask16 is_normal = _mm512_cmpge_epi32_mask(leading, _mm512_set1_epi32(-126));
    __mmask16 is_large = _mm512_cmpgt_epi32_mask(leading, _mm512_set1_epi32(127));
    bits = _mm512_maskz_mov_epi32(is_normal, bits);
    return _mm512_mask_mov_epi32(bits, is_large, all_i32(F32_INFINITY));
}

// -- the functions

static inline __m512i rcp_significands(__m512i mantissa)
{
    MufuRows row = mufu_rows(MUFU_RCP, _mm512_srli_epi32(mantissa, 16), true);
    __m512i xl = _mm512_slli_epi32(_mm512_and_si512(mantissa, all_i32(0xffff)), 1);
    return cut_sums(row, xl, 14, 1, 4047);
}

static inline __m512i machine_rcps(__m512i a)
{
    __m512i exponent = exponents(a), significand = rcp_significands(mantissas(a));
    __m512i result =
        scaled_significands(significand, _mm512_sub_epi32(_mm512_set1_epi32(126), exponent));
    result = _mm512_mask_mov_epi32(result, subnormals(a), all_i32(F32_INFINITY));
    __mmask16 is_finite = _mm512_cmpneq_epi32_mask(exponent, all_i32(255));
    result = _mm512_maskz_mov_epi32(is_finite, result);
    result = _mm512_or_si512(result, _mm512_and_si512(a, all_i32(SIGN_F32)));
    return _mm512_mask_mov_epi32(result, nans(a), all_i32(F32_NAN));
}

// The factor that keeps a reciprocal and its operand normal.
static inline __m512 reciprocal_scales(__m512i a)
{
    __mmask16 is_large =
        _mm512_cmpgt_epu32_mask(_mm512_and_si512(a, all_i32(~SIGN_F32)), all_i32(0x7e800000u));
    return _mm512_mask_mov_ps(scales(subnormals(a), 0x1p24f), is_large, _mm512_set1_ps(0.25f));
}

static inline __m512i rcps(__m512i a)
{
    __m512 scale = reciprocal_scales(a);
    return products(machine_rcps(products(a, scale)), scale);
}

static inline __m512i quotients(__m512i a, __m512i b, __m512 scale)
{
    __m512i reciprocal = machine_rcps(products(b, scale));
    return products(products(a, scale), _mm512_castsi512_ps(reciprocal));
}

// The row and exponent of a root: the lower bit of the exponent is the table's upper half.
static inline __m512i root_rows(__m512i a, __m512i exponent)
{
    __m512i half = _mm512_slli_epi32(_mm512_and_si512(exponent, all_i32(1)), 6);
    return _mm512_or_si512(_mm512_srli_epi32(mantissas(a), 17), half);
}

static inline __m512i machine_rsqrts(__m512i a)
{
    __m512i exponent = _mm512_sub_epi32(exponents(a), _mm512_set1_epi32(127));
    MufuRows row = mufu_rows(MUFU_RSQRT, root_rows(a, exponent), true);
    __m512i significand = cut_sums(row, _mm512_and_si512(a, all_i32(0x1ffff)), 14, 2, -1);
    __mmask16 is_power =
        _mm512_cmpeq_epi32_mask(_mm512_and_si512(a, all_i32(0x00ffffffu)), all_i32(0x00800000u));
    significand = _mm512_mask_mov_epi32(significand, is_power, all_i32(1u << 24));
    __m512i half = _mm512_xor_si512(_mm512_srai_epi32(exponent, 1), _mm512_set1_epi32(-1));
    __m512i result = scaled_significands(significand, half); // ~x = -x - 1
    __mmask16 is_finite = _mm512_cmpneq_epi32_mask(a, all_i32(F32_INFINITY));
    result = _mm512_maskz_mov_epi32(is_finite, result);
    __m512i sign = _mm512_and_si512(a, all_i32(SIGN_F32));
    __mmask16 is_nan = _mm512_test_epi32_mask(sign, sign) | nans(a);
    result = _mm512_mask_mov_epi32(result, is_nan, all_i32(F32_NAN));
    return _mm512_mask_or_epi32(result, subnormals(a), sign, all_i32(F32_INFINITY));
}

static inline __m512i machine_sqrts(__m512i a)
{
    __m512i exponent = _mm512_sub_epi32(exponents(a), _mm512_set1_epi32(127));
    MufuRows row = mufu_rows(MUFU_SQRT, root_rows(a, exponent), true);
    __m512i significand = cut_sums(row, _mm512_and_si512(a, all_i32(0x1ffff)), 15, 1, -1);
    __m512i result = scaled_significands(significand, _mm512_srai_epi32(exponent, 1));
    __mmask16 is_infinite = _mm512_cmpeq_epi32_mask(a, all_i32(F32_INFINITY));
    result = _mm512_mask_mov_epi32(result, is_infinite, a);
    __m512i sign = _mm512_and_si512(a, all_i32(SIGN_F32));
    __mmask16 is_nan = _mm512_test_epi32_mask(sign, sign) | nans(a);
    result = _mm512_mask_mov_epi32(result, is_nan, all_i32(F32_NAN));
    return _mm512_mask_mov_epi32(result, subnormals(a), sign);
}

static inline __m512i rsqrts(__m512i a)
{
    __mmask16 is_small = subnormals(a);
    return products(machine_rsqrts(products(a, scales(is_small, 0x1p24f))),
                    scales(is_small, 0x1p12f));
}

static inline __m512i sqrts(__m512i a)
{
    __mmask16 is_small = subnormals(a);
    return products(machine_sqrts(products(a, scales(is_small, 0x1p24f))),
                    scales(is_small, 0x1p-12f));
}

// A float's significand shifted by its exponent, at most `most` to the left; with 23 bits below the
// point.
static inline __m512i fixed_points(__m512i a, __m512i exponent, int32_t most)
{
    __m512i significand = _mm512_or_si512(mantissas(a), all_i32(0x00800000u));
    __m512i zero = _mm512_setzero_si512();
    __m512i left = _mm512_min_epi32(_mm512_max_epi32(exponent, zero), _mm512_set1_epi32(most));
    __m512i right = _mm512_max_epi32(_mm512_sub_epi32(zero, exponent), zero);
    right = _mm512_min_epi32(right, _mm512_set1_epi32(24));
    return _mm512_srlv_epi32(_mm512_sllv_epi32(significand, left), right);
}

static inline __m512i machine_ex2s(__m512i a)
{
    __m512i exponent = _mm512_sub_epi32(exponents(a), _mm512_set1_epi32(127));
    __m512i fixed = fixed_points(a, exponent, 7);
    __mmask16 is_negative = _mm512_test_epi32_mask(a, all_i32(SIGN_F32));
    __mmask16 is_fraction = _mm512_test_epi32_mask(fixed, all_i32(MANTISSA_F32));
    __m512i inverted = _mm512_xor_si512(fixed, _mm512_set1_epi32(-1));
    __m512i whole = _mm512_sub_epi32(_mm512_setzero_si512(), fixed);
    fixed = _mm512_mask_mov_epi32(fixed, is_negative,
                                  _mm512_mask_mov_epi32(whole, is_fraction, inverted));
    __m512i fraction = mantissas(fixed);
    MufuRows row = mufu_rows(MUFU_EX2, _mm512_srli_epi32(fraction, 17), false);
    __m512i significand = cut_sums(row, _mm512_and_si512(fraction, all_i32(0x1ffff)), 14, 1, 12229);
    __m512i result = scaled_significands(significand, _mm512_srai_epi32(fixed, 23));
    __mmask16 is_special = _mm512_cmpeq_epi32_mask(exponent, _mm512_set1_epi32(128));
    __m512i special = _mm512_maskz_mov_epi32((__mmask16)~is_negative, all_i32(F32_INFINITY));
    result = _mm512_mask_mov_epi32(result, is_special, special);
    return _mm512_mask_mov_epi32(result, nans(a), all_i32(F32_NAN));
}

static inline __m512i ex2s(__m512i a)
{
    __mmask16 is_halved =
        _mm512_cmp_ps_mask(_mm512_castsi512_ps(a), _mm512_set1_ps(-126.0f), _CMP_LT_OQ);
    __m512i result =
        machine_ex2s(_mm512_mask_mov_epi32(a, is_halved, products(a, _mm512_set1_ps(0.5f))));
    return _mm512_mask_mov_epi32(result, is_halved, products(result, _mm512_castsi512_ps(result)));
}

// The float of a logarithm 2^-36: the exponent's and the mantissa's, added as integers.
static inline __m256 logarithms_of_8(__m512d sum, __m256i exponent, __mmask8 *is_negative)
{
    __m512d mantissa = _mm512_mul_pd(_mm512_add_pd(sum, _mm512_set1_pd(837)), _mm512_set1_pd(0.25));
    mantissa = _mm512_roundscale_pd(mantissa, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    __m512d value = _mm512_fmadd_pd(_mm512_cvtepi32_pd(exponent), _mm512_set1_pd(0x1p36), mantissa);
    *is_negative = _mm512_cmp_pd_mask(value, _mm512_setzero_pd(), _CMP_LT_OQ);
    value = _mm512_mask_sub_pd(value, *is_negative, _mm512_set1_pd(-1), value);
    return cut_f64(value);
}

static inline __m512i machine_lg2s(__m512i a)
{
    __m512i exponent = _mm512_sub_epi32(exponents(a), _mm512_set1_epi32(127));
    MufuRows row = mufu_rows(MUFU_LG2, _mm512_srli_epi32(mantissas(a), 17), false);
    __m512i xl = _mm512_and_si512(a, all_i32(0x1ffff)), square = square_of(xl);
    __mmask8 is_negative[2];
    __m256 lower = logarithms_of_8(sums_of_half(row, xl, square, false), eight_of(exponent, false),
                                   &is_negative[0]);
    __m256 upper = logarithms_of_8(sums_of_half(row, xl, square, true), eight_of(exponent, true),
                                   &is_negative[1]);
    __m512i result = joined(lower, upper);
    __mmask16 is_some = _mm512_test_epi32_mask(result, result);
    result = _mm512_mask_sub_epi32(result, is_some, result, all_i32(36u << 23));
    __mmask16 has_sign = (__mmask16)(is_negative[0] | is_negative[1] << 8);
    result = _mm512_mask_or_epi32(result, has_sign, result, all_i32(SIGN_F32));
    __mmask16 is_finite = _mm512_cmpneq_epi32_mask(a, all_i32(F32_INFINITY));
    result = _mm512_mask_mov_epi32(all_i32(F32_INFINITY), is_finite, result);
    __mmask16 is_one = _mm512_cmpeq_epi32_mask(a, all_i32(0x3f800000u));
    result = _mm512_mask_mov_epi32(result, is_one, _mm512_setzero_si512());
    result = _mm512_mask_mov_epi32(result, subnormals(a), all_i32(F32_INFINITY | SIGN_F32));
    __mmask16 is_nan = nans(a) | _mm512_cmpge_epu32_mask(a, all_i32(0x80800000u));
    return _mm512_mask_mov_epi32(result, is_nan, all_i32(F32_NAN));
}

static inline __m512i lg2s(__m512i a)
{
    __mmask16 is_small = subnormals(a);
    __m512i result = machine_lg2s(products(a, scales(is_small, 0x1p24f)));
    __m512 moved = _mm512_sub_ps(_mm512_castsi512_ps(result), _mm512_set1_ps(24.0f));
    return _mm512_mask_mov_epi32(result, is_small, _mm512_castps_si512(moved));
}

static inline __m256 turns_of_8(__m256i a)
{
    __m512d angle = _mm512_cvtps_pd(_mm256_castsi256_ps(a));
    return cut_f64(_mm512_mul_pd(angle, _mm512_set1_pd((double)0x1.45f306p-3f)));
}

static inline __m512i sines(__m512i a, uint32_t quarters, bool is_odd)
{
    __m512i turns = joined(turns_of_8(eight_of(a, false)), turns_of_8(eight_of(a, true)));
    __m512i exponent = _mm512_sub_epi32(exponents(turns), _mm512_set1_epi32(125));
    __m512i fixed = _mm512_add_epi32(fixed_points(turns, exponent, 25), all_i32(quarters << 23));
    __mmask16 is_falling = _mm512_test_epi32_mask(fixed, all_i32(1u << 23));
    __m512i fraction = mantissas(fixed);
    fraction = _mm512_mask_xor_epi32(fraction, is_falling, fraction, all_i32(MANTISSA_F32));
    MufuRows row = mufu_rows(MUFU_SIN, _mm512_srli_epi32(fraction, 17), false);
    __m512i xl = _mm512_and_si512(fraction, all_i32(0x1ffff)), square = square_of(xl);
    __m512i result = joined(cut_f64(sums_of_half(row, xl, square, false)),
                            cut_f64(sums_of_half(row, xl, square, true)));
    __mmask16 is_some = _mm512_test_epi32_mask(result, result);
    result = _mm512_mask_sub_epi32(result, is_some, result, all_i32(38u << 23));
    __m512i sign = _mm512_slli_epi32(fixed, 7);
    sign = is_odd ? _mm512_xor_si512(sign, a) : sign;
    result = _mm512_or_si512(result, _mm512_and_si512(sign, all_i32(SIGN_F32)));
    __mmask16 is_nan = _mm512_cmpeq_epi32_mask(exponent, _mm512_set1_epi32(130));
    return _mm512_mask_mov_epi32(result, is_nan, all_i32(F32_NAN));
}

// Of the upper halves of f64, and whether the lower ones are 0, to upper halves.
static inline __m512i rcps_f64(__m512i upper, __mmask16 is_zero)
{
    __m512i magnitude = _mm512_and_si512(upper, all_i32(~SIGN_F32));
    __m512i mantissa = _mm512_slli_epi32(_mm512_and_si512(upper, all_i32(0xfffff)), 3);
    __m512i significand = _mm512_srli_epi32(rcp_significands(mantissa), 3);
    __m512i field = _mm512_srli_epi32(magnitude, 20);
    __m512i left = _mm512_slli_epi32(_mm512_sub_epi32(_mm512_set1_epi32(2044), field), 20);
    __mmask16 is_normal = _mm512_cmple_epi32_mask(field, _mm512_set1_epi32(2044));
    __m512i result = _mm512_maskz_add_epi32(is_normal, left, significand);
    __mmask16 is_least = _mm512_cmpeq_epi32_mask(field, _mm512_set1_epi32(2045)) &
                         _mm512_test_epi32_mask(significand, all_i32(0x00200000u));
    result = _mm512_mask_mov_epi32(result, is_least, all_i32(0x00100000u));
    __mmask16 is_subnormal = _mm512_testn_epi32_mask(magnitude, all_i32(0x7ff00000u));
    result = _mm512_mask_mov_epi32(result, is_subnormal, all_i32(0x7ff00000u));
    result = _mm512_or_si512(result, _mm512_and_si512(upper, all_i32(SIGN_F32)));
    __mmask16 is_infinite = _mm512_cmpeq_epi32_mask(magnitude, all_i32(0x7ff00000u));
    __mmask16 is_nan = _mm512_cmpgt_epi32_mask(magnitude, all_i32(0x7ff00000u));
    is_nan = (__mmask16)(is_nan | (is_infinite & ~is_zero));
    return _mm512_mask_mov_epi32(result, is_nan, all_i32(0x7fffffffu));
}

static void lane_RCP_APPROX_F64(void *d, const void *a_row, const void *b_row, const void *c_row,
                                uint32_t mask)
{
    (void)b_row, (void)c_row;
    const __m512i even =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    for (int i = 0; i < LANE_COUNT / 16; i++) {
        __m512i first = _mm512_load_si512((const __m512i *)a_row + 2 * i);
        __m512i second = _mm512_load_si512((const __m512i *)a_row + 2 * i + 1);
        __m512i lower = _mm512_permutex2var_epi32(first, even, second);
        __m512i result = rcps_f64(_mm512_permutex2var_epi32(first, odd, second),
                                  _mm512_testn_epi32_mask(lower, lower));
        for (int j = 0; j < 2; j++) {
            __m512i words = _mm512_cvtepu32_epi64(eight_of(result, j != 0));
            _mm512_mask_store_epi64((__m512i *)d + 2 * i + j, (__mmask8)(mask >> 8 * (2 * i + j)),
                                    _mm512_slli_epi64(words, 32));
        }
    }
}

#define APPROXIMATE(name, expression)                                                              \
    static void lane_##name(void *d, const void *a_row, const void *b_row, const void *c_row,      \
                            uint32_t mask)                                                         \
    {                                                                                              \
        (void)b_row, (void)c_row;                                                                  \
        for (int i = 0; i < LANE_COUNT / 16; i++) {                                                \
            const __m512i a = _mm512_load_si512((const __m512i *)a_row + i);                       \
            _mm512_mask_store_epi32((__m512i *)d + i, (__mmask16)(mask >> 16 * i), expression);    \
        }                                                                                          \
    }
#define SECOND _mm512_load_si512((const __m512i *)b_row + i)
APPROXIMATE(DIV_APPROX_F32, quotients(a, SECOND, scales(subnormals(SECOND), 0x1p24f)))
APPROXIMATE(DIV_FULL_F32, quotients(a, SECOND, reciprocal_scales(SECOND)))
APPROXIMATE(RCP_APPROX_F32, rcps(a))
APPROXIMATE(SQRT_APPROX_F32, sqrts(a))
APPROXIMATE(RSQRT_APPROX, rsqrts(a))
APPROXIMATE(SIN_APPROX_F32, sines(a, 0, true))
APPROXIMATE(COS_APPROX_F32, sines(a, 1, false))
APPROXIMATE(LG2_APPROX_F32, lg2s(a))
APPROXIMATE(EX2_APPROX_F32, ex2s(a))
APPROXIMATE(EX2_FTZ_F32, machine_ex2s(a))
#undef SECOND
#undef APPROXIMATE

#endif
