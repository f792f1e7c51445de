// SPDX-License-Identifier: Apache-2.0
// Progress of long launches on stderr: percentage and the time that is left. A thread of its own
// shows it, so that a launch whose first block never ends is seen too.
#ifndef LOCKSTEP_CLI_PROGRESS_H
#define LOCKSTEP_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool is_wanted;
    const char *gpu;
    const char *kernel;
    double started; // seconds
    bool has_watcher;
    pthread_t watcher;
    pthread_mutex_t lock; // of what follows
    pthread_cond_t ending;
    bool has_ended;
    uint64_t blocks_done, blocks;
} Progress;

void progress_start(Progress *progress, const char *gpu, const char *kernel);
// For LockstepOptions.progress; context is the Progress.
void progress_update(void *context, uint64_t blocks_done, uint64_t blocks);
// Clears the line.
void progress_end(Progress *progress);

#endif
