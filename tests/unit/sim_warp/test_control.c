// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

static Kernel *started(uint32_t compute_capability, uint32_t threads)
{
    Kernel *k = kernel_create(compute_capability, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    return k;
}

TEST(threads_know_their_place)
{
    Kernel *k = started(90, 48);
    k->launch.grid[0] = 3;
    kernel_special(k, PTX_SPECIAL_CTAID_X, 1);
    kernel_lane(k, "mad.lo.u32", 2, 1, kernel_u32(k, 48), TID);
    uint64_t out = kernel_buffer(k, "out", 144 * 4);
    kernel_store_result(k, out, 2, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 144; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i);
    }
    EXPECT_EQ(k->executed[0].executed, 6);
    EXPECT_EQ(k->executed[0].threads, 144);
    kernel_destroy(k);
}

// out[tid] = tid odd ? 7 : 5, by branches that meet again.
TEST(divergent_lanes_meet_at_the_post_dominator)
{
    Kernel *k = started(13, 32);
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 1), ROW_NONE);
    kernel_setp(k, "setp.ne.u32", 0, 1, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    Micro *diverge = kernel_branch(k, 0, 0);
    uint32_t branch_pc = kernel_pc(k) - 1;
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "mov.u32", 2, kernel_u32(k, 5), ROW_NONE, ROW_NONE);
    Micro *skip = kernel_branch(k, 0, 0);
    diverge->target = kernel_pc(k);
    kernel_lane(k, "mov.u32", 2, kernel_u32(k, 7), ROW_NONE, ROW_NONE);
    diverge->reconverge = skip->target = skip->reconverge = kernel_pc(k);
    uint32_t meet_pc = kernel_pc(k);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i % 2 == 1 ? 7 : 5);
    }
    EXPECT_EQ(k->accesses[branch_pc].branch_diverged, 1);
    EXPECT_EQ(k->accesses[branch_pc].branch_taken, 1);
    EXPECT_EQ(k->executed[branch_pc].threads, 32);
    EXPECT_EQ(k->executed[branch_pc].threads_on, 16);
    EXPECT_EQ(k->executed[branch_pc + 1].threads, 16);
    EXPECT_EQ(k->executed[meet_pc].executed, 1);
    EXPECT_EQ(k->executed[meet_pc].threads, 32);
    kernel_destroy(k);
}

// Each thread counts to tid: lanes leave the loop one after the other.
TEST(loop_runs_as_often_as_its_slowest_lane)
{
    Kernel *k = started(90, 32);
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    uint32_t loop = kernel_pc(k);
    kernel_lane(k, "add.u32", 1, 1, kernel_u32(k, 1), ROW_NONE);
    kernel_setp(k, "setp.le.u32", 0, 1, TID);
    kernel_guard(k, 0, false);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    uint32_t after = kernel_pc(k);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i + 1);
    }
    EXPECT_EQ(k->executed[loop].executed, 32);
    EXPECT_EQ(k->executed[loop].threads, 32 * 33 / 2);
    EXPECT_EQ(k->executed[after].executed, 1);
    EXPECT_EQ(k->accesses[after - 1].branch_diverged, 31);
    kernel_destroy(k);
}

TEST(guarded_off_instruction_counts_as_executed_and_does_nothing)
{
    Kernel *k = started(90, 32);
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_setp(k, "setp.gt.u32", 0, TID, kernel_u32(k, 100));
    kernel_guard(k, 0, false);
    kernel_lane(k, "mov.u32", 1, kernel_u32(k, 9), ROW_NONE, ROW_NONE);
    uint32_t load_pc = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, 1, ROW_NONE, 0);
    kernel_guard(k, 0, true);
    kernel_lane(k, "add.u32", 1, 1, kernel_u32(k, 3), ROW_NONE);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 31), 3);
    EXPECT_EQ(k->executed[load_pc].executed, 1);
    EXPECT_EQ(k->executed[load_pc].threads, 32);
    EXPECT_EQ(k->executed[load_pc].threads_on, 0);
    EXPECT_EQ(k->accesses[load_pc].global_requests, 0);
    kernel_destroy(k);
}

TEST(early_exit_leaves_the_other_lanes_running)
{
    Kernel *k = started(90, 40);
    uint64_t out = kernel_buffer(k, "out", 40 * 4);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 10));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_EXIT);
    kernel_guard(k, PREDICATE_NONE, false);
    uint32_t after = kernel_pc(k);
    kernel_lane(k, "add.u32", 1, TID, kernel_u32(k, 1), ROW_NONE);
    kernel_store_result(k, out, TID, 1);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 40; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i < 10 ? i + 1 : 0);
    }
    EXPECT_EQ(k->executed[after].executed, 1);
    EXPECT_EQ(k->executed[after].threads, 10);
    kernel_destroy(k);
}

// Function 1: result = argument * 2, with the argument at byte 0 and the result at byte 4 of its
// frame.
static uint32_t add_doubling_function(Kernel *k)
{
    uint32_t entry = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 0, ROW_NONE, 0);
    kernel_lane(k, "add.u32", 1, 0, 0, ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, 1, ROW_NONE, 4);
    kernel_add(k, MICRO_RETURN);
    k->functions[1] = (MachineFunction){.entry_pc = entry,
                                        .end_pc = kernel_pc(k),
                                        .row_count = 4,
                                        .predicate_count = 1,
                                        .frame_bytes = 16};
    return entry;
}

TEST(call_in_divergent_code_moves_arguments_and_results)
{
    Kernel *k = started(90, 32);
    static MachineArgument argument = {0, 0, 4}, result = {4, 4, 4};
    k->functions[0].frame_bytes = 16;
    k->program.function_count = 2;
    k->calls[0] = (MachineCall){.function = 1,
                                .arguments = &argument,
                                .results = &result,
                                .argument_count = 1,
                                .result_count = 1};
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 8));
    kernel_guard(k, 0, true);
    Micro *skip = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, TID, ROW_NONE, 0);
    kernel_add(k, MICRO_CALL);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 3, ROW_NONE, 4);
    skip->target = skip->reconverge = kernel_pc(k);
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    uint32_t entry = add_doubling_function(k);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i < 8 ? 2 * i : 0);
    }
    EXPECT_EQ(k->executed[entry].executed, 1);
    EXPECT_EQ(k->executed[entry].threads, 8);
    EXPECT_EQ(k->accesses[entry].local_requests, 0);
    kernel_destroy(k);
}

// f(n) = n == 0 ? 0 : n + f(n - 1), with lanes that recurse to different depths.
TEST(recursion_keeps_each_depths_registers)
{
    Kernel *k = started(90, 32);
    static MachineArgument argument = {8, 0, 4}, result = {4, 12, 4};
    k->functions[0].frame_bytes = 16;
    k->program.function_count = 2;
    k->calls[0] = (MachineCall){1, &argument, &result, 1, 1};
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 7), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, 1, ROW_NONE, 8);
    kernel_add(k, MICRO_CALL);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 3, ROW_NONE, 12);
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    uint32_t entry = kernel_pc(k);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 0, ROW_NONE, 0);
    kernel_setp(k, "setp.eq.u32", 0, 0, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    Micro *leaf = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "sub.u32", 1, 0, kernel_u32(k, 1), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, 1, ROW_NONE, 8);
    kernel_add(k, MICRO_CALL);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 2, ROW_NONE, 12);
    kernel_lane(k, "add.u32", 0, 0, 2, ROW_NONE);
    leaf->target = leaf->reconverge = kernel_pc(k);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, 0, ROW_NONE, 4);
    kernel_add(k, MICRO_RETURN);
    k->functions[1] = (MachineFunction){.entry_pc = entry,
                                        .end_pc = kernel_pc(k),
                                        .row_count = 4,
                                        .predicate_count = 1,
                                        .frame_bytes = 16};
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), (i & 7) * ((i & 7) + 1) / 2);
    }
    kernel_destroy(k);
}

TEST(endless_recursion_is_a_stack_fault)
{
    Kernel *k = started(90, 32);
    k->program.function_count = 2;
    k->calls[0] = (MachineCall){.function = 1};
    kernel_add(k, MICRO_CALL);
    kernel_add(k, MICRO_EXIT);
    uint32_t entry = kernel_pc(k);
    kernel_add(k, MICRO_CALL);
    kernel_add(k, MICRO_RETURN);
    k->functions[1] = (MachineFunction){
        .entry_pc = entry, .end_pc = kernel_pc(k), .row_count = 2, .stack_bytes = 16};
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_STACK);
    EXPECT_EQ(k->fault.pc, entry);
    kernel_destroy(k);
}

// Even lanes call function 1, odd lanes function 2, through a row of function addresses.
TEST(indirect_call_with_several_targets_is_serialized)
{
    Kernel *k = started(90, 32);
    static MachineArgument argument = {0, 0, 4}, result = {4, 4, 4};
    static uint32_t function_of[3] = {0, 1, 2};
    static PtxModule module = {.function_count = 3};
    k->program.module = &module;
    k->program.function_of = function_of;
    k->functions[0].frame_bytes = 16;
    k->program.function_count = 3;
    k->calls[0] = (MachineCall){UINT32_MAX, &argument, &result, 1, 1};
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 1), ROW_NONE);
    kernel_lane(k, "add.u32", 1, 1, kernel_u32(k, 2), ROW_NONE); // address: index + 1
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, TID, ROW_NONE, 0);
    uint32_t call_pc = kernel_pc(k);
    kernel_add(k, MICRO_CALL)->a = 1;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 3, ROW_NONE, 4);
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    add_doubling_function(k);
    uint32_t entry = kernel_pc(k);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, PTX_TYPE_U32, 4, kernel_u32(k, 77), ROW_NONE, 4);
    kernel_add(k, MICRO_RETURN);
    k->functions[2] = (MachineFunction){
        .entry_pc = entry, .end_pc = kernel_pc(k), .row_count = 2, .frame_bytes = 16};
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i % 2 == 0 ? 2 * i : 77);
    }
    EXPECT_EQ(k->executed[call_pc].executed, 2);
    EXPECT_EQ(k->executed[call_pc + 1].executed, 1);
    EXPECT_EQ(k->executed[call_pc + 1].threads, 32);
    kernel_destroy(k);
}

TEST(indirect_call_to_no_function_is_a_fault)
{
    Kernel *k = started(90, 32);
    static uint32_t function_of[1] = {UINT32_MAX};
    static PtxModule module = {.function_count = 1};
    k->program.module = &module;
    k->program.function_of = function_of;
    k->calls[0] = (MachineCall){.function = UINT32_MAX};
    kernel_add(k, MICRO_CALL)->a = TID;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_BAD_CALL);
    EXPECT_EQ(k->fault.lanes, 1);
    kernel_destroy(k);
}

TEST(indexed_branch_goes_many_ways)
{
    Kernel *k = started(90, 32);
    static uint32_t targets[4];
    k->program.targets = targets;
    k->program.target_count = 4;
    uint64_t out = kernel_buffer(k, "out", 32 * 4);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 3), ROW_NONE);
    Micro *branch = kernel_add(k, MICRO_BRANCH_INDEX);
    uint32_t branch_pc = kernel_pc(k) - 1;
    branch->a = 1;
    branch->target = 4;
    Micro *skip[4];
    for (uint32_t i = 0; i < 4; i++) {
        targets[i] = kernel_pc(k);
        kernel_lane(k, "mov.u32", 2, kernel_u32(k, 10 * i), ROW_NONE, ROW_NONE);
        skip[i] = kernel_branch(k, 0, 0);
    }
    for (uint32_t i = 0; i < 4; i++) {
        skip[i]->target = skip[i]->reconverge = kernel_pc(k);
    }
    branch->reconverge = kernel_pc(k);
    uint32_t meet_pc = kernel_pc(k);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 10 * (i % 4));
    }
    EXPECT_EQ(k->accesses[branch_pc].branch_diverged, 1);
    EXPECT_EQ(k->executed[meet_pc].executed, 1);
    kernel_destroy(k);
}

TEST(trap_stops_the_kernel)
{
    Kernel *k = started(90, 32);
    k->launch.grid[0] = 2;
    kernel_setp(k, "setp.eq.u32", 0, TID, kernel_u32(k, 5));
    kernel_guard(k, 0, false);
    kernel_add(k, MICRO_TRAP)->function = PTX_TRAP;
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_TRAP);
    EXPECT_EQ(k->fault.thread[0], 5);
    EXPECT_EQ(k->fault.lanes, 1u << 5);
    EXPECT_EQ(k->fault.pc, 1);
    kernel_destroy(k);
}

TEST(endless_loop_ends_at_the_instruction_limit)
{
    Kernel *k = started(90, 64);
    k->launch.max_block_instructions = 1000;
    kernel_branch(k, 0, PC_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_LIMIT);
    EXPECT_EQ(block_instructions(k->block), 1000);
    kernel_destroy(k);
}
