// SPDX-License-Identifier: Apache-2.0
// Calls that the driver provides: vprintf, __assertfail, malloc, free; and the stack of a thread.
#include "tests/unit/sim_warp/kernel.h"

enum { TID = 0 };

static MachineArgument two[2] = {{0, 0, 8}, {8, 0, 8}};
static MachineArgument five[5] = {{0, 0, 8}, {8, 0, 8}, {16, 0, 4}, {24, 0, 8}, {32, 0, 8}};
static MachineArgument result[1] = {{40, 40, 8}};

static Kernel *started(uint32_t threads)
{
    Kernel *k = kernel_create(90, threads);
    kernel_special(k, PTX_SPECIAL_TID_X, TID);
    k->functions[0].frame_bytes = 64;
    return k;
}

static uint64_t text(Kernel *k, const char *string)
{
    uint64_t at =
        device_memory_allocate(k->launch.memory, strlen(string) + 1, MEMORY_OF_MODULE, "$str");
    device_memory_write(k->launch.memory, at, string, strlen(string) + 1);
    return at;
}

// Frame byte `offset` = the constant or row.
static void put(Kernel *k, int64_t offset, uint32_t width, Row row)
{
    kernel_memory(k, MICRO_STORE, PTX_SPACE_REG, width == 8 ? PTX_TYPE_U64 : PTX_TYPE_U32, width,
                  row, ROW_NONE, offset);
}

static void call(Kernel *k, MachineSystemCall system, MachineArgument *arguments, uint32_t count,
                 MachineArgument *results)
{
    uint32_t index = k->program.call_count++;
    k->calls[index] = (MachineCall){UINT32_MAX, arguments, results, count, results != NULL};
    Micro *micro = kernel_add(k, MICRO_SYSTEM_CALL);
    micro->function = (uint16_t)system;
    micro->target = index;
}

TEST(printf_runs_lane_by_lane_in_block_order)
{
    Kernel *k = started(3);
    k->launch.grid[0] = 1;
    uint64_t out = kernel_buffer(k, "out", 128);
    put(k, 48, 4, TID);
    put(k, 56, 8, kernel_u64(k, UINT64_C(0x4000000000000000))); // 2.0
    put(k, 0, 8, kernel_u64(k, text(k, "thread %d: %.1f\n")));
    Micro *frame = kernel_add(k, MICRO_FRAME_ADDRESS);
    frame->d = 4;
    frame->offset = 48;
    frame->flags |= MICRO_WIDE_ADDRESS;
    kernel_lane(k, "add.u64", 4, 4, kernel_u64(k, LOCAL_WINDOW_BASE), ROW_NONE);
    put(k, 8, 8, 4);
    call(k, SYSTEM_VPRINTF, two, 2, result);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 6, ROW_NONE, 40);
    kernel_store_result(k, out, TID, 6);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    const PrintFifo *printed = block_output(k->block);
    EXPECT_EQ(printed->count, 3);
    // a header, two arguments of 8 bytes, and the format with its terminating zero
    EXPECT_EQ(printed->records[0].fifo_bytes, 16 + 16 + 24);
    EXPECT_TEXT(text_string(&printed->text), "thread 0: 2.0\nthread 1: 2.0\nthread 2: 2.0\n");
    EXPECT_EQ(kernel_read(k, out, 2), 2);
    kernel_destroy(k);
}

TEST(printf_of_an_unreadable_format_is_a_fault)
{
    Kernel *k = started(3);
    put(k, 0, 8, kernel_u64(k, 64));
    call(k, SYSTEM_VPRINTF, two, 2, NULL);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_TEXT(k->fault.detail, "printf's format string cannot be read");
    kernel_destroy(k);
}

TEST(failed_assertion_is_printed_as_cuda_prints_it)
{
    Kernel *k = started(8);
    kernel_setp(k, "setp.ge.u32", 0, TID, kernel_u32(k, 6));
    put(k, 0, 8, kernel_u64(k, text(k, "i < n")));
    put(k, 8, 8, kernel_u64(k, text(k, "a.cu")));
    put(k, 16, 4, kernel_u32(k, 12));
    put(k, 24, 8, kernel_u64(k, text(k, "void f(int)")));
    put(k, 32, 8, kernel_u64(k, 1));
    kernel_guard(k, 0, false);
    call(k, SYSTEM_ASSERTFAIL, five, 5, NULL);
    kernel_guard(k, PREDICATE_NONE, false);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_ASSERT);
    EXPECT_EQ(k->fault.lanes, 0xc0);
    EXPECT_TEXT(k->fault.detail,
                "a.cu:12: void f(int): block: [0,0,0], thread: [6,0,0] Assertion `i "
                "< n` failed.");
    const char *printed = text_string(&block_output(k->block)->text);
    EXPECT(strstr(printed, "thread: [7,0,0] Assertion `i < n` failed.\n") != NULL);
    kernel_destroy(k);
}

TEST(kernel_allocates_writes_and_frees)
{
    Kernel *k = started(4);
    static MachineArgument bytes[1] = {{0, 0, 8}}, pointer[1] = {{0, 0, 8}};
    uint64_t out = kernel_buffer(k, "out", 128);
    put(k, 0, 8, kernel_u64(k, 100));
    call(k, SYSTEM_MALLOC, bytes, 1, result);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U64, 8, 4, ROW_NONE, 40);
    kernel_memory(k, MICRO_STORE, PTX_SPACE_GENERIC, PTX_TYPE_U32, 4, TID, 4, 96)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_GENERIC, PTX_TYPE_U32, 4, 6, 4, 96)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_store_result(k, out, TID, 6);
    put(k, 0, 8, 4);
    call(k, SYSTEM_FREE, pointer, 1, NULL);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 3), 3);
    EXPECT(device_memory_heap_allocate(k->launch.memory, DEVICE_HEAP_BYTES - 16) != 0);
    kernel_destroy(k);
}

TEST(allocation_beyond_the_heap_gives_null_and_waits_its_turn)
{
    Kernel *k = started(1);
    static MachineArgument bytes[1] = {{0, 0, 8}};
    uint64_t out = kernel_buffer(k, "out", 128);
    put(k, 0, 8, kernel_u64(k, DEVICE_HEAP_BYTES + 1));
    put(k, 40, 8, kernel_u64(k, 55));
    call(k, SYSTEM_MALLOC, bytes, 1, result);
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_REG, PTX_TYPE_U32, 4, 6, ROW_NONE, 40);
    kernel_store_result(k, out, TID, 6);
    kernel_add(k, MICRO_EXIT);
    k->block = block_create(&k->launch);
    block_start(k->block, 0);
    EXPECT_EQ(block_run(k->block, &k->worker, false), BLOCK_NEEDS_ORDER);
    EXPECT_EQ(block_run(k->block, &k->worker, true), BLOCK_DONE);
    EXPECT_EQ(kernel_read(k, out, 0), 0);
    kernel_destroy(k);
}

TEST(free_of_a_foreign_pointer_is_a_fault)
{
    Kernel *k = started(1);
    static MachineArgument pointer[1] = {{0, 0, 8}};
    put(k, 0, 8, kernel_u64(k, kernel_buffer(k, "user", 64)));
    call(k, SYSTEM_FREE, pointer, 1, NULL);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_HEAP);
    kernel_destroy(k);
}

TEST(alloca_grows_the_frame_and_restore_shrinks_it)
{
    Kernel *k = started(32);
    uint64_t out = kernel_buffer(k, "out", 128);
    kernel_add(k, MICRO_STACK)->function = PTX_STACKSAVE;
    k->code[0].d = 2;
    Micro *grow = kernel_add(k, MICRO_STACK);
    grow->function = PTX_ALLOCA;
    grow->d = 4;
    grow->a = kernel_u64(k, 100);
    grow->offset = 32;
    kernel_memory(k, MICRO_STORE, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, TID, 4, 96)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, 6, 4, 96)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_store_result(k, out, TID, 6);
    Micro *restore = kernel_add(k, MICRO_STACK);
    restore->function = PTX_STACKRESTORE;
    restore->a = 2;
    kernel_memory(k, MICRO_LOAD, PTX_SPACE_LOCAL, PTX_TYPE_U32, 4, 6, 4, 96)->flags |=
        MICRO_WIDE_ADDRESS;
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(kernel_read(k, out, 9), 9);
    EXPECT_EQ(k->fault.kind, FAULT_OUT_OF_BOUNDS);
    EXPECT_EQ(k->fault.address, 64 + 96);
    kernel_destroy(k);
}

TEST(alloca_beyond_the_limit_is_a_stack_fault)
{
    Kernel *k = started(32);
    Micro *grow = kernel_add(k, MICRO_STACK);
    grow->function = PTX_ALLOCA;
    grow->d = 4;
    grow->a = kernel_u64(k, UINT64_MAX - 5);
    kernel_add(k, MICRO_EXIT);
    EXPECT_EQ(kernel_run(k), BLOCK_FAULT);
    EXPECT_EQ(k->fault.kind, FAULT_STACK);
    kernel_destroy(k);
}
