// SPDX-License-Identifier: Apache-2.0
// What recorded stores leave in the local memory of each lane.
#include "sim/record/variable_memory.h"
#include "tests/test.h"

enum { FIRST = 0, CALLED = 1 };

static MachineFunction functions[] = {
    [FIRST] = {.entry_pc = 0, .end_pc = 10, .frame_bytes = 32},
    [CALLED] = {.entry_pc = 10, .end_pc = 20, .frame_bytes = 16},
};
static const MachineProgram program = {.functions = functions, .function_count = 2};

typedef struct Case {
    Arena arena;
    VariableMemory memory;
    RecordedAccess access;
    RecordedChange change;
    uint32_t values[LANE_COUNT];
    RecordedStep step;
    Recording recording;
} Case;

static void start(Case *c)
{
    *c = (Case){.arena = {0}};
    c->recording = (Recording){.accesses = &c->access, .changes = &c->change, .values = c->values};
    variable_memory_create(&c->memory, 2, &c->arena);
    variable_memory_start(&c->memory);
}

static void run(Case *c, uint32_t pc, uint32_t local_base, uint32_t active)
{
    c->step = (RecordedStep){.pc = pc, .active = active, .on = active, .local_base = local_base};
    variable_memory_begin(&c->memory, &program, &c->step);
    variable_memory_finish(&c->memory, &c->recording, &c->step);
}

// The lane stores width_bytes at the address; `word` is the 32-bit word there afterwards.
static void store(Case *c, uint32_t pc, uint32_t local_base, uint32_t lane, uint32_t address,
                  uint32_t width_bytes, uint32_t word)
{
    c->access.access = (StepAccess){.is_local = true,
                                    .is_store = true,
                                    .width_bytes = width_bytes,
                                    .lanes = UINT32_C(1) << lane};
    c->access.access.address[lane] = address;
    c->values[0] = word;
    c->change = (RecordedChange){RECORDED_LOCAL, false, address / 4 * LANE_COUNT + lane, 1, 0};
    c->step = (RecordedStep){
        .pc = pc, .active = UINT32_MAX, .on = 1, .local_base = local_base, .change_count = 1};
    variable_memory_begin(&c->memory, &program, &c->step);
    variable_memory_finish(&c->memory, &c->recording, &c->step);
}

TEST(a_lane_holds_what_it_has_stored_and_others_nothing)
{
    Case c;
    VariablePlace place = {FIRST, 8, 4};
    uint64_t bits;
    start(&c);
    run(&c, 1, 0, UINT32_MAX);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 5, &bits), VARIABLE_UNSET);
    store(&c, 2, 0, 5, 8, 4, 77);
    EXPECT(c.memory.is_changed);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 5, &bits), VARIABLE_KNOWN);
    EXPECT_EQ(bits, 77);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 4, &bits), VARIABLE_UNSET);
    run(&c, 3, 0, UINT32_MAX);
    EXPECT(!c.memory.is_changed);
    variable_memory_start(&c.memory);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 5, &bits), VARIABLE_UNSET);
    arena_clear(&c.arena);
}

TEST(narrow_integers_are_widened_and_their_neighbors_stay_unknown)
{
    Case c;
    VariablePlace half = {FIRST, 6, 2}, neighbor = {FIRST, 4, 2}, wide = {FIRST, 4, 4};
    uint64_t bits;
    start(&c);
    store(&c, 2, 0, 0, 6, 2, 0xfffe1234);
    EXPECT_EQ(variable_memory_read(&c.memory, &half, SOURCE_FORM_S32, 0, &bits), VARIABLE_KNOWN);
    EXPECT_EQ(bits, 0xfffffffe);
    EXPECT_EQ(variable_memory_read(&c.memory, &half, SOURCE_FORM_U32, 0, &bits), VARIABLE_KNOWN);
    EXPECT_EQ(bits, 0xfffe);
    EXPECT_EQ(variable_memory_read(&c.memory, &neighbor, SOURCE_FORM_U32, 0, &bits),
              VARIABLE_UNSET);
    EXPECT_EQ(variable_memory_read(&c.memory, &wide, SOURCE_FORM_U32, 0, &bits), VARIABLE_UNSET);
    arena_clear(&c.arena);
}

TEST(a_function_that_is_called_again_holds_nothing_of_the_call_before)
{
    Case c;
    VariablePlace own = {FIRST, 0, 4}, of_callee = {CALLED, 0, 4};
    uint64_t bits;
    start(&c);
    store(&c, 1, 0, 0, 0, 4, 1);
    run(&c, 10, 32, UINT32_MAX);
    store(&c, 11, 32, 0, 32, 4, 2);
    EXPECT_EQ(variable_memory_read(&c.memory, &of_callee, SOURCE_FORM_S32, 0, &bits),
              VARIABLE_KNOWN);
    EXPECT_EQ(bits, 2);
    run(&c, 5, 0, UINT32_MAX);
    EXPECT_EQ(variable_memory_read(&c.memory, &own, SOURCE_FORM_S32, 0, &bits), VARIABLE_KNOWN);
    EXPECT_EQ(bits, 1);
    run(&c, 10, 32, 1);
    EXPECT_EQ(variable_memory_read(&c.memory, &of_callee, SOURCE_FORM_S32, 0, &bits),
              VARIABLE_UNSET);
    arena_clear(&c.arena);
}

TEST(a_value_that_a_later_step_stores_earlier_in_the_ptx_is_pending)
{
    Case c;
    VariablePlace place = {FIRST, 8, 4}, other = {FIRST, 12, 4};
    uint64_t bits;
    start(&c);
    store(&c, 2, 0, 5, 12, 4, 1);
    store(&c, 2, 0, 5, 8, 4, 77);
    RecordedStep later = c.step;
    run(&c, 3, 0, UINT32_MAX);
    variable_memory_await(&c.memory, &c.recording, &later);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 5, &bits), VARIABLE_PENDING);
    EXPECT_EQ(variable_memory_read(&c.memory, &other, SOURCE_FORM_S32, 5, &bits), VARIABLE_KNOWN);
    run(&c, 4, 0, UINT32_MAX);
    EXPECT_EQ(variable_memory_read(&c.memory, &place, SOURCE_FORM_S32, 5, &bits), VARIABLE_KNOWN);
    arena_clear(&c.arena);
}
