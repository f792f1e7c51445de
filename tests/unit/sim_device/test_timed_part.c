// SPDX-License-Identifier: Apache-2.0
// Launches of which the clock times only a part, or nothing: bytes and counts are those of the
// whole.
#include "sim/device/record.h"
#include "tests/machine.h"

#include <math.h>

#define HEADER                                                                                     \
    ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"         \
    ".reg .pred %p<2>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n"

// --- samples

enum { SAMPLE_BLOCKS = 2000, SAMPLE_WORDS = 2048 };

// Adds to one word, and leaves the sum of a loop behind.
static const char sample_kernel[] =
    HEADER "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, 0;\nmov.u32 %r3, 0;\n"
           "LOOP:\n.pragma \"nounroll\";\nadd.u32 %r2, %r2, %r1;\nld.global.u32 %r5, "
           "[%rd1+8];\nadd.u32 %r2, %r2, %r5;\n"
           "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 40;\n@%p1 bra LOOP;\n"
           "red.global.add.u32 [%rd1], 1;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd2, %rd1;\n"
           "st.global.u32 [%rd2+16], %r2;\nret;\n}\n";

typedef struct Outcome {
    uint32_t memory[SAMPLE_WORDS];
    uint64_t cycles, active, timed, instructions_timed, executed, sectors, blocks_done;
    double error;
} Outcome;

static Outcome outcome_with(const LockstepOptions *options, const char *kernel, uint32_t blocks)
{
    Machine machine;
    Outcome outcome = {0};
    if (machine_open_with(&machine, options, kernel, strlen(kernel), "s.ptx")) {
        Arguments arguments = {0};
        uint64_t buffer = machine_buffer(&machine, "p", outcome.memory, sizeof outcome.memory);
        argument_u64(&arguments, buffer);
        machine_expect(&machine, machine_launch(&machine, "k", blocks, 256, &arguments), "k");
        machine_read(&machine, buffer, outcome.memory, sizeof outcome.memory);
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        uint64_t stalls = 0;
        for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
            for (int stall = 0; stall < STALL_COUNT; stall++) {
                stalls += record->time->stalls[pc].cycles[stall];
            }
            outcome.executed += record->executed[pc].executed * (pc + 1);
            outcome.sectors += record->accesses[pc].global_sectors * (pc + 1);
        }
        EXPECT_EQ(stalls, record->time->sms.warp_cycles);
        outcome.cycles = record->time->cycles;
        outcome.active = record->time->sms.active_cycles;
        outcome.timed = record->time->blocks_timed;
        outcome.instructions_timed = record->time->instructions_timed;
        outcome.error = record->time->error;
        outcome.blocks_done = record->blocks_done;
    }
    machine_close(&machine);
    return outcome;
}

static LockstepOptions clocked_on(const char *gpu_text)
{
    return (LockstepOptions){
        .gpu_text = gpu_text, .gpu_file_name = "test.gpu", .threads = 2, .mode = LOCKSTEP_CYCLES};
}

static Outcome outcome_on(const char *gpu_text, bool is_sampled, uint32_t blocks)
{
    LockstepOptions options = clocked_on(gpu_text);
    options.is_sampled = is_sampled;
    return outcome_with(&options, sample_kernel, blocks);
}

static const char four_sms[] = "base = h200\ntitle = test\nsm_count = 4 # test\n";

static Outcome outcome_of(bool is_sampled, uint32_t blocks)
{
    return outcome_on(four_sms, is_sampled, blocks);
}

TEST(a_sample_has_all_bytes_and_counts_and_nearly_the_cycles)
{
    Outcome all = outcome_of(false, SAMPLE_BLOCKS), sample = outcome_of(true, SAMPLE_BLOCKS);
    EXPECT_EQ(memcmp(all.memory, sample.memory, sizeof all.memory), 0);
    EXPECT_EQ(all.memory[0], SAMPLE_BLOCKS * 256);
    EXPECT_EQ(sample.executed, all.executed);
    EXPECT_EQ(sample.sectors, all.sectors);
    EXPECT_EQ(sample.blocks_done, SAMPLE_BLOCKS);
    EXPECT_EQ(all.timed, 0);
    EXPECT(sample.timed > 0 && sample.timed < SAMPLE_BLOCKS / 2);
    EXPECT(sample.error <= 0.01);
    double ratio = (double)sample.cycles / (double)all.cycles;
    EXPECT(ratio > 0.97 && ratio < 1.03);
}

// With one block at a time, an SM is idle from the end of a block to the beginning of the next.
TEST(a_sample_knows_how_long_sms_are_idle)
{
    static const char gpu[] =
        "base = h200\ntitle = test\nsm_count = 4 # test\nblocks_per_sm = 1 # test\n";
    Outcome all = outcome_on(gpu, false, 100), sample = outcome_on(gpu, true, 100);
    EXPECT(sample.timed > 0 && sample.timed < 50);
    EXPECT((double)all.active < 0.95 * 4 * (double)all.cycles);
    double ratio = (double)sample.active / (double)all.active;
    EXPECT(ratio > 0.98 && ratio < 1.02);
}

TEST(a_small_grid_is_not_sampled)
{
    Outcome all = outcome_of(false, 100), sample = outcome_of(true, 100);
    EXPECT_EQ(sample.timed, 0);
    EXPECT_EQ(sample.cycles, all.cycles);
}

// --- clocks that stop early

// Each thread tries until it has added to one word.
static const char trying_kernel[] =
    HEADER "ld.param.u64 %rd1, [p];\nLOOP:\nld.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r1, 1;\n"
           "atom.global.cas.b32 %r3, [%rd1], %r1, %r2;\nsetp.ne.u32 %p1, %r3, %r1;\n"
           "@%p1 bra LOOP;\nret;\n}\n";

// Each thread tests an mbarrier until all have arrived.
static const char testing_kernel[] =
    HEADER ".shared .align 8 .b64 m;\nmov.u32 %r1, %tid.x;\nsetp.ne.u32 %p1, %r1, 0;\n"
           "@%p1 bra READY;\nmbarrier.init.shared.b64 [m], 256;\nREADY:\nbar.sync 0;\n"
           "mbarrier.arrive.shared.b64 %rd1, [m];\n"
           "LOOP:\nmbarrier.test_wait.shared.b64 %p1, [m], %rd1;\n@!%p1 bra LOOP;\nret;\n}\n";

// Its warps meet at a barrier in each round.
static const char meeting_kernel[] =
    HEADER "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r3, 0;\n"
           "LOOP:\nbar.sync 0;\nadd.u32 %r2, %r2, %r1;\nadd.u32 %r3, %r3, 1;\n"
           "setp.lt.u32 %p1, %r3, 40;\n@%p1 bra LOOP;\nmul.wide.u32 %rd2, %r1, 4;\n"
           "add.u64 %rd2, %rd2, %rd1;\nst.global.u32 [%rd2+16], %r2;\nret;\n}\n";

static Outcome outcome_until(uint64_t clock_limit, const char *kernel, uint32_t blocks)
{
    LockstepOptions options = clocked_on(four_sms);
    options.clock_limit = clock_limit;
    return outcome_with(&options, kernel, blocks);
}

static void expect_all_but_time(const Outcome *all, const Outcome *cut)
{
    EXPECT_EQ(memcmp(all->memory, cut->memory, sizeof all->memory), 0);
    EXPECT_EQ(cut->executed, all->executed);
    EXPECT_EQ(cut->sectors, all->sectors);
    EXPECT_EQ(cut->blocks_done, all->blocks_done);
}

// Also in the first phases, and where most blocks have not begun.
TEST(a_clock_that_stops_leaves_all_bytes_and_counts)
{
    static const char *const kernels[] = {sample_kernel, meeting_kernel};
    for (int i = 0; i < 2; i++) {
        Outcome all = outcome_until(0, kernels[i], SAMPLE_BLOCKS);
        EXPECT_EQ(all.instructions_timed, 0);
        for (uint64_t limit = 1; limit < 1000000; limit *= 10) {
            Outcome cut = outcome_until(limit, kernels[i], SAMPLE_BLOCKS);
            expect_all_but_time(&all, &cut);
            EXPECT(cut.instructions_timed > 0 && cut.instructions_timed < 2 * limit + 40000);
        }
    }
}

TEST(the_cycles_of_a_stopped_clock_are_as_close_as_it_says)
{
    Outcome all = outcome_until(0, sample_kernel, SAMPLE_BLOCKS);
    Outcome cut = outcome_until(500000, sample_kernel, SAMPLE_BLOCKS);
    EXPECT(cut.instructions_timed > 0);
    EXPECT(cut.error <= 0.25);
    EXPECT(fabs((double)cut.cycles / (double)all.cycles - 1) <= cut.error);
}

TEST(a_clock_goes_on_where_work_depends_on_time_and_to_an_end_that_comes_first)
{
    Outcome tries = outcome_until(1000, trying_kernel, 20);
    EXPECT_EQ(tries.memory[0], 20 * 256);
    EXPECT_EQ(tries.instructions_timed, 0);
    EXPECT_EQ(outcome_until(1000, testing_kernel, 20).instructions_timed, 0);
    Outcome all = outcome_until(0, sample_kernel, 20);
    Outcome longer = outcome_until(1000000, sample_kernel, 20);
    EXPECT_EQ(longer.instructions_timed, 0);
    EXPECT_EQ(longer.cycles, all.cycles);
}

// --- the same counts without a clock

// Lanes of a warp meet the others of the block at two barriers, and each other behind them.
static const char dividing_kernel[] =
    HEADER "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 1;\n"
           "setp.lt.u32 %p1, %r1, 3;\n@%p1 bra LOW;\nadd.u32 %r2, %r2, 1;\nbar.sync 0;\n"
           "add.u32 %r2, %r2, 1;\nbra.uni MEET;\nLOW:\nbar.sync 0;\nMEET:\nbar.sync 0;\n"
           "add.u32 %r2, %r2, 1;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd2, %rd1;\n"
           "st.global.u32 [%rd2], %r2;\nret;\n}\n";

// Executions of each micro-op, weighted by its place.
static uint64_t executed_in(LockstepMode mode, uint32_t threads)
{
    Machine machine;
    uint32_t memory[256];
    uint64_t executed = 0;
    LockstepOptions options = clocked_on(four_sms);
    options.mode = mode;
    if (machine_open_with(&machine, &options, dividing_kernel, strlen(dividing_kernel), "d.ptx")) {
        Arguments arguments = {0};
        uint64_t buffer = machine_buffer(&machine, "p", memory, sizeof memory);
        argument_u64(&arguments, buffer);
        machine_expect(&machine, machine_launch(&machine, "k", 1, threads, &arguments), "k");
        machine_read(&machine, buffer, memory, sizeof memory);
        EXPECT_EQ(memory[2], 2);
        EXPECT_EQ(memory[threads - 1], 4);
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
            executed += record->executed[pc].executed * (pc + 1);
        }
    }
    machine_close(&machine);
    return executed;
}

// Also where the last warp lets a divided one go on: its lanes that are behind go first, so that
// they meet.
TEST(a_divided_warp_meets_again_with_and_without_a_clock)
{
    for (uint32_t threads = 32; threads <= 256; threads *= 2) {
        EXPECT_EQ(executed_in(LOCKSTEP_COUNTS, threads), executed_in(LOCKSTEP_CYCLES, threads));
    }
    uint64_t one = executed_in(LOCKSTEP_COUNTS, 32), two = executed_in(LOCKSTEP_COUNTS, 64);
    EXPECT_EQ(executed_in(LOCKSTEP_COUNTS, 256), one + 7 * (two - one));
}
