// SPDX-License-Identifier: Apache-2.0
// The files that a page is made of: those of the command line, and those that they include by
// `#include`, found without a preprocessor: also those that a condition leaves out.
#ifndef LOCKSTEP_CLI_WATCH_FILES_H
#define LOCKSTEP_CLI_WATCH_FILES_H

#include "sim/cli/options.h"

enum { WATCH_FILES_MAX = 512 };

typedef struct WatchFiles {
    Arena arena;
    const char *paths[WATCH_FILES_MAX]; // also of files that do not exist yet
    uint32_t count;
} WatchFiles;

// Replaces the list by what the files name now.
void watch_files_find(WatchFiles *files, const Options *options);

// A number that changes when a file of the list is saved, made or removed.
uint64_t watch_files_state(const WatchFiles *files);

void watch_files_clear(WatchFiles *files);

#endif
