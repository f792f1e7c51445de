// SPDX-License-Identifier: Apache-2.0
// Loops made by hand: how they look after a pass, and that they still compute the same.
#include "isa/cuda/optimize/optimize.h"
#include "tests/test.h"
#include "tests/unit/isa_cuda_optimize/interpret.h"

static const SourceLocation nowhere = {0, 1, 1};

// for (i = start; i <compare> bound; i += step) sum = sum * 3 + i; return sum;
typedef struct Shape {
    int32_t start, bound, step; // bound: used when is_constant
    IrCompare compare;
    bool is_constant;
    UnrollRequest unroll;
    uint32_t unroll_count;
    bool has_barrier;
    uint32_t capability; // 0: 90
} Shape;

static Function function_of_test = {.name = "loop", .mangled = "loop"};

static IrInstruction *binary(IrBlock *block, IrOp op, IrInstruction *a, IrInstruction *b)
{
    IrInstruction *made = ir_binary(block, op, IR_I32, a, b, nowhere);
    made->is_no_wrap = op == IR_ADD;
    return made;
}

static IrFunction *make(IrModule *module, const Shape *shape)
{
    IrFunction *function = ir_function(module, &function_of_test);
    function->result = IR_I32;
    IrBlock *entry = ir_block(function), *head = ir_block(function);
    IrBlock *body = ir_block(function), *end = ir_block(function);
    IrInstruction *argument = ir_create(function, IR_ARGUMENT, IR_I32, nowhere);
    ir_append(entry, argument);
    IrInstruction *bound =
        shape->is_constant ? ir_integer(function, IR_I32, (uint64_t)shape->bound) : argument;
    ir_jump(entry, head, nowhere);
    IrInstruction *i = ir_phi(head, IR_I32, nowhere), *sum = ir_phi(head, IR_I32, nowhere);
    IrInstruction *test = ir_binary(head, IR_COMPARE, IR_I1, i, bound, nowhere);
    test->compare = shape->compare;
    ir_branch(head, test, body, end, nowhere);
    if (shape->has_barrier) {
        ir_append(body, ir_create(function, IR_BARRIER, IR_VOID, nowhere));
    }
    IrInstruction *product =
        ir_binary(body, IR_MULTIPLY, IR_I32, sum, ir_integer(function, IR_I32, 3), nowhere);
    IrInstruction *next_sum = ir_binary(body, IR_ADD, IR_I32, product, i, nowhere);
    IrInstruction *next =
        binary(body, IR_ADD, i, ir_integer(function, IR_I32, (uint64_t)shape->step));
    ir_jump(body, head, nowhere);
    ir_add_phi_operand(i, ir_integer(function, IR_I32, (uint64_t)shape->start), entry);
    ir_add_phi_operand(i, next, body);
    ir_add_phi_operand(sum, ir_integer(function, IR_I32, 1), entry);
    ir_add_phi_operand(sum, next_sum, body);
    IrInstruction *last = ir_create(function, IR_RETURN, IR_VOID, nowhere);
    ir_add_operand(last, sum);
    ir_append(end, last);
    head->unroll = shape->unroll;
    head->unroll_count = shape->unroll_count;
    return function;
}

static bool holds_between(int32_t a, int32_t b, IrCompare compare)
{
    switch (compare) {
    case IR_LT: return a < b;
    case IR_LE: return a <= b;
    case IR_GT: return a > b;
    case IR_NE: return a != b;
    default: return a >= b;
    }
}

static uint32_t expected(const Shape *shape, int32_t bound)
{
    uint32_t sum = 1;
    for (int32_t i = shape->start; holds_between(i, bound, shape->compare); i += shape->step) {
        sum = sum * 3 + (uint32_t)i;
    }
    return sum;
}

typedef struct Found {
    uint32_t products;                     // copies of the body
    uint32_t branches, barriers, backward; // backward: edges to a block that dominates their source
} Found;

static void count(const IrFunction *function, Found *found)
{
    *found = (Found){0};
    for (const IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
            found->products += at->op == IR_MULTIPLY && ir_operand(at, 1)->integer == 3;
            found->branches += at->op == IR_BRANCH;
            found->barriers += at->op == IR_BARRIER;
        }
        for (uint32_t i = 0; i < block->last->target_count; i++) {
            found->backward += ir_dominates(block->last->targets[i], block);
        }
    }
}

// Rotates, unrolls if wanted, and checks what it computes for bounds from `from` to `to`.
static Found optimized(const Shape *shape, bool is_unrolled, int32_t from, int32_t to)
{
    static Machine machine;
    Arena arena = {0};
    Found found;
    IrFault fault = {.what = ""};
    IrModule module = {.arena = &arena,
                       .compute_capability = shape->capability == 0 ? 90 : shape->capability};
    IrFunction *function = make(&module, shape);
    rotate_loops(function);
    simplify_values(function);
    simplify_flow(function);
    if (is_unrolled) {
        unroll_loops(function);
    }
    EXPECT(ir_verify(function, &arena, &fault));
    EXPECT_TEXT(fault.what, "");
    count(function, &found);
    for (int32_t bound = from; bound <= to && !shape->has_barrier; bound++) {
        uint64_t arguments[4] = {(uint32_t)bound};
        memset(&machine, 0, sizeof machine);
        uint64_t result = interpret(&machine, function, arguments);
        EXPECT(!machine.is_bad);
        EXPECT_EQ((uint32_t)result, expected(shape, shape->is_constant ? shape->bound : bound));
    }
    arena_clear(&arena);
    return found;
}

TEST(a_rotated_loop_has_one_test_in_front_and_one_at_its_end)
{
    Shape shape = {.step = 1, .compare = IR_LT};
    Found found = optimized(&shape, false, -2, 20);
    EXPECT_EQ(found.branches, 2);
    EXPECT_EQ(found.backward, 1);
    EXPECT_EQ(found.products, 1);
}

TEST(unknown_rounds_are_not_unrolled_for_cc_1)
{
    Shape shape = {.step = 1, .compare = IR_LT, .capability = 13};
    Found found = optimized(&shape, true, -2, 20);
    EXPECT_EQ(found.products, 1);
}

TEST(few_constant_rounds_leave_no_loop)
{
    Shape shape = {.step = 1, .compare = IR_LT, .bound = 16, .is_constant = true};
    Found found = optimized(&shape, true, 0, 0);
    EXPECT_EQ(found.branches, 0);
    EXPECT_EQ(found.backward, 0);
}

TEST(many_constant_rounds_become_bodies_of_a_power_of_two)
{
    Shape shape = {.step = 1, .compare = IR_LT, .bound = 4096, .is_constant = true};
    Found found = optimized(&shape, true, 0, 0);
    EXPECT_EQ(found.backward, 1);
    EXPECT_EQ(found.products, 32);
}

TEST(an_odd_number_of_rounds_leaves_one_test_between_four_copies)
{
    Shape shape = {.step = 1, .compare = IR_LT, .bound = 1001, .is_constant = true};
    Found found = optimized(&shape, true, 0, 0);
    EXPECT_EQ(found.products, 4);
    EXPECT_EQ(found.branches, 1);
}

TEST(rounds_known_when_reached_become_a_body_of_four_and_the_rest)
{
    static const Shape shapes[] = {
        {.step = 1, .compare = IR_LT},
        {.start = 1, .step = 1, .compare = IR_LE},
        {.start = -3, .step = 3, .compare = IR_LT},
        {.start = 30, .step = -1, .compare = IR_GT},
        {.start = 30, .step = -7, .compare = IR_GE},
    };
    for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        Found found = optimized(&shapes[i], true, -5, 40);
        EXPECT_EQ(found.products, 5);
        EXPECT_EQ(found.backward, 2);
    }
    Shape until = {.step = 1, .compare = IR_NE};
    EXPECT_EQ(optimized(&until, true, 0, 40).products, 5);
}

TEST(a_request_decides)
{
    Shape shape = {.step = 1, .compare = IR_LT, .unroll = UNROLL_COUNT, .unroll_count = 1};
    EXPECT_EQ(optimized(&shape, true, 0, 20).products, 1);
    shape.unroll_count = 8;
    EXPECT_EQ(optimized(&shape, true, 0, 40).products, 9);
    shape.unroll_count = 5;
    EXPECT_EQ(optimized(&shape, true, 0, 40).products, 6);
    shape.unroll_count = 2;
    EXPECT_EQ(optimized(&shape, true, 0, 20).products, 3);
    shape = (Shape){.step = 1, .compare = IR_LT, .bound = 600, .is_constant = true};
    shape.unroll = UNROLL_FULL;
    EXPECT_EQ(optimized(&shape, true, 0, 0).backward, 0);
}

TEST(a_request_that_does_not_divide_the_rounds_leaves_in_the_middle)
{
    Shape shape = {.step = 1, .compare = IR_LT, .bound = 1003, .is_constant = true};
    shape.unroll = UNROLL_COUNT;
    shape.unroll_count = 8;
    Found found = optimized(&shape, true, 0, 0);
    EXPECT_EQ(found.products, 8);
    EXPECT_EQ(found.branches, 1);
}

// The loop's sum is returned, or a constant in its place.
static Found deleted(const Shape *shape, bool is_read)
{
    Arena arena = {0};
    Found found;
    IrFault fault = {.what = ""};
    IrModule module = {.arena = &arena, .compute_capability = 90};
    IrFunction *function = make(&module, shape);
    if (!is_read) {
        ir_set_operand(function->last_block->last, 0, ir_integer(function, IR_I32, 7));
    }
    rotate_loops(function);
    simplify_values(function);
    remove_dead(function);
    number_values(function);
    bool is_changed = delete_loops(function);
    EXPECT(ir_verify(function, &arena, &fault));
    EXPECT_TEXT(fault.what, "");
    count(function, &found);
    EXPECT_EQ(is_changed, found.backward == 0);
    arena_clear(&arena);
    return found;
}

TEST(a_loop_that_nobody_reads_from_is_deleted)
{
    Shape shape = {.step = 1, .compare = IR_LT};
    Found found = deleted(&shape, false);
    EXPECT_EQ(found.backward, 0);
    EXPECT_EQ(found.products, 0);
    EXPECT_EQ(deleted(&shape, true).backward, 1);
}

TEST(a_loop_with_an_effect_or_without_a_known_end_stays)
{
    Shape barrier = {.step = 1, .compare = IR_LT, .has_barrier = true};
    EXPECT_EQ(deleted(&barrier, false).backward, 1);
    Shape endless = {.step = 2, .compare = IR_NE}; // steps over odd bounds
    EXPECT_EQ(deleted(&endless, false).backward, 1);
}

TEST(barriers_are_copied_with_the_rounds)
{
    Shape shape = {.step = 1, .compare = IR_LT, .bound = 8, .is_constant = true};
    shape.has_barrier = true;
    EXPECT_EQ(optimized(&shape, true, 0, 0).barriers, 8);
}
