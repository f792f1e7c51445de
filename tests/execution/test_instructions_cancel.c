// SPDX-License-Identifier: Apache-2.0
// Cluster launch control: running clusters take over those that have not begun, without a clock and
// with one, on any number of host threads.
#include "tests/execution/instructions.h"

enum { BLOCKS = 40, SMS = 6 };

// A block takes more than half of an SM's shared memory, so that an SM holds one.
#define GPU          "base = b200\ntitle = Six SMs\nsm_count = 6\n"
#define SHARED_BYTES (120u << 10)

// Block x: how often it was processed, in word 0, and by which block, in word 1.
#define PROCESS                                                                                    \
    "mad.lo.u32 %r40, %r30, 32, %r1;\nmul.wide.u32 %rd5, %r40, 32;\nadd.s64 %rd5, %rd5, %rd2;\n"   \
    "ld.global.u32 %r41, [%rd5];\nadd.u32 %r41, %r41, 1;\nst.global.u32 [%rd5], %r41;\n"           \
    "st.global.u32 [%rd5+4], %r3;\n"

// <0>: how many requests at most; <1>: the request; <2>: x of the first block into %r30; <3>: all
// blocks of the cluster wait. Thread 0 of the first block asks.
static const char body[] =
    ".reg .b128 %q;\nmov.u32 %r20, answer;\nmov.u32 %r21, bar;\nmov.u32 %r30, %ctaid.x;\n"
    "mov.u32 %r31, 0;\nmov.u32 %r32, 0;\nmov.u32 %r35, %cluster_ctarank;\n"
    "setp.ne.u32 %p1, %r1, 0;\nsetp.ne.u32 %p4, %r35, 0;\nor.pred %p4, %p4, %p1;\n"
    "@%p1 bra made;\nmbarrier.init.shared.b64 [%r21], 1;\nmade:\n<3>\nagain:\n" PROCESS
    "@%p1 bra asked;\nmbarrier.arrive.expect_tx.shared.b64 %rd6, [%r21], 16;\nasked:\n"
    "@!%p4 <1>\nwait:\n"
    "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], %r31;\n@!%p2 bra wait;\n"
    "xor.b32 %r31, %r31, 1;\nld.shared.b128 %q, [%r20];\n"
    "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;\n@!%p3 bra done;\n<2>\n"
    "add.u32 %r30, %r30, %r35;\nfence.proxy.async::generic.release.sync_restrict::shared::cta"
    ".cluster;\n<3>\nfence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;\n"
    "add.u32 %r32, %r32, 1;\nsetp.lt.u32 %p5, %r32, <0>;\n@%p5 bra again;\n" PROCESS "done:\n";

typedef struct Way {
    const char *request, *query;
    uint32_t cluster; // 0: none
    uint32_t most;    // requests of a cluster
} Way;

static bool run(const Way *way, bool has_clock, uint32_t host_threads, Out out)
{
    const char *wait =
        way->cluster > 1 ? "barrier.cluster.arrive;\nbarrier.cluster.wait;" : "bar.sync 0;";
    const Program program = {.head =
                                 ".shared .align 16 .b8 answer[16];\n.shared .align 8 .b64 bar;\n",
                             .body = body,
                             .parts = PARTS(decimal(way->most), way->request, way->query, wait),
                             .blocks = BLOCKS,
                             .cluster = way->cluster,
                             .shared_bytes = SHARED_BYTES,
                             .target = 100};
    LockstepOptions options = {.gpu_text = GPU,
                               .gpu_file_name = "test.gpu",
                               .mode = has_clock ? LOCKSTEP_CYCLES : LOCKSTEP_COUNTS,
                               .threads = host_threads};
    Machine machine;
    bool is_well = false;
    char *text = program_text(&program);
    memset(out, 0, sizeof(Out));
    if (EXPECT(text != NULL) &&
        machine_open_with(&machine, &options, text, strlen(text), "test.ptx")) {
        is_well = EXPECT_EQ(program_launch(&program, &machine, out), LOCKSTEP_OK);
    }
    machine_close(&machine);
    free(text);
    return is_well;
}

// Every block is processed once, by one that began: without a clock, by the one to which it is
// dealt among the first ones.
static void expect_once(const Way *way, bool has_clock, Out out)
{
    uint32_t size = way->cluster > 1 ? way->cluster : 1, heads = SMS / size, begun = 0;
    for (uint32_t block = 0; block < BLOCKS; block++) {
        uint32_t unit = block / size;
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, block * 32 + lane, 0, 1);
            if (!has_clock && way->most > BLOCKS) {
                EXPECT_WORD(out, block * 32 + lane, 1, unit % heads * size + block % size);
            }
        }
        begun += out[block * 32][1] == block;
    }
    EXPECT(begun < BLOCKS);
    EXPECT(way->most < BLOCKS || begun == SMS);
}

static void take_over(const Way *way)
{
    static Out once, again;
    for (int has_clock = 0; has_clock < 2; has_clock++) {
        if (run(way, has_clock, 1, once)) {
            expect_once(way, has_clock, once);
        }
        if (run(way, has_clock, 3, again)) {
            EXPECT(memcmp(once, again, sizeof once) == 0);
        }
    }
}

#define CANCEL "clusterlaunchcontrol.try_cancel.async"
#define QUERY  "clusterlaunchcontrol.query_cancel."

TEST(blocks_take_over_blocks_that_have_not_begun)
{
    take_over(&(Way){CANCEL ".shared::cta.mbarrier::complete_tx::bytes.b128 [%r20], [%r21];",
                     QUERY "get_first_ctaid::x.b32.b128 %r30, %q;", 0, 1000});
}

TEST(clusters_take_over_clusters)
{
    take_over(&(Way){CANCEL ".mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [%r20], "
                            "[%r21];",
                     QUERY "get_first_ctaid.v4.b32.b128 {%r30, %r50, %r51, _}, %q;", 2, 1000});
}

// Blocks that ask once leave most to be begun; the next ones ask, too.
TEST(what_is_left_begins_later)
{
    take_over(&(Way){CANCEL ".mbarrier::complete_tx::bytes.b128 [%r20], [%r21];",
                     QUERY "get_first_ctaid::x.b32.b128 %r30, %q;", 0, 1});
    take_over(&(Way){CANCEL ".shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all"
                            ".b128 [%r20], [%r21];",
                     QUERY "get_first_ctaid::x.b32.b128 %r30, %q;", 2, 2});
}

// An answer of its own making: x, y, z and a word that is set.
TEST(answers_name_three_coordinates)
{
    static Out out;
    const Program program = {
        .gpu = "b200",
        .target = 100,
        .body = ".reg .b128 %q;\nmov.u32 %r20, 7;\nmov.u32 %r21, 8;\nmov.u32 %r22, 9;\n"
                "mov.u32 %r23, %laneid;\nand.b32 %r23, %r23, 1;\n"
                "mov.b64 %rd5, {%r20, %r21};\nmov.b64 %rd6, {%r22, %r23};\n"
                "mov.b128 %q, {%rd5, %rd6};\n" QUERY "get_first_ctaid::y.b32.b128 %r24, %q;\n" QUERY
                "get_first_ctaid::z.b32.b128 %r25, %q;\n" QUERY
                "get_first_ctaid.v4.b32.b128 {%r26, %r27, %r28, _}, %q;\n" QUERY
                "is_canceled.pred.b128 %p1, %q;\n" KEEP(0, "%r24") KEEP(4, "%r25") KEEP(8, "%r26")
                    KEEP(12, "%r27") KEEP(16, "%r28") KEEP_PREDICATE(20, "%p1")};
    if (program_run(&program, out)) {
        static const uint32_t wanted[] = {8, 9, 7, 8, 9};
        for (uint32_t lane = 0; lane < 32; lane++) {
            for (uint32_t i = 0; i < 5; i++) {
                EXPECT_WORD(out, lane, i, wanted[i]);
            }
            EXPECT_WORD(out, lane, 5, lane & 1);
        }
    }
}

INSTRUCTIONS_MAIN()
