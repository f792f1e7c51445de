// SPDX-License-Identifier: Apache-2.0
// tcgen05: allocation of tensor memory, fragments, and products, of which each is compared with
// sums in double precision. Matrices lie in shared memory as the PTX ISA's canonical layouts say.
#include "tests/execution/instructions.h"

#include <math.h>

#define ALLOCATE(columns)                                                                          \
    "setp.lt.u32 %p10, %r1, 32;\n@!%p10 bra allocated;\n"                                          \
    "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [place], " columns ";\n"              \
    "allocated:\ntcgen05.fence::before_thread_sync;\nbar.sync 0;\n"                                \
    "tcgen05.fence::after_thread_sync;\nld.shared.b32 %r40, [place];\n"

#define FREE(columns)                                                                              \
    "bar.sync 0;\n@!%p10 bra freed;\n"                                                             \
    "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n"                                 \
    "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r40, " columns ";\nfreed:\n"

// %r41: the address of the warp's lanes.
#define LANES "shr.u32 %r41, %r1, 5;\nshl.b32 %r41, %r41, 21;\nadd.u32 %r41, %r41, %r40;\n"

#define HEAD ".shared .align 4 .b32 place;\n"

static const Program blackwell = {.head = HEAD, .threads = 128, .gpu = "b200", .target = 100};

// Where thread `t` of a warp finds register `reg`: the word that was stored in that lane and column
// is 1000 * lane + column.
static uint32_t place_value(uint32_t warp, uint32_t lane, uint32_t column)
{
    return 1000 * (32 * warp + lane) + column;
}

TEST(fragments_are_laid_out_as_the_isa_draws_them)
{
    static Out out;
    Program program = blackwell;
    // clang-format off
    program.body = ALLOCATE("32") LANES
        "mul.lo.u32 %r20, %r1, 1000;\n" // every lane's columns 0 to 31: its row
        "add.u32 %r21, %r20, 1;\nadd.u32 %r22, %r20, 2;\nadd.u32 %r23, %r20, 3;\n"
        "add.u32 %r24, %r20, 4;\nadd.u32 %r25, %r20, 5;\nadd.u32 %r26, %r20, 6;\n"
        "add.u32 %r27, %r20, 7;\n"
        "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r41], {%r20, %r21, %r22, %r23, %r24, %r25, "
        "%r26, %r27};\ntcgen05.wait::st.sync.aligned;\n"
        "tcgen05.ld.sync.aligned.16x256b.x1.b32 {%r30, %r31, %r32, %r33}, [%r41];\n"
        "tcgen05.ld.sync.aligned.16x128b.x1.b32 {%r34, %r35}, [%r41+4];\n"
        "add.u32 %r42, %r41, 1048576;\n" // 16 lanes below
        "tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {%r36}, [%r42], 3;\n"
        "tcgen05.ld.sync.aligned.32x32b.x1.pack::16b.b32 {%r37}, [%r41+2];\n"
        "tcgen05.wait::ld.sync.aligned;\n"
        KEEP(0, "%r30") KEEP(4, "%r31") KEEP(8, "%r32") KEEP(12, "%r33") KEEP(16, "%r34")
        KEEP(20, "%r35") KEEP(24, "%r36") KEEP(28, "%r37") FREE("32");
    // clang-format on
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t thread = 0; thread < 128; thread++) {
        uint32_t warp = thread / 32, t = thread % 32, group = t / 4, member = t % 4;
        EXPECT_WORD(out, thread, 0, place_value(warp, group, 2 * member));
        EXPECT_WORD(out, thread, 1, place_value(warp, group, 2 * member + 1));
        EXPECT_WORD(out, thread, 2, place_value(warp, group + 8, 2 * member));
        EXPECT_WORD(out, thread, 3, place_value(warp, group + 8, 2 * member + 1));
        EXPECT_WORD(out, thread, 4, place_value(warp, group, 4 + member));
        EXPECT_WORD(out, thread, 5, place_value(warp, group + 8, 4 + member));
        EXPECT_WORD(out, thread, 6, place_value(warp, 16 + t % 16, t / 16 * 3));
        EXPECT_WORD(out, thread, 7,
                    (place_value(warp, t, 2) & 0xffff) | place_value(warp, t, 3) << 16);
    }
}

TEST(stores_have_the_fragments_of_loads)
{
    static Out out;
    Program program = blackwell;
    // clang-format off
    program.body = ALLOCATE("64") LANES
        "mov.b32 %r20, 0;\n"
        "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r41], {%r20, %r20, %r20, %r20, %r20, %r20, %r20, "
        "%r20};\n"
        "shl.b32 %r21, %r5, 8;\nadd.u32 %r22, %r21, 1;\nadd.u32 %r23, %r21, 2;\n"
        "add.u32 %r24, %r21, 3;\n"
        "tcgen05.st.sync.aligned.16x256b.x1.b32 [%r41], {%r21, %r22, %r23, %r24};\n"
        "add.u32 %r42, %r41, 1048576;\n"
        "tcgen05.st.sync.aligned.16x128b.x1.b32 [%r42], {%r21, %r22};\n"
        "tcgen05.st.sync.aligned.16x32bx2.x2.b32 [%r42+32], 2, {%r23, %r24};\n"
        "tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [%r41+36], {%r10};\n"
        "tcgen05.wait::st.sync.aligned;\n"
        "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r30, %r31, %r32, %r33}, [%r41];\n"
        "tcgen05.ld.sync.aligned.32x32b.x4.b32 {%r34, %r35, %r36, %r37}, [%r41+32];\n"
        "tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r38, %r39}, [%r41+36];\n"
        KEEP(0, "%r30") KEEP(4, "%r31") KEEP(8, "%r32") KEEP(12, "%r33") KEEP(16, "%r34")
        KEEP(20, "%r37") KEEP(24, "%r38") KEEP(28, "%r39") FREE("64");
    // clang-format on
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t thread = 0; thread < 128; thread++) {
        uint32_t t = thread % 32;
        for (uint32_t column = 0; column < 4; column++) {
            uint32_t of_256 = (t % 8 * 4 + column / 2) << 8 | (t / 8 * 2 + column % 2);
            uint32_t of_128 = (t % 8 * 4 + column) << 8 | (t % 16 / 8);
            EXPECT_WORD(out, thread, column, t < 16 ? of_256 : of_128);
        }
        if (t >= 16) { // register 0 of the lower threads, register 1 of the upper ones
            EXPECT_WORD(out, thread, 4, (t - 16) << 8 | 2);
            EXPECT_WORD(out, thread, 5, t << 8 | 3);
        }
        EXPECT_WORD(out, thread, 6, sample(thread) & 0xffff);
        EXPECT_WORD(out, thread, 7, sample(thread) >> 16);
    }
}

// --- products

typedef struct Kind {
    const char *name;
    uint32_t format, bits, exponent_bits, fraction_bits;
    uint32_t mask; // bits of a random word that are kept, so that there are no NaNs
} Kind;

static const Kind kinds[] = {
    {"kind::f16", 0, 16, 5, 10, 0xbfffbfffu},  {"kind::f16", 1, 16, 8, 7, 0xbfffbfffu},
    {"kind::tf32", 2, 32, 8, 23, 0xbfffe000u}, {"kind::f8f6f4", 0, 8, 4, 3, 0xf7f7f7f7u},
    {"kind::f8f6f4", 1, 8, 5, 2, 0xbfbfbfbfu}, {"kind::i8", 0, 8, 0, 0, UINT32_MAX},
    {"kind::i8", 1, 8, 0, 0, UINT32_MAX},
};

// A product of tcgen05.mma. In shared memory, A begins at 0 and B at 24 KB.
typedef struct Product {
    const Kind *kind;
    uint32_t m, n;
    uint32_t span;     // of the swizzle, 16 for none
    bool is_across[2]; // A, B: lines side by side
    bool is_negated[2];
    bool is_in_memory; // A
    bool has_lanes;    // some of D's are not written
    bool is_added;     // D, which is 3 * row - column
    uint32_t scale;
} Product;

#define B_BYTE  24576u
#define LEADING 4096u // of lines that lie across, and of core matrices along k
#define WORDS   10240u

static uint32_t stride_of(const Product *product)
{
    return product->span * 8;
}

// The byte of element (line, k) of a matrix, by the canonical layouts (PTX ISA 9.0, "Canonical
// Layouts"): rows of `span` bytes, eight of them a pattern, whose 16-byte pieces change places.
static uint32_t byte_of(const Product *product, uint32_t matrix, uint32_t line, uint32_t k)
{
    uint32_t bytes = product->kind->bits / 8, span = product->span;
    bool is_across = product->is_across[matrix];
    uint32_t row = is_across ? k : line, along = (is_across ? line : k) * bytes;
    uint32_t place = row % 8 * span + along % span;
    if (span == 16 && is_across) { // core matrices: LEADING along k, the stride between lines
        place += row / 8 * LEADING + along / span * stride_of(product);
    } else {
        place += row / 8 * stride_of(product) + along / span * LEADING;
    }
    return (matrix == 0 ? 0 : B_BYTE) + (place ^ (place / 128 % (span / 16) * 16));
}

static uint64_t descriptor_of(const Product *product, uint32_t matrix)
{
    uint64_t swizzle = product->span == 128  ? 2
                       : product->span == 64 ? 4
                       : product->span == 32 ? 6
                                             : 0;
    return (uint64_t)(matrix == 0 ? 0 : B_BYTE >> 4) | (uint64_t)(LEADING >> 4) << 16 |
           (uint64_t)(stride_of(product) >> 4) << 32 | UINT64_C(1) << 46 | swizzle << 61;
}

static uint32_t instruction_of(const Product *product)
{
    bool is_integer = product->kind->exponent_bits == 0;
    return (is_integer ? 2u : 1u) << 4 | product->kind->format << 7 | product->kind->format << 10 |
           (uint32_t)product->is_negated[0] << 13 | (uint32_t)product->is_negated[1] << 14 |
           (uint32_t)product->is_across[0] << 15 | (uint32_t)product->is_across[1] << 16 |
           product->n / 8 << 17 | product->m / 16 << 24;
}

static double value_of(const Kind *kind, uint32_t bits)
{
    if (kind->exponent_bits == 0) {
        return kind->format == 1 ? (int8_t)bits : (uint8_t)bits;
    }
    uint32_t top = kind->exponent_bits + kind->fraction_bits;
    uint32_t exponent = bits >> kind->fraction_bits & ((1u << kind->exponent_bits) - 1);
    double fraction = ldexp(bits & ((1u << kind->fraction_bits) - 1), -(int)kind->fraction_bits);
    int bias = (1 << (kind->exponent_bits - 1)) - 1;
    double value = ldexp((exponent != 0) + fraction, (int)(exponent != 0 ? exponent : 1) - bias);
    return bits >> top & 1 ? -value : value;
}

// Word `index` of shared memory.
static uint32_t word_of(const Product *product, uint32_t index)
{
    uint32_t word = sample(index % IN_WORDS) & product->kind->mask;
    // Of wide exponents, six bits are kept.
    return product->kind->exponent_bits != 8 ? word
           : product->kind->bits == 32       ? (word & 0x83ffe000u) + 0x3c000000u
                                             : (word & 0x83ff83ffu) + 0x3c003c00u;
}

static double element_of(const Product *product, uint32_t matrix, uint32_t line, uint32_t k)
{
    uint32_t bits = product->kind->bits, byte = byte_of(product, matrix, line, k);
    if (matrix == 0 && product->is_in_memory) { // lane `line` has the words 8 * line on
        byte = line * 32 + k * bits / 8;
    }
    uint32_t word = word_of(product, byte / 4) >> byte % 4 * 8;
    double value = value_of(product->kind, bits == 32 ? word : word & ((1u << bits) - 1));
    return product->is_negated[matrix] ? -value : value;
}

static uint32_t lane_of(const Product *product, uint32_t row)
{
    return product->m == 64 ? row / 16 * 32 + row % 16 : row;
}

static const uint32_t disabled[4] = {0x80000001, 0, 0xff00, 0x5};

static bool is_disabled(const Product *product, uint32_t lane)
{
    return product->has_lanes && (disabled[lane / 32] >> lane % 32 & 1) != 0;
}

static double sum_of(const Product *product, uint32_t row, uint32_t column, double *largest)
{
    uint32_t lane = lane_of(product, row);
    double old = 3.0 * lane - column;
    if (is_disabled(product, lane)) {
        *largest = 0;
        return old;
    }
    double sum = product->is_added ? ldexp(old, -(int)product->scale) : 0.0;
    *largest = fabs(sum);
    for (uint32_t k = 0; k < 256 / product->kind->bits; k++) {
        double term = element_of(product, 0, row, k) * element_of(product, 1, column, k);
        sum += term;
        *largest = fmax(*largest, fabs(term));
    }
    return sum;
}

// Fills shared memory, 128 words at a time, and D.
static void write_fill(const Product *product, Text *out)
{
    bool is_integer = product->kind->exponent_bits == 0;
    uint32_t mask = product->kind->mask, base = 0;
    if (product->kind->exponent_bits == 8) {
        mask = product->kind->bits == 32 ? 0x83ffe000u : 0x83ff83ffu;
        base = product->kind->bits == 32 ? 0x3c000000u : 0x3c003c00u;
    }
    text_put(out, ALLOCATE("512") LANES "mov.u32 %r20, %r1;\nmov.u32 %r24, matrices;\nfill:\n");
    text_printf(out, "and.b32 %%r21, %%r20, %u;\n", IN_WORDS - 1);
    text_put(out, "mul.wide.u32 %rd5, %r21, 4;\nadd.s64 %rd5, %rd5, %rd1;\n"
                  "ld.global.b32 %r22, [%rd5];\n");
    text_printf(out, "and.b32 %%r22, %%r22, %u;\nadd.u32 %%r22, %%r22, %u;\n", mask, base);
    text_put(out, "shl.b32 %r23, %r20, 2;\nadd.u32 %r23, %r23, %r24;\n"
                  "st.shared.b32 [%r23], %r22;\nadd.u32 %r20, %r20, 128;\n");
    text_printf(out, "setp.lt.u32 %%p1, %%r20, %u;\n@%%p1 bra fill;\n", WORDS);
    text_put(out, "mov.u32 %r20, 0;\nmul.lo.s32 %r21, %r1, 3;\nold:\n"
                  "sub.s32 %r22, %r21, %r20;\n");
    text_put(out, is_integer ? "" : "cvt.rn.f32.s32 %f1, %r22;\nmov.b32 %r22, %f1;\n");
    text_put(out, "add.u32 %r23, %r41, %r20;\n"
                  "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r23], {%r22};\n"
                  "add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p1, %r20, 256;\n@%p1 bra old;\n"
                  "bar.sync 0;\n");
}

// A in tensor memory, from column 256 on: the words 8 * row on of shared memory. Of 64 rows, the
// upper half of a warp's lanes has none.
static void write_rows(const Product *product, Text *out)
{
    text_put(out, "add.u32 %r25, %r41, 256;\nmov.u32 %r27, %r1;\n");
    text_put(out, product->m == 64 ? "shr.u32 %r27, %r1, 5;\nshl.b32 %r27, %r27, 4;\n"
                                     "and.b32 %r28, %r1, 15;\nadd.u32 %r27, %r27, %r28;\n"
                                   : "");
    text_put(out, "mad.lo.u32 %r26, %r27, 32, %r24;\n"
                  "ld.shared.v4.b32 {%r30, %r31, %r32, %r33}, [%r26];\n"
                  "ld.shared.v4.b32 {%r34, %r35, %r36, %r37}, [%r26+16];\n"
                  "tcgen05.st.sync.aligned.32x32b.x8.b32 [%r25], {%r30, %r31, %r32, %r33, %r34, "
                  "%r35, %r36, %r37};\ntcgen05.wait::st.sync.aligned;\nfence.proxy.async;\n");
}

// Thread 0 multiplies; the others wait for its commit. Leaves eight columns, from `column` on.
static void write_product(const Product *product, uint32_t column, Text *out)
{
    text_put(out, "mov.u32 %r29, barrier;\nsetp.eq.u32 %p2, %r1, 0;\n"
                  "@%p2 mbarrier.init.shared.b64 [%r29], 1;\nadd.u32 %r43, %r40, 256;\n"
                  "tcgen05.fence::before_thread_sync;\nbar.sync 0;\n"
                  "tcgen05.fence::after_thread_sync;\n");
    text_printf(out, "setp.ne.u32 %%p4, %%r1, %u;\n@!%%p2 bra multiplied;\n",
                product->is_added ? 4096u : 0u);
    text_put(out, "cvt.u64.u32 %rd10, %r24;\nshr.u64 %rd10, %rd10, 4;\n");
    for (uint32_t i = 0; i < 2; i++) {
        text_printf(out, "mov.u64 %%rd%u, %llu;\nadd.u64 %%rd%u, %%rd%u, %%rd10;\n", 7 + i,
                    (unsigned long long)descriptor_of(product, i), 7 + i, 7 + i);
    }
    text_printf(out, "mov.u32 %%r44, %u;\ntcgen05.mma.cta_group::1.%s [%%r40], %s, %%rd8, %%r44",
                instruction_of(product), product->kind->name,
                product->is_in_memory ? "[%r43]" : "%rd7");
    if (product->has_lanes) {
        text_printf(out, ", {%u, %u, %u, %u}", disabled[0], disabled[1], disabled[2], disabled[3]);
    }
    text_put(out, ", %p4");
    if (product->scale != 0) {
        text_printf(out, ", %u", product->scale);
    }
    text_put(out, ";\ntcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
                  "[%r29];\nmultiplied:\nbar.warp.sync 0xffffffff;\nwaits:\n"
                  "mbarrier.try_wait.parity.shared.b64 %p5, [%r29], 0;\n@!%p5 bra waits;\n"
                  "tcgen05.fence::after_thread_sync;\n"
                  "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%r30, %r31, %r32, %r33, %r34, %r35, "
                  "%r36, %r37}, ");
    text_printf(out, "[%%r41+%u];\ntcgen05.wait::ld.sync.aligned;\n", column);
    text_put(out, KEEP(0, "%r30") KEEP(4, "%r31") KEEP(8, "%r32") KEEP(12, "%r33") KEEP(16, "%r34")
                      KEEP(20, "%r35") KEEP(24, "%r36") KEEP(28, "%r37") FREE("512"));
}

static bool is_close(const Product *product, uint32_t bits, double wanted, double largest)
{
    if (product->kind->exponent_bits == 0) {
        return (int32_t)bits == (int32_t)wanted;
    }
    float found;
    memcpy(&found, &bits, sizeof found);
    return fabs(found - wanted) <= 40 * ldexp(largest, -25) + ldexp(fabs(wanted), -23);
}

static void try_product(const Product *product)
{
    static Out out;
    Text body = {0};
    Program program = blackwell;
    program.head = HEAD ".shared .align 8 .b64 barrier;\n"
                        ".shared .align 1024 .b8 matrices[40960];\n";
    uint32_t column = product->n - 8;
    write_fill(product, &body);
    write_rows(product, &body);
    write_product(product, column, &body);
    program.body = text_string(&body);
    bool has_run = program_run(&program, out);
    text_destroy(&body);
    if (!has_run) {
        return;
    }
    for (uint32_t row = 0; row < product->m; row++) {
        for (uint32_t i = 0; i < 8; i++) {
            double largest, wanted = sum_of(product, row, column + i, &largest);
            uint32_t bits = out[lane_of(product, row)][i];
            if (!EXPECT(is_close(product, bits, wanted, largest))) {
                fprintf(stderr, "%s m%un%u span %u: row %u column %u is 0x%08x, not %.9g\n",
                        product->kind->name, product->m, product->n, product->span, row, column + i,
                        bits, wanted);
                return;
            }
        }
    }
}

TEST(products_of_all_kinds_and_layouts)
{
    static const uint32_t spans[] = {16, 32, 64, 128};
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (uint32_t s = 0; s < 4; s++) {
            try_product(&(Product){.kind = &kinds[i],
                                   .m = s % 2 == 0 ? 128 : 64,
                                   .n = s == 0 ? 64 : 16,
                                   .span = spans[s],
                                   .is_added = s % 2 == 1});
        }
    }
}

TEST(products_of_lines_that_lie_across)
{
    static const uint32_t spans[] = {16, 32, 64, 128};
    for (uint32_t s = 0; s < 4; s++) {
        for (uint32_t i = 0; i < 3; i++) { // 16-bit A, B, both
            try_product(&(Product){.kind = &kinds[s % 2],
                                   .m = 64,
                                   .n = 32,
                                   .span = spans[s],
                                   .is_across = {i != 1, i != 0},
                                   .is_added = true});
        }
    }
}

TEST(products_with_scales_signs_lanes_and_a_in_tensor_memory)
{
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        bool is_integer = kinds[i].exponent_bits == 0, may_scale = i < 3;
        Product product = {.kind = &kinds[i],
                           .m = i % 2 == 0 ? 64 : 128,
                           .n = 32,
                           .span = 128,
                           .is_negated = {!is_integer, false},
                           .is_in_memory = true,
                           .is_added = true,
                           .scale = may_scale ? 3 : 0};
        try_product(&product);
        product.has_lanes = true;
        try_product(&product);
        product.is_in_memory = false;
        product.is_negated[1] = !is_integer;
        try_product(&product);
    }
}

// --- misuse

static void expect_fault(const char *body, const char *detail)
{
    Program program = blackwell;
    Machine machine;
    static Out out;
    program.body = body;
    program.threads = 64;
    char *text = program_text(&program);
    if (machine_open(&machine, "b200", 1, text)) {
        EXPECT_EQ(program_launch(&program, &machine, out), LOCKSTEP_ERROR_FAULT);
        const LockstepReport *report = lockstep_report(machine.device);
        const char *found = report->count == 0 ? "" : report->records[0]->fault.detail;
        if (!EXPECT(strstr(found, detail) != NULL)) {
            fprintf(stderr, "found '%s', wanted '%s'\n", found, detail);
        }
    }
    machine_close(&machine);
    free(text);
}

TEST(misuse_of_tensor_memory_is_a_fault)
{
    expect_fault(ALLOCATE("48"), "tcgen05.alloc of 48 columns");
    expect_fault(ALLOCATE("32"), "ends with 32 columns");
    expect_fault(ALLOCATE("32") "@!%p10 bra freed;\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 "
                                "%r40, 64;\nfreed:\n",
                 "tcgen05.dealloc of 64 columns");
    expect_fault(ALLOCATE("512") "@!%p10 bra freed;\ntcgen05.alloc.cta_group::1.sync.aligned."
                                 "shared::cta.b32 [place], 32;\nfreed:\n",
                 "0 of 512 are free");
    expect_fault(ALLOCATE("32") "@!%p10 bra freed;\ntcgen05.relinquish_alloc_permit.cta_group::1."
                                "sync.aligned;\ntcgen05.alloc.cta_group::1.sync.aligned."
                                "shared::cta.b32 [place], 32;\nfreed:\n",
                 "after tcgen05.relinquish_alloc_permit");
    expect_fault(ALLOCATE("32") "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r20}, [%r40];\n",
                 "warp 1 reaches lanes 32 to 63");
    expect_fault(ALLOCATE("32") LANES "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r20}, [%r41+32];\n",
                 "column 32 of tensor memory is not allocated");
    expect_fault(ALLOCATE("32") "mov.u32 %r20, 0x8100490;\n" // m128n64
                                "tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd1, %rd1, %r20, 1;\n",
                 "64 columns from there are not all allocated");
    expect_fault(ALLOCATE("32") "mov.u32 %r20, 0x8100420;\n"
                                "tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd1, %rd1, %r20, 1;\n",
                 "type of D must be 1 (f32)");
}

TEST(gpus_without_tensor_memory_refuse_it)
{
    static Out out;
    Program program = blackwell;
    program.body = "tcgen05.wait::ld.sync.aligned;\n";
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_OK);
    program.gpu = "h200";
    EXPECT(program_try(&program, out) != LOCKSTEP_OK);
    program.gpu = NULL;
    program.gpu_text = "base = rtx4090\ntitle = A GPU of 12.0\ncompute_capability = 120\n";
    EXPECT(program_try(&program, out) != LOCKSTEP_OK);
}

INSTRUCTIONS_MAIN()
