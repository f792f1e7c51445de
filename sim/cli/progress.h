// SPDX-License-Identifier: Apache-2.0
// Progress of long launches on stderr: percentage and the time that is left.
#ifndef LOCKSTEP_CLI_PROGRESS_H
#define LOCKSTEP_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool is_wanted;
    const char *gpu;
    const char *kernel;
    double started, shown; // seconds; shown 0: nothing on the line yet
} Progress;

void progress_start(Progress *progress, const char *gpu, const char *kernel);
// For LockstepOptions.progress; context is the Progress.
void progress_update(void *context, uint64_t blocks_done, uint64_t blocks);
// Clears the line.
void progress_end(Progress *progress);

#endif
