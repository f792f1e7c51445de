// SPDX-License-Identifier: Apache-2.0
#include "sim/lane/matrix_element.h"

#include "sim/lane/eight.h"
#include "sim/lane/real.h"

#include <math.h>

static Format format_of(PtxType type)
{
    switch (type) {
    case PTX_TYPE_F16:
    case PTX_TYPE_E4M3: // converted before
    case PTX_TYPE_E5M2:
    case PTX_TYPE_E2M3:
    case PTX_TYPE_E3M2:
    case PTX_TYPE_E2M1: return half;
    case PTX_TYPE_BF16: return (Format){8, 7};
    case PTX_TYPE_TF32: return (Format){8, 10};
    default: return single;
    }
}

// The bits of an f16 with the value of a float of 4 to 8 bits.
static uint32_t f16_of_narrow(PtxType type, uint32_t bits)
{
    switch (type) {
    case PTX_TYPE_E5M2: return bits << 8;
    case PTX_TYPE_E2M3: return f16_of_e2m3(bits & 0x3fu);
    case PTX_TYPE_E3M2: return f16_of_e3m2(bits & 0x3fu);
    case PTX_TYPE_E2M1: return f16_of_e2m1(bits);
    case PTX_TYPE_UE4M3: return f16_of_e4m3(bits & 0x7fu);
    default: return f16_of_e4m3(bits);
    }
}

Term matrix_term(PtxType type, uint32_t bits)
{
    switch (type) {
    case PTX_TYPE_S8: return (Term){.significand = (int8_t)bits};
    case PTX_TYPE_S4: return (Term){.significand = (int32_t)(bits << 28) >> 28};
    case PTX_TYPE_U8:
    case PTX_TYPE_U4:
    case PTX_TYPE_B1: return (Term){.significand = (int32_t)bits};
    case PTX_TYPE_E4M3:
    case PTX_TYPE_E5M2:
    case PTX_TYPE_E2M3:
    case PTX_TYPE_E3M2:
    case PTX_TYPE_E2M1:
    case PTX_TYPE_UE4M3: return term_of(half, f16_of_narrow(type, bits));
    case PTX_TYPE_UE8M0:
        return (Term){.significand = 1 << half.digits,
                      .exponent = (int16_t)((int32_t)bits - 127),
                      .is_nan = bits == 0xffu};
    case PTX_TYPE_TF32: return term_of(format_of(type), bits >> 13);
    default: return term_of(format_of(type), bits);
    }
}

static Special special_of(const Term *a, const Term *b, uint32_t count, Term c)
{
    Special special = {0};
    add_special(&special, c.is_nan, c.is_infinite, c.is_negative);
    for (uint32_t i = 0; i < count; i++) {
        bool is_infinite = a[i].is_infinite || b[i].is_infinite;
        bool is_zero = (!a[i].is_infinite && a[i].significand == 0) ||
                       (!b[i].is_infinite && b[i].significand == 0);
        add_special(&special, a[i].is_nan || b[i].is_nan || (is_infinite && is_zero), is_infinite,
                    a[i].is_negative != b[i].is_negative);
    }
    return special;
}

// The sum of the products and c, all aligned to the largest exponent.
static Sum aligned_sum(const Term *a, const Term *b, uint32_t count, int32_t digits, Term c,
                       int32_t digits_c, uint32_t fraction)
{
    int32_t largest = c.significand != 0 ? c.exponent : EXPONENT_0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t exponent = a[i].significand != 0 && b[i].significand != 0
                               ? a[i].exponent + b[i].exponent
                               : EXPONENT_0;
        largest = exponent > largest ? exponent : largest;
    }
    if (largest == EXPONENT_0) {
        return (Sum){0, 0};
    }
    Sum sum = {.exponent = largest - (int32_t)fraction};
    sum.units = shifted(c.significand, c.exponent - digits_c - sum.exponent);
    for (uint32_t i = 0; i < count; i++) {
        int64_t product = (int64_t)a[i].significand * b[i].significand;
        sum.units += shifted(product, a[i].exponent + b[i].exponent - digits - sum.exponent);
    }
    return sum;
}

typedef struct Formats {
    int32_t digits; // of a product
    Format c, d;
} Formats;

static Formats formats_of(const MatrixTile *tile)
{
    int32_t digits_a = format_of((PtxType)tile->type[TILE_A]).digits;
    int32_t digits_b = format_of((PtxType)tile->type[TILE_B]).digits;
    return (Formats){.digits = digits_a + digits_b,
                     .c = format_of((PtxType)tile->type[TILE_C]),
                     .d = format_of((PtxType)tile->type[TILE_D])};
}

static uint32_t sum_of_blocks(MatrixRule rule, Formats formats, const Term *a, const Term *b,
                              uint32_t count, uint32_t c_bits)
{
    bool is_mixed = formats.c.digits != formats.d.digits;
    if (is_mixed && formats.c.digits == half.digits) { // converted before, as is d afterwards
        c_bits = bits_of_f32(f32_of_f16(c_bits));
        formats.c = single;
    } else if (is_mixed) {
        formats.d = single;
        return f16_of_f32(f32_of_bits(sum_of_blocks(rule, formats, a, b, count, c_bits)));
    }
    Term sum = term_of(formats.c, c_bits);
    Special special = special_of(a, b, count, sum);
    if (special.is_nan || special.is_infinite) {
        return special_bits(special, formats.d);
    }
    bool is_half = formats.d.digits == half.digits;
    int32_t digits_c = formats.c.digits;
    for (uint32_t i = 0;; i += rule.block) {
        uint32_t block = count - i < rule.block ? count - i : rule.block;
        Sum exact = aligned_sum(a + i, b + i, block, formats.digits, sum, digits_c, rule.fraction);
        if (i + block >= count) {
            uint32_t bits = sum_bits(exact, formats.d, is_half);
            return rule.kept == 0 || is_half ? bits : bits & ~0u << (single.digits - rule.kept);
        }
        sum = term_of(single, sum_bits(exact, single, false));
        digits_c = single.digits;
        if (sum.is_infinite) {
            Special overflow = {.is_infinite = true, .is_negative = sum.is_negative};
            return special_bits(overflow, formats.d);
        }
    }
}

static uint32_t sum_of_two(Formats formats, uint32_t x, uint32_t y)
{
    if (formats.d.digits == half.digits) {
        return f16_of_f32(f32_of_f16(x) + f32_of_f16(y));
    }
    float sum = f32_of_bits(x) + f32_of_bits(y);
    return sum != sum ? F32_NAN : bits_of_f32(sum);
}

static uint32_t sum_of_halves(MatrixRule rule, Formats formats, const Term *a, const Term *b,
                              uint32_t count, uint32_t c_bits)
{
    Term part_a[DEPTH_MAX], part_b[DEPTH_MAX];
    uint32_t sum = 0;
    Formats inner = {.digits = formats.digits, .c = formats.d, .d = formats.d};
    for (uint32_t first = 0; first < 4; first += 2) {
        for (uint32_t i = 0; i < count / 2; i++) {
            uint32_t from = i / 2 * 4 + first + i % 2;
            part_a[i] = a[from];
            part_b[i] = b[from];
        }
        sum = sum_of_blocks(rule, inner, part_a, part_b, count / 2, sum);
    }
    return sum_of_two(formats, c_bits, sum);
}

static float term_value(Term term, Format format)
{
    if (term.is_nan || term.is_infinite) {
        return term.is_nan ? NAN : term.is_negative ? -INFINITY : INFINITY;
    }
    float value = ldexpf((float)term.significand, term.exponent - format.digits);
    return term.is_negative ? -fabsf(value) : value;
}

static uint32_t sum_of_chain(Formats formats, const Term *a, const Term *b, uint32_t count,
                             uint32_t c_bits)
{
    bool is_half = formats.d.digits == half.digits;
    float c = term_value(term_of(formats.c, c_bits), formats.c), sum = is_half ? c : 0;
    for (uint32_t i = 0; i < count; i++) {
        sum = fmaf(term_value(a[i], half), term_value(b[i], half), sum);
    }
    if (is_half) {
        return f16_of_f32(sum);
    }
    sum += c;
    return sum != sum ? F32_NAN : bits_of_f32(sum);
}

static uint32_t sum_of_integers(const MatrixTile *tile, const Term *a, const Term *b,
                                uint32_t count, uint32_t c_bits)
{
    int64_t sum = (int32_t)c_bits;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)a[i].significand, y = (uint32_t)b[i].significand;
        switch (tile->operation) {
        case TILE_XOR_POPC: sum += bits_count(x ^ y); break;
        case TILE_AND_POPC:
        case TILE_AND_POPC_GROUP: sum += bits_count(x & y); break;
        default: sum += (int64_t)a[i].significand * b[i].significand; break;
        }
    }
    if (tile->is_saturated) {
        sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
    }
    return (uint32_t)sum;
}

uint32_t matrix_element(const MatrixTile *tile, MatrixRule rule, const Term *a, const Term *b,
                        uint32_t c_bits)
{
    uint32_t count = tile_depth(tile);
    if (tile->type[TILE_D] == PTX_TYPE_S32) {
        count = tile->type[TILE_A] == PTX_TYPE_B1 ? count / 32 : count;
        return sum_of_integers(tile, a, b, count, c_bits);
    }
    switch ((MatrixSum)rule.sum) {
    case MATRIX_SUM_BLOCKS: return sum_of_blocks(rule, formats_of(tile), a, b, count, c_bits);
    case MATRIX_SUM_HALVES: return sum_of_halves(rule, formats_of(tile), a, b, count, c_bits);
    case MATRIX_SUM_SCALED: // see matrix_scaled_element
    case MATRIX_SUM_CHAIN: break;
    }
    return sum_of_chain(formats_of(tile), a, b, count, c_bits);
}
