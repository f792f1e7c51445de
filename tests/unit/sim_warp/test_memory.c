// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0, ADDRESS = 2, VALUE = 4 };

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    return k;
}

static Micro *global(Kernel *k, MicroKind kind, PtxType type, uint32_t width, Row data, Row a)
{
    Micro *micro = kernel_memory(k, kind, PTX_SPACE_GLOBAL, type, width, data, a, 0);
    micro->flags |= MICRO_WIDE_ADDRESS;
    return micro;
}

TEST(linear_copy_counts_one_request_and_four_sectors)
{
    Kernel *k = started(64);
    uint64_t in = kernel_buffer(k, "in", 256), out = kernel_buffer(k, "out", 256);
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t value = 1000 + i;
        device_memory_write(k->launch.memory, in + 4ull * i, &value, 4);
    }
    kernel_address(k, ADDRESS, in, TID, 4);
    global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, ADDRESS);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 64; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 1000 + i);
    }
    EXPECT_EQ(k->accesses[1].global_requests, 2);
    EXPECT_EQ(k->accesses[1].global_instructions, 2);
    EXPECT_EQ(k->accesses[1].global_sectors, 8);
    EXPECT_EQ(k->accesses[1].global_bytes, 256);
    EXPECT_EQ(k->accesses[3].global_sectors, 8);
    kernel_destroy(k);
}

TEST(strided_and_partial_accesses_take_the_general_way)
{
    Kernel *k = started(20);
    uint64_t in = kernel_buffer(k, "in", 20 * 32), out = kernel_buffer(k, "out", 80);
    for (uint32_t i = 0; i < 20; i++) {
        uint32_t value = 7 * i;
        device_memory_write(k->launch.memory, in + 32ull * i, &value, 4);
    }
    kernel_address(k, ADDRESS, in, TID, 32);
    global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, ADDRESS);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 20; i++) {
        EXPECT_EQ(kernel_read(k, out, i), 7 * i);
    }
    EXPECT_EQ(k->accesses[1].global_sectors, 20);
    kernel_destroy(k);
}

TEST(uniform_load_reaches_all_lanes)
{
    Kernel *k = started(32);
    uint64_t in = kernel_buffer(k, "in", 64), out = kernel_buffer(k, "out", 128);
    uint32_t value = 12345;
    device_memory_write(k->launch.memory, in + 8, &value, 4);
    Micro *load = global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, kernel_u64(k, in));
    load->offset = 8;
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 12345);
    EXPECT_EQ(kernel_read(k, out, 31), 12345);
    EXPECT_EQ(k->accesses[0].global_sectors, 1);
    kernel_destroy(k);
}

// Bytes -1, 0x80 and so on, read with and without sign; linear (full warp) and strided.
static void check_narrow(uint32_t threads, uint32_t stride)
{
    Kernel *k = started(threads);
    uint64_t in = kernel_buffer(k, "in", 32 * 64), out = kernel_buffer(k, "out", 128);
    uint64_t out8 = kernel_buffer(k, "out8", 128), out16 = kernel_buffer(k, "out16", 128);
    for (uint32_t i = 0; i < 32; i++) {
        int16_t value = (int16_t)(-1 - 1000 * (int)i);
        device_memory_write(k->launch.memory, in + (uint64_t)stride * i, &value, 2);
    }
    kernel_address(k, ADDRESS, in, TID, stride);
    global(k, MICRO_LOAD, PTX_TYPE_S16, 2, VALUE, ADDRESS)->flags |= MICRO_SIGNED;
    kernel_store_result(k, out, TID, VALUE);
    global(k, MICRO_LOAD, PTX_TYPE_U16, 2, VALUE, ADDRESS);
    kernel_store_result(k, out16, TID, VALUE);
    global(k, MICRO_LOAD, PTX_TYPE_S8, 1, VALUE, ADDRESS)->flags |= MICRO_SIGNED;
    kernel_store_result(k, out8, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < threads; i++) {
        int16_t value = (int16_t)(-1 - 1000 * (int)i);
        EXPECT_EQ(kernel_read(k, out, i), (uint32_t)(int32_t)value);
        EXPECT_EQ(kernel_read(k, out16, i), (uint16_t)value);
        EXPECT_EQ(kernel_read(k, out8, i), (uint32_t)(int32_t)(int8_t)value);
    }
    kernel_destroy(k);
}

TEST(narrow_loads_extend_with_and_without_sign)
{
    check_narrow(32, 2);
    check_narrow(32, 6);
    check_narrow(9, 2);
}

TEST(vectors_and_64_bit_elements_move_whole)
{
    Kernel *k = started(32);
    uint64_t in = kernel_buffer(k, "in", 512), out = kernel_buffer(k, "out", 512);
    uint64_t wide = kernel_buffer(k, "wide", 512);
    for (uint32_t i = 0; i < 128; i++) {
        device_memory_write(k->launch.memory, in + 4ull * i, &i, 4);
    }
    kernel_address(k, ADDRESS, in, TID, 16);
    Micro *load = global(k, MICRO_LOAD, PTX_TYPE_U32, 16, 10, ADDRESS);
    load->vector = 4;
    load->data[1] = 11;
    load->data[2] = ROW_NONE;
    load->data[3] = 13;
    kernel_address(k, 6, out, TID, 8);
    Micro *store = global(k, MICRO_STORE, PTX_TYPE_U32, 8, 13, 6);
    store->vector = 2;
    store->data[1] = 10;
    kernel_address(k, 6, in, TID, 8);
    global(k, MICRO_LOAD, PTX_TYPE_U64, 8, 20, 6);
    kernel_address(k, 6, wide, TID, 16);
    global(k, MICRO_STORE, PTX_TYPE_U64, 8, 20, 6);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, 2 * i), 4 * i + 3);
        EXPECT_EQ(kernel_read(k, out, 2 * i + 1), 4 * i);
        EXPECT_EQ(kernel_read(k, wide, 4 * i), 2 * i);
        EXPECT_EQ(kernel_read(k, wide, 4 * i + 1), 2 * i + 1);
    }
    EXPECT_EQ(k->accesses[1].global_sectors, 16);
    kernel_destroy(k);
}

// Runs one store of `width` bytes to base + tid * stride and returns the fault.
static Kernel *faulting_store(uint64_t base, uint32_t stride, Kernel *k)
{
    kernel_address(k, ADDRESS, base, TID, stride);
    global(k, MICRO_STORE, PTX_TYPE_U32, 4, TID, ADDRESS);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.pc, 1);
    EXPECT_EQ(k->executed[1].executed, 0);
    EXPECT_EQ(k->accesses[1].global_requests, 0);
    return k;
}

TEST(store_past_the_end_names_the_buffer_and_changes_nothing)
{
    Kernel *k = started(32);
    uint64_t in = kernel_buffer(k, "in", 100);
    faulting_store(in, 4, k);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.address, in + 100);
    EXPECT_EQ(k->fault.thread[0], 25);
    EXPECT_EQ(k->fault.lanes, 0xfe000000);
    EXPECT_EQ(k->fault.width_bytes, 4);
    EXPECT_EQ(k->fault.space, PTX_SPACE_GLOBAL);
    EXPECT(k->fault.is_store);
    char expected[100];
    snprintf(expected, sizeof expected, "just past the end of 'in' (100 bytes at 0x%llx)",
             (unsigned long long)in);
    EXPECT_TEXT(k->fault.detail, expected);
    for (uint32_t i = 0; i < 25; i++) {
        EXPECT_EQ(kernel_read(k, in, i), 0);
    }
    kernel_destroy(k);
}

TEST(access_that_straddles_the_end_is_out_of_bounds)
{
    Kernel *k = started(1);
    uint64_t in = kernel_buffer(k, "in", 6);
    faulting_store(in + 4, 4, k);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT(strncmp(k->fault.detail, "reaches past the end of 'in'", 28) == 0);
    kernel_destroy(k);
}

TEST(null_and_misaligned_addresses_are_told_apart)
{
    Kernel *k = started(32);
    faulting_store(0, 4, k);
    EXPECT_EQ(k->fault.kind, FAULT_NULL);
    EXPECT_EQ(k->fault.thread[0], 0);
    kernel_destroy(k);
    k = started(32);
    faulting_store(kernel_buffer(k, "in", 4096) + 2, 4, k);
    EXPECT_EQ(k->fault.kind, FAULT_MISALIGNED);
    kernel_destroy(k);
}

TEST(kernels_can_not_write_constant_variables)
{
    Kernel *k = started(32);
    uint64_t table = device_memory_allocate(k->launch.memory, 256, MEMORY_CONSTANT, "table");
    faulting_store(table, 4, k);
    EXPECT_EQ(k->fault.kind, FAULT_READ_ONLY);
    kernel_destroy(k);
}

TEST(lanes_may_use_several_allocations_at_once)
{
    Kernel *k = started(32);
    uint64_t low = kernel_buffer(k, "low", 256), high = kernel_buffer(k, "high", 256);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 16));
    kernel_lane(k, "selp.b64", ADDRESS, kernel_u64(k, low), kernel_u64(k, high), 0);
    kernel_lane(k, "mad.wide.u32", ADDRESS, TID, kernel_u32(k, 4), ADDRESS);
    global(k, MICRO_STORE, PTX_TYPE_U32, 4, TID, ADDRESS);
    global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, ADDRESS);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, low, 15), 15);
    EXPECT_EQ(kernel_read(k, low, 16), 0);
    EXPECT_EQ(kernel_read(k, high, 16), 16);
    EXPECT_EQ(kernel_read(k, out, 31), 31);
    kernel_destroy(k);
}

TEST(shared_memory_carries_values_between_lanes_and_counts_conflicts)
{
    Kernel *k = started(32);
    k->launch.shared_bytes = 32 * 32 * 4;
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "mul.lo.u32", 1, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, TID, 1, 0);
    kernel_lane(k, "sub.u32", 1, kernel_u32(k, 124), 1, ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, 1, 0);
    kernel_lane(k, "mul.lo.u32", 1, TID, kernel_u32(k, 128), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, 1, 0);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, ROW_NONE, 128);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 7), 30);
    EXPECT_EQ(k->accesses[1].shared_wavefronts, 1);
    EXPECT_EQ(k->accesses[1].shared_bytes, 128);
    EXPECT_EQ(k->accesses[3].shared_wavefronts, 1);
    EXPECT_EQ(k->accesses[5].shared_wavefronts, 32);
    EXPECT_EQ(k->accesses[5].shared_ideal, 1);
    EXPECT_EQ(k->accesses[6].shared_wavefronts, 1);
    kernel_destroy(k);
}

TEST(shared_memory_is_zero_in_every_block)
{
    Kernel *k = started(32);
    k->launch.shared_bytes = 4;
    k->launch.grid[0] = 2;
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, ROW_NONE, 0);
    kernel_store_result(k, out, TID, VALUE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, kernel_u32(k, 9), ROW_NONE, 0);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 0);
    kernel_destroy(k);
}

TEST(wide_addresses_of_shared_memory_lose_their_upper_half)
{
    Kernel *k = started(32);
    k->launch.shared_bytes = 128;
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "mad.wide.u32", ADDRESS, TID, kernel_u32(k, 4),
                kernel_u64(k, SHARED_WINDOW_BASE));
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, TID, ADDRESS, 0)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_lane(k, "xor.b32", 1, TID, kernel_u32(k, 5), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 1, 1, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, VALUE, 1, 0);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 7), 2);
    kernel_destroy(k);
}

TEST(shared_access_past_the_block_is_a_fault)
{
    Kernel *k = started(32);
    k->launch.shared_bytes = 120;
    kernel_lane(k, "mul.lo.u32", 1, TID, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_SHARED, PTX_TYPE_U32, 4, TID, 1, 0);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.space, PTX_SPACE_SHARED);
    EXPECT_EQ(k->fault.thread[0], 30);
    EXPECT_EQ(k->fault.address, 120);
    EXPECT_TEXT(k->fault.detail, "the block has 120 bytes of shared memory");
    kernel_destroy(k);
}

// A function-local array indexed at run time: word w of all lanes lies side by side.
TEST(local_memory_is_per_thread_and_coalesces_equal_indices)
{
    Kernel *k = started(32);
    k->functions[0].frame_bytes = 64;
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, TID, ROW_NONE, 8);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 3), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 1, 1, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, TID, 1, 16);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, VALUE, 1, 16);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, 5, ROW_NONE, 8);
    kernel_lane(k, "add.u32", VALUE, VALUE, 5, ROW_NONE);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 13), 26);
    EXPECT_EQ(k->accesses[0].local_requests, 1);
    EXPECT_EQ(k->accesses[0].local_sectors, 4);
    EXPECT_EQ(k->accesses[3].local_sectors, 16);
    kernel_destroy(k);
}

TEST(local_bytes_and_pairs_keep_their_place_in_the_interleaved_words)
{
    Kernel *k = started(32);
    k->functions[0].frame_bytes = 32;
    uint64_t out = kernel_buffer(k, "out", 128);
    Row value = kernel_u64(k, UINT64_C(0x1122334455667788));
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U64, 8, value, ROW_NONE, 8);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U8, 1, TID, ROW_NONE, 13);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, VALUE, ROW_NONE, 12);
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 31), 0x11221f44);
    EXPECT_EQ(k->accesses[0].local_sectors, 8);
    kernel_destroy(k);
}

TEST(local_access_past_the_frame_is_a_fault)
{
    Kernel *k = started(32);
    k->functions[0].frame_bytes = 16;
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, TID, ROW_NONE, 16);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.space, PTX_SPACE_LOCAL);
    kernel_destroy(k);
}

TEST(generic_addresses_reach_every_space_in_one_instruction)
{
    Kernel *k = started(32);
    k->functions[0].frame_bytes = 16;
    k->launch.shared_bytes = 256;
    uint64_t buffer = kernel_buffer(k, "buffer", 256), out = kernel_buffer(k, "out", 128);
    kernel_address(k, ADDRESS, buffer, TID, 4);
    kernel_setp(k, "setp.lt.u32", 0, TID, kernel_u32(k, 20));
    kernel_setp(k, "setp.lt.u32", 1, TID, kernel_u32(k, 10));
    kernel_address(k, 6, SHARED_WINDOW_BASE, TID, 4);
    kernel_lane(k, "selp.b64", ADDRESS, 6, ADDRESS, 0);
    kernel_lane(k, "selp.b64", ADDRESS, kernel_u64(k, LOCAL_WINDOW_BASE + 4), ADDRESS, 1);
    uint32_t pc = kernel_pc(k);
    Micro *store = global(k, MICRO_STORE, PTX_TYPE_U32, 4, TID, ADDRESS);
    store->space = PTX_SPACE_GENERIC;
    Micro *load = global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, ADDRESS);
    load->space = PTX_SPACE_GENERIC;
    kernel_store_result(k, out, TID, VALUE);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_EQ(kernel_read(k, out, i), i);
        EXPECT_EQ(kernel_read(k, buffer, i), i < 20 ? 0 : i);
    }
    EXPECT_EQ(k->accesses[pc].shared_requests, 1);
    EXPECT_EQ(k->accesses[pc].local_requests, 1);
    EXPECT_EQ(k->accesses[pc].global_requests, 1);
    EXPECT_EQ(k->accesses[pc].global_bytes, 48);
    kernel_destroy(k);
}

TEST(parameters_and_constant_variables_are_read_through_the_constant_cache)
{
    Kernel *k = started(32);
    uint32_t parameters[4] = {10, 20, 30, 40};
    k->launch.parameters = (const uint8_t *)parameters;
    k->launch.parameter_bytes = sizeof parameters;
    uint64_t table = device_memory_allocate(k->launch.memory, 16, MEMORY_CONSTANT, "table");
    device_memory_write(k->launch.memory, table, parameters, 16);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_lane(k, "and.b32", 1, TID, kernel_u32(k, 3), ROW_NONE);
    kernel_lane(k, "mul.lo.u32", 1, 1, kernel_u32(k, 4), ROW_NONE);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_PARAM, PTX_TYPE_U32, 4, 10, 1, 0);
    kernel_lane(k, "mad.wide.u32", ADDRESS, 1, kernel_u32(k, 1), kernel_u64(k, table));
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_CONST, PTX_TYPE_U32, 4, 11, ADDRESS, 0)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_lane(k, "add.u32", 10, 10, 11, ROW_NONE);
    kernel_store_result(k, out, TID, 10);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_PARAM, PTX_TYPE_U32, 4, 10, ROW_NONE, 16);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.space, PTX_SPACE_PARAM);
    EXPECT_EQ(kernel_read(k, out, 7), 80);
    EXPECT_EQ(k->accesses[2].constant_requests, 1);
    EXPECT_EQ(k->accesses[2].constant_words, 4);
    EXPECT_EQ(k->accesses[4].constant_words, 4);
    kernel_destroy(k);
}

TEST(ordered_load_waits_for_the_blocks_turn)
{
    Kernel *k = started(32);
    uint64_t in = kernel_buffer(k, "in", 128);
    global(k, MICRO_LOAD, PTX_TYPE_U32, 4, VALUE, kernel_u64(k, in))->flags |= MICRO_VOLATILE;
    kernel_add(k, MICRO_EXIT);
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    EXPECT_EQ(block_run(k->block, &k->worker, false), BLOCK_NEEDS_ORDER);
    EXPECT_EQ(block_run(k->block, &k->worker, false), BLOCK_NEEDS_ORDER);
    EXPECT_EQ(k->executed[0].executed, 0);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_DONE);
    EXPECT_EQ(k->executed[0].executed, 1);
    EXPECT_EQ(block_instructions(k->block), 2);
    kernel_destroy(k);
}
