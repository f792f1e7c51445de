// SPDX-License-Identifier: Apache-2.0
// cp.async, cp.async.bulk, mbarrier, ldmatrix and stmatrix (PTX ISA 9.0, their sections).
#include "sim/warp/mbarrier.h"

#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

TEST(mbarrier_phase_ends_with_its_last_arrival)
{
    uint64_t word = mbarrier_init(2), token = word;
    EXPECT_EQ(mbarrier_pending(word), 2);
    word = mbarrier_arrive(word, 1, false);
    EXPECT(!mbarrier_test(word, token));
    EXPECT(!mbarrier_test_parity(word, 0));
    EXPECT(mbarrier_test_parity(word, 1)); // the phase before the first one is complete
    word = mbarrier_arrive(word, 1, false);
    EXPECT(mbarrier_test(word, token));
    EXPECT(mbarrier_test_parity(word, 0));
    EXPECT(!mbarrier_test_parity(word, 1));
    EXPECT_EQ(mbarrier_pending(word), 2); // ready for the next phase
}

TEST(mbarrier_waits_for_announced_bytes)
{
    uint64_t word = mbarrier_init(1), token = word;
    word = mbarrier_expect(word, 1024);
    word = mbarrier_arrive(word, 1, false);
    EXPECT(!mbarrier_test(word, token));
    word = mbarrier_complete(word, 1000);
    EXPECT(!mbarrier_test(word, token));
    word = mbarrier_complete(word, 24);
    EXPECT(mbarrier_test(word, token));
}

TEST(mbarrier_drop_lowers_the_count_of_later_phases)
{
    uint64_t word = mbarrier_init(3);
    word = mbarrier_arrive(word, 1, true);
    word = mbarrier_arrive(word, 2, false);
    EXPECT(mbarrier_test_parity(word, 0));
    EXPECT_EQ(mbarrier_pending(word), 2);
}

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    k->launch.shared_bytes = 4096;
    return k;
}

static void fill(Kernel *k, uint64_t base, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t value = 3 * i;
        device_memory_write(k->launch.memory, base + 4ull * i, &value, 4);
    }
}

TEST(async_copy_fills_what_it_does_not_read_with_zeros)
{
    Kernel *k = started(32);
    uint64_t in = kernel_buffer(k, "in", 512), out = kernel_buffer(k, "out", 128);
    fill(k, in, 128);
    kernel_address(k, 4, in, TID, 16);
    kernel_lane(k, "mul.lo.u32", 2, TID, kernel_u32(k, 16), ROW_NONE);
    uint32_t pc = kernel_pc(k);
    Micro *copy = kernel_add(k, MICRO_COPY_ASYNC);
    copy->vector = 16;
    copy->a = 2;
    copy->offset = 64;
    copy->b = 4;
    copy->c = kernel_u32(k, 8);
    copy->space = PTX_SPACE_SHARED;
    kernel_add(k, MICRO_COPY_GROUP)->function = PTX_DOT_WAIT_ALL;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 6, 2, 68);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 7, 2, 72);
    kernel_lane(k, "mad.lo.u32", 6, 7, kernel_u32(k, 1000), 6);
    kernel_store_result(k, out, TID, 6);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 3 * (4 * i + 1));
    }
    EXPECT_EQ(k->accesses[pc].global_sectors, 16);
    EXPECT_EQ(k->accesses[pc].shared_requests, 1);
    EXPECT_EQ(k->accesses[pc].shared_wavefronts, 4);
    kernel_destroy(k);
}

// One thread copies 256 bytes; all wait on the mbarrier at shared address 0.
TEST(bulk_copy_completes_its_mbarrier)
{
    Kernel *k = started(64);
    uint64_t in = kernel_buffer(k, "in", 256), out = kernel_buffer(k, "out", 256);
    fill(k, in, 64);
    kernel_setp(k, "setp.eq.u32", 0, TID, kernel_u32(k, 0));
    kernel_guard(k, 0, false);
    Micro *init = kernel_add(k, MICRO_MBARRIER);
    init->space = PTX_SPACE_SHARED;
    init->function = PTX_DOT_INIT;
    init->b = kernel_u32(k, 1);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_BARRIER)->function = PTX_DOT_SYNC;
    kernel_guard(k, 0, false);
    Micro *arrive = kernel_add(k, MICRO_MBARRIER);
    arrive->space = PTX_SPACE_SHARED;
    arrive->function = PTX_DOT_ARRIVE;
    arrive->combine = PTX_DOT_EXPECT_TX;
    arrive->b = kernel_u32(k, 256);
    Micro *copy = kernel_add(k, MICRO_COPY_BULK);
    copy->space = PTX_SPACE_CLUSTER;
    copy->type = PTX_SPACE_GLOBAL;
    copy->offset = 128;
    copy->b = kernel_u64(k, in);
    copy->c = kernel_u32(k, 256);
    copy->e = kernel_u32(k, 0);
    kernel_guard(k, PREDICATE_NONE, false);
    uint32_t loop = kernel_pc(k);
    Micro *wait = kernel_add(k, MICRO_MBARRIER);
    wait->space = PTX_SPACE_SHARED;
    wait->function = PTX_DOT_TRY_WAIT;
    wait->combine = PTX_DOT_PARITY;
    wait->d = 1;
    wait->b = kernel_u32(k, 0);
    kernel_guard(k, 1, true);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_lane(k, "mul.lo.u32", 2, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 6, 2, 128);
    kernel_store_result(k, out, TID, 6);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 63), 3 * 63);
    kernel_destroy(k);
}

TEST(bulk_copy_past_the_buffer_is_a_fault)
{
    Kernel *k = started(1);
    uint64_t in = kernel_buffer(k, "in", 256);
    Micro *copy = kernel_add(k, MICRO_COPY_BULK);
    copy->space = PTX_SPACE_SHARED;
    copy->type = PTX_SPACE_GLOBAL;
    copy->b = kernel_u64(k, in);
    copy->c = kernel_u32(k, 272);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.address, in + 256);
    kernel_destroy(k);
}

// PTX ISA 9.0, "mbarrier.init": from 1 to 2^20 - 1.
TEST(mbarrier_with_a_count_out_of_range_is_a_fault)
{
    static const struct {
        uint32_t count;
        bool is_fault;
    } cases[] = {{0, true}, {1, false}, {(1u << 20) - 1, false}, {1u << 20, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Kernel *k = started(32);
        Micro *init = kernel_add(k, MICRO_MBARRIER);
        init->space = PTX_SPACE_SHARED;
        init->function = PTX_DOT_INIT;
        init->b = kernel_u32(k, cases[i].count);
        kernel_add(k, MICRO_EXIT);
        EXPECT_EQ(kernel_run(k) == BLOCK_FAULT, cases[i].is_fault);
        EXPECT(!cases[i].is_fault || k->fault.kind == FAULT_ILLEGAL);
        kernel_destroy(k);
    }
}

TEST(wait_that_nobody_ends_is_a_livelock)
{
    Kernel *k = started(32);
    Micro *init = kernel_add(k, MICRO_MBARRIER);
    init->space = PTX_SPACE_SHARED;
    init->function = PTX_DOT_INIT;
    init->b = kernel_u32(k, 3);
    uint32_t loop = kernel_pc(k);
    Micro *wait = kernel_add(k, MICRO_MBARRIER);
    wait->space = PTX_SPACE_SHARED;
    wait->function = PTX_DOT_TEST_WAIT;
    wait->combine = PTX_DOT_PARITY;
    wait->d = 1;
    wait->b = kernel_u32(k, 0);
    kernel_guard(k, 1, true);
    kernel_branch(k, loop, kernel_pc(k) + 1);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_LIVELOCK);
    EXPECT_TEXT(
        k->fault.detail,
        "the mbarrier at byte 0 of shared memory expects 3 arrivals, and 3 of them never come");
    kernel_destroy(k);
}

// shared[i] = i as 16-bit elements: matrix m, row r, column c is 64 m + 8 r + c.
static Kernel *matrices(PtxSuffix function, uint32_t count, uint64_t out)
{
    Kernel *k = started(32);
    (void)out;
    kernel_lane(k, "mul.lo.u32", 2, TID, kernel_u32(k, 16), ROW_NONE);
    for (uint32_t i = 0; i < 4; i++) { // two elements a word
        kernel_lane(k, "mul.lo.u32", 3, TID, kernel_u32(k, 0x00080008), ROW_NONE);
        kernel_lane(k, "add.u32", 3, 3, kernel_u32(k, (2 * i + 1) << 16 | 2 * i), ROW_NONE);
        kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 3, 2, 4 * i);
    }
    Micro *load = kernel_add(k, MICRO_MATRIX_LOAD);
    load->space = PTX_SPACE_SHARED;
    load->function = (uint16_t)function;
    load->vector = (uint8_t)count;
    load->a = 2;
    for (uint32_t i = 0; i < count; i++) {
        load->data[i] = (Row)(10 + i);
    }
    return k;
}

TEST(matrix_load_spreads_rows_over_lanes)
{
    Kernel *k = matrices(PTX_SUFFIX_COUNT, 4, 0);
    uint32_t pc = kernel_pc(k) - 1;
    uint64_t out = kernel_buffer(k, "out", 512);
    for (uint32_t i = 0; i < 4; i++) {
        kernel_store_result(k, out + 128 * i, TID, (Row)(10 + i));
    }
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t m = 0; m < 4; m++) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            uint32_t first = 64 * m + 8 * (lane / 4) + 2 * (lane % 4);
            EXPECT_EQ(kernel_read(k, out, 32 * m + lane), first | (first + 1) << 16);
        }
    }
    EXPECT_EQ(k->accesses[pc].shared_wavefronts, 4);
    EXPECT_EQ(k->accesses[pc].shared_requests, 1);
    kernel_destroy(k);
}

TEST(transposed_matrix_load_and_store)
{
    Kernel *k = matrices(PTX_DOT_TRANS, 1, 0);
    uint64_t out = kernel_buffer(k, "out", 256);
    kernel_store_result(k, out, TID, 10);
    Micro *store = kernel_add(k, MICRO_MATRIX_STORE);
    store->space = PTX_SPACE_SHARED;
    store->function = PTX_DOT_TRANS;
    store->vector = 1;
    store->a = 2;
    store->offset = 1024;
    store->data[0] = 10;
    kernel_lane(k, "mul.lo.u32", 2, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, 6, 2, 1024);
    kernel_store_result(k, out + 128, TID, 6);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t row = lane / 4, column = 2 * (lane % 4);
        EXPECT_EQ(kernel_read(k, out, lane), (8 * column + row) | (8 * (column + 1) + row) << 16);
        EXPECT_EQ(kernel_read(k, out, 32 + lane), 2 * lane | (2 * lane + 1) << 16);
    }
    kernel_destroy(k);
}
