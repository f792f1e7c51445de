// SPDX-License-Identifier: Apache-2.0
// The list of variants: from a lane function's keys, every legal spelling with .rn .rz .rm .rp,
// .ftz and .sat (PTX ISA 9.0, the syntax of each instruction; ptxas for sm_90 accepts every one).
// Part of lane_vectors.h.
#ifndef LOCKSTEP_TESTS_VARIANTS_H
#define LOCKSTEP_TESTS_VARIANTS_H

// What a key's spellings may add.
typedef struct Allowed {
    bool none;            // without rounding
    bool rounds;          // .rn .rz .rm .rp
    bool nearest;         // .rn only
    bool nearest_or_zero; // .rn .rz
    bool ftz, sat;
} Allowed;

static inline bool word_is_one_of(const char *word, size_t length, const char *list)
{
    for (const char *at = list; *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, word, length) == 0) {
            return true;
        }
        at += size + (at[size] == ' ');
    }
    return false;
}

static inline bool key_starts(const char *key, const char *start)
{
    return strncmp(key, start, strlen(start)) == 0;
}

static inline bool key_ends(const char *key, const char *end)
{
    size_t length = strlen(key), size = strlen(end);
    return length >= size && strcmp(key + length - size, end) == 0;
}

static inline bool key_has(const char *key, const char *part)
{
    return strstr(key, part) != NULL;
}

static inline bool is_eight_bits(const char *key)
{
    return key_has(key, "e4m3x2") || key_has(key, "e5m2x2");
}

static inline Allowed allowed_of_cvt(const char *key)
{
    const char *source = strrchr(key, '.') + 1;
    const char *before = source - 2;
    while (before > key && *before != '.') {
        before--;
    }
    char d[8] = {0};
    snprintf(d, sizeof d, "%.*s", (int)(source - 2 - before), before + 1);
    bool d_float = d[0] == 'f' || d[0] == 'b', s_float = *source == 'f' || *source == 'b';
    bool has_f32 = strcmp(d, "f32") == 0 || strcmp(source, "f32") == 0;
    bool is_integral = key_starts(key, "cvt.r") && !key_starts(key, "cvt.relu");
    if (strcmp(d, "tf32") == 0) {
        return (Allowed){.none = is_integral, .nearest_or_zero = !is_integral};
    }
    if (!d_float && !is_eight_bits(key)) {
        return (Allowed){.none = true, .ftz = s_float && has_f32};
    }
    if (is_eight_bits(key)) {
        return (Allowed){.nearest = true};
    }
    if (key_has(key, "relu") || key_has(key, "x2")) {
        return (Allowed){.nearest_or_zero = true};
    }
    if (!s_float) {
        return (Allowed){.rounds = true, .sat = d[0] == 'f'};
    }
    if (is_integral || strcmp(d, source) == 0) {
        return (Allowed){.none = true, .ftz = has_f32, .sat = d[0] == 'f'};
    }
    static const char order[] = "bf16 f16 f32 f64"; // by digits
    bool is_wider = strstr(order, d) > strstr(order, source) && *source != 'b';
    is_wider = is_wider || (*source == 'b' && strcmp(d, "f16") != 0);
    bool is_halves = !has_f32 && !key_has(key, "f64");
    return (Allowed){.none = is_wider && !is_halves,
                     .rounds = !is_wider || is_halves,
                     .ftz = has_f32 && !key_has(key, "bf16"),
                     .sat = d[0] == 'f' && *source != 'b'};
}

static inline Allowed allowed_of(const char *key)
{
    bool is_f32 = key_ends(key, ".f32"), is_f64 = key_ends(key, ".f64");
    bool is_f16 = key_ends(key, ".f16") || key_ends(key, ".f16x2");
    bool is_bf16 = key_ends(key, ".bf16") || key_ends(key, ".bf16x2");
    size_t opcode = strcspn(key, ".");
    if (key_starts(key, "cvt.")) {
        return allowed_of_cvt(key);
    }
    if (word_is_one_of(key, opcode, "add sub mul fma") && (is_f32 || is_f64 || is_f16 || is_bf16)) {
        return (Allowed){.rounds = is_f32 || is_f64,
                         .nearest = is_f16 || is_bf16,
                         .ftz = is_f32 || is_f16,
                         .sat = (is_f32 || is_f16) && !key_has(key, "relu")};
    }
    if (key_has(key, ".approx") || key_has(key, ".full")) {
        return (Allowed){.none = true, .ftz = is_f32 && !key_starts(key, "tanh")};
    }
    if (word_is_one_of(key, opcode, "div rcp sqrt") && (is_f32 || is_f64)) {
        return (Allowed){.rounds = true, .ftz = is_f32};
    }
    bool can_flush = word_is_one_of(key, opcode, "abs neg min max setp set slct");
    return (Allowed){.none = true, .ftz = can_flush && (is_f32 || is_f16)};
}

// The spelling: opcode, rounding, the suffixes that come before .ftz, .ftz, .sat, the rest.
static inline void variant_spell(char *out, size_t size, const char *key, const char *round,
                                 bool ftz, bool sat)
{
    static const char before[] =
        "approx full rni rzi rmi rpi eq ne lt le gt ge lo ls hi hs equ neu ltu "
        "leu gtu geu num nan";
    size_t opcode = strcspn(key, ".");
    const char *rest = key + opcode;
    bool is_integer_compare = false;
    if (*rest == '.') {
        size_t length = strcspn(rest + 1, ".");
        if (word_is_one_of(rest + 1, length, before) && (ftz || sat) && !is_integer_compare) {
            rest += 1 + length;
        }
    }
    snprintf(out, size, "%.*s%s%.*s%s%s%s", (int)opcode, key, round,
             (int)(rest - key - (long)opcode), key + opcode, ftz ? ".ftz" : "", sat ? ".sat" : "",
             rest);
}

static inline void visit_modified(Variant variant, const char *key, VariantVisitor *visit,
                                  void *context)
{
    static const char *const text[] = {".rn", ".rz", ".rm", ".rp"};
    Allowed allowed = allowed_of(key);
    uint32_t rounds = allowed.rounds ? 4 : allowed.nearest_or_zero ? 2 : allowed.nearest ? 1 : 0;
    uint32_t first = allowed.none ? 0 : 1;
    for (uint32_t round = first; round <= rounds; round++) {
        for (uint32_t bits = 0; bits < 4; bits++) {
            bool ftz = bits & 1, sat = bits & 2;
            if ((ftz && !allowed.ftz) || (sat && !allowed.sat)) {
                continue;
            }
            variant.micro.round = (uint8_t)(round > 0 ? round - 1 : MICRO_RN);
            variant.micro.flags = (uint16_t)((ftz ? MICRO_FTZ : 0) | (sat ? MICRO_SAT : 0));
            variant_spell(variant.spelling, sizeof variant.spelling, key,
                          round > 0 ? text[round - 1] : "", ftz, sat);
            snprintf(variant.name, sizeof variant.name, "%s%s", variant.spelling,
                     variant.is_high ? " high" : "");
            visit(&variant, context);
        }
    }
}

// Conversions that are not recorded: no H200 has them, or they came later than the recording.
static inline bool is_late_conversion(const char *key)
{
    bool is_clamped = key_starts(key, "cvt.satfinite.") || key_starts(key, "cvt.rna.satfinite.");
    return key_has(key, "e2m") || key_has(key, "e3m2") || key_has(key, "ue8m0") ||
           key_starts(key, "cvt.pack.") || (is_clamped && !is_eight_bits(key));
}

// Keys that are not one PTX instruction: ours, and f64 aliases; those that wait for a recording
// (ex2 of bf16); and those that have one of their own (tests/hardware/hopper/fma_oob.cu).
static inline bool is_recordable(const char *key)
{
    return !key_starts(key, "ftz.") && !key_starts(key, "pack.") && !key_starts(key, "unpack.") &&
           !key_starts(key, "stochastic.") && !key_starts(key, "fms.") &&
           !key_starts(key, "fnma.") && !key_starts(key, "fnms.") && !key_starts(key, "mad.f") &&
           !key_starts(key, "mad_1x.") && !key_starts(key, "msub_1x.") &&
           !key_starts(key, "mnsub_1x.") && strcmp(key, "rcp.approx.f64") != 0 &&
           !is_late_conversion(key) && !key_starts(key, "fma.oob.") &&
           strcmp(key, "ex2.approx.bf16") != 0 && strcmp(key, "ex2.approx.bf16x2") != 0;
}

static inline void visit_lane(uint32_t op, VariantVisitor *visit, void *context)
{
    const LaneInfo *info = &lane_info[op];
    for (const char *at = info->keys; *at != '\0';) {
        char key[64] = {0};
        size_t length = strcspn(at, " ");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        at += length + (at[length] == ' ');
        if (!is_recordable(key)) {
            continue;
        }
        Variant variant = {.kind = VARIANT_LANE,
                           .function = op,
                           .d = info->d,
                           .a = info->a,
                           .b = info->b,
                           .c = info->c,
                           .e = LANE_TYPE_NONE};
        variant.micro.kind = MICRO_LANE;
        variant.micro.function = (uint16_t)op;
        if (key_ends(key, ".high")) {
            variant.is_high = true;
            key[strlen(key) - strlen(".high")] = '\0';
        }
        visit_modified(variant, key, visit, context);
    }
}

static inline void visit_lane4(VariantVisitor *visit, void *context)
{
    static const uint32_t tables[] = {0x00, 0x01, 0x1b, 0x3c, 0x69, 0x80, 0x96, 0xc6,
                                      0xca, 0xe2, 0xe8, 0xea, 0xf0, 0xfe, 0xff, 0x7f};
    for (uint32_t op = 0; op < LANE4_OP_COUNT; op++) {
        const LaneInfo *info = &lane4_info[op];
        bool is_logic = op == LANE4_LOP3;
        if (key_starts(info->keys, "video")) { // not one PTX instruction
            continue;
        }
        for (uint32_t at = 0; at < (is_logic ? sizeof tables / sizeof *tables : 1); at++) {
            Variant variant = {.kind = VARIANT_LANE4,
                               .function = op,
                               .d = info->d,
                               .a = info->a,
                               .b = info->b,
                               .c = info->c,
                               .e = is_logic ? LANE_TYPE_NONE : info->e,
                               .table = tables[at]};
            snprintf(variant.spelling, sizeof variant.spelling, "%s", info->keys);
            snprintf(variant.name, sizeof variant.name, is_logic ? "%s 0x%02x" : "%s", info->keys,
                     tables[at]);
            visit(&variant, context);
        }
    }
}

// add.cc sub.cc mad.cc, and the forms that use the carry too; e's top bit is the carry that comes
// in.
static inline void visit_carry(VariantVisitor *visit, void *context)
{
    static const struct {
        const char *plain, *with_carry;
        PtxOpcode opcode;
        PtxSuffix half;
    } forms[] = {{"add.cc", "addc.cc", PTX_ADD, PTX_TYPE_NONE},
                 {"sub.cc", "subc.cc", PTX_SUB, PTX_TYPE_NONE},
                 {"mad.lo.cc", "madc.lo.cc", PTX_MAD, PTX_DOT_LO},
                 {"mad.hi.cc", "madc.hi.cc", PTX_MAD, PTX_DOT_HI}};
    static const struct {
        const char *text;
        PtxType type;
        LaneType row;
    } types[] = {{".u32", PTX_TYPE_U32, LANE_TYPE_U32},
                 {".s32", PTX_TYPE_S32, LANE_TYPE_U32},
                 {".u64", PTX_TYPE_U64, LANE_TYPE_U64},
                 {".s64", PTX_TYPE_S64, LANE_TYPE_U64}};
    for (uint32_t at = 0; at < 4 * 4 * 2 * 2; at++) {
        uint32_t form = at / 16, type = at / 4 % 4;
        bool uses = at & 2, is_flag = at & 1;
        LaneType row = types[type].row;
        Variant variant = {.kind = VARIANT_CARRY,
                           .d = is_flag ? LANE_TYPE_P : row,
                           .a = row,
                           .b = row,
                           .c = forms[form].opcode == PTX_MAD ? row : LANE_TYPE_NONE,
                           .e = uses ? LANE_TYPE_U32 : LANE_TYPE_NONE,
                           .is_high = is_flag};
        variant.micro.function = (uint16_t)forms[form].opcode;
        variant.micro.combine = (uint16_t)forms[form].half;
        variant.micro.type = (uint8_t)types[type].type;
        snprintf(variant.spelling, sizeof variant.spelling, "%s%s",
                 uses ? forms[form].with_carry : forms[form].plain, types[type].text);
        snprintf(variant.name, sizeof variant.name, "%s%s", variant.spelling,
                 is_flag ? " carry" : "");
        visit(&variant, context);
    }
}

// Each thread's own word: a is what lies there, b and c are the operands.
static inline void visit_atomic(VariantVisitor *visit, void *context)
{
    static const struct {
        const char *text; // behind the space
        PtxSuffix operation;
        PtxType type;
        LaneType row;
    } forms[] = {{"add.u32", PTX_DOT_ADD, PTX_TYPE_U32, LANE_TYPE_U32},
                 {"add.s32", PTX_DOT_ADD, PTX_TYPE_S32, LANE_TYPE_U32},
                 {"add.u64", PTX_DOT_ADD, PTX_TYPE_U64, LANE_TYPE_U64},
                 {"add.f32", PTX_DOT_ADD, PTX_TYPE_F32, LANE_TYPE_F32},
                 {"add.f64", PTX_DOT_ADD, PTX_TYPE_F64, LANE_TYPE_F64},
                 {"add.noftz.f16", PTX_DOT_ADD, PTX_TYPE_F16, LANE_TYPE_F16},
                 {"add.noftz.f16x2", PTX_DOT_ADD, PTX_TYPE_F16X2, LANE_TYPE_F16X2},
                 {"add.noftz.bf16", PTX_DOT_ADD, PTX_TYPE_BF16, LANE_TYPE_BF16},
                 {"add.noftz.bf16x2", PTX_DOT_ADD, PTX_TYPE_BF16X2, LANE_TYPE_BF16X2},
                 {"min.u32", PTX_DOT_MIN, PTX_TYPE_U32, LANE_TYPE_U32},
                 {"min.s32", PTX_DOT_MIN, PTX_TYPE_S32, LANE_TYPE_U32},
                 {"min.u64", PTX_DOT_MIN, PTX_TYPE_U64, LANE_TYPE_U64},
                 {"min.s64", PTX_DOT_MIN, PTX_TYPE_S64, LANE_TYPE_U64},
                 {"max.u32", PTX_DOT_MAX, PTX_TYPE_U32, LANE_TYPE_U32},
                 {"max.s32", PTX_DOT_MAX, PTX_TYPE_S32, LANE_TYPE_U32},
                 {"max.u64", PTX_DOT_MAX, PTX_TYPE_U64, LANE_TYPE_U64},
                 {"max.s64", PTX_DOT_MAX, PTX_TYPE_S64, LANE_TYPE_U64},
                 {"inc.u32", PTX_DOT_INC, PTX_TYPE_U32, LANE_TYPE_U32},
                 {"dec.u32", PTX_DOT_DEC, PTX_TYPE_U32, LANE_TYPE_U32},
                 {"and.b32", PTX_DOT_AND, PTX_TYPE_B32, LANE_TYPE_U32},
                 {"or.b64", PTX_DOT_OR, PTX_TYPE_B64, LANE_TYPE_U64},
                 {"xor.b32", PTX_DOT_XOR, PTX_TYPE_B32, LANE_TYPE_U32},
                 {"exch.b32", PTX_DOT_EXCH, PTX_TYPE_B32, LANE_TYPE_U32},
                 {"exch.b64", PTX_DOT_EXCH, PTX_TYPE_B64, LANE_TYPE_U64},
                 {"cas.b16", PTX_DOT_CAS, PTX_TYPE_B16, LANE_TYPE_U16},
                 {"cas.b32", PTX_DOT_CAS, PTX_TYPE_B32, LANE_TYPE_U32},
                 {"cas.b64", PTX_DOT_CAS, PTX_TYPE_B64, LANE_TYPE_U64}};
    for (uint32_t at = 0; at < 2 * sizeof forms / sizeof *forms; at++) {
        bool is_shared = at & 1;
        uint32_t form = at / 2;
        LaneType row = forms[form].row;
        Variant variant = {.kind = VARIANT_ATOMIC,
                           .d = row,
                           .a = row,
                           .b = row,
                           .c = forms[form].operation == PTX_DOT_CAS ? row : LANE_TYPE_NONE,
                           .e = LANE_TYPE_NONE};
        variant.micro.function = (uint16_t)forms[form].operation;
        variant.micro.type = (uint8_t)forms[form].type;
        variant.micro.space = is_shared ? PTX_SPACE_SHARED : PTX_SPACE_GLOBAL;
        snprintf(variant.spelling, sizeof variant.spelling, "atom.%s.%s",
                 is_shared ? "shared" : "global", forms[form].text);
        snprintf(variant.name, sizeof variant.name, "%s", variant.spelling);
        visit(&variant, context);
    }
}

static inline void vectors_each(VariantVisitor *visit, void *context)
{
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        visit_lane(op, visit, context);
    }
    visit_lane4(visit, context);
    visit_carry(visit, context);
    visit_atomic(visit, context);
}

#endif
