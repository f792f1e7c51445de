// SPDX-License-Identifier: Apache-2.0
#include "sim/report/trace_event.h"

#include "sim/report/json_writer.h"

#include <inttypes.h>
#include <stdlib.h>

void *trace_allocate(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

void trace_string(Trace *trace, const char *value)
{
    json_string(&(Json){.out = trace->out}, value);
}

void trace_begin(Trace *trace, char phase, const char *name, uint32_t process, uint32_t track)
{
    text_printf(trace->out, "%s{\"ph\":\"%c\",\"pid\":%" PRIu32, trace->needs_comma ? ",\n" : "\n",
                phase, process);
    if (track > 0) {
        text_printf(trace->out, ",\"tid\":%" PRIu32, track);
    }
    text_put(trace->out, ",\"name\":");
    trace_string(trace, name);
    trace->needs_comma = true;
}

void trace_end(Trace *trace)
{
    text_put(trace->out, "}");
}

void trace_time(Trace *trace, uint64_t cycle)
{
    text_printf(trace->out, ",\"ts\":%" PRIu64, trace->start + cycle);
}

void trace_slice_time(Trace *trace, uint64_t from, uint64_t until)
{
    trace_time(trace, from);
    text_printf(trace->out, ",\"dur\":%" PRIu64, until - from);
}

void trace_name(Trace *trace, const char *what, uint32_t process, uint32_t track, const char *name)
{
    trace_begin(trace, 'M', what, process, track);
    text_put(trace->out, ",\"args\":{\"name\":");
    trace_string(trace, name);
    text_put(trace->out, "}");
    trace_end(trace);
}

void trace_sort(Trace *trace, const char *what, uint32_t process, uint32_t track, uint32_t order)
{
    trace_begin(trace, 'M', what, process, track);
    text_printf(trace->out, ",\"args\":{\"sort_index\":%" PRIu32 "}", order);
    trace_end(trace);
}

uint32_t trace_process(uint32_t sm)
{
    return sm + 2; // behind the host's
}

const RecordedBlock *trace_block(const Trace *trace, uint32_t warp)
{
    return &trace->recording->blocks[trace->recording->warps[warp].block];
}
