// SPDX-License-Identifier: Apache-2.0
// What a program had the device do, summed up: how long kernels and copies took in modeled time,
// and how much of that was at the same time.
#ifndef LOCKSTEP_REPORT_TIMELINE_H
#define LOCKSTEP_REPORT_TIMELINE_H

#include "sim/report/trace.h"

// Seconds in which at least one kernel ran, one copy or fill, one of each; and from the first start
// to the last end.
typedef struct Timeline {
    double kernels, copies, overlap, whole;
    uint32_t kernel_count, copy_count;
    uint64_t copied_bytes;
} Timeline;

Timeline timeline_of(const TraceSpan *spans, uint32_t count);

// A section of the details page; nothing when the program had nothing done.
void timeline_print(const Timeline *timeline, bool is_colored, Text *out);

#endif
