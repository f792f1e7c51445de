// SPDX-License-Identifier: Apache-2.0
// Clusters: barrier.cluster, mapa and getctarank, loads, stores and atomics in another block's
// shared memory, and the special registers of a cluster.
#include "tests/execution/instructions.h"

// PTX keeps its shape: a formatter would tear it apart at the macros between the strings.
// clang-format off

#define BLOCKS  8u
#define CLUSTER 4u
#define THREADS 40u

static bool run_cluster(const char *body, const char *const parts[], Out out)
{
    return program_run(&(Program){.head = ".shared .align 8 .b32 s[64];\n",
                                  .body = body,
                                  .parts = parts,
                                  .blocks = BLOCKS,
                                  .threads = THREADS,
                                  .cluster = CLUSTER},
                       out);
}

// %rd5, %r20: this thread's word of the next block's shared memory, generic and in its space.
#define NEXT_BLOCK                                                                                 \
    "mov.u32 %r12, %cluster_ctarank;\nadd.u32 %r13, %r12, 1;\nand.b32 %r13, %r13, 3;\n"            \
    "mov.u32 %r14, s;\nmad.lo.u32 %r14, %r1, 4, %r14;\n"                                           \
    "mapa.shared::cluster.u32 %r20, %r14, %r13;\ncvt.u64.u32 %rd6, %r14;\n"                        \
    "cvta.shared.u64 %rd6, %rd6;\nmapa.u64 %rd5, %rd6, %r13;\n"

// The thread with the same number in the block after (before) this one in its cluster.
static uint32_t neighbor(uint32_t i, uint32_t distance)
{
    uint32_t block = i / THREADS;
    uint32_t other = block / CLUSTER * CLUSTER + (block + distance) % CLUSTER;
    return other * THREADS + i % THREADS;
}

TEST(loads_from_the_next_block)
{
    static Out out;
    const char *body =
        NEXT_BLOCK
        "st.shared.u32 [%r14], %r10;\n"
        "barrier.cluster.arrive.release;\n"
        "barrier.cluster.wait.acquire;\n"
        "ld.shared::cluster.u32 %r15, [%r20];\n" KEEP(0, "%r15")
        "ld.u32 %r16, [%rd5];\n" KEEP(4, "%r16")
        "getctarank.shared::cluster.u32 %r17, %r20;\n" KEEP(8, "%r17")
        "getctarank.u64 %r18, %rd5;\n" KEEP(12, "%r18")
        "getctarank.u64 %r19, %rd6;\n" KEEP(16, "%r19")
        "isspacep.shared::cluster %p1, %rd5;\n" KEEP_PREDICATE(20, "%p1")
        "isspacep.shared::cta %p2, %rd5;\n" KEEP_PREDICATE(24, "%p2")
        "barrier.cluster.arrive;\n"
        "barrier.cluster.wait;\n";
    if (run_cluster(body, NULL, out)) {
        for (uint32_t i = 0; i < BLOCKS * THREADS; i++) {
            uint32_t rank = i / THREADS % CLUSTER;
            EXPECT_WORD(out, i, 0, sample(neighbor(i, 1)));
            EXPECT_WORD(out, i, 1, sample(neighbor(i, 1)));
            EXPECT_WORD(out, i, 2, (rank + 1) % CLUSTER);
            EXPECT_WORD(out, i, 3, (rank + 1) % CLUSTER);
            EXPECT_WORD(out, i, 4, rank);
            EXPECT_WORD(out, i, 5, 1);
            EXPECT_WORD(out, i, 6, 0);
        }
    }
}

TEST(stores_and_atomics_in_the_next_block)
{
    static Out out;
    static const char *const instructions[] = {
        "st.shared::cluster.u32 [%r20], %r10;",
        "st.u32 [%rd5], %r10;",
        "atom.shared::cluster.add.u32 %r16, [%r20], %r10;",
        "atom.add.u32 %r16, [%rd5], %r10;",
        "red.shared::cluster.add.u32 [%r20], %r10;",
        "red.relaxed.cluster.or.b32 [%rd5], %r10;",
    };
    for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++) {
        const char *body =
        NEXT_BLOCK
        "st.shared.u32 [%r14], 0;\n"
        "barrier.cluster.arrive.aligned;\n"
        "barrier.cluster.wait.aligned;\n"
        "<0>\n"
        "barrier.cluster.arrive.release.aligned;\n"
        "barrier.cluster.wait.acquire.aligned;\n"
        "ld.shared.u32 %r15, [%r14];\n" KEEP(0, "%r15");
        if (!run_cluster(body, PARTS(instructions[i]), out)) {
            continue;
        }
        for (uint32_t t = 0; t < BLOCKS * THREADS; t++) {
            EXPECT_WORD(out, t, 0, sample(neighbor(t, CLUSTER - 1)));
        }
    }
}

TEST(barrier_cluster_relaxed_with_work_between)
{
    static Out out;
    const char *body =
        "barrier.cluster.arrive.relaxed;\n"
        "mul.lo.u32 %r12, %r10, 3;\n"
        "barrier.cluster.wait;\n" KEEP(0, "%r12");
    if (run_cluster(body, NULL, out)) {
        for (uint32_t i = 0; i < BLOCKS * THREADS; i++) {
            EXPECT_WORD(out, i, 0, sample(i) * 3);
        }
    }
}

TEST(special_registers_of_a_cluster)
{
    static Out out;
    const char *body =
        "mov.u32 %r12, %cluster_ctarank;\n" KEEP(0, "%r12")
        "mov.u32 %r12, %cluster_nctarank;\n" KEEP(4, "%r12")
        "mov.u32 %r12, %clusterid.x;\n" KEEP(8, "%r12")
        "mov.u32 %r12, %nclusterid.x;\n" KEEP(12, "%r12")
        "mov.u32 %r12, %cluster_ctaid.x;\n" KEEP(16, "%r12")
        "mov.u32 %r12, %cluster_nctaid.x;\n" KEEP(20, "%r12")
        "mov.u32 %r12, %cluster_nctaid.y;\n" KEEP(24, "%r12")
        "mov.pred %p1, %is_explicit_cluster;\n" KEEP_PREDICATE(28, "%p1");
    if (run_cluster(body, NULL, out)) {
        for (uint32_t i = 0; i < BLOCKS * THREADS; i++) {
            uint32_t block = i / THREADS;
            EXPECT_WORD(out, i, 0, block % CLUSTER);
            EXPECT_WORD(out, i, 1, CLUSTER);
            EXPECT_WORD(out, i, 2, block / CLUSTER);
            EXPECT_WORD(out, i, 3, BLOCKS / CLUSTER);
            EXPECT_WORD(out, i, 4, block % CLUSTER);
            EXPECT_WORD(out, i, 5, CLUSTER);
            EXPECT_WORD(out, i, 6, 1);
            EXPECT_WORD(out, i, 7, 1);
        }
    }
}

// st.async and red.async: data arrive in the next block, whose mbarrier knows when all bytes are
// there.
TEST(st_async_and_red_async_complete_on_the_other_blocks_mbarrier)
{
    static Out out;
    // 0 + x, 0 ^ x, max(0, x) and what dec makes of 0 are all x
    static const char *const forms[] = {
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32",
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.xor.b32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.u32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.dec.u32",
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const char *body =
        ".shared .align 8 .b64 bar;\n" NEXT_BLOCK
        "st.shared.u32 [%r14], 0;\n"
        "mov.u32 %r21, bar;\n"
        "setp.ne.u32 %p1, %r1, 0;\n"
        "@%p1 bra ready;\n"
        "mbarrier.init.shared.b64 [%r21], 1;\n"
        "mbarrier.arrive.expect_tx.shared.b64 _, [%r21], 160;\n"
        "ready:\n"
        "barrier.cluster.arrive;\n"
        "barrier.cluster.wait;\n"
        "mapa.shared::cluster.u32 %r22, %r21, %r13;\n"
        "<0> [%r20], %r10, [%r22];\n"
        "wait:\n"
        "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n"
        "@!%p2 bra wait;\n"
        "ld.shared.u32 %r15, [%r14];\n" KEEP(0, "%r15")
        "barrier.cluster.arrive;\n"
        "barrier.cluster.wait;\n";
        if (run_cluster(body, PARTS(forms[i]), out)) {
            for (uint32_t t = 0; t < BLOCKS * THREADS; t++) {
                EXPECT_WORD(out, t, 0, sample(neighbor(t, CLUSTER - 1)));
            }
        }
    }
}

// Stores and reductions that release, to global memory, which a thread reads after a fence.
TEST(st_async_and_red_async_release_to_global_memory)
{
    static Out out;
    // 0 + x, 0 ^ x, max(0, x) and what dec makes of 0 are all x
    static const char *const forms[][2] = {
        {"st.async.release.gpu.u32", "%r10"},
        {"st.async.mmio.release.sys.global.f32", "%f1"},
        {"st.async.mmio.release.gpu.global.s64", "%rd20"},
        {"red.async.release.gpu.global.add.u32", "%r10"},
        {"red.async.mmio.release.gpu.add.s32", "%r10"},
        {"red.async.release.sys.global.add.u64", "%rd20"},
        {"red.async.mmio.release.sys.global.add.s64", "%rd20"},
        {"red.async.mmio.release.sys.global.xor.b32", "%r10"},
        {"red.async.release.gpu.global.max.u32", "%r10"},
        {"red.async.release.gpu.global.dec.u32", "%r10"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        const Program program = {
            .body = "st.global.u64 [%rd3+8], 0;\nmembar.gl;\ncvt.u64.u32 %rd20, %r10;\n"
                    "mov.b32 %f1, %r10;\n<0> [%rd3+8], <1>;\nmembar.gl;\n"
                    "ld.global.u32 %r15, [%rd3+8];\n" KEEP(0, "%r15"),
            .parts = PARTS(forms[i][0], forms[i][1]),
            .gpu = "b200",
            .target = 100,
            .threads = THREADS};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < THREADS; t++) {
                EXPECT_WORD(out, t, 0, sample(t));
            }
        }
    }
}

// One thread of block 2 of each cluster copies 160 bytes to blocks 0 and 3; <0> is the copy.
static void copy_to_blocks(const char *instruction)
{
    static Out out;
    const char *body =
        "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u32 %r12, %cluster_ctarank;\nmov.u64 %rd9, 0;\n"
        "mad.lo.u32 %r14, %r1, 4, %r20;\nst.shared.u32 [%r14], %r12;\nmov.u16 %h1, 9;\n"
        "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\nmbarrier.init.shared.b64 [%r21], 1;\n"
        "fence.mbarrier_init.release.cluster;\n"
        "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 160;\nready:\n"
        "barrier.cluster.arrive;\nbarrier.cluster.wait;\nsetp.ne.u32 %p3, %r12, 2;\n"
        "or.pred %p3, %p1, %p3;\n@%p3 bra copied;\n<0>\ncopied:\n"
        "and.b32 %r15, %r12, 1;\nshr.u32 %r16, %r12, 1;\nsetp.ne.u32 %p4, %r15, %r16;\n"
        "@%p4 bra waited;\nwait:\n" // blocks 0 and 3
        "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\nwaited:\n"
        "ld.shared.u32 %r17, [%r14];\n" KEEP(0, "%r17")
        "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
    const Program program = {
        .head = ".shared .align 16 .b32 s[64];\n.shared .align 8 .b64 bar;\n",
        .body = body,
        .parts = PARTS(instruction),
        .blocks = BLOCKS,
        .threads = THREADS,
        .cluster = CLUSTER};
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < BLOCKS * THREADS; i++) {
            uint32_t rank = i / THREADS % CLUSTER;
            EXPECT_WORD(out, i, 0, rank == 0 || rank == 3 ? sample(i % THREADS) : rank);
        }
    }
}

TEST(bulk_copies_to_several_blocks)
{
    copy_to_blocks("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                   ".multicast::cluster [%r20], [%rd1], 160, [%r21], %h1;");
    copy_to_blocks("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                   ".multicast::cluster.L2::cache_hint [%r20], [%rd1], 160, [%r21], %h1, %rd9;");
}

INSTRUCTIONS_MAIN()
