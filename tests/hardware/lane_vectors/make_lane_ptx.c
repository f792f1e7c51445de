// SPDX-License-Identifier: Apache-2.0
// Writes what record_lanes.cu runs: FOLDER/lanes_NN.ptx with one kernel a variant,
// FOLDER/lanes.list (a line a kernel: its module, name, bytes of a result, pools of its operands,
// the variant's name) and FOLDER/inputs.bin (pools of VECTOR_COUNT 64-bit inputs). A kernel
// executes its instruction once a thread. And FOLDER/sweeps.ptx, sweeps.list for the sweeps. Usage:
// make_lane_ptx FOLDER
#include "tests/hardware/lane_vectors/lane_vectors.h"

#include "tests/hardware/lane_vectors/sweeps.h"

#include <stdlib.h>

#define KERNELS_PER_MODULE 400
#define POOL_MAX           256

typedef struct Output {
    const char *folder;
    FILE *module, *list;
    uint32_t count;
    uint32_t pool_count;
    struct Pool {
        LaneType type;
        uint32_t position;
        bool is_unary;
    } pools[POOL_MAX];
} Output;

static FILE *open_file(const Output *output, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", output->folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    return file;
}

static int pool_of(Output *output, LaneType type, uint32_t position, bool is_unary)
{
    if (type == LANE_TYPE_NONE) {
        return -1;
    }
    for (uint32_t at = 0; at < output->pool_count; at++) {
        const struct Pool *pool = &output->pools[at];
        if (pool->type == type && pool->position == position && pool->is_unary == is_unary) {
            return (int)at;
        }
    }
    if (output->pool_count == POOL_MAX) {
        fprintf(stderr, "too many pools\n");
        exit(1);
    }
    output->pools[output->pool_count] = (struct Pool){type, position, is_unary};
    return (int)output->pool_count++;
}

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

static void write_kernel(const Variant *variant, void *context)
{
    Output *output = context;
    if (output->count % KERNELS_PER_MODULE == 0) {
        if (output->module != NULL) {
            fclose(output->module);
        }
        char name[32];
        snprintf(name, sizeof name, "lanes_%02u.ptx", output->count / KERNELS_PER_MODULE);
        output->module = open_file(output, name);
        fprintf(output->module, ".version 8.3\n.target sm_90\n.address_size 64\n");
    }
    FILE *out = output->module;
    fprintf(out, "// %s\n.visible .entry k%u(", variant->name, output->count);
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
    bool is_unary = variant_is_unary(variant);
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    int pool[4];
    for (int at = 0; at < 4; at++) {
        write_load(out, variant, types[at], "abce"[at], at);
        pool[at] = pool_of(output, types[at], (uint32_t)at, is_unary);
    }
    write_instruction(out, variant);
    write_store(out, variant);
    int bytes = variant->d == LANE_TYPE_P                          ? 0
                : variant_register_bits(variant, variant->d) == 64 ? 8
                                                                   : 4;
    fprintf(output->list, "%u k%u %d %d %d %d %d %s\n", output->count / KERNELS_PER_MODULE,
            output->count, bytes, pool[0], pool[1], pool[2], pool[3], variant->name);
    output->count++;
}

static void write_inputs(const Output *output)
{
    FILE *file = open_file(output, "inputs.bin");
    for (uint32_t at = 0; at < output->pool_count; at++) {
        for (uint32_t index = 0; index < VECTOR_COUNT; index++) {
            const struct Pool *pool = &output->pools[at];
            uint64_t value = vector_input(pool->type, pool->position, pool->is_unary, index);
            fwrite(&value, sizeof value, 1, file);
        }
    }
    fclose(file);
}

// Thread i computes its input from i and writes a 32-bit result.
static void write_sweep(FILE *out, uint32_t index)
{
    const Sweep *sweep = &sweeps[index];
    const char *type = strrchr(sweep->spelling, '.');
    bool is_binary = strncmp(sweep->spelling, "div", 3) == 0;
    fprintf(out, ".visible .entry s%u(.param .u64 x, .param .u32 n)\n{\n", index);
    fprintf(
        out,
        ".reg .b16 %%h,%%g; .reg .b32 %%i,%%j,%%a,%%b,%%d; .reg .b64 %%p,%%o,%%x,%%y;\n"
        ".reg .pred %%q;\nmov.u32 %%i,%%ctaid.x; shl.b32 %%i,%%i,8; mov.u32 %%j,%%tid.x; "
        "add.u32 %%i,%%i,%%j;\nld.param.u32 %%j,[n]; setp.ge.u32 %%q,%%i,%%j; @%%q bra done;\n");
    fprintf(out, "mad.lo.u32 %%a,%%i,0x%x,0x%x; mul.lo.u32 %%b,%%i,0x%x;\n", sweep->step,
            sweep->first, SWEEP_SPREAD);
    if (sweep->first != 0) {
        fprintf(out, "shr.u32 %%b,%%b,9; or.b32 %%b,%%b,0x3f800000;\n");
    }
    if (strcmp(type, ".f64") == 0) {
        fprintf(out, "mov.u32 %%b,0; mov.b64 %%x,{%%b,%%a}; %s %%y,%%x; mov.b64 {%%b,%%d},%%y;\n",
                sweep->spelling);
    } else if (sweep->bytes == 2) {
        fprintf(out, "cvt.u16.u32 %%h,%%a; %s %%g,%%h; cvt.u32.u16 %%d,%%g;\n", sweep->spelling);
    } else {
        fprintf(out, "%s %%d,%%a%s;\n", sweep->spelling, is_binary ? ",%b" : "");
    }
    fprintf(out, "ld.param.u64 %%p,[x]; mul.wide.u32 %%o,%%i,4; add.s64 %%p,%%p,%%o; "
                 "st.global.b32 [%%p],%%d;\ndone: ret;\n}\n");
}

static void write_sweeps(const Output *output)
{
    FILE *out = open_file(output, "sweeps.ptx"), *list = open_file(output, "sweeps.list");
    fprintf(out, ".version 8.3\n.target sm_90\n.address_size 64\n");
    for (uint32_t index = 0; index < SWEEP_COUNT; index++) {
        write_sweep(out, index);
        fprintf(list, "s%u %u %u\n", index, sweeps[index].count, sweeps[index].bytes);
    }
    fclose(out);
    fclose(list);
}

int main(int argc, char **argv)
{
    static Output output;
    if (argc != 2) {
        fprintf(stderr, "usage: make_lane_ptx FOLDER\n");
        return 1;
    }
    output.folder = argv[1];
    output.list = open_file(&output, "lanes.list");
    fprintf(output.list, "%d %llu\n", VECTOR_COUNT, (unsigned long long)vector_checksum());
    vectors_each(write_kernel, &output);
    fclose(output.list);
    fclose(output.module);
    write_inputs(&output);
    write_sweeps(&output);
    printf("%u kernels, %u pools\n", output.count, output.pool_count);
    return 0;
}
