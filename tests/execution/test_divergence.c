// SPDX-License-Identifier: Apache-2.0
// kernels/divergence.cu: branches and loops whose lanes part, nested and with calls.
#include "tests/machine.h"

#define COUNT (1u << 18)
#define BLOCK 256u

static const uint32_t blocks[2] = {COUNT / BLOCK, 1}, threads[2] = {BLOCK, 1};

static uint32_t mix(uint32_t x, int rounds, uint32_t factor)
{
    for (int i = 0; i < rounds; i++) {
        x = (x ^ x >> 15) * factor;
    }
    return x;
}

static uint32_t work_a(uint32_t x)
{
    return mix(x, 16, 1664525u);
}

static uint32_t work_b(uint32_t x)
{
    return mix(x, 16, 22695477u);
}

static uint32_t by_thread(uint32_t i)
{
    return i % 2 == 0 ? work_a(i) : work_b(i);
}

static uint32_t by_warp(uint32_t i)
{
    return i / 32 % 2 == 0 ? work_a(i) : work_b(i);
}

static uint32_t nested(uint32_t i)
{
    uint32_t thread = i % BLOCK;
    uint32_t x = thread % 2 == 0 ? work_a(i) : work_b(i);
    bool is_c = thread % 2 == 0 ? thread % 4 == 0 : thread % 3 != 0;
    return mix(x, 8, is_c ? 69069u : 134775813u);
}

static uint32_t collatz_steps(uint32_t i)
{
    uint32_t steps = 0;
    for (uint64_t n = (uint64_t)i + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
        steps++;
    }
    return steps;
}

typedef struct Variant {
    const char *kernel;
    uint32_t (*expected)(uint32_t i);
} Variant;

static const Variant variants[] = {
    {"_Z16branch_by_threadPj", by_thread},
    {"_Z14branch_by_warpPj", by_warp},
    {"_Z13branch_nestedPj", nested},
    {"_Z12loop_by_dataPj", collatz_steps},
};

static void run_short_condition(const Machine *machine)
{
    static float in[COUNT], out[COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        in[i] = (float)(i * 7 % 5);
    }
    uint64_t device_out = machine_buffer(machine, "out", NULL, sizeof(out));
    Arguments arguments = {0};
    argument_u64(&arguments, machine_buffer(machine, "in", in, sizeof(in)));
    argument_u64(&arguments, device_out);
    if (machine_run(machine, "_Z15short_conditionPKfPf", blocks, threads, &arguments, device_out,
                    out, sizeof(out))) {
        uint32_t wrong = 0;
        for (uint32_t i = 0; i < COUNT; i++) {
            wrong += out[i] != (in[i] == 0 ? 0 : 1 / in[i]);
        }
        EXPECT_EQ(wrong, 0);
    }
}

static void run_all(const char *gpu)
{
    static uint32_t out[COUNT];
    Machine machine;
    if (machine_open_file(&machine, gpu, "divergence.ptx")) {
        uint64_t device_out = machine_buffer(&machine, "out", NULL, sizeof(out));
        Arguments arguments = {0};
        argument_u64(&arguments, device_out);
        for (size_t v = 0; v < sizeof(variants) / sizeof(variants[0]); v++) {
            uint32_t wrong = 0;
            if (machine_run(&machine, variants[v].kernel, blocks, threads, &arguments, device_out,
                            out, sizeof(out))) {
                for (uint32_t i = 0; i < COUNT; i++) {
                    wrong += out[i] != variants[v].expected(i);
                }
                EXPECT_EQ(wrong, 0);
            }
        }
        run_short_condition(&machine);
    }
    machine_close(&machine);
}

TEST(on_gtx480)
{
    run_all("gtx480");
}

TEST(on_h200)
{
    run_all("h200");
}
