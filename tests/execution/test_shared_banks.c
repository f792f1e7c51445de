// SPDX-License-Identifier: Apache-2.0
// kernels/shared_banks.cu: elements of all sizes in shared memory, read with strides and by groups.
#include "tests/machine.h"

#define LANES  32u
#define BLOCK  256u
#define BLOCKS 128u

typedef struct Variant {
    const char *kernel;
    uint32_t parameter;     // stride, or lanes that share a word
    uint32_t step, sharing; // lane l starts at element l / sharing * step
    uint32_t rest;          // what an element holds besides its number
} Variant;

static const Variant variants[] = {
    {"_Z16read_with_strideIfEvPfi", 0, 0, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 1, 1, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 2, 2, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 3, 3, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 4, 4, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 16, 16, 1, 0},
    {"_Z16read_with_strideIfEvPfi", 32, 32, 1, 0},
    {"_Z14read_in_groupsPfi", 2, 1, 2, 0},
    {"_Z14read_in_groupsPfi", 16, 1, 16, 0},
    {"_Z16read_with_strideIcEvPfi", 1, 1, 1, 0},
    {"_Z16read_with_strideIdEvPfi", 1, 1, 1, 0},
    {"_Z16read_with_strideI6float4EvPfi", 1, 1, 1, 6},
    {"_Z16read_with_strideI4PairEvPfi", 1, 1, 1, 6},
    {"_Z16read_with_strideI6TripleEvPfi", 1, 1, 1, 6},
};

static float out[BLOCKS * BLOCK];

static void run(const Machine *machine, const Variant *variant)
{
    const uint32_t blocks[2] = {BLOCKS, 1}, threads[2] = {BLOCK, 1};
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    argument_u64(&arguments, device_out);
    argument_u32(&arguments, variant->parameter);
    if (machine_run(machine, variant->kernel, blocks, threads, &arguments, device_out, out,
                    sizeof(out))) {
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < BLOCKS * BLOCK; i++) {
            uint32_t first = i % LANES / variant->sharing * variant->step, sum = 0;
            for (uint32_t k = 0; k < LANES; k++) {
                sum += (first + k) % 61 + variant->rest;
            }
            wrong += out[i] != (float)sum;
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    if (machine_open_file(&machine, gpu, "shared_banks.ptx")) {
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            run(&machine, &variants[i]);
        }
    }
    machine_close(&machine);
}

TEST(on_gtx480)
{
    run_all("gtx480");
}

// 16 KB of elements leave no room for the parameters, which lie in shared memory there.
TEST(elements_that_fill_the_shared_memory_of_gtx280_are_refused)
{
    Machine machine;
    if (machine_open_file(&machine, "gtx280", "shared_banks.ptx")) {
        Arguments arguments = {.size_bytes = 12};
        EXPECT_EQ(
            machine_launch(&machine, "_Z16read_with_strideI6float4EvPfi", 1, BLOCK, &arguments),
            LOCKSTEP_ERROR_LAUNCH);
        EXPECT(strstr(lockstep_messages(machine.device), "more shared memory than this GPU") !=
               NULL);
    }
    machine_close(&machine);
}

TEST(on_k40)
{
    run_all("k40");
}

TEST(on_h200)
{
    run_all("h200");
}
