// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/barrier.h"

#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

TEST(barrier_waits_for_every_live_lane)
{
    Barrier barrier = {0};
    barrier_reset(&barrier);
    uint32_t live[2] = {0xffffffff, 0x0000ffff};
    EXPECT(!barrier_is_complete(&barrier, live, 2));
    barrier_arrive(&barrier, 0, 0xffffffff, 0, 0);
    EXPECT(!barrier_is_complete(&barrier, live, 2));
    barrier_arrive(&barrier, 1, 0x000000ff, 0, 0);
    EXPECT(!barrier_is_complete(&barrier, live, 2));
    live[1] = 0x000000ff; // the others have ended
    EXPECT(barrier_is_complete(&barrier, live, 2));
}

TEST(thread_counts_are_in_whole_warps)
{
    Barrier barrier = {0};
    barrier_reset(&barrier);
    uint32_t live[3] = {0xffffffff, 0xffffffff, 0x000000ff};
    barrier_arrive(&barrier, 0, 0xffffffff, 0, 64);
    EXPECT(!barrier_is_complete(&barrier, live, 3));
    barrier_arrive(&barrier, 2, 0x000000ff, 0, 64); // a partial warp counts 32
    EXPECT(barrier_is_complete(&barrier, live, 3));
}

TEST(reduction_looks_at_arriving_lanes_only)
{
    Barrier barrier = {0};
    barrier_reset(&barrier);
    barrier_arrive(&barrier, 0, 0x0000000f, 0xfffffff3, 0);
    EXPECT_EQ(barrier.reduce_count, 2);
    EXPECT(barrier.reduce_any);
    EXPECT(!barrier.reduce_all);
}

TEST(reset_forgets_whatever_arrived)
{
    Barrier barrier = {0}, fresh = {0};
    barrier_reset(&barrier);
    barrier_reset(&fresh);
    EXPECT(fresh.reduce_all);
    barrier_arrive(&barrier, 1, 0xff, 0xff, 64); // leaves `reduce_all`
    barrier_reset(&barrier);
    EXPECT(memcmp(&barrier, &fresh, sizeof barrier) == 0);
}

static Kernel *started(uint32_t compute_capability, uint32_t threads)
{
    Kernel *k = kernel_create(compute_capability, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    k->launch.shared_bytes = 4096;
    return k;
}

static Micro *barrier(Kernel *k, PtxSuffix function)
{
    Micro *micro = kernel_add(k, MICRO_BARRIER);
    micro->function = (uint16_t)function;
    return micro;
}

// Each thread writes shared[tid] and reads shared[threads - 1 - tid] behind the barrier.
TEST(values_cross_warps_at_a_barrier)
{
    for (uint32_t cc = 10; cc <= 90; cc += 80) {
        Kernel *k = started(cc, 256);
        uint64_t out = kernel_buffer(k, "out", 1024);
        kernel_lane(k, "mul.lo.u32", 1, TID, kernel_u32(k, 4), ROW_NONE);
        kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, TID, 1, 0);
        barrier(k, PTX_DOT_SYNC);
        kernel_lane(k, "sub.u32", 1, kernel_u32(k, 255 * 4), 1, ROW_NONE);
        kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 2, 1, 0);
        kernel_store_result(k, out, TID, 2);
        kernel_add(k, MICRO_EXIT);
        EXPECT_EQ(kernel_run(k), BLOCK_DONE);
        for (uint32_t i = 0; i < 256; i++) {
            EXPECT_EQ(kernel_read(k, out, i), 255 - i);
        }
        EXPECT_EQ(k->executed[2].executed, 8);
        kernel_destroy(k);
    }
}

TEST(threads_that_have_ended_are_not_waited_for)
{
    for (uint32_t cc = 10; cc <= 90; cc += 80) {
        Kernel *k = started(cc, 128);
        uint64_t out = kernel_buffer(k, "out", 512);
        kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 40));
        kernel_guard(k, 0, false);
        kernel_add(k, MICRO_EXIT);
        kernel_guard(k, PREDICATE_NONE, false);
        barrier(k, PTX_DOT_SYNC);
        kernel_store_result(k, out, TID, TID);
        kernel_add(k, MICRO_EXIT);
        EXPECT_EQ(kernel_run(k), BLOCK_DONE);
        EXPECT_EQ(kernel_read(k, out, 39), 39);
        EXPECT_EQ(kernel_read(k, out, 40), 0);
        kernel_destroy(k);
    }
}

TEST(reductions_reach_every_thread)
{
    Kernel *k = started(90, 96);
    uint64_t out = kernel_buffer(k, "out", 96 * 4);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 50));
    Micro *count = barrier(k, PTX_DOT_RED);
    count->combine = PTX_DOT_POPC;
    count->d = 1;
    count->c = 0;
    Micro *all = barrier(k, PTX_DOT_RED);
    all->combine = PTX_DOT_AND;
    all->d = 2;
    all->c = 0;
    all->flags |= MICRO_PREDICATE_NEGATED;
    Micro *any = barrier(k, PTX_DOT_RED);
    any->combine = PTX_DOT_OR;
    any->d = 3;
    any->c = 0;
    kernel_lane(k, "selp.b32", 4, kernel_u32(k, 1000), kernel_u32(k, 0), 2);
    kernel_lane(k, "selp.b32", 5, kernel_u32(k, 2000), kernel_u32(k, 0), 3);
    kernel_lane(k, "add.u32", 1, 1, 4, ROW_NONE);
    kernel_lane(k, "add.u32", 1, 1, 5, ROW_NONE);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 96; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 2050);
    }
    kernel_destroy(k);
}

// Warp 0 produces and only arrives; warp 1 waits for it at barrier 3 of 64 threads.
TEST(producer_arrives_and_consumer_waits)
{
    Kernel *k = started(90, 96);
    uint64_t out = kernel_buffer(k, "out", 96 * 4);
    Row threads = kernel_u32(k, 64);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 64));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 32));
    kernel_guard(k, 0, true);
    Micro *consume = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, kernel_u32(k, 5), ROW_NONE, 0);
    Micro *arrive = barrier(k, PTX_DOT_ARRIVE);
    arrive->offset = 3;
    arrive->b = threads;
    kernel_add(k, MICRO_EXIT);
    consume->target = kernel_pc(k);
    Micro *wait = barrier(k, PTX_DOT_SYNC);
    wait->offset = 3;
    wait->b = threads;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 1, ROW_NONE, 0);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    consume->reconverge = PC_EXIT;
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 32), 5);
    EXPECT_EQ(kernel_read(k, out, 0), 0);
    kernel_destroy(k);
}

// if (tid < 16) bar.sync; else { second } -- the threads of warp 0 go both ways.
static Kernel *divergent_barrier(uint32_t compute_capability, uint32_t threads, bool has_second)
{
    Kernel *k = started(compute_capability, threads);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 16));
    kernel_guard(k, 0, true);
    Micro *branch = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    barrier(k, PTX_DOT_SYNC);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    if (has_second) {
        barrier(k, PTX_DOT_SYNC);
    } else {
        barrier(k, PTX_DOT_SYNC)->offset = 1;
    }
    skip->target = skip->reconverge = branch->reconverge = kernel_pc(k);
    kernel_add(k, MICRO_EXIT);
    kernel_run(k);
    return k;
}

TEST(divergent_barrier_is_reported_before_volta)
{
    Kernel *k = divergent_barrier(61, 64, true);
    EXPECT_EQ(k->status, BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_BARRIER_DIVERGED);
    EXPECT_EQ(k->fault.pc, 2);
    EXPECT_EQ(k->fault.lanes, 0xffff);
    EXPECT_TEXT(k->fault.detail,
                "16 threads of the warp are at the barrier (PTX line 3), 16 others "
                "are not (next: PTX line 5)");
    kernel_destroy(k);
}

TEST(each_thread_counts_by_itself_from_volta_on)
{
    Kernel *k = divergent_barrier(70, 64, true);
    EXPECT_EQ(k->status, BLOCK_DONE);
    kernel_destroy(k);
}

TEST(barriers_that_can_not_complete_are_reported)
{
    Kernel *k = divergent_barrier(70, 32, false);
    EXPECT_EQ(k->status, BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_BARRIER_DIVERGED);
    EXPECT_TEXT(k->fault.detail, "16 threads of the warp wait at barrier 0 (PTX line 3), 16 others "
                                 "for a barrier (PTX line 5)");
    kernel_destroy(k);
}

TEST(warps_at_different_barriers_deadlock)
{
    Kernel *k = started(90, 64);
    kernel_lane(k, "shr.u32", 1, TID, kernel_u32(k, 5), ROW_NONE);
    barrier(k, PTX_DOT_SYNC)->a = 1;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_DEADLOCK);
    EXPECT_EQ(k->fault.pc, 1);
    EXPECT_TEXT(k->fault.detail,
                "64 threads of the block wait and none can go on; this one waits for a barrier");
    kernel_destroy(k);
}

TEST(barrier_number_out_of_range_is_refused)
{
    Kernel *k = started(90, 32);
    barrier(k, PTX_DOT_SYNC)->offset = 16;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_UNSUPPORTED);
    kernel_destroy(k);
}
