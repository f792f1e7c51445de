// SPDX-License-Identifier: Apache-2.0
// What the measurements share: the clock, the bare loop that the host's speed is told by, and the
// ratios as they were recorded in baseline.csv.
#ifndef LOCKSTEP_TESTS_BENCH_H
#define LOCKSTEP_TESTS_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROWS    64
#define ROUNDS  200000
#define BEST_OF 5

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Additions over rows of 32 lanes with nothing around them: what the host could do at the most.
static inline double bare_loop(void)
{
    static uint32_t rows[ROWS][32] __attribute__((aligned(64)));
    double best = 0;
    for (uint32_t try = 0; try < BEST_OF; try++) {
        double start = seconds();
        for (uint32_t round = 0; round < ROUNDS; round++) {
            uint32_t *d = rows[round % ROWS], *a = rows[(round * 7 + 3) % ROWS];
            for (uint32_t lane = 0; lane < 32; lane++) {
                d[lane] += a[lane] ^ round;
            }
            __asm__ volatile("" ::: "memory");
        }
        double rate = ROUNDS / (seconds() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static inline double recorded_ratio(const char *what)
{
    FILE *file = fopen(LOCKSTEP_SOURCE_DIR "/tests/bench/baseline.csv", "r");
    char line[256];
    double ratio = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        size_t size = strlen(what);
        if (line[0] == '"' && strncmp(line + 1, what, size) == 0 && line[size + 1] == '"') {
            ratio = strtod(line + size + 3, NULL);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return ratio;
}

// A ratio that is less than this part of the recorded one fails the run.
#define LEAST_OF_RECORDED 0.75

static inline bool is_slower(double ratio, double recorded)
{
    return ratio < LEAST_OF_RECORDED * recorded;
}

#endif
