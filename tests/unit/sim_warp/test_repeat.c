// SPDX-License-Identifier: Apache-2.0
// Loops that never end are found by the block's state, and none that ends is taken for one.
#include "tests/unit/sim_warp/kernel.h"

enum { COUNT = 1, SEEN = 2, CLOCK = 4 };

static void add_one(Kernel *k, Row row)
{
    kernel_lane(k, "add.u32", row, row, kernel_u32(k, 1), ROW_NONE);
}

// Back to `loop` while the comparison holds. Returns the branch's pc.
static uint32_t loop_while(Kernel *k, const char *comparison, Row row, uint32_t value,
                           uint32_t loop)
{
    kernel_setp(k, comparison, 0, row, kernel_u32(k, value));
    kernel_guard(k, 0, false);
    uint32_t branch = kernel_pc(k);
    kernel_branch(k, loop, branch + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    return branch;
}

// With the shortcuts, whose counts are behind.
static void finish(Kernel *k)
{
    kernel_add(k, MICRO_EXIT);
    worker_hasten(&k->worker, kernel_pc(k));
    kernel_run(k);
}

static Micro *global(Kernel *k, MicroKind kind, Row row, uint64_t address)
{
    Micro *micro =
        kernel_memory(k, kind, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, row, kernel_u64(k, address), 0);
    micro->flags |= MICRO_WIDE_ADDRESS;
    return micro;
}

TEST(a_loop_of_registers_alone_is_stopped_at_its_condition)
{
    Kernel *k = kernel_create(90, 64);
    uint32_t loop = kernel_pc(k);
    kernel_lane(k, "xor.b32", COUNT, COUNT, kernel_u32(k, 5), ROW_NONE);
    uint32_t branch = loop_while(k, "setp.lt.u32", COUNT, 1000, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_LIVELOCK);
    EXPECT_EQ(k->fault.pc, branch);
    EXPECT(strstr(k->fault.detail, "this condition never changes") != NULL);
    kernel_destroy(k);
}

TEST(a_long_loop_that_counts_ends_by_itself)
{
    Kernel *k = kernel_create(90, 32);
    uint32_t loop = kernel_pc(k);
    add_one(k, COUNT);
    loop_while(k, "setp.lt.u32", COUNT, 1500000, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_DONE);
    kernel_destroy(k);
}

TEST(a_loop_that_stores_the_same_value_again_is_stopped)
{
    Kernel *k = kernel_create(90, 32);
    uint64_t out = kernel_buffer(k, "out", 4);
    uint32_t loop = kernel_pc(k);
    global(k, MICRO_STORE, COUNT, out);
    loop_while(k, "setp.lt.u32", COUNT, 7, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_LIVELOCK);
    kernel_destroy(k);
}

// Other blocks have their turn before anybody calls it endless.
TEST(a_loop_that_reads_global_memory_yields)
{
    Kernel *k = kernel_create(90, 32);
    uint64_t in = kernel_buffer(k, "in", 4);
    uint32_t loop = kernel_pc(k);
    global(k, MICRO_LOAD, SEEN, in);
    loop_while(k, "setp.eq.u32", SEEN, 0, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_YIELDS);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_YIELDS);
    EXPECT(!block_made_progress(k->block));
    EXPECT_EQ(k->fault.kind, FAULT_LIVELOCK);
    uint32_t one = 1;
    device_memory_write(k->launch.memory, in, &one, sizeof one);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_DONE);
    kernel_destroy(k);
}

TEST(a_loop_that_counts_in_memory_ends_by_itself)
{
    Kernel *k = kernel_create(90, 1);
    uint64_t out = kernel_buffer(k, "out", 4);
    uint32_t loop = kernel_pc(k);
    global(k, MICRO_LOAD, COUNT, out);
    add_one(k, COUNT);
    global(k, MICRO_STORE, COUNT, out);
    loop_while(k, "setp.lt.u32", COUNT, 1000000, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 1000000);
    kernel_destroy(k);
}

// No register shows between its rounds how far it is.
TEST(a_loop_that_leaves_its_count_in_memory_ends_by_itself)
{
    Kernel *k = kernel_create(90, 1);
    uint64_t out = kernel_buffer(k, "out", 4);
    uint32_t loop = kernel_pc(k);
    global(k, MICRO_LOAD, COUNT, out);
    add_one(k, COUNT);
    global(k, MICRO_STORE, COUNT, out);
    kernel_setp(k, "setp.lt.u32", 0, COUNT, kernel_u32(k, 1000000));
    kernel_lane(k, "xor.b32", COUNT, COUNT, COUNT, ROW_NONE);
    kernel_guard(k, 0, false);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 1000000);
    kernel_destroy(k);
}

// A flag in shared memory that nobody sets: the loop gives up after so many tries.
TEST(a_loop_that_counts_its_tries_may_give_up)
{
    Kernel *k = kernel_create(90, 32);
    k->launch.shared_bytes = 64;
    uint32_t loop = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, SEEN, ROW_NONE, 0)->flags |=
        MICRO_VOLATILE;
    add_one(k, COUNT);
    loop_while(k, "setp.lt.u32", COUNT, 100000, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_DONE);
    kernel_destroy(k);
}

// What it reads of the clock is gone when a round ends: the registers are always the same.
TEST(a_loop_that_waits_for_the_clock_is_not_stopped)
{
    Kernel *k = kernel_create(90, 32);
    uint32_t loop = kernel_pc(k);
    Micro *clock = kernel_add(k, MICRO_SPECIAL);
    clock->function = PTX_SPECIAL_CLOCK;
    clock->type = PTX_TYPE_U32;
    clock->d = CLOCK;
    kernel_lane(k, "shr.u32", CLOCK, CLOCK, kernel_u32(k, 23), ROW_NONE);
    loop_while(k, "setp.eq.u32", CLOCK, 0, loop);
    finish(k);
    EXPECT_EQ(k->status, BLOCK_DONE);
    kernel_destroy(k);
}
