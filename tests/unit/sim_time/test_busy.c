// SPDX-License-Identifier: Apache-2.0
// How long resources were taken: sums over copies, and the one that was taken longest.
#include "sim/time/busy.h"

#include "isa/machine/sequence.h"
#include "tests/test.h"

TEST(a_server_is_busy_for_what_it_served)
{
    Server server = {0};
    server_take(&server, 10, 4);
    server_take(&server, 11, 2.5); // waits, and counts no more for that
    server_take(&server, 100, 1);
    EXPECT_EQ(server.busy, 7.5);
}

TEST(pipes_are_held_by_executions_and_by_each_instruction_of_a_sequence)
{
    MicroTime micros[3] = {{.pipe = PIPE_ALU, .issues = 1, .interval = 2},
                           {.pipe = PIPE_FMA, .issues = 5, .interval = 0.75f},
                           {.pipe = PIPE_ALU, .issues = 0, .interval = 2}};
    ExecutionCount executed[3] = {{.executed = 10}, {.executed = 7}, {.executed = 100}};
    BusyTime busy = {0};
    const Micro code[3] = {{0}};
    busy_add_pipes(&busy, &(ProgramTime){.micros = micros}, code, &(Gpu){0}, executed, 3);
    EXPECT_EQ(busy.pipes[PIPE_ALU], 20);
    EXPECT_EQ(busy.pipes[PIPE_FMA], 7 * 5 * 0.75);
    EXPECT_EQ(busy.pipes[PIPE_XU], 0);
}

TEST(a_known_sequence_holds_the_pipes_that_its_instructions_run_on)
{
    const Gpu gpu = {.warp_schedulers = 4, .rate_int_add = 64, .rate_fp32 = 128, .rate_sfu = 16};
    const Micro code = {
        .sequence = sequence_find("REM_U32", false), .pipe = PIPE_ALU, .issues = 17};
    MicroTime time = {.pipe = PIPE_ALU, .issues = 17, .interval = 2};
    BusyTime busy = {0};
    busy_add_pipes(&busy, &(ProgramTime){.micros = &time}, &code, &gpu,
                   &(ExecutionCount){.executed = 10}, 1);
    EXPECT_EQ(busy.pipes[PIPE_ALU], 10 * 8 * 2);
    EXPECT_EQ(busy.pipes[PIPE_FMA], 10 * 6 * 1);
    EXPECT_EQ(busy.pipes[PIPE_XU], 10 * 3 * 8);
}

TEST(memory_is_the_sum_of_its_parts_and_the_fullest)
{
    Server slices[3] = {{.busy = 5}, {.busy = 9}, {.busy = 1}};
    Server inputs[3] = {{.busy = 2}, {.busy = 1}, {.busy = 30}}; // the ways of writes: fuller here
    Partition partitions[2] = {{.bus = {.busy = 4}}, {.bus = {.busy = 40}}};
    MemoryTime memory = {.slices = slices,
                         .inputs = inputs,
                         .slice_count = 3,
                         .partitions = partitions,
                         .partition_count = 2,
                         .has_l2 = true};
    BusyTime busy = {0};
    busy_add_memory(&busy, &memory);
    EXPECT_EQ(busy.l2, 33);
    EXPECT_EQ(busy.l2_fullest, 30);
    EXPECT_EQ(busy.dram, 44);
    EXPECT_EQ(busy.dram_fullest, 40);
    Controller controllers[2] = {{.bus = {.busy = 3}}, {.bus = {.busy = 30}}};
    memory = (MemoryTime){.uncached = {.partitions = controllers, .partition_count = 2}};
    busy = (BusyTime){0};
    busy_add_memory(&busy, &memory);
    EXPECT_EQ(busy.dram, 33);
    EXPECT_EQ(busy.dram_fullest, 30);
}
