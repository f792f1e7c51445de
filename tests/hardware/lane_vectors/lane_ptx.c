// SPDX-License-Identifier: Apache-2.0
#include "tests/hardware/lane_vectors/lane_ptx.h"

static void write_load(FILE *out, const Variant *variant, LaneType type, char name, int parameter)
{
    if (type == LANE_TYPE_NONE) {
        return;
    }
    int bits = variant_register_bits(variant, type);
    fprintf(out, "ld.param.u64 %%p,[x%d]; add.s64 %%p,%%p,%%o; ld.global.b%d %%%c%d,[%%p];\n",
            parameter, bits, name, bits);
    if (type == LANE_TYPE_P) {
        fprintf(out, "and.b32 %%t,%%%c32,1; setp.ne.u32 %%%cp,%%t,0;\n", name, name);
    }
}

static const char *operand(const Variant *variant, LaneType type, char name, char text[8])
{
    if (type == LANE_TYPE_P) {
        snprintf(text, 8, "%%%cp", name);
    } else {
        snprintf(text, 8, "%%%c%d", name, variant_register_bits(variant, type));
    }
    return text;
}

static void write_operands(FILE *out, const Variant *variant)
{
    char text[8];
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    for (int at = 0; at < 4; at++) {
        if (types[at] != LANE_TYPE_NONE && !(at == 3 && variant->kind == VARIANT_CARRY)) {
            fprintf(out, ",%s", operand(variant, types[at], "abce"[at], text));
        }
    }
}

static void write_carry(FILE *out, const Variant *variant)
{
    bool is_wide = variant->micro.type == PTX_TYPE_U64 || variant->micro.type == PTX_TYPE_S64;
    if (variant->e != LANE_TYPE_NONE) {
        // sub sets the flag as a borrow: make it with the same instruction family
        if (variant->micro.function == PTX_SUB) {
            fprintf(out, "and.b32 %%e32,%%e32,0x80000000; sub.cc.u32 %%t,0x7fffffff,%%e32;\n");
        } else {
            fprintf(out, "add.cc.u32 %%t,%%e32,%%e32;\n");
        }
    }
    fprintf(out, "%s %%d%d", variant->spelling, is_wide ? 64 : 32);
    write_operands(out, variant);
    fprintf(out, ";\n%s.u32 %%t,0,0;\n", variant->micro.function == PTX_SUB ? "subc" : "addc");
    if (variant->is_high) {
        fprintf(out, "and.b32 %%t,%%t,1; setp.ne.u32 %%dp,%%t,0;\n");
    }
}

static void write_atomic(FILE *out, const Variant *variant)
{
    int bits = variant_register_bits(variant, variant->a);
    bool is_shared = variant->micro.space == PTX_SPACE_SHARED;
    const char *space = is_shared ? "shared" : "global";
    fprintf(out, is_shared ? "mov.u64 %%p,s; mov.u32 %%t,%%tid.x; mul.wide.u32 %%q,%%t,8; "
                             "add.s64 %%p,%%p,%%q;\n"
                           : "ld.param.u64 %%p,[x4]; add.s64 %%p,%%p,%%o;\n");
    fprintf(out, "st.%s.b%d [%%p],%%a%d;\n%s %%d%d,[%%p],%%b%d", space, bits, bits,
            variant->spelling, bits, bits);
    if (variant->c != LANE_TYPE_NONE) {
        fprintf(out, ",%%c%d", bits);
    }
    fprintf(out, ";\nld.%s.b%d %%d%d,[%%p];\n", space, bits, bits);
}

static void write_instruction(FILE *out, const Variant *variant)
{
    char text[8];
    if (variant->kind == VARIANT_CARRY) {
        write_carry(out, variant);
        return;
    }
    if (variant->kind == VARIANT_ATOMIC) {
        write_atomic(out, variant);
        return;
    }
    bool is_pair_test = variant->d == LANE_TYPE_P &&
                        (variant->a == LANE_TYPE_F16X2 || variant->a == LANE_TYPE_BF16X2);
    if (is_pair_test) {
        fprintf(out, "%s %s", variant->spelling, variant->is_high ? "%up|%dp" : "%dp|%up");
    } else {
        fprintf(out, "%s %s", variant->spelling, operand(variant, variant->d, 'd', text));
    }
    write_operands(out, variant);
    if (variant->kind == VARIANT_LANE4 && variant->function == LANE4_LOP3) {
        fprintf(out, ",0x%x", variant->table);
    }
    fprintf(out, ";\n");
}

static void write_store(FILE *out, const Variant *variant)
{
    int bits = variant_register_bits(variant, variant->d);
    if (variant->d == LANE_TYPE_P) {
        fprintf(out, "selp.b32 %%d32,1,0,%%dp;\n");
    } else if (bits < 32) {
        if (bits == 8) {
            fprintf(out, "mov.b16 %%d16,{%%d8,0};\n");
        }
        fprintf(out, "cvt.u32.u16 %%d32,%%d16;\n");
        bits = 32;
    }
    fprintf(out,
            "ld.param.u64 %%p,[x4]; add.s64 %%p,%%p,%%o; st.global.b%d [%%p],%%d%d;\nret;\n}\n",
            bits, bits);
}

// Everything before the operands are loaded: names, registers, %o = 8 * thread.
static void write_start(FILE *out, const Variant *variant, uint32_t number)
{
    fprintf(out, "// %s\n.visible .entry k%u(", variant->name, number);
    fprintf(out,
            ".param .u64 x0,.param .u64 x1,.param .u64 x2,.param .u64 x3,.param .u64 x4)\n{\n");
    fprintf(out, ".reg .b8 %%a8,%%d8; .reg .b16 %%a16,%%b16,%%c16,%%e16,%%d16; .reg .b32 "
                 "%%a32,%%b32,%%c32,%%e32,%%d32,%%t;\n"
                 ".reg .b64 %%a64,%%b64,%%c64,%%e64,%%d64,%%p,%%q,%%o;\n"
                 ".reg .pred %%ap,%%bp,%%cp,%%dp,%%up;\n");
    if (variant->kind == VARIANT_ATOMIC) {
        fprintf(out, ".shared .align 8 .b8 s[%d];\n", VECTOR_COUNT * 8);
    }
    fprintf(out, "mov.u32 %%t,%%tid.x; mul.wide.u32 %%o,%%t,8;\n");
}

void lane_ptx_kernel(const Variant *variant, uint32_t number, FILE *out)
{
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    write_start(out, variant, number);
    for (int at = 0; at < 4; at++) {
        write_load(out, variant, types[at], "abce"[at], at);
    }
    write_instruction(out, variant);
    write_store(out, variant);
}

int lane_ptx_result_bytes(const Variant *variant)
{
    if (variant->d == LANE_TYPE_P) {
        return 0;
    }
    return variant_register_bits(variant, variant->d) == 64 ? 8 : 4;
}
