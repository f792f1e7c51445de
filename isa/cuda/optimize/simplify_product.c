// SPDX-License-Identifier: Apache-2.0
// Products and divisions: powers of two as shifts, constant divisors as a product's upper half
// (Granlund and Montgomery, "Division by Invariant Integers using Multiplication", 1994; Warren,
// "Hacker's Delight", chapter 10), narrow factors of wide products.
#include "isa/cuda/optimize/simplify.h"

static IrInstruction *constant(const IrInstruction *at, IrType type, uint64_t value)
{
    return rewrite_constant(at, type, value);
}

// k for 2^k, else -1.
static int exponent_of(uint64_t value)
{
    int k = 0;
    if (value == 0 || (value & (value - 1)) != 0) {
        return -1;
    }
    while (value >> k != 1) {
        k++;
    }
    return k;
}

static IrInstruction *shift(IrInstruction *at, IrOp op, IrInstruction *a, uint32_t amount)
{
    return rewrite_binary(at, op, a->type, a, constant(at, IR_I32, amount));
}

static IrInstruction *multiply_constant(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t inner;
    IrType type = at->type;
    int k = exponent_of(c);
    if (c == 0 || c == 1) {
        return c == 0 ? constant(at, type, 0) : a;
    }
    if (c == rewrite_mask(type)) {
        return rewrite_unary(at, IR_NEGATE, type, a);
    }
    if (k > 0) {
        IrInstruction *made = shift(at, IR_SHL, a, (uint32_t)k);
        made->is_no_wrap = at->is_no_wrap && (uint32_t)k + 1 < rewrite_bits(type);
        return made;
    }
    if (a->op == IR_MULTIPLY && rewrite_integer(ir_operand(a, 1), &inner)) {
        return rewrite_binary(at, IR_MULTIPLY, type, ir_operand(a, 0),
                              constant(at, type, inner * c));
    }
    if (a->op == IR_SHL && rewrite_integer(ir_operand(a, 1), &inner) &&
        inner < rewrite_bits(type)) {
        return rewrite_binary(at, IR_MULTIPLY, type, ir_operand(a, 0),
                              constant(at, type, c << inner));
    }
    if (a->op == IR_ADD && !at->is_no_wrap && a->use_count == 1 &&
        rewrite_integer(ir_operand(a, 1), &inner)) {
        IrInstruction *product =
            rewrite_binary(at, IR_MULTIPLY, type, ir_operand(a, 0), ir_operand(at, 1));
        return rewrite_binary(at, IR_ADD, type, product, constant(at, type, inner * c));
    }
    return NULL;
}

// The 32-bit value that `value` extends, if the extension may be read as signed or unsigned.
static IrInstruction *narrowed(IrInstruction *at, IrInstruction *value, bool is_signed)
{
    uint64_t c;
    if (rewrite_integer(value, &c)) {
        bool fits = is_signed ? (int64_t)c == (int64_t)(int32_t)c : c <= UINT32_MAX;
        return fits ? constant(at, IR_I32, c) : NULL;
    }
    if ((value->op != IR_SIGN_EXTEND && value->op != IR_ZERO_EXTEND) ||
        ir_operand(value, 0)->type != IR_I32) {
        return NULL;
    }
    IrInstruction *narrow = ir_operand(value, 0);
    bool is_same = (value->op == IR_SIGN_EXTEND) == is_signed;
    return is_same || known_non_negative(narrow) ? narrow : NULL;
}

static IrInstruction *widen(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    for (int is_signed = 1; is_signed >= 0; is_signed--) {
        IrInstruction *x = narrowed(at, a, is_signed != 0);
        IrInstruction *y = x == NULL ? NULL : narrowed(at, b, is_signed != 0);
        if (y != NULL) {
            return rewrite_binary(at, is_signed != 0 ? IR_MULTIPLY_WIDE_S : IR_MULTIPLY_WIDE_U,
                                  IR_I64, x, y);
        }
    }
    return NULL;
}

IrInstruction *simplify_product(IrInstruction *at)
{
    uint64_t c;
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    bool is_constant = rewrite_integer(b, &c);
    if (at->op != IR_MULTIPLY) {
        if (!is_constant || c > 1) {
            return NULL;
        }
        return c == 0
                   ? constant(at, IR_I64, 0)
                   : rewrite_unary(at,
                                   at->op == IR_MULTIPLY_WIDE_S ? IR_SIGN_EXTEND : IR_ZERO_EXTEND,
                                   IR_I64, a);
    }
    if (is_constant) {
        IrInstruction *by = multiply_constant(at, a, c);
        if (by != NULL) {
            return by;
        }
    }
    return at->type == IR_I64 ? widen(at, a, b) : NULL;
}

static IrInstruction *divide_by_power(IrInstruction *at, IrInstruction *a, uint32_t k)
{
    IrType type = at->type;
    uint32_t bits = rewrite_bits(type);
    uint64_t low = (UINT64_C(1) << k) - 1;
    if (at->op == IR_DIVIDE_U) {
        return shift(at, IR_SHR_U, a, k);
    }
    if (at->op == IR_REMAINDER_U) {
        return rewrite_binary(at, IR_AND, type, a, constant(at, type, low));
    }
    // Toward zero: 2^k - 1 is added first where a is negative.
    IrInstruction *sign = k == 1 ? a : shift(at, IR_SHR_S, a, bits - 1);
    IrInstruction *bias = shift(at, IR_SHR_U, sign, bits - k);
    IrInstruction *biased = rewrite_binary(at, IR_ADD, type, a, bias);
    if (at->op == IR_DIVIDE_S) {
        return shift(at, IR_SHR_S, biased, k);
    }
    IrInstruction *multiple = rewrite_binary(at, IR_AND, type, biased, constant(at, type, ~low));
    return rewrite_binary(at, IR_SUBTRACT, type, a, multiple);
}

typedef struct Magic {
    uint64_t multiplier; // without its bit `bits`
    uint32_t shift;
    bool is_add; // unsigned: the multiplier has bits + 1 bits
} Magic;

// Hacker's Delight, figure 10-1: 2 <= d < 2^(bits - 1).
static Magic signed_magic(uint64_t d, uint32_t bits)
{
    uint64_t two = UINT64_C(1) << (bits - 1);
    uint64_t limit = two - 1 - two % d;
    uint32_t p = bits - 1;
    uint64_t q1 = two / limit, r1 = two % limit, q2 = two / d, r2 = two % d, delta;
    do {
        p++;
        q1 = 2 * q1 + (r1 >= limit - r1);
        r1 = r1 >= limit - r1 ? r1 - (limit - r1) : 2 * r1;
        q2 = 2 * q2 + (r2 >= d - r2);
        r2 = r2 >= d - r2 ? r2 - (d - r2) : 2 * r2;
        delta = d - r2;
    } while (q1 < delta || (q1 == delta && r1 == 0));
    return (Magic){q2 + 1, p - bits, false};
}

// Hacker's Delight, figure 10-2.
static Magic unsigned_magic(uint64_t d, uint32_t bits)
{
    uint64_t mask = bits == 64 ? UINT64_MAX : UINT32_MAX, two = UINT64_C(1) << (bits - 1);
    uint64_t limit = mask - (mask - d + 1) % d;
    Magic magic = {0, 0, false};
    uint32_t p = bits - 1;
    uint64_t q1 = two / limit, r1 = two - q1 * limit;
    uint64_t q2 = (two - 1) / d, r2 = (two - 1) - q2 * d, delta;
    do {
        p++;
        bool is_over = r1 >= limit - r1;
        q1 = (2 * q1 + is_over) & mask;
        r1 = (is_over ? r1 - (limit - r1) : 2 * r1) & mask;
        if (r2 + 1 >= d - r2) {
            magic.is_add = magic.is_add || q2 >= two - 1;
            q2 = (2 * q2 + 1) & mask;
            r2 = (r2 - (d - r2) + 1) & mask;
        } else {
            magic.is_add = magic.is_add || q2 >= two;
            q2 = (2 * q2) & mask;
            r2 = (2 * r2 + 1) & mask;
        }
        delta = (d - 1 - r2) & mask;
    } while (p < 2 * bits && (q1 < delta || (q1 == delta && r1 == 0)));
    magic.multiplier = (q2 + 1) & mask;
    magic.shift = p - bits;
    return magic;
}

// For a dividend below 2^width a multiplier of 32 bits may do: ceil(2^(32 + shift) / d), if it is
// at most 2^(32 + shift - width) / d too large.
static bool short_magic(uint64_t d, uint32_t width, Magic *magic)
{
    for (uint32_t extra = 0; extra < 31; extra++) {
        uint64_t power = UINT64_C(1) << (32 + extra), multiplier = (power + d - 1) / d;
        if (multiplier > UINT32_MAX) {
            return false;
        }
        if (multiplier * d - power <= power >> width) {
            *magic = (Magic){multiplier, extra, false};
            return true;
        }
    }
    return false;
}

static uint32_t width_of(uint64_t maximum)
{
    uint32_t width = 0;
    while (width < 64 && maximum >> width != 0) {
        width++;
    }
    return width;
}

static IrInstruction *divide_unsigned(IrInstruction *at, IrInstruction *a, uint64_t d)
{
    IrType type = at->type;
    Magic magic = {0, 0, true};
    uint32_t even = 0, width = width_of(known_maximum(a));
    while ((d >> even & 1) == 0) {
        even++;
    }
    if (type == IR_I32 && !short_magic(d, width, &magic) && even > 0 && width > even &&
        short_magic(d >> even, width - even, &magic)) {
        a = shift(at, IR_SHR_U, a, even); // an even divisor is halved first
    }
    if (magic.is_add) {
        magic = unsigned_magic(d, rewrite_bits(type));
    }
    IrInstruction *high =
        rewrite_binary(at, IR_MULTIPLY_HIGH_U, type, a, constant(at, type, magic.multiplier));
    if (!magic.is_add) {
        return magic.shift == 0 ? high : shift(at, IR_SHR_U, high, magic.shift);
    }
    IrInstruction *rest = rewrite_binary(at, IR_SUBTRACT, type, a, high);
    IrInstruction *half = shift(at, IR_SHR_U, rest, 1);
    IrInstruction *both = rewrite_binary(at, IR_ADD, type, half, high);
    return magic.shift <= 1 ? both : shift(at, IR_SHR_U, both, magic.shift - 1);
}

static IrInstruction *divide_signed(IrInstruction *at, IrInstruction *a, uint64_t d)
{
    IrType type = at->type;
    uint32_t bits = rewrite_bits(type);
    Magic magic = signed_magic(d, bits);
    IrInstruction *high =
        rewrite_binary(at, IR_MULTIPLY_HIGH_S, type, a, constant(at, type, magic.multiplier));
    if ((magic.multiplier >> (bits - 1) & 1) != 0) { // it is negative as a signed number
        high = rewrite_binary(at, IR_ADD, type, high, a);
    }
    IrInstruction *sign = shift(at, IR_SHR_U, high, bits - 1);
    IrInstruction *shifted = magic.shift == 0 ? high : shift(at, IR_SHR_S, high, magic.shift);
    return rewrite_binary(at, IR_ADD, type, shifted, sign);
}

static IrInstruction *remainder_of(IrInstruction *at, IrInstruction *a, IrInstruction *quotient)
{
    IrInstruction *product = rewrite_binary(at, IR_MULTIPLY, at->type, quotient, ir_operand(at, 1));
    return rewrite_binary(at, IR_SUBTRACT, at->type, a, product);
}

static IrInstruction *divide_constant(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    bool is_signed = at->op == IR_DIVIDE_S || at->op == IR_REMAINDER_S;
    bool is_remainder = at->op == IR_REMAINDER_S || at->op == IR_REMAINDER_U;
    int64_t d = rewrite_signed(at->type, c);
    uint64_t sign = rewrite_mask(at->type) ^ rewrite_mask(at->type) >> 1;
    if (c == 0) {
        return ir_undefined(rewrite_function(at), at->type);
    }
    if (c == 1) {
        return is_remainder ? constant(at, at->type, 0) : a;
    }
    if (is_signed && c == sign) {
        return NULL;
    }
    if (is_signed && d < 0) { // a / -c is -(a / c), a % -c is a % c
        IrInstruction *made =
            rewrite_binary(at, at->op, at->type, a, constant(at, at->type, (uint64_t)-d));
        return is_remainder ? made : rewrite_unary(at, IR_NEGATE, at->type, made);
    }
    if (exponent_of(c) > 0) {
        return divide_by_power(at, a, (uint32_t)exponent_of(c));
    }
    IrInstruction *quotient = is_signed ? divide_signed(at, a, c) : divide_unsigned(at, a, c);
    if (quotient == NULL || !is_remainder) {
        return quotient;
    }
    return remainder_of(at, a, quotient);
}

static IrInstruction *divide_narrow(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    bool is_remainder = at->op == IR_REMAINDER_U;
    if (at->type != IR_I64 || known_maximum(a) > UINT32_MAX || known_maximum(b) > UINT32_MAX) {
        return NULL;
    }
    IrInstruction *x = rewrite_unary(at, IR_TRUNCATE, IR_I32, a);
    IrInstruction *y = rewrite_unary(at, IR_TRUNCATE, IR_I32, b);
    IrInstruction *made =
        rewrite_binary(at, is_remainder ? IR_REMAINDER_U : IR_DIVIDE_U, IR_I32, x, y);
    return rewrite_unary(at, IR_ZERO_EXTEND, IR_I64, made);
}

IrInstruction *simplify_division(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    bool is_remainder = at->op == IR_REMAINDER_S || at->op == IR_REMAINDER_U;
    uint64_t c;
    if (rewrite_is(a, 0)) {
        return a;
    }
    if (a == b) {
        return constant(at, at->type, is_remainder ? 0 : 1);
    }
    if ((at->op == IR_DIVIDE_S || at->op == IR_REMAINDER_S) && known_non_negative(a) &&
        known_non_negative(b)) {
        at->op = is_remainder ? IR_REMAINDER_U : IR_DIVIDE_U;
        return at;
    }
    if (at->op == IR_DIVIDE_U || at->op == IR_REMAINDER_U) {
        IrInstruction *narrow = divide_narrow(at, a, b);
        if (narrow != NULL) {
            return narrow;
        }
    }
    return rewrite_integer(b, &c) ? divide_constant(at, a, c) : NULL;
}
