// SPDX-License-Identifier: Apache-2.0
// kernels/vector_add.cu: two vectors added, one scaled; the last block is not full.
#include "tests/machine.h"

#define COUNT ((1u << 20) + 100)
#define BLOCK 256u

static const uint32_t blocks[2] = {(COUNT + BLOCK - 1) / BLOCK, 1}, threads[2] = {BLOCK, 1};

static float a[COUNT], b[COUNT], result[COUNT];

static void run_add(const Machine *machine, uint64_t device_a, uint64_t device_b)
{
    uint64_t sum = machine_buffer(machine, "sum", NULL, sizeof(result));
    Arguments arguments = {0};
    argument_u64(&arguments, device_a);
    argument_u64(&arguments, device_b);
    argument_u64(&arguments, sum);
    argument_u32(&arguments, COUNT);
    if (machine_run(machine, "_Z10vector_addPKfS0_Pfi", blocks, threads, &arguments, sum, result,
                    sizeof(result))) {
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            wrong += result[i] != a[i] + b[i];
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_fade(const Machine *machine, uint64_t device_a)
{
    const float factor = 0.25f;
    Arguments arguments = {0};
    argument_u64(&arguments, device_a);
    argument_add(&arguments, &factor, sizeof(factor));
    argument_u32(&arguments, COUNT);
    if (machine_run(machine, "_Z4fadePffi", blocks, threads, &arguments, device_a, result,
                    sizeof(result))) {
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            wrong += result[i] != a[i] * factor;
        }
        EXPECT_EQ(wrong, 0);
    }
}

TEST(on_h200_and_a_gpu_of_each_other_generation)
{
    static const char *const gpus[] = {"8800gtx", "gtx280", "gtx480", "k40", "gtx980",
                                       "v100",    "a100",   "h200",   "b200"};
    for (uint32_t i = 0; i < COUNT; i++) {
        a[i] = (float)(i % 1000);
        b[i] = 0.5f * (float)(i % 77);
    }
    for (size_t i = 0; i < sizeof(gpus) / sizeof(gpus[0]); i++) {
        Machine machine;
        if (machine_open_file(&machine, gpus[i], "vector_add.ptx")) {
            uint64_t device_a = machine_buffer(&machine, "a", a, sizeof(a));
            run_add(&machine, device_a, machine_buffer(&machine, "b", b, sizeof(b)));
            run_fade(&machine, device_a);
        }
        machine_close(&machine);
    }
}
