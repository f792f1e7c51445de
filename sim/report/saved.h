// SPDX-License-Identifier: Apache-2.0
// Reports that --json wrote, as reports again: their launches have counters, lines, findings and
// verdicts, so that pages and tables can be made of them. Leaves out what JSON does not hold: the
// program, accesses one by one, recordings, and what checkers found.
#ifndef LOCKSTEP_REPORT_SAVED_H
#define LOCKSTEP_REPORT_SAVED_H

#include "sim/report/report.h"

// What is read: reports of presets and of `gpus`.
typedef struct SavedFile {
    const char *text;
    size_t size_bytes;
    const Gpu *const *gpus;
    uint32_t gpu_count;
} SavedFile;

// One a GPU, at most `room`; *program: of what, or NULL. NULL, or what is wrong as a sentence in
// the arena. Each report is for report_destroy(), also if something is wrong.
const char *saved_read(const SavedFile *file, Report **reports, uint32_t room, uint32_t *count,
                       const char **program, Arena *arena);

#endif
