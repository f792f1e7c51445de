// SPDX-License-Identifier: Apache-2.0
// The schedule against scripted blocks. A script is a string, one step a character:
//   .   plain work: one instruction
//   +   ordered: appends the block's index to the launch's journal and adds one to its counter
//   G   spins until the counter has reached the number of blocks (ordered)
//   !   spins until the counter has reached 1 (ordered)
//   N   spins for ever (ordered)
//   C   waits until all blocks of the cluster have come to a C
//   p   prints the block's index
//   X   faults
#include "sim/device/schedule.h"

#include "tests/test.h"

#include <sched.h>
#include <stdlib.h>

typedef struct Journal {
    const char *(*script)(uint64_t block);
    uint64_t blocks;
    uint32_t counter;
    uint64_t order[4096]; // block indices, as their ordered steps came
} Journal;

struct Block {
    Journal *journal;
    Block *const *peers;
    uint32_t peer_count, arrived;
    uint64_t index, instructions;
    const char *at;
    bool has_arrived, made_progress;
    Fault fault;
    PrintFifo output;
};

// The scripted launch smuggles its journal through the field that only block engines read.
static Journal *journal_of(const Launch *launch)
{
    return (Journal *)(uintptr_t)launch->parameters;
}

static Block *script_create(const Launch *launch)
{
    Block *block = calloc(1, sizeof(*block));
    block->journal = journal_of(launch);
    return block;
}

static void script_destroy(Block *block)
{
    print_fifo_destroy(&block->output);
    free(block);
}

static void script_start(Block *block, uint64_t index)
{
    block->index = index;
    block->at = block->journal->script(index);
    block->instructions = 0;
    block->arrived = 0;
    block->has_arrived = block->made_progress = false;
    block->fault = (Fault){0};
    print_fifo_clear(&block->output);
}

static void script_join(Block *const *blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        blocks[i]->peers = blocks;
        blocks[i]->peer_count = count;
    }
}

static bool cluster_has_arrived(Block *block)
{
    if (!block->has_arrived) {
        block->has_arrived = block->made_progress = true;
        block->peers[0]->arrived++;
    }
    return block->peers[0]->arrived == block->peer_count;
}

// One step; false when the block cannot go on, with the reason in *status.
static bool script_step(Block *block, bool is_oldest, BlockStatus *status)
{
    Journal *journal = block->journal;
    char step = *block->at;
    if (strchr("+G!N", step) != NULL && !is_oldest) {
        *status = BLOCK_NEEDS_ORDER;
        return false;
    }
    block->instructions++;
    bool is_spinning = step == 'N' || (step == 'G' && journal->counter < journal->blocks) ||
                       (step == '!' && journal->counter < 1) ||
                       (step == 'C' && !cluster_has_arrived(block));
    if (is_spinning) {
        *status = BLOCK_YIELDS;
        return false;
    }
    if (step == 'X') {
        block->fault = (Fault){.kind = FAULT_TRAP, .pc = (uint32_t)block->index};
        *status = BLOCK_FAULT;
        return false;
    }
    if (step == '+') {
        journal->order[journal->counter++] = block->index;
    } else if (step == 'p') {
        text_printf(&block->output.text, "%u ", (unsigned)block->index);
        print_fifo_close(&block->output, 64);
    }
    block->made_progress = true;
    block->at++;
    return true;
}

static BlockStatus script_run(Block *block, Worker *worker, bool is_oldest)
{
    BlockStatus status = BLOCK_DONE;
    uint64_t before = block->instructions;
    block->made_progress = false;
    while (*block->at != '\0' && script_step(block, is_oldest, &status)) {
        if (*block->at == '.') {
            sched_yield();
        }
    }
    worker->executed[0].executed += block->instructions - before;
    worker->accesses[0].texture_misses += block->instructions - before;
    return status;
}

static bool script_made_progress(const Block *block)
{
    return block->made_progress;
}

static const Fault *script_fault(const Block *block)
{
    return &block->fault;
}

static PrintFifo *script_output(Block *block)
{
    return &block->output;
}

static uint64_t script_instructions(const Block *block)
{
    return block->instructions;
}

static const BlockEngine script_engine = {
    script_create, script_destroy, script_start,        script_run,  script_made_progress,
    script_fault,  script_output,  script_instructions, script_join,
};

typedef struct Outcome {
    ScheduleResult result;
    ExecutionCount executed;
    AccessCount accesses;
    Text output;
    Journal journal;
} Outcome;

typedef struct Setting {
    uint32_t blocks, cluster, resident, threads;
    uint64_t max_instructions, print_bytes;
} Setting;

static void run(Outcome *outcome, const char *(*script)(uint64_t), Setting setting)
{
    uint32_t cluster = setting.cluster > 0 ? setting.cluster : 1;
    *outcome = (Outcome){.journal = {.script = script, .blocks = setting.blocks}};
    Micro nop = {.kind = MICRO_NOP};
    MachineProgram program = {.code = &nop, .code_count = 1};
    Launch launch = {.program = &program,
                     .parameters = (const uint8_t *)&outcome->journal,
                     .grid = {setting.blocks, 1, 1},
                     .block = {32, 1, 1},
                     .cluster = {cluster, 1, 1},
                     .print_bytes = setting.print_bytes > 0 ? setting.print_bytes : 1 << 20};
    Pool *pool = pool_create(setting.threads);
    ScheduleOptions options = {.engine = &script_engine,
                               .pool = pool,
                               .resident_blocks = setting.resident,
                               .max_instructions = setting.max_instructions};
    outcome->result =
        schedule_run(&launch, &options, &outcome->executed, &outcome->accesses, &outcome->output);
    pool_destroy(pool);
}

static const uint32_t thread_counts[] = {1, 2, 3, 7};

#define EACH_THREAD_COUNT(i)                                                                       \
    for (size_t i = 0; i < sizeof(thread_counts) / sizeof(thread_counts[0]); i++)

static const char *plain_then_ordered(uint64_t block)
{
    return block % 3 == 0 ? "......+" : block % 3 == 1 ? ".+." : "...";
}

TEST(ordered_accesses_come_in_block_order)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, plain_then_ordered,
            (Setting){.blocks = 3000, .resident = 64, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_FINISHED);
        EXPECT_EQ(outcome.result.blocks_done, 3000);
        EXPECT_EQ(outcome.result.fault.kind, FAULT_NONE);
        EXPECT_EQ(outcome.journal.counter, 2000);
        bool is_ordered = true;
        for (uint32_t at = 1; at < outcome.journal.counter; at++) {
            is_ordered &= outcome.journal.order[at - 1] < outcome.journal.order[at];
        }
        EXPECT(is_ordered);
        EXPECT_EQ(outcome.executed.executed, 1000 * (7 + 3 + 3));
        EXPECT_EQ(outcome.accesses.texture_misses, 1000 * (7 + 3 + 3));
        text_destroy(&outcome.output);
    }
}

static const char *grid_barrier(uint64_t block)
{
    (void)block;
    return "..+G..";
}

TEST(a_grid_barrier_finishes_when_all_blocks_are_resident)
{
    uint64_t executed = 0;
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, grid_barrier,
            (Setting){.blocks = 50, .resident = 50, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_FINISHED);
        EXPECT_EQ(outcome.journal.counter, 50);
        executed = i == 0 ? outcome.executed.executed : executed;
        EXPECT_EQ(outcome.executed.executed, executed);
        text_destroy(&outcome.output);
    }
}

TEST(a_grid_barrier_of_more_blocks_than_are_resident_is_a_deadlock)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, grid_barrier,
            (Setting){.blocks = 50, .resident = 49, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_STUCK);
        EXPECT_EQ(outcome.result.fault.kind, FAULT_DEADLOCK);
        EXPECT_EQ(outcome.result.fault.block[0], 0);
        EXPECT_TEXT(outcome.result.fault.detail,
                    "49 blocks wait for something that no running thread will "
                    "do; 1 more cannot start before one of the "
                    "resident blocks ends");
        EXPECT_EQ(outcome.journal.counter, 49);
        text_destroy(&outcome.output);
    }
}

static const char *consumer_first(uint64_t block)
{
    return block == 0 ? ".!." : block == 90 ? "..+." : "..";
}

TEST(an_early_block_may_wait_for_a_late_one)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, consumer_first,
            (Setting){.blocks = 100, .resident = 2, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_FINISHED);
        EXPECT_EQ(outcome.result.blocks_done, 100);
        EXPECT_EQ(outcome.executed.executed, 2 * 98 + 4 + 4); // block 0 spins once
        text_destroy(&outcome.output);
    }
}

static const char *seventh_hangs(uint64_t block)
{
    return block == 7 ? ".N" : ".+";
}

TEST(one_hanging_block_is_named_after_all_others_are_done)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, seventh_hangs,
            (Setting){.blocks = 300, .resident = 4, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_STUCK);
        EXPECT_EQ(outcome.result.fault.block[0], 7);
        EXPECT_TEXT(outcome.result.fault.detail,
                    "this block waits for something that no running thread will do");
        EXPECT_EQ(outcome.result.blocks_done, 299);
        text_destroy(&outcome.output);
    }
}

static const char *some_fault(uint64_t block)
{
    return block == 40 ? "................pX" : block == 41 || block == 60 ? "X" : "p+";
}

TEST(the_lowest_fault_wins_and_its_predecessors_are_done)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, some_fault,
            (Setting){.blocks = 100, .resident = 8, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_FAULT);
        EXPECT_EQ(outcome.result.fault.kind, FAULT_TRAP);
        EXPECT_EQ(outcome.result.fault.pc, 40);
        EXPECT_EQ(outcome.result.blocks_done, 40);
        EXPECT_EQ(outcome.journal.counter, 40);
        Text wanted = {0};
        for (unsigned block = 0; block <= 40; block++) {
            text_printf(&wanted, "%u ", block);
        }
        EXPECT_TEXT(text_string(&outcome.output), text_string(&wanted));
        text_destroy(&wanted);
        text_destroy(&outcome.output);
    }
}

static const char *uneven_printers(uint64_t block)
{
    return block % 5 == 0 ? ".........p" : block % 5 == 1 ? "p+" : "p";
}

TEST(output_is_in_block_order)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, uneven_printers,
            (Setting){.blocks = 500, .resident = 8, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.lost_prints, 0);
        Text wanted = {0};
        for (unsigned block = 0; block < 500; block++) {
            text_printf(&wanted, "%u ", block);
        }
        EXPECT_TEXT(text_string(&outcome.output), text_string(&wanted));
        text_destroy(&wanted);
        text_destroy(&outcome.output);
    }
}

// Block 450 faults: what later blocks printed ahead of their turn pushes nothing out.
static const char *printers_until_fault(uint64_t block)
{
    return block == 450 ? "pp.X" : block % 7 == 0 ? "p.y.p" : "ppp";
}

// 64 bytes each: 100 fit.
TEST(buffer_of_printf_keeps_the_newest_for_any_number_of_threads)
{
    Text first = {0};
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, printers_until_fault,
            (Setting){
                .blocks = 2000, .resident = 8, .threads = thread_counts[i], .print_bytes = 6400});
        const char *text = text_string(&outcome.output);
        size_t count = 0;
        for (const char *at = text; *at != '\0'; at++) {
            count += *at == ' ';
        }
        EXPECT_EQ(count, 100);
        EXPECT(strstr(text, "449 449 449 450 450 ") != NULL);
        EXPECT_EQ(outcome.result.lost_prints, 450 * 3 - 65 + 2 - 100);
        if (i == 0) {
            text_put(&first, text);
        }
        EXPECT_TEXT(text, text_string(&first));
        text_destroy(&outcome.output);
    }
    text_destroy(&first);
}

static const char *ten_steps(uint64_t block)
{
    (void)block;
    return "..........";
}

TEST(the_instruction_limit_stops_after_the_same_block)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, ten_steps,
            (Setting){.blocks = 100,
                      .resident = 8,
                      .threads = thread_counts[i],
                      .max_instructions = 255});
        EXPECT_EQ(outcome.result.end, TURN_LIMIT);
        EXPECT_EQ(outcome.result.fault.kind, FAULT_LIMIT);
        EXPECT_EQ(outcome.result.fault.block[0], 25);
        EXPECT_EQ(outcome.result.blocks_done, 26);
        text_destroy(&outcome.output);
    }
}

TEST(exactly_the_limit_is_within_it)
{
    Outcome outcome;
    run(&outcome, ten_steps,
        (Setting){.blocks = 10, .resident = 8, .threads = 2, .max_instructions = 100});
    EXPECT_EQ(outcome.result.end, TURN_FINISHED);
    text_destroy(&outcome.output);
}

static const char *cluster_barrier(uint64_t block)
{
    return block % 4 == 2 ? "+.C.+" : ".C+.";
}

TEST(blocks_of_a_cluster_wait_for_each_other)
{
    uint64_t order[4096];
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, cluster_barrier,
            (Setting){.blocks = 400, .cluster = 4, .resident = 8, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_FINISHED);
        EXPECT_EQ(outcome.result.blocks_done, 400);
        EXPECT_EQ(outcome.journal.counter, 500);
        if (i == 0) {
            memcpy(order, outcome.journal.order, sizeof(order));
        }
        EXPECT(memcmp(order, outcome.journal.order, sizeof(order)) == 0);
        text_destroy(&outcome.output);
    }
}

static const char *one_of_the_cluster_leaves(uint64_t block)
{
    return block == 5 ? "." : ".C";
}

TEST(a_cluster_that_waits_for_a_block_that_left_is_a_deadlock)
{
    EACH_THREAD_COUNT(i)
    {
        Outcome outcome;
        run(&outcome, one_of_the_cluster_leaves,
            (Setting){.blocks = 16, .cluster = 4, .resident = 8, .threads = thread_counts[i]});
        EXPECT_EQ(outcome.result.end, TURN_STUCK);
        EXPECT_EQ(outcome.result.fault.block[0], 4);
        EXPECT_EQ(outcome.result.blocks_done, 12);
        text_destroy(&outcome.output);
    }
}

static void note_progress(void *context, uint64_t blocks_done, uint64_t blocks)
{
    uint64_t *seen = context;
    seen[0]++;
    seen[1] = blocks_done;
    seen[2] = blocks;
}

TEST(progress_ends_with_all_blocks)
{
    uint64_t seen[3] = {0};
    Journal journal = {.script = ten_steps, .blocks = 9};
    Micro nop = {.kind = MICRO_NOP};
    MachineProgram program = {.code = &nop, .code_count = 1};
    Launch launch = {.program = &program,
                     .parameters = (const uint8_t *)&journal,
                     .grid = {9, 1, 1},
                     .block = {1, 1, 1},
                     .cluster = {1, 1, 1}};
    Pool *pool = pool_create(2);
    ScheduleOptions options = {.engine = &script_engine,
                               .pool = pool,
                               .resident_blocks = 1,
                               .progress = note_progress,
                               .progress_context = seen};
    ExecutionCount executed = {0};
    AccessCount accesses = {0};
    Text output = {0};
    schedule_run(&launch, &options, &executed, &accesses, &output);
    pool_destroy(pool);
    EXPECT(seen[0] >= 1);
    EXPECT_EQ(seen[1], 9);
    EXPECT_EQ(seen[2], 9);
    text_destroy(&output);
}
