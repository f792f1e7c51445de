// SPDX-License-Identifier: Apache-2.0
// kernels/matrix_multiply.cu: C = A B from global memory and through tiles.
#include "tests/machine.h"

#define SIDE 512u

typedef struct Variant {
    const char *kernel;
    uint32_t tile;
} Variant;

static const Variant variants[] = {
    {"_Z31multiply_one_thread_per_elementPKfS0_Pfi", 16},
    {"_Z14multiply_tiledILi8EEvPKfS1_Pfi", 8},
    {"_Z14multiply_tiledILi16EEvPKfS1_Pfi", 16},
    {"_Z14multiply_tiledILi32EEvPKfS1_Pfi", 32},
};

static float a[SIDE * SIDE], b[SIDE * SIDE], expected[SIDE * SIDE], out[SIDE * SIDE];

static void prepare(void)
{
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        a[i] = (float)(i % 13) - 6.0f; // small integers: every order of additions is exact
        b[i] = (float)(i % 7) - 3.0f;
    }
    memset(expected, 0, sizeof(expected));
    for (uint32_t row = 0; row < SIDE; row++) {
        for (uint32_t k = 0; k < SIDE; k++) {
            for (uint32_t column = 0; column < SIDE; column++) {
                expected[row * SIDE + column] += a[row * SIDE + k] * b[k * SIDE + column];
            }
        }
    }
}

static void run_variant(const Machine *machine, const Variant *variant, uint64_t device_a,
                        uint64_t device_b)
{
    uint32_t tile = variant->tile;
    const uint32_t blocks[2] = {SIDE / tile, SIDE / tile}, threads[2] = {tile, tile};
    uint64_t device_c = machine_buffer(machine, "c", NULL, sizeof(out));
    Arguments arguments = {0};
    argument_u64(&arguments, device_a);
    argument_u64(&arguments, device_b);
    argument_u64(&arguments, device_c);
    argument_u32(&arguments, SIDE);
    if (machine_run(machine, variant->kernel, blocks, threads, &arguments, device_c, out,
                    sizeof(out))) {
        EXPECT(memcmp(out, expected, sizeof(out)) == 0);
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    prepare();
    if (machine_open_file(&machine, gpu, "matrix_multiply.ptx")) {
        uint64_t device_a = machine_buffer(&machine, "a", a, sizeof(a));
        uint64_t device_b = machine_buffer(&machine, "b", b, sizeof(b));
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            run_variant(&machine, &variants[i], device_a, device_b);
        }
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

TEST(the_fused_multiply_add_that_8800gtx_lacks_is_refused)
{
    Machine machine;
    if (machine_open_file(&machine, "8800gtx", "matrix_multiply.ptx")) {
        Arguments arguments = {.size_bytes = 28};
        EXPECT_EQ(machine_launch(&machine, variants[0].kernel, 1, 16, &arguments),
                  LOCKSTEP_ERROR_LAUNCH);
        EXPECT(strstr(lockstep_messages(machine.device),
                      "fma: not available on compute capability 1.0, needs 2.0") != NULL);
    }
    machine_close(&machine);
}
