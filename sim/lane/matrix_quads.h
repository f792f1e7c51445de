// SPDX-License-Identifier: Apache-2.0
// Registers of matrices between lanes and lines. Lane 4 g + j of two registers holds what belongs
// to line g, or of the second register to line g + 8: its four lanes j have neighbors in that line.
// Lines stand in an order that costs vector code least: line_at(place).
#ifndef LOCKSTEP_LANE_MATRIX_QUADS_H
#define LOCKSTEP_LANE_MATRIX_QUADS_H

#include <stdint.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#define QUAD_LINES 16
#define QUAD_LANES 32

static const uint32_t quad_zeros[QUAD_LANES] = {0};

static inline uint32_t line_at(uint32_t place)
{
    return place % 4 * 4 + place / 4;
}

#if defined(__AVX512F__)
// Of four rows of quads a, b, c, d to four rows of one element of each quad.
static inline void quads_transpose(const __m512i from[4], __m512i to[4])
{
    __m512i ab_low = _mm512_unpacklo_epi32(from[0], from[1]);
    __m512i ab_high = _mm512_unpackhi_epi32(from[0], from[1]);
    __m512i cd_low = _mm512_unpacklo_epi32(from[2], from[3]);
    __m512i cd_high = _mm512_unpackhi_epi32(from[2], from[3]);
    to[0] = _mm512_unpacklo_epi64(ab_low, cd_low);
    to[1] = _mm512_unpackhi_epi64(ab_low, cd_low);
    to[2] = _mm512_unpacklo_epi64(ab_high, cd_high);
    to[3] = _mm512_unpackhi_epi64(ab_high, cd_high);
}
#endif

// part[j * stride + place]: what lane j of a quad holds, of all lines. second: NULL for zeros.
static inline void quads_part(const uint32_t *first, const uint32_t *second, uint32_t *part,
                              uint32_t stride)
{
    second = second != NULL ? second : quad_zeros;
#if defined(__AVX512F__)
    __m512i from[4] = {_mm512_loadu_si512(first), _mm512_loadu_si512(first + 16),
                       _mm512_loadu_si512(second), _mm512_loadu_si512(second + 16)};
    __m512i to[4];
    quads_transpose(from, to);
    for (uint32_t j = 0; j < 4; j++) {
        _mm512_storeu_si512(part + j * stride, to[j]);
    }
#else
    for (uint32_t i = 0; i < QUAD_LINES / 4; i++) {
        for (uint32_t j = 0; j < 4; j++) {
            uint32_t *to = part + j * stride + i * 4, from = i * 4 + j;
            to[0] = first[from];
            to[1] = first[from + 16];
            to[2] = second[from];
            to[3] = second[from + 16];
        }
    }
#endif
}

// Lines 0 to 7 and 8 to 15 in their order.
static inline void quads_order(const uint32_t part[QUAD_LINES], uint32_t low[QUAD_LINES / 2],
                               uint32_t high[QUAD_LINES / 2])
{
#if defined(__AVX512F__)
    __m512i order =
        _mm512_set_epi32(15, 11, 7, 3, 14, 10, 6, 2, 13, 9, 5, 1, 12, 8, 4, 0); // line_at
    __m512i lines = _mm512_permutexvar_epi32(order, _mm512_loadu_si512(part));
    _mm256_storeu_si256((__m256i *)low, _mm512_castsi512_si256(lines));
    _mm256_storeu_si256((__m256i *)high, _mm512_extracti64x4_epi64(lines, 1));
#else
    for (uint32_t i = 0; i < QUAD_LINES / 2; i++) {
        low[i] = part[line_at(i)];
        high[i] = part[line_at(i + QUAD_LINES / 2)];
    }
#endif
}

// The way back. second: NULL if there is none.
static inline void quads_join(uint32_t *first, uint32_t *second, const uint32_t *part,
                              uint32_t stride)
{
    uint32_t unwanted[QUAD_LANES];
    first = first != NULL ? first : unwanted;
    second = second != NULL ? second : unwanted;
#if defined(__AVX512F__)
    __m512i from[4], to[4];
    for (uint32_t j = 0; j < 4; j++) {
        from[j] = _mm512_loadu_si512(part + j * stride);
    }
    quads_transpose(from, to);
    _mm512_storeu_si512(first, to[0]);
    _mm512_storeu_si512(first + 16, to[1]);
    _mm512_storeu_si512(second, to[2]);
    _mm512_storeu_si512(second + 16, to[3]);
#else
    for (uint32_t i = 0; i < QUAD_LINES / 4; i++) {
        for (uint32_t j = 0; j < 4; j++) {
            const uint32_t *from = part + j * stride + i * 4;
            uint32_t to = i * 4 + j;
            first[to] = from[0];
            first[to + 16] = from[1];
            second[to] = from[2];
            second[to + 16] = from[3];
        }
    }
#endif
}

#endif
