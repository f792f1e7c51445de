// SPDX-License-Identifier: Apache-2.0
// How fast kernels run in cycles mode: warp instructions of the modeled GPU per second of the host
// on one host thread (processor time, which other work on the machine lengthens little), how much
// faster on two (elapsed time, both measured in turn; only a machine with two idle cores shows what
// is possible), and the memory that the model takes beside the buffers of the device. Each launch
// is a process of its own, so that its memory can be told. Then the time of all lecture programs.
// Usage: bench_cycles LOCKSTEP [TRIES] (the command line's program; default 3)
#define _DEFAULT_SOURCE // wait4, getloadavg
#include "sim/device/record.h"
#include "tests/bench/bench.h"
#include "tests/machine.h"

#include <glob.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Case {
    const char *file, *kernel;
    uint32_t grid[2], block[2];
    char arguments[4]; // i: in, o: out, n: the number
    uint32_t number, in_bytes, out_bytes;
} Case;

#define REDUCTION_BYTES (4u << 22)
#define MATRIX_BYTES    (4000u * 4000 * 4)
#define REDUCTION(kernel, blocks, arguments)                                                       \
    {                                                                                              \
        "reduction.ptx", kernel, {blocks, 1}, {256, 1}, arguments, 1u << 22, REDUCTION_BYTES,      \
            (blocks)*4                                                                             \
    }

static const Case reduction[] = {
    REDUCTION("_Z13reduce_moduloPKiPi", 16384, "io"),
    REDUCTION("_Z20reduce_strided_indexPKiPi", 16384, "io"),
    REDUCTION("_Z17reduce_sequentialPKiPi", 16384, "io"),
    REDUCTION("_Z18reduce_add_on_loadPKiPi", 8192, "io"),
    REDUCTION("_Z25reduce_unrolled_last_warpPKiPi", 8192, "io"),
    REDUCTION("_Z15reduce_unrolledILj256EEvPKiPi", 8192, "io"),
    REDUCTION("_Z22reduce_many_per_threadILj256EEvPKiPij", 1024, "ion"),
};

static const Case transpose[] = {{"transpose.ptx",
                                  "_Z15transpose_naivePKfPfi",
                                  {125, 125},
                                  {32, 8},
                                  "ion",
                                  4000,
                                  MATRIX_BYTES,
                                  MATRIX_BYTES}};

typedef struct Group {
    const char *what;
    const Case *cases;
    uint32_t count;
    double wanted; // million warp instructions a second on one core
} Group;

static const Group groups[] = {
    {"cycles, reduction 2^22", reduction, sizeof reduction / sizeof *reduction, 3},
    {"cycles, transpose naive 4000", transpose, 1, 1},
};

// What the project asks of two host threads, and of the time of all lectures.
#define WANTED_RATIO           1.7
#define WANTED_LECTURE_SECONDS 60.0
#define WANTED_MEGABYTES       200.0

// Of one launch in a process of its own.
typedef struct Measure {
    uint64_t instructions, cycles;
    double processor_seconds, seconds;
    double megabytes; // beside the buffers
    bool is_good;
} Measure;

static char *read_ptx(const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, LOCKSTEP_SOURCE_DIR "/kernels/ptx/%s", name);
    char *ptx = calloc(1, 1 << 22);
    FILE *file = fopen(path, "rb");
    *size = file == NULL ? 0 : fread(ptx, 1, (1 << 22) - 1, file);
    if (file != NULL) {
        fclose(file);
    }
    return ptx;
}

static uint64_t filled_buffer(const Machine *machine, const char *name, uint32_t size_bytes)
{
    void *bytes = malloc(size_bytes);
    memset(bytes, 1, size_bytes);
    uint64_t address = machine_buffer(machine, name, bytes, size_bytes);
    free(bytes);
    return address;
}

static double processor_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void launch(const Machine *machine, const Case *test, Measure *measure)
{
    Arguments arguments = {0};
    argument_u64(&arguments, filled_buffer(machine, "in", test->in_bytes));
    argument_u64(&arguments, filled_buffer(machine, "out", test->out_bytes));
    if (test->arguments[2] == 'n') {
        argument_u32(&arguments, test->number);
    }
    LockstepLaunch request = {.kernel = test->kernel,
                              .grid = {test->grid[0], test->grid[1], 1},
                              .block = {test->block[0], test->block[1], 1},
                              .parameters = arguments.bytes,
                              .parameter_bytes = arguments.size_bytes};
    double start = seconds(), processor = processor_seconds();
    measure->is_good = machine_expect(
        machine, lockstep_launch(machine->device, machine->module, &request), test->kernel);
    measure->seconds = seconds() - start;
    measure->processor_seconds = processor_seconds() - processor;
    const LaunchRecord *record = lockstep_report(machine->device)->records[0];
    measure->cycles = record->time->cycles;
    for (uint32_t pc = 0; pc < record->program->code_count; pc++) {
        measure->instructions += record->executed[pc].executed * record->program->code[pc].issues;
    }
}

static void run_alone(const Case *test, uint32_t threads, int to)
{
    Machine machine;
    Measure measure = {0};
    size_t size;
    char *ptx = read_ptx(test->file, &size);
    LockstepOptions options = {.gpu = "h200", .threads = threads, .mode = LOCKSTEP_CYCLES};
    if (machine_open_with(&machine, &options, ptx, size, test->file)) {
        launch(&machine, test, &measure);
    }
    measure.is_good &= write(to, &measure, sizeof measure) == sizeof measure;
    _exit(measure.is_good ? 0 : 1);
}

static Measure measure(const Case *test, uint32_t threads)
{
    Measure result = {0};
    int ends[2], status = 1;
    struct rusage usage = {0};
    if (pipe(ends) != 0) {
        return result;
    }
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        run_alone(test, threads, ends[1]);
    }
    close(ends[1]);
    result.is_good = read(ends[0], &result, sizeof result) == sizeof result && child > 0 &&
                     wait4(child, &status, 0, &usage) == child && status == 0;
    close(ends[0]);
    double buffers = test->in_bytes + (double)test->out_bytes;
    result.megabytes = ((double)usage.ru_maxrss * 1024 - buffers) / 1e6;
    return result;
}

// The best of several tries of each launch; one and two threads in turn.
static bool run_group(const Group *group, uint32_t tries, double bare)
{
    uint64_t instructions = 0, cycles = 0;
    double one = 0, alone = 0, both = 0, megabytes = 0;
    bool is_good = true;
    for (uint32_t i = 0; i < group->count; i++) {
        Measure best[2] = {{0}};
        for (uint32_t try = 0; try < tries * 2; try++) {
            Measure now = measure(&group->cases[i], 1 + try % 2), *kept = &best[try % 2];
            is_good = is_good && now.is_good;
            double least = kept->processor_seconds, elapsed = kept->seconds;
            megabytes = now.megabytes > megabytes ? now.megabytes : megabytes;
            *kept = now;
            if (try >= 2) {
                kept->processor_seconds =
                    least < now.processor_seconds ? least : now.processor_seconds;
                kept->seconds = elapsed < now.seconds ? elapsed : now.seconds;
            }
        }
        is_good = is_good && best[0].cycles == best[1].cycles;
        instructions += best[0].instructions;
        cycles += best[0].cycles;
        one += best[0].processor_seconds;
        alone += best[0].seconds;
        both += best[1].seconds;
    }
    double rate = (double)instructions / one, before = recorded_ratio(group->what);
    bool has_dropped = is_slower(rate / bare, before);
    printf("%-30s %11llu %10llu %9.2f %7.1f %8.4f %8.4f %6.2f %8.2f %7.1f%s%s\n", group->what,
           (unsigned long long)instructions, (unsigned long long)cycles, rate / 1e6, group->wanted,
           rate / bare, before, before > 0 ? rate / bare / before : 0, alone / both, megabytes,
           is_good ? "" : " (failed)", has_dropped ? " (slower)" : "");
    return is_good && !has_dropped;
}

// Elapsed and processor seconds of one program with a clock; what it prints is not shown.
static bool run_program(const char *lockstep, const char *path, double *elapsed, double *processor)
{
    double start = seconds();
    struct rusage usage = {0};
    int status = 1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        char ptx[600];
        const char *name = strrchr(path, '/') + 1;
        snprintf(ptx, sizeof ptx, LOCKSTEP_SOURCE_DIR "/kernels/ptx/%.*s.ptx",
                 (int)(strlen(name) - strlen(".cu")), name);
        if (freopen("/dev/null", "w", stdout) == NULL ||
            freopen("/dev/null", "w", stderr) == NULL) {
            _exit(1);
        }
        execl(lockstep, lockstep, "--mode", "cycles", "--quiet", "--ptx", ptx, path, (char *)NULL);
        _exit(1);
    }
    bool is_good = child > 0 && wait4(child, &status, 0, &usage) == child && status == 0;
    *elapsed += seconds() - start;
    *processor += (double)usage.ru_utime.tv_sec + 1e-6 * (double)usage.ru_utime.tv_usec;
    return is_good;
}

static bool run_lectures(const char *lockstep)
{
    glob_t files;
    double elapsed = 0, processor = 0;
    bool is_good = glob(LOCKSTEP_SOURCE_DIR "/kernels/*.cu", 0, NULL, &files) == 0;
    for (size_t i = 0; is_good && i < files.gl_pathc; i++) {
        if (!run_program(lockstep, files.gl_pathv[i], &elapsed, &processor)) {
            printf("%s failed\n", files.gl_pathv[i]);
            is_good = false;
        }
    }
    printf("all %zu lecture programs: %.1f s elapsed, %.1f s of the processor, on all cores; wanted"
           " %.0f s\n",
           files.gl_pathc, elapsed, processor, WANTED_LECTURE_SECONDS);
    globfree(&files);
    return is_good;
}

int main(int argc, char **argv)
{
    uint32_t tries = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 3;
    double bare = bare_loop(), load = 0;
    getloadavg(&load, 1);
    printf(
        "wanted: %.1f times as fast on two threads, at most %.0f MB; load of this machine: %.1f\n",
        WANTED_RATIO, WANTED_MEGABYTES, load);
    printf("%-30s %11s %10s %9s %7s %8s %8s %6s %8s %7s\n", "kernels (h200)", "warp instr.",
           "cycles", "million/s", "wanted", "of bare", "recorded", "ratio", "1 : 2", "MB");
    bool is_good = true;
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        is_good = run_group(&groups[i], tries, bare) && is_good;
    }
    if (argc > 1 && argv[1][0] != 0) {
        is_good = run_lectures(argv[1]) && is_good;
    }
    return is_good && test_failure_count() == 0 ? 0 : 1;
}
