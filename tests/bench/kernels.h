// SPDX-License-Identifier: Apache-2.0
// The kernels whose speed is measured, and one launch of each of them.
#ifndef LOCKSTEP_TESTS_BENCH_KERNELS_H
#define LOCKSTEP_TESTS_BENCH_KERNELS_H

#include "sim/device/record.h"
#include "tests/machine.h"

typedef struct Case {
    const char *file, *kernel, *what;
    uint32_t grid[2], block[2];
    char arguments[8]; // i: in, o: out, n: the number
    uint32_t number;
    bool is_divergent;
} Case;

// The first two are what the speed of the project is judged by: full masks, and divergent code.
static const Case cases[] = {
    {"reduction.ptx",
     "_Z17reduce_sequentialPKiPi",
     "reduction, full masks",
     {16384, 1},
     {256, 1},
     "io",
     0,
     false},
    {"divergence.ptx",
     "_Z12loop_by_dataPj",
     "loop by data, divergent",
     {1024, 1},
     {256, 1},
     "o",
     0,
     true},
    {"reduction.ptx",
     "_Z13reduce_moduloPKiPi",
     "reduction, modulo",
     {16384, 1},
     {256, 1},
     "io",
     0,
     true},
    {"divergence.ptx", "_Z13branch_nestedPj", "nested branches", {1024, 1}, {256, 1}, "o", 0, true},
    {"transpose.ptx",
     "_Z15transpose_naivePKfPfi",
     "transpose, naive",
     {125, 125},
     {32, 8},
     "ion",
     4000,
     false},
    {"transpose.ptx",
     "_Z16transpose_paddedPKfPfi",
     "transpose, padded",
     {125, 125},
     {32, 8},
     "ion",
     4000,
     false},
    {"matrix_multiply.ptx",
     "_Z14multiply_tiledILi16EEvPKfS1_Pfi",
     "matrix multiply, tiled",
     {32, 32},
     {16, 16},
     "iion",
     512,
     false},
    {"vector_add.ptx",
     "_Z10vector_addPKfS0_Pfi",
     "vector add",
     {4097, 1},
     {256, 1},
     "iion",
     1048676,
     false},
};

#define SPACE ((uint64_t)4000 * 4000 * 4)

// A machine with the case's module. options: its GPU, threads and checkers.
static inline bool open_case(Machine *machine, const LockstepOptions *options, const Case *test)
{
    char path[512];
    snprintf(path, sizeof path, LOCKSTEP_SOURCE_DIR "/kernels/ptx/%s", test->file);
    char *ptx = calloc(1, 1 << 22);
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(ptx, 1, (1 << 22) - 1, file);
    if (file != NULL) {
        fclose(file);
    }
    LockstepOptions each = *options;
    each.runs_every_launch = true; // a launch that repeats another would cost nothing
    bool is_open = machine_open_with(machine, &each, ptx, size, test->file);
    free(ptx);
    return is_open;
}

// What a launch of the case needs.
typedef struct Prepared {
    Arguments arguments;
    LockstepLaunch request; // without its parameters
    uint64_t in, out;
} Prepared;

static inline Prepared prepare_case(const Machine *machine, const Case *test)
{
    static char zeros[SPACE]; // read by kernels: initialized, for the checkers
    Prepared prepared = {.in = machine_buffer(machine, "in", zeros, SPACE),
                         .out = machine_buffer(machine, "out", NULL, SPACE)};
    for (const char *at = test->arguments; *at != '\0'; at++) {
        if (*at == 'n') {
            argument_u32(&prepared.arguments, test->number);
        } else {
            argument_u64(&prepared.arguments, *at == 'i' ? prepared.in : prepared.out);
        }
    }
    prepared.request = (LockstepLaunch){.kernel = test->kernel,
                                        .grid = {test->grid[0], test->grid[1], 1},
                                        .block = {test->block[0], test->block[1], 1},
                                        .parameter_bytes = prepared.arguments.size_bytes};
    return prepared;
}

static inline bool launch_case(const Machine *machine, Prepared *prepared)
{
    prepared->request.parameters = prepared->arguments.bytes;
    return machine_expect(machine,
                          lockstep_launch(machine->device, machine->module, &prepared->request),
                          prepared->request.kernel);
}

#endif
