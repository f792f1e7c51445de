// SPDX-License-Identifier: Apache-2.0
// How fast kernels of all kinds run (classes.cu): warp instructions of the modeled GPU per second
// of the host, and that beside the bare loop of the same run. The classes are split in two by a
// hash of their names: causes are looked for in `seen` alone, so that `unseen` tells how kernels
// fare that nobody tuned for. Usage: bench_classes [counts|cycles] [TRIES] [NAME]
// (default: counts, the median of 3 tries, all classes; one host thread). Fails if a ratio is lower
// than 75 % of the recorded one.
#include "isa/cuda/cuda.h"
#include "sim/device/record.h"
#include "tests/bench/bench.h"
#include "tests/machine.h"

#include <math.h>

#define WORDS     (1u << 24) // of each buffer
#define INDEX_MAX (1u << 20)
#define TRIES_MAX 9u

typedef struct Class {
    const char *kernel;
    uint32_t grid[2], block[2];
    char arguments[8]; // w: random words, f: random floats in [0, 1), o: out, n: the number
    uint32_t number;
} Class;

// With a clock a kernel runs a part of its blocks. Without one it is launched until it has executed
// as many warp instructions as this.
#define CLOCK_PART       8u
#define INSTRUCTIONS_MIN 50000000u

static const Class classes[] = {
    {"arithmetic", {1024, 1}, {256, 1}, "fon", 1000},
    {"reduction", {16384, 1}, {256, 1}, "fon", 16384 * 512},
    {"multiply_tiled", {40, 40}, {16, 16}, "ffon", 640},
    {"multiply_registers", {16, 16}, {16, 16}, "ffon", 1024},
    {"stencil_halo", {128, 256}, {32, 16}, "fon", 4096},
    {"transpose_naive", {128, 128}, {32, 8}, "fon", 4096},
    {"transpose_padded", {128, 128}, {32, 8}, "fon", 4096},
    {"gather_scatter", {512, 1}, {256, 1}, "wfon", 512},
    {"histogram_shared", {512, 1}, {256, 1}, "won", WORDS},
    {"histogram_global", {512, 1}, {256, 1}, "won", WORDS},
    {"scan", {32768, 1}, {256, 1}, "won", 1},
    {"sort_bitonic", {8192, 1}, {256, 1}, "won", 1},
    {"nbody", {64, 1}, {256, 1}, "fon", 8192},
    {"fft_shared", {16384, 1}, {256, 1}, "fon", 1},
    {"spmv", {4096, 1}, {256, 1}, "wfon", 1},
    {"mandelbrot", {4096, 1}, {256, 1}, "fon", 512},
    {"hash_mix", {1024, 1}, {256, 1}, "won", 256},
    {"double_precision", {1024, 1}, {256, 1}, "fon", 1000},
    {"half_pairs", {1024, 1}, {256, 1}, "fon", 1500},
    {"shuffles", {512, 1}, {256, 1}, "won", 500},
    {"copy_pipeline", {256, 1}, {256, 1}, "fon", 300},
    {"prints", {128, 1}, {256, 1}, "fon", 8192},
};

#define CLASS_COUNT (sizeof classes / sizeof *classes)

typedef struct Buffers {
    uint64_t words, floats, out;
} Buffers;

// FNV-1a.
static bool is_seen(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (uint8_t)*name) * 16777619u;
    }
    return (hash >> 16 & 1) != 0;
}

static bool compile(CudaResult *result)
{
    Text text = {0};
    Diagnostics diagnostics = {0};
    char line[256];
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/tests/bench/classes.cu", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        text_put(&text, line);
    }
    if (file != NULL) {
        fclose(file);
    }
    bool is_good =
        cuda_compile("classes.cu", text_string(&text), text.size_bytes, NULL, result, &diagnostics);
    text_destroy(&text);
    diagnostics_clear(&diagnostics);
    return is_good;
}

static Buffers make_buffers(const Machine *machine)
{
    uint32_t *words = malloc((size_t)WORDS * 4), state = 1;
    float *floats = malloc((size_t)WORDS * 4);
    for (uint32_t i = 0; i < WORDS; i++) {
        state = state * 1664525u + 1013904223u;
        words[i] = (state >> 9) % INDEX_MAX;
        floats[i] = (float)(state >> 8) * 0x1p-24f;
    }
    Buffers buffers = {machine_buffer(machine, "words", words, (uint64_t)WORDS * 4),
                       machine_buffer(machine, "floats", floats, (uint64_t)WORDS * 4),
                       machine_buffer(machine, "out", words, (uint64_t)WORDS * 4)};
    free(words);
    free(floats);
    return buffers;
}

static Arguments arguments_of(const Class *class, const Buffers *buffers)
{
    Arguments arguments = {0};
    for (const char *at = class->arguments; *at != '\0'; at++) {
        switch (*at) {
        case 'w': argument_u64(&arguments, buffers->words); break;
        case 'f': argument_u64(&arguments, buffers->floats); break;
        case 'o': argument_u64(&arguments, buffers->out); break;
        default: argument_u32(&arguments, class->number);
        }
    }
    return arguments;
}

static uint64_t count_instructions(const LaunchRecord *record)
{
    uint64_t count = 0;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        count += record->executed[pc].executed * record->program->code[pc].issues;
    }
    return count;
}

// Warp instructions per second of processor time, whose count is stored.
static double measure(const Class *class, const CudaResult *code, bool has_clock, uint64_t *count)
{
    Machine machine;
    LockstepOptions options = {.runs_every_launch = true,
                               .gpu = "h200",
                               .threads = 1,
                               .mode = has_clock ? LOCKSTEP_CYCLES : LOCKSTEP_COUNTS};
    double rate = 0;
    if (machine_open_with(&machine, &options, code->ptx, code->ptx_bytes, "classes.ptx")) {
        Buffers buffers = make_buffers(&machine);
        Arguments arguments = arguments_of(class, &buffers);
        LockstepLaunch request = {
            .kernel = class->kernel,
            .grid = {class->grid[0] / (has_clock ? CLOCK_PART : 1), class->grid[1], 1},
            .block = {class->block[0], class->block[1], 1},
            .parameters = arguments.bytes,
            .parameter_bytes = arguments.size_bytes};
        clock_t start = clock();
        *count = 0;
        do {
            machine_expect(&machine, lockstep_launch(machine.device, machine.module, &request),
                           class->kernel);
            const LockstepReport *report = lockstep_report(machine.device);
            *count += count_instructions(report->records[report->count - 1]);
        } while (!has_clock && *count < INSTRUCTIONS_MIN && test_failure_count() == 0);
        rate = (double)*count / ((double)(clock() - start) / CLOCKS_PER_SEC);
    }
    machine_close(&machine);
    return rate;
}

static int compare_rates(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// A geometric mean and a minimum in the making.
typedef struct Summary {
    double log_sum, slowest;
    uint32_t count;
} Summary;

static void summary_add(Summary *summary, double rate)
{
    summary->slowest = summary->count == 0 || rate < summary->slowest ? rate : summary->slowest;
    summary->log_sum += log(rate);
    summary->count++;
}

static void summary_print(const Summary *summary, const char *what, double bare)
{
    if (summary->count > 0) {
        double mean = exp(summary->log_sum / summary->count);
        printf("%-20s %12u %10.1f %9.3f %10.1f\n", what, summary->count, mean / 1e6, mean / bare,
               summary->slowest / 1e6);
    }
}

int main(int argc, char **argv)
{
    bool has_clock = argc > 1 && strcmp(argv[1], "cycles") == 0;
    uint32_t tries = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 3;
    const char *only = argc > 3 ? argv[3] : NULL;
    tries = tries == 0 ? 1 : tries > TRIES_MAX ? TRIES_MAX : tries;
    CudaResult code;
    if (!compile(&code)) {
        return 1;
    }
    double bare = bare_loop();
    bool is_good = true;
    Summary summaries[2] = {{0}}, all = {0};
    printf("bare loop over registers: %.0f million rows per second; %s\n", bare / 1e6,
           has_clock ? "cycles" : "counts");
    printf("%-20s %12s %10s %9s %9s %8s\n", "kernel (h200)", "warp instr.", "million/s", "of bare",
           "recorded", "ratio");
    for (size_t i = 0; i < CLASS_COUNT; i++) {
        const Class *class = &classes[i];
        double rates[TRIES_MAX];
        uint64_t count = 0;
        if (only != NULL && strcmp(only, class->kernel) != 0) {
            continue;
        }
        for (uint32_t try = 0; try < tries; try++) {
            rates[try] = measure(class, &code, has_clock, &count);
        }
        qsort(rates, tries, sizeof *rates, compare_rates);
        double rate = rates[tries / 2];
        char name[64];
        snprintf(name, sizeof name, "%s%s", has_clock ? "cycles, " : "", class->kernel);
        double before = recorded_ratio(name);
        bool has_dropped = is_slower(rate / bare, before);
        is_good = is_good && !has_dropped;
        printf("%-20s %12llu %10.2f %9.4f %9.4f %8.2f %s%s\n", class->kernel,
               (unsigned long long)count, rate / 1e6, rate / bare, before,
               before > 0 ? rate / bare / before : 0, is_seen(class->kernel) ? "seen" : "unseen",
               has_dropped ? " (slower)" : "");
        fflush(stdout);
        summary_add(&summaries[is_seen(class->kernel)], rate);
        summary_add(&all, rate);
    }
    printf("%-20s %12s %10s %9s %10s\n", "geometric mean of", "classes", "million/s", "of bare",
           "slowest");
    summary_print(&summaries[0], "unseen", bare);
    summary_print(&summaries[1], "seen", bare);
    summary_print(&all, "all", bare);
    cuda_result_clear(&code);
    return is_good && test_failure_count() == 0 ? 0 : 1;
}
