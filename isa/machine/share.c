// SPDX-License-Identifier: Apache-2.0
// Sums that differ by a literal share what they have in common: after y = x + 16, the sum a * b + y
// is a * b + x, which is there already, + 16. The literal then moves into addresses (fold.c). So
// ptxas keeps one pointer for all rounds of an unrolled loop (LDG [R12], [R12+0x10], ... of mm_row
// in traces/h200/probes/products.sass). Within a block.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

// The number of ops that are searched backwards for the other sum.
#define SHARE_WINDOW 256

// A sum as its addend `base` + `literal`, and its other operands.
typedef struct Sum {
    const Op *op;
    Value factors[2]; // of a product; [1]: VALUE_NONE for a plain addend
    Value base;
    uint64_t literal;
} Sum;

// Whether it is a sum of values that are known only when it runs.
static bool is_sum(const Lowering *lowering, const Op *op)
{
    uint64_t literal;
    Value x;
    return op->kind == MICRO_LANE && op->guard == VALUE_NONE &&
           (op->function == LANE_MAD_WIDE_S32 || op->function == LANE_MAD_WIDE_U32 ||
            (op->function == LANE_ADD_64 && !op_is_add_literal(lowering, op, &x, &literal)));
}

// x, if `value` is x + literal for a reader at `at`, else `value` itself.
static Value base_of(const Definitions *definitions, Value value, uint32_t at, uint64_t *literal)
{
    const Op *op = definition_of(definitions, value, at);
    Value x;
    if (op != NULL && op_is_add_literal(definitions->unit->lowering, op, &x, literal) &&
        value_reaches(definitions, x, op, at)) {
        return x;
    }
    *literal = 0;
    return value;
}

static Sum sum_at(const Definitions *definitions, uint32_t at, bool is_first_base)
{
    const Op *op = &definitions->unit->ops[at];
    bool is_product = op->function != LANE_ADD_64;
    Sum sum = {.op = op, .factors = {VALUE_NONE, VALUE_NONE}};
    Value addend = is_product ? op->c : is_first_base ? op->a : op->b;
    sum.factors[0] = is_product || !is_first_base ? op->a : op->b;
    sum.factors[1] = is_product ? op->b : VALUE_NONE;
    sum.base = base_of(definitions, addend, at, &sum.literal);
    return sum;
}

static bool reaches(const Definitions *definitions, Value value, const Op *from, uint32_t at)
{
    return !value_is_register(value) || value_reaches(definitions, value, from, at);
}

// Whether the earlier sum is the later one but for the literal.
static bool is_shared(const Definitions *definitions, const Sum *earlier, const Sum *later,
                      uint32_t at)
{
    return earlier->op->function == later->op->function && earlier->base == later->base &&
           earlier->factors[0] == later->factors[0] && earlier->factors[1] == later->factors[1] &&
           reaches(definitions, earlier->base, earlier->op, at) &&
           reaches(definitions, earlier->factors[0], earlier->op, at) &&
           reaches(definitions, earlier->factors[1], earlier->op, at) &&
           definition_of(definitions, earlier->op->d, at) == earlier->op;
}

static bool share(const Definitions *definitions, uint32_t at, bool is_first_base)
{
    Unit *unit = definitions->unit;
    Sum later = sum_at(definitions, at, is_first_base);
    uint32_t block = definitions->flow->block_of_op[at];
    for (uint32_t back = 1; back <= at && back <= SHARE_WINDOW; back++) {
        uint32_t from = at - back;
        if (definitions->flow->block_of_op[from] != block) {
            return false;
        }
        if (!is_sum(unit->lowering, &unit->ops[from])) {
            continue;
        }
        Sum earlier = sum_at(definitions, from, is_first_base);
        if (is_shared(definitions, &earlier, &later, at)) {
            Op *op = &unit->ops[at];
            op->function = LANE_ADD_64;
            op->a = earlier.op->d;
            op->b = literal_64(unit->lowering, later.literal - earlier.literal);
            op->c = VALUE_NONE;
            return true;
        }
    }
    return false;
}

void unit_share(Unit *unit)
{
    Definitions definitions = definitions_build(unit);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (is_sum(unit->lowering, &unit->ops[i]) && !share(&definitions, i, false) &&
            unit->ops[i].function == LANE_ADD_64) {
            share(&definitions, i, true); // the other operand as its base
        }
    }
}
