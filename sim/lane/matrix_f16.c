// SPDX-License-Identifier: Apache-2.0
#include "sim/lane/matrix_f16.h"

#include "sim/lane/matrix_sum.h"

#define FAST_ROWS    16
#define FAST_COLUMNS 8
#define FAST_DEPTH   16

// Finite f16 as floats, and their exponents; zeros have none that could be the largest.
typedef struct FastLines {
    float value[FAST_ROWS][FAST_DEPTH];
    int32_t exponent[FAST_ROWS][FAST_DEPTH];
    bool is_special; // some element is infinite or a NaN
} FastLines;

static void fast_element(FastLines *lines, uint32_t line, uint32_t along, uint32_t bits)
{
    int32_t exponent = (int32_t)(bits >> 10 & 31);
    lines->value[line][along] = f32_of_f16(bits);
    lines->exponent[line][along] = (bits & 0x7fff) == 0 ? EXPONENT_0
                                   : exponent == 0      ? -14
                                                        : exponent - 15;
    lines->is_special |= exponent == 31;
}

// Registers of a fragment, each with two neighbors along k. `across`: registers beside each other.
static void fast_gather(const void *const *rows, uint32_t count, uint32_t across, FastLines *lines)
{
    lines->is_special = false;
    for (uint32_t r = 0; r < count; r++) {
        const uint32_t *row = rows[r];
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            uint32_t line = lane / 4 + r % across * 8, along = lane % 4 * 2 + r / across * 8;
            fast_element(lines, line, along, row[lane] & 0xffff);
            fast_element(lines, line, along + 1, row[lane] >> 16);
        }
    }
}

// The products are exact floats; scaled to units of the sum, conversion to integers cuts them off.
// Returns false where the general way is needed: the scale has to be a normal float.
static bool fast_sum(const float *a, const int32_t *exponent_a, const float *b,
                     const int32_t *exponent_b, Term c, Sum *sum)
{
    int32_t largest = c.significand != 0 ? c.exponent : EXPONENT_0;
    for (uint32_t i = 0; i < FAST_DEPTH; i++) {
        int32_t exponent = exponent_a[i] + exponent_b[i];
        largest = exponent > largest ? exponent : largest;
    }
    if (largest < -90 || largest > 120 || c.is_nan || c.is_infinite) {
        return false;
    }
    float scale = f32_of_bits((uint32_t)(127 + 25 - largest) << 23);
    int32_t low = 0, high = 0;
    for (uint32_t i = 0; i < FAST_DEPTH / 2; i++) {
        low += (int32_t)(a[i] * b[i] * scale);
        high += (int32_t)(a[i + FAST_DEPTH / 2] * b[i + FAST_DEPTH / 2] * scale);
    }
    sum->exponent = largest - 25;
    sum->units =
        (int64_t)low + high + shifted(c.significand, c.exponent - single.digits - sum->exponent);
    return true;
}

bool matrix_is_f16(const MatrixTile *tile, MatrixRule rule)
{
    return tile->k == FAST_DEPTH && !tile->is_sparse && tile->m == FAST_ROWS &&
           tile->type[TILE_A] == PTX_TYPE_F16 && tile->type[TILE_C] == PTX_TYPE_F32 &&
           tile->type[TILE_D] == PTX_TYPE_F32 && rule.sum == MATRIX_SUM_BLOCKS &&
           rule.block == FAST_DEPTH && rule.fraction == 25;
}

bool matrix_multiply_f16(const MatrixRows *rows)
{
    FastLines a, b;
    uint32_t d[4][LANE_COUNT];
    fast_gather(rows->a, 4, 2, &a);
    fast_gather(rows->b, 2, 1, &b);
    bool is_done = !a.is_special && !b.is_special;
    for (uint32_t r = 0; is_done && r < 4; r++) {
        const uint32_t *c = rows->c[r];
        for (uint32_t lane = 0; is_done && lane < LANE_COUNT; lane++) {
            uint32_t row = lane / 4 + r / 2 * 8, column = lane % 4 * 2 + r % 2;
            Sum sum;
            is_done = fast_sum(a.value[row], a.exponent[row], b.value[column], b.exponent[column],
                               term_of(single, c[lane]), &sum);
            d[r][lane] = is_done ? sum_bits(sum, single, false) : 0;
        }
    }
    for (uint32_t r = 0; is_done && r < 4; r++) {
        if (rows->d[r] != NULL) {
            memcpy(rows->d[r], d[r], sizeof d[r]);
        }
    }
    return is_done;
}
