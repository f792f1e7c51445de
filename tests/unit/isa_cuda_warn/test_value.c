// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/warn/value.h"
#include "tests/test.h"

static Arena arena;
static Values values;
static uint8_t rounds[4];
static const Type integer = {.kind = TYPE_INT, .size_bytes = 4};
static const Type boolean = {.kind = TYPE_BOOL, .size_bytes = 1};

static Sample start(void)
{
    arena_clear(&arena);
    values_init(&values, &arena);
    rounds[0] = 0;
    return (Sample){.values = &values,
                    .block = {128, 1, 1},
                    .thread = {5, 0, 0},
                    .parameter = 64,
                    .rounds = rounds,
                    .steps_left = 100000};
}

static ValueId operation(ExpressionKind kind, ValueId a, ValueId b)
{
    return value_operation(&values, kind, a, b, &integer);
}

// for (o = 128; o > 0; o >>= 1): the slot of o, whose head is *head.
static uint32_t halving_loop(ValueId *head)
{
    uint32_t slot, loop = value_loop_begin(&values);
    ValueId zero = value_constant(&values, 0), one = value_constant(&values, 1);
    *head = value_loop(&values, loop, value_constant(&values, 128), &slot);
    values.slots[slot].next = operation(EXPRESSION_SHIFT_RIGHT, *head, one);
    values.loops[loop].condition =
        value_operation(&values, EXPRESSION_GREATER, *head, zero, &boolean);
    values.loops[loop].is_exit_known = true;
    return slot;
}

TEST(equal_values_are_one_number)
{
    start();
    ValueId t = value_special(&values, BUILTIN_tid_x), three = value_constant(&values, 3);
    EXPECT_EQ(operation(EXPRESSION_ADD, t, three), operation(EXPRESSION_ADD, t, three));
    EXPECT(value_data(&values) != value_data(&values));
    EXPECT_EQ(operation(EXPRESSION_MULTIPLY, three, three), value_constant(&values, 9));
    EXPECT_EQ(operation(EXPRESSION_ADD, t, 0), 0u);
}

TEST(a_thread_s_value_is_evaluated_in_its_type)
{
    Sample sample = start();
    int64_t result;
    ValueId t = value_special(&values, BUILTIN_tid_x);
    EXPECT(
        value_evaluate(&sample, operation(EXPRESSION_XOR, t, value_constant(&values, 1)), &result));
    EXPECT_EQ(result, 4);
    EXPECT(sample.saw_thread && !sample.saw_data);
    static const Type byte = {.kind = TYPE_UNSIGNED_CHAR, .size_bytes = 1};
    ValueId less = operation(EXPRESSION_SUBTRACT, t, value_constant(&values, 6));
    EXPECT(value_evaluate(&sample, value_cast(&values, less, &byte), &result));
    EXPECT_EQ(result, 255);
    ValueId zero = value_constant(&values, 0);
    EXPECT(!value_evaluate(&sample, operation(EXPRESSION_DIVIDE, t, zero), &result));
}

TEST(a_loop_s_variable_has_a_value_for_each_round_and_behind_it)
{
    Sample sample = start();
    int64_t result;
    ValueId head;
    uint32_t slot = halving_loop(&head);
    for (int round = 0; round < 4; round++) {
        rounds[0] = (uint8_t)round;
        EXPECT(value_evaluate(&sample, head, &result));
        EXPECT_EQ(result, 128 >> round);
    }
    EXPECT(value_evaluate(&sample, value_exit(&values, slot, head), &result));
    EXPECT_EQ(result, 0);
    value_last_rounds(&sample, 0);
    EXPECT(value_evaluate(&sample, head, &result));
    EXPECT_EQ(result, 1);
    values.loops[0].is_exit_known = false; // a `break` in it
    EXPECT(!value_evaluate(&sample, value_exit(&values, slot, head), &result));
}

TEST(guards_hold_unless_they_are_false_for_certain)
{
    Sample sample = start();
    ValueId t = value_special(&values, BUILTIN_tid_x), four = value_constant(&values, 4);
    ValueId is_low = value_operation(&values, EXPRESSION_LESS, t, four, &boolean);
    ValueId data = value_operation(&values, EXPRESSION_EQUAL, value_data(&values), four, &boolean);
    EXPECT(!value_guard_holds(&sample, value_guard(&values, 0, is_low, true)));
    EXPECT(value_guard_holds(&sample, value_guard(&values, 0, is_low, false)));
    EXPECT(value_guard_holds(&sample, value_guard(&values, 0, data, true)));
    EXPECT(value_guard_holds(&sample, value_guard(&values, 0, data, false)));
    ValueId both = value_guard(&values, value_guard(&values, 0, data, true), is_low, true);
    EXPECT(value_guard_implies(&values, both, value_guard(&values, 0, is_low, true)));
    EXPECT(!value_guard_implies(&values, value_guard(&values, 0, is_low, true), both));
    EXPECT_EQ(value_guard(&values, both, is_low, true), both);
}
