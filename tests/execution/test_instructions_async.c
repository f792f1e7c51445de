// SPDX-License-Identifier: Apache-2.0
// Copies that run beside the kernel and what waits for them: cp.async in groups and on mbarriers,
// bulk copies, mbarrier in every form, ldmatrix and stmatrix.
#include "tests/execution/instructions.h"

#define SHARED ".shared .align 128 .b8 s[2048];\n.shared .align 8 .b64 bar;\n"

// <0> copies <1> bytes of this thread's input (word 4 t on, from 1024 words on) to [%r20]; <2>
// waits.
static void copy(const char *instruction, const char *wait, uint32_t bytes, uint32_t kept)
{
    static Out out;
    const Program program = {
        .head = SHARED,
        .threads = 45,
        .body = "mov.u32 %r20, s;\nmad.lo.u32 %r20, %r1, 16, %r20;\nmov.u32 %r21, bar;\n"
                "mov.u32 %r22, 0x77777777;\nst.shared.v4.u32 [%r20], {%r22, %r22, %r22, %r22};\n"
                "mul.wide.u32 %rd5, %r1, 16;\nadd.s64 %rd5, %rd5, %rd1;\n"
                "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\nmbarrier.init.shared.b64 [%r21], 45;\n"
                "ready:\nbar.sync 0;\ncreatepolicy.fractional.L2::evict_last.b64 %rd9;\n"
                "mov.u32 %r23, 3;\nsetp.eq.u32 %p3, %r1, %r1;\n<0>\n<1>\n"
                "ld.shared.v4.u32 {%r12, %r13, %r14, %r15}, [%r20];\n"
                "st.global.v4.u32 [%rd3], {%r12, %r13, %r14, %r15};\n",
        .parts = PARTS(instruction, wait)};
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t t = 0; t < 45; t++) {
        uint8_t wanted[16];
        memset(wanted, 0x77, sizeof wanted);
        memset(wanted, 0, bytes);
        for (uint32_t byte = 0; byte < kept; byte++) {
            wanted[byte] = (uint8_t)(sample(1024 + t * 4 + byte / 4) >> (byte % 4 * 8));
        }
        if (!EXPECT(memcmp(out[t], wanted, sizeof wanted) == 0)) {
            fprintf(stderr, "    thread %u: %s\n", t, instruction);
            return;
        }
    }
}

TEST(cp_async)
{
    static const char *const all = "cp.async.wait_all;";
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 4;", all, 4, 4);
    copy("cp.async.ca.shared::cta.global [%r20], [%rd5+4096], 8;", all, 8, 8);
    copy("cp.async.cg.shared.global [%r20], [%rd5+4096], 16;", all, 16, 16);
    copy("cp.async.cg.shared.global.L2::128B [%r20], [%rd5+4096], 16, %r23;", all, 16, 3);
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 8, 0;", all, 8, 0);
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 4, %p3;", all, 4, 0);
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 4, !%p3;", all, 4, 4);
    copy("cp.async.cg.shared.global.L2::cache_hint [%r20], [%rd5+4096], 16, %rd9;", all, 16, 16);
    copy("cp.async.ca.shared.global.L2::cache_hint [%r20], [%rd5+4096], 8, 5, %rd9;", all, 8, 5);
}

TEST(cp_async_in_groups)
{
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 8;\ncp.async.commit_group;\n"
         "cp.async.ca.shared.global [%r20+8], [%rd5+4104], 8;\ncp.async.commit_group;",
         "cp.async.wait_group 1;\ncp.async.wait_group 0;", 16, 16);
}

TEST(cp_async_that_an_mbarrier_waits_for)
{
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 8;\n"
         "cp.async.mbarrier.arrive.noinc.shared.b64 [%r21];",
         "wait:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;", 8, 8);
    copy("cp.async.ca.shared.global [%r20], [%rd5+4096], 4;\n"
         "cp.async.mbarrier.arrive.shared::cta.b64 [%r21];\n"
         "mbarrier.arrive.shared.b64 %rd12, [%r21];",
         "wait:\nmbarrier.test_wait.shared.b64 %p2, [%r21], %rd12;\n@!%p2 bra wait;", 4, 4);
}

// One thread moves 512 bytes in; <0> is the copy.
static void copy_bulk(const char *instruction)
{
    static Out out;
    const Program program = {
        .head = SHARED,
        .threads = 128,
        .cluster = 1,
        .body = "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\n"
                "mbarrier.init.shared.b64 [%r21], 1;\nfence.mbarrier_init.release.cluster;\n"
                "createpolicy.fractional.L2::evict_last.b64 %rd9;\n"
                "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 512;\n"
                "cp.async.bulk.prefetch.L2.global [%rd1+4096], 512;\n<0>\nready:\nbar.sync 0;\n"
                "wait:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\n"
                "mad.lo.u32 %r22, %r1, 4, %r20;\nld.shared.u32 %r12, [%r22];\n" KEEP(0, "%r12"),
        .parts = PARTS(instruction)};
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 128; t++) {
            EXPECT_WORD(out, t, 0, sample(1024 + t));
        }
    }
}

TEST(cp_async_bulk_to_shared)
{
    copy_bulk("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r20], "
              "[%rd1+4096], 512, [%r21];");
    copy_bulk("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r20], "
              "[%rd1+4096], 512, [%r21];");
    copy_bulk("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
              "[%r20], [%rd1+4096], 512, [%r21], %rd9;");
}

TEST(cp_async_bulk_between_shared_memories)
{
    copy_bulk("mov.u32 %r30, 0;\nfill:\nadd.u32 %r31, %r30, %r20;\ncvt.u64.u32 %rd20, %r30;\n"
              "add.s64 %rd20, %rd20, %rd1;\nld.global.u32 %r32, [%rd20+4096];\n"
              "st.shared.u32 [%r31+1024], %r32;\nadd.u32 %r30, %r30, 4;\n"
              "setp.lt.u32 %p5, %r30, 512;\n@%p5 bra fill;\nadd.u32 %r33, %r20, 1024;\n"
              "fence.proxy.async.shared::cta;\nmapa.shared::cluster.u32 %r34, %r20, 0;\n"
              "mapa.shared::cluster.u32 %r35, %r21, 0;\n"
              "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r34], "
              "[%r33], 512, [%r35];");
}

TEST(cp_async_bulk_to_global)
{
    static Out out;
    for (uint32_t i = 0; i < 2; i++) {
        const Program program = {
            .head = SHARED,
            .threads = 64,
            .body =
                "mov.u32 %r20, s;\nmad.lo.u32 %r21, %r1, 32, %r20;\nst.shared.u32 [%r21], %r10;\n"
                "st.shared.u32 [%r21+28], %r11;\ncreatepolicy.fractional.L2::evict_last.b64 "
                "%rd9;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n"
                "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra done;\n<0>\n"
                "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;\n"
                "cp.async.bulk.wait_group 0;\ndone:\n",
            .parts = PARTS(i ? "cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r20], 2048;"
                             : "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%rd2], "
                               "[%r20], 2048, %rd9;")};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < 64; t++) {
                EXPECT_WORD(out, t, 0, sample(t));
                EXPECT_WORD(out, t, 7, sample(t + 2048));
            }
        }
    }
}

// -- mbarrier: 45 threads arrive; the phase ends when all have, and what they wrote is there

static void meet(const char *count, const char *arrive, const char *wait)
{
    static Out out;
    const Program program = {
        .head = SHARED,
        .threads = 45,
        .cluster = 1,
        .body =
            "mov.u32 %r20, s;\nmad.lo.u32 %r22, %r1, 4, %r20;\nmov.u32 %r21, bar;\n"
            "mov.u64 %rd10, bar;\ncvta.shared.u64 %rd10, %rd10;\nsetp.ne.u32 %p1, %r1, 0;\n"
            "@%p1 bra ready;\nmbarrier.init.shared.b64 [%r21], <0>;\nready:\nbar.sync 0;\n"
            "mapa.shared::cluster.u32 %r24, %r21, 0;\n"
            "st.shared.u32 [%r22], %r10;\nmov.u64 %rd12, 0;\n<1>\nwait:\n<2>\n@!%p2 bra wait;\n"
            "sub.u32 %r23, 44, %r1;\nmad.lo.u32 %r23, %r23, 4, %r20;\n"
            "ld.shared.u32 %r12, [%r23];\n" KEEP(
                0,
                "%r12") "bar.sync 0;\n@%p1 bra done;\nmbarrier.inval.shared.b64 [%r21];\ndone:\n",
        .parts = PARTS(count, arrive, wait)};
    if (!program_run(&program, out)) {
        fprintf(stderr, "    %s\n", arrive);
        return;
    }
    for (uint32_t t = 0; t < 45; t++) {
        EXPECT_WORD(out, t, 0, sample(44 - t));
    }
}

TEST(mbarrier_arrivals_and_waits)
{
    static const char *const waits[] = {
        "mbarrier.test_wait.shared.b64 %p2, [%r21], %rd12;",
        "mbarrier.test_wait.acquire.cta.shared::cta.b64 %p2, [%r21], %rd12;",
        "mbarrier.test_wait.parity.shared.b64 %p2, [%r21], 0;",
        "mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r21], 0;",
        "mbarrier.try_wait.shared.b64 %p2, [%r21], %rd12;",
        "mbarrier.try_wait.acquire.cta.shared::cta.b64 %p2, [%r21], %rd12, 1000;",
        "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0, 1000;",
        "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p2, [%r21], 0;",
    };
    static const char *const arrivals[][2] = {
        {"45", "mbarrier.arrive.shared.b64 %rd12, [%r21];"},
        {"90", "mbarrier.arrive.shared.b64 %rd12, [%r21], 2;"},
        {"45", "mbarrier.arrive.release.cta.shared::cta.b64 %rd12, [%r21];"},
        {"45", "mbarrier.arrive_drop.shared.b64 %rd12, [%r21];"},
        {"45", "mbarrier.arrive.b64 %rd12, [%rd10];"},
        {"135", "mbarrier.arrive.noComplete.shared.b64 %rd12, [%r21], 2;\n"
                "mbarrier.arrive.shared.b64 %rd12, [%r21];"},
        {"90", "mbarrier.arrive_drop.noComplete.release.cta.shared.b64 %rd12, [%r21], 1;\n"
               "mbarrier.arrive.shared.b64 %rd12, [%r21];"},
        {"45", "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r21], 24;\n"
               "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r21], 24;\n"
               "mbarrier.arrive.shared.b64 %rd12, [%r21];"},
        {"45", "mbarrier.expect_tx.shared.b64 [%r21], 8;\n"
               "mbarrier.arrive.shared.b64 %rd12, [%r21];\n"
               "mbarrier.complete_tx.shared.b64 [%r21], 8;"},
        {"45", "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 4;\n"
               "mbarrier.complete_tx.shared.b64 [%r21], 4;"},
        {"45", "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd12, [%r21], 4;\n"
               "mbarrier.complete_tx.shared::cluster.b64 [%r24], 4;"},
    };
    for (uint32_t i = 0; i < sizeof arrivals / sizeof *arrivals; i++) {
        for (uint32_t wait = 0; wait < 8; wait++) {
            meet(arrivals[i][0], arrivals[i][1], waits[wait]);
        }
    }
}

// Arrivals through the cluster window give no state: wait by parity.
TEST(mbarrier_arrivals_across_the_cluster)
{
    static const char *const parity = "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;";
    meet("45", "mbarrier.arrive.shared::cluster.b64 _, [%r24];", parity);
    meet("90", "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r24], 2;", parity);
    meet("45", "mbarrier.arrive_drop.shared::cluster.b64 _, [%r24];", parity);
    meet("45",
         "mbarrier.arrive.expect_tx.shared::cluster.b64 _, [%r24], 4;\n"
         "mbarrier.complete_tx.shared::cluster.b64 [%r24], 4;",
         parity);
    meet("45",
         "mbarrier.arrive.expect_tx.relaxed.cluster.shared::cluster.b64 _, [%r24], 4;\n"
         "mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r24], 4;",
         parity);
}

TEST(mbarrier_counts_what_is_pending)
{
    static Out out;
    const Program program = {
        .head = SHARED,
        .threads = 1,
        .body = "mov.u32 %r21, bar;\nmbarrier.init.shared.b64 [%r21], 5;\n"
                "mbarrier.arrive.shared.b64 %rd12, [%r21];\n"
                "mbarrier.pending_count.b64 %r12, %rd12;\n" KEEP(
                    0, "%r12") "mbarrier.arrive.shared.b64 %rd12, [%r21], 2;\n"
                               "mbarrier.pending_count.b64 %r12, %rd12;\n" KEEP(
                                   4, "%r12") "mbarrier.test_wait.shared.b64 %p1, [%r21], "
                                              "%rd12;\n" KEEP_PREDICATE(8, "%p1")};
    if (program_run(&program, out)) {
        // the state that arrive gives is the one before it arrived
        EXPECT_WORD(out, 0, 0, 5);
        EXPECT_WORD(out, 0, 1, 4);
        EXPECT_WORD(out, 0, 2, 0);
    }
}

// -- matrices: rows of eight 16-bit elements; lane i's address is that of row i % 8 of matrix i / 8

static uint32_t element(uint32_t matrix, uint32_t row, uint32_t column)
{
    return sample(1024 + (matrix * 64 + row * 8 + column) / 2) >> (column % 2 * 16) & 0xffff;
}

TEST(ldmatrix_and_stmatrix)
{
    static Out out;
    static const char *const lists[] = {"{%r30}", "{%r30, %r31}", "{%r30, %r31, %r32, %r33}"};
    for (uint32_t i = 0; i < 12; i++) {
        uint32_t count = 1u << i % 3;
        bool is_transposed = i / 3 & 1, is_store = i / 6 & 1;
        char count_text[4];
        snprintf(count_text, sizeof count_text, "x%u", count);
        // loading gives each lane a pair of a row (or column); storing what was loaded puts it back
        const Program program = {
            .head = SHARED,
            .body = "mov.u32 %r20, s;\nmad.lo.u32 %r21, %r1, 16, %r20;\n"
                    "mul.wide.u32 %rd5, %r1, 16;\nadd.s64 %rd5, %rd5, %rd1;\n"
                    "ld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd5+4096];\n"
                    "st.shared.v4.u32 [%r21], {%r12, %r13, %r14, %r15};\nbar.warp.sync -1;\n"
                    "mov.u32 %r31, 0;\nmov.u32 %r32, 0;\nmov.u32 %r33, 0;\n"
                    "ldmatrix.sync.aligned.m8n8.<0><1>.shared.b16 <2>, [%r21];\n<3>\n"
                    "st.global.v4.u32 [%rd3], {%r30, %r31, %r32, %r33};\n",
            .parts = PARTS(count_text, is_transposed ? ".trans" : "", lists[i % 3],
                           is_store ? "<3>" : "")};
        char body[4096], store[256];
        text_fill(store, sizeof store,
                  is_store ? "stmatrix.sync.aligned.m8n8.<0><1>.shared.b16 [%r21+1024], <2>;\n"
                             "bar.warp.sync -1;\nld.shared.v4.u32 {%r30, %r31, %r32, %r33}, "
                             "[%r21+1024];\n"
                           : "",
                  program.parts);
        text_fill(body, sizeof body, program.body,
                  PARTS(count_text, is_transposed ? ".trans" : "", lists[i % 3], store));
        if (!program_run(&(Program){.head = SHARED, .body = body}, out)) {
            continue;
        }
        for (uint32_t lane = 0; lane < 32; lane++) {
            for (uint32_t word = 0; word < 4; word++) {
                uint32_t matrix = is_store ? lane / 8 : word;
                uint32_t row = is_store ? lane % 8 : lane / 4;
                uint32_t column = is_store ? word * 2 : lane % 4 * 2;
                bool is_swapped = is_transposed && !is_store;
                uint32_t low =
                    is_swapped ? element(matrix, column, row) : element(matrix, row, column);
                uint32_t high = is_swapped ? element(matrix, column + 1, row)
                                           : element(matrix, row, column + 1);
                EXPECT_WORD(out, lane, word, matrix < count ? high << 16 | low : 0);
            }
        }
    }
}

INSTRUCTIONS_MAIN()
