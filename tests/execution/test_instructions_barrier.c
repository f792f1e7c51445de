// SPDX-License-Identifier: Apache-2.0
// Barriers of a block in every spelling, for all threads and for some, and what they compute on the
// way; fences and membars, which order what one thread says and another hears.
#include "tests/execution/instructions.h"

#define THREADS 109u // three warps and a partial one

// Each thread stores its sample, waits, and reads that of the thread <1> places further.
static void exchange(const char *wait, uint32_t threads)
{
    static Out out;
    const Program program = {
        .head = ".shared .align 4 .b32 s[1024];",
        .threads = threads,
        .body = "mov.u32 %r12, s;\nmad.lo.u32 %r13, %r1, 4, %r12;\nst.shared.u32 [%r13], %r10;\n"
                "<0>\nadd.u32 %r14, %r1, 37;\nrem.u32 %r14, %r14, %r4;\n"
                "mad.lo.u32 %r14, %r14, 4, %r12;\nld.shared.u32 %r15, [%r14];\n" KEEP(0, "%r15"),
        .parts = PARTS(wait)};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < threads; t++) {
            EXPECT_WORD(out, t, 0, sample((t + 37) % threads));
        }
    }
}

TEST(all_threads_wait_for_all)
{
    exchange("bar.sync 0;", THREADS);
    exchange("bar.cta.sync 15;", THREADS);
    exchange("mov.u32 %r20, 3;\nbar.sync %r20;", 1000);
    exchange("bar.sync 4, 128;", 128);
    exchange("barrier.sync 0;", THREADS);
    exchange("barrier.cta.sync.aligned 2;", THREADS);
    exchange("barrier.sync 5, 96;", 96);
    exchange("barrier.sync.aligned 5, 64;", 64);
    exchange("bar.red.popc.u32 %r20, 0, %p1;", THREADS);
    exchange("bar.sync 1;\nmembar.cta;\nbar.sync 1;\nbar.sync 2;", THREADS);
}

// The form that is not aligned may be reached on two paths.
TEST(barrier_is_met_from_two_paths)
{
    exchange("and.b32 %r20, %r1, 1;\nsetp.eq.u32 %p1, %r20, 0;\n@%p1 bra even;\nbarrier.sync 0;\n"
             "bra join;\neven:\nbarrier.sync 0;\njoin:\n",
             THREADS);
}

// Warps 0 and 1 only arrive with what they made; warps 2 and 3 wait for it.
static void produce_and_consume(const char *arrive, const char *sync)
{
    static Out out;
    const Program program = {
        .head = ".shared .align 4 .b32 s[64];",
        .threads = 128,
        .body = "mov.u32 %r12, s;\nsetp.lt.u32 %p1, %r1, 64;\n@!%p1 bra consume;\n"
                "mad.lo.u32 %r13, %r1, 4, %r12;\nst.shared.u32 [%r13], %r10;\nmembar.cta;\n"
                "<0>\nbra done;\nconsume:\n<1>\nsub.u32 %r14, %r1, 64;\n"
                "mad.lo.u32 %r13, %r14, 4, %r12;\nld.shared.u32 %r15, [%r13];\n" KEEP(
                    0, "%r15") "done:\n",
        .parts = PARTS(arrive, sync)};
    if (program_run(&program, out)) {
        for (uint32_t t = 64; t < 128; t++) {
            EXPECT_WORD(out, t, 0, sample(t - 64));
        }
    }
}

TEST(producers_arrive_and_consumers_wait)
{
    produce_and_consume("bar.arrive 1, 128;", "bar.sync 1, 128;");
    produce_and_consume("bar.cta.arrive 7, 128;", "bar.cta.sync 7, 128;");
    produce_and_consume("barrier.arrive 1, 128;", "barrier.sync 1, 128;");
    produce_and_consume("barrier.cta.arrive.aligned 1, 128;", "barrier.cta.sync.aligned 1, 128;");
}

// Threads whose sample is a multiple of 3 say yes.
static void reduce(const char *opcode, const char *aligned, const char *count, uint32_t threads)
{
    static Out out;
    uint32_t votes = 0;
    for (uint32_t t = 0; t < threads; t++) {
        votes += sample(t) % 3 == 0;
    }
    const Program program = {
        .threads = threads,
        .body = "rem.u32 %r12, %r10, 3;\nsetp.eq.u32 %p1, %r12, 0;\nsetp.ne.u32 %p5, %r1, 9999;\n"
                "<0>.red.popc<1>.u32 %r13, 0<2>, %p1;\n<0>.red.popc<1>.u32 %r14, 1<2>, !%p1;\n"
                "<0>.red.and<1>.pred %p2, 2<2>, %p1;\n<0>.red.or<1>.pred %p3, 0<2>, %p1;\n"
                "<0>.red.and<1>.pred %p4, 0<2>, %p5;\n<0>.red.or<1>.pred %p6, 0<2>, !%p5;\n" KEEP(
                    0, "%r13") KEEP(4, "%r14") KEEP_PREDICATE(8, "%p2") KEEP_PREDICATE(12, "%p3")
                    KEEP_PREDICATE(16, "%p4") KEEP_PREDICATE(20, "%p6"),
        .parts = PARTS(opcode, aligned, count)};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < threads; t++) {
            EXPECT_WORD(out, t, 0, votes);
            EXPECT_WORD(out, t, 1, threads - votes);
            EXPECT_WORD(out, t, 2, votes == threads);
            EXPECT_WORD(out, t, 3, votes > 0);
            EXPECT_WORD(out, t, 4, 1);
            EXPECT_WORD(out, t, 5, 0);
        }
    }
}

TEST(barriers_reduce)
{
    reduce("bar", "", "", THREADS);
    reduce("bar.cta", "", ", 96", 96);
    reduce("barrier", "", "", THREADS);
    reduce("barrier", "", ", 64", 64);
    reduce("barrier.cta", ".aligned", "", THREADS);
    reduce("barrier", ".aligned", ", 160", 160);
}

TEST(threads_that_have_exited_are_not_waited_for)
{
    static Out out;
    const Program program = {.threads = THREADS,
                             .body = "setp.lt.u32 %p1, %r1, 64;\n@%p1 exit;\n"
                                     "setp.lt.u32 %p2, %r1, 9999;\n"
                                     "bar.red.popc.u32 %r12, 0, %p2;\n" KEEP(0, "%r12")};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, t < 64 ? 0 : THREADS - 64);
        }
    }
}

// Warp 0 writes, fences and raises a flag; warp 1 waits for the flag, fences and reads.
static void hand_over(const char *fence, const char *acquire)
{
    static Out out;
    const Program program = {
        .head = ".global .u32 g[32];\n.global .u32 flag;",
        .threads = 64,
        .body = "mov.u64 %rd5, g;\nmul.wide.u32 %rd6, %r5, 4;\nadd.s64 %rd6, %rd6, %rd5;\n"
                "setp.ge.u32 %p1, %r1, 32;\n@%p1 bra reader;\nst.global.u32 [%rd6], %r10;\n<0>\n"
                "bar.warp.sync -1;\nst.volatile.global.u32 [flag], 1;\nbra done;\nreader:\n"
                "ld.volatile.global.u32 %r12, [flag];\nsetp.eq.u32 %p2, %r12, 0;\n"
                "@%p2 bra reader;\n<1>\nld.global.u32 %r13, [%rd6];\n" KEEP(0, "%r13") "done:\n",
        .parts = PARTS(fence, acquire)};
    if (program_run(&program, out)) {
        for (uint32_t t = 32; t < 64; t++) {
            EXPECT_WORD(out, t, 0, sample(t - 32));
        }
    }
}

TEST(fences)
{
    static const char *const fences[] = {
        "membar.cta;",
        "membar.gl;",
        "membar.sys;",
        "membar.proxy.alias;",
        "fence.sc.gpu;",
        "fence.acq_rel.cta;",
        "fence.cluster;",
        "fence.sys;",
        "fence.release.gpu;",
        "fence.release.sync_restrict::shared::cta.cluster;",
        "fence.mbarrier_init.release.cluster;",
        "fence.proxy.alias;",
        "fence.proxy.async;",
        "fence.proxy.async.global;",
        "fence.proxy.async.shared::cta;",
    };
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        hand_over(fences[i], i % 2 ? "fence.acquire.gpu;"
                                   : "fence.acquire.sync_restrict::shared::cluster.cluster;");
    }
}

INSTRUCTIONS_MAIN()
