// SPDX-License-Identifier: Apache-2.0
// kernels/transpose.cu: a 4000 x 4000 matrix copied and transposed in six variants.
#include "tests/machine.h"

#define SIDE 4000u
#define TILE 32u
#define ROWS 8u

typedef struct Variant {
    const char *kernel;
    bool is_transpose;
} Variant;

static const Variant variants[] = {
    {"_Z9copy_rowsPKfPfi", false},       {"_Z12copy_columnsPKfPfi", false},
    {"_Z15transpose_naivePKfPfi", true}, {"_Z15transpose_tiledPKfPfi", true},
    {"_Z10copy_tiledPKfPfi", false},     {"_Z16transpose_paddedPKfPfi", true},
};

// How many elements differ from what the variant must give.
static size_t count_wrong(const Variant *variant, const float *in, const float *out)
{
    size_t wrong = 0;
    for (size_t y = 0; y < SIDE; y++) {
        for (size_t x = 0; x < SIDE; x++) {
            float wanted = variant->is_transpose ? in[x * SIDE + y] : in[y * SIDE + x];
            wrong += out[y * SIDE + x] != wanted;
        }
    }
    return wrong;
}

static void run_variant(const Machine *machine, const Variant *variant, const float *host_in,
                        float *host_out)
{
    uint64_t size_bytes = (uint64_t)SIDE * SIDE * sizeof(float);
    uint64_t in = machine_buffer(machine, "in", host_in, size_bytes);
    uint64_t out = machine_buffer(machine, "out", NULL, size_bytes);
    Arguments arguments = {0};
    argument_u64(&arguments, in);
    argument_u64(&arguments, out);
    argument_u32(&arguments, SIDE);
    LockstepLaunch launch = {.kernel = variant->kernel,
                             .grid = {SIDE / TILE, SIDE / TILE, 1},
                             .block = {TILE, ROWS, 1},
                             .parameters = arguments.bytes,
                             .parameter_bytes = arguments.size_bytes};
    LockstepStatus status = lockstep_launch(machine->device, machine->module, &launch);
    if (machine_expect(machine, status, variant->kernel) &&
        machine_read(machine, out, host_out, size_bytes)) {
        EXPECT_EQ(count_wrong(variant, host_in, host_out), 0);
    }
    lockstep_free(machine->device, in);
    lockstep_free(machine->device, out);
}

static void run_all(const char *gpu)
{
    Machine machine;
    if (machine_open_file(&machine, gpu, "transpose.ptx")) {
        float *host_in = calloc((size_t)SIDE * SIDE, sizeof(float));
        float *host_out = calloc((size_t)SIDE * SIDE, sizeof(float));
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            host_in[i] = (float)i;
        }
        for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
            run_variant(&machine, &variants[i], host_in, host_out);
        }
        free(host_in);
        free(host_out);
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
