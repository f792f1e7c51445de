// SPDX-License-Identifier: Apache-2.0
// Loops of random functions (random_function.h): tested before the body, after it or in its middle,
// up, down, by doubling; with ways out; rounds that constants tell or only the arguments. Nothing
// but the loop writes its counter, which decides when it ends.
#ifndef LOCKSTEP_TESTS_RANDOM_LOOP_H
#define LOCKSTEP_TESTS_RANDOM_LOOP_H

#include "tests/unit/isa_cuda_optimize/random_statement.h"

static void make_statements(Maker *maker, uint32_t count);

// Values made on one way are not to be used after it: the pools are put back.
static void make_side(Maker *maker, IrBlock *side, IrBlock *after)
{
    Maker saved = *maker;
    maker->block = side;
    make_statements(maker, 1 + roll(maker, 4));
    if (after != NULL) {
        ir_jump(maker->block, after, nowhere);
    }
    IrBlock *block = maker->block;
    uint64_t state = maker->state;
    *maker = saved;
    maker->state = state;
    maker->block = block;
}

// What loops carry: variables take each other's values, or one from outside.
static void make_hand_on(Maker *maker)
{
    uint32_t first = roll(maker, VARIABLES);
    IrInstruction *a = maker->variables[first], *b = maker->variables[(first + 1) % VARIABLES];
    IrInstruction *c = maker->variables[(first + 2) % VARIABLES];
    IrInstruction *kept = access_variable(maker, a, NULL);
    access_variable(maker, a, access_variable(maker, b, NULL));
    switch (roll(maker, 3)) {
    case 0: access_variable(maker, b, pick_or_constant(maker, maker->narrow, IR_I32)); break;
    case 1: access_variable(maker, b, kept); break;
    default:
        access_variable(maker, b, access_variable(maker, c, NULL));
        access_variable(maker, c, kept);
        break;
    }
}

static void make_body(Maker *maker, IrBlock *body)
{
    make_side(maker, body, NULL);
    for (uint32_t i = roll(maker, 3); i > 0; i--) {
        make_hand_on(maker);
    }
}

// How a loop counts: from `start` by `op` `step` while the counter compares so with `bound`.
typedef struct Counting {
    IrInstruction *start, *bound;
    int32_t step;
    IrCompare compare;
    IrOp op;
} Counting;

// Few turns that constants tell, or up to 15 that only the arguments tell.
static Counting make_counting(Maker *maker)
{
    IrFunction *function = maker->function;
    IrInstruction *turns = ir_integer(function, IR_I32, roll(maker, 12));
    if (roll(maker, 2) == 0) {
        turns = ir_binary(maker->block, IR_AND, IR_I32, pick(maker, maker->narrow),
                          ir_integer(function, IR_I32, 15), nowhere);
    }
    IrInstruction *some =
        ir_binary(maker->block, IR_OR, IR_I32, turns, ir_integer(function, IR_I32, 1), nowhere);
    IrInstruction *zero = ir_integer(function, IR_I32, 0), *one = ir_integer(function, IR_I32, 1);
    switch (roll(maker, 10)) {
    case 0: return (Counting){turns, zero, -1, IR_GT, IR_ADD};
    case 1: return (Counting){turns, ir_integer(function, IR_I32, 2), -2, IR_GE, IR_ADD};
    case 2: return (Counting){zero, turns, 3, IR_LT, IR_ADD};
    case 3: return (Counting){zero, some, 1, IR_NE, IR_ADD};
    case 4: return (Counting){one, turns, 1, IR_LE, IR_ADD};
    case 5: return (Counting){some, zero, -1, IR_NE, IR_ADD};
    case 6: return (Counting){turns, one, 1, IR_HS, IR_SHR_U};
    case 7: return (Counting){one, ir_integer(function, IR_I32, 100), 1, IR_LT, IR_SHL};
    case 8: return (Counting){turns, zero, 1, IR_GT, IR_SUBTRACT};
    default: return (Counting){zero, turns, 1, IR_LT, IR_ADD};
    }
}

typedef struct Loop {
    Counting counting;
    IrInstruction *counter; // its variable
    IrBlock *after;
} Loop;

// The counter's next value, stored; the one before, or the next, is compared.
static IrInstruction *make_step(Maker *maker, const Loop *loop, bool is_next_compared)
{
    IrInstruction *now = access_variable(maker, loop->counter, NULL);
    IrInstruction *step = ir_integer(maker->function, IR_I32, (uint64_t)loop->counting.step);
    IrInstruction *next = ir_binary(maker->block, loop->counting.op, IR_I32, now, step, nowhere);
    next->is_no_wrap = loop->counting.op == IR_ADD;
    access_variable(maker, loop->counter, next);
    return is_next_compared ? next : now;
}

// Goes to `body` while `value` compares so, else out; either may be the branch's `then`.
static void make_test(Maker *maker, const Loop *loop, IrInstruction *value, IrBlock *body)
{
    bool is_turned = roll(maker, 2) == 0;
    IrInstruction *test =
        ir_binary(maker->block, IR_COMPARE, IR_I1, value, loop->counting.bound, nowhere);
    test->compare = loop->counting.compare;
    if (is_turned) {
        test = ir_unary(maker->block, IR_NOT, IR_I1, test, nowhere);
    }
    ir_branch(maker->block, test, is_turned ? loop->after : body, is_turned ? body : loop->after,
              nowhere);
}

// break, or continue where `again` is given.
static void make_way_out(Maker *maker, const Loop *loop, IrBlock *again)
{
    if (roll(maker, 3) == 0) {
        IrBlock *on = ir_block(maker->function);
        bool is_continue = again != NULL && roll(maker, 3) == 0;
        ir_branch(maker->block, pick(maker, maker->truth), is_continue ? again : loop->after, on,
                  nowhere);
        maker->block = on;
    }
}

// for (start; test; step) body
static void make_test_before(Maker *maker, const Loop *loop, IrBlock *head)
{
    IrBlock *body = ir_block(maker->function), *step = ir_block(maker->function);
    make_test(maker, loop, access_variable(maker, loop->counter, NULL), body);
    make_body(maker, body);
    make_way_out(maker, loop, step);
    ir_jump(maker->block, step, nowhere);
    maker->block = step;
    make_step(maker, loop, true);
    ir_jump(maker->block, head, nowhere);
}

// while (i--) body: the step is part of the test; the counter has its next value in the body.
static void make_step_in_test(Maker *maker, const Loop *loop, IrBlock *head)
{
    IrBlock *body = ir_block(maker->function);
    make_test(maker, loop, make_step(maker, loop, false), body);
    make_body(maker, body);
    make_way_out(maker, loop, head);
    ir_jump(maker->block, head, nowhere);
}

// do body while (++i < n): at least one round.
static void make_test_after(Maker *maker, const Loop *loop, IrBlock *head)
{
    IrBlock *test = ir_block(maker->function), *body = ir_block(maker->function);
    ir_jump(maker->block, body, nowhere);
    make_body(maker, body);
    make_way_out(maker, loop, test);
    ir_jump(maker->block, test, nowhere);
    maker->block = test;
    make_test(maker, loop, make_step(maker, loop, roll(maker, 2) == 0), head);
}

// for (;;) { part; if (done) break; part }
static void make_test_inside(Maker *maker, const Loop *loop, IrBlock *head)
{
    IrBlock *first = ir_block(maker->function), *second = ir_block(maker->function);
    ir_jump(maker->block, first, nowhere);
    make_body(maker, first);
    make_way_out(maker, loop, NULL);
    make_test(maker, loop, make_step(maker, loop, roll(maker, 2) == 0), second);
    make_body(maker, second);
    make_way_out(maker, loop, head);
    ir_jump(maker->block, head, nowhere);
}

static void make_loop(Maker *maker)
{
    static void (*const forms[])(Maker *, const Loop *, IrBlock *) = {
        make_test_before, make_step_in_test, make_test_after, make_test_inside};
    IrInstruction *counter = ir_create(maker->function, IR_LOCAL, IR_POINTER, nowhere);
    counter->space = IR_SPACE_LOCAL;
    counter->size_bytes = counter->align_bytes = 4;
    ir_insert_before(maker->function->entry->first, counter);
    Loop loop = {make_counting(maker), counter, NULL};
    access_variable(maker, counter, loop.counting.start);
    IrBlock *head = ir_block(maker->function);
    loop.after = ir_block(maker->function);
    head->unroll = (UnrollRequest)roll(maker, 3);
    head->unroll_count = 1 + roll(maker, 5);
    ir_jump(maker->block, head, nowhere);
    maker->block = head;
    Maker outside = *maker;
    forms[roll(maker, 4)](maker, &loop, head);
    uint64_t state = maker->state;
    *maker = outside;
    maker->state = state;
    maker->block = loop.after;
    if (roll(maker, 2) == 0) {
        keep(maker, access_variable(maker, counter, NULL));
    }
    for (uint32_t i = 0; i < VARIABLES; i++) {
        keep(maker, access_variable(maker, maker->variables[i], NULL));
    }
}

#endif
