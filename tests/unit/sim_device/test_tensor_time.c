// SPDX-License-Identifier: Apache-2.0
// The time of tcgen05, from the GPU's parameters: how much longer a kernel takes for each product,
// copy, shift, load and store; and who waits for them.
#include "isa/base/text.h"
#include "sim/device/record.h"
#include "sim/record/recording.h"
#include "tests/machine.h"

#define START(directives, group)                                                                   \
    ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k(.param .u64 "              \
    "p) " directives "\n{\n"                                                                       \
    ".reg .pred %p<9>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<9>;\n.reg .b16 %h<2>;\n"                  \
    ".shared .align 1024 .b8 s[40960];\n.shared .align 8 .b64 barrier;\n"                          \
    ".shared .align 4 .b32 place;\n"                                                               \
    "ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, s;\n"                   \
    "mov.u32 %r2, barrier;\nmov.u32 %r3, %tid.x;\n"                                                \
    "tcgen05.alloc." group ".sync.aligned.shared::cta.b32 [place], 512;\n"                         \
    "setp.eq.u32 %p1, %r3, 0;\n@%p1 mbarrier.init.shared.b64 [%r2], 1;\nbar.sync 0;\n"             \
    "ld.shared.b32 %r4, [place];\nshr.u32 %r5, %r1, 4;\ncvt.u64.u32 %rd2, %r5;\n"                  \
    "or.b64 %rd2, %rd2, 0x4000404000000000;\nadd.u32 %r8, %r4, 256;\nadd.u32 %r9, %r4, 272;\n"
#define COMMIT                                                                                     \
    "@%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r2];\nagain:\n"  \
    "mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra again;\n"
#define END "bar.sync 0;\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 512;\nret;\n}\n"

typedef struct Outcome {
    uint64_t cycles, waiting; // warp cycles for tensor memory
    double busy;              // cycles of the tensor cores, for each scheduler
    bool names_commit;        // the longest wait for tensor memory is for a commit
} Outcome;

static bool watch_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)context, (void)launch;
    *watch = (LockstepWatch){
        .block_count = 1, .sm = LOCKSTEP_ALL, .warp = LOCKSTEP_ALL, .max_steps = 10000};
    return true;
}

static bool names_commit(const LaunchRecord *record)
{
    const Recording *recording = record->recording;
    for (uint32_t i = 0; recording != NULL && i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        for (uint32_t w = step->wait; w < step->wait + step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[w];
            if (wait->stall == STALL_TENSOR && wait->producer != RECORDED_NONE) {
                uint32_t pc = recording->steps[wait->producer].pc;
                return record->program->code[pc].kind == MICRO_TENSOR_COMMIT;
            }
        }
    }
    return false;
}

static Outcome run(const char *ptx, uint32_t blocks)
{
    Machine machine;
    Outcome outcome = {0};
    LockstepOptions options = {
        .gpu = "b200", .mode = LOCKSTEP_CYCLES, .threads = 1, .record = watch_all};
    if (machine_open_with(&machine, &options, ptx, strlen(ptx), "time.ptx")) {
        Arguments arguments = {0};
        argument_u64(&arguments, machine_buffer(&machine, "p", NULL, 1 << 16));
        machine_expect(&machine, machine_launch(&machine, "k", blocks, 32, &arguments), "k");
        const LaunchRecord *record = lockstep_report(machine.device)->records[0];
        for (uint32_t pc = 0; record->time != NULL && pc < record->program->code_count; pc++) {
            outcome.waiting += record->time->stalls[pc].cycles[STALL_TENSOR];
        }
        outcome.cycles = record->time == NULL ? 0 : record->time->cycles;
        outcome.busy = record->time == NULL ? 0 : record->time->busy.pipes[PIPE_TENSOR];
        outcome.names_commit = names_commit(record);
    }
    machine_close(&machine);
    return outcome;
}

static Outcome repeated(const char *before, const char *step, uint32_t times, const char *after)
{
    Text text = {0};
    text_put(&text, START("", "cta_group::1"));
    text_put(&text, before);
    for (uint32_t i = 0; i < times; i++) {
        text_put(&text, step);
    }
    text_put(&text, after);
    text_put(&text, END);
    Outcome outcome = run(text_string(&text), 1);
    text_destroy(&text);
    return outcome;
}

// Cycles that each of 20 more steps adds.
static double cycles_each(const char *before, const char *step, const char *after)
{
    uint64_t few = repeated(before, step, 20, after).cycles;
    return (double)(repeated(before, step, 40, after).cycles - few) / 20;
}

// A product of m x n by an instruction descriptor's other bits.
static void expect_product(const char *name, const char *a, uint32_t m, uint32_t n, uint32_t bits,
                           const char *more, double cycles)
{
    char before[64], step[200];
    snprintf(before, sizeof before, "mov.u32 %%r6, %u;\n", m / 16 << 24 | n / 8 << 17 | bits);
    snprintf(step, sizeof step, "@%%p1 tcgen05.mma%s [%%r4], %s, %%rd2, %s%%r6, 0;\n", name, a,
             more);
    double found = cycles_each(before, step, COMMIT);
    if (!EXPECT(found == cycles)) {
        fprintf(stderr, "%s m%un%u: %g cycles, not %g\n", name, m, n, found, cycles);
    }
}

// 128 x 256 x 16 products at 4096 a cycle; 4 KB of A and 32 bytes a column of B at 128.
TEST(products_take_the_time_of_their_multiplications_or_reading)
{
    enum { F32 = 1 << 4, TF32 = 2 << 7 | 2 << 10, S32 = 2 << 4 };
    expect_product(".cta_group::1.kind::f16", "%rd2", 128, 256, F32, "", 128);
    expect_product(".cta_group::1.kind::tf32", "%rd2", 128, 256, F32 | TF32, "", 128);
    expect_product(".cta_group::1.kind::f8f6f4", "%rd2", 128, 256, F32, "", 128);
    expect_product(".cta_group::1.kind::i8", "%rd2", 128, 256, S32, "", 128);
    expect_product(".cta_group::1.kind::f16", "%rd2", 128, 16, F32, "", 36);   // reading
    expect_product(".cta_group::1.kind::f16", "[%r8]", 128, 16, F32, "", 8);   // A in memory
    expect_product(".cta_group::1.kind::f16", "[%r8]", 64, 256, F32, "", 128); // half is idle
    expect_product(".ws.cta_group::1.kind::f16", "[%r8]", 64, 256, F32, "", 64);
}

TEST(copies_and_shifts_take_the_time_of_their_bytes_and_columns)
{
    EXPECT_EQ(cycles_each("", "@%p1 tcgen05.cp.cta_group::1.128x256b [%r8], %rd2;\n", COMMIT), 32);
    EXPECT_EQ(cycles_each("", "@%p1 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r8], %rd2;\n", COMMIT),
              4);
    EXPECT_EQ(cycles_each("", "@%p1 tcgen05.shift.cta_group::1.down [%r8];\n", COMMIT), 8);
}

// "{%q0, %q1, ...}".
static void write_registers(uint32_t count, Text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        text_printf(out, "%s%%q%u", i == 0 ? "{" : ", ", i);
    }
    text_put(out, "}");
}

// A lane of tensor memory moves a word a cycle; fragments of 16 lanes, and packed ones, need twice
// as long. Many registers, so that nobody waits for the same one's last value.
TEST(loads_and_stores_take_a_cycle_for_each_word_of_a_lane)
{
    static const struct {
        const char *shape;
        uint32_t registers;
        bool is_load;
        double cycles;
    } cases[] = {{"32x32b.x64", 64, true, 64},
                 {"16x256b.x16", 64, true, 128},
                 {"32x32b.x64.pack::16b", 64, true, 128},
                 {"32x32b.x8", 8, false, 8},
                 {"16x64b.x8.unpack::16b", 8, false, 32}};
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Text before = {0}, step = {0}, after = {0};
        text_put(&before, ".reg .b32 %q<64>;\n");
        for (uint32_t q = 0; q < 64; q++) {
            text_printf(&before, "mov.u32 %%q%u, 0;\n", q);
            text_printf(&after, "add.u32 %%q0, %%q0, %%q%u;\n", q);
        }
        text_put(&after, "st.global.b32 [%rd1], %q0;\n");
        text_printf(&step, "tcgen05.%s.sync.aligned.%s.b32 ", cases[i].is_load ? "ld" : "st",
                    cases[i].shape);
        text_put(&step, cases[i].is_load ? "" : "[%r4], ");
        write_registers(cases[i].registers, &step);
        text_put(&step, cases[i].is_load ? ", [%r4];\n" : ";\n");
        EXPECT_EQ(cycles_each(text_string(&before), text_string(&step), text_string(&after)),
                  cases[i].cycles);
        text_destroy(&before);
        text_destroy(&step);
        text_destroy(&after);
    }
}

TEST(warps_wait_for_products_at_the_mbarrier_that_a_commit_names)
{
    Outcome outcome = repeated("mov.u32 %r6, 138412048;\n", // 128 x 256
                               "@%p1 tcgen05.mma.cta_group::1.kind::f16 [%r4], %rd2, %rd2, %r6, "
                               "0;\n",
                               30, COMMIT "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r10}, [%r4];\n");
    EXPECT(outcome.waiting > 3000 && outcome.names_commit);
    EXPECT_EQ(outcome.busy, 30 * 128 * 4);
}

// The second block waits at its own mbarrier, at which the first one's commit arrives.
TEST(both_blocks_of_a_pair_wait_for_products_and_have_their_core_busy)
{
    Text text = {0};
    text_put(&text, START(".reqntid 32 .reqnctapercluster 2", "cta_group::2"));
    text_put(&text, "mov.u32 %r6, 272629776;\n" // 256 x 256
                    "mov.u32 %r7, %cluster_ctarank;\nmov.u16 %h1, 3;\n"
                    "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                    "setp.eq.and.u32 %p1, %r7, 0, %p1;\n");
    for (uint32_t i = 0; i < 30; i++) {
        text_put(&text, "@%p1 tcgen05.mma.cta_group::2.kind::f16 [%r4], %rd2, %rd2, %r6, 0;\n");
    }
    text_put(&text, "@%p1 tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
                    ".multicast::cluster.b64 [%r2], %h1;\nagain:\n"
                    "mbarrier.try_wait.parity.shared.b64 %p2, [%r2], 0;\n@!%p2 bra again;\n"
                    "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
                    "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r4, 512;\nret;\n}\n");
    Outcome outcome = run(text_string(&text), 2);
    EXPECT(outcome.waiting > 2 * 30 * 128 * 8 / 10);
    EXPECT_EQ(outcome.busy, 2 * 30 * 128 * 4);
    text_destroy(&text);
}
