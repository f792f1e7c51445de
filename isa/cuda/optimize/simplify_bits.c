// SPDX-License-Identifier: Apache-2.0
// Logic and shifts: masks that cut nothing, shifts of shifts, two comparisons of one range.
#include "isa/cuda/optimize/simplify.h"

static IrInstruction *constant(const IrInstruction *at, uint64_t value)
{
    return rewrite_constant(at, at->type, value);
}

// The operand of an OR that alone has any of these bits.
static IrInstruction *part_of(const IrInstruction *both, uint64_t bits)
{
    for (uint32_t i = 0; i < 2; i++) {
        if ((~known_bits(ir_operand(both, i)).zeros & bits & rewrite_mask(both->type)) == 0) {
            return ir_operand(both, 1 - i);
        }
    }
    return NULL;
}

// (x & m) | (x & n)
static IrInstruction *join_parts(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    uint64_t m, n;
    if (at->op != IR_OR || a->op != IR_AND || b->op != IR_AND ||
        ir_operand(a, 0) != ir_operand(b, 0) || !rewrite_integer(ir_operand(a, 1), &m) ||
        !rewrite_integer(ir_operand(b, 1), &n)) {
        return NULL;
    }
    return rewrite_binary(at, IR_AND, at->type, ir_operand(a, 0), constant(at, m | n));
}

static IrInstruction *with_constant(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t mask = rewrite_mask(at->type), inner;
    if (c == 0) {
        return at->op == IR_AND ? constant(at, 0) : a;
    }
    if (c == mask) {
        return at->op == IR_AND  ? a
               : at->op == IR_OR ? constant(at, mask)
                                 : rewrite_unary(at, IR_NOT, at->type, a);
    }
    if (a->op == at->op && rewrite_integer(ir_operand(a, 1), &inner)) {
        uint64_t both = at->op == IR_AND ? c & inner : at->op == IR_OR ? c | inner : c ^ inner;
        return rewrite_binary(at, at->op, at->type, ir_operand(a, 0), constant(at, both));
    }
    if (at->op == IR_AND && a->op == IR_OR) {
        IrInstruction *part = part_of(a, c);
        if (part != NULL) {
            return rewrite_binary(at, IR_AND, at->type, part, ir_operand(at, 1));
        }
    }
    Known known = known_bits(a);
    if (at->op == IR_AND && (~known.zeros & ~c & mask) == 0) {
        return a;
    }
    if (at->op == IR_AND && (~known.zeros & c) == 0) {
        return constant(at, 0);
    }
    return at->op == IR_OR && (~known.ones & c) == 0 ? a : NULL;
}

// 0 <= x and x < c, of ints: x < c as unsigned, for c >= 0.
static IrInstruction *merge_range(IrInstruction *at, IrInstruction *low, IrInstruction *high)
{
    uint64_t c, zero;
    if (low->op != IR_COMPARE || high->op != IR_COMPARE ||
        ir_operand(low, 0) != ir_operand(high, 0) || !rewrite_integer(ir_operand(low, 1), &zero) ||
        !rewrite_integer(ir_operand(high, 1), &c)) {
        return NULL;
    }
    IrType type = ir_operand(low, 0)->type;
    bool is_or = at->op == IR_OR;
    IrCompare wanted = is_or ? IR_LT : IR_GT; // x > -1, x < 0
    if (low->compare != wanted || rewrite_signed(type, zero) != (is_or ? 0 : -1) ||
        rewrite_signed(type, c) < 0) {
        return NULL;
    }
    if (high->compare != (is_or ? IR_GT : IR_LT)) {
        return NULL;
    }
    return rewrite_compare(at, is_or ? IR_HI : IR_LO, ir_operand(low, 0), ir_operand(high, 1));
}

// x < c and y < c, unsigned with c = 2^k: (x | y) & -c is 0.
static IrInstruction *merge_limits(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    uint64_t c;
    if (a->op != IR_COMPARE || b->op != IR_COMPARE || a->compare != b->compare ||
        a->compare != (at->op == IR_AND ? IR_LO : IR_HI) ||
        ir_operand(a, 0)->type != ir_operand(b, 0)->type || a->use_count > 1 || b->use_count > 1 ||
        !rewrite_same(ir_operand(a, 1), ir_operand(b, 1)) ||
        !rewrite_integer(ir_operand(a, 1), &c)) {
        return NULL;
    }
    uint64_t power = at->op == IR_AND ? c : c + 1;
    if (power == 0 || (power & (power - 1)) != 0) {
        return NULL;
    }
    IrInstruction *both =
        rewrite_binary(at, IR_OR, ir_operand(a, 0)->type, ir_operand(a, 0), ir_operand(b, 0));
    // As a mask, which tests and combines in one instruction.
    IrType type = both->type;
    both = rewrite_binary(at, IR_AND, type, both, rewrite_constant(at, type, 0 - power));
    return rewrite_compare(at, at->op == IR_AND ? IR_EQ : IR_NE, both,
                           rewrite_constant(at, type, 0));
}

static IrInstruction *simplify_predicates(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *by = merge_range(at, a, b);
    if (by == NULL) {
        by = merge_range(at, b, a);
    }
    if (by == NULL) {
        by = merge_limits(at, a, b);
    }
    // (p and a) and b, for conditions that came one after the other.
    if (by == NULL && a->op == at->op && a->use_count == 1) {
        by = merge_range(at, ir_operand(a, 1), b);
        by = by != NULL ? by : merge_range(at, b, ir_operand(a, 1));
        by = by != NULL ? by : merge_limits(at, ir_operand(a, 1), b);
        by = by == NULL ? NULL : rewrite_binary(at, at->op, IR_I1, ir_operand(a, 0), by);
    }
    return by;
}

static IrInstruction *simplify_not(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    if (a->op == IR_NOT) {
        return ir_operand(a, 0);
    }
    if (a->op == IR_COMPARE && a->use_count == 1) {
        return rewrite_compare(at, rewrite_inverted(a->compare, ir_operand(a, 0)->type),
                               ir_operand(a, 0), ir_operand(a, 1));
    }
    return NULL;
}

IrInstruction *simplify_bits(IrInstruction *at)
{
    uint64_t c;
    IrInstruction *a = ir_operand(at, 0);
    if (at->op == IR_NOT) {
        return simplify_not(at);
    }
    IrInstruction *b = ir_operand(at, 1);
    if (a == b) {
        return at->op == IR_XOR ? constant(at, 0) : a;
    }
    if (rewrite_integer(b, &c)) {
        return with_constant(at, a, c);
    }
    if (at->type == IR_I1) {
        return at->op != IR_XOR ? simplify_predicates(at, a, b) : NULL;
    }
    return join_parts(at, a, b);
}

static IrInstruction *shift_of_shift(IrInstruction *at, IrInstruction *a, uint64_t amount)
{
    uint64_t inner, mask = rewrite_mask(at->type);
    uint32_t bits = rewrite_bits(at->type);
    if (!rewrite_integer(ir_operand(a, 1), &inner) || inner >= bits) {
        return NULL;
    }
    if (a->op == at->op) {
        uint64_t sum = amount + inner;
        if (sum >= bits && at->op != IR_SHR_S) {
            return constant(at, 0);
        }
        sum = sum >= bits ? bits - 1 : sum;
        IrInstruction *made = rewrite_binary(at, at->op, at->type, ir_operand(a, 0),
                                             rewrite_constant(at, IR_I32, sum));
        made->is_no_wrap = at->is_no_wrap && a->is_no_wrap && at->op == IR_SHL;
        return made;
    }
    if (inner != amount) {
        return NULL;
    }
    if (at->op == IR_SHR_S && a->op == IR_SHL && a->is_no_wrap) {
        return ir_operand(a, 0);
    }
    if (at->op == IR_SHR_S || (at->op == IR_SHR_U && a->op != IR_SHL)) {
        return NULL; // copies of the sign are in between
    }
    return rewrite_binary(at, IR_AND, at->type, ir_operand(a, 0),
                          constant(at, at->op == IR_SHL ? mask << amount : mask >> amount));
}

// x << n, or x >> (32 - n), of x << n | x >> (32 - n): one instruction while both shift x.
static bool is_half_of_rotation(const IrInstruction *at, const IrInstruction *x)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_OR) {
            const IrInstruction *first = ir_operand(use->user, 0);
            const IrInstruction *other = first == at ? ir_operand(use->user, 1) : first;
            if (other->op == (at->op == IR_SHL ? IR_SHR_U : IR_SHL) && ir_operand(other, 0) == x) {
                return true;
            }
        }
    }
    return false;
}

static IrInstruction *shift_left(IrInstruction *at, IrInstruction *a, uint64_t amount)
{
    uint64_t c;
    if (a->op == IR_MULTIPLY && rewrite_integer(ir_operand(a, 1), &c)) {
        return rewrite_binary(at, IR_MULTIPLY, at->type, ir_operand(a, 0),
                              constant(at, c << amount));
    }
    if (a->op == IR_ADD && !at->is_no_wrap && a->use_count == 1 &&
        rewrite_integer(ir_operand(a, 1), &c)) {
        IrInstruction *left =
            rewrite_binary(at, IR_SHL, at->type, ir_operand(a, 0), ir_operand(at, 1));
        return rewrite_binary(at, IR_ADD, at->type, left, constant(at, c << amount));
    }
    return NULL;
}

IrInstruction *simplify_shift(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    uint64_t amount;
    uint32_t bits = rewrite_bits(at->type);
    if (rewrite_is(a, 0)) {
        return a;
    }
    if (at->op == IR_SHR_S && known_non_negative(a)) {
        at->op = IR_SHR_U;
        return at;
    }
    if (!rewrite_integer(ir_operand(at, 1), &amount)) {
        return NULL;
    }
    if (amount == 0) {
        return a;
    }
    if (amount >= bits) {
        if (at->op != IR_SHR_S) {
            return constant(at, 0);
        }
        ir_set_operand(at, 1, rewrite_constant(at, IR_I32, bits - 1));
        return at;
    }
    if (a->op == IR_SHL || a->op == IR_SHR_S || a->op == IR_SHR_U) {
        return shift_of_shift(at, a, amount);
    }
    if (a->op == IR_OR && at->op != IR_SHR_S && !is_half_of_rotation(at, a)) {
        uint64_t kept =
            at->op == IR_SHL ? rewrite_mask(at->type) >> amount : rewrite_mask(at->type) << amount;
        IrInstruction *part = part_of(a, kept);
        if (part != NULL) {
            return rewrite_binary(at, at->op, at->type, part, ir_operand(at, 1));
        }
    }
    if (at->op == IR_SHR_U && known_maximum(a) >> amount == 0) {
        return constant(at, 0);
    }
    return at->op == IR_SHL ? shift_left(at, a, amount) : NULL;
}
