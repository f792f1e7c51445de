// SPDX-License-Identifier: Apache-2.0
// One element of a block-scaled matrix multiplication (PTX ISA 9.0, "Block Scaling"). Products and
// scales are exact; all products and c are aligned to the largest exponent, cut off, and added. No
// document says how far the digits reach below it: model.
#include "sim/lane/matrix_element.h"

// significand * 2^(exponent - digits), not normalized.
typedef struct Scaled {
    int64_t significand;
    int32_t exponent;
} Scaled;

static Scaled scaled_product(Term a, Term b, Term scale_a, Term scale_b)
{
    return (Scaled){.significand = (int64_t)a.significand * b.significand * scale_a.significand *
                                   scale_b.significand,
                    .exponent = a.exponent + b.exponent + scale_a.exponent + scale_b.exponent};
}

static void add_product(Special *special, Term a, Term b, Term scale_a, Term scale_b)
{
    bool is_infinite = a.is_infinite || b.is_infinite;
    bool is_zero = (!a.is_infinite && a.significand == 0) ||
                   (!b.is_infinite && b.significand == 0) || scale_a.significand == 0 ||
                   scale_b.significand == 0;
    bool is_nan = a.is_nan || b.is_nan || scale_a.is_nan || scale_b.is_nan;
    add_special(special, is_nan || (is_infinite && is_zero), is_infinite,
                a.is_negative != b.is_negative);
}

uint32_t matrix_scaled_element(const MatrixTile *tile, MatrixRule rule, const Term *a,
                               const Term *b, const Term *scales_a, const Term *scales_b,
                               uint32_t c_bits)
{
    uint32_t count = tile_depth(tile), group = count / tile->scales;
    int32_t digits = 4 * half.digits; // of two elements and two scales
    Term c = term_of(single, c_bits);
    int32_t largest = c.significand != 0 ? c.exponent : EXPONENT_0;
    Scaled products[DEPTH_MAX];
    Special special = {0};
    add_special(&special, c.is_nan, c.is_infinite, c.is_negative);
    for (uint32_t i = 0; i < count; i++) {
        Term scale_a = scales_a[i / group], scale_b = scales_b[i / group];
        add_product(&special, a[i], b[i], scale_a, scale_b);
        products[i] = scaled_product(a[i], b[i], scale_a, scale_b);
        bool is_larger = products[i].significand != 0 && products[i].exponent > largest;
        largest = is_larger ? products[i].exponent : largest;
    }
    if (special.is_nan || special.is_infinite) {
        return special_bits(special, single);
    }
    if (largest == EXPONENT_0) {
        return 0;
    }
    Sum sum = {.exponent = largest - rule.fraction};
    sum.units = shifted(c.significand, c.exponent - single.digits - sum.exponent);
    for (uint32_t i = 0; i < count; i++) {
        sum.units += shifted(products[i].significand, products[i].exponent - digits - sum.exponent);
    }
    return sum_bits(sum, single, false);
}
