// SPDX-License-Identifier: Apache-2.0
// How long resources were taken: sums over copies, and the one that was taken longest.
#include "sim/time/busy.h"
#include "tests/test.h"

TEST(a_server_is_busy_for_what_it_served)
{
    Server server = {0};
    server_take(&server, 10, 4);
    server_take(&server, 11, 2.5); // waits, and counts no more for that
    server_take(&server, 100, 1);
    EXPECT_EQ(server.busy, 7.5);
}

TEST(pipes_are_held_by_executions_and_by_every_other_instruction_of_a_sequence)
{
    MicroTime micros[3] = {{.pipe = PIPE_ALU, .issues = 1, .interval = 2},
                           {.pipe = PIPE_FMA, .issues = 5, .interval = 1},
                           {.pipe = PIPE_ALU, .issues = 0, .interval = 2}};
    ExecutionCount executed[3] = {{.executed = 10}, {.executed = 7}, {.executed = 100}};
    BusyTime busy = {0};
    busy_add_pipes(&busy, &(ProgramTime){.micros = micros}, executed, 3);
    EXPECT_EQ(busy.pipes[PIPE_ALU], 20);
    EXPECT_EQ(busy.pipes[PIPE_FMA], 21);
    EXPECT_EQ(busy.pipes[PIPE_XU], 0);
}

TEST(memory_is_the_sum_of_its_parts_and_the_fullest)
{
    Server slices[3] = {{.busy = 5}, {.busy = 9}, {.busy = 1}};
    Partition partitions[2] = {{.bus = {.busy = 4}}, {.bus = {.busy = 40}}};
    MemoryTime memory = {
        .slices = slices, .slice_count = 3, .partitions = partitions, .partition_count = 2};
    BusyTime busy = {0};
    busy_add_memory(&busy, &memory);
    EXPECT_EQ(busy.l2, 15);
    EXPECT_EQ(busy.l2_fullest, 9);
    EXPECT_EQ(busy.dram, 44);
    EXPECT_EQ(busy.dram_fullest, 40);
}

TEST_MAIN()
