// SPDX-License-Identifier: Apache-2.0
// Events of a trace in the making. Only trace*.c include it.
#ifndef LOCKSTEP_REPORT_TRACE_EVENT_H
#define LOCKSTEP_REPORT_TRACE_EVENT_H

#include "sim/record/recording.h"
#include "sim/report/trace.h"

enum { HOST_TRACKS = 8 };

typedef struct Trace {
    const Report *report;
    Text *out;
    Arena arena;
    uint32_t next_track, next_flow;
    bool needs_comma;
    bool *is_sm_named;
    uint64_t host_until[HOST_TRACKS]; // the end of what is on each track of the host
    // of the launch that is being written
    const ReportLaunch *launch;
    const Recording *recording;
    uint64_t start;            // its cycle 0, in cycles of the trace
    uint32_t first_warp_track; // tracks of its warps; then of its blocks
    const char **names;        // [code_count]
} Trace;

void *trace_allocate(size_t count, size_t size_bytes); // zeroed

// Opens an event, on no track where it is 0; the caller adds fields and closes it.
void trace_begin(Trace *trace, char phase, const char *name, uint32_t process, uint32_t track);
void trace_end(Trace *trace);

void trace_string(Trace *trace, const char *value);
void trace_time(Trace *trace, uint64_t cycle); // of the launch
void trace_slice_time(Trace *trace, uint64_t from, uint64_t until);

// Metadata: the name of a process or track, and where it is shown.
void trace_name(Trace *trace, const char *what, uint32_t process, uint32_t track, const char *name);
void trace_sort(Trace *trace, const char *what, uint32_t process, uint32_t track, uint32_t order);

uint32_t trace_process(uint32_t sm);
const RecordedBlock *trace_block(const Trace *trace, uint32_t warp);

// trace_counter.c: counters of the launch's recording, by SM.
void trace_counters(Trace *trace);

#endif
