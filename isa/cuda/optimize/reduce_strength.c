// SPDX-License-Identifier: Apache-2.0
// Addresses that advance by the same distance each round become pointers that step, as LLVM's loop
// strength reduction shapes them for NVPTX: `add.s64 %rd, %rd, 4` instead of a product and a sum.
// An index qualifies if it is linear in a counter of the loop and neither it nor the counter wraps
// before the width of the address (signed C ints do not; 32-bit shared addresses and 64-bit indices
// wrap as the address does).
#include "isa/cuda/optimize/known.h"
#include "isa/cuda/optimize/loop.h"

#define DEPTH_MAX    8u
#define POINTERS_MAX 8u // new ones in one loop: each takes a register

// index = (factor * unit) * counter + what does not change; unit NULL: 1.
typedef struct Linear {
    IrInstruction *counter; // a PHI of the head
    IrInstruction *unit;
    int64_t factor, step; // step: of the counter
} Linear;

typedef struct Reduced {
    IrInstruction *base, *index;
    int64_t scale;
    bool is_signed;
    IrInstruction *pointer; // the PHI
} Reduced;

typedef struct Reduction {
    IrFunction *function;
    const IrLoop *loop;
    Reduced made[POINTERS_MAX];
    uint32_t made_count;
    bool is_modular; // wrapping does no harm to the index at hand
} Reduction;

static bool is_counter(const Reduction *reduction, IrInstruction *phi, Linear *linear)
{
    int64_t step;
    const IrInstruction *next = loop_counter_next(reduction->loop, phi, &step);
    if (next == NULL || !(next->is_no_wrap || reduction->is_modular)) {
        return false;
    }
    *linear = (Linear){phi, NULL, 1, step};
    return true;
}

static bool find_linear(const Reduction *reduction, IrInstruction *value, Linear *linear,
                        uint32_t depth);

static bool multiply(Linear *linear, IrInstruction *by)
{
    uint64_t c;
    if (rewrite_integer(by, &c)) {
        linear->factor *= rewrite_signed(by->type, c);
        return true;
    }
    if (linear->unit != NULL || !loop_is_invariant(by)) {
        return false;
    }
    linear->unit = by;
    return true;
}

static bool find_in_sum(const Reduction *reduction, const IrInstruction *value, Linear *linear,
                        uint32_t depth)
{
    IrInstruction *a = ir_operand(value, 0), *b = ir_operand(value, 1);
    if (loop_is_invariant(b)) {
        return find_linear(reduction, a, linear, depth + 1);
    }
    if (!loop_is_invariant(a) || !find_linear(reduction, b, linear, depth + 1)) {
        return false;
    }
    linear->factor = value->op == IR_SUBTRACT ? -linear->factor : linear->factor;
    return true;
}

static bool find_in_product(const Reduction *reduction, const IrInstruction *value, Linear *linear,
                            uint32_t depth)
{
    IrInstruction *a = ir_operand(value, 0), *b = ir_operand(value, 1);
    bool is_first = !loop_is_invariant(a);
    return find_linear(reduction, is_first ? a : b, linear, depth + 1) &&
           multiply(linear, is_first ? b : a);
}

static bool find_linear(const Reduction *reduction, IrInstruction *value, Linear *linear,
                        uint32_t depth)
{
    uint64_t k;
    if (depth > DEPTH_MAX || loop_is_invariant(value)) {
        return false;
    }
    if (is_counter(reduction, value, linear)) {
        return true;
    }
    bool is_safe = value->is_no_wrap || reduction->is_modular;
    switch (value->op) {
    case IR_ADD:
    case IR_SUBTRACT: return is_safe && find_in_sum(reduction, value, linear, depth);
    case IR_MULTIPLY: return is_safe && find_in_product(reduction, value, linear, depth);
    case IR_SHL:
        if (!is_safe || !rewrite_integer(ir_operand(value, 1), &k) || k > 31 ||
            !find_linear(reduction, ir_operand(value, 0), linear, depth + 1)) {
            return false;
        }
        linear->factor = (int64_t)((uint64_t)linear->factor << k);
        return true;
    default: return false;
    }
}

// An index that the first round may not compute is computed in 64 bits: there it can have any
// value.
static IrInstruction *widened(const Reduction *reduction, IrInstruction *value)
{
    uint64_t c;
    if (rewrite_integer(value, &c)) {
        return ir_integer(reduction->function, IR_I64, (uint64_t)rewrite_signed(value->type, c));
    }
    return rewrite_unary(reduction->loop->preheader->last, IR_SIGN_EXTEND, IR_I64, value);
}

static IrInstruction *first_wide_value(const Reduction *reduction, IrInstruction *value,
                                       const Linear *linear)
{
    if (loop_is_invariant(value)) {
        return widened(reduction, value);
    }
    if (value == linear->counter) {
        return widened(reduction, flow_phi_value(value, reduction->loop->preheader));
    }
    IrInstruction *a = first_wide_value(reduction, ir_operand(value, 0), linear);
    IrInstruction *b = value->op == IR_SHL
                           ? ir_operand(value, 1)
                           : first_wide_value(reduction, ir_operand(value, 1), linear);
    return rewrite_binary(reduction->loop->preheader->last, value->op, IR_I64, a, b);
}

static bool fits_int(int64_t value)
{
    return value == (int64_t)(int32_t)value;
}

// unit * bytes, of the width of addresses, before the loop.
static IrInstruction *step_value(const Reduction *reduction, IrInstruction *unit, int64_t bytes,
                                 bool is_narrow)
{
    IrInstruction *at = reduction->loop->preheader->last;
    IrFunction *function = reduction->function;
    if (unit->type == IR_I64 || is_narrow) {
        IrInstruction *factor = ir_integer(function, unit->type, (uint64_t)bytes);
        return rewrite_binary(at, IR_MULTIPLY, unit->type, unit, factor);
    }
    return rewrite_binary(at, IR_MULTIPLY_WIDE_S, IR_I64, unit,
                          ir_integer(function, IR_I32, (uint64_t)bytes));
}

static IrInstruction *make_pointer(const Reduction *reduction, const IrInstruction *at,
                                   const Linear *linear)
{
    const IrLoop *loop = reduction->loop;
    IrInstruction *base = ir_operand(at, 0);
    int64_t bytes = linear->factor * linear->step * at->scale;
    IrInstruction *index = ir_operand(at, 1);
    bool is_certain = reduction->is_modular || ir_dominates(at->block, loop->latch);
    IrInstruction *first =
        is_certain ? loop_first_value(loop, index) : first_wide_value(reduction, index, linear);
    IrInstruction *start =
        rewrite_index(loop->preheader->last, base, first, at->is_signed, at->scale, 0);
    IrInstruction *phi = ir_phi(loop->head, IR_POINTER, at->location);
    phi->space = at->space;
    IrInstruction *step = NULL;
    if (linear->unit != NULL) {
        step = step_value(reduction, linear->unit, bytes, at->space == IR_SPACE_SHARED);
    }
    IrInstruction *next =
        rewrite_index(loop->latch->last, phi, step, true, 1, step == NULL ? bytes : 0);
    ir_add_phi_operand(phi, start, loop->preheader);
    ir_add_phi_operand(phi, next, loop->latch);
    return phi;
}

static IrInstruction *find_made(const Reduction *reduction, const IrInstruction *at)
{
    for (uint32_t i = 0; i < reduction->made_count; i++) {
        const Reduced *made = &reduction->made[i];
        if (made->base == ir_operand(at, 0) &&
            rewrite_same_value(made->index, ir_operand(at, 1), DEPTH_MAX) &&
            made->scale == at->scale && made->is_signed == at->is_signed) {
            return made->pointer;
        }
    }
    return NULL;
}

static bool is_candidate(const IrInstruction *at)
{
    return at->op == IR_INDEX && at->operand_count == 2 && loop_is_invariant(ir_operand(at, 0)) &&
           !loop_is_invariant(ir_operand(at, 1));
}

static bool reduce_one(Reduction *reduction, IrInstruction *at)
{
    Linear linear;
    IrInstruction *index = ir_operand(at, 1), *pointer = find_made(reduction, at);
    if (pointer == NULL) {
        bool is_narrow = at->space == IR_SPACE_SHARED;
        reduction->is_modular = index->type == IR_I64 || (is_narrow && index->type == IR_I32);
        bool is_extended =
            index->type == IR_I64 || is_narrow || at->is_signed || known_non_negative(index);
        if (!is_extended || reduction->made_count == POINTERS_MAX ||
            !find_linear(reduction, index, &linear, 0) || !fits_int(linear.factor) ||
            !fits_int(linear.step) || !fits_int(at->scale) ||
            !fits_int(linear.factor * linear.step) ||
            !fits_int(linear.factor * linear.step * at->scale)) {
            return false;
        }
        pointer = make_pointer(reduction, at, &linear);
        reduction->made[reduction->made_count++] =
            (Reduced){ir_operand(at, 0), index, at->scale, at->is_signed, pointer};
    }
    IrInstruction *by = at->displacement == 0
                            ? pointer
                            : rewrite_index(at, pointer, NULL, false, 1, at->displacement);
    ir_replace(at, by);
    ir_remove(at);
    return true;
}

static bool reduce_loop(const IrLoops *loops, const IrLoop *loop)
{
    Reduction reduction = {.function = loop->head->function, .loop = loop};
    bool is_changed = false;
    if (!loop_has_one_exit(loop)) {
        return false; // LLVM leaves loops with a break as they are
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        if (loops->of_block[loop->blocks[i]->number] != loop) {
            continue; // of a loop inside
        }
        for (IrInstruction *at = loop->blocks[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            is_changed = (is_candidate(at) && reduce_one(&reduction, at)) || is_changed;
        }
    }
    return is_changed;
}

bool reduce_strength(IrFunction *function)
{
    return loop_visit(function, reduce_loop);
}
