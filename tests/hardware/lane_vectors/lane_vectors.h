// SPDX-License-Identifier: Apache-2.0
// What is recorded of a GPU's arithmetic and replayed on ours: every lane function under every
// spelling and modifier that PTX allows (variants), on fixed inputs. The generator of the PTX and
// the test of the recorded results walk the same list. Header only, for test programs.
#ifndef LOCKSTEP_TESTS_LANE_VECTORS_H
#define LOCKSTEP_TESTS_LANE_VECTORS_H

#include "isa/machine/program.h"

#include <stdio.h>
#include <string.h>

#define VECTOR_COUNT 512 // inputs of a variant
#define VECTOR_MAGIC "LKLANES1"

typedef enum VariantKind {
    VARIANT_LANE,
    VARIANT_LANE4,
    VARIANT_CARRY, // sets (and uses) the carry flag; the result is the value or the flag
    VARIANT_ATOMIC // the word in memory afterwards
} VariantKind;

typedef struct Variant {
    char name[72];     // the PTX spelling, and what tells equal spellings apart after a blank
    char spelling[64]; // the PTX spelling
    VariantKind kind;
    uint32_t function; // LaneOp or Lane4Op
    LaneType d, a, b, c, e;
    bool is_high;   // second destination of a comparison of pairs; the carry of a carry
    Micro micro;    // flags, round; function, type, combine, space as its kind wants them
    uint32_t table; // of lop3
} Variant;

typedef void VariantVisitor(const Variant *variant, void *context);

// -- inputs

static const uint64_t edges_f32[] = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffa12345, 0x3f000000, 0x40490fdb,
    0x807fffff, 0x80800000, 0x3f800001, 0x3f7fffff, 0x4b000000, 0x4b800001, 0xcb000001, 0x4f000000,
    0xcf000000, 0x4effffff, 0x4f7fffff, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x5effffff,
    0x5f7fffff, 0x3fc00000, 0xbfc00000, 0x40200000, 0xc0200000, 0xbf000000, 0x3effffff, 0x437f0000,
    0x437f8000, 0x43000000, 0xc3008000, 0x477fff00, 0x477fe000, 0x477ff000, 0x477fefff, 0x38800000,
    0x387fc000, 0x33800000, 0x33000000, 0x33000001, 0x7f7f8000, 0x7f7f7fff, 0x46fffe00, 0xc7000080,
    0x7f000000, 0x7e800000, 0x7e800001, 0x00400000, 0x00200000, 0xc2fc0000, 0xc3160000, 0x42ff0000};

static const uint64_t edges_f64[] = {
    0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
    0x0000000000000001, 0x8000000000000001, 0x000fffffffffffff, 0x0010000000000000,
    0x7fefffffffffffff, 0xffefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000,
    0x7ff8000000000000, 0xfff4000012345678, 0x3fe0000000000000, 0x400921fb54442d18,
    0x7ff8000000000123, 0xfff800000000dead, 0x3ff0000000000001, 0x3fefffffffffffff,
    0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e0000000200000,
    0x41efffffffe00000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000,
    0x43f0000000000000, 0x43dfffffffffffff, 0x3ff8000000000000, 0xbff8000000000000,
    0x4004000000000000, 0xc004000000000000, 0xbfe0000000000000, 0x3fdfffffffffffff,
    0x406fe00000000000, 0x406ff00000000000, 0x4060000000000000, 0xc060100000000000,
    0x40efffe000000000, 0x40effc0000000000, 0x40effe0000000000, 0x40effdffffffffff,
    0x3f10000000000000, 0x3f0ff80000000000, 0x3e70000000000000, 0x3e60000000000000,
    0x3e60000000000001, 0x47efffffe0000000, 0x47effffff0000000, 0x47efffffefffffff,
    0x36a0000000000000, 0x3690000000000000, 0x3690000000000001, 0x380fffffffffffff,
    0x47effff000000000, 0x37a0000000000000, 0x3790000000000001, 0x41dfffffffffffff,
    0x3810000000000000, 0x380fffffe0000000, 0x7fe0000000000000, 0x0008000000000000};

static const uint64_t edges_f16[] = {
    0x0000, 0x8000, 0x3c00, 0xbc00, 0x0001, 0x8001, 0x03ff, 0x0400, 0x7bff, 0xfbff, 0x7c00,
    0xfc00, 0x7e00, 0xfd23, 0x3800, 0x4248, 0x83ff, 0x8400, 0x3c01, 0x3bff, 0x6400, 0x3e00,
    0xbe00, 0x4100, 0xc100, 0xb800, 0x37ff, 0x5bf8, 0x5bfc, 0x5800, 0x7bfe, 0x0200};

static const uint64_t edges_bf16[] = {
    0x0000, 0x8000, 0x3f80, 0xbf80, 0x0001, 0x8001, 0x007f, 0x0080, 0x7f7f, 0xff7f, 0x7f80,
    0xff80, 0x7fc0, 0xffa1, 0x3f00, 0x4049, 0x807f, 0x8080, 0x3f81, 0x3f7f, 0x4b00, 0x3fc0,
    0xbfc0, 0x4020, 0xc020, 0xbf00, 0x3eff, 0x437f, 0x4380, 0x4f00, 0x5f00, 0x0040};

static const uint64_t edges_32[] = {
    0,   1,          0x7fffffff, 0x80000000, 0xffffffff, 2,          31,         32,
    33,  0x80000001, 0x00ff00ff, 0x12345678, 0xfffffffe, 7,          63,         64,
    15,  16,         17,         8,          0x0000ffff, 0x00010000, 0x7fff8000, 0x80007fff,
    255, 256,        0x01000000, 0x00ffffff, 0x00800000, 0xff800000, 100,        0xaaaaaaaa};

static const uint64_t edges_64[] = {0,
                                    1,
                                    0x7fffffffffffffff,
                                    0x8000000000000000,
                                    0xffffffffffffffff,
                                    2,
                                    0x00000000ffffffff,
                                    0x0000000100000000,
                                    0xffffffff00000000,
                                    0x8000000000000001,
                                    0x0123456789abcdef,
                                    0x00000000ffffffff + 2,
                                    0xfffffffffffffffe,
                                    31,
                                    63,
                                    64,
                                    0x001fffffffffffff,
                                    0x0020000000000001,
                                    0x0020000000000003,
                                    0xffdfffffffffffff,
                                    0x7fffffbfffffffff,
                                    0x7fffffc000000000,
                                    0x7ffffffffffffe00,
                                    0x7ffffffffffffdff,
                                    0x8000008000000001,
                                    0x0000000001000001,
                                    0x0000000001000003,
                                    0x000000007fffffff,
                                    0x0000000080000000,
                                    0xffffffff80000000,
                                    0xffffffff7fffffff,
                                    0x000000000000ffff};

typedef struct EdgeList {
    const uint64_t *values;
    uint32_t count;
    uint32_t fraction_bits, exponent_bits; // of a float; else 0
    bool is_pair;
} EdgeList;

#define EDGES(list, fraction, exponent, pair)                                                      \
    (EdgeList)                                                                                     \
    {                                                                                              \
        list, (uint32_t)(sizeof list / sizeof *list), fraction, exponent, pair                     \
    }

static inline EdgeList vector_edges(LaneType type)
{
    switch (type) {
    case LANE_TYPE_F32: return EDGES(edges_f32, 23, 8, false);
    case LANE_TYPE_F64: return EDGES(edges_f64, 52, 11, false);
    case LANE_TYPE_F16: return EDGES(edges_f16, 10, 5, false);
    case LANE_TYPE_BF16: return EDGES(edges_bf16, 7, 8, false);
    case LANE_TYPE_F16X2: return EDGES(edges_f16, 10, 5, true);
    case LANE_TYPE_BF16X2: return EDGES(edges_bf16, 7, 8, true);
    case LANE_TYPE_U64:
    case LANE_TYPE_S64: return EDGES(edges_64, 0, 0, false);
    default: return EDGES(edges_32, 0, 0, false);
    }
}

static inline uint64_t vector_random(uint64_t seed)
{
    uint64_t x = (seed + 1) * 0x9e3779b97f4a7c15u; // splitmix64
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

// A float of this format with an exponent near that of 1, sometimes with few digits.
static inline uint64_t vector_float(EdgeList list, uint64_t random, uint32_t reach)
{
    uint64_t fraction = random & ((UINT64_C(1) << list.fraction_bits) - 1);
    if (random >> 60 == 0) {
        fraction &= ~((UINT64_C(1) << (list.fraction_bits * 2 / 3)) - 1);
    }
    uint64_t bias = (UINT64_C(1) << (list.exponent_bits - 1)) - 1;
    uint64_t exponent = bias + (random >> 53) % (2 * reach + 1) - reach;
    uint64_t sign = random >> 52 & 1;
    return ((sign << list.exponent_bits | exponent) << list.fraction_bits) | fraction;
}

static inline uint64_t vector_single(EdgeList list, uint32_t position, uint32_t index)
{
    uint64_t random = vector_random((uint64_t)index * 8 + position);
    if (list.fraction_bits == 0) {
        // half of the operands after the first are small: shift counts, lengths
        bool is_small = position > 0 && (index & 1);
        return is_small ? random % 80 : index & 2 ? random : random >> (random & 31) >> 16;
    }
    uint32_t reach = list.exponent_bits == 5 ? 6 : 8;
    switch (index & 3) {
    case 0: return random;
    case 1: return vector_float(list, random, reach);
    case 2: return vector_float(list, random, list.exponent_bits == 5 ? 12 : 40);
    default: {
        // the operands of one index lie close together, with any signs
        uint64_t base = vector_float(list, vector_random((uint64_t)index * 8), 1);
        uint64_t sign = (random >> 63) << (list.exponent_bits + list.fraction_bits);
        return (base ^ sign) + (random & 7);
    }
    }
}

// Operand `position` (0 a, 1 b, 2 c, 3 e) of input `index`: all pairs of the first sixteen edges
// for functions of two or three, all edges for functions of one, then random values.
static inline uint64_t vector_input(LaneType type, uint32_t position, bool is_unary, uint32_t index)
{
    EdgeList list = vector_edges(type);
    uint64_t value;
    if (is_unary && index < list.count) {
        value = list.values[index];
    } else if (!is_unary && index < 256) {
        uint32_t choice[4] = {index % 16, index / 16, (index + index / 16 * 5) % 16,
                              index * 7 / 3 % 16};
        value = list.values[choice[position]];
    } else {
        value = vector_single(list, position, index);
    }
    if (list.is_pair) {
        uint32_t other = (index * 37 + 11) % VECTOR_COUNT;
        uint64_t high =
            other < list.count ? list.values[other] : vector_single(list, position, other);
        value = (value & 0xffff) | (high & 0xffff) << 16;
    }
    return value;
}

// Something of all inputs, to notice that they changed since the recording.
static inline uint64_t vector_checksum(void)
{
    uint64_t sum = 0;
    for (uint32_t type = LANE_TYPE_U32; type <= LANE_TYPE_BF16X2; type++) {
        for (uint32_t at = 0; at < VECTOR_COUNT * 8; at++) {
            sum = vector_random(sum ^ vector_input((LaneType)type, at & 3, at & 4, at / 8));
        }
    }
    return sum;
}

static inline bool variant_is_unary(const Variant *variant)
{
    return variant->b == LANE_TYPE_NONE;
}

// The register that holds an operand: integers of 8 bits, and converted ones of 16, lie in 32 bits,
// with other bits above them; where bf16 is on the other side, PTX wants a register of their width.
static inline int variant_register_bits(const Variant *variant, LaneType type)
{
    bool is_conversion = strncmp(variant->spelling, "cvt.", 4) == 0;
    bool has_bf16 = is_conversion && strstr(variant->spelling, "bf16") != NULL;
    bool is_byte = strstr(variant->spelling, ".u8") || strstr(variant->spelling, ".s8");
    bool is_short = strstr(variant->spelling, ".u16") || strstr(variant->spelling, ".s16");
    switch (type) {
    case LANE_TYPE_U32:
    case LANE_TYPE_S32:
    case LANE_TYPE_U8:
    case LANE_TYPE_S8: return !has_bf16 ? 32 : is_byte ? 8 : is_short ? 16 : 32;
    case LANE_TYPE_U64:
    case LANE_TYPE_S64:
    case LANE_TYPE_F64: return 64;
    case LANE_TYPE_U16:
    case LANE_TYPE_S16:
    case LANE_TYPE_F16:
    case LANE_TYPE_BF16: return 16;
    default: return 32;
    }
}

// -- variants

#include "tests/hardware/lane_vectors/variants.h"

#endif
