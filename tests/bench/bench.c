// SPDX-License-Identifier: Apache-2.0
// How fast kernels run in counts mode: warp instructions of the modeled GPU per second of the
// host, beside a bare loop over structure-of-arrays registers measured in the same run. Machines
// differ and are shared, so the ratio of the two is what is compared over time: baseline.csv holds
// it as it was. Usage: bench [THREADS] (default 1).
#include "tests/bench/bench.h"
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

static uint64_t warp_instructions(const LaunchRecord *record)
{
    uint64_t sum = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        sum += record->executed[pc].executed * record->program->code[pc].issues;
    }
    return sum;
}

static bool launch(const Machine *machine, const Case *test)
{
    Arguments arguments = {0};
    uint64_t in = machine_buffer(machine, "in", NULL, SPACE);
    uint64_t out = machine_buffer(machine, "out", NULL, SPACE);
    for (const char *at = test->arguments; *at != '\0'; at++) {
        if (*at == 'n') {
            argument_u32(&arguments, test->number);
        } else {
            argument_u64(&arguments, *at == 'i' ? in : out);
        }
    }
    LockstepLaunch request = {.kernel = test->kernel,
                              .grid = {test->grid[0], test->grid[1], 1},
                              .block = {test->block[0], test->block[1], 1},
                              .parameters = arguments.bytes,
                              .parameter_bytes = arguments.size_bytes};
    bool is_good = machine_expect(
        machine, lockstep_launch(machine->device, machine->module, &request), test->kernel);
    lockstep_free(machine->device, in);
    lockstep_free(machine->device, out);
    return is_good;
}

static void run_case(const Case *test, uint32_t threads, double bare)
{
    double best = 0;
    uint64_t instructions = 0;
    for (uint32_t try = 0; try < BEST_OF; try++) {
        Machine machine;
        char path[512];
        snprintf(path, sizeof path, LOCKSTEP_SOURCE_DIR "/kernels/ptx/%s", test->file);
        LockstepOptions options = {.gpu = "h200", .threads = threads};
        char *ptx = calloc(1, 1 << 22);
        FILE *file = fopen(path, "rb");
        size_t size = file == NULL ? 0 : fread(ptx, 1, (1 << 22) - 1, file);
        if (file != NULL) {
            fclose(file);
        }
        if (machine_open_with(&machine, &options, ptx, size, test->file) &&
            launch(&machine, test)) {
            const LaunchRecord *record = lockstep_report(machine.device)->records[0];
            instructions = warp_instructions(record);
            double rate = (double)instructions / record->host_seconds;
            best = rate > best ? rate : best;
        }
        machine_close(&machine);
        free(ptx);
    }
    double before = recorded_ratio(test->what);
    printf("%-26s %12llu %10.1f %9.3f %9.3f %8.2f\n", test->what, (unsigned long long)instructions,
           best / 1e6, best / bare, before, before > 0 ? best / bare / before : 0);
}

int main(int argc, char **argv)
{
    uint32_t threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    double bare = bare_loop();
    printf("bare loop over registers: %.0f million rows per second; host threads: %u\n", bare / 1e6,
           threads);
    printf("%-26s %12s %10s %9s %9s %8s\n", "kernel (h200)", "warp instr.", "million/s", "of bare",
           "recorded", "ratio");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_case(&cases[i], threads, bare);
    }
    return test_failure_count() == 0 ? 0 : 1;
}
