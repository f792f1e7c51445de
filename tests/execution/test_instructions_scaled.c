// SPDX-License-Identifier: Apache-2.0
// mma of 4-, 6- and 8-bit floats of mixed kinds, and with .block_scale, against sums in double
// precision: within what cutting off the products may cost. Layouts as the PTX ISA draws them.
#include "tests/execution/instructions.h"

#include <math.h>

#define GPU_120                                                                                    \
    "base = rtx4090\ntitle = A GPU of compute capability 12.0\ncompute_capability = 120\n"

// An element's format, and the bits of random words that are kept so that no NaN or infinity is.
typedef struct Element {
    const char *name;
    uint32_t exponent_bits, fraction_bits;
    int bias;
    uint32_t shift, mask; // in a byte
} Element;

static const Element elements[] = {
    {"e4m3", 4, 3, 7, 0, 0xf7}, {"e5m2", 5, 2, 15, 0, 0xbf}, {"e2m3", 2, 3, 1, 0, 0x3f},
    {"e3m2", 3, 2, 3, 0, 0x3f}, {"e2m1", 2, 1, 1, 2, 0x3c},
};
static const Element nibble = {"e2m1", 2, 1, 1, 0, 0xff};

typedef struct Shape {
    const char *kind, *types; // suffixes; types: behind those of a and b
    const char *d;            // type of d
    uint32_t k, bits;         // of an element in a register
    uint32_t scales;
    bool is_e4m3; // the scales
    bool is_sparse;
    uint32_t byte_a, thread_a, byte_b, thread_b;
} Shape;

typedef struct Lane {
    uint32_t a[4], b[4], metadata, scales[2];
    float c[4];
} Lane;

static double element_value(const Element *element, uint32_t bits)
{
    bits >>= element->shift;
    uint32_t fraction = bits & ((1u << element->fraction_bits) - 1);
    uint32_t exponent = bits >> element->fraction_bits & ((1u << element->exponent_bits) - 1);
    bool is_negative = bits >> (element->fraction_bits + element->exponent_bits) & 1;
    double digits = (exponent == 0 ? 0.0 : 1.0) + fraction / (double)(1u << element->fraction_bits);
    double value = ldexp(digits, (int)(exponent == 0 ? 1 : exponent) - element->bias);
    return is_negative ? -value : value;
}

static double scale_value(const Shape *shape, uint32_t bits)
{
    static const Element e4m3 = {"ue4m3", 4, 3, 7, 0, 0x7f};
    return shape->is_e4m3 ? element_value(&e4m3, bits & 0x7f) : ldexp(1.0, (int)bits - 127);
}

static uint32_t replicated(uint32_t byte)
{
    return byte * 0x01010101u;
}

static uint32_t metadata_of(uint32_t lane)
{
    return lane % 3 == 0 ? 0x4e98d4c9u : lane % 3 == 1 ? 0xe489cd4eu : 0xc84d9e98u;
}

static void fill_lane(const Shape *shape, const Element *a, const Element *b, uint32_t lane,
                      Lane *out)
{
    for (uint32_t r = 0; r < 4; r++) {
        out->a[r] = sample(lane * 16 + r) & replicated(a->mask);
        out->b[r] = sample(lane * 16 + 4 + r) & replicated(b->mask);
        out->c[r] = (float)((int32_t)sample(lane * 16 + 8 + r) >> 20);
    }
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t word = sample(lane * 16 + 12 + i);
        out->scales[i] = shape->is_e4m3 ? word & 0x77777777u : (word & 0x0f0f0f0fu) + 0x78787878u;
    }
    out->metadata = metadata_of(lane);
}

// Element `at` along k of row or column `line`, as held in registers; b has one run of registers,
// a two that take turns.
static double held(const Shape *shape, const Element *element, const Lane *lanes, bool is_a,
                   uint32_t line, uint32_t at)
{
    uint32_t packed = 32 / shape->bits, member = at % (4 * packed) / packed;
    uint32_t reg = at / (4 * packed);
    const Lane *lane = &lanes[line % 8 * 4 + member];
    uint32_t word = is_a ? lane->a[2 * reg + line / 8] : lane->b[reg];
    return element_value(element, word >> at % packed * shape->bits & ((1u << shape->bits) - 1));
}

// Where the stored element `at` of a's row is along k.
static uint32_t place_of(const Shape *shape, const Lane *lanes, uint32_t row, uint32_t at)
{
    uint32_t run = shape->bits == 4 ? 2 : 1, unit = at / run;
    if (!shape->is_sparse) {
        return at;
    }
    const Lane *lane = &lanes[row % 8 * 4 + row / 8 + unit / 16 * 2];
    uint32_t index = lane->metadata >> unit % 16 * 2 & 3;
    return (unit / 2 * 4 + index) * run + at % run;
}

static double scale_of(const Shape *shape, const Lane *lanes, bool is_a, uint32_t line, uint32_t k)
{
    if (shape->scales == 0) {
        return 1.0;
    }
    uint32_t lane =
        is_a ? line % 8 * 4 + shape->thread_a * 2 + line / 8 : line * 4 + shape->thread_b;
    uint32_t byte = (is_a ? shape->byte_a : shape->byte_b) + k * shape->scales / shape->k;
    return scale_value(shape, lanes[lane].scales[!is_a] >> byte * 8 & 0xff);
}

static void expect_sum(const Shape *shape, const Element *a, const Element *b, const Lane *lanes,
                       uint32_t row, uint32_t column, double found)
{
    double c = lanes[row % 8 * 4 + column / 2].c[row / 8 * 2 + column % 2];
    double sum = c, largest = fabs(c);
    uint32_t count = shape->is_sparse ? shape->k / 2 : shape->k;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = place_of(shape, lanes, row, i);
        double product =
            held(shape, a, lanes, true, row, i) * held(shape, b, lanes, false, column, k) *
            scale_of(shape, lanes, true, row, k) * scale_of(shape, lanes, false, column, k);
        sum += product;
        largest = fmax(largest, fabs(product));
    }
    bool is_half = strcmp(shape->d, "f16") == 0;
    double digits = shape->scales == 0 ? 13 : shape->bits == 4 ? 35 : 25;
    double allowed = largest * (count + 4) * ldexp(1.0, -(int)digits) +
                     fabs(sum) * (is_half ? 0x1p-10 : 0x1p-23);
    if (!EXPECT(fabs(found - sum) <= allowed)) {
        fprintf(stderr, "%s %s %s: row %u column %u is %.9g, not %.9g\n", shape->kind, a->name,
                b->name, row, column, found, sum);
    }
}

static double half_value(uint32_t bits)
{
    static const Element half = {"f16", 5, 10, 15, 0, 0};
    return element_value(&half, bits);
}

static double found_in(const Shape *shape, const Out out, uint32_t row, uint32_t column)
{
    uint32_t lane = row % 8 * 4 + column / 2;
    if (strcmp(shape->d, "f16") == 0) {
        return half_value(out[lane][row / 8] >> column % 2 * 16 & 0xffff);
    }
    float value;
    memcpy(&value, &out[lane][row / 8 * 2 + column % 2], sizeof value);
    return value;
}

// Registers %r20 to %r27: a and b; %f1 to %f4 and %r36, %r37: c; %r30, %r31: scales; %r32:
// metadata.
static void write_body(const Shape *shape, const Element *a, const Element *b, bool is_constant,
                       char *text, size_t size)
{
    size_t at = (size_t)snprintf(text, size,
                                 "mul.wide.u32 %%rd5, %%r5, 64;\n"
                                 "add.s64 %%rd5, %%rd5, %%rd1;\n");
    for (uint32_t r = 0; r < 14; r++) {
        uint32_t mask = r < 4 ? a->mask : r < 8 ? b->mask : 0xff;
        uint32_t reg = r < 8 ? 20 + r : r < 12 ? 40 + r : 18 + r;
        at += (size_t)snprintf(text + at, size - at,
                               "ld.global.b32 %%r%u, [%%rd5+%u];\nand.b32 %%r%u, %%r%u, %u;\n", reg,
                               r * 4, reg, reg, replicated(mask));
    }
    for (uint32_t r = 0; r < 4; r++) {
        at += (size_t)snprintf(text + at, size - at,
                               "shr.s32 %%r%u, %%r%u, 20;\ncvt.rn.f32.s32 %%f%u, %%r%u;\n", 48 + r,
                               48 + r, 1 + r, 48 + r);
    }
    for (uint32_t i = 30; i < 32; i++) {
        at += (size_t)snprintf(text + at, size - at, "and.b32 %%r%u, %%r%u, %u;\n", i, i,
                               shape->is_e4m3 ? 0x77777777u : 0x0f0f0f0fu);
        at += (size_t)snprintf(text + at, size - at, "add.u32 %%r%u, %%r%u, %u;\n", i, i,
                               shape->is_e4m3 ? 0 : 0x78787878u);
    }
    at += (size_t)snprintf(
        text + at, size - at,
        "cvt.rn.f16x2.f32 %%r36, %%f2, %%f1;\ncvt.rn.f16x2.f32 %%r37, %%f4, %%f3;\n"
        "rem.u32 %%r33, %%r5, 3;\nsetp.eq.u32 %%p1, %%r33, 0;\nsetp.eq.u32 %%p2, %%r33, 1;\n"
        "selp.b32 %%r32, %u, %u, %%p2;\nselp.b32 %%r32, %u, %%r32, %%p1;\n",
        metadata_of(1), metadata_of(2), metadata_of(0));
    bool is_half = strcmp(shape->d, "f16") == 0;
    const char *c = is_half ? "{%r36, %r37}" : "{%f1, %f2, %f3, %f4}";
    at += (size_t)snprintf(text + at, size - at,
                           "mma%s.sync.aligned.m16n8k%u.row.col.%s.%s.%s.%s.%s%s %s, "
                           "{%%r20, %%r21, %%r22, %%r23}, {%%r24, %%r25%s}, %s%s",
                           shape->is_sparse ? ".sp::ordered_metadata" : "", shape->k, shape->kind,
                           shape->d, a->name, b->name, shape->d, shape->types, c,
                           shape->is_sparse ? ", %r26, %r27" : "", c,
                           shape->is_sparse ? ", %r32, 0" : "");
    if (shape->scales > 0 && is_constant) {
        at += (size_t)snprintf(text + at, size - at, ", %%r30, {%u, %u}, %%r31, {%u, %u}",
                               shape->byte_a, shape->thread_a, shape->byte_b, shape->thread_b);
    } else if (shape->scales > 0) {
        at += (size_t)snprintf(text + at, size - at, ", %%r30, {%%h1, %%h2}, %%r31, {%%h3, %%h4}");
    }
    snprintf(text + at, size - at, ";\n%s",
             is_half ? KEEP(0, "%r36") KEEP(4, "%r37")
                     : KEEP(0, "%f1") KEEP(4, "%f2") KEEP(8, "%f3") KEEP(12, "%f4"));
}

static void try_shape(const Shape *shape, const Element *a, const Element *b, bool is_constant)
{
    static char body[BODY_ROOM], moves[200];
    static Out out;
    Lane lanes[32];
    write_body(shape, a, b, is_constant, body, sizeof body);
    snprintf(moves, sizeof moves,
             "mov.u16 %%h1, %u;\nmov.u16 %%h2, %u;\nmov.u16 %%h3, %u;\nmov.u16 %%h4, %u;\n<1>",
             shape->byte_a, shape->thread_a, shape->byte_b, shape->thread_b);
    const Program program = {.body = is_constant ? "<1>" : "<0><1>",
                             .parts = PARTS("", body),
                             .gpu_text = GPU_120,
                             .target = 120};
    Program moved = program;
    static char whole[BODY_ROOM];
    if (!is_constant) {
        text_fill(whole, sizeof whole, moves, PARTS("", body));
        moved.body = whole;
    }
    if (!program_run(&moved, out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        fill_lane(shape, a, b, lane, &lanes[lane]);
    }
    for (uint32_t row = 0; row < 16; row++) {
        for (uint32_t column = 0; column < 8; column++) {
            expect_sum(shape, a, b, lanes, row, column,
                       found_in(shape, (const uint32_t(*)[OUT_WORDS])out, row, column));
        }
    }
}

TEST(floats_of_4_to_8_bits_are_multiplied_in_all_combinations)
{
    static const Shape shapes[] = {
        {.kind = "kind::f8f6f4", .types = "", .d = "f32", .k = 32, .bits = 8},
        {.kind = "kind::f8f6f4", .types = "", .d = "f16", .k = 32, .bits = 8},
        {.kind = "kind::f8f6f4", .types = "", .d = "f32", .k = 64, .bits = 8, .is_sparse = true},
        {.kind = "kind::f8f6f4", .types = "", .d = "f16", .k = 64, .bits = 8, .is_sparse = true}};
    for (uint32_t s = 0; s < 4; s++) {
        for (uint32_t i = 0; i < 25; i++) {
            if (s % 2 == 0 || (i / 5 >= 2 && i % 5 >= 2)) { // sums of 8 bits exceed f16
                try_shape(&shapes[s], &elements[i / 5], &elements[i % 5], true);
            }
        }
    }
}

#define MXF8 "kind::mxf8f6f4.block_scale"
#define MXF4 "kind::mxf4.block_scale"
#define NVF4 "kind::mxf4nvf4.block_scale"

TEST(scales_multiply_their_part_of_a_row_or_column)
{
    static const Shape shapes[] = {
        {MXF8, ".ue8m0", "f32", 32, 8, 1, false, false, 0, 0, 0, 0},
        {MXF8 ".scale_vec::1X", ".ue8m0", "f32", 32, 8, 1, false, false, 3, 1, 2, 3},
        {MXF8 ".scale_vec::1X", ".ue8m0", "f32", 64, 8, 1, false, true, 1, 1, 3, 2},
        {MXF4, ".ue8m0", "f32", 64, 4, 2, false, false, 0, 0, 0, 0},
        {MXF4 ".scale_vec::2X", ".ue8m0", "f32", 64, 4, 2, false, false, 2, 1, 2, 1},
        {MXF4 ".scale_vec::2X", ".ue8m0", "f32", 128, 4, 2, false, true, 0, 1, 2, 3},
        {NVF4 ".scale_vec::2X", ".ue8m0", "f32", 64, 4, 2, false, false, 2, 0, 0, 2},
        {NVF4 ".scale_vec::4X", ".ue4m3", "f32", 64, 4, 4, true, false, 0, 1, 0, 3},
        {NVF4 ".scale_vec::2X", ".ue8m0", "f32", 128, 4, 2, false, true, 2, 1, 0, 1},
        {NVF4 ".scale_vec::4X", ".ue4m3", "f32", 128, 4, 4, true, true, 0, 0, 0, 2},
    };
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        for (uint32_t i = 0; i < 25; i += shapes[s].bits == 4 ? 25 : 3) {
            bool is_byte = shapes[s].bits == 8;
            try_shape(&shapes[s], is_byte ? &elements[i / 5] : &nibble,
                      is_byte ? &elements[i % 5] : &nibble, i % 2 == 0);
        }
    }
}

static LockstepStatus status_of(const char *gpu, const char *gpu_text, const char *places)
{
    static Out out;
    const Program program = {
        .body = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1."
                "e2m1.f32.ue8m0 {%f1, %f2, %f3, %f4}, {%r10, %r10, %r10, %r10}, {%r11, %r11}, "
                "{%f1, %f2, %f3, %f4}, %r10, <0>, %r11, {0, 0};\n",
        .parts = PARTS(places),
        .gpu = gpu,
        .gpu_text = gpu_text,
        .target = 120};
    return program_try(&program, out);
}

TEST(places_that_hold_no_scales_are_errors)
{
    EXPECT_EQ(status_of(NULL, GPU_120, "{2, 1}"), LOCKSTEP_OK);
    EXPECT(status_of(NULL, GPU_120, "{1, 1}") != LOCKSTEP_OK);
    EXPECT(status_of(NULL, GPU_120, "{0, 2}") != LOCKSTEP_OK);
    EXPECT(status_of(NULL, GPU_120, "{%h1, %h2}") == LOCKSTEP_OK);
    EXPECT(status_of("b200", NULL, "{2, 1}") != LOCKSTEP_OK);
    EXPECT(status_of("h200", NULL, "{2, 1}") != LOCKSTEP_OK);
}

INSTRUCTIONS_MAIN()
