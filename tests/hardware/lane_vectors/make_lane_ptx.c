// SPDX-License-Identifier: Apache-2.0
// Writes what record_lanes.cu runs: FOLDER/lanes_NN.ptx with one kernel a variant,
// FOLDER/lanes.list (a line a kernel: its module, name, bytes of a result, pools of its operands,
// the variant's name) and FOLDER/inputs.bin (pools of VECTOR_COUNT 64-bit inputs). A kernel
// executes its instruction once a thread. And FOLDER/sweeps.ptx, sweeps.list for the sweeps. Usage:
// make_lane_ptx FOLDER
#include "tests/hardware/lane_vectors/lane_ptx.h"
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
        fputs(LANE_PTX_HEADER, output->module);
    }
    lane_ptx_kernel(variant, output->count, output->module);
    bool is_unary = variant_is_unary(variant);
    const LaneType types[4] = {variant->a, variant->b, variant->c, variant->e};
    int pool[4];
    for (int at = 0; at < 4; at++) {
        pool[at] = pool_of(output, types[at], (uint32_t)at, is_unary);
    }
    fprintf(output->list, "%u k%u %d %d %d %d %d %s\n", output->count / KERNELS_PER_MODULE,
            output->count, lane_ptx_result_bytes(variant), pool[0], pool[1], pool[2], pool[3],
            variant->name);
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
    fputs(LANE_PTX_HEADER, out);
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
