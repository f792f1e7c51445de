// SPDX-License-Identifier: Apache-2.0
// atom and red on every type in every space, with many threads on one word. Operations whose
// outcome depends on no order are computed on the host in thread order; of those that return old
// values the test checks what holds in any order: the old values chain from the first to the last.
#include "tests/execution/instructions.h"

#include <inttypes.h>

#define THREADS 77u // two warps and a partial one

typedef struct Operation {
    const char *name; // behind the space
    uint32_t bits;
    uint64_t start;
    uint64_t (*apply)(uint64_t old, uint64_t operand);

} Operation;

static uint64_t add(uint64_t old, uint64_t x)
{
    return old + x;
}
static uint64_t and_all(uint64_t old, uint64_t x)
{
    return old & x;
}
static uint64_t or_all(uint64_t old, uint64_t x)
{
    return old | x;
}
static uint64_t xor_all(uint64_t old, uint64_t x)
{
    return old ^ x;
}
static uint64_t least(uint64_t old, uint64_t x)
{
    return x < old ? x : old;
}
static uint64_t most(uint64_t old, uint64_t x)
{
    return x > old ? x : old;
}
static uint64_t least_s32(uint64_t old, uint64_t x)
{
    return (int32_t)x < (int32_t)old ? x : old;
}
static uint64_t most_s32(uint64_t old, uint64_t x)
{
    return (int32_t)x > (int32_t)old ? x : old;
}
static uint64_t least_s64(uint64_t old, uint64_t x)
{
    return (int64_t)x < (int64_t)old ? x : old;
}
static uint64_t most_s64(uint64_t old, uint64_t x)
{
    return (int64_t)x > (int64_t)old ? x : old;
}

static const Operation operations[] = {
    {"add.u32", 32, 7, add},
    {"add.s32", 32, 0xfffffff0, add},
    {"add.u64", 64, UINT64_C(0xfffffff012345678), add},
    {"and.b32", 32, UINT32_MAX, and_all},
    {"and.b64", 64, UINT64_MAX, and_all},
    {"or.b32", 32, 0, or_all},
    {"or.b64", 64, 0, or_all},
    {"xor.b32", 32, 0x1234, xor_all},
    {"xor.b64", 64, 0x1234, xor_all},
    {"min.u32", 32, UINT32_MAX, least},
    {"min.s32", 32, INT32_MAX, least_s32},
    {"min.u64", 64, UINT64_MAX, least},
    {"min.s64", 64, INT64_MAX, least_s64},
    {"max.u32", 32, 0, most},
    {"max.s32", 32, (uint32_t)INT32_MIN, most_s32},
    {"max.u64", 64, 0, most},
    {"max.s64", 64, (uint64_t)INT64_MIN, most_s64},
};
#define OPERATION_COUNT (sizeof operations / sizeof operations[0])

typedef struct Place {
    const char *space, *address, *prepare;
} Place;

static const Place places[] = {
    {".global", "%rd5", "mov.u64 %rd5, g;\n"},
    {".shared", "%r12", "mov.u32 %r12, s;\n"},
    {".shared::cta", "%r12", "mov.u32 %r12, s;\n"},
    {".shared::cluster", "%r12", "mov.u32 %r12, s;\n"},
    {"", "%rd5", "mov.u64 %rd5, g;\ncvta.global.u64 %rd5, %rd5;\n"},
    {"", "%rd5", "mov.u64 %rd5, s;\ncvta.shared.u64 %rd5, %rd5;\n"},
};
#define PLACE_COUNT (sizeof places / sizeof places[0])

static const char *const orders[] = {
    "", ".relaxed.gpu", ".release.cta", ".acq_rel.sys", ".acquire.cluster", ".relaxed.cta"};

// The operands as 64-bit numbers: sample(t) below sample(t + 2048).
static uint64_t operand(uint32_t thread, uint32_t bits)
{
    uint64_t value = (uint64_t)sample(thread + 2048) << 32 | sample(thread);
    return bits == 64 ? value : value & UINT32_MAX;
}

static bool run_atomic(const char *instruction, const char *operation, uint32_t bits,
                       uint64_t start, const Place *place, const char *order, Out out)
{
    char body[2048], initial[24];
    snprintf(initial, sizeof initial, "0x%" PRIx64, start);
    snprintf(body, sizeof body, "%s%s%s%s%s", place->prepare,
             "mov.b64 %rd20, {%r10, %r11};\nmov.b32 %r20, %r10;\nmov.b<3> %<4>22, <5>;\n"
             "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\nst<0>.b<3> [<1>], %<4>22;\nready:\n"
             "bar.sync 0;\n",
             instruction, "bar.sync 0;\nld<0>.b<3> %<4>23, [<1>];\n",
             "st.global.b<3> [%rd3], %<4>23;\n");
    const Program program = {.head = ".global .align 8 .b64 g;\n.shared .align 8 .b64 s;",
                             .body = body,
                             .threads = THREADS,
                             .parts = PARTS(place->space, place->address, operation,
                                            bits == 64 ? "64" : "32", bits == 64 ? "rd" : "r",
                                            initial, order)};
    return program_run(&program, out);
}

static uint64_t word_of(const Out out, uint32_t thread, uint32_t word, uint32_t bits)
{
    return bits == 64 ? (uint64_t)out[thread][word + 1] << 32 | out[thread][word]
                      : out[thread][word];
}

static uint64_t applied_to_all(const Operation *operation)
{
    uint64_t value = operation->start;
    for (uint32_t t = 0; t < THREADS; t++) {
        value = operation->apply(value, operand(t, operation->bits));
    }
    return operation->bits == 64 ? value : value & UINT32_MAX;
}

// Every old value is the start or what some other thread's operation made of its old value.
static void expect_chain(const Operation *operation, uint64_t last, Out out)
{
    uint32_t bits = operation->bits;
    for (uint32_t t = 0; t < THREADS; t++) {
        uint64_t old = word_of((const uint32_t(*)[OUT_WORDS])out, t, 2, bits);
        bool is_made = old == operation->start;
        for (uint32_t other = 0; other < THREADS && !is_made; other++) {
            uint64_t before = word_of((const uint32_t(*)[OUT_WORDS])out, other, 2, bits);
            uint64_t after = operation->apply(before, operand(other, bits));
            is_made = (bits == 64 ? after : after & UINT32_MAX) == old;
        }
        EXPECT(is_made);
        EXPECT_EQ(word_of((const uint32_t(*)[OUT_WORDS])out, t, 0, bits), last);
    }
}

TEST(atom_in_every_space)
{
    static Out out;
    for (size_t i = 0; i < OPERATION_COUNT * PLACE_COUNT; i++) {
        const Operation *operation = &operations[i / PLACE_COUNT];
        const Place *place = &places[i % PLACE_COUNT];
        if (run_atomic("atom<6><0>.<2> %<4>24, [<1>], %<4>20;\nst.global.b<3> [%rd3+8], %<4>24;\n",
                       operation->name, operation->bits, operation->start, place,
                       orders[(i + i / PLACE_COUNT) % 6], out)) {
            expect_chain(operation, applied_to_all(operation), out);
        }
    }
}

TEST(red_in_every_space)
{
    static Out out;
    static const char *const red_orders[] = {"", ".relaxed.gpu", ".release.cluster"};
    for (size_t i = 0; i < OPERATION_COUNT * PLACE_COUNT; i++) {
        const Operation *operation = &operations[i / PLACE_COUNT];
        if (!run_atomic("red<6><0>.<2> [<1>], %<4>20;\n", operation->name, operation->bits,
                        operation->start, &places[i % PLACE_COUNT], red_orders[i % 3], out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_EQ(word_of((const uint32_t(*)[OUT_WORDS])out, t, 0, operation->bits),
                      applied_to_all(operation));
        }
    }
}

// inc counts to its operand and starts again; dec the other way: all threads with one operand.
TEST(inc_and_dec_wrap)
{
    static Out out;
    for (uint32_t i = 0; i < PLACE_COUNT * 4; i++) {
        bool is_inc = i & 1, is_red = i & 2;
        uint32_t limit = 29, value = is_inc ? 12 : 200;
        for (uint32_t t = 0; t < THREADS; t++) {
            value = is_inc ? (value >= limit ? 0 : value + 1)
                           : (value == 0 || value > limit ? limit : value - 1);
        }
        if (!run_atomic(is_red ? "mov.u32 %r20, 29;\nred<0>.<2> [<1>], %r20;\n"
                               : "atom<0>.<2> %r24, [<1>], 29;\nst.global.b32 [%rd3+8], %r24;\n",
                        is_inc ? "inc.u32" : "dec.u32", 32, is_inc ? 12 : 200, &places[i / 4], "",
                        out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, value);
            EXPECT(is_red || out[t][2] <= 29 || out[t][2] == 200);
        }
    }
}

// What one put in, another took out, or it is there at the end.
TEST(exch_hands_each_value_on)
{
    static Out out;
    for (uint32_t i = 0; i < PLACE_COUNT * 2; i++) {
        uint32_t bits = i & 1 ? 64 : 32;
        uint64_t start = 0x123, in = 0x123, taken = 0;
        if (!run_atomic("atom<6><0>.exch.b<3> %<4>24, [<1>], %<4>20;\n"
                        "st.global.b<3> [%rd3+8], %<4>24;\n",
                        "", bits, start, &places[i / 2], orders[i % 6], out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            in += operand(t, bits);
            taken += word_of((const uint32_t(*)[OUT_WORDS])out, t, 2, bits);
        }
        taken += word_of((const uint32_t(*)[OUT_WORDS])out, 0, 0, bits);
        EXPECT_EQ(taken, in);
    }
}

// Every thread adds 3 with compare and swap, trying until nobody came between.
TEST(cas_loops_add_up)
{
    static Out out;
    for (uint32_t i = 0; i < PLACE_COUNT * 2; i++) {
        uint32_t bits = i & 1 ? 64 : 32;
        if (!run_atomic("ld<0>.b<3> %<4>24, [<1>];\nagain:\nmov.b<3> %<4>25, %<4>24;\n"
                        "add.u<3> %<4>26, %<4>24, 3;\n"
                        "atom<6><0>.cas.b<3> %<4>24, [<1>], %<4>25, %<4>26;\n"
                        "setp.ne.u<3> %p2, %<4>24, %<4>25;\n@%p2 bra again;\n",
                        "", bits, 1000, &places[i / 2], orders[i % 6], out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, 1000 + 3 * THREADS);
        }
    }
}

// The 16-bit form leaves the other half of its word alone: thread t swaps the half that holds t.
TEST(cas_of_16_bits)
{
    static Out out;
    for (uint32_t i = 0; i < PLACE_COUNT; i++) {
        if (!run_atomic("cvt.u16.u32 %h1, %r1;\nadd.u16 %h2, %h1, 1;\nmov.u32 %r30, 0;\nspin:\n"
                        "atom<0>.cas.b16 %h3, [<1>], %h1, %h2;\nsetp.ne.u16 %p2, %h3, %h1;\n"
                        "@%p2 bra spin;\n",
                        "", 32, 0xabcd0000, &places[i], "", out)) {
            continue;
        }
        EXPECT_WORD(out, 0, 0, 0xabcd0000 + THREADS);
    }
}

// Sums of small integers are exact in every format: 2 of each thread's number's lowest bit and 1.
typedef struct FloatSum {
    const char *name, *one, *result_type;
    uint32_t bits;
    uint64_t sum; // THREADS in this format, twice in a pair
} FloatSum;

static const FloatSum float_sums[] = {
    {"add.f32", "0f3F800000", "f", 32, 0x429a0000},
    {"add.f64", "0d3FF0000000000000", "fd", 64, UINT64_C(0x4053400000000000)},
    {"add.noftz.f16", "0x3c00", "h", 16, 0x54d0},
    {"add.noftz.f16x2", "0x3c003c00", "r", 32, 0x54d054d0},
    {"add.noftz.bf16", "0x3f80", "h", 16, 0x429a},
    {"add.noftz.bf16x2", "0x3f803f80", "r", 32, 0x429a429a},
};

TEST(float_additions_of_every_format)
{
    static Out out;
    for (uint32_t i = 0; i < 6 * PLACE_COUNT * 2; i++) {
        const FloatSum *sum = &float_sums[i / 2 % 6];
        const Place *place = &places[i / 12];
        char body[1024];
        snprintf(body, sizeof body, "%s%s%s%s", place->prepare,
                 "setp.ne.u32 %p1, %r1, 0;\nmov.b64 %rd20, 0;\n@%p1 bra ready;\n"
                 "st<0>.b64 [<1>], %rd20;\nready:\nbar.sync 0;\nmov.b<5> %<3>1, <4>;\n",
                 i & 1 ? "red<0>.<2> [<1>], %<3>1;\n" : "atom<0>.<2> %<3>2, [<1>], %<3>1;\n",
                 "bar.sync 0;\nld<0>.b64 %rd21, [<1>];\nst.global.b64 [%rd3], %rd21;\n");
        const Program program = {.head = ".global .align 8 .b64 g;\n.shared .align 8 .b64 s;",
                                 .body = body,
                                 .threads = THREADS,
                                 .parts = PARTS(place->space, place->address, sum->name,
                                                sum->result_type, sum->one, decimal(sum->bits))};
        if (program_run(&program, out)) {
            EXPECT_EQ(word_of((const uint32_t(*)[OUT_WORDS])out, 0, 0, 64), sum->sum);
        }
    }
}

TEST(atomics_of_many_blocks_meet_in_global_memory)
{
    static Out out;
    const Program program = {.head = ".global .u32 g;",
                             .blocks = 20,
                             .threads = 50,
                             .body = "atom.global.add.u32 %r12, [g], 1;\n" KEEP(0, "%r12")};
    static bool is_seen[1000];
    memset(is_seen, 0, sizeof is_seen);
    if (program_run(&program, out)) {
        for (uint32_t t = 0; t < 1000; t++) {
            EXPECT(out[t][0] < 1000 && !is_seen[out[t][0] % 1000]);
            is_seen[out[t][0] % 1000] = true;
        }
    }
}

// --- vectors, 128 bits, cache policies

typedef struct VectorSum {
    const char *operation;
    const char *file; // of registers
    uint32_t count, bits;
    uint32_t one, fifth, all; // the operand; old value of lane 5; in the end, after 32 lanes
} VectorSum;

static const VectorSum vector_sums[] = {
    {"add.v2.f32", "%f", 2, 32, 0x3f800000, 0x40a00000, 0x42000000},
    {"add.v4.f32", "%f", 4, 32, 0x3f800000, 0x40a00000, 0x42000000},
    {"add.noftz.v2.f16", "%h", 2, 16, 0x3c00, 0x4500, 0x5000},
    {"add.noftz.v4.f16", "%h", 4, 16, 0x3c00, 0x4500, 0x5000},
    {"add.noftz.v8.bf16", "%h", 8, 16, 0x3f80, 0x40a0, 0x4200},
    {"add.noftz.v2.f16x2", "%r", 2, 32, 0x3c003c00, 0x45004500, 0x50005000},
    {"add.noftz.v4.bf16x2", "%r", 4, 32, 0x3f803f80, 0x40a040a0, 0x42004200},
    {"max.noftz.v8.f16", "%h", 8, 16, 0x3c00, 0x3c00, 0x3c00},
    {"min.noftz.v2.bf16", "%h", 2, 16, 0xbf80, 0xbf80, 0xbf80},
    {"min.noftz.v4.f16x2", "%r", 4, 32, 0xbc00bc00, 0xbc00bc00, 0xbc00bc00},
};

// {file12, file13, ...}
static const char *vector_text(const VectorSum *sum, uint32_t first)
{
    static char texts[2][96];
    char *text = texts[first % 2];
    size_t at = 0;
    for (uint32_t i = 0; i < sum->count; i++) {
        at += (size_t)snprintf(text + at, sizeof texts[0] - at, "%s%s%" PRIu32, i == 0 ? "{" : ", ",
                               sum->file, first + i);
    }
    snprintf(text + at, sizeof texts[0] - at, "}");
    return text;
}

// Old values in thread 5, what memory holds in the end in thread 0.
static void check_vector(const VectorSum *sum, bool is_returned, const Out out)
{
    uint32_t in_word = 32 / sum->bits;
    for (uint32_t i = 0; i < sum->count; i++) {
        uint32_t mask = sum->bits == 32 ? UINT32_MAX : 0xffff, shift = i % in_word * sum->bits;
        EXPECT_EQ(out[0][i / in_word] >> shift & mask, sum->all);
    }
    if (is_returned) {
        EXPECT_EQ(out[5][4], sum->fifth);
        EXPECT_EQ(out[5][5], sum->fifth);
    }
}

TEST(vectors_change_by_element)
{
    static Out out;
    for (uint32_t i = 0; i < 4 * sizeof vector_sums / sizeof vector_sums[0]; i++) {
        const VectorSum *sum = &vector_sums[i / 4];
        bool is_returned = (i & 1) != 0, has_hint = (i & 2) != 0;
        char body[2048], last[16];
        size_t at = (size_t)snprintf(body, sizeof body,
                                     "setp.eq.u32 %%p1, %%r1, 0;\n"
                                     "createpolicy.fractional.L2::evict_last.b64 %%rd9;\n");
        for (uint32_t e = 0; e < sum->count; e++) {
            at += (size_t)snprintf(body + at, sizeof body - at,
                                   "mov.b%" PRIu32 " %s%" PRIu32 ", 0x%" PRIx32 ";\n", sum->bits,
                                   sum->file, 2 + e, sum->one);
        }
        snprintf(last, sizeof last, "%s%" PRIu32, sum->file, 12 + sum->count);
        snprintf(body + at, sizeof body - at, "%s%s",
                 is_returned ? "atom.global.<0><1> <3>, [g], <2><4>;\n"
                               "st.global.b<6> [%rd3+16], <5>13;\nst.global.b<6> [%rd3+20], <7>;\n"
                             : "red.global.<0><1> [g], <2><4>;\n",
                 "ld.global.v4.b32 {%r40, %r41, %r42, %r43}, [g];\n"
                 "@%p1 st.global.v4.b32 [%rd3], {%r40, %r41, %r42, %r43};\n");
        const Program program = {.head = ".global .align 16 .b8 g[16];",
                                 .body = body,
                                 .parts = PARTS(sum->operation, has_hint ? ".L2::cache_hint" : "",
                                                vector_text(sum, 2), vector_text(sum, 13),
                                                has_hint ? ", %rd9" : "", sum->file,
                                                decimal(sum->bits), last)};
        if (program_run(&program, out)) {
            check_vector(sum, is_returned, (const uint32_t(*)[OUT_WORDS])out);
        }
    }
}

// A policy changes nothing but where the L2 keeps lines.
TEST(cache_policies_leave_results_alone)
{
    static const struct {
        const char *operation, *file, *operand;
        uint32_t bits, all;
    } hinted[] = {
        {"or.L2::cache_hint.b32", "%r", "5", 32, 5},
        {"xor.L2::cache_hint.b64", "%rd", "5", 64, 0},
        {"add.L2::cache_hint.u64", "%rd", "3", 64, 96},
        {"add.L2::cache_hint.f32", "%f", "0f3F800000", 32, 0x42000000},
        {"add.noftz.L2::cache_hint.bf16", "%h", "0x3f80", 16, 0x4200},
        {"add.L2::cache_hint.noftz.f16x2", "%r", "0x3c003c00", 32, 0x50005000},
        {"inc.L2::cache_hint.u32", "%r", "100", 32, 32},
        {"max.L2::cache_hint.s64", "%rd", "7", 64, 7},
        {"exch.L2::cache_hint.b32", "%r", "9", 32, 9},
    };
    static Out out;
    for (uint32_t i = 0; i < 2 * sizeof hinted / sizeof hinted[0]; i++) {
        bool is_returned = (i & 1) != 0,
             is_exchange = strncmp(hinted[i / 2].operation, "exch", 4) == 0;
        const Program program = {
            .head = ".global .align 8 .b8 g[8];",
            .body = is_returned || is_exchange
                        ? "mov.b<3> <1>12, <2>;\natom.global.<0> <1>13, [g], <1>12, %rd9;\n"
                          "ld.global.b32 %r20, [g];\n" KEEP(0, "%r20")
                        : "mov.b<3> <1>12, <2>;\nred.global.<0> [g], <1>12, %rd9;\n"
                          "ld.global.b32 %r20, [g];\n" KEEP(0, "%r20"),
            .parts = PARTS(hinted[i / 2].operation, hinted[i / 2].file, hinted[i / 2].operand,
                           decimal(hinted[i / 2].bits))};
        if (program_run(&program, out)) {
            EXPECT_WORD(out, 31, 0, hinted[i / 2].all);
        }
    }
}

// Lane after lane: each exchange returns what the lane before it stored.
TEST(atomics_of_128_bits)
{
    static Out out;
    for (uint32_t i = 0; i < 3 * 2; i++) {
        bool has_hint = i / 2 == 2;
        const Program program = {
            .head = ".global .align 16 .b8 g[16];\n.shared .align 16 .b8 s[16];",
            .body = ".reg .b128 %q1, %q2, %q3, %q4, %q5;\n.reg .b32 %w0, %w1, %w2, %w3;\n"
                    "mov.b128 %q1, 0;\nst<0>.b128 [<1>], %q1;\nbar.warp.sync -1;\n"
                    "cvt.u64.u32 %rd10, %r1;\nmov.b64 %rd11, 7;\nmov.b128 %q2, {%rd10, %rd11};\n"
                    "atom<0>.exch<2>.b128 %q3, [<1>], %q2<3>;\n"
                    "mov.b128 {%w0, %w1, %w2, %w3}, %q3;\n" KEEP(0, "%w0") KEEP(8, "%w2")
            // The value is {31, 7}: lane 3 finds it, the others do not.
            "setp.eq.u32 %p1, %r1, 3;\nselp.b32 %w0, 31, 30, %p1;\nmov.b32 %w1, 0;\n"
            "mov.b32 %w2, 7;\nmov.b128 %q4, {%w0, %w1, %w2, %w1};\n"
            "atom<0>.cas.b128 %q5, [<1>], %q4, %q2;\n"
            "mov.b128 {%rd12, _}, %q5;\nst.global.b64 [%rd3+16], %rd12;\n"
            "bar.warp.sync -1;\nld<0>.b128 %q1, [<1>];\nmov.b128 %q5, %q1;\n"
            "mov.b128 {%rd12, %rd13}, %q5;\nst.global.b64 [%rd3+24], %rd12;\n"
            "@!%p1 atom<0>.exch.b128 _, [<1>], %q2;\n",
            .parts = PARTS((i & 1) != 0 && !has_hint ? ".shared" : ".global",
                           (i & 1) != 0 && !has_hint ? "s" : "g", has_hint ? ".L2::cache_hint" : "",
                           has_hint ? ", %rd9" : "")};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < 32; t++) {
                EXPECT_WORD(out, t, 0, t == 0 ? 0 : t - 1);
                EXPECT_WORD(out, t, 2, t == 0 ? 0 : 7);
                EXPECT_WORD(out, t, 4, t <= 3 ? 31 : 3);
                EXPECT_WORD(out, t, 6, 3);
            }
        }
    }
}

INSTRUCTIONS_MAIN()
