// SPDX-License-Identifier: Apache-2.0
// A loop that was unrolled counts the rounds that are left down to zero, beside the counter that
// the program has. LLVM's loop strength reduction drops the former where another counter of the
// same width steps as far: `add.s32 %r9, %r8, %r7; setp.ne.s32 %p, %r9, 0`, where %r8 is the
// negated number of rounds. It does so beside indices of that width that step, not beside pointers
// that step with an int. ptxas does not unroll such a loop again.
#include "isa/cuda/optimize/loop.h"

// The PHI that the latch's test compares with zero, and that has no other use; by several rounds:
// the loop behind, which makes the rounds left over, keeps its own.
static IrInstruction *rounds_left(const IrLoop *loop, int64_t *step)
{
    const IrInstruction *test = ir_operand(loop->latch->last, 0);
    if (test->op != IR_COMPARE || !rewrite_is(ir_operand(test, 1), 0) ||
        (test->compare != IR_NE && test->compare != IR_EQ)) {
        return NULL;
    }
    const IrInstruction *next = ir_operand(test, 0);
    IrInstruction *phi = next->op == IR_ADD ? ir_operand(next, 0) : NULL;
    bool is_counter = phi != NULL && loop_counter_next(loop, phi, step) == next && *step < -1 &&
                      phi->use_count == 1 && next->use_count == 2;
    return is_counter ? phi : NULL;
}

static bool is_used_by_index(const IrInstruction *phi)
{
    for (const IrUse *use = phi->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        if (user->op == IR_INDEX && ir_operand(user, 0) != phi) {
            return true;
        }
        if (user->op == IR_ADD && user->block != NULL && loop_is_inside(user->block) &&
            user->use_count == 1 && user->uses->user->op == IR_INDEX) {
            return true;
        }
    }
    return false;
}

// Does anything of the counter's width step beside it: an index, or a pointer where that is 64
// bits?
static bool has_company(const IrLoop *loop, const IrInstruction *counter)
{
    for (const IrInstruction *phi = loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        const IrInstruction *next = flow_phi_value(phi, loop->latch);
        bool is_pointer = phi->type == IR_POINTER && next->op == IR_INDEX &&
                          ir_operand(next, 0) == phi && counter->type == IR_I64;
        bool is_index = phi->type == IR_I32 && counter->type == IR_I32 && phi != counter &&
                        next->op == IR_ADD && ir_operand(next, 0) == phi && is_used_by_index(phi);
        if (is_pointer || is_index) {
            return true;
        }
    }
    return false;
}

static IrInstruction *find_other(const IrLoop *loop, const IrInstruction *left, int64_t step)
{
    for (IrInstruction *phi = loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        int64_t other;
        const IrInstruction *next = loop_counter_next(loop, phi, &other);
        if (phi != left && phi->type == left->type && next != NULL && other == -step &&
            (phi->use_count > 1 || next->use_count > 1) && has_company(loop, phi)) {
            return phi;
        }
    }
    return NULL;
}

// -(rounds + start), before the loop.
static IrInstruction *negated(IrInstruction *at, IrInstruction *rounds, IrInstruction *start)
{
    IrType type = rounds->type;
    IrInstruction *zero = ir_integer(rewrite_function(at), type, 0);
    IrInstruction *minus =
        rounds->op == IR_SUBTRACT
            ? rewrite_binary(at, IR_SUBTRACT, type, ir_operand(rounds, 1), ir_operand(rounds, 0))
            : rewrite_binary(at, IR_SUBTRACT, type, zero, rounds);
    return rewrite_is(start, 0) ? minus : rewrite_binary(at, IR_SUBTRACT, type, minus, start);
}

static bool merge_in_loop(const IrLoops *loops, const IrLoop *loop)
{
    int64_t step;
    (void)loops;
    if (!loop_ends_in_test(loop)) {
        return false;
    }
    IrInstruction *left = rounds_left(loop, &step);
    IrInstruction *other = left == NULL ? NULL : find_other(loop, left, step);
    if (other == NULL) {
        return false;
    }
    IrInstruction *last = loop->latch->last;
    IrInstruction *offset = negated(loop->preheader->last, flow_phi_value(left, loop->preheader),
                                    flow_phi_value(other, loop->preheader));
    IrInstruction *sum =
        rewrite_binary(last, IR_ADD, left->type, offset, flow_phi_value(other, loop->latch));
    IrCompare compare = ir_operand(last, 0)->compare;
    IrInstruction *zero = ir_integer(rewrite_function(last), left->type, 0);
    ir_set_operand(last, 0, rewrite_compare(last, compare, sum, zero));
    return true;
}

bool merge_counters(IrFunction *function)
{
    return loop_visit(function, merge_in_loop);
}
