// SPDX-License-Identifier: Apache-2.0
// A loop over a part of an array often stops at the end of the part or of the array, whichever
// comes first: for (i = 0; i < TILE && first + i < n; i++). Its two tests become one whose bound is
// known before the loop, as LLVM's ScalarEvolution computes it (the least of both exits' counts).
#include "isa/cuda/optimize/trip_count.h"

typedef struct Test {
    IrInstruction *offset; // NULL: the counter itself is compared
    IrInstruction *bound;
} Test;

// counter < bound, or offset + counter < bound; neither offset nor bound changes in the loop.
static bool find_test(IrInstruction *compare, const IrInstruction *counter, Test *test)
{
    if (compare->op != IR_COMPARE || (compare->compare != IR_LT && compare->compare != IR_GT)) {
        return false;
    }
    IrInstruction *sum = ir_operand(compare, compare->compare == IR_GT);
    *test = (Test){.bound = ir_operand(compare, compare->compare != IR_GT)};
    if (sum != counter) {
        if (sum->op != IR_ADD || !sum->is_no_wrap) {
            return false;
        }
        bool is_second = ir_operand(sum, 1) == counter;
        test->offset = ir_operand(sum, !is_second);
        if (ir_operand(sum, is_second) != counter || !loop_is_invariant(test->offset)) {
            return false;
        }
    }
    return loop_is_invariant(test->bound) && counter->type == test->bound->type;
}

// The counter after its step of one, from zero: a source of both tests.
static IrInstruction *find_counter(const IrLoop *loop)
{
    for (IrInstruction *phi = loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        IrInstruction *next = flow_phi_value(phi, loop->latch);
        uint64_t step;
        bool is_counter = next->op == IR_ADD && ir_operand(next, 0) == phi &&
                          rewrite_integer(ir_operand(next, 1), &step) && step == 1;
        if (is_counter && (next->type == IR_I32 || next->type == IR_I64) &&
            rewrite_is(flow_phi_value(phi, loop->preheader), 0)) {
            return next;
        }
    }
    return NULL;
}

// Before the loop the test holds for zero, so that bound - offset is at least one; as an unsigned
// number it is right however far they are apart.
static bool is_guarded(const IrLoop *loop, const Test *test)
{
    IrInstruction *zero = ir_integer(loop->head->function, test->bound->type, 0);
    TripCount first = {.start = test->offset != NULL ? test->offset : zero,
                       .bound = test->bound,
                       .step = 1,
                       .compare = IR_LT};
    uint64_t constant;
    bool is_known = test->offset == NULL && rewrite_integer(test->bound, &constant) &&
                    rewrite_signed(test->bound->type, constant) > 0;
    return is_known || trip_count_is_guarded(loop, &first);
}

static IrInstruction *rounds_of(IrInstruction *at, const Test *test)
{
    return test->offset == NULL
               ? test->bound
               : rewrite_binary(at, IR_SUBTRACT, test->bound->type, test->bound, test->offset);
}

void trip_count_merge_tests(const IrLoop *loop)
{
    IrInstruction *last = loop->latch->last, *both = ir_operand(last, 0);
    IrInstruction *counter = find_counter(loop);
    Test tests[2];
    if (both->op != IR_AND || last->targets[0] != loop->head || counter == NULL) {
        return;
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (!find_test(ir_operand(both, i), counter, &tests[i]) || !is_guarded(loop, &tests[i])) {
            return;
        }
    }
    if (tests[0].offset != NULL && tests[1].offset != NULL) {
        return; // both may be beyond what a signed counter reaches
    }
    IrInstruction *before = loop->preheader->last;
    IrInstruction *a = rounds_of(before, &tests[0]), *b = rounds_of(before, &tests[1]);
    IrInstruction *bound = rewrite_binary(before, IR_MIN_U, a->type, a, b);
    ir_set_operand(last, 0, rewrite_compare(last, IR_LT, counter, bound));
}
