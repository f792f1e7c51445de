// SPDX-License-Identifier: Apache-2.0
// Video instructions on random and small numbers, against the pseudocode of the PTX ISA in numbers
// that are wide enough: every operation with every combination of signs, saturated and not, with
// each secondary operation, merge, selector and mask.
#include "tests/execution/instructions.h"

#define THREADS 128u

__extension__ typedef __int128 Wide;

static int64_t value_of(uint32_t bits, uint32_t width, bool is_signed)
{
    Wide value = bits & (uint32_t)((UINT64_C(1) << width) - 1);
    return (int64_t)(is_signed && value >> (width - 1) != 0 ? value - ((Wide)1 << width) : value);
}

static Wide clamp(Wide x, uint32_t width, bool is_signed)
{
    Wide lowest = is_signed ? -((Wide)1 << (width - 1)) : 0;
    Wide highest = lowest + ((Wide)1 << width) - 1;
    return x < lowest ? lowest : x > highest ? highest : x;
}

static uint32_t operand_a(uint32_t t)
{
    return (uint32_t)((int32_t)sample(t) >> t % 32);
}

static uint32_t operand_b(uint32_t t)
{
    return (uint32_t)((int32_t)sample(t + 2048) >> (t / 2) % 32);
}

static uint32_t operand_c(uint32_t t)
{
    return operand_a(t) ^ operand_b(t) >> 3;
}

#define OPERANDS                                                                                   \
    "shr.u32 %r6, %r1, 1;\nand.b32 %r6, %r6, 31;\nshr.s32 %r10, %r10, %r5;\n"                      \
    "shr.s32 %r11, %r11, %r6;\nshr.u32 %r12, %r11, 3;\nxor.b32 %r12, %r12, %r10;\n"

static const char *sign_name(bool is_signed)
{
    return is_signed ? ".s32" : ".u32";
}

// ".b2" and ".h1" as a width and the lowest bit; "" is all of it.
static uint32_t part_width(const char *part)
{
    return *part == '\0' ? 32 : part[1] == 'b' ? 8 : 16;
}

static int64_t part_value(uint32_t bits, const char *part, bool is_signed)
{
    uint32_t width = part_width(part), index = *part == '\0' ? 0 : (uint32_t)(part[2] - '0');
    return value_of(bits >> index * width, width, is_signed);
}

static Wide primary(const char *name, int64_t a, int64_t b)
{
    if (strncmp(name, "vadd", 4) == 0) {
        return a + b;
    } else if (strncmp(name, "vsub", 4) == 0) {
        return a - b;
    } else if (strncmp(name, "vabsdiff", 8) == 0) {
        return a > b ? a - b : b - a;
    } else if (strncmp(name, "vavrg", 5) == 0) {
        return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    }
    return strncmp(name, "vmin", 4) == 0 ? (a < b ? a : b) : (a > b ? a : b);
}

// --- scalar

typedef struct Scalar {
    const char *name, *mode, *secondary, *into, *from_a, *from_b;
    bool d, a, b, sat; // signs
} Scalar;

static Wide scalar_result(const Scalar *s, uint32_t t)
{
    int64_t a = part_value(operand_a(t), s->from_a, s->a);
    int64_t b = part_value(operand_b(t), s->from_b, s->b);
    if (strncmp(s->name, "vsh", 3) != 0) {
        return primary(s->name, a, b);
    }
    bool is_wrapped = strcmp(s->mode, ".wrap") == 0;
    uint32_t distance = is_wrapped ? (uint32_t)b & 31 : b > 32 ? 32 : (uint32_t)b;
    return s->name[3] == 'l' ? (Wide)a * ((Wide)1 << distance) : a >> distance;
}

static uint32_t scalar_expected(const Scalar *s, uint32_t t)
{
    Wide x = scalar_result(s, t);
    uint32_t width = part_width(s->into), c = operand_c(t);
    x = s->sat ? clamp(x, width, s->d) : x;
    if (*s->secondary != '\0') {
        int64_t third = value_of(c, 32, s->d);
        Wide held = x & (((Wide)1 << 33) - 1);
        held = held >> 32 != 0 ? held - ((Wide)1 << 33) : held;
        x = s->secondary[2] == 'd'   ? held + third
            : s->secondary[2] == 'i' ? (held < third ? held : third)
                                     : (held > third ? held : third);
    }
    if (*s->into == '\0') {
        return (uint32_t)x;
    }
    uint32_t shift = (uint32_t)(s->into[2] - '0') * width, mask = ((1u << width) - 1) << shift;
    return ((uint32_t)x << shift & mask) | (c & ~mask);
}

static void scalar_write(const Scalar *s, uint32_t word, char *text, size_t size)
{
    bool is_shift = strncmp(s->name, "vsh", 3) == 0;
    bool has_third = *s->secondary != '\0' || *s->into != '\0';
    snprintf(text, size,
             "%s%s%s%s%s%s%s %%r20%s, %%r10%s, %%r11%s%s;\nst.global.b32 [%%rd3+%u], %%r20;\n",
             s->name, sign_name(s->d), sign_name(s->a), is_shift ? ".u32" : sign_name(s->b),
             s->sat ? ".sat" : "", s->mode, s->secondary, s->into, s->from_a, s->from_b,
             has_third ? ", %r12" : "", 4 * word);
}

// Runs eight instructions in one kernel.
static void scalar_run(const Scalar scalars[OUT_WORDS])
{
    static Out out;
    char body[4096] = OPERANDS;
    size_t at = strlen(body);
    for (uint32_t i = 0; i < OUT_WORDS; i++) {
        scalar_write(&scalars[i], i, body + at, sizeof body - at);
        at += strlen(body + at);
    }
    if (!program_run(&(Program){.body = body, .threads = THREADS}, out)) {
        return;
    }
    for (uint32_t i = 0; i < OUT_WORDS; i++) {
        uint32_t wrong = 0;
        for (uint32_t t = 0; t < THREADS && wrong == 0; t++) {
            wrong += !EXPECT_WORD(out, t, i, scalar_expected(&scalars[i], t));
        }
        if (wrong != 0) {
            scalar_write(&scalars[i], i, body, sizeof body);
            fprintf(stderr, "%s", body);
        }
    }
}

TEST(scalar_video_instructions)
{
    static const char *const names[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr"};
    static const char *const then[][2] = {{"", ""},     {".add", ""}, {".min", ""},
                                          {".max", ""}, {"", ".b3"},  {"", ".h0"}};
    static const char *const parts[][2] = {{"", ""}, {".b1", ".h1"}, {".h0", ".b3"}};
    for (uint32_t i = 0; i < 7 * 6 * 2 * 3; i++) {
        const char *name = names[i % 7];
        bool is_shift = i % 7 >= 5;
        Scalar scalars[OUT_WORDS];
        for (uint32_t signs = 0; signs < 8; signs++) {
            scalars[signs] = (Scalar){.name = name,
                                      .mode = !is_shift   ? ""
                                              : signs & 4 ? ".wrap"
                                                          : ".clamp",
                                      .secondary = then[i / 7 % 6][0],
                                      .into = then[i / 7 % 6][1],
                                      .from_a = parts[i / 84][0],
                                      .from_b = parts[i / 84][1],
                                      .d = signs & 1,
                                      .a = signs & 2,
                                      .b = !is_shift && (signs & 4),
                                      .sat = i / 42 % 2};
        }
        scalar_run(scalars);
    }
}

// --- vset

static bool holds(const char *comparison, int64_t a, int64_t b)
{
    switch (comparison[1] << 8 | comparison[2]) {
    case 'e' << 8 | 'q': return a == b;
    case 'n' << 8 | 'e': return a != b;
    case 'l' << 8 | 't': return a < b;
    case 'l' << 8 | 'e': return a <= b;
    case 'g' << 8 | 't': return a > b;
    default: return a >= b;
    }
}

static const char *const comparisons[] = {".eq", ".ne", ".lt", ".le", ".gt", ".ge"};

TEST(vset_compares)
{
    static Out out;
    for (uint32_t i = 0; i < 6 * 4; i++) {
        bool a_signed = i & 1, b_signed = i & 2;
        const char *comparison = comparisons[i / 4];
        const Program program = {
            .body = OPERANDS "vset<0><1><2> %r20, %r10.b0, %r11.b0;\n" KEEP(
                0, "%r20") "vset<0><1><2>.add %r20, "
                           "%r10.h0, %r11.h0, "
                           "%r12;\n" KEEP(
                               4,
                               "%r20") "vset<0><1><2>.min %r20, %r10, %r11, "
                                       "%r12;\n" KEEP(
                                           8,
                                           "%r20") "vset<0><1><2> "
                                                   "%r20.b2, %r10, %r11, "
                                                   "%r12;\n" KEEP(
                                                       12,
                                                       "%r2"
                                                       "0") "vset2<0><1><2> %r20.h1, %r10, %r11, "
                                                            "%r12;\n" KEEP(
                                                                16, "%r20") "vset4<0><"
                                                                            "1><2>.add "
                                                                            "%r20, "
                                                                            "%r10, "
                                                                            "%r11, "
                                                                            "%r12;"
                                                                            "\n" KEEP(20, "%r20"),
            .parts = PARTS(sign_name(a_signed), sign_name(b_signed), comparison),
            .threads = THREADS};
        if (!program_run(&program, out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            uint32_t a = operand_a(t), b = operand_b(t), c = operand_c(t), sum = c;
            bool is_true = holds(comparison, value_of(a, 32, a_signed), value_of(b, 32, b_signed));
            EXPECT_WORD(out, t, 0,
                        holds(comparison, value_of(a, 8, a_signed), value_of(b, 8, b_signed)));
            EXPECT_WORD(
                out, t, 1,
                c + holds(comparison, value_of(a, 16, a_signed), value_of(b, 16, b_signed)));
            EXPECT_WORD(out, t, 2, is_true < c ? is_true : c);
            EXPECT_WORD(out, t, 3, (c & 0xff00ffff) | (uint32_t)is_true << 16);
            EXPECT_WORD(out, t, 4,
                        (c & 0xffff) | (uint32_t)holds(comparison, value_of(a >> 16, 16, a_signed),
                                                       value_of(b >> 16, 16, b_signed))
                                           << 16);
            for (uint32_t k = 0; k < 32; k += 8) {
                sum +=
                    holds(comparison, value_of(a >> k, 8, a_signed), value_of(b >> k, 8, b_signed));
            }
            EXPECT_WORD(out, t, 5, sum);
        }
    }
}

// --- vmad

typedef struct Multiply {
    const char *text; // suffixes behind the types, then what stands before a, b and c
    const char *minus_a, *minus_c;
    uint32_t shift;
    bool is_incremented, sat;
} Multiply;

static const Multiply multiplies[] = {
    {"", "", "", 0, false, false},           {".sat", "", "", 0, false, true},
    {".shr7", "", "", 7, false, false},      {".sat.shr15", "", "", 15, false, true},
    {".po.sat.shr7", "", "", 7, true, true}, {".sat", "-", "", 0, false, true},
    {".sat.shr7", "", "-", 7, false, true},  {".shr15", "-", "", 15, false, false},
};

static uint32_t multiply_expected(const Multiply *m, uint32_t t, bool a_signed, bool b_signed)
{
    bool negates = *m->minus_a != '\0', negates_c = *m->minus_c != '\0';
    bool is_signed = a_signed || b_signed || negates || negates_c;
    Wide product =
        (Wide)value_of(operand_a(t), 32, a_signed) * value_of(operand_b(t), 32, b_signed);
    uint32_t c = negates_c ? ~operand_c(t) : operand_c(t);
    product = negates ? ~product : product;
    product += value_of(c, 32, is_signed) + (m->is_incremented || negates || negates_c);
    product >>= m->shift;
    return (uint32_t)(m->sat ? clamp(product, 32, is_signed) : product);
}

TEST(vmad_multiplies_and_adds)
{
    static Out out;
    for (uint32_t signs = 0; signs < 4; signs++) {
        char body[4096] = OPERANDS;
        size_t at = strlen(body);
        for (uint32_t i = 0; i < OUT_WORDS; i++) {
            const Multiply *m = &multiplies[i];
            bool is_po = m->is_incremented;
            at += (size_t)snprintf(body + at, sizeof body - at,
                                   "vmad.s32%s%s%s %%r20, %s%%r10, %%r11, %s%%r12;\nst.global.b32 "
                                   "[%%rd3+%u], %%r20;\n",
                                   sign_name(signs & 1), sign_name(signs & 2), m->text,
                                   is_po ? "" : m->minus_a, m->minus_c, 4 * i);
        }
        if (!program_run(&(Program){.body = body, .threads = THREADS}, out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            for (uint32_t i = 0; i < OUT_WORDS; i++) {
                EXPECT_WORD(out, t, i, multiply_expected(&multiplies[i], t, signs & 1, signs & 2));
            }
        }
    }
}

// --- SIMD

typedef struct Simd {
    const char *name;
    uint32_t width;
    const char *suffix, *mask, *from_a, *from_b;
    bool d, a, b;
} Simd;

static uint32_t lane_of(uint64_t pair, const char *selector, uint32_t lane, uint32_t width,
                        uint32_t plain)
{
    size_t digits = strlen(selector);
    uint32_t from = digits == 0 ? plain + lane : (uint32_t)(selector[digits - 1 - lane] - '0');
    return (uint32_t)(pair >> from * width);
}

static bool is_masked(const char *mask, uint32_t lane)
{
    return *mask == '\0' || strchr(mask + 2, (int)('0' + lane)) != NULL;
}

static uint32_t simd_expected(const Simd *s, uint32_t t)
{
    uint64_t pair = (uint64_t)operand_b(t) << 32 | operand_a(t);
    uint32_t c = operand_c(t), sum = c, lanes = 32 / s->width, merged = c;
    for (uint32_t i = 0; i < lanes; i++) {
        int64_t a = value_of(lane_of(pair, s->from_a, i, s->width, 0), s->width, s->a);
        int64_t b = value_of(lane_of(pair, s->from_b, i, s->width, lanes), s->width, s->b);
        Wide x = primary(s->name, a, b);
        x = strcmp(s->suffix, ".sat") == 0 ? clamp(x, s->width, s->d) : x;
        if (is_masked(s->mask, i)) {
            uint32_t bits = ((1u << s->width) - 1) << i * s->width;
            sum += (uint32_t)x;
            merged = (merged & ~bits) | ((uint32_t)x << i * s->width & bits);
        }
    }
    return strcmp(s->suffix, ".add") == 0 ? sum : merged;
}

static void simd_write(const Simd *s, uint32_t word, char *text, size_t size)
{
    snprintf(text, size,
             "%s%s%s%s%s %%r20%s, %%r10%s, %%r11%s, %%r12;\nst.global.b32 [%%rd3+%u], %%r20;\n",
             s->name, sign_name(s->d), sign_name(s->a), sign_name(s->b), s->suffix, s->mask,
             s->from_a, s->from_b, 4 * word);
}

TEST(simd_video_instructions)
{
    static const char *const names[] = {"vadd2", "vsub2", "vabsdiff2", "vmin2", "vmax2", "vavrg2",
                                        "vadd4", "vsub4", "vabsdiff4", "vmin4", "vmax4", "vavrg4"};
    static const char *const suffixes[] = {"", ".sat", ".add"};
    static const char *const masks[2][2] = {{"", ".h1"}, {"", ".b20"}};
    static const char *const sources[2][2][2] = {{{"", ""}, {".h12", ".h03"}},
                                                 {{"", ""}, {".b7250", ".b0416"}}};
    static Out out;
    for (uint32_t i = 0; i < 12 * 3 * 2; i++) {
        uint32_t is_bytes = i % 12 >= 6, chosen = i / 36;
        Simd simds[OUT_WORDS];
        char body[4096] = OPERANDS;
        size_t at = strlen(body);
        for (uint32_t signs = 0; signs < OUT_WORDS; signs++) {
            simds[signs] = (Simd){.name = names[i % 12],
                                  .width = is_bytes ? 8 : 16,
                                  .suffix = suffixes[i / 12 % 3],
                                  .mask = masks[is_bytes][chosen],
                                  .from_a = sources[is_bytes][chosen][0],
                                  .from_b = sources[is_bytes][chosen][1],
                                  .d = signs & 1,
                                  .a = signs & 2,
                                  .b = signs & 4};
            simd_write(&simds[signs], signs, body + at, sizeof body - at);
            at += strlen(body + at);
        }
        if (!program_run(&(Program){.body = body, .threads = THREADS}, out)) {
            continue;
        }
        for (uint32_t k = 0; k < OUT_WORDS; k++) {
            // Selectors start with a dot and a letter, then digits.
            Simd plain = simds[k];
            plain.from_a += *plain.from_a == '\0' ? 0 : 2;
            plain.from_b += *plain.from_b == '\0' ? 0 : 2;
            for (uint32_t t = 0; t < THREADS; t++) {
                if (!EXPECT_WORD(out, t, k, simd_expected(&plain, t))) {
                    simd_write(&simds[k], k, body, sizeof body);
                    fprintf(stderr, "%s", body);
                    break;
                }
            }
        }
    }
}

INSTRUCTIONS_MAIN()
