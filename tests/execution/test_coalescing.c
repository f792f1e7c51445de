// SPDX-License-Identifier: Apache-2.0
// kernels/coalescing.cu: copies with offsets, strides and permutations; structures and arrays.
#include "tests/machine.h"

#define COUNT         (1u << 18)
#define BLOCK         256u
#define WIDEST_STRIDE 32u

static float out[COUNT];

static float number(size_t i)
{
    return (float)(i % 1021); // sums of four stay exact
}

static float at_offset(size_t i, uint32_t offset)
{
    return number(i + offset);
}

static float at_stride(size_t i, uint32_t stride)
{
    return number(i * stride);
}

static float permuted(size_t i, uint32_t unused)
{
    (void)unused;
    return number(i ^ 1);
}

static float partial(size_t i, uint32_t unused)
{
    (void)unused;
    return i % 2 == 0 ? number(i) : 0;
}

static float structure(size_t i, uint32_t unused)
{
    (void)unused;
    return number(4 * i) + number(4 * i + 1) + number(4 * i + 2) + number(4 * i + 3);
}

static float arrays(size_t i, uint32_t unused)
{
    (void)unused;
    return number(i) + number(i + COUNT) + number(i + 2 * COUNT) + number(i + 3 * COUNT);
}

typedef struct Variant {
    const char *kernel;
    float (*expected)(size_t i, uint32_t parameter);
    uint32_t inputs; // pointers it takes, COUNT elements apart
    bool has_parameter;
    uint32_t parameter;
} Variant;

static const Variant variants[] = {
    {"_Z16copy_with_offsetPKfPfi", at_offset, 1, true, 0},
    {"_Z16copy_with_offsetPKfPfi", at_offset, 1, true, 1},
    {"_Z16copy_with_offsetPKfPfi", at_offset, 1, true, 8},
    {"_Z16copy_with_offsetPKfPfi", at_offset, 1, true, 16},
    {"_Z16copy_with_offsetPKfPfi", at_offset, 1, true, 33},
    {"_Z16copy_with_stridePKfPfi", at_stride, 1, true, 2},
    {"_Z16copy_with_stridePKfPfi", at_stride, 1, true, 3},
    {"_Z16copy_with_stridePKfPfi", at_stride, 1, true, 4},
    {"_Z16copy_with_stridePKfPfi", at_stride, 1, true, 8},
    {"_Z16copy_with_stridePKfPfi", at_stride, 1, true, 32},
    {"_Z13copy_permutedPKfPf", permuted, 1, false, 0},
    {"_Z12copy_partialPKfPf", partial, 1, false, 0},
    {"_Z14sum_structuresPK8ParticlePf", structure, 1, false, 0},
    {"_Z10sum_arraysPKfS0_S0_S0_Pf", arrays, 4, false, 0},
    {"_Z10sum_float4PK6float4Pf", structure, 1, false, 0},
};

static void run(const Machine *machine, const Variant *variant, uint64_t device_in)
{
    const uint32_t blocks[2] = {COUNT / BLOCK, 1}, threads[2] = {BLOCK, 1};
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    for (uint32_t i = 0; i < variant->inputs; i++) {
        argument_u64(&arguments, device_in + i * (uint64_t)COUNT * sizeof(float));
    }
    argument_u64(&arguments, device_out);
    if (variant->has_parameter) {
        argument_u32(&arguments, variant->parameter);
    }
    if (machine_run(machine, variant->kernel, blocks, threads, &arguments, device_out, out,
                    sizeof(out))) {
        uint32_t wrong = 0;
        for (size_t i = 0; i < COUNT; i++) {
            wrong += out[i] != variant->expected(i, variant->parameter);
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    if (machine_open_file(&machine, gpu, "coalescing.ptx")) {
        size_t count = (size_t)COUNT * WIDEST_STRIDE;
        float *in = calloc(count, sizeof(float));
        for (size_t i = 0; i < count; i++) {
            in[i] = number(i);
        }
        uint64_t device_in = machine_buffer(&machine, "in", in, count * sizeof(float));
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            run(&machine, &variants[i], device_in);
        }
        free(in);
    }
    machine_close(&machine);
}

TEST(on_8800gtx)
{
    run_all("8800gtx");
}

TEST(on_gtx480)
{
    run_all("gtx480");
}

TEST(on_h200)
{
    run_all("h200");
}
