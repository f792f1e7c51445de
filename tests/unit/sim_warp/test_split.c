// SPDX-License-Identifier: Apache-2.0
// Lanes of one warp that wait for each other: independent thread scheduling from cc 7.0 on, a
// livelock before (CUDA C++ Programming Guide, "Independent Thread Scheduling").
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

static Kernel *started(uint32_t compute_capability, uint32_t threads)
{
    Kernel *k = kernel_create(compute_capability, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    k->launch.shared_bytes = 1024;
    return k;
}

static Micro *atom(Kernel *k, PtxSuffix function, Row d, Row b)
{
    Micro *micro = kernel_add(k, MICRO_ATOM);
    micro->space = PTX_SPACE_SHARED;
    micro->function = (uint16_t)function;
    micro->type = PTX_TYPE_U32;
    micro->width_bytes = 4;
    micro->d = d;
    micro->b = b;
    return micro;
}

// while (atomicCAS(&lock, 0, 1) != 0); count++ (not atomically); atomicExch(&lock, 0);
static Kernel *spin_lock(uint32_t compute_capability, uint32_t threads, uint64_t *out)
{
    Kernel *k = started(compute_capability, threads);
    *out = kernel_buffer(k, "out", 4);
    uint32_t loop = kernel_pc(k);
    atom(k, PTX_DOT_CAS, 1, kernel_u32(k, 0))->c = kernel_u32(k, 1);
    kernel_setp(k, "setp.ne.u32", 0, 1, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    Micro *load =
        kernel_memory(k, MICRO_LOAD, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, 2, kernel_u64(k, *out), 0);
    load->flags |= MICRO_WIDE_ADDRESS;
    kernel_lane(k, "add.u32", 2, 2, kernel_u32(k, 1), ROW_NONE);
    Micro *store =
        kernel_memory(k, MICRO_STORE, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, 2, kernel_u64(k, *out), 0);
    store->flags |= MICRO_WIDE_ADDRESS;
    atom(k, PTX_DOT_EXCH, ROW_NONE, kernel_u32(k, 0));
    kernel_add(k, MICRO_EXIT);
    kernel_run(k);
    return k;
}

TEST(spin_lock_within_a_warp_finishes_from_volta_on)
{
    uint64_t out;
    Kernel *k = spin_lock(70, 64, &out);
    EXPECT_EQ(k->status, BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 64);
    kernel_destroy(k);
}

TEST(spin_lock_within_a_warp_is_a_livelock_before)
{
    uint64_t out;
    Kernel *k = spin_lock(61, 32, &out);
    EXPECT_EQ(k->status, BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_LIVELOCK);
    EXPECT_EQ(k->fault.lanes, 0xfffffffe);
    EXPECT_TEXT(k->fault.detail,
                "every live thread reads the same values again and again or waits, and the other "
                "threads of its warp cannot run before it leaves the loop");
    kernel_destroy(k);
}

TEST(spin_lock_between_warps_finishes_on_every_generation)
{
    uint64_t out;
    Kernel *k = started(13, 96);
    out = kernel_buffer(k, "out", 4);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 31), ROW_NONE);
    kernel_setp(k, "setp.ne.u32", 0, 1, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    uint32_t loop = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 1, ROW_NONE, 0)->flags |=
        MICRO_VOLATILE;
    kernel_lane(k, "shl.b32", 2, 1, kernel_u32(k, 5), ROW_NONE);
    kernel_lane(k, "add.u32", 2, 2, kernel_u32(k, 64), ROW_NONE);
    kernel_setp(k, "setp.ne.u32", 0, 2, TID); // the warps' turns: 2, 1, 0 by lock value
    kernel_lane(k, "add.u32", 3, 1, 1, ROW_NONE);
    kernel_lane(k, "sub.u32", 4, kernel_u32(k, 64), TID, ROW_NONE);
    kernel_lane(k, "shr.u32", 4, 4, kernel_u32(k, 5), ROW_NONE);
    kernel_setp(k, "setp.ne.u32", 0, 1, 4);
    kernel_guard(k, 0, false);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "add.u32", 1, 1, kernel_u32(k, 1), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 1, ROW_NONE, 0);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, 1, kernel_u64(k, out), 0)
        ->flags |= MICRO_WIDE_ADDRESS;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 3);
    kernel_destroy(k);
}

// if (tid < 16) x = ballot of all 32 lanes; else x = ballot of all 32 lanes, at the same
// instruction reached from two sides; the sides come at different times.
TEST(sync_instruction_waits_for_named_lanes_on_another_path)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 16));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, PC_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "mov.u32", 3, kernel_u32(k, 7), ROW_NONE, ROW_NONE);
    branch->target =
        kernel_pc(k); // reconverge is said to be the exit: the sides never meet by stack
    Micro *shuffle = kernel_add(k, MICRO_SHUFFLE);
    uint32_t pc = kernel_pc(k) - 1;
    shuffle->function = PTX_DOT_BFLY;
    shuffle->d = 2;
    shuffle->a = TID;
    shuffle->b = kernel_u32(k, 16);
    shuffle->c = kernel_u32(k, 31);
    shuffle->e = kernel_u32(k, UINT32_MAX);
    shuffle->flags |= MICRO_SYNC;
    kernel_lane(k, "add.u32", 2, 2, 3, ROW_NONE);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), (i ^ 16) + (i < 16 ? 0 : 7));
    }
    EXPECT_EQ(k->executed[pc].executed, 1);
    EXPECT_EQ(k->executed[pc].threads, 32);
    EXPECT_EQ(k->executed[pc + 1].executed, 1); // their stacks are equal: one split again
    kernel_destroy(k);
}

TEST(warp_barrier_lets_lanes_exchange_through_shared_memory)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 1));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    Micro *wait = kernel_add(k, MICRO_WARP_BARRIER); // all but lane 0
    wait->e = kernel_u32(k, UINT32_MAX);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 2, ROW_NONE, 0);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, kernel_u32(k, 42), ROW_NONE,
                  0);
    Micro *come = kernel_add(k, MICRO_WARP_BARRIER); // lane 0
    come->e = kernel_u32(k, UINT32_MAX);
    skip->target = skip->reconverge = branch->reconverge = kernel_pc(k);
    uint32_t meet_pc = kernel_pc(k);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 0);
    EXPECT_EQ(kernel_read(k, out, 1), 42);
    EXPECT_EQ(kernel_read(k, out, 31), 42);
    EXPECT_EQ(k->executed[meet_pc].executed, 1);
    EXPECT_EQ(k->executed[meet_pc].threads, 32);
    kernel_destroy(k);
}

TEST(named_lanes_that_have_ended_are_not_waited_for)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 8));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, PC_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    Micro *wait = kernel_add(k, MICRO_WARP_BARRIER); // lanes 0..7 come first and wait
    wait->e = kernel_u32(k, UINT32_MAX);
    kernel_store_result(k, out, TID, TID);
    branch->target = kernel_pc(k);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 7), 7);
    EXPECT_EQ(kernel_read(k, out, 8), 0);
    kernel_destroy(k);
}

TEST(lanes_that_wait_for_what_never_comes_deadlock)
{
    Kernel *k = started(70, 32);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 8));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, PC_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    Micro *wait = kernel_add(k, MICRO_WARP_BARRIER);
    wait->e = kernel_u32(k, UINT32_MAX);
    branch->target = kernel_pc(k);
    Micro *barrier = kernel_add(k, MICRO_BARRIER);
    barrier->function = PTX_DOT_SYNC;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_BARRIER_DIVERGED);
    EXPECT_TEXT(k->fault.detail,
                "24 threads of the warp wait at barrier 0 (PTX line 4), 8 others for "
                "lanes 0xffffff00 of its member mask 0xffffffff (PTX line 3)");
    kernel_destroy(k);
}

// --- collectives that meet at different instructions (PTX ISA 9.0, "shfl.sync": all members
// execute it "with the same qualifiers and same membermask value"; nothing is said of where)

// Starts `if (tid in set) ...`: the branch is taken by the others; else_pc is filled in later.
static Micro *branch_unless(Kernel *k, uint32_t set)
{
    kernel_lane(k, "shr.u32", 10, kernel_u32(k, set), TID, ROW_NONE);
    kernel_lane(k, "and.b32", 10, 10, kernel_u32(k, 1), ROW_NONE);
    kernel_setp(k, "setp.eq.u32", 0, 10, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    return branch;
}

static Micro *reduce(Kernel *k, Row a, Row members)
{
    Micro *micro = kernel_add(k, MICRO_REDUX);
    micro->function = PTX_DOT_ADD;
    micro->type = PTX_TYPE_U32;
    micro->d = 2;
    micro->a = a;
    micro->e = members;
    micro->flags |= MICRO_SYNC;
    return micro;
}

static void finish(Kernel *k, Micro *branch, Micro *skip, uint64_t out)
{
    branch->reconverge = skip->target = skip->reconverge = kernel_pc(k);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
}

TEST(collectives_of_both_branches_meet_each_with_its_own_operands)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    Row all = kernel_u32(k, UINT32_MAX);
    Micro *branch = branch_unless(k, 0x0000000f);
    uint32_t one_pc = kernel_pc(k);
    reduce(k, kernel_u32(k, 1), all);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    uint32_t other_pc = kernel_pc(k);
    reduce(k, kernel_u32(k, 100), all);
    finish(k, branch, skip, out);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 4 + 28 * 100);
    EXPECT_EQ(kernel_read(k, out, 31), 4 + 28 * 100);
    EXPECT_EQ(k->executed[one_pc].executed, 1);
    EXPECT_EQ(k->executed[one_pc].threads, 4);
    EXPECT_EQ(k->executed[other_pc].executed, 1);
    EXPECT_EQ(k->executed[other_pc].threads, 28);
    kernel_destroy(k);
}

// Lanes 0 and 2 stand at one instruction and name the pairs {0,1} and {2,3}, lanes 1 and 3 at
// another: each pair meets by itself.
TEST(each_member_mask_meets_by_itself)
{
    Kernel *k = started(70, 4);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "and.b32", 5, TID, kernel_u32(k, 2), ROW_NONE);
    kernel_lane(k, "shl.b32", 5, kernel_u32(k, 3), 5, ROW_NONE);
    Micro *branch = branch_unless(k, 5);
    reduce(k, TID, 5);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    reduce(k, TID, 5);
    finish(k, branch, skip, out);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 4; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i < 2 ? 1 : 5);
    }
    kernel_destroy(k);
}

// Lanes whose guard does not hold have not executed it: they are waited for, and come later.
TEST(lanes_guarded_off_are_waited_for)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    Row all = kernel_u32(k, UINT32_MAX);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 8));
    kernel_guard(k, 0, false);
    reduce(k, kernel_u32(k, 1), all);
    kernel_guard(k, 0, true);
    reduce(k, kernel_u32(k, 100), all);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 8 + 24 * 100);
    EXPECT_EQ(kernel_read(k, out, 31), 8 + 24 * 100);
    kernel_destroy(k);
}

TEST(collectives_with_other_qualifiers_do_not_meet)
{
    Kernel *k = started(70, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    Row all = kernel_u32(k, UINT32_MAX);
    Micro *branch = branch_unless(k, 0x0000000f);
    reduce(k, TID, all);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    reduce(k, TID, all)->function = PTX_DOT_MAX;
    finish(k, branch, skip, out);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_DEADLOCK);
    EXPECT(strstr(k->fault.detail, "of its member mask 0xffffffff") != NULL);
    kernel_destroy(k);
}

// Before cc 7.0 a warp has one program counter: the lanes that execute it together are all there
// is.
TEST(before_volta_the_lanes_of_a_branch_exchange_among_themselves)
{
    Kernel *k = started(61, 32);
    uint64_t out = kernel_buffer(k, "out", 128);
    Row all = kernel_u32(k, UINT32_MAX);
    Micro *branch = branch_unless(k, 0x0000000f);
    reduce(k, kernel_u32(k, 1), all);
    Micro *skip = kernel_branch(k, 0, 0);
    branch->target = kernel_pc(k);
    reduce(k, kernel_u32(k, 100), all);
    finish(k, branch, skip, out);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 4);
    EXPECT_EQ(kernel_read(k, out, 31), 2800);
    kernel_destroy(k);
}

// An H200 gave cudaErrorIllegalInstruction where others had to be waited for, and a result where
// none had.
TEST(lane_outside_of_its_own_mask_is_an_illegal_instruction_when_it_would_wait)
{
    for (uint32_t threads = 8; threads <= 32; threads += 24) {
        Kernel *k = started(90, threads);
        uint64_t out = kernel_buffer(k, "out", 128);
        Micro *branch = branch_unless(k, 0x000000ff);
        reduce(k, kernel_u32(k, 1), kernel_u32(k, 0xffff0000));
        Micro *skip = kernel_branch(k, 0, 0);
        branch->target = kernel_pc(k);
        finish(k, branch, skip, out);
        EXPECT_EQ(kernel_run(k), threads == 8 ? BLOCK_DONE : BLOCK_FAULT);
        EXPECT_EQ(k->fault.kind, threads == 8 ? FAULT_NONE : FAULT_ILLEGAL);
        kernel_destroy(k);
    }
}
