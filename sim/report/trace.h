// SPDX-License-Identifier: Apache-2.0
// Recordings with a clock as a timeline in Chrome's trace-event format, which ui.perfetto.dev and
// chrome://tracing open: a process an SM, a track a warp. One cycle of the SM clock is shown as one
// microsecond; otherData says so. Format: "Trace Event Format", Google, 2016.
#ifndef LOCKSTEP_REPORT_TRACE_H
#define LOCKSTEP_REPORT_TRACE_H

#include "sim/report/report.h"

// Something that the program had the device do: a launch, a copy, a fill.
typedef struct TraceSpan {
    const char *name;
    double start_seconds, end_seconds; // of modeled time
    uint64_t size_bytes;               // 0: a launch
    uint32_t launch;                   // its record's id; UINT32_MAX: none
} TraceSpan;

typedef struct TraceHost {
    const TraceSpan *spans; // in the order of their start
    uint32_t count;
} TraceHost;

// Appends the JSON. host NULL, or without spans: the launches are shown one after the other.
void trace_print(const Report *report, const TraceHost *host, const char *version, Text *out);

#endif
