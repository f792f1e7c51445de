// SPDX-License-Identifier: Apache-2.0
// What checking costs: each kernel runs in a process of its own without and with all checkers, and
// processor time and memory of the two are compared. Without checkers a kernel costs what bench_run
// shows beside its recorded speed. Usage: bench_check [THREADS [KERNEL]] (default 1, all; KERNEL:
// a part of its description).
#include "tests/bench/kernels.h"

#include "sim/check/finding.h"

#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BEST_OF 3

typedef struct Cost {
    double seconds; // of processor time, all threads
    double memory_mb;
} Cost;

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double peak_mb(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static Cost measure_here(const Case *test, const LockstepOptions *options)
{
    Machine machine;
    Cost cost = {0};
    if (open_case(&machine, options, test)) {
        Prepared prepared = prepare_case(&machine, test);
        double start = processor_seconds();
        launch_case(&machine, &prepared);
        cost.seconds = processor_seconds() - start;
        cost.memory_mb = peak_mb();
    }
    machine_close(&machine);
    return cost;
}

// The best of some processes: memory of one leaves no trace in the next.
static Cost measure(const Case *test, const LockstepOptions *options)
{
    Cost best = {0};
    for (uint32_t try = 0; try < BEST_OF; try++) {
        int ends[2];
        Cost cost = {0};
        if (pipe(ends) != 0) {
            return best;
        }
        pid_t child = fork();
        if (child == 0) {
            cost = measure_here(test, options);
            _exit(write(ends[1], &cost, sizeof cost) == sizeof cost ? 0 : 1);
        }
        close(ends[1]);
        bool has_cost = read(ends[0], &cost, sizeof cost) == sizeof cost;
        close(ends[0]);
        waitpid(child, NULL, 0);
        if (has_cost && (best.seconds == 0 || cost.seconds < best.seconds)) {
            best = cost;
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    LockstepOptions off = {.gpu = "h200"}, on = {.gpu = "h200", .checkers = CHECKER_ALL};
    off.threads = on.threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    double sum = 0, count = 0;
    printf("%-26s %10s %10s %8s %12s\n", "kernel (h200)", "off, s", "checked, s", "ratio",
           "shadow, MB");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc > 2 && strstr(cases[i].what, argv[2]) == NULL) {
            continue;
        }
        Cost without = measure(&cases[i], &off), with = measure(&cases[i], &on);
        double ratio = without.seconds > 0 ? with.seconds / without.seconds : 0;
        printf("%-26s %10.3f %10.3f %8.2f %12.0f\n", cases[i].what, without.seconds, with.seconds,
               ratio, with.memory_mb - without.memory_mb);
        sum += log(ratio);
        count++;
    }
    printf("%-26s %10s %10s %8.2f\n", "geometric mean", "", "", exp(sum / count));
    return 0;
}
