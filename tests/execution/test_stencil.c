// SPDX-License-Identifier: Apache-2.0
// kernels/stencil.cu: the sum of the eight neighbors of each cell, gathered in several ways.
#include "tests/machine.h"

#define SIDE  960u
#define PITCH (SIDE + 2)

typedef struct Variant {
    const char *kernel;
    uint32_t tile, threads; // along each axis
} Variant;

static const Variant variants[] = {
    {"_Z13gather_directPKiPi", 16, 16},
    {"_Z11gather_tileILi8EEvPKiPi", 8, 8},
    {"_Z11gather_tileILi16EEvPKiPi", 16, 16},
    {"_Z19gather_more_threadsILi16EEvPKiPi", 16, 18},
    {"_Z16gather_rim_loadsILi16EEvPKiPi", 16, 16},
    {"_Z17gather_even_loadsILi8EEvPKiPi", 8, 8},
    {"_Z17gather_even_loadsILi16EEvPKiPi", 16, 16},
};

static uint32_t in[PITCH * PITCH], expected[SIDE * SIDE], out[SIDE * SIDE];

static void prepare(void)
{
    for (uint32_t y = 1; y <= SIDE; y++) {
        for (uint32_t x = 1; x <= SIDE; x++) {
            in[y * PITCH + x] = (x * 31 + y * 17) % 101;
        }
    }
    for (uint32_t at = 0; at < SIDE * SIDE; at++) {
        const uint32_t *corner = &in[at / SIDE * PITCH + at % SIDE];
        uint32_t sum = 0;
        for (uint32_t cell = 0; cell < 9; cell++) {
            sum += cell == 4 ? 0 : corner[cell / 3 * PITCH + cell % 3];
        }
        expected[at] = sum;
    }
}

static void run_all(const char *gpu)
{
    Machine machine;
    prepare();
    if (machine_open_file(&machine, gpu, "stencil.ptx")) {
        uint64_t device_in = machine_buffer(&machine, "in", in, sizeof(in));
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            const Variant *variant = &variants[i];
            const uint32_t blocks[2] = {SIDE / variant->tile, SIDE / variant->tile};
            const uint32_t threads[2] = {variant->threads, variant->threads};
            uint64_t device_out = machine_buffer(&machine, "out", NULL, sizeof(out));
            Arguments arguments = {0};
            argument_u64(&arguments, device_in);
            argument_u64(&arguments, device_out);
            if (machine_run(&machine, variant->kernel, blocks, threads, &arguments, device_out, out,
                            sizeof(out))) {
                EXPECT(memcmp(out, expected, sizeof(out)) == 0);
            }
        }
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
