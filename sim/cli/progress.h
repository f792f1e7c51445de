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
    // of programs, whose launches say nothing when they begin
    bool is_running;
    double shown; // seconds
    uint32_t launches;
    char name[24];
} Progress;

void progress_start(Progress *progress, const char *gpu, const char *kernel);
// For LockstepOptions.progress; context is the Progress.
void progress_update(void *context, uint64_t blocks_done, uint64_t blocks);
// Clears the line.
void progress_end(Progress *progress);

// For LockstepOptions.progress where a program makes the launches: neither progress_start nor
// progress_end is called, and nothing is seen while no block ends.
void progress_of_programs(void *context, uint64_t blocks_done, uint64_t blocks);

#endif
