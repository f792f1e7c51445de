// SPDX-License-Identifier: Apache-2.0
// tcgen05.mma with .block_scale, and tcgen05.cp, which brings the scales into tensor memory,
// against sums in double precision.
#include "tests/execution/instructions.h"

#include <math.h>

#define ROWS    128u
#define COLUMNS 64u
#define B_BYTE  16384u
#define SCALES  24576u // of A, 512 bytes, and of B
#define WORDS   6400u

typedef struct Kind {
    const char *name;
    uint32_t format, bits, scales;
    bool is_e4m3;              // the scales
    uint32_t first_a, first_b; // byte of the scales in a word
} Kind;

static const Kind kinds[] = {
    {"kind::mxf8f6f4.block_scale", 0, 8, 1, false, 0, 0},
    {"kind::mxf8f6f4.block_scale.scale_vec::1X", 1, 8, 1, false, 3, 2},
    {"kind::mxf8f6f4.block_scale.block32", 0, 8, 1, false, 1, 3},
    {"kind::mxf4.block_scale", 1, 4, 2, false, 0, 2},
    {"kind::mxf4nvf4.block_scale.scale_vec::2X", 1, 4, 2, false, 2, 0},
    {"kind::mxf4nvf4.block_scale.scale_vec::4X", 1, 4, 4, true, 0, 0},
    {"kind::mxf4nvf4.block_scale.block16", 1, 4, 4, true, 0, 0},
};

static uint32_t mask_of(const Kind *kind)
{
    return kind->bits == 4 ? UINT32_MAX : kind->format == 0 ? 0xf7f7f7f7u : 0xbfbfbfbfu;
}

static uint32_t data_word(const Kind *kind, uint32_t index)
{
    return sample(index % IN_WORDS) & mask_of(kind);
}

static uint32_t scale_word(const Kind *kind, uint32_t index)
{
    uint32_t word = sample((SCALES / 4 + index) % IN_WORDS);
    return kind->is_e4m3 ? word & 0x77777777u : (word & 0x07070707u) + 0x7c7c7c7cu;
}

static double value_of(uint32_t bits, uint32_t exponent_bits, uint32_t fraction_bits, int bias)
{
    uint32_t exponent = bits >> fraction_bits & ((1u << exponent_bits) - 1);
    double fraction = ldexp(bits & ((1u << fraction_bits) - 1), -(int)fraction_bits);
    double value = ldexp((exponent != 0) + fraction, (int)(exponent != 0 ? exponent : 1) - bias);
    return bits >> (exponent_bits + fraction_bits) & 1 ? -value : value;
}

// Rows of 128 bytes, swizzled, of which the first 32 bytes are read.
static double element_of(const Kind *kind, bool is_a, uint32_t line, uint32_t k)
{
    uint32_t place = line * 128 + k * kind->bits / 8;
    place ^= place / 128 % 8 * 16;
    uint32_t word = data_word(kind, ((is_a ? 0 : B_BYTE) + place) / 4) >> place % 4 * 8;
    if (kind->bits == 4) {
        return value_of(word >> k * 4 % 8 & 15, 2, 1, 1);
    }
    return kind->format == 0 ? value_of(word & 0xff, 4, 3, 7) : value_of(word & 0xff, 5, 2, 15);
}

// The word of a row or column is in row `line % 32` of the copy's 32 rows of four words.
static double scale_of(const Kind *kind, bool is_a, uint32_t line, uint32_t k)
{
    uint32_t index = (is_a ? 0 : 128) + line % 32 * 4 + line / 32;
    uint32_t byte = (is_a ? kind->first_a : kind->first_b) + k * kind->bits * kind->scales / 256;
    uint32_t bits = scale_word(kind, index) >> byte * 8 & 0xff;
    return kind->is_e4m3 ? value_of(bits & 0x7f, 4, 3, 7) : ldexp(1.0, (int)bits - 127);
}

static void expect_sum(const Kind *kind, uint32_t row, uint32_t column, uint32_t bits)
{
    double sum = 0, largest = 0;
    float found;
    memcpy(&found, &bits, sizeof found);
    for (uint32_t k = 0; k < 256 / kind->bits; k++) {
        double term = element_of(kind, true, row, k) * element_of(kind, false, column, k) *
                      scale_of(kind, true, row, k) * scale_of(kind, false, column, k);
        sum += term;
        largest = fmax(largest, fabs(term));
    }
    double allowed = 70 * ldexp(largest, kind->bits == 4 ? -35 : -25) + ldexp(fabs(sum), -23);
    if (!EXPECT(fabs(found - sum) <= allowed)) {
        fprintf(stderr, "%s: row %u column %u is %.9g, not %.9g\n", kind->name, row, column, found,
                sum);
    }
}

#define DESCRIPTOR(byte, stride, swizzle)                                                          \
    ((uint64_t)(byte) >> 4 | (uint64_t)(stride) >> 4 << 32 | UINT64_C(1) << 46 |                   \
     (uint64_t)(swizzle) << 61)

static void write_fill(const Kind *kind, Text *out)
{
    text_put(out, "mov.u32 %r29, barrier;\nmov.u32 %r24, matrices;\nsetp.lt.u32 %p10, %r1, 32;\n"
                  "@!%p10 bra allocated;\n"
                  "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], 128;\n"
                  "allocated:\nmov.u32 %r20, %r1;\nfill:\n");
    text_printf(out, "and.b32 %%r21, %%r20, %u;\n", IN_WORDS - 1);
    text_put(out, "mul.wide.u32 %rd5, %r21, 4;\nadd.s64 %rd5, %rd5, %rd1;\n"
                  "ld.global.b32 %r22, [%rd5];\n");
    text_printf(out, "setp.ge.u32 %%p1, %%r20, %u;\nselp.b32 %%r25, %u, %u, %%p1;\n", SCALES / 4,
                kind->is_e4m3 ? 0x77777777u : 0x07070707u, mask_of(kind));
    text_printf(out, "selp.b32 %%r26, %u, 0, %%p1;\n", kind->is_e4m3 ? 0 : 0x7c7c7c7cu);
    text_put(out, "and.b32 %r22, %r22, %r25;\nadd.u32 %r22, %r22, %r26;\nshl.b32 %r23, %r20, 2;\n"
                  "add.u32 %r23, %r23, %r24;\nst.shared.b32 [%r23], %r22;\n"
                  "add.u32 %r20, %r20, 128;\n");
    text_printf(out, "setp.lt.u32 %%p1, %%r20, %u;\n@%%p1 bra fill;\n", WORDS);
}

static void write_product(const Kind *kind, Text *out)
{
    uint32_t instruction = kind->first_b << 4 | kind->format << 7 | kind->format << 10 |
                           COLUMNS / 8 << 17 | (kind->is_e4m3 ? 0u : 1u) << 23 | ROWS / 16 << 24 |
                           kind->first_a << 29;
    uint64_t from[] = {DESCRIPTOR(0, 1024, 2), DESCRIPTOR(B_BYTE, 1024, 2),
                       DESCRIPTOR(SCALES, 128, 0), DESCRIPTOR(SCALES + 512, 128, 0)};
    text_put(out, "fence.proxy.async;\nsetp.eq.u32 %p2, %r1, 0;\n"
                  "@%p2 mbarrier.init.shared.b64 [%r29], 1;\ntcgen05.fence::before_thread_sync;\n"
                  "bar.sync 0;\ntcgen05.fence::after_thread_sync;\nld.shared.b32 %r40, [place];\n"
                  "@!%p2 bra multiplied;\ncvt.u64.u32 %rd10, %r24;\nshr.u64 %rd10, %rd10, 4;\n"
                  "add.u32 %r43, %r40, 64;\nadd.u32 %r44, %r40, 68;\n");
    for (uint32_t i = 0; i < 4; i++) {
        text_printf(out, "add.u64 %%rd%u, %%rd10, %llu;\n", 6 + i, (unsigned long long)from[i]);
    }
    text_put(out, "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r43], %rd8;\n"
                  "tcgen05.cp.cta_group::1.32x128b.warpx4 [%r44], %rd9;\n"
                  "tcgen05.cp.cta_group::1.128x128b [%r40+96], %rd6;\n"
                  "tcgen05.cp.cta_group::1.128x256b [%r40+104], %rd6;\n");
    text_printf(out, "mov.u32 %%r45, %u;\n", instruction);
    text_printf(out, "tcgen05.mma.cta_group::1.%s [%%r40], %%rd6, %%rd7, %%r45, [%%r43], [%%r44], ",
                kind->name);
    text_put(out, "0;\ntcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                  "[%r29];\nmultiplied:\nbar.warp.sync 0xffffffff;\nwaits:\n"
                  "mbarrier.try_wait.parity.shared.b64 %p5, [%r29], 0;\n@!%p5 bra waits;\n"
                  "tcgen05.fence::after_thread_sync;\nshr.u32 %r41, %r1, 5;\n"
                  "shl.b32 %r41, %r41, 21;\nadd.u32 %r41, %r41, %r40;\n");
}

static bool run_kind(const Kind *kind, const char *tail, Out out)
{
    Text body = {0};
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 8 .b64 barrier;\n"
                               ".shared .align 1024 .b8 matrices[25600];\n",
                       .threads = 128,
                       .gpu = "b200",
                       .target = 100};
    write_fill(kind, &body);
    write_product(kind, &body);
    text_put(&body, tail);
    text_put(&body, "tcgen05.wait::ld.sync.aligned;\nbar.sync 0;\n@!%p10 bra freed;\n"
                    "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r40, 128;\nfreed:\n");
    program.body = text_string(&body);
    bool has_run = program_run(&program, out);
    text_destroy(&body);
    return has_run;
}

#define KEEP_8                                                                                     \
    KEEP(0, "%r30")                                                                                \
    KEEP(4, "%r31")                                                                                \
    KEEP(8, "%r32")                                                                                \
    KEEP(12, "%r33") KEEP(16, "%r34") KEEP(20, "%r35") KEEP(24, "%r36") KEEP(28, "%r37")

TEST(scales_multiply_their_part_of_a_row_or_column)
{
    static Out out;
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!run_kind(&kinds[i],
                      "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%r30, %r31, %r32, %r33, %r34, %r35, "
                      "%r36, %r37}, [%r41+40];\n" KEEP_8,
                      out)) {
            continue;
        }
        for (uint32_t row = 0; row < ROWS; row++) {
            for (uint32_t column = 0; column < 8; column++) {
                expect_sum(&kinds[i], row, 40 + column, out[row][column]);
            }
        }
    }
}

TEST(copies_bring_rows_into_lanes)
{
    static Out out;
    if (!run_kind(&kinds[3],
                  "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r30}, [%r41+64];\n"
                  "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r31}, [%r41+71];\n"
                  "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r32, %r33}, [%r41+98];\n"
                  "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r34, %r35}, [%r41+104];\n"
                  "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r36, %r37}, [%r41+110];\n" KEEP_8,
                  out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 128; lane++) {
        static const uint32_t columns[] = {2, 3, 0, 1, 6, 7};
        EXPECT_WORD(out, lane, 0, scale_word(&kinds[3], lane % 32 * 4));
        EXPECT_WORD(out, lane, 1, scale_word(&kinds[3], 128 + lane % 32 * 4 + 3));
        for (uint32_t i = 0; i < 6; i++) {
            uint32_t place = lane * 128 + columns[i] * 4;
            EXPECT_WORD(out, lane, 2 + i, data_word(&kinds[3], (place ^ place / 128 % 8 * 16) / 4));
        }
    }
}

INSTRUCTIONS_MAIN()
