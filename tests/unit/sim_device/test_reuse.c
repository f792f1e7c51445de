// SPDX-License-Identifier: Apache-2.0
// Launches that repeat an earlier one take its results, and only those.
#include "sim/device/record.h"
#include "tests/machine.h"

#define HEADER ".version 7.8\n.target sm_90\n.address_size 64\n"

enum { BLOCKS = 64, THREADS = 256, LAUNCHES = 6 };

// Every thread takes 1000 steps from in[0], and adds or stores (by `adds`) the result in
// out[block]; `moment` is a special register, which `use` may leave in the result.
#define KERNEL(moment, use)                                                                        \
    HEADER ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 adds)\n"                \
           "{\n"                                                                                   \
           ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<5>;\n"                              \
           "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nld.param.u32 %r1, [adds];\n"      \
           "ld.global.u32 %r2, [%rd1];\nmov.u32 %r3, 0;\n"                                         \
           "mov.u32 %r6, " moment ";\n" use ";\nadd.u32 %r2, %r2, %r6;\n"                          \
           "STEP:\n"                                                                               \
           "mad.lo.u32 %r2, %r2, 1664525, 1013904223;\nadd.u32 %r3, %r3, 1;\n"                     \
           "setp.lt.u32 %p1, %r3, 1000;\n@%p1 bra STEP;\n"                                         \
           "mov.u32 %r4, %ctaid.x;\nmul.wide.u32 %rd3, %r4, 4;\nadd.u64 %rd4, %rd2, %rd3;\n"       \
           "setp.ne.u32 %p2, %r1, 0;\n"                                                            \
           "@%p2 red.global.add.u32 [%rd4], %r2;\n@!%p2 st.global.u32 [%rd4], %r2;\n"              \
           "ret;\n}\n"

typedef struct Rig {
    Machine machine;
    uint64_t in, out;
} Rig;

static bool open_rig(Rig *rig, const char *ptx, LockstepOptions options)
{
    options.gpu = "h200";
    options.threads = 2;
    if (!machine_open_with(&rig->machine, &options, ptx, strlen(ptx), "test.ptx")) {
        return false;
    }
    uint32_t seed = 5;
    rig->in = machine_buffer(&rig->machine, "in", &seed, 4);
    rig->out = machine_buffer(&rig->machine, "out", NULL, BLOCKS * 4);
    return true;
}

static uint32_t value_of(uint32_t seed)
{
    for (uint32_t i = 0; i < 1000; i++) {
        seed = seed * 1664525 + 1013904223;
    }
    return seed;
}

static const LaunchRecord *launch(const Rig *rig, bool adds)
{
    Arguments arguments = {0};
    argument_u64(&arguments, rig->in);
    argument_u64(&arguments, rig->out);
    argument_u32(&arguments, adds);
    machine_expect(&rig->machine, machine_launch(&rig->machine, "k", BLOCKS, THREADS, &arguments),
                   "k");
    const LockstepReport *report = lockstep_report(rig->machine.device);
    return report->records[report->count - 1];
}

static void expect_out(const Rig *rig, uint32_t value)
{
    uint32_t out[BLOCKS];
    machine_read(&rig->machine, rig->out, out, sizeof out);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        EXPECT_EQ(out[i], value);
    }
}

static void expect_repeated(const LaunchRecord *record, bool is_repetition)
{
    EXPECT_EQ(record->is_repetition, is_repetition);
    EXPECT_EQ(record->repeated, is_repetition ? 1 : 0);
}

static void expect_equal_counts(const LaunchRecord *a, const LaunchRecord *b)
{
    uint32_t count = a->program->code_count;
    EXPECT(memcmp(a->executed, b->executed, count * sizeof *a->executed) == 0);
    EXPECT(memcmp(a->accesses, b->accesses, count * sizeof *a->accesses) == 0);
    EXPECT_EQ(a->blocks_done, b->blocks_done);
    if (EXPECT((a->time == NULL) == (b->time == NULL)) && a->time != NULL) {
        EXPECT_EQ(a->time->cycles, b->time->cycles);
        EXPECT(memcmp(a->time->stalls, b->time->stalls, count * sizeof *a->time->stalls) == 0);
    }
}

static void check_equal_stores(LockstepOptions options)
{
    Rig rig;
    if (open_rig(&rig, KERNEL("%laneid", "and.b32 %r6, %r6, 0"), options)) {
        const LaunchRecord *first = launch(&rig, false), *record = first;
        for (uint32_t i = 1; i < LAUNCHES; i++) {
            record = launch(&rig, false);
            // The first launch found other memory, and nobody looked at it.
            expect_repeated(record, i >= 2);
            expect_equal_counts(first, record);
            expect_out(&rig, value_of(5));
        }
        uint32_t seed = 6;
        lockstep_write(rig.machine.device, rig.in, &seed, 4);
        record = launch(&rig, false);
        expect_repeated(record, false);
        expect_out(&rig, value_of(6));
    }
    machine_close(&rig.machine);
}

TEST(equal_stores_are_taken_from_the_second_launch_on)
{
    check_equal_stores((LockstepOptions){.mode = LOCKSTEP_COUNTS});
    check_equal_stores((LockstepOptions){.mode = LOCKSTEP_CYCLES});
}

TEST(sums_in_place_are_never_repeated)
{
    Rig rig;
    if (open_rig(&rig, KERNEL("%laneid", "and.b32 %r6, %r6, 0"), (LockstepOptions){0})) {
        for (uint32_t i = 0; i < LAUNCHES; i++) {
            const LaunchRecord *record = launch(&rig, true);
            expect_repeated(record, false);
            expect_out(&rig, (i + 1) * THREADS * value_of(5));
        }
    }
    machine_close(&rig.machine);
}

TEST(sums_from_zero_are_repeated)
{
    Rig rig;
    if (open_rig(&rig, KERNEL("%laneid", "and.b32 %r6, %r6, 0"), (LockstepOptions){0})) {
        static const uint32_t zeros[BLOCKS];
        for (uint32_t i = 0; i < LAUNCHES; i++) {
            lockstep_write(rig.machine.device, rig.out, zeros, sizeof zeros);
            const LaunchRecord *record = launch(&rig, true);
            expect_repeated(record, i >= 2);
            expect_out(&rig, THREADS * value_of(5));
        }
    }
    machine_close(&rig.machine);
}

// A kernel's clocks begin with it: it reads the same in each launch, whether that runs or not.
TEST(clocks_are_repeated_and_what_is_to_run_runs)
{
    static const char *const moments[] = {"%clock", "%globaltimer_lo", "%laneid"};
    for (uint32_t i = 0; i < 6; i++) {
        Rig rig;
        char ptx[2048];
        bool runs_all = i >= 3;
        static const char text[] = KERNEL("%laneid", "add.u32 %r6, %r6, 1");
        const char *at = strstr(text, "%laneid");
        snprintf(ptx, sizeof ptx, "%.*s%s%s", (int)(at - text), text, moments[i % 3],
                 at + strlen("%laneid"));
        if (open_rig(&rig, ptx, (LockstepOptions){.runs_every_launch = runs_all})) {
            uint32_t first = 0, value = 0;
            for (uint32_t k = 0; k < LAUNCHES; k++) {
                const LaunchRecord *record = launch(&rig, false);
                expect_repeated(record, !runs_all && k >= 2);
                machine_read(&rig.machine, rig.out, &value, 4);
                first = k == 0 ? value : first;
                EXPECT_EQ(value, first);
            }
        }
        machine_close(&rig.machine);
    }
}

TEST(kernels_that_take_turns_are_repeated)
{
    Rig rig;
    if (open_rig(&rig, KERNEL("%laneid", "and.b32 %r6, %r6, 0"), (LockstepOptions){0})) {
        uint32_t seed = 9;
        uint64_t ins[2] = {rig.in, machine_buffer(&rig.machine, "other", &seed, 4)};
        for (uint32_t i = 0; i < 2 * LAUNCHES; i++) {
            rig.in = ins[i % 2];
            const LaunchRecord *record = launch(&rig, false);
            EXPECT_EQ(record->is_repetition, i >= 4);
            expect_out(&rig, value_of(i % 2 == 0 ? 5 : 9));
        }
    }
    machine_close(&rig.machine);
}

// The host writes mapped memory unseen.
TEST(mapped_memory_is_looked_at_each_time)
{
    static uint32_t seed;
    Rig rig;
    if (open_rig(&rig, KERNEL("%laneid", "and.b32 %r6, %r6, 0"), (LockstepOptions){0})) {
        seed = 5;
        EXPECT_EQ(lockstep_map(rig.machine.device, &seed, sizeof seed, "seed"), LOCKSTEP_OK);
        rig.in = (uint64_t)(uintptr_t)&seed;
        for (uint32_t i = 0; i < LAUNCHES; i++) {
            expect_repeated(launch(&rig, false), i >= 2);
        }
        expect_out(&rig, value_of(5));
        seed = 6;
        expect_repeated(launch(&rig, false), false);
        expect_out(&rig, value_of(6));
    }
    machine_close(&rig.machine);
}
