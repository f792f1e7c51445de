// SPDX-License-Identifier: Apache-2.0
// kernels/reduction.cu: the sum of 2^22 integers in seven variants.
#include "tests/machine.h"

#define COUNT (1u << 22)
#define BLOCK 256u

typedef struct Variant {
    const char *kernel;
    uint32_t blocks;
    bool takes_count;
} Variant;

static const Variant variants[] = {
    {"_Z13reduce_moduloPKiPi", COUNT / BLOCK, false},
    {"_Z20reduce_strided_indexPKiPi", COUNT / BLOCK, false},
    {"_Z17reduce_sequentialPKiPi", COUNT / BLOCK, false},
    {"_Z18reduce_add_on_loadPKiPi", COUNT / BLOCK / 2, false},
    {"_Z25reduce_unrolled_last_warpPKiPi", COUNT / BLOCK / 2, false},
    {"_Z15reduce_unrolledILj256EEvPKiPi", COUNT / BLOCK / 2, false},
    {"_Z22reduce_many_per_threadILj256EEvPKiPij", 1024, true},
};

static uint32_t sum_of(const uint32_t *values, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += values[i];
    }
    return sum;
}

static void run_variant(const Machine *machine, const Variant *variant, uint64_t in, uint64_t out,
                        const uint32_t *host_in)
{
    uint32_t *partial = calloc(variant->blocks, sizeof(uint32_t));
    Arguments arguments = {0};
    argument_u64(&arguments, in);
    argument_u64(&arguments, out);
    if (variant->takes_count) {
        argument_u32(&arguments, COUNT);
    }
    LockstepStatus status =
        machine_launch(machine, variant->kernel, variant->blocks, BLOCK, &arguments);
    if (machine_expect(machine, status, variant->kernel) &&
        machine_read(machine, out, partial, variant->blocks * sizeof(uint32_t))) {
        EXPECT_EQ(sum_of(partial, variant->blocks), sum_of(host_in, COUNT));
        if (!variant->takes_count) { // a block's share is contiguous
            size_t share = COUNT / variant->blocks;
            for (uint32_t block = 0; block < variant->blocks; block += 1009) {
                EXPECT_EQ(partial[block], sum_of(host_in + block * share, share));
            }
        }
    }
    free(partial);
}

static void run_all(const char *gpu)
{
    Machine machine;
    if (machine_open_file(&machine, gpu, "reduction.ptx")) {
        uint32_t *host_in = calloc(COUNT, sizeof(uint32_t));
        for (uint32_t i = 0; i < COUNT; i++) {
            host_in[i] = i % 97 - 40 + (i >> 11);
        }
        uint64_t in = machine_buffer(&machine, "in", host_in, COUNT * sizeof(uint32_t));
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            uint64_t out =
                machine_buffer(&machine, "out", NULL, variants[i].blocks * sizeof(uint32_t));
            run_variant(&machine, &variants[i], in, out, host_in);
        }
        free(host_in);
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
