// SPDX-License-Identifier: Apache-2.0
// Which launches of several GPUs stand side by side: those of one kernel, in the order of their
// launching. A program may leave launches out on one GPU, or make others there.
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

// Every launch of every report is in one row; a row has one at least.
LaunchRows launch_rows(const Report *const *reports, uint32_t count, Arena *arena);

#endif
