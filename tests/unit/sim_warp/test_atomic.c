// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    k->launch.shared_bytes = 1024;
    return k;
}

static Micro *atom(Kernel *k, PtxSpace space, PtxSuffix function, PtxType type, Row d, Row a, Row b)
{
    Micro *micro = kernel_add(k, MICRO_ATOM);
    micro->space = (uint8_t)space;
    micro->function = (uint16_t)function;
    micro->type = (uint8_t)type;
    micro->width_bytes = type == PTX_TYPE_U64 ? 8 : 4;
    micro->d = d;
    micro->a = a;
    micro->b = b;
    if (space == PTX_SPACE_GLOBAL || space == PTX_SPACE_GENERIC) {
        micro->flags |= MICRO_WIDE_ADDRESS;
    }
    return micro;
}

TEST(lanes_take_their_turns_from_the_lowest)
{
    Kernel *k = started(64);
    uint64_t sum = kernel_buffer(k, "sum", 8), out = kernel_buffer(k, "out", 256);
    uint32_t pc = kernel_pc(k);
    atom(k, PTX_SPACE_GLOBAL, PTX_DOT_ADD, PTX_TYPE_U32, 3, kernel_u64(k, sum), kernel_u32(k, 2));
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 64; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 2 * i);
    }
    EXPECT_EQ(kernel_read(k, sum, 0), 128);
    EXPECT_EQ(k->accesses[pc].global_requests, 2);
    EXPECT_EQ(k->accesses[pc].global_instructions, 2);
    kernel_destroy(k);
}

TEST(wide_and_compare_and_swap)
{
    Kernel *k = started(32);
    uint64_t sum = kernel_buffer(k, "sum", 16), out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "mul.wide.u32", 4, TID, kernel_u32(k, 0x40000000), ROW_NONE);
    atom(k, PTX_SPACE_GLOBAL, PTX_DOT_ADD, PTX_TYPE_U64, ROW_NONE, kernel_u64(k, sum), 4);
    Micro *cas = atom(k, PTX_SPACE_GLOBAL, PTX_DOT_CAS, PTX_TYPE_U32, 3, kernel_u64(k, sum + 8),
                      kernel_u32(k, 0));
    cas->c = TID;
    kernel_store_result(k, out, TID, 3);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    uint64_t wide = 0;
    device_memory_read(k->launch.memory, sum, &wide, 8);
    EXPECT_EQ(wide, UINT64_C(0x40000000) * 496);
    EXPECT_EQ(kernel_read(k, sum, 2), 1); // lane 0 stored 0, lane 1 stored 1
    EXPECT_EQ(kernel_read(k, out, 1), 0);
    EXPECT_EQ(kernel_read(k, out, 31), 1);
    kernel_destroy(k);
}

TEST(shared_atomics_are_counted_by_their_kind)
{
    Kernel *k = started(32);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 3), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 1, 1, kernel_u32(k, 4), ROW_NONE);
    uint32_t pc = kernel_pc(k);
    atom(k, PTX_SPACE_SHARED, PTX_DOT_ADD, PTX_TYPE_U32, 3, 1, TID);
    atom(k, PTX_SPACE_SHARED, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, 1, kernel_u32(k, 1))->flags |=
        MICRO_INCREMENT;
    atom(k, PTX_SPACE_SHARED, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, 1, kernel_u32(k, 2));
    atom(k, PTX_SPACE_SHARED, PTX_DOT_CAS, PTX_TYPE_U32, 3, 1, TID)->c = TID;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(k->accesses[pc].shared_requests, 1);
    EXPECT_EQ(k->accesses[pc].shared_wavefronts, 8);     // eight lanes to each of four words
    EXPECT_EQ(k->accesses[pc + 1].shared_wavefronts, 1); // the lanes on each word are counted
    EXPECT_EQ(k->accesses[pc + 2].shared_wavefronts, 8);
    EXPECT_EQ(k->accesses[pc + 3].shared_wavefronts, 16);
    EXPECT_EQ(k->accesses[pc].global_requests, 0);
    kernel_destroy(k);
}

TEST(generic_atomics_find_their_space)
{
    Kernel *k = started(32);
    uint64_t sum = kernel_buffer(k, "sum", 8);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 10));
    kernel_lane(k, "selp.b64", 4, kernel_u64(k, SHARED_WINDOW_BASE + 16), kernel_u64(k, sum), 0);
    uint32_t pc = kernel_pc(k);
    atom(k, PTX_SPACE_GENERIC, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, 4, kernel_u32(k, 1));
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 6, ROW_NONE, 16);
    kernel_setp(k, "setp.eq.u32", 1, TID, kernel_u32(k, 0));
    kernel_guard(k, 1, false);
    kernel_store_result(k, sum + 4, TID, 6);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, sum, 0), 22);
    EXPECT_EQ(kernel_read(k, sum, 1), 10);
    EXPECT_EQ(k->accesses[pc].shared_requests, 1);
    EXPECT_EQ(k->accesses[pc].global_requests, 1);
    kernel_destroy(k);
}

TEST(global_atomics_wait_for_the_blocks_turn_and_shared_ones_do_not)
{
    Kernel *k = started(32);
    uint64_t sum = kernel_buffer(k, "sum", 8);
    atom(k, PTX_SPACE_SHARED, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, ROW_NONE, TID);
    atom(k, PTX_SPACE_GLOBAL, PTX_DOT_ADD, PTX_TYPE_U32, 3, kernel_u64(k, sum), TID);
    kernel_add(k, MICRO_EXIT);
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    EXPECT_EQ(block_run(k->block, &k->worker, false), BLOCK_NEEDS_ORDER);
    EXPECT_EQ(k->executed[0].executed, 1);
    EXPECT_EQ(k->executed[1].executed, 0);
    EXPECT_EQ(kernel_read(k, sum, 0), 0);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, sum, 0), 496);
    kernel_destroy(k);
}

TEST(faulty_atomic_changes_nothing)
{
    Kernel *k = started(32);
    uint64_t sum = kernel_buffer(k, "sum", 64);
    kernel_address(k, 4, sum, TID, 4);
    atom(k, PTX_SPACE_GLOBAL, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, 4, kernel_u32(k, 1));
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.thread[0], 16);
    EXPECT_EQ(kernel_read(k, sum, 0), 0);
    kernel_destroy(k);
}

// Whether a block that is not the oldest performs the kernel's atomics.
static BlockStatus run_early(Kernel *k)
{
    kernel_add(k, MICRO_EXIT);
    k->functions[0].end_pc = k->program.code_count;
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    return block_run(k->block, &k->worker, false);
}

TEST(atomics_that_commute_and_give_nothing_do_not_wait_for_their_turn)
{
    Kernel *k = started(64);
    uint64_t sum = kernel_buffer(k, "sum", 8);
    uint32_t pc = kernel_pc(k);
    atom(k, PTX_SPACE_GLOBAL, PTX_DOT_ADD, PTX_TYPE_U32, ROW_NONE, kernel_u64(k, sum), TID);
    EXPECT_EQ(run_early(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, sum, 0), 63 * 64 / 2);
    EXPECT_EQ(k->accesses[pc].global_requests, 2);
    kernel_destroy(k);
}

TEST(extremes_of_words_and_double_words_are_the_same_in_any_order)
{
    static const PtxType types[] = {PTX_TYPE_S32, PTX_TYPE_U32, PTX_TYPE_U64};
    for (uint32_t i = 0; i < 3; i++) {
        Kernel *k = started(32);
        uint64_t at = kernel_buffer(k, "extreme", 8), least = UINT64_C(0xfffffffffffffff0);
        device_memory_write(k->launch.memory, at, &least, 8);
        Row values = 4;
        kernel_lane(k, types[i] == PTX_TYPE_U64 ? "mul.wide.u32" : "mul.lo.u32", values, TID,
                    kernel_u32(k, 3), ROW_NONE);
        atom(k, PTX_SPACE_GLOBAL, PTX_DOT_MIN, types[i], ROW_NONE, kernel_u64(k, at), values);
        EXPECT_EQ(run_early(k), BLOCK_DONE);
        EXPECT_EQ(kernel_read(k, at, 0), types[i] == PTX_TYPE_S32 ? 0xfffffff0u : 0);
        kernel_destroy(k);
    }
}

TEST(atomics_whose_order_shows_wait_for_their_turn)
{
    for (uint32_t i = 0; i < 4; i++) {
        Kernel *k = started(32);
        Row at = kernel_u64(k, kernel_buffer(k, "sum", 8)), one = kernel_u32(k, 1);
        PtxType type = i == 1 ? PTX_TYPE_F32 : PTX_TYPE_U32;
        atom(k, PTX_SPACE_GLOBAL, i == 2 ? PTX_DOT_EXCH : PTX_DOT_ADD, type, i == 0 ? 3 : ROW_NONE,
             at, one);
        if (i == 3) { // sums and maxima of one word do not commute
            atom(k, PTX_SPACE_GLOBAL, PTX_DOT_MAX, type, ROW_NONE, at, one);
        }
        EXPECT_EQ(run_early(k), BLOCK_NEEDS_ORDER);
        kernel_destroy(k);
    }
}
