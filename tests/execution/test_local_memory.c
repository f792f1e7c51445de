// SPDX-License-Identifier: Apache-2.0
// kernels/local_memory.cu: an array for each thread, indexed by data and held in registers.
#include "tests/machine.h"

#define BINS    16u
#define VALUES  64u
#define THREADS (1u << 14)
#define BLOCK   128u

static unsigned char same[VALUES * THREADS], mixed[VALUES * THREADS];
static uint32_t out[THREADS];

static uint32_t fullest_bin(const unsigned char *values, uint32_t thread)
{
    uint32_t bins[BINS] = {0}, fullest = 0;
    for (uint32_t i = 0; i < VALUES; i++) {
        uint32_t *bin = &bins[values[i * THREADS + thread] % BINS];
        *bin += 1;
        fullest = *bin > fullest ? *bin : fullest;
    }
    return fullest;
}

static uint32_t shifted_sum(const unsigned char *values, uint32_t thread)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < VALUES; i++) {
        sum += (uint32_t)values[i * THREADS + thread] << i % 4;
    }
    return sum;
}

static void run(const Machine *machine, const char *kernel, const unsigned char *values,
                uint32_t (*expected)(const unsigned char *values, uint32_t thread))
{
    const uint32_t blocks[2] = {THREADS / BLOCK, 1}, threads[2] = {BLOCK, 1};
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "values", values, sizeof(same)));
    argument_u64(&arguments, device_out);
    argument_u32(&arguments, THREADS);
    if (machine_run(machine, kernel, blocks, threads, &arguments, device_out, out, sizeof(out))) {
        uint32_t wrong = 0;
        for (uint32_t thread = 0; thread < THREADS; thread++) {
            wrong += out[thread] != expected(values, thread);
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    uint32_t random = 7;
    for (uint32_t i = 0; i < VALUES * THREADS; i++) {
        random = random * 1664525u + 1013904223u;
        mixed[i] = (unsigned char)(random >> 24);
        same[i] = (unsigned char)(i / THREADS * 5);
    }
    if (machine_open_file(&machine, gpu, "local_memory.ptx")) {
        run(&machine, "_Z11fullest_binPKhPii", same, fullest_bin);
        run(&machine, "_Z11fullest_binPKhPii", mixed, fullest_bin);
        run(&machine, "_Z16sum_in_registersPKhPii", mixed, shifted_sum);
    }
    machine_close(&machine);
}

TEST(on_8800gtx)
{
    run_all("8800gtx");
}

TEST(on_h200)
{
    run_all("h200");
}
