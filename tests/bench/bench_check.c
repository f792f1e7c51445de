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
    double elapsed; // seconds
    double memory_mb;
} Cost;

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
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
        double start = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        double begin = seconds_of(CLOCK_MONOTONIC);
        launch_case(&machine, &prepared);
        cost.seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - start;
        cost.elapsed = seconds_of(CLOCK_MONOTONIC) - begin;
        cost.memory_mb = peak_mb();
    }
    machine_close(&machine);
    return cost;
}

// But for 0, which is no measurement.
static double least(double a, double b)
{
    return a == 0 || b < a ? b : a;
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
        if (has_cost) {
            best.seconds = least(best.seconds, cost.seconds);
            best.elapsed = least(best.elapsed, cost.elapsed);
            best.memory_mb = least(best.memory_mb, cost.memory_mb);
        }
    }
    return best;
}

int main(int argc, char **argv)
{
    LockstepOptions off = {.gpu = "h200"}, on = {.gpu = "h200", .checkers = CHECKER_ALL};
    off.threads = on.threads = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1;
    double sum = 0, count = 0;
    printf("%-26s %10s %10s %8s %12s %12s\n", "kernel (h200)", "off, s", "checked, s", "ratio",
           "elapsed, s", "shadow, MB");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc > 2 && strstr(cases[i].what, argv[2]) == NULL) {
            continue;
        }
        Cost without = measure(&cases[i], &off), with = measure(&cases[i], &on);
        double ratio = without.seconds > 0 ? with.seconds / without.seconds : 0;
        printf("%-26s %10.3f %10.3f %8.2f %12.3f %12.0f\n", cases[i].what, without.seconds,
               with.seconds, ratio, with.elapsed, with.memory_mb - without.memory_mb);
        sum += log(ratio);
        count++;
    }
    printf("%-26s %10s %10s %8.2f\n", "geometric mean", "", "", exp(sum / count));
    return 0;
}
