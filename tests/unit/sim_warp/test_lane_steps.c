// SPDX-License-Identifier: Apache-2.0
// Register operations that are more than one lane function, and what block_step says of a step.
#include "sim/warp/step.h"

#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    return k;
}

static void set_function(Micro *micro, const char *key)
{
    micro->function = (uint16_t)lane_find(key);
}

// setp.lt.OP.u32 p|q, tid, 10, !(tid < 5)
static void check_setp(PtxSuffix combine, bool is_negated)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_setp(k, "setp.lt.u32", 4, TID, kernel_u32(k, 5));
    Micro *setp = kernel_add(k, MICRO_SETP);
    set_function(setp, "setp.lt.u32");
    setp->a = TID;
    setp->b = kernel_u32(k, 10);
    setp->c = 4;
    setp->d = 0;
    setp->d2 = 1;
    setp->combine = (uint16_t)combine;
    setp->flags |= is_negated ? MICRO_PREDICATE_NEGATED : 0;
    kernel_lane(k, "selp.b32", 2, kernel_u32(k, 1), kernel_u32(k, 0), 0);
    kernel_lane(k, "selp.b32", 3, kernel_u32(k, 2), kernel_u32(k, 0), 1);
    kernel_lane(k, "add.u32", 2, 2, 3, ROW_NONE);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        bool p = i < 10, q = (i < 5) != is_negated;
        bool first = combine == PTX_DOT_AND ? p && q : combine == PTX_DOT_OR ? p || q : p != q;
        bool second = combine == PTX_DOT_AND ? !p && q : combine == PTX_DOT_OR ? !p || q : !p != q;
        EXPECT_EQ(kernel_read(k, out, i), (uint32_t)first + 2 * (uint32_t)second);
    }
    kernel_destroy(k);
}

TEST(comparison_combines_with_a_predicate)
{
    check_setp(PTX_DOT_AND, false);
    check_setp(PTX_DOT_AND, true);
    check_setp(PTX_DOT_OR, false);
    check_setp(PTX_DOT_XOR, true);
}

TEST(comparison_may_set_both_a_predicate_and_its_opposite)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 128);
    Micro *setp = kernel_add(k, MICRO_SETP);
    set_function(setp, "setp.lt.u32");
    setp->a = TID;
    setp->b = kernel_u32(k, 10);
    setp->d2 = 1;
    kernel_lane(k, "selp.b32", 2, kernel_u32(k, 1), kernel_u32(k, 0), 1);
    kernel_store_result(k, out, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 9), 0);
    EXPECT_EQ(kernel_read(k, out, 10), 1);
    kernel_destroy(k);
}

// (0xffffffff:tid) + (1:0xffffffff), in 32-bit halves.
TEST(carry_goes_from_one_addition_to_the_next)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 256);
    for (int i = 0; i < 2; i++) {
        Micro *add = kernel_add(k, MICRO_CARRY);
        add->function = PTX_ADD;
        add->type = PTX_TYPE_U32;
        add->d = (Row)(2 + i);
        add->a = i == 0 ? TID : kernel_u32(k, 5);
        add->b = i == 0 ? kernel_u32(k, UINT32_MAX) : kernel_u32(k, 7);
        add->flags |= i == 0 ? MICRO_SETS_CARRY : MICRO_USES_CARRY;
        add->d2 = i == 0 ? 3 : ROW_NONE;
        add->e = i == 0 ? ROW_NONE : 3;
    }
    kernel_store_result(k, out, TID, 2);
    kernel_store_result(k, out + 128, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i - 1);
        EXPECT_EQ(kernel_read(k, out, 32 + i), i == 0 ? 12 : 13);
    }
    kernel_destroy(k);
}

TEST(saturating_and_four_source_operations)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 256);
    kernel_lane(k, "cvt.f32.u32", 2, TID, ROW_NONE, ROW_NONE);
    k->code[0].function = (uint16_t)lane_find("cvt.rn.f32.u32");
    if (k->code[0].function == LANE_OP_COUNT) {
        k->code[0].function = (uint16_t)lane_find("cvt.f32.u32");
    }
    kernel_lane(k, "mul.f32", 2, 2, kernel_u32(k, 0x3e800000), ROW_NONE); // * 0.25, saturated
    k->code[1].flags |= MICRO_SAT;
    kernel_store_result(k, out, TID, 2);
    Micro *lop3 = kernel_add(k, MICRO_LANE4);
    lop3->function = (uint16_t)lane4_find("lop3.b32");
    lop3->d = 3;
    lop3->a = TID;
    lop3->b = kernel_u32(k, 6);
    lop3->c = kernel_u32(k, 3);
    lop3->e = kernel_u32(k, 0x96); // a ^ b ^ c
    kernel_store_result(k, out + 128, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 2), 0x3f000000);
    EXPECT_EQ(kernel_read(k, out, 30), 0x3f800000);
    EXPECT_EQ(kernel_read(k, out, 32 + 9), 9 ^ 6 ^ 3);
    kernel_destroy(k);
}

TEST(special_registers_that_are_read_at_run_time)
{
    Kernel *k = started(40);
    k->launch.grid[0] = 2;
    uint64_t out = kernel_buffer(k, "out", 1024);
    static const PtxSpecial specials[5] = {PTX_SPECIAL_LANEMASK_LT, PTX_SPECIAL_WARPID,
                                           PTX_SPECIAL_LANEID, PTX_SPECIAL_SMID, PTX_SPECIAL_NSMID};
    for (uint32_t i = 0; i < 5; i++) {
        Micro *special = kernel_add(k, MICRO_SPECIAL);
        special->function = (uint16_t)specials[i];
        special->type = PTX_TYPE_U32;
        special->d = 2;
        kernel_store_result(k, out + 160 * i, TID, 2);
    }
    Micro *clock = kernel_add(k, MICRO_SPECIAL);
    clock->function = PTX_SPECIAL_CLOCK64;
    clock->type = PTX_TYPE_U64;
    clock->d = 4;
    kernel_add(k, MICRO_SLEEP)->a = kernel_u32(k, 1000);
    Micro *later = kernel_add(k, MICRO_SPECIAL);
    later->function = PTX_SPECIAL_CLOCK64;
    later->type = PTX_TYPE_U64;
    later->d = 6;
    kernel_lane(k, "sub.u64", 4, 6, 4, ROW_NONE);
    kernel_setp(k, "setp.ge.u64", 0, 4, kernel_u64(k, 1000));
    kernel_lane(k, "selp.b32", 2, kernel_u32(k, 1), kernel_u32(k, 0), 0);
    kernel_store_result(k, out + 800, TID, 2);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 5), 0x1f);
    EXPECT_EQ(kernel_read(k, out, 40 + 39), 1);
    EXPECT_EQ(kernel_read(k, out, 80 + 33), 1);
    EXPECT_EQ(kernel_read(k, out, 120), 1); // the second block, on SM 1 of 4
    EXPECT_EQ(kernel_read(k, out, 160), 4);
    EXPECT_EQ(kernel_read(k, out, 200 + 39), 1);
    kernel_destroy(k);
}

TEST(step_says_what_it_did)
{
    Kernel *k = started(20);
    k->launch.shared_bytes = 128;
    uint64_t in = kernel_buffer(k, "in", 4096);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 4));
    kernel_address(k, 2, in, TID, 64);
    kernel_guard(k, 0, false);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_GLOBAL, PTX_TYPE_U32, 4, 5, 2, 0)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, TID, ROW_NONE, 4);
    kernel_add(k, MICRO_EXIT);
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    EXPECT_EQ(block_warp_count(k->block), 1);
    EXPECT(block_warp_is_ready(k->block, 0));
    Step step = {0};
    block_step(k->block, &k->worker, 0, true, &step);
    EXPECT(step.micro == &k->code[0] && step.state == STEP_DONE);
    EXPECT_EQ(step.active, 0xfffff);
    EXPECT_EQ(step.access.lanes, 0);
    block_step(k->block, &k->worker, 0, true, &step);
    block_step(k->block, &k->worker, 0, true, &step);
    EXPECT_EQ(step.pc, 2);
    EXPECT_EQ(step.on, 0xf);
    EXPECT(step.access.is_global && !step.access.is_store && !step.access.is_shared);
    EXPECT_EQ(step.access.lanes, 0xf);
    EXPECT_EQ(step.access.address[3], in + 192);
    EXPECT_EQ(step.access.global.sectors, 4);
    block_step(k->block, &k->worker, 0, true, &step);
    EXPECT(step.access.is_shared && step.access.is_store);
    EXPECT_EQ(step.access.lanes, 0xfffff);
    EXPECT_EQ(step.access.shared.wavefronts, 1);
    block_step(k->block, &k->worker, 0, true, &step);
    EXPECT_EQ(step.state, STEP_ENDED);
    EXPECT(!block_warp_is_ready(k->block, 0));
    EXPECT_EQ(block_instructions(k->block), 5);
    kernel_destroy(k);
}

// The same kernel, run and stepped: equal counts.
static Kernel *barrier_kernel(void)
{
    Kernel *k = started(64);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 40));
    kernel_guard(k, 0, false);
    Micro *branch = kernel_branch(k, 0, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "add.u32", 1, 1, TID, ROW_NONE);
    branch->target = branch->reconverge = kernel_pc(k);
    kernel_add(k, MICRO_BARRIER)->function = PTX_DOT_SYNC;
    kernel_add(k, MICRO_EXIT);
    return k;
}

TEST(steps_and_runs_count_the_same)
{
    Kernel *run = barrier_kernel(), *stepped = barrier_kernel();
    EXPECT_EQ(kernel_run(run), BLOCK_DONE);
    stepped->block = block_create(&stepped->launch);
    block_start(stepped->block, 0);
    bool has_waited = false;
    for (uint32_t i = 0; i < 100; i++) {
        Step step = {0};
        block_step(stepped->block, &stepped->worker, i % 2, true, &step);
        has_waited |= step.state == STEP_AT_BARRIER;
    }
    EXPECT(has_waited);
    EXPECT(!block_warp_is_ready(stepped->block, 0) && !block_warp_is_ready(stepped->block, 1));
    EXPECT(memcmp(run->executed, stepped->executed, sizeof run->executed) == 0);
    EXPECT(memcmp(run->accesses, stepped->accesses, sizeof run->accesses) == 0);
    kernel_destroy(run);
    kernel_destroy(stepped);
}
