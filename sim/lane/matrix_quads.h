// SPDX-License-Identifier: Apache-2.0
// Registers of matrices between lanes and lines. Lane 4 g + j of two registers holds what belongs
// to line g, or of the second register to line g + 8: its four lanes j have neighbors in that line.
// Lines stand in an order that costs vector code least: line_at(place).
#ifndef LOCKSTEP_LANE_MATRIX_QUADS_H
#define LOCKSTEP_LANE_MATRIX_QUADS_H

#include <stdint.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define QUAD_LINES 16
#define QUAD_LANES 32

static const uint32_t quad_zeros[QUAD_LANES] = {0};

static inline uint32_t line_at(uint32_t place)
{
    return place % 4 * 4 + place / 4;
}

// What the code below needs of vectors of each width. Their 128-bit parts are quads.
#if defined(__AVX512F__)
typedef __m512i Quads;
#define QUADS_LANES 16
#define QUADS(name) _mm512_##name
#elif defined(__AVX2__)
typedef __m256i Quads;
#define QUADS_LANES 8
#define QUADS(name) _mm256_##name
#endif

#if defined(__AVX2__)
static inline Quads quads_load(const uint32_t *from)
{
    Quads quads;
    memcpy(&quads, from, sizeof quads);
    return quads;
}

// Of four rows of quads a, b, c, d to four rows of one element of each quad.
static inline void quads_transpose(const Quads from[4], Quads to[4])
{
    Quads ab_low = QUADS(unpacklo_epi32)(from[0], from[1]);
    Quads ab_high = QUADS(unpackhi_epi32)(from[0], from[1]);
    Quads cd_low = QUADS(unpacklo_epi32)(from[2], from[3]);
    Quads cd_high = QUADS(unpackhi_epi32)(from[2], from[3]);
    to[0] = QUADS(unpacklo_epi64)(ab_low, cd_low);
    to[1] = QUADS(unpackhi_epi64)(ab_low, cd_low);
    to[2] = QUADS(unpacklo_epi64)(ab_high, cd_high);
    to[3] = QUADS(unpackhi_epi64)(ab_high, cd_high);
}
#endif

// part[j * stride + place]: what lane j of a quad holds, of all lines. second: NULL for zeros.
static inline void quads_part(const uint32_t *first, const uint32_t *second, uint32_t *part,
                              uint32_t stride)
{
    second = second != NULL ? second : quad_zeros;
#if defined(__AVX2__)
    for (uint32_t i = 0; i < QUAD_LINES; i += QUADS_LANES) {
        Quads from[4] = {quads_load(first + i), quads_load(first + 16 + i), quads_load(second + i),
                         quads_load(second + 16 + i)};
        Quads to[4];
        quads_transpose(from, to);
        for (uint32_t j = 0; j < 4; j++) {
            memcpy(part + j * stride + i, &to[j], sizeof to[j]);
        }
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

// Lines 0 to 7 of two neighboring parts, in their order, and lines 8 to 15.
static inline void quads_order(const uint32_t parts[2 * QUAD_LINES], uint32_t low[QUAD_LINES],
                               uint32_t high[QUAD_LINES])
{
#if defined(__AVX512F__)
    // line_at; those of the second part are 16 places on
    __m512i order = _mm512_set_epi32(29, 25, 21, 17, 28, 24, 20, 16, 13, 9, 5, 1, 12, 8, 4, 0);
    __m512i first = _mm512_loadu_si512(parts), second = _mm512_loadu_si512(parts + QUAD_LINES);
    _mm512_storeu_si512(low, _mm512_permutex2var_epi32(first, order, second));
    order = _mm512_add_epi32(order, _mm512_set1_epi32(2));
    _mm512_storeu_si512(high, _mm512_permutex2var_epi32(first, order, second));
#elif defined(__AVX2__)
    // line_at: of eight places, lines 0, 1, 4, 5 for a low half and 2, 3, 6, 7 for a high one
    const __m256i order = _mm256_set_epi32(7, 3, 5, 1, 6, 2, 4, 0);
    for (uint32_t i = 0; i < 2 * QUAD_LINES; i += QUAD_LINES) {
        __m256i first = _mm256_permutevar8x32_epi32(quads_load(parts + i), order);
        __m256i second = _mm256_permutevar8x32_epi32(quads_load(parts + i + 8), order);
        __m256i to[2] = {_mm256_unpacklo_epi64(first, second),
                         _mm256_unpackhi_epi64(first, second)};
        memcpy(low + i / 2, &to[0], sizeof to[0]);
        memcpy(high + i / 2, &to[1], sizeof to[1]);
    }
#else
    for (uint32_t i = 0; i < QUAD_LINES; i++) {
        uint32_t part = i / (QUAD_LINES / 2) * QUAD_LINES, line = i % (QUAD_LINES / 2);
        low[i] = parts[part + line_at(line)];
        high[i] = parts[part + line_at(line + QUAD_LINES / 2)];
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
#if defined(__AVX2__)
    uint32_t *rows[4] = {first, first + 16, second, second + 16};
    for (uint32_t i = 0; i < QUAD_LINES; i += QUADS_LANES) {
        Quads from[4], to[4];
        for (uint32_t j = 0; j < 4; j++) {
            from[j] = quads_load(part + j * stride + i);
        }
        quads_transpose(from, to);
        for (uint32_t j = 0; j < 4; j++) {
            memcpy(rows[j] + i, &to[j], sizeof to[j]);
        }
    }
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
