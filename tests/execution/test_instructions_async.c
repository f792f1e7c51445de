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
    copy_bulk("cp.async.bulk.prefetch.L2.global.L2::cache_hint [%rd1+4096], 512, %rd9;\n"
              "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.L2::cache_hint "
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

// What a reduction leaves in an element of `bits` that was `old`.
typedef uint64_t Combine(uint64_t old, uint64_t value);

static uint64_t add_words(uint64_t old, uint64_t value)
{
    return (uint32_t)(old + value);
}

static uint64_t add_wide(uint64_t old, uint64_t value)
{
    return old + value;
}

static uint64_t least_word(uint64_t old, uint64_t value)
{
    return (uint32_t)old < (uint32_t)value ? (uint32_t)old : (uint32_t)value;
}

static uint64_t greatest_signed(uint64_t old, uint64_t value)
{
    return (int64_t)old > (int64_t)value ? old : value;
}

static uint64_t increment(uint64_t old, uint64_t value)
{
    return (uint32_t)old >= (uint32_t)value ? 0 : (uint32_t)old + 1;
}

static uint64_t both(uint64_t old, uint64_t value)
{
    return old & value;
}

static uint64_t one_of_words(uint64_t old, uint64_t value)
{
    return (uint32_t)(old ^ value);
}

static uint64_t add_floats(uint64_t old, uint64_t value)
{
    float a, b;
    uint32_t bits;
    memcpy(&a, &old, sizeof a);
    memcpy(&b, &value, sizeof b);
    a += b;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

// Halves 1.0 and 0.5 in each 16 bits give 1.5.
static uint64_t add_halves(uint64_t old, uint64_t value)
{
    (void)old, (void)value;
    return 0x3e00;
}

// 64 threads put `value` into shared memory and `old` into what a thread then combines with it.
static void reduce_bulk(const char *operation, uint32_t width, Combine *combine, uint64_t old,
                        uint64_t value)
{
    static Out out;
    char copies[2][200], values[200];
    uint32_t step = width < 4 ? 0x10001 : 1;
    snprintf(values, sizeof values, "mov.b64 %%rd20, 0x%llx;\nmov.b64 %%rd21, 0x%llx;\n",
             (unsigned long long)(old * step), (unsigned long long)(value * step));
    snprintf(copies[0], sizeof copies[0],
             "cp.reduce.async.bulk.global.shared::cta.bulk_group.%s [%%rd2], [%%r20], 256;",
             operation);
    snprintf(copies[1], sizeof copies[1],
             "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.%s "
             "[%%r23], [%%r20], 256, [%%r22];",
             operation);
    bool is_shared = (strstr(operation, "32") != NULL && strstr(operation, "f32") == NULL) ||
                     strcmp(operation, "add.u64") == 0;
    for (uint32_t i = 0; i < (is_shared ? 2 : 1); i++) {
        const Program program = {
            .head = SHARED,
            .threads = 64,
            .cluster = 1,
            .body = "<0>\nmov.u32 %r20, s;\nmov.u32 %r22, bar;\nadd.u32 %r23, %r20, 1024;\n"
                    "setp.ne.u32 %p1, %r1, 0;\nmov.u32 %r24, 0;\ncvt.u32.u64 %r30, %rd20;\n"
                    "cvt.u32.u64 %r31, %rd21;\n@%p1 bra done;\n"
                    "mbarrier.init.shared.b64 [%r22], 1;\nfill:\nadd.u32 %r25, %r20, %r24;\n"
                    "<1>\nadd.u32 %r24, %r24, 8;\nsetp.lt.u32 %p2, %r24, 256;\n@%p2 bra fill;\n"
                    "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r22], 256;\n"
                    "fence.proxy.async.shared::cta;\n<2>\ncp.async.bulk.commit_group;\n"
                    "cp.async.bulk.wait_group 0;\n<3>\ndone:\n",
            .parts = PARTS(
                values,
                width == 8 ? "st.shared.b64 [%r25], %rd21;\nst.shared.b64 [%r25+1024], %rd20;\n"
                             "cvt.u64.u32 %rd22, %r24;\nadd.s64 %rd22, %rd22, %rd2;\n"
                             "st.global.b64 [%rd22], %rd20;"
                           : "st.shared.v2.b32 [%r25], {%r31, %r31};\n"
                             "st.shared.v2.b32 [%r25+1024], {%r30, %r30};\n"
                             "cvt.u64.u32 %rd22, %r24;\nadd.s64 %rd22, %rd22, %rd2;\n"
                             "st.global.v2.b32 [%rd22], {%r30, %r30};",
                copies[i],
                i == 0 ? ""
                       : "mov.u32 %r24, 0;\nback:\nadd.u32 %r25, %r23, %r24;\n"
                         "cvt.u64.u32 %rd22, %r24;\nadd.s64 %rd22, %rd22, %rd2;\n"
                         "ld.shared.b64 %rd23, [%r25];\nst.global.b64 [%rd22], %rd23;\n"
                         "add.u32 %r24, %r24, 8;\nsetp.lt.u32 %p2, %r24, 256;\n@%p2 bra back;")};
        if (!program_run(&program, out)) {
            continue;
        }
        uint8_t got[256];
        memcpy(got, out, sizeof got);
        uint64_t wanted = combine(old, value);
        for (uint32_t at = 0; at < sizeof got; at += width) {
            if (!EXPECT(memcmp(got + at, &wanted, width) == 0)) {
                fprintf(stderr, "    byte %u: %s\n", at, operation);
                return;
            }
        }
    }
}

TEST(cp_reduce_async_bulk)
{
    uint64_t one_and_half = 0x3fc00000, quarter = 0x3e800000;
    reduce_bulk("add.u32", 4, add_words, 0xfffffffe, 7);
    reduce_bulk("add.s32", 4, add_words, 5, 0xfffffff0);
    reduce_bulk("add.u64", 8, add_wide, UINT64_C(0xfffffffffffffffe), 7);
    reduce_bulk("add.f32", 4, add_floats, one_and_half, quarter);
    reduce_bulk("add.noftz.f16", 2, add_halves, 0x3c00, 0x3800);
    reduce_bulk("min.u32", 4, least_word, 9, 0x80000000);
    reduce_bulk("max.s64", 8, greatest_signed, UINT64_C(0x8000000000000000), 3);
    reduce_bulk("inc.u32", 4, increment, 4, 9);
    reduce_bulk("and.b64", 8, both, UINT64_C(0xf0f0f0f0ffffffff), UINT64_C(0xff00ff0000ff00ff));
    reduce_bulk("xor.b32", 4, one_of_words, 0xff00ff00, 0x0ff00ff0);
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
