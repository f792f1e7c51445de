// SPDX-License-Identifier: Apache-2.0
// Products of tcgen05.mma: of single blocks and of pairs, dense and sparse, weight stationary, of
// shifted rows, of narrow elements and with scales. Every sum is compared with one in double
// precision of the same matrices, whose places the PTX ISA's figures give.
#include "tests/execution/instructions.h"

#include <math.h>

typedef struct Type {
    uint32_t format, width, exponent_bits, fraction_bits; // no exponent: integers
} Type;

typedef struct Kind {
    const char *name;
    uint32_t box;        // bits that an element takes
    uint32_t mask, base; // of random words, so that there are no NaNs
    Type a, b;
    bool has_half_sum;
    uint32_t scales; // of a line; 0: none
} Kind;

// clang-format off
static const Kind kinds[] = {
    {"kind::f16",    16, 0xbfffbfff, 0, {0, 16, 5, 10}, {0, 16, 5, 10}, false, 0},
    {"kind::tf32",   32, 0x83ffe000, 0x3c000000, {2, 32, 8, 23}, {2, 32, 8, 23}, false, 0},
    {"kind::f8f6f4",  8, 0xf7f7f7f7, 0, {0, 8, 4, 3},   {0, 8, 4, 3},   false, 0},
    {"kind::i8",      8, UINT32_MAX, 0, {1, 8, 0, 0},   {0, 8, 0, 0},   false, 0},
};
enum { F16, TF32, F8F6F4, I8 };
static const Kind narrow[] = {
    {"kind::f8f6f4",  8, UINT32_MAX, 0, {5, 4, 2, 1},   {3, 6, 2, 3},   false, 0},
    {"kind::f8f6f4",  8, UINT32_MAX, 0, {4, 6, 3, 2},   {5, 4, 2, 1},   true,  0},
    {"kind::f8f6f4",  8, 0xf7f7f7f7, 0, {0, 8, 4, 3},   {4, 6, 3, 2},   false, 0},
    {"kind::f16",    16, 0xbfffbfff, 0, {0, 16, 5, 10}, {0, 16, 5, 10}, true,  0},
};
static const Kind scaled[] = {
    {"kind::mxf8f6f4.block_scale",                  8, UINT32_MAX, 0, {3, 6, 2, 3}, {5, 4, 2, 1}, false, 1},
    {"kind::mxf8f6f4.block_scale.block32",          8, 0xf7f7f7f7, 0, {0, 8, 4, 3}, {0, 8, 4, 3}, false, 1},
    {"kind::mxf4.block_scale.scale_vec::2X",        4, UINT32_MAX, 0, {1, 4, 2, 1}, {1, 4, 2, 1}, false, 2},
    {"kind::mxf4nvf4.block_scale.scale_vec::4X",    4, UINT32_MAX, 0, {1, 4, 2, 1}, {1, 4, 2, 1}, false, 4},
};
// clang-format on

typedef struct Product {
    const Kind *kind;
    uint32_t m, n, blocks;
    bool is_sparse, is_stationary, is_shifted;
    bool is_across;    // lines of tf32 lie side by side, in a swizzle of 128 bytes in atoms of 32
    bool is_in_memory; // A
    bool has_lanes;    // some of D's are not written
    bool is_added;     // D, which is 3 * lane - column
    uint32_t scale;    // D is divided by 2 to this
    uint32_t selector; // of the metadata
    uint64_t mask;     // zero-column mask descriptor
    const char *collector;
} Product;

// In each block's shared memory, lines of A and of B begin 128 bytes apart, swizzled.
#define B_BYTE  16384u
#define WORDS   10240u
#define LINE    128u
#define STRIDE  512u // of lines that lie across
#define LEADING 1024u
#define APART   1000u // words of `in` between the blocks' data
#define A_AT    256u  // columns of tensor memory
#define META_AT 272u
#define SFA_AT  288u
#define SFB_AT  296u

static const uint32_t disabled[8] = {0x80000001, 0, 0xff00, 0x5, 0x70, 0x10000, 0x8, 0x30000000};

static uint32_t shared_word(const Product *product, uint32_t block, uint32_t index)
{
    uint32_t word = sample((index + block * APART) % IN_WORDS);
    return (word & product->kind->mask) + product->kind->base;
}

static uint32_t bits_at(const Product *product, uint32_t block, uint32_t byte, uint32_t shift,
                        uint32_t width)
{
    uint64_t words = shared_word(product, block, byte / 4) |
                     (uint64_t)shared_word(product, block, byte / 4 + 1) << 32;
    return (uint32_t)(words >> (byte % 4 * 8 + shift) & ((UINT64_C(1) << width) - 1));
}

static double value_of(const Type *type, uint32_t bits)
{
    if (type->exponent_bits == 0) {
        return type->format == 1 ? (int8_t)bits : (uint8_t)bits;
    }
    uint32_t top = type->exponent_bits + type->fraction_bits;
    uint32_t exponent = bits >> type->fraction_bits & ((1u << type->exponent_bits) - 1);
    double fraction = ldexp(bits & ((1u << type->fraction_bits) - 1), -(int)type->fraction_bits);
    int bias = (1 << (type->exponent_bits - 1)) - 1;
    double value = ldexp((exponent != 0) + fraction, (int)(exponent != 0 ? exponent : 1) - bias);
    return bits >> top & 1 ? -value : value;
}

// Elements of 4 and 6 bits in boxes of 8 are packed 16 together at the beginning of 16 bytes.
static double shared_element(const Product *product, uint32_t block, bool is_b, uint32_t line,
                             uint32_t k)
{
    const Type *type = is_b ? &product->kind->b : &product->kind->a;
    uint32_t box = product->kind->box, byte = k * box / 8, shift = k * box % 8;
    if (box == 8 && type->width < 8) {
        byte = k / 16 * 16 + k % 16 * type->width / 8;
        shift = k % 16 * type->width % 8;
    }
    byte += line * LINE;
    byte ^= byte / LINE % 8 * 16;
    if (product->is_across) { // for each k, rows of 32 lines; four k are a pattern
        byte = k % 4 * LINE + k / 4 * STRIDE + line / 32 * LEADING + line % 32 * 4;
        byte ^= byte / LINE % 4 * 32;
    }
    byte += is_b ? B_BYTE : 0;
    return value_of(type, bits_at(product, block, byte, shift, type->width));
}

// Lane `lane` of tensor memory has the words 8 * lane on.
static double memory_element(const Product *product, uint32_t block, uint32_t lane, uint32_t k)
{
    const Type *type = &product->kind->a;
    uint32_t box = product->kind->box;
    uint32_t below = box == 8 && type->width == 4 ? 2 : 0;
    return value_of(
        type, bits_at(product, block, lane * 32 + k * box / 8, k * box % 8 + below, type->width));
}

// Where the rows of D are.
static uint32_t rows_of(const Product *product)
{
    return product->m / product->blocks;
}

static bool is_scattered(const Product *product)
{
    return rows_of(product) == 64 && !product->is_stationary &&
           (product->blocks == 1 || product->is_sparse);
}

static uint32_t banks_of(const Product *product)
{
    return is_scattered(product) ? 1 : 128 / rows_of(product);
}

// --- metadata

static uint64_t codes_of(const Product *product)
{
    return product->kind->box == 32 ? 0xe4e4e4e4 : 0x4e6d9c84;
}

static uint32_t metadata_word(const Product *product, uint32_t block, uint32_t lane,
                              uint32_t column)
{
    uint32_t word = 0, from = sample((lane * 2 + column + block * APART) % IN_WORDS);
    for (uint32_t i = 0; i < 8; i++) {
        word |= (uint32_t)(codes_of(product) >> (from >> i * 4 & 7) * 4 & 15) << i * 4;
    }
    return word;
}

// Where element `i` of those that are held lies along k. Kinds of 16 and 32 bits have 8 chunks, of
// which the lanes of two rows, eight apart, share the words; the others have 16 in two words.
static uint32_t place_of(const Product *product, uint32_t block, uint32_t lane, uint32_t i)
{
    uint32_t box = product->kind->box, each = box == 32 ? 1 : box == 4 ? 4 : 2, chunk = i / each;
    uint32_t word, code;
    if (box >= 16) {
        uint32_t at = lane / 16 * 16 + lane % 8 + chunk / 4 * 8;
        word = metadata_word(product, block, at, product->selector);
        code = word >> (lane / 8 % 2 * 16 + chunk % 4 * 4) & 15;
    } else {
        word = metadata_word(product, block, lane, chunk / 8);
        code = word >> chunk % 8 * 4 & 15;
    }
    if (box == 32) {
        return chunk * 2 + (code == 0xe);
    }
    uint32_t run = box == 4 ? 2 : 1, index = i % each / run == 0 ? code & 3 : code >> 2;
    return chunk * 2 * each + index * run + i % run;
}

// --- scales, all powers of two near one

static uint32_t scale_word(const Product *product, uint32_t block, bool is_b, uint32_t line)
{
    (void)product;
    uint32_t index = 2000 + (is_b ? 500 + line : line + block * 300);
    return (sample(index % IN_WORDS) & 0x03030303u) + 0x7e7e7e7eu;
}

static double scale_of(const Product *product, uint32_t block, bool is_b, uint32_t line,
                       uint32_t part)
{
    uint32_t byte = scale_word(product, block, is_b, line) >> part * 8 & 0xff;
    return ldexp(1.0, (int)byte - 127);
}

// --- the sums

static bool is_zero_column(const Product *product, uint32_t column)
{
    uint64_t mask = product->mask;
    if ((mask >> 39 & 1) == 0) {
        return false;
    }
    uint32_t parts = 128 / product->m, width = product->n / parts, part = column / width;
    uint32_t ones = (uint32_t)(mask >> 40 & 0xff) + 1, zeros = (uint32_t)(mask >> 48 & 0xff) + 1;
    bool is_one = mask >> (32 + part) & 1;
    uint32_t left = is_one ? ones : zeros;
    for (uint32_t i = 0; i < column % width + (mask >> part * 8 & 0xff); i++) {
        if (--left == 0) {
            is_one = !is_one;
            left = is_one ? ones : zeros;
        }
    }
    return is_one;
}

static double a_element(const Product *product, uint32_t block, uint32_t lane, uint32_t row,
                        uint32_t k)
{
    return product->is_in_memory ? memory_element(product, block, lane, k)
                                 : shared_element(product, block, false, row, k);
}

static double b_element(const Product *product, uint32_t column, uint32_t k)
{
    uint32_t each = product->n / product->blocks, shift = (uint32_t)(product->mask >> 56) & 63;
    return is_zero_column(product, column)
               ? 0.0
               : shared_element(product, column / each, true, column % each + shift, k);
}

// The element of D in a lane and column of a block; *largest: of its terms.
static double sum_of(const Product *product, uint32_t block, uint32_t lane, uint32_t column,
                     double *largest)
{
    uint32_t rows = rows_of(product), banks = banks_of(product);
    uint32_t held = 256 / product->kind->box, depth = product->is_sparse ? 2 * held : held;
    double old = 3.0 * lane - column;
    bool is_off = product->has_lanes && (disabled[block * 4 + lane / 32] >> lane % 32 & 1) != 0;
    *largest = 0;
    if (is_off || (is_scattered(product) && lane % 32 >= 16)) {
        return old;
    }
    uint32_t row = is_scattered(product) ? lane / 32 * 16 + lane % 16 : lane % rows;
    uint32_t of_d = lane / rows * (product->n / banks) + column;
    of_d = is_scattered(product) ? column : of_d;
    uint32_t source = product->is_shifted && lane % 32 != 31 ? lane + 1 : lane;
    double sum = product->is_added ? ldexp(old, -(int)product->scale) : 0.0;
    *largest = fabs(sum);
    for (uint32_t i = 0; i < held; i++) {
        uint32_t k = product->is_sparse ? place_of(product, block, source, i) : i;
        double term = a_element(product, block, source, row, i) * b_element(product, of_d, k);
        if (product->kind->scales > 0) {
            uint32_t part = k * product->kind->scales / depth;
            term *= scale_of(product, block, false, row, part) *
                    scale_of(product, block, true, of_d, part);
        }
        sum += term;
        *largest = fmax(*largest, fabs(term));
    }
    return sum;
}

// --- the program

static void write_sync(const Product *product, Text *out)
{
    text_put(out, "fence.proxy.async;\ntcgen05.fence::before_thread_sync;\n");
    text_put(out, product->blocks == 2
                      ? "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
                      : "bar.sync 0;\n");
    text_put(out, "tcgen05.fence::after_thread_sync;\n");
}

// %r41: the address of the warp's lanes; %r50: the block; %r24: the matrices.
static void write_start(const Product *product, Text *out)
{
    text_printf(out, "mov.u32 %%r50, %s;\nmov.u32 %%r24, matrices;\nmov.u32 %%r29, barrier;\n",
                product->blocks == 2 ? "%cluster_ctarank" : "0");
    text_printf(out,
                "setp.lt.u32 %%p10, %%r1, 32;\n@!%%p10 bra allocated;\n"
                "tcgen05.alloc.cta_group::%u.sync.aligned.shared::cta.b32 [place], 512;\n"
                "allocated:\nsetp.eq.u32 %%p2, %%r1, 0;\n"
                "@%%p2 mbarrier.init.shared.b64 [%%r29], 1;\nbar.sync 0;\n"
                "ld.shared.b32 %%r40, [place];\n",
                product->blocks);
    text_printf(out,
                "shr.u32 %%r41, %%r1, 5;\nshl.b32 %%r41, %%r41, 21;\n"
                "add.u32 %%r41, %%r41, %%r40;\nmul.lo.u32 %%r51, %%r50, %u;\n",
                APART);
    text_put(out, "mov.u32 %r20, %r1;\nfill:\nadd.u32 %r21, %r20, %r51;\n");
    text_printf(out,
                "and.b32 %%r21, %%r21, %u;\nmul.wide.u32 %%rd5, %%r21, 4;\n"
                "add.s64 %%rd5, %%rd5, %%rd1;\nld.global.b32 %%r22, [%%rd5];\n"
                "and.b32 %%r22, %%r22, %u;\nadd.u32 %%r22, %%r22, %u;\n"
                "shl.b32 %%r23, %%r20, 2;\nadd.u32 %%r23, %%r23, %%r24;\n"
                "st.shared.b32 [%%r23], %%r22;\nadd.u32 %%r20, %%r20, 128;\n"
                "setp.lt.u32 %%p1, %%r20, %u;\n@%%p1 bra fill;\n",
                IN_WORDS - 1, product->kind->mask, product->kind->base, WORDS);
}

static void write_old(const Product *product, Text *out)
{
    const Kind *kind = product->kind;
    text_put(out, "mov.u32 %r20, 0;\nmul.lo.s32 %r21, %r1, 3;\nold:\nsub.s32 %r22, %r21, %r20;\n");
    text_put(out, kind->a.exponent_bits == 0 ? ""
                  : kind->has_half_sum       ? "cvt.rn.f16.s32 %h1, %r22;\ncvt.u32.u16 %r22, %h1;\n"
                                             : "cvt.rn.f32.s32 %f1, %r22;\nmov.b32 %r22, %f1;\n");
    text_put(out, "add.u32 %r23, %r41, %r20;\n"
                  "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r23], {%r22};\n"
                  "add.u32 %r20, %r20, 1;\nsetp.lt.u32 %p1, %r20, 256;\n@%p1 bra old;\n"
                  "bar.sync 0;\n");
}

static void write_a(Text *out)
{
    text_put(out, "mad.lo.u32 %r26, %r1, 32, %r24;\n"
                  "ld.shared.v4.b32 {%r30, %r31, %r32, %r33}, [%r26];\n"
                  "ld.shared.v4.b32 {%r34, %r35, %r36, %r37}, [%r26+16];\n");
    text_printf(out,
                "tcgen05.st.sync.aligned.32x32b.x8.b32 [%%r41+%u], {%%r30, %%r31, %%r32, "
                "%%r33, %%r34, %%r35, %%r36, %%r37};\n",
                A_AT);
}

// Each nibble of a word of `in` chooses a code.
static void write_metadata(const Product *product, Text *out)
{
    for (uint32_t column = 0; column < 2; column++) {
        text_printf(out,
                    "shl.b32 %%r20, %%r1, 1;\nadd.u32 %%r20, %%r20, %u;\n"
                    "add.u32 %%r20, %%r20, %%r51;\nand.b32 %%r20, %%r20, %u;\n"
                    "mul.wide.u32 %%rd5, %%r20, 4;\nadd.s64 %%rd5, %%rd5, %%rd1;\n"
                    "ld.global.b32 %%r21, [%%rd5];\nmov.u32 %%r22, 0;\n",
                    column, IN_WORDS - 1);
        for (uint32_t i = 0; i < 8; i++) {
            text_printf(out,
                        "shr.u32 %%r23, %%r21, %u;\nand.b32 %%r23, %%r23, 7;\n"
                        "shl.b32 %%r23, %%r23, 2;\nmov.u32 %%r25, %u;\n"
                        "shr.u32 %%r25, %%r25, %%r23;\nand.b32 %%r25, %%r25, 15;\n"
                        "shl.b32 %%r25, %%r25, %u;\nor.b32 %%r22, %%r22, %%r25;\n",
                        i * 4, (uint32_t)codes_of(product), i * 4);
        }
        text_printf(out, "tcgen05.st.sync.aligned.32x32b.x1.b32 [%%r41+%u], {%%r22};\n",
                    META_AT + column);
    }
}

// Column j of the scales: lines 32 j + lane % 32, in the lanes of all warps; of B in two banks,
// those of each half of the columns in half of the lanes.
static void write_scales(const Product *product, Text *out)
{
    uint32_t banks = banks_of(product), each = product->n / banks;
    for (uint32_t j = 0; j < 12; j++) {
        bool is_b = j >= 4;
        uint32_t column = is_b ? j - 4 : j;
        text_printf(out, "and.b32 %%r20, %%r5, 31;\nadd.u32 %%r20, %%r20, %u;\n",
                    column * 32 + 2000 + (is_b ? 500 : 0));
        if (is_b && banks == 2) {
            text_printf(out,
                        "setp.ge.u32 %%p1, %%r1, 64;\nselp.b32 %%r21, %u, 0, %%p1;\n"
                        "add.u32 %%r20, %%r20, %%r21;\n",
                        each);
        }
        text_put(out, is_b ? "" : "mad.lo.u32 %r20, %r50, 300, %r20;\n");
        text_printf(out,
                    "and.b32 %%r20, %%r20, %u;\nmul.wide.u32 %%rd5, %%r20, 4;\n"
                    "add.s64 %%rd5, %%rd5, %%rd1;\nld.global.b32 %%r21, [%%rd5];\n"
                    "and.b32 %%r21, %%r21, 0x03030303;\nadd.u32 %%r21, %%r21, 0x7e7e7e7e;\n"
                    "tcgen05.st.sync.aligned.32x32b.x1.b32 [%%r41+%u], {%%r21};\n",
                    IN_WORDS - 1, is_b ? SFB_AT + column : SFA_AT + column);
    }
}

static uint32_t instruction_of(const Product *product)
{
    const Kind *kind = product->kind;
    uint32_t sum = kind->a.exponent_bits == 0 ? 2 : kind->has_half_sum ? 0 : 1;
    uint32_t all = kind->a.format << 7 | kind->b.format << 10 | product->n / 8 << 17 |
                   product->m / 16 << 24 | (uint32_t)product->is_sparse << 2 |
                   (product->is_across ? 3u << 15 : 0);
    return kind->scales > 0 ? all | 1u << 23 : all | sum << 4 | product->selector;
}

static void write_instruction(const Product *product, Text *out)
{
    text_printf(out, "tcgen05.mma%s%s.cta_group::%u.%s%s%s [%%r40], %s, %%rd8, ",
                product->is_stationary ? ".ws" : "", product->is_sparse ? ".sp" : "",
                product->blocks, product->kind->name, product->is_shifted ? ".ashift" : "",
                product->collector == NULL ? "" : product->collector,
                product->is_in_memory ? "[%r43]" : "%rd7");
    text_put(out, product->is_sparse ? "[%r45], " : "");
    text_put(out, "%r44, ");
    if (product->kind->scales > 0) {
        text_put(out, "[%r46], [%r47], ");
    }
    if (product->has_lanes) {
        uint32_t count = product->blocks * 4;
        for (uint32_t i = 0; i < count; i++) {
            text_printf(out, "%s%u", i == 0 ? "{" : ", ", disabled[i]);
        }
        text_put(out, "}, ");
    }
    text_put(out, product->is_added ? "%p10" : "0"); // the warp that multiplies
    if (product->scale != 0) {
        text_printf(out, ", %u", product->scale);
    }
    text_put(out, product->mask != 0 ? ", %rd9;\n" : ";\n");
}

// Thread 0 of the first block multiplies; all wait for the commit, at the mbarriers of both blocks.
static void write_product(const Product *product, Text *out)
{
    static const char cluster_place[] = "mbarrier::arrive::one.shared::cluster";
    text_printf(out,
                "add.u32 %%r43, %%r40, %u;\nadd.u32 %%r45, %%r40, %u;\n"
                "add.u32 %%r46, %%r40, %u;\nadd.u32 %%r47, %%r40, %u;\n",
                A_AT, META_AT, SFA_AT, SFB_AT);
    text_put(out, "setp.eq.and.u32 %p3, %r50, 0, %p2;\n@!%p3 bra multiplied;\n"
                  "cvt.u64.u32 %rd10, %r24;\nshr.u64 %rd10, %rd10, 4;\n");
    for (uint32_t i = 0; i < 2; i++) { // eight rows are 1024 bytes
        uint64_t stride = product->is_across ? STRIDE : 8 * LINE;
        uint64_t descriptor = (uint64_t)(i * B_BYTE >> 4) | (uint64_t)(LEADING >> 4) << 16 |
                              stride >> 4 << 32 | UINT64_C(1) << 46 |
                              (product->is_across ? UINT64_C(1) : UINT64_C(2)) << 61;
        text_printf(out, "add.u64 %%rd%u, %%rd10, %llu;\n", 7 + i, (unsigned long long)descriptor);
    }
    text_printf(out, "mov.u64 %%rd9, %llu;\nmov.u32 %%r44, %u;\nmov.u16 %%h2, 3;\n",
                (unsigned long long)product->mask, instruction_of(product));
    write_instruction(product, out);
    if (product->blocks == 2) {
        text_printf(out, "tcgen05.commit.cta_group::2.%s.multicast::cluster.b64 [%%r29], %%h2;\n",
                    cluster_place);
    } else {
        text_printf(out, "tcgen05.commit.cta_group::1.%s.b64 [%%r29];\n", cluster_place);
    }
    text_put(out, "multiplied:\nbar.warp.sync 0xffffffff;\nwaits:\n"
                  "mbarrier.try_wait.parity.shared.b64 %p5, [%r29], 0;\n@!%p5 bra waits;\n"
                  "tcgen05.fence::after_thread_sync;\n");
}

static void write_end(const Product *product, uint32_t column, Text *out)
{
    text_printf(out,
                "tcgen05.ld.sync.aligned.32x32b.x8.b32 {%%r30, %%r31, %%r32, %%r33, %%r34, "
                "%%r35, %%r36, %%r37}, [%%r41+%u];\ntcgen05.wait::ld.sync.aligned;\n",
                column);
    text_put(out, KEEP(0, "%r30") KEEP(4, "%r31") KEEP(8, "%r32") KEEP(12, "%r33") KEEP(16, "%r34")
                      KEEP(20, "%r35") KEEP(24, "%r36") KEEP(28, "%r37"));
    write_sync(product, out);
    text_printf(out,
                "@!%%p10 bra freed;\ntcgen05.relinquish_alloc_permit.cta_group::%u.sync.aligned;\n"
                "tcgen05.dealloc.cta_group::%u.sync.aligned.b32 %%r40, 512;\nfreed:\n",
                product->blocks, product->blocks);
}

static bool is_close(const Product *product, uint32_t bits, double wanted, double largest)
{
    if (product->kind->a.exponent_bits == 0) {
        return (int32_t)bits == (int32_t)wanted;
    }
    if (product->kind->has_half_sum) {
        static const Type half = {0, 16, 5, 10};
        return fabs(value_of(&half, bits) - wanted) <=
               40 * ldexp(largest, -20) + ldexp(fabs(wanted), -10);
    }
    float found;
    memcpy(&found, &bits, sizeof found);
    return fabs(found - wanted) <= 70 * ldexp(largest, -25) + ldexp(fabs(wanted), -23);
}

static bool compare(const Product *product, uint32_t column, Out out)
{
    for (uint32_t i = 0; i < product->blocks * 128 * OUT_WORDS; i++) {
        uint32_t thread = i / OUT_WORDS, block = thread / 128, at = column + i % OUT_WORDS;
        double largest, wanted = sum_of(product, block, thread % 128, at, &largest);
        uint32_t bits = out[thread][i % OUT_WORDS];
        if (!EXPECT(is_close(product, bits, wanted, largest))) {
            fprintf(stderr,
                    "%s%s%s m%un%u, %u blocks%s%s: block %u lane %u column %u is 0x%08x, "
                    "not %.9g\n",
                    product->kind->name, product->is_sparse ? " sparse" : "",
                    product->is_stationary ? " stationary" : "", product->m, product->n,
                    product->blocks, product->is_in_memory ? ", A in memory" : "",
                    product->is_shifted ? ", shifted" : "", block, thread % 128, at, bits, wanted);
            return false;
        }
    }
    return true;
}

static bool try_product(const Product *product)
{
    static Out out;
    Text body = {0};
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 8 .b64 barrier;\n"
                               ".shared .align 1024 .b8 matrices[40960];\n",
                       .blocks = product->blocks,
                       .cluster = product->blocks == 2 ? 2 : 0,
                       .threads = 128,
                       .gpu = "b200",
                       .target = 100};
    uint32_t column = product->n / banks_of(product) - OUT_WORDS;
    write_start(product, &body);
    write_old(product, &body);
    write_a(&body);
    write_metadata(product, &body);
    write_scales(product, &body);
    text_put(&body, "tcgen05.wait::st.sync.aligned;\n");
    write_sync(product, &body);
    write_product(product, &body);
    write_end(product, column, &body);
    program.body = text_string(&body);
    bool has_run = program_run(&program, out);
    text_destroy(&body);
    return has_run && compare(product, column, out);
}

static void try_rows(const Kind *kind, uint32_t number, bool is_sparse, uint32_t blocks)
{
    static const char *const collectors[] = {".collector::a::fill", ".collector::a::use",
                                             ".collector::a::lastuse", NULL};
    for (uint32_t i = 0; i < 6; i++) { // with and without lanes, and three times A
        bool is_shifted = i % 3 == 2;
        uint32_t m = (number + i) % 2 == 0 || is_shifted ? 128 : 64;
        try_product(&(Product){.kind = kind,
                               .m = m * blocks,
                               .n = 64,
                               .blocks = blocks,
                               .is_sparse = is_sparse,
                               .is_in_memory = i % 3 > 0,
                               .is_shifted = is_shifted,
                               .has_lanes = i >= 3,
                               .is_added = i % 2 == 0,
                               .scale = i == 4 && kind < &kinds[F8F6F4] ? 2 : 0,
                               .selector = is_sparse && kind->box >= 16 ? i / 2 % 2 : 0,
                               .collector = is_shifted ? NULL : collectors[i % 4]});
    }
}

TEST(dense_products_of_blocks_and_pairs)
{
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        try_rows(&kinds[i], i, false, 1);
        try_rows(&kinds[i], i, false, 2);
        try_rows(&kinds[i], i + 1, false, 2);
    }
}

TEST(sparse_products_of_blocks_and_pairs)
{
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        try_rows(&kinds[i], i, true, 1);
        try_rows(&kinds[i], i, true, 2);
        try_rows(&kinds[i], i + 1, true, 2);
    }
}

#define MASK(counts, firsts, skip, use, shift)                                                     \
    ((uint64_t)(counts) | (uint64_t)(firsts) << 32 | UINT64_C(1) << 39 | (uint64_t)(skip) << 40 |  \
     (uint64_t)(use) << 48 | (uint64_t)(shift) << 56)

TEST(weight_stationary_products)
{
    static const uint64_t masks[] = {0, MASK(0, 0, 2, 3, 0), MASK(0x01020100, 3, 2, 3, 2),
                                     MASK(0, 0, 0, 255, 16)};
    static const char *const collectors[] = {".collector::b0::fill", ".collector::b1::use",
                                             ".collector::b2::lastuse", ".collector::b3::discard"};
    for (uint32_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (uint32_t j = 0; j < 12; j++) {
            try_product(&(Product){.kind = &kinds[i],
                                   .m = 32u << j % 3,
                                   .n = j % 2 == 0 ? 128 : 64,
                                   .blocks = 1,
                                   .is_stationary = true,
                                   .is_sparse = j >= 6,
                                   .is_in_memory = j / 3 % 2 != 0,
                                   .is_added = j % 4 < 2,
                                   .mask = masks[(i + j) % 4],
                                   .collector = collectors[j % 4]});
        }
    }
}

TEST(narrow_elements_and_sums_of_f16)
{
    for (uint32_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        for (uint32_t j = 0; j < 8; j++) {
            try_product(&(Product){.kind = &narrow[i],
                                   .m = (j % 2 == 0 ? 64 : 128) * (1 + j / 4),
                                   .n = 32,
                                   .blocks = 1 + j / 4,
                                   .is_sparse = j % 4 == 3,
                                   .is_in_memory = j % 4 >= 1,
                                   .is_added = j % 2 == 0,
                                   .scale = j == 2 && i == 3 ? 1 : 0});
        }
    }
}

TEST(lines_of_tf32_that_lie_across)
{
    for (uint32_t i = 0; i < 4; i++) {
        try_product(&(Product){.kind = &kinds[TF32],
                               .m = 128 * (1 + i / 2),
                               .n = 64,
                               .blocks = 1 + i / 2,
                               .is_sparse = i % 2 != 0,
                               .is_across = true,
                               .is_added = i == 1});
    }
}

TEST(scaled_products_of_blocks_and_pairs)
{
    for (uint32_t i = 0; i < sizeof scaled / sizeof *scaled; i++) {
        for (uint32_t j = 0; j < 8; j++) {
            bool is_pair = j >= 4, is_sparse = j % 4 >= 2;
            try_product(&(Product){.kind = &scaled[i],
                                   .m = is_pair && (is_sparse || i % 2 == 0) ? 256 : 128,
                                   .n = 64,
                                   .blocks = is_pair ? 2 : 1,
                                   .is_sparse = is_sparse,
                                   .is_in_memory = j % 2 != 0,
                                   .is_added = j % 3 == 0});
        }
    }
}

// --- misuse

static void expect_fault(const Product *product, const char *detail)
{
    static Out out;
    Text body = {0};
    Machine machine;
    Program program = {.head = ".shared .align 4 .b32 place;\n.shared .align 8 .b64 barrier;\n"
                               ".shared .align 1024 .b8 matrices[40960];\n",
                       .threads = 128,
                       .gpu = "b200",
                       .target = 100};
    write_start(product, &body);
    write_product(product, &body);
    write_end(product, 0, &body);
    program.body = text_string(&body);
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
    text_destroy(&body);
}

TEST(products_that_do_not_exist_are_faults)
{
    Product product = {.kind = &kinds[F16], .m = 128, .n = 64, .blocks = 1};
    Product sparse = product, stationary = product, shifted = product, none = product;
    sparse.is_sparse = true; // of fresh tensor memory, whose words are no metadata
    expect_fault(&sparse, "have no meaning for this kind");
    sparse.selector = 2;
    expect_fault(&sparse, "the sparsity selector must be 0 or 1");
    stationary.is_stationary = true;
    stationary.n = 32;
    expect_fault(&stationary, "has the M and N");
    stationary.n = 64;
    stationary.mask = MASK(0, 0, 0, 0, 40);
    expect_fault(&stationary, "shifts B by 40 columns; at most 32");
    shifted.m = 64;
    shifted.is_shifted = shifted.is_in_memory = true;
    expect_fault(&shifted, "with .ashift has an M of 128 or 256");
    Product across = product;
    across.is_across = true;
    expect_fault(&across, "have the swizzle of 128 bytes in atoms of 32");
    none.kind = &(Kind){.name = "kind::f8f6f4", .box = 8, .a = {2, 8, 4, 3}, .b = {0, 8, 4, 3}};
    expect_fault(&none, "has no type of A or B");
}

INSTRUCTIONS_MAIN()
