// SPDX-License-Identifier: Apache-2.0
// Fusing: two operations become one if the machine has one instruction for them, as in ptxas.
// Products and shifts are fused into additions, comparisons into `and` and `or` of predicates.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// The number of ops searched for the additions that share a product.
#define ADDITION_WINDOW 32

typedef struct Fuse {
    Unit *unit;
    Definitions definitions;
    bool *is_taken_over; // [register]: a product that all its readers fuse
    bool is_changed;
} Fuse;

static bool is_lane(const Op *op, LaneOp function)
{
    return op != NULL && op->kind == MICRO_LANE && op->function == function;
}

// Whether the sources of `op` still have the same values at op `at`.
static bool reach(const Fuse *fuse, const Op *op, uint32_t at)
{
    return value_reaches(&fuse->definitions, op->a, op, at) &&
           value_reaches(&fuse->definitions, op->b, op, at);
}

static bool is_single_use(const Fuse *fuse, Value value)
{
    return fuse->definitions.reads[value] == 1;
}

// Whether all readers of `value` are additions, each of which can then fuse the product.
static bool is_added_only(const Fuse *fuse, Value value, uint32_t from)
{
    const Unit *unit = fuse->unit;
    uint32_t left = fuse->definitions.reads[value];
    for (uint32_t i = from; i < unit->op_count && i < from + ADDITION_WINDOW && left > 0; i++) {
        const Op *op = &unit->ops[i];
        left -= is_lane(op, LANE_ADD_32) && (op->a == value) != (op->b == value);
    }
    return left == 0;
}

static void become(Fuse *fuse, Op *op, LaneOp function, Value a, Value b, Value c)
{
    op->function = (uint16_t)function;
    op->a = a;
    op->b = b;
    op->c = c;
    fuse->is_changed = true;
}

// The 32-bit value from which a 64-bit value was sign- or zero-extended.
static Value extended_from(const Fuse *fuse, Value value, uint32_t at, bool *is_signed)
{
    const Op *op = definition_of(&fuse->definitions, value, at);
    *is_signed = is_lane(op, LANE_CVT_U64_S32);
    if ((*is_signed || is_lane(op, LANE_CVT_U64_U32)) &&
        value_reaches(&fuse->definitions, op->a, op, at)) {
        return op->a;
    }
    return VALUE_NONE;
}

// A 64-bit product of two 32-bit values: mul.wide, or an extended value as it is. (ptxas 13.0 makes
// no product of one that is shifted: LEA and LEA.HI, or two shifts where several sums share it.)
static bool wide_product(Fuse *fuse, Value value, uint32_t at, LaneOp *mad, Value *a, Value *b)
{
    Lowering *lowering = fuse->unit->lowering;
    const Op *op = definition_of(&fuse->definitions, value, at);
    bool is_signed;
    if (is_lane(op, LANE_MUL_WIDE_S32) || is_lane(op, LANE_MUL_WIDE_U32)) {
        *mad = op->function == LANE_MUL_WIDE_S32 ? LANE_MAD_WIDE_S32 : LANE_MAD_WIDE_U32;
        *a = op->a;
        *b = op->b;
        return reach(fuse, op, at);
    }
    *a = extended_from(fuse, value, at, &is_signed);
    *b = literal_32(lowering, 1);
    *mad = is_signed ? LANE_MAD_WIDE_S32 : LANE_MAD_WIDE_U32;
    return *a != VALUE_NONE;
}

static void fuse_wide_sum(Fuse *fuse, uint32_t at)
{
    Op *op = &fuse->unit->ops[at];
    LaneOp mad;
    Value a, b;
    if (wide_product(fuse, op->b, at, &mad, &a, &b)) {
        become(fuse, op, mad, a, b, op->a);
    } else if (wide_product(fuse, op->a, at, &mad, &a, &b)) {
        become(fuse, op, mad, a, b, op->b);
    }
}

// x << k and x * y as factors of a multiply-add of the given width.
static bool product(Fuse *fuse, Value value, uint32_t at, bool is_64, Value *a, Value *b)
{
    Lowering *lowering = fuse->unit->lowering;
    const Op *op = definition_of(&fuse->definitions, value, at);
    uint64_t shift;
    if (is_lane(op, is_64 ? LANE_SHL_64 : LANE_SHL_32) && value_literal(lowering, op->b, &shift) &&
        shift < (is_64 ? 32 : 31) && (!is_64 || is_single_use(fuse, value))) {
        *a = op->a;
        *b = is_64 ? literal_64(lowering, UINT64_C(1) << shift)
                   : literal_32(lowering, UINT32_C(1) << shift);
        return value_reaches(&fuse->definitions, *a, op, at);
    }
    if (!is_lane(op, is_64 ? LANE_MUL_LO_64 : LANE_MUL_LO_32)) {
        return false;
    }
    fuse->is_taken_over[value] =
        fuse->is_taken_over[value] || is_single_use(fuse, value) ||
        (!is_64 && is_added_only(fuse, value, (uint32_t)(op - fuse->unit->ops)));
    if (fuse->is_taken_over[value]) {
        *a = op->a;
        *b = op->b;
        return reach(fuse, op, at);
    }
    return false;
}

static void fuse_sum(Fuse *fuse, uint32_t at, bool is_64)
{
    Op *op = &fuse->unit->ops[at];
    LaneOp mad = is_64 ? LANE_MAD_LO_64 : LANE_MAD_LO_32;
    Value a, b;
    if (product(fuse, op->b, at, is_64, &a, &b)) {
        become(fuse, op, mad, a, b, op->a);
    } else if (product(fuse, op->a, at, is_64, &a, &b)) {
        become(fuse, op, mad, a, b, op->b);
    }
}

static bool is_same_block(const Fuse *fuse, const Op *op, uint32_t at)
{
    const uint32_t *block_of_op = fuse->definitions.flow->block_of_op;
    return block_of_op[op - fuse->unit->ops] == block_of_op[at];
}

// Whether a product of 64 bits is added that nothing else reads: its carries then take the addend.
static bool has_long_product(const Fuse *fuse, uint32_t at)
{
    const Op *op = &fuse->unit->ops[at];
    const Value operands[2] = {op->a, op->b};
    for (uint32_t i = 0; i < 2; i++) {
        const Op *product = definition_of(&fuse->definitions, operands[i], at);
        if (is_lane(product, LANE_MUL_LO_64) && is_single_use(fuse, operands[i]) &&
            !value_is_constant(product->b) && is_same_block(fuse, product, at) &&
            reach(fuse, product, at)) {
            return true;
        }
    }
    return false;
}

// x - y * literal is y * -literal + x.
static void fuse_difference(Fuse *fuse, uint32_t at)
{
    Op *op = &fuse->unit->ops[at];
    Lowering *lowering = fuse->unit->lowering;
    const Op *factor = definition_of(&fuse->definitions, op->b, at);
    uint64_t literal;
    if (is_lane(factor, LANE_MUL_LO_32) && is_single_use(fuse, op->b) &&
        value_literal(lowering, factor->b, &literal) && reach(fuse, factor, at)) {
        become(fuse, op, LANE_MAD_LO_32, factor->a, literal_32(lowering, 0u - (uint32_t)literal),
               op->a);
    }
}

// p and (a < b) is one comparison with a predicate.
static void fuse_comparison(Fuse *fuse, uint32_t at, PtxSuffix combine)
{
    Op *op = &fuse->unit->ops[at];
    Value operands[2] = {op->a, op->b};
    for (int i = 0; i < 2; i++) {
        const Op *compare = definition_of(&fuse->definitions, operands[i], at);
        if (compare == NULL || compare->kind != MICRO_SETP || compare->combine != 0 ||
            compare->d != operands[i] || !is_single_use(fuse, operands[i]) ||
            !reach(fuse, compare, at)) {
            continue;
        }
        Op fused = *op;
        fused.kind = MICRO_SETP;
        fused.function = compare->function;
        fused.type = compare->type;
        fused.flags = (uint16_t)(op->flags | compare->flags);
        fused.combine = (uint16_t)combine;
        fused.a = compare->a;
        fused.b = compare->b;
        fused.c = operands[1 - i];
        *op = fused;
        fuse->is_changed = true;
        return;
    }
}

static void fuse_op(Fuse *fuse, uint32_t at)
{
    const Op *op = &fuse->unit->ops[at];
    if (op->kind != MICRO_LANE) {
        return;
    }
    switch (op->function) {
    case LANE_ADD_64:
        if (has_long_product(fuse, at)) {
            fuse_sum(fuse, at, true);
            break;
        }
        fuse_wide_sum(fuse, at);
        if (fuse->unit->ops[at].function == LANE_ADD_64) {
            fuse_sum(fuse, at, true);
        }
        break;
    case LANE_ADD_32: fuse_sum(fuse, at, false); break;
    case LANE_SUB_32: fuse_difference(fuse, at); break;
    case LANE_AND_PRED: fuse_comparison(fuse, at, PTX_DOT_AND); break;
    case LANE_OR_PRED: fuse_comparison(fuse, at, PTX_DOT_OR); break;
    case LANE_XOR_PRED: fuse_comparison(fuse, at, PTX_DOT_XOR); break;
    default: break;
    }
}

void unit_fuse(Unit *unit)
{
    Fuse fuse = {.unit = unit,
                 .definitions = definitions_build(unit),
                 .is_taken_over = arena_alloc(&unit->lowering->scratch, unit->register_count + 1)};
    for (uint32_t i = 0; i < unit->op_count; i++) {
        fuse_op(&fuse, i);
    }
    if (fuse.is_changed) {
        fuse.definitions = definitions_build(unit);
        definitions_remove_dead(&fuse.definitions);
    }
}
