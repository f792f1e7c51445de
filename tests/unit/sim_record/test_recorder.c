// SPDX-License-Identifier: Apache-2.0
// One block recorded while block_run runs it: what its changes replay to, states, stacks, the bound
// on steps, and that the block does the same as without.
#include "sim/record/recorder.h"
#include "sim/warp/watch.h"
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0, ADDRESS = 2, VALUE = 3, OTHER = 4 };

// Each of 64 threads stores 3 tid to shared memory, reads what thread 63 - tid stored, and odd
// threads add 1 to it twice.
static Kernel *exchange_kernel(void)
{
    Kernel *k = kernel_create(90, 64);
    k->launch.shared_bytes = k->program.shared_bytes = 256;
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    kernel_lane(k, "mul.lo.u32", ADDRESS, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", VALUE, TID, kernel_u32(k, 3), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, ADDRESS, 0);
    kernel_add(k, MICRO_BARRIER)->function = PTX_DOT_SYNC;
    kernel_lane(k, "sub.u32", ADDRESS, kernel_u32(k, 252), ADDRESS, ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, OTHER, ADDRESS, 0);
    kernel_lane(k, "and.b32", VALUE, TID, kernel_u32(k, 1), ROW_NONE);
    kernel_setp(k, "setp.ne.u32", 1, VALUE, kernel_u32(k, 1));
    kernel_guard(k, 1, false);
    kernel_branch(k, kernel_pc(k) + 3, kernel_pc(k) + 3);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "add.u32", OTHER, OTHER, kernel_u32(k, 1), ROW_NONE);
    kernel_lane(k, "add.u32", OTHER, OTHER, kernel_u32(k, 1), ROW_NONE);
    kernel_add(k, MICRO_EXIT);
    return k;
}

enum { STEPS_OF_WARP = 12 };

typedef struct Recorded {
    Kernel *kernel;
    Arena arena;
    const Recording *recording;
} Recorded;

static Recorded record(uint32_t warp, uint32_t max_steps)
{
    Recorded recorded = {.kernel = exchange_kernel()};
    Kernel *k = recorded.kernel;
    RecordingChoice choice = {.block_count = 1,
                              .sm = RECORDED_NONE,
                              .warp = warp,
                              .max_steps = max_steps,
                              .wants_values = true};
    Recorder *recorder = recorder_create(&choice, max_steps, false);
    k->functions[0].end_pc = k->program.code_count;
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    EXPECT_EQ(recorder_begin_block(recorder, k->block, 0, 0, &k->launch), 0);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_DONE);
    recorder_end_block(recorder, 0);
    recorded.recording = recording_join(&choice, false, &recorder, 1, &recorded.arena);
    recorder_destroy(recorder);
    return recorded;
}

static void forget(Recorded *recorded)
{
    arena_clear(&recorded->arena);
    kernel_destroy(recorded->kernel);
}

typedef struct Replay {
    uint32_t rows[2][64 * 32], predicates[2][16], shared[64];
} Replay;

// All changes up to the end of step number `count` - 1.
static void replay(const Recording *recording, uint32_t count, Replay *values)
{
    memset(values, 0, sizeof *values);
    for (uint32_t i = 0; i < count; i++) {
        const RecordedStep *step = &recording->steps[i];
        uint32_t warp = recording->warps[step->warp].number;
        for (uint32_t c = step->change; c < step->change + step->change_count; c++) {
            const RecordedChange *change = &recording->changes[c];
            uint32_t *to = change->place == RECORDED_ROW ? values->rows[warp] + change->index * 32
                           : change->place == RECORDED_PREDICATE
                               ? values->predicates[warp] + change->index
                               : values->shared + change->index;
            memcpy(to, recording->values + change->value, change->count * sizeof(uint32_t));
        }
    }
}

TEST(changes_replay_to_what_the_block_holds_at_its_end)
{
    Recorded recorded = record(RECORDED_NONE, 1000);
    const Recording *recording = recorded.recording;
    static Replay values;
    EXPECT_EQ(recording->step_count, 2 * STEPS_OF_WARP);
    replay(recording, recording->step_count, &values);
    for (uint32_t w = 0; w < 2; w++) {
        const Warp *warp = block_warp(recorded.kernel->block, w);
        EXPECT(memcmp(values.rows[w], warp->rows, sizeof values.rows[w]) == 0);
        EXPECT(memcmp(values.predicates[w], warp->predicates, sizeof values.predicates[w]) == 0);
        EXPECT_EQ(values.rows[w][OTHER * 32 + 5], 3 * (63 - (w * 32 + 5)) + 2);
        EXPECT_EQ(values.rows[w][OTHER * 32 + 6], 3 * (63 - (w * 32 + 6)));
    }
    EXPECT(memcmp(values.shared, block_shared(recorded.kernel->block), 256) == 0);
    EXPECT_EQ(values.shared[63], 189);
    forget(&recorded);
}

TEST(values_between_steps_are_those_of_that_moment)
{
    Recorded recorded = record(RECORDED_NONE, 1000);
    static Replay values;
    replay(recorded.recording, 3, &values); // warp 0: two products and the store
    EXPECT_EQ(values.rows[0][TID * 32 + 9], 9);
    EXPECT_EQ(values.rows[0][VALUE * 32 + 9], 27);
    EXPECT_EQ(values.shared[9], 27);
    EXPECT_EQ(values.shared[32], 0); // warp 1 has not run
    const RecordedStep *first = &recorded.recording->steps[0];
    EXPECT(recorded.recording->changes[first->change].is_before); // tid is there from the start
    forget(&recorded);
}

TEST(one_warp_alone_sees_what_the_others_wrote)
{
    Recorded recorded = record(1, 1000);
    const Recording *recording = recorded.recording;
    static Replay values;
    EXPECT_EQ(recording->step_count, STEPS_OF_WARP);
    EXPECT_EQ(recording->warp_count, 1);
    EXPECT_EQ(recording->warps[0].number, 1);
    replay(recording, recording->step_count, &values);
    EXPECT(memcmp(values.shared, block_shared(recorded.kernel->block), 256) == 0);
    uint32_t foreign = 0, own = 0;
    for (uint32_t i = 0; i < recording->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        foreign += change->place == RECORDED_SHARED && change->is_before ? change->count : 0;
        own += change->place == RECORDED_SHARED && !change->is_before ? change->count : 0;
    }
    EXPECT_EQ(foreign, 31); // thread 0 stored the zero that was there
    EXPECT_EQ(own, 32);
    forget(&recorded);
}

TEST(states_tell_who_waits_and_who_has_ended)
{
    Recorded recorded = record(RECORDED_NONE, 1000);
    uint32_t waited = 0, ended = 0;
    for (uint32_t i = 0; i < recorded.recording->step_count; i++) {
        const RecordedStep *step = &recorded.recording->steps[i];
        const Micro *micro = &recorded.kernel->code[step->pc];
        waited += step->state == STEP_AT_BARRIER;
        ended += step->state == STEP_ENDED;
        EXPECT(step->state != STEP_AT_BARRIER || micro->kind == MICRO_BARRIER);
        EXPECT(step->state != STEP_ENDED || micro->kind == MICRO_EXIT);
    }
    EXPECT_EQ(waited, 1); // the second to arrive goes on
    EXPECT_EQ(ended, 2);
    forget(&recorded);
}

TEST(a_branch_stacks_its_sides)
{
    Recorded recorded = record(0, 1000);
    const Recording *recording = recorded.recording;
    uint32_t branch = recorded.kernel->program.code_count - 4, inside = 0;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        const SimtEntry *stack = recording->entries + step->stack;
        EXPECT_EQ(stack[step->stack_count - 1].pc, step->pc);
        if (step->pc == branch) {
            EXPECT_EQ(step->on, 0x55555555);
            EXPECT_EQ(step->stack_count, 1);
        } else if (step->pc > branch && step->pc < branch + 3) {
            inside++;
            EXPECT_EQ(step->active, 0xaaaaaaaa);
            EXPECT_EQ(step->live, UINT32_MAX);
            EXPECT_EQ(step->stack_count, 2);
            EXPECT_EQ(stack[0].mask, UINT32_MAX);
            EXPECT_EQ(stack[0].pc, branch + 3);
            EXPECT_EQ(stack[1].mask, 0xaaaaaaaa);
            EXPECT_EQ(stack[1].reconverge, branch + 3);
        }
    }
    EXPECT_EQ(inside, 2);
    forget(&recorded);
}

TEST(steps_beyond_the_bound_are_counted_and_not_kept)
{
    Recorded whole = record(RECORDED_NONE, 1000), part = record(RECORDED_NONE, 5);
    EXPECT_EQ(whole.recording->steps_left_out, 0);
    EXPECT_EQ(part.recording->step_count, 5);
    EXPECT_EQ(part.recording->steps_left_out, 2 * STEPS_OF_WARP - 5);
    for (uint32_t i = 0; i < 5; i++) {
        EXPECT_EQ(part.recording->steps[i].pc, whole.recording->steps[i].pc);
        EXPECT_EQ(part.recording->steps[i].issued, i);
    }
    forget(&whole);
    forget(&part);
}

TEST(a_recorded_block_counts_what_it_counts_otherwise)
{
    Recorded recorded = record(RECORDED_NONE, 1000);
    Kernel *plain = exchange_kernel();
    EXPECT_EQ(kernel_run(plain), BLOCK_DONE);
    EXPECT(memcmp(plain->executed, recorded.kernel->executed, sizeof plain->executed) == 0);
    EXPECT(memcmp(plain->accesses, recorded.kernel->accesses, sizeof plain->accesses) == 0);
    EXPECT_EQ(block_instructions(plain->block), block_instructions(recorded.kernel->block));
    kernel_destroy(plain);
    forget(&recorded);
}
