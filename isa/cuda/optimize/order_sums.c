// SPDX-License-Identifier: Apache-2.0
// The order of a float sum's operands, by LLVM's ranks (Reassociate): it changes no sum, but
// decides which of two products contract_floats fuses. Arguments rank before everything else;
// loads, calls and PHIs in the order of the program; any other value one above the highest of its
// operands.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#include <math.h>

#define RANK_ARGUMENT 2u
#define BLOCK_SHIFT   16u // of the ranks of a block's own values

typedef struct Ranks {
    uint32_t *of; // [instruction number]; 0: not yet
    uint32_t count;
} Ranks;

// Whether LLVM ranks it by its place: a call, a load or a PHI.
static bool has_own_rank(const IrInstruction *at)
{
    switch (at->op) {
    case IR_PHI:
    case IR_CALL:
    case IR_ATOMIC:
    case IR_WARP:
    case IR_ASM:
    case IR_PRINTF:
    case IR_POPC:
    case IR_CLZ:
    case IR_BREV: return true;
    case IR_LOAD: return ir_operand(at, 0)->op != IR_PARAMETER;
    default: return rewrite_is_library_call(at);
    }
}

// How many of LLVM's instructions a value counts for: a sign is none, a minimum is a comparison and
// a selection.
static uint32_t depth_of(const IrInstruction *at)
{
    switch (at->op) {
    case IR_FNEGATE:
    case IR_NEGATE:
    case IR_NOT: return 0;
    case IR_MIN_S:
    case IR_MIN_U:
    case IR_MAX_S:
    case IR_MAX_U: return 2;
    default: return 1;
    }
}

static uint32_t rank_of(const Ranks *ranks, const IrInstruction *value)
{
    if (ir_is_constant(value) || value->number >= ranks->count) {
        return 0;
    }
    return ranks->of[value->number];
}

static uint32_t find_rank(const Ranks *ranks, const IrInstruction *at)
{
    if (at->op == IR_ARGUMENT) {
        return RANK_ARGUMENT + (uint32_t)at->integer;
    }
    if (at->op == IR_LOAD) {
        return RANK_ARGUMENT + (uint32_t)ir_operand(at, 0)->integer;
    }
    uint32_t rank = 0;
    for (uint32_t i = 0; i < at->operand_count; i++) {
        uint32_t other = rank_of(ranks, ir_operand(at, i));
        rank = other > rank ? other : rank;
    }
    return rank + depth_of(at);
}

static bool has_negative_factor(const IrInstruction *value)
{
    double real;
    return value->op == IR_FMULTIPLY && !value->is_exact_fp && value->use_count == 1 &&
           rewrite_real(ir_operand(value, 1), &real) && signbit(real) && !isnan(real);
}

// x + -C * y is x - C * y, and x - -C * y is x + C * y. The sum that takes its place, or NULL.
static IrInstruction *make_factor_positive(IrInstruction *sum)
{
    double real;
    bool is_sum = sum->op == IR_FADD;
    if (sum->is_exact_fp || (!is_sum && sum->op != IR_FSUBTRACT)) {
        return NULL;
    }
    uint32_t i = is_sum && has_negative_factor(ir_operand(sum, 0)) ? 0 : 1;
    IrInstruction *product = ir_operand(sum, i);
    if (!has_negative_factor(product)) {
        return NULL;
    }
    rewrite_real(ir_operand(product, 1), &real);
    ir_set_operand(product, 1, rewrite_constant_real(product, product->type, -real));
    IrInstruction *by = rewrite_binary(sum, is_sum ? IR_FSUBTRACT : IR_FADD, sum->type,
                                       ir_operand(sum, 1 - i), product);
    ir_replace(sum, by);
    ir_remove(sum);
    return by;
}

// Whether it is a product where sums are fused, as far as is known. The order of others decides
// nothing.
static bool may_be_product(const IrInstruction *value)
{
    return value->op == IR_FMULTIPLY || value->op == IR_FNEGATE || value->op == IR_PHI ||
           value->op == IR_SELECT;
}

static bool order_operands(const Ranks *ranks, IrInstruction *at)
{
    if (at->op != IR_FADD || at->is_exact_fp) {
        return false;
    }
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (!may_be_product(a) || !may_be_product(b) || rank_of(ranks, b) >= rank_of(ranks, a)) {
        return false;
    }
    ir_set_operand(at, 0, b);
    ir_set_operand(at, 1, a);
    return true;
}

bool order_sums(IrFunction *function)
{
    Arena scratch = {0};
    bool is_changed = false;
    uint32_t block_count;
    ir_order(function);
    Ranks ranks = {.count = function->instruction_count};
    ranks.of = arena_alloc(&scratch, (ranks.count + 1) * sizeof *ranks.of);
    IrBlock **blocks = rewrite_blocks(&scratch, function, &block_count);
    for (uint32_t i = 0; i < block_count; i++) {
        uint32_t own = (i + 1) << BLOCK_SHIFT;
        for (IrInstruction *at = blocks[i]->first; at != NULL; at = at->next) {
            ranks.of[at->number] = has_own_rank(at) ? ++own : find_rank(&ranks, at);
        }
    }
    for (uint32_t i = 0; i < block_count; i++) {
        for (IrInstruction *at = blocks[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            IrInstruction *by = make_factor_positive(at);
            bool is_ordered = order_operands(&ranks, by != NULL ? by : at);
            is_changed = by != NULL || is_ordered || is_changed;
        }
    }
    arena_clear(&scratch);
    return is_changed;
}
