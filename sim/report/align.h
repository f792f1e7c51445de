// SPDX-License-Identifier: Apache-2.0
// Aligns the launches of several GPUs in rows: launches of the same kernel, in launch order. A
// program may skip launches on one GPU, or make additional ones there.
#ifndef LOCKSTEP_REPORT_ALIGN_H
#define LOCKSTEP_REPORT_ALIGN_H

#include "sim/report/report.h"

// A row: its launch on each GPU, NULL where there is none.
typedef struct LaunchRow {
    const ReportLaunch **launches; // [count of reports]
} LaunchRow;

typedef struct LaunchRows {
    LaunchRow *items;
    uint32_t count;
} LaunchRows;

// Every launch of every report is in exactly one row; a row has at least one launch.
LaunchRows launch_rows(const Report *const *reports, uint32_t count, Arena *arena);

#endif
