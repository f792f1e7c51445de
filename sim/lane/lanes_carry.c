// SPDX-License-Identifier: Apache-2.0
// Extended-precision integers: add.cc, addc, sub.cc, subc, mad.cc, madc (PTX ISA 9.0,
// "Extended-Precision Integer Arithmetic Instructions"). The condition-code flag is a lane mask.
#include "sim/lane/integer.h"
#include "sim/lane/lanes.h"

// One lane: returns the result, sets *carry to the carry (borrow) out.
typedef uint64_t CarryFunction(uint64_t x, uint64_t y, bool carry_in, bool *carry);

static uint64_t add_32(uint64_t x, uint64_t y, bool carry_in, bool *carry)
{
    uint64_t sum = x + y + carry_in;
    *carry = sum >> 32 != 0;
    return (uint32_t)sum;
}

static uint64_t subtract_32(uint64_t x, uint64_t y, bool carry_in, bool *carry)
{
    uint64_t difference = x - y - carry_in;
    *carry = difference >> 32 != 0;
    return (uint32_t)difference;
}

static uint64_t add_64(uint64_t x, uint64_t y, bool carry_in, bool *carry)
{
    uint64_t sum = x + y, total = sum + carry_in;
    *carry = sum < x || total < sum;
    return total;
}

static uint64_t subtract_64(uint64_t x, uint64_t y, bool carry_in, bool *carry)
{
    *carry = x < y || (x == y && carry_in);
    return x - y - carry_in;
}

// The half of a product that mad adds.
static uint64_t product(const Micro *micro, uint64_t a, uint64_t b)
{
    bool is_high = micro->combine == PTX_DOT_HI;
    switch ((int)micro->type) {
    case PTX_TYPE_U64: return is_high ? multiply_high_u64(a, b) : a * b;
    case PTX_TYPE_S64: return is_high ? multiply_high_s64(a, b) : a * b;
    case PTX_TYPE_S32: {
        uint64_t wide = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
        return (uint32_t)(is_high ? wide >> 32 : wide);
    }
    default: return (uint32_t)(is_high ? a * b >> 32 : a * b);
    }
}

static uint64_t element(const void *row, int lane, bool is_wide)
{
    return is_wide ? ((const uint64_t *)row)[lane] : ((const uint32_t *)row)[lane];
}

void lane_carry(const Micro *micro, void *d, const void *a, const void *b, const void *c,
                const uint32_t *carry_in, uint32_t *carry_out, uint32_t mask)
{
    bool is_wide = micro->type == PTX_TYPE_U64 || micro->type == PTX_TYPE_S64;
    bool is_subtraction = micro->function == PTX_SUB;
    CarryFunction *add = is_wide ? add_64 : add_32;
    CarryFunction *subtract = is_wide ? subtract_64 : subtract_32;
    uint32_t in = carry_in != NULL ? *carry_in : 0, out = 0;
    for (int i = 0; i < LANE_COUNT; i++) {
        if ((mask >> i & 1) == 0) {
            continue;
        }
        uint64_t x = element(a, i, is_wide), y = element(b, i, is_wide);
        if (micro->function == PTX_MAD) {
            x = product(micro, x, y);
            y = element(c, i, is_wide);
        }
        bool carry;
        uint64_t result = (is_subtraction ? subtract : add)(x, y, in >> i & 1, &carry);
        out |= (uint32_t)carry << i;
        if (is_wide) {
            ((uint64_t *)d)[i] = result;
        } else {
            ((uint32_t *)d)[i] = (uint32_t)result;
        }
    }
    if (carry_out != NULL) {
        *carry_out = (*carry_out & ~mask) | out;
    }
}
