// SPDX-License-Identifier: Apache-2.0
// SWITCH to comparisons: a binary search over the cases in order of their values, neighbors with
// one target taken together, as LLVM does where it has no jump tables.
#include "isa/cuda/optimize/flow.h"

#include <stdlib.h>

typedef struct Range {
    int64_t first, last;
    IrBlock *target;
} Range;

typedef struct Lowering {
    IrFunction *function;
    IrInstruction *value;
    IrBlock *origin; // the SWITCH stood here: PHIs of targets name it
    IrBlock *otherwise;
    SourceLocation location;
    IrBlock *place; // new blocks come after it
} Lowering;

static int compare_ranges(const void *a, const void *b)
{
    const Range *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static uint32_t merge_ranges(Range *ranges, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (ranges[i].target == ranges[kept].target && ranges[kept].last != INT64_MAX &&
            ranges[i].first == ranges[kept].last + 1) {
            ranges[kept].last = ranges[i].last;
        } else {
            ranges[++kept] = ranges[i];
        }
    }
    return kept + 1;
}

static IrBlock *new_block(Lowering *lowering)
{
    lowering->place = ir_block_after(lowering->function, lowering->place);
    return lowering->place;
}

static IrInstruction *compare(Lowering *lowering, IrBlock *block, IrCompare how,
                              IrInstruction *value, uint64_t with)
{
    IrInstruction *made =
        ir_binary(block, IR_COMPARE, IR_I1, value,
                  ir_integer(lowering->function, value->type, with), lowering->location);
    made->compare = how;
    return made;
}

// Each new edge into a target brings the value that the SWITCH's own edge had.
static void branch(Lowering *lowering, IrBlock *block, IrInstruction *condition, IrBlock *then,
                   IrBlock *otherwise)
{
    IrBlock *targets[2] = {then, otherwise};
    ir_branch(block, condition, then, otherwise, lowering->location);
    for (int i = 0; i < 2; i++) {
        IrInstruction *first = targets[i]->first;
        for (IrInstruction *phi = first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
            ir_add_phi_operand(phi, phi->scratch, block);
        }
    }
}

static void lower_one(Lowering *lowering, IrBlock *block, const Range *range)
{
    IrInstruction *condition;
    if (range->first == range->last) {
        condition = compare(lowering, block, IR_EQ, lowering->value, (uint64_t)range->first);
    } else {
        IrInstruction *offset = ir_binary(
            block, IR_ADD, lowering->value->type, lowering->value,
            ir_integer(lowering->function, lowering->value->type, 0 - (uint64_t)range->first),
            lowering->location);
        condition =
            compare(lowering, block, IR_LS, offset, (uint64_t)range->last - (uint64_t)range->first);
    }
    branch(lowering, block, condition, range->target, lowering->otherwise);
}

static void lower_ranges(Lowering *lowering, IrBlock *block, const Range *ranges, uint32_t count)
{
    if (count == 1) {
        lower_one(lowering, block, ranges);
        return;
    }
    uint32_t half = count / 2;
    IrInstruction *condition =
        compare(lowering, block, IR_LT, lowering->value, (uint64_t)ranges[half].first);
    IrBlock *low = new_block(lowering), *high = new_block(lowering);
    branch(lowering, block, condition, low, high);
    lower_ranges(lowering, low, ranges, half); // as deep as the logarithm of the cases
    lower_ranges(lowering, high, ranges + half, count - half);
}

static void lower_switch(Arena *arena, IrBlock *block)
{
    IrInstruction *last = block->last;
    uint32_t count = last->target_count - 1;
    Range *ranges = arena_alloc(arena, (count + 1) * sizeof *ranges);
    IrInstruction *value = ir_operand(last, 0);
    Lowering lowering = {block->function, value, block, last->targets[0], last->location, block};
    for (uint32_t i = 0; i < count; i++) {
        int64_t at = rewrite_signed(value->type, (uint64_t)last->cases[i]);
        ranges[i] = (Range){at, at, last->targets[i + 1]};
    }
    qsort(ranges, count, sizeof *ranges, compare_ranges);
    for (uint32_t i = 0; i <= count; i++) {
        IrBlock *target = last->targets[i];
        for (IrInstruction *phi = target->first; phi->op == IR_PHI; phi = phi->next) {
            IrInstruction *given = flow_phi_value(phi, block);
            phi->scratch = given != NULL ? given : phi->scratch;
        }
        ir_remove_predecessor(target, block);
    }
    last->target_count = 0;
    ir_remove(last);
    if (count == 0) {
        ir_jump(block, lowering.otherwise, lowering.location);
        for (IrInstruction *phi = lowering.otherwise->first; phi->op == IR_PHI; phi = phi->next) {
            ir_add_phi_operand(phi, phi->scratch, block);
        }
        return;
    }
    lower_ranges(&lowering, block, ranges, merge_ranges(ranges, count));
}

bool lower_switches(IrFunction *function)
{
    Arena arena = {0};
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        if (block->last->op == IR_SWITCH) {
            lower_switch(&arena, block);
            is_changed = true;
        }
    }
    arena_clear(&arena);
    return is_changed;
}
