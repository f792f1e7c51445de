// SPDX-License-Identifier: Apache-2.0
#include "sim/runtime/child_time.h"

#include "isa/base/heap.h"
#include "sim/device/query.h"
#include "sim/runtime/time.h"

#include <stdlib.h>

// Measured on an H200 with children that do nothing, up to 512 of one thread: the first one starts
// this long after its parent, the others that long after each other; tail launches do not overlap.
// A kernel's own time has the overhead of a launch already (gpu->launch_us).
#define FIRST_SECONDS 10.3e-6
#define NEXT_SECONDS  6.4e-6

typedef struct Node {
    double end;      // of its own threads
    double issue;    // when its next child can start
    double complete; // of its descendants so far, too
} Node;

static double later(double a, double b)
{
    return a > b ? a : b;
}

static void run_child(Runtime *runtime, const LaunchRecord *record, double earliest, Span *span)
{
    KernelTime time = time_kernel(record, device_used_bytes(runtime->device));
    double overhead = record->time == NULL ? 0 : runtime->gpu->launch_us * 1e-6;
    span->start = later(earliest, runtime->current->compute_ready) + overhead;
    span->end = span->start + time.seconds;
    runtime->current->compute_ready = span->start + time.busy_seconds;
    work_tell(runtime, &(RuntimeWork){.name = "kernel",
                                      .start_seconds = span->start,
                                      .end_seconds = span->end,
                                      .launch = record->id});
}

double children_run(Runtime *runtime, const LaunchRecord *const *records, uint32_t count,
                    const Span *span)
{
    Node *nodes = heap_allocate(count, sizeof *nodes);
    uint32_t first = records[0]->id;
    nodes[0] = (Node){span->end, span->end + FIRST_SECONDS, span->end};
    for (uint32_t i = 1; i < count; i++) {
        const LaunchOrigin *origin = &records[i]->origin;
        uint32_t parent = origin->parent - first, after = origin->after - first;
        double earliest = origin->way == LAUNCH_TAIL ? nodes[parent].complete
                          : after == parent          ? nodes[parent].end
                                                     : nodes[after].complete;
        earliest = origin->way == LAUNCH_TAIL ? earliest + FIRST_SECONDS
                                              : later(earliest, nodes[parent].issue);
        Span own;
        run_child(runtime, records[i], earliest, &own);
        nodes[i] = (Node){own.end, own.end + FIRST_SECONDS, own.end};
        nodes[parent].issue = own.start + NEXT_SECONDS;
        for (uint32_t at = i; at != 0;) {
            at = records[at]->origin.parent - first;
            nodes[at].complete = later(nodes[at].complete, own.end);
        }
    }
    double complete = nodes[0].complete;
    free(nodes);
    return complete;
}
