// SPDX-License-Identifier: Apache-2.0
// Comparisons and selections: known results, one canonical form for each, operands without what
// does not change the answer.
#include "isa/cuda/optimize/simplify.h"

static IrInstruction *truth(const IrInstruction *at, bool value)
{
    return rewrite_constant(at, IR_I1, value);
}

static bool is_reflexive(IrCompare compare)
{
    return compare == IR_EQ || compare == IR_LE || compare == IR_GE || compare == IR_LS ||
           compare == IR_HS;
}

// LE and GE against a constant as LT and GT, as far as the constant's neighbor exists.
static bool make_strict(IrInstruction *at, uint64_t c)
{
    IrType type = ir_operand(at, 0)->type;
    uint64_t mask = rewrite_mask(type), most = mask >> 1, least = mask ^ most, next;
    switch (at->compare) {
    case IR_LE:
        if (c == most) {
            return false;
        }
        at->compare = IR_LT;
        next = c + 1;
        break;
    case IR_GE:
        if (c == least) {
            return false;
        }
        at->compare = IR_GT;
        next = c - 1;
        break;
    case IR_LS:
        if (c == mask) {
            return false;
        }
        at->compare = IR_LO;
        next = c + 1;
        break;
    case IR_HS:
        if (c == 0) {
            return false;
        }
        at->compare = IR_HI;
        next = c - 1;
        break;
    default: return false;
    }
    ir_set_operand(at, 1, rewrite_constant(at, type, next));
    return true;
}

// -1: unknown. From the bits that are known of a.
static int decide(const IrInstruction *at, uint64_t c)
{
    const IrInstruction *a = ir_operand(at, 0);
    IrType type = a->type;
    Known known = known_bits(a);
    uint64_t mask = rewrite_mask(type), sign = mask ^ mask >> 1;
    uint64_t least = known.ones, most = mask & ~known.zeros;
    bool is_signed = at->compare == IR_LT || at->compare == IR_GT;
    if (at->compare == IR_EQ || at->compare == IR_NE) {
        if ((c & known.zeros) != 0 || (~c & known.ones) != 0) {
            return at->compare == IR_NE;
        }
        return -1;
    }
    if (is_signed) {
        if (((known.zeros | known.ones) & sign) == 0) {
            least |= sign;
            most &= ~sign;
        }
        int64_t low = rewrite_signed(type, least), high = rewrite_signed(type, most);
        int64_t limit = rewrite_signed(type, c);
        if (at->compare == IR_LT) {
            return high < limit ? 1 : low >= limit ? 0 : -1;
        }
        return low > limit ? 1 : high <= limit ? 0 : -1;
    }
    if (at->compare == IR_LO) {
        return most < c ? 1 : least >= c ? 0 : -1;
    }
    return at->compare == IR_HI ? (least > c ? 1 : most <= c ? 0 : -1) : -1;
}

// A loop continues with this value: its test uses it too, so that the value before need not be
// kept.
static bool is_carried(const IrInstruction *value)
{
    for (const IrUse *use = value->uses; use != NULL; use = use->next) {
        if (use->user->op == IR_PHI) {
            return true;
        }
    }
    return false;
}

// x + c1 compared with c2: x with c2 - c1, where nothing wraps.
static IrInstruction *compare_sum(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t inner;
    IrType type = a->type;
    if (a->op != IR_ADD || !rewrite_integer(ir_operand(a, 1), &inner) || is_carried(a)) {
        return NULL;
    }
    if (at->compare != IR_EQ && at->compare != IR_NE) {
        int64_t x = rewrite_signed(type, c), y = rewrite_signed(type, inner);
        uint64_t difference = (c - inner) & rewrite_mask(type);
        int64_t z = rewrite_signed(type, difference);
        if (!a->is_no_wrap || rewrite_is_unsigned(at->compare) || (y >= 0) != (z <= x)) {
            return NULL;
        }
    }
    return rewrite_compare(at, at->compare, ir_operand(a, 0),
                           rewrite_constant(at, type, c - inner));
}

static IrInstruction *compare_shifted(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t k, mask = rewrite_mask(a->type);
    if (a->op != IR_SHR_U || !rewrite_integer(ir_operand(a, 1), &k) || k >= rewrite_bits(a->type) ||
        k == 0) {
        return NULL;
    }
    if ((at->compare == IR_EQ || at->compare == IR_NE) && c == 0 && a->use_count == 1) {
        return rewrite_compare(
            at, at->compare == IR_EQ ? IR_LO : IR_HI, ir_operand(a, 0),
            rewrite_constant(at, a->type, (UINT64_C(1) << k) - (at->compare == IR_NE)));
    }
    if (at->compare == IR_HI && c < mask >> k) {
        return rewrite_compare(at, IR_HI, ir_operand(a, 0),
                               rewrite_constant(at, a->type, ((c + 1) << k) - 1));
    }
    if (at->compare == IR_LO && c <= mask >> k) {
        return rewrite_compare(at, IR_LO, ir_operand(a, 0), rewrite_constant(at, a->type, c << k));
    }
    return NULL;
}

static IrCompare as_unsigned(IrCompare compare)
{
    switch (compare) {
    case IR_LT: return IR_LO;
    case IR_LE: return IR_LS;
    case IR_GT: return IR_HI;
    case IR_GE: return IR_HS;
    default: return compare;
    }
}

// An extended value against a constant that is in its range.
static IrInstruction *compare_extended(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    if (a->op != IR_SIGN_EXTEND && a->op != IR_ZERO_EXTEND) {
        return NULL;
    }
    IrInstruction *narrow = ir_operand(a, 0);
    if (narrow->type == IR_I1 && (at->compare == IR_NE || at->compare == IR_EQ) && c <= 1) {
        return (at->compare == IR_NE) == (c == 0) ? narrow
                                                  : rewrite_unary(at, IR_NOT, IR_I1, narrow);
    }
    if (narrow->type != IR_I32) {
        return NULL;
    }
    if (a->op == IR_ZERO_EXTEND && c <= UINT32_MAX) {
        return rewrite_compare(at, as_unsigned(at->compare), narrow,
                               rewrite_constant(at, IR_I32, c));
    }
    if (a->op == IR_SIGN_EXTEND && (int64_t)c == (int64_t)(int32_t)c &&
        (!rewrite_is_unsigned(at->compare))) {
        return rewrite_compare(at, at->compare, narrow, rewrite_constant(at, IR_I32, c));
    }
    return NULL;
}

static IrInstruction *compare_equal(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t inner;
    if (at->compare != IR_EQ && at->compare != IR_NE) {
        return NULL;
    }
    if (a->type == IR_I1) {
        return (at->compare == IR_EQ) == (c != 0) ? a : rewrite_unary(at, IR_NOT, IR_I1, a);
    }
    if (c == 0 && (a->op == IR_SUBTRACT || a->op == IR_XOR)) {
        return rewrite_compare(at, at->compare, ir_operand(a, 0), ir_operand(a, 1));
    }
    if (a->op == IR_XOR && rewrite_integer(ir_operand(a, 1), &inner)) {
        return rewrite_compare(at, at->compare, ir_operand(a, 0),
                               rewrite_constant(at, a->type, c ^ inner));
    }
    if (c == 0 && a->op == IR_NEGATE) {
        return rewrite_compare(at, at->compare, ir_operand(a, 0), ir_operand(at, 1));
    }
    // A selection between two constants: its condition.
    if (a->op == IR_SELECT && ir_is_constant(ir_operand(a, 1)) &&
        ir_is_constant(ir_operand(a, 2))) {
        bool first = rewrite_is(ir_operand(a, 1), c), second = rewrite_is(ir_operand(a, 2), c);
        if (first != second) {
            return first == (at->compare == IR_EQ)
                       ? ir_operand(a, 0)
                       : rewrite_unary(at, IR_NOT, IR_I1, ir_operand(a, 0));
        }
    }
    return NULL;
}

static IrInstruction *compare_constant(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    if (make_strict(at, c)) {
        return at;
    }
    int known = decide(at, c);
    if (known >= 0) {
        return truth(at, known != 0);
    }
    if ((at->compare == IR_LO && c == 1) || (at->compare == IR_HI && c == 0)) {
        at->compare = at->compare == IR_LO ? IR_EQ : IR_NE;
        ir_set_operand(at, 1, rewrite_constant(at, a->type, 0));
        return at;
    }
    IrInstruction *by = compare_equal(at, a, c);
    by = by != NULL ? by : compare_sum(at, a, c);
    by = by != NULL ? by : compare_shifted(at, a, c);
    return by != NULL ? by : compare_extended(at, a, c);
}

// Both operands carry the same no-wrap addition or the same extension.
static IrInstruction *compare_alike(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    bool is_equality = at->compare == IR_EQ || at->compare == IR_NE;
    if (a->op == b->op && (a->op == IR_SIGN_EXTEND || a->op == IR_ZERO_EXTEND) &&
        ir_operand(a, 0)->type == ir_operand(b, 0)->type && ir_operand(a, 0)->type == IR_I32) {
        return rewrite_compare(at, a->op == IR_ZERO_EXTEND ? as_unsigned(at->compare) : at->compare,
                               ir_operand(a, 0), ir_operand(b, 0));
    }
    if (a->op == IR_ADD && b->op == IR_ADD && ir_operand(a, 1) == ir_operand(b, 1) &&
        (is_equality || (a->is_no_wrap && b->is_no_wrap && !rewrite_is_unsigned(at->compare)))) {
        return rewrite_compare(at, at->compare, ir_operand(a, 0), ir_operand(b, 0));
    }
    return NULL;
}

IrInstruction *simplify_compare(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    uint64_t c;
    bool is_integer = rewrite_is_integer_type(a->type);
    if (ir_is_constant(a) && !ir_is_constant(b)) {
        ir_set_operand(at, 0, b);
        ir_set_operand(at, 1, a);
        at->compare = rewrite_swapped(at->compare);
        return at;
    }
    if (!is_integer) {
        if (a->type == IR_POINTER) {
            return a == b ? truth(at, is_reflexive(at->compare)) : NULL;
        }
        bool is_never = a == b && (at->compare == IR_LT || at->compare == IR_GT);
        return is_never ? truth(at, false) : simplify_double_compare(at);
    }
    if (a == b) {
        return truth(at, is_reflexive(at->compare));
    }
    return rewrite_integer(b, &c) ? compare_constant(at, a, c) : compare_alike(at, a, b);
}

static IrInstruction *select_predicate(IrInstruction *at, IrInstruction *c, IrInstruction *a,
                                       IrInstruction *b)
{
    if (rewrite_is(a, 1)) {
        return rewrite_is(b, 0) ? c : rewrite_binary(at, IR_OR, IR_I1, c, b);
    }
    if (rewrite_is(b, 0)) {
        return rewrite_binary(at, IR_AND, IR_I1, c, a);
    }
    if (rewrite_is(a, 0)) {
        IrInstruction *inverse = rewrite_unary(at, IR_NOT, IR_I1, c);
        return rewrite_is(b, 1) ? inverse : rewrite_binary(at, IR_AND, IR_I1, inverse, b);
    }
    if (rewrite_is(b, 1)) {
        return rewrite_binary(at, IR_OR, IR_I1, rewrite_unary(at, IR_NOT, IR_I1, c), a);
    }
    return NULL;
}

static IrInstruction *select_extreme(IrInstruction *at, IrInstruction *c, IrInstruction *a,
                                     IrInstruction *b)
{
    IrCompare compare = c->compare;
    if (!rewrite_same(a, ir_operand(c, 0)) || !rewrite_same(b, ir_operand(c, 1))) {
        if (!rewrite_same(a, ir_operand(c, 1)) || !rewrite_same(b, ir_operand(c, 0))) {
            return NULL;
        }
        compare = rewrite_swapped(compare);
    }
    switch (compare) {
    case IR_LT:
    case IR_LE: return rewrite_binary(at, IR_MIN_S, at->type, a, b);
    case IR_GT:
    case IR_GE: return rewrite_binary(at, IR_MAX_S, at->type, a, b);
    case IR_LO:
    case IR_LS: return rewrite_binary(at, IR_MIN_U, at->type, a, b);
    case IR_HI:
    case IR_HS: return rewrite_binary(at, IR_MAX_U, at->type, a, b);
    case IR_EQ: return b;
    case IR_NE: return a;
    default: return NULL;
    }
}

// x < 0 ? -x : x and its forms.
static IrInstruction *select_absolute(IrInstruction *at, IrInstruction *c, IrInstruction *a,
                                      IrInstruction *b)
{
    uint64_t limit;
    IrInstruction *x = ir_operand(c, 0);
    if (!rewrite_integer(ir_operand(c, 1), &limit)) {
        return NULL;
    }
    int64_t bound = rewrite_signed(x->type, limit);
    bool is_below = c->compare == IR_LT && (bound == 0 || bound == 1);
    bool is_above = c->compare == IR_GT && (bound == 0 || bound == -1);
    IrInstruction *negated = is_below ? a : b, *plain = is_below ? b : a;
    if ((!is_below && !is_above) || plain != x || negated->op != IR_NEGATE ||
        ir_operand(negated, 0) != x) {
        return NULL;
    }
    return rewrite_unary(at, IR_ABS, at->type, x);
}

// A selection of a selection that has a value in common with it: one selection on both conditions.
static IrInstruction *select_twice(IrInstruction *at, IrInstruction *c, IrInstruction *a,
                                   IrInstruction *b)
{
    if (a->op == IR_SELECT && a->use_count == 1 && ir_operand(a, 2) == b) {
        return rewrite_ternary(at, IR_SELECT, at->type,
                               rewrite_binary(at, IR_AND, IR_I1, c, ir_operand(a, 0)),
                               ir_operand(a, 1), b);
    }
    if (b->op == IR_SELECT && b->use_count == 1 && ir_operand(b, 1) == a) {
        return rewrite_ternary(at, IR_SELECT, at->type,
                               rewrite_binary(at, IR_OR, IR_I1, c, ir_operand(b, 0)), a,
                               ir_operand(b, 2));
    }
    return NULL;
}

// The value of the second operand with which the operation leaves the first one; false: there is
// none.
static bool neutral_operand(const IrInstruction *operation, uint64_t *neutral)
{
    switch (operation->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_OR:
    case IR_XOR:
    case IR_SHL:
    case IR_SHR_U:
    case IR_SHR_S: *neutral = 0; return true;
    case IR_MULTIPLY: *neutral = 1; return true;
    case IR_AND: *neutral = rewrite_mask(operation->type); return true;
    default: return false;
    }
}

// c ? x + y : x is x + (c ? y : 0), as LLVM has it for integers; but no selection between two
// constants, except 0 from 1 or -1.
static IrInstruction *select_operand(IrInstruction *at, bool is_inverse, IrInstruction *computed,
                                     IrInstruction *kept)
{
    uint64_t neutral, literal;
    if (!rewrite_is_integer_type(at->type) || at->type == IR_I1 || computed->use_count != 1 ||
        ir_is_constant(kept) || !neutral_operand(computed, &neutral)) {
        return NULL;
    }
    bool is_second = ir_operand(computed, 0) != kept;
    if (is_second && (ir_operand(computed, 1) != kept || !ir_commutes(computed))) {
        return NULL;
    }
    IrInstruction *y = ir_operand(computed, is_second ? 0 : 1);
    uint64_t all = rewrite_mask(at->type);
    bool is_literal = rewrite_integer(y, &literal);
    bool is_unit = is_literal && (neutral == 0 ? literal == 1 || literal == all : literal == 0);
    if (ir_is_constant(y) && !is_unit) {
        return NULL;
    }
    IrInstruction *other = rewrite_constant(at, y->type, neutral);
    IrInstruction *choice = rewrite_ternary(at, IR_SELECT, y->type, ir_operand(at, 0),
                                            is_inverse ? other : y, is_inverse ? y : other);
    return rewrite_binary(at, computed->op, at->type, kept, choice);
}

IrInstruction *simplify_select(IrInstruction *at)
{
    IrInstruction *c = ir_operand(at, 0), *a = ir_operand(at, 1), *b = ir_operand(at, 2), *by;
    uint64_t value;
    if (rewrite_integer(c, &value)) {
        return value != 0 ? a : b;
    }
    if (rewrite_same(a, b) || b->op == IR_UNDEFINED) {
        return a;
    }
    if (a->op == IR_UNDEFINED) {
        return b;
    }
    if (c->op == IR_NOT) {
        ir_set_operand(at, 0, ir_operand(c, 0));
        ir_set_operand(at, 1, b);
        ir_set_operand(at, 2, a);
        return at;
    }
    by = select_twice(at, c, a, b);
    if (by != NULL || at->type == IR_I1) {
        return by != NULL ? by : select_predicate(at, c, a, b);
    }
    if ((at->type == IR_I32 || at->type == IR_I64) && rewrite_is(b, 0) && rewrite_is(a, 1)) {
        return rewrite_unary(at, IR_ZERO_EXTEND, at->type, c);
    }
    if ((at->type == IR_I32 || at->type == IR_I64) && c->op == IR_COMPARE &&
        ir_operand(c, 0)->type == at->type) {
        by = select_extreme(at, c, a, b);
        by = by != NULL ? by : select_absolute(at, c, a, b);
    }
    by = by != NULL ? by : select_operand(at, false, a, b);
    return by != NULL ? by : select_operand(at, true, b, a);
}
