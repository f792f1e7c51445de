// SPDX-License-Identifier: Apache-2.0
// What warps wait for that copy asynchronously, meet at mbarriers or multiply in warpgroups: each
// has a stall of its own, and a recorded wait names the step that it was for.
#include "sim/device/record.h"
#include "sim/record/recording.h"
#include "tests/machine.h"

#define HEAD                                                                                       \
    ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"        \
    ".reg .pred %p<3>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n"                   \
    ".shared .align 1024 .b8 s[8192];\n.shared .align 8 .b64 barrier;\n"                           \
    "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, s;\n"                   \
    "mov.u32 %r2, barrier;\nmov.u32 %r3, %tid.x;\n"
#define TAIL "ret;\n}\n"
// One thread initializes the barrier, for so many arrivals.
#define BARRIER(count)                                                                             \
    "setp.eq.u32 %p1, %r3, 0;\n@%p1 mbarrier.init.shared.b64 [%r2], " count ";\nbar.sync 0;\n"
#define WAIT                                                                                       \
    "again:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra again;\n"               \
    "ld.shared.f32 %f1, [s];\nst.global.f32 [%rd1], %f1;\n"

static bool watch_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)context, (void)launch;
    *watch = (LockstepWatch){
        .block_count = 1, .sm = LOCKSTEP_ALL, .warp = LOCKSTEP_ALL, .max_steps = 10000};
    return true;
}

// Runs one block. `stall` has cycles, at an instruction after a micro-op of this kind; the longest
// such wait is for a step of kind `producer`, of another warp if that is so.
static void expect_wait(const char *ptx, uint32_t threads, Stall stall, MicroKind producer,
                        bool is_of_other_warp)
{
    Machine machine;
    LockstepOptions options = {
        .gpu = "h200", .mode = LOCKSTEP_CYCLES, .threads = 1, .record = watch_all};
    if (machine_open_with(&machine, &options, ptx, strlen(ptx), "waits.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 1 << 16));
        machine_expect(&machine, machine_launch(&machine, "k", 1, threads, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        const Recording *recording = record->recording;
        const RecordedWait *longest = NULL;
        const RecordedStep *waiting = NULL;
        for (uint32_t i = 0; recording != NULL && i < recording->step_count; i++) {
            const RecordedStep *step = &recording->steps[i];
            for (uint32_t w = step->wait; w < step->wait + step->wait_count; w++) {
                const RecordedWait *wait = &recording->waits[w];
                uint64_t most = longest == NULL ? 0 : longest->until - longest->from;
                if (wait->stall == stall && wait->until - wait->from > most) {
                    longest = wait;
                    waiting = step;
                }
            }
        }
        if (EXPECT(longest != NULL) && EXPECT(longest->producer != RECORDED_NONE)) {
            const RecordedStep *step = &recording->steps[longest->producer];
            EXPECT_EQ(record->program->code[step->pc].kind, producer);
            EXPECT_EQ(step->warp != waiting->warp, is_of_other_warp);
        }
    }
    machine_close(&machine);
}

TEST(a_wait_for_a_group_is_for_its_copies)
{
    expect_wait(HEAD "cp.async.cg.shared.global [%r1], [%rd1], 16;\ncp.async.commit_group;\n"
                     "cp.async.wait_group 0;\nld.shared.f32 %f1, [%r1];\n"
                     "st.global.f32 [%rd1], %f1;\n" TAIL,
                32, STALL_COPY_GROUP, MICRO_COPY_ASYNC, false);
}

TEST(a_wait_for_a_group_of_bulk_copies_is_for_them)
{
    expect_wait(HEAD "setp.ne.u32 %p1, %r3, 0;\n@%p1 bra end;\n"
                     "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], 4096;\n"
                     "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nend:\n" TAIL,
                32, STALL_BULK_COPY, MICRO_COPY_BULK, false);
}

TEST(a_phase_that_bulk_copies_complete_is_a_wait_for_them)
{
    expect_wait(HEAD BARRIER("1") //
                "setp.lt.u32 %p1, %r3, 32;\n@%p1 bra again;\n"
                "setp.ne.u32 %p1, %r3, 32;\n@%p1 bra end;\n"
                "mbarrier.arrive.expect_tx.shared.b64 _, [%r2], 4096;\n"
                "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], "
                "4096, [%r2];\nbra end;\n" WAIT "end:\n" TAIL,
                64, STALL_BULK_COPY, MICRO_COPY_BULK, true);
}

TEST(a_phase_that_copies_of_threads_complete_is_a_wait_at_its_mbarrier)
{
    expect_wait(HEAD BARRIER("32") //
                "cp.async.cg.shared.global [%r1], [%rd1], 16;\n"
                "cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];\n" WAIT TAIL,
                32, STALL_MBARRIER, MICRO_MBARRIER, false);
}

TEST(a_phase_without_copies_is_a_wait_for_the_arrival)
{
    expect_wait(HEAD BARRIER("1") //
                "setp.eq.u32 %p1, %r3, 32;\n@!%p1 bra again;\nnanosleep.u32 500;\n"
                "mbarrier.arrive.shared.b64 _, [%r2];\n" WAIT TAIL,
                64, STALL_MBARRIER, MICRO_MBARRIER, true);
}

TEST(products_of_a_warpgroup_are_waited_for_as_such)
{
    expect_wait(HEAD "shr.u32 %r4, %r1, 4;\ncvt.u64.u32 %rd2, %r4;\n"
                     "or.b64 %rd2, %rd2, 0x1000000080000;\nsetp.eq.u32 %p1, %r3, %r3;\n"
                     "wgmma.fence.sync.aligned;\n"
                     "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, "
                     "%rd2, %rd2, %p1, 1, 1, 0, 0;\n"
                     "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n"
                     "st.global.f32 [%rd1], %f1;\n" TAIL,
                128, STALL_WARPGROUP, MICRO_MATRIX_MULTIPLY, false);
}

// Warp 0 arrives after so many rounds of a loop, which take 29 cycles each; warp 1 repeats this
// test of the phase.
#define TRIES(rounds, test)                                                                        \
    HEAD BARRIER("1") "setp.ge.u32 %p1, %r3, 32;\n@%p1 bra again;\nmov.u32 %r4, " rounds ";\n"     \
                      "mov.f32 %f1, 0f3f800000;\nloop:\nfma.rn.f32 %f1, %f1, %f1, %f1;\n"          \
                      "sub.u32 %r4, %r4, 1;\nsetp.ne.u32 %p2, %r4, 0;\n@%p2 bra loop;\n"           \
                      "st.shared.f32 [%r1], %f1;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra end;\n"       \
                      "mbarrier.arrive.shared.b64 %rd2, [%r2];\nbra end;\n"                        \
                      "again:\nmbarrier." test ";\n@!%p2 bra again;\nend:\n" TAIL

// How often the test was executed.
static uint64_t tries(LockstepMode mode, const char *ptx)
{
    Machine machine;
    LockstepOptions options = {.gpu = "h200", .mode = mode, .threads = 1};
    uint64_t executed = 0;
    if (machine_open_with(&machine, &options, ptx, strlen(ptx), "tries.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 1 << 16));
        machine_expect(&machine, machine_launch(&machine, "k", 1, 64, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
            const Micro *micro = &record->program->code[pc];
            bool is_test = micro->kind == MICRO_MBARRIER && (micro->function == PTX_DOT_TRY_WAIT ||
                                                             micro->function == PTX_DOT_TEST_WAIT);
            executed += is_test ? record->executed[pc].executed : 0;
        }
    }
    machine_close(&machine);
    return executed;
}

// An H200 suspends the warp of a try_wait until the phase completes, at most 7,900 cycles, whatever
// its time limit says (traces/h200/probes/tries.txt). Without a clock, a try is suspended until all
// others have had a turn. A test_wait is repeated at once.
TEST(a_try_is_suspended_until_the_phase_completes)
{
    static const char *const kernels[] = {
        TRIES("200", "try_wait.parity.shared.b64 %p2, [%r2], 0"),
        TRIES("200", "try_wait.parity.shared.b64 %p2, [%r2], 0, 1000"),
        TRIES("200", "try_wait.parity.shared.b64 %p2, [%r2], 0, 1000000")};
    for (uint32_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        EXPECT_EQ(tries(LOCKSTEP_COUNTS, kernels[i]), 1);
        EXPECT_EQ(tries(LOCKSTEP_CYCLES, kernels[i]), 1);
    }
    static const char test_wait[] = TRIES("200", "test_wait.parity.shared.b64 %p2, [%r2], 0");
    EXPECT(tries(LOCKSTEP_COUNTS, test_wait) > 1);
    EXPECT(tries(LOCKSTEP_CYCLES, test_wait) > 1);
}

TEST(a_try_ends_after_7900_cycles)
{
    static const char kernel[] = TRIES("1500", "try_wait.parity.shared.b64 %p2, [%r2], 0");
    EXPECT_EQ(tries(LOCKSTEP_CYCLES, kernel), 1 + 1500 * 29 / 7900);
}

// All wait before they arrive: their tries end, and their next ones find the phase complete.
TEST(a_try_ends_where_nobody_arrives)
{
    static const char kernel[] =
        HEAD BARRIER("64") "again:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n"
                           "@!%p2 mbarrier.arrive.shared.b64 %rd2, [%r2];\n@!%p2 bra again;\n" TAIL;
    EXPECT_EQ(tries(LOCKSTEP_COUNTS, kernel), 4); // of two warps
    EXPECT_EQ(tries(LOCKSTEP_CYCLES, kernel), 4);
}

// Where the arrival comes before the first test, the modes count alike.
TEST(a_try_of_a_complete_phase_counts_once_in_both_modes)
{
    static const char kernel[] = HEAD BARRIER("1") "@%p1 mbarrier.arrive.shared.b64 %rd2, [%r2];\n"
                                                   "bar.sync 0;\n" WAIT TAIL;
    EXPECT_EQ(tries(LOCKSTEP_COUNTS, kernel), 2); // of two warps
    EXPECT_EQ(tries(LOCKSTEP_CYCLES, kernel), 2);
}
