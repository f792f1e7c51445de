// SPDX-License-Identifier: Apache-2.0
// Sums and differences: constants move outwards, terms that cancel are removed.
#include "isa/cuda/optimize/simplify.h"

#define PRODUCT_FACTORS_MAX 4u

static IrInstruction *constant(const IrInstruction *at, uint64_t value)
{
    return rewrite_constant(at, at->type, value);
}

static IrInstruction *sum(IrInstruction *at, IrInstruction *a, uint64_t c, bool is_no_wrap)
{
    IrInstruction *made = rewrite_binary(at, IR_ADD, at->type, a, constant(at, c));
    made->is_no_wrap = is_no_wrap;
    return made;
}

static bool adds_without_overflow(IrType type, uint64_t a, uint64_t b)
{
    int64_t x = rewrite_signed(type, a), y = rewrite_signed(type, b);
    uint64_t result = (a + b) & rewrite_mask(type);
    int64_t z = rewrite_signed(type, result);
    return (y >= 0 && z >= x) || (y < 0 && z < x);
}

// x + c for an x that is itself a sum with a constant.
static IrInstruction *add_constant(IrInstruction *at, IrInstruction *a, uint64_t c)
{
    uint64_t inner;
    if (c == 0) {
        return a;
    }
    if (a->op == IR_ADD && rewrite_integer(ir_operand(a, 1), &inner)) {
        bool is_no_wrap =
            at->is_no_wrap && a->is_no_wrap && adds_without_overflow(at->type, inner, c);
        return sum(at, ir_operand(a, 0), inner + c, is_no_wrap);
    }
    if (a->op == IR_SUBTRACT && rewrite_integer(ir_operand(a, 0), &inner)) {
        return rewrite_binary(at, IR_SUBTRACT, at->type, constant(at, inner + c), ir_operand(a, 1));
    }
    if (a->op == IR_NOT && c == 1) {
        return rewrite_unary(at, IR_NEGATE, at->type, ir_operand(a, 0));
    }
    return NULL;
}

// value as factor * base, with a constant factor.
static uint64_t factor_of(IrInstruction *value, IrInstruction **base)
{
    uint64_t c;
    *base = value;
    if (value->op == IR_MULTIPLY && rewrite_integer(ir_operand(value, 1), &c)) {
        *base = ir_operand(value, 0);
        return c;
    }
    if (value->op == IR_SHL && rewrite_integer(ir_operand(value, 1), &c) &&
        c < rewrite_bits(value->type)) {
        *base = ir_operand(value, 0);
        return UINT64_C(1) << c;
    }
    return 1;
}

// x * c1 + x * c2, if this removes at least one product.
static IrInstruction *add_products(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *base, *other;
    uint64_t c1 = factor_of(a, &base), c2 = factor_of(b, &other);
    if (base != other || (a != base && a->use_count > 1) || (b != other && b->use_count > 1)) {
        return NULL;
    }
    return rewrite_binary(at, IR_MULTIPLY, at->type, base,
                          constant(at, at->op == IR_ADD ? c1 + c2 : c1 - c2));
}

// A constant times factors that are not constants.
typedef struct Product {
    IrInstruction *factors[PRODUCT_FACTORS_MAX];
    uint32_t count;
    uint64_t constant;
} Product;

static void collect_factors(Product *product, IrInstruction *value)
{
    uint64_t c;
    bool is_whole = value->use_count > 1 || product->count == PRODUCT_FACTORS_MAX;
    bool has_constant = value->operand_count == 2 && rewrite_integer(ir_operand(value, 1), &c);
    if (!is_whole && value->op == IR_MULTIPLY) {
        collect_factors(product, ir_operand(value, 0));
        if (has_constant) {
            product->constant *= c;
        } else {
            collect_factors(product, ir_operand(value, 1));
        }
    } else if (!is_whole && value->op == IR_SHL && has_constant && c < rewrite_bits(value->type)) {
        product->constant <<= c;
        collect_factors(product, ir_operand(value, 0));
    } else if (product->count < PRODUCT_FACTORS_MAX) {
        product->factors[product->count++] = value;
    } else {
        product->count = UINT32_MAX;
    }
}

// The product without one of its factors.
static IrInstruction *rest_of(IrInstruction *at, IrType type, const Product *product,
                              uint32_t without)
{
    IrInstruction *rest = NULL;
    for (uint32_t i = 0; i < product->count; i++) {
        IrInstruction *factor = product->factors[i];
        if (i != without) {
            rest = rest == NULL ? factor : rewrite_binary(at, IR_MULTIPLY, type, rest, factor);
        }
    }
    return product->constant == 1 ? rest
                                  : rewrite_binary(at, IR_MULTIPLY, type, rest,
                                                   rewrite_constant(at, type, product->constant));
}

IrInstruction *simplify_sum_of_products(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    Product x = {.constant = 1}, y = {.constant = 1};
    if (a->use_count > 1 || b->use_count > 1 || a->type != IR_I64 || b->type != IR_I64) {
        return NULL;
    }
    collect_factors(&x, a);
    collect_factors(&y, b);
    bool are_products = x.count > 1 && x.count <= PRODUCT_FACTORS_MAX && y.count > 1 &&
                        y.count <= PRODUCT_FACTORS_MAX;
    for (uint32_t i = 0; are_products && i < x.count; i++) {
        for (uint32_t j = 0; j < y.count; j++) {
            if (x.factors[i] == y.factors[j]) {
                IrInstruction *rest = rest_of(at, IR_I64, &x, i),
                              *other = rest_of(at, IR_I64, &y, j);
                return rewrite_binary(at, IR_MULTIPLY, IR_I64,
                                      rewrite_binary(at, IR_ADD, IR_I64, rest, other),
                                      x.factors[i]);
            }
        }
    }
    return NULL;
}

// (x + c) + y as (x + y) + c: only where wrapping around is defined.
static IrInstruction *move_constant_out(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    uint64_t c;
    if (at->is_no_wrap || a->op != IR_ADD || a->is_no_wrap || a->use_count > 1 ||
        !rewrite_integer(ir_operand(a, 1), &c)) {
        return NULL;
    }
    return sum(at, rewrite_binary(at, at->op, at->type, ir_operand(a, 0), b), c, false);
}

static IrInstruction *simplify_add(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1), *by;
    uint64_t c;
    if (rewrite_integer(b, &c)) {
        return add_constant(at, a, c);
    }
    if (a->op == IR_SUBTRACT && ir_operand(a, 1) == b) {
        return ir_operand(a, 0);
    }
    if (b->op == IR_SUBTRACT && ir_operand(b, 1) == a) {
        return ir_operand(b, 0);
    }
    if (b->op == IR_NEGATE) {
        return rewrite_binary(at, IR_SUBTRACT, at->type, a, ir_operand(b, 0));
    }
    if (a->op == IR_NEGATE) {
        return rewrite_binary(at, IR_SUBTRACT, at->type, b, ir_operand(a, 0));
    }
    by = add_products(at, a, b);
    if (by == NULL) {
        by = simplify_sum_of_products(at, a, b);
    }
    if (by == NULL) {
        by = move_constant_out(at, a, b);
    }
    return by != NULL ? by : move_constant_out(at, b, a);
}

static IrInstruction *subtract_sum(IrInstruction *at, IrInstruction *a, IrInstruction *b)
{
    uint64_t c, d;
    if (a->op == IR_ADD && ir_operand(a, 0) == b) {
        return ir_operand(a, 1);
    }
    if (a->op == IR_ADD && ir_operand(a, 1) == b) {
        return ir_operand(a, 0);
    }
    if (b->op == IR_ADD && (ir_operand(b, 0) == a || ir_operand(b, 1) == a)) {
        return rewrite_unary(at, IR_NEGATE, at->type, ir_operand(b, ir_operand(b, 0) == a));
    }
    if (b->op == IR_SUBTRACT && ir_operand(b, 0) == a) {
        return ir_operand(b, 1);
    }
    if (b->op != IR_ADD || !rewrite_integer(ir_operand(b, 1), &d)) {
        return move_constant_out(at, a, b);
    }
    if (rewrite_integer(a, &c)) {
        return rewrite_binary(at, IR_SUBTRACT, at->type, constant(at, c - d), ir_operand(b, 0));
    }
    if (a->op == IR_ADD && rewrite_integer(ir_operand(a, 1), &c)) {
        return sum(at,
                   rewrite_binary(at, IR_SUBTRACT, at->type, ir_operand(a, 0), ir_operand(b, 0)),
                   c - d, false);
    }
    return NULL;
}

static IrInstruction *simplify_subtract(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    uint64_t c, sign = rewrite_mask(at->type) ^ rewrite_mask(at->type) >> 1;
    if (a == b) {
        return constant(at, 0);
    }
    if (rewrite_integer(b, &c)) {
        return sum(at, a, 0 - c, at->is_no_wrap && c != sign);
    }
    if (rewrite_is(a, 0)) {
        return rewrite_unary(at, IR_NEGATE, at->type, b);
    }
    if (b->op == IR_NEGATE) {
        return rewrite_binary(at, IR_ADD, at->type, a, ir_operand(b, 0));
    }
    IrInstruction *by = add_products(at, a, b);
    return by != NULL ? by : subtract_sum(at, a, b);
}

IrInstruction *simplify_sum(IrInstruction *at)
{
    if (at->op == IR_ADD) {
        return simplify_add(at);
    }
    if (at->op == IR_SUBTRACT) {
        return simplify_subtract(at);
    }
    IrInstruction *a = ir_operand(at, 0);
    if (a->op == IR_NEGATE) {
        return ir_operand(a, 0);
    }
    return a->op == IR_SUBTRACT
               ? rewrite_binary(at, IR_SUBTRACT, at->type, ir_operand(a, 1), ir_operand(a, 0))
               : NULL;
}
