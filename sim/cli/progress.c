// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

// A launch that ends sooner shows nothing; then a few updates a second.
static const double SECONDS_BEFORE = 2, SECONDS_BETWEEN = 0.25;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

void progress_start(Progress *progress, const char *gpu, const char *kernel)
{
    progress->gpu = gpu;
    progress->kernel = kernel;
    progress->started = now();
    progress->shown = 0;
}

void progress_update(void *context, uint64_t blocks_done, uint64_t blocks)
{
    Progress *progress = context;
    double time = now(), spent = time - progress->started;
    bool is_due =
        progress->is_wanted && spent >= SECONDS_BEFORE && time - progress->shown >= SECONDS_BETWEEN;
    if (!is_due || blocks == 0 || blocks_done == 0) {
        return;
    }
    double share = (double)blocks_done / (double)blocks;
    fprintf(stderr, "%s%s on %s: %3.0f %%, %.0f s left   %s", isatty(STDERR_FILENO) ? "\r" : "",
            progress->kernel, progress->gpu, 100 * share, spent / share - spent,
            isatty(STDERR_FILENO) ? "" : "\n");
    fflush(stderr);
    progress->shown = time;
}

void progress_end(Progress *progress)
{
    if (progress->shown > 0 && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\r%*s\r", 100, "");
        fflush(stderr);
    }
}
