// SPDX-License-Identifier: Apache-2.0
#include "sim/report/timeline.h"

#include "sim/report/number.h"

#include <stdio.h>
#include <stdlib.h>

enum { KERNEL, COPY, KIND_COUNT };

// A span begins or ends.
typedef struct Edge {
    double at;
    int kind, step;
} Edge;

static int compare_edges(const void *left, const void *right)
{
    const Edge *a = left, *b = right;
    return a->at < b->at ? -1 : a->at > b->at;
}

static bool is_kernel(const TraceSpan *span)
{
    return span->launch != UINT32_MAX;
}

static void sweep(Timeline *timeline, const Edge *edges, uint32_t count)
{
    int running[KIND_COUNT] = {0};
    for (uint32_t i = 0; i + 1 < count; i++) {
        running[edges[i].kind] += edges[i].step;
        double lasts = edges[i + 1].at - edges[i].at;
        timeline->kernels += running[KERNEL] > 0 ? lasts : 0;
        timeline->copies += running[COPY] > 0 ? lasts : 0;
        timeline->overlap += running[KERNEL] > 0 && running[COPY] > 0 ? lasts : 0;
    }
    timeline->whole = count > 0 ? edges[count - 1].at - edges[0].at : 0;
}

Timeline timeline_of(const TraceSpan *spans, uint32_t count)
{
    Timeline timeline = {0};
    Edge *edges = calloc((size_t)count * 2 + 1, sizeof *edges);
    if (edges == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < count; i++) {
        int kind = is_kernel(&spans[i]) ? KERNEL : COPY;
        edges[2 * i] = (Edge){spans[i].start_seconds, kind, 1};
        edges[2 * i + 1] = (Edge){spans[i].end_seconds, kind, -1};
        timeline.kernel_count += kind == KERNEL;
        timeline.copy_count += kind == COPY;
        timeline.copied_bytes += kind == COPY ? spans[i].size_bytes : 0;
    }
    qsort(edges, (size_t)count * 2, sizeof *edges, compare_edges);
    sweep(&timeline, edges, count * 2);
    free(edges);
    return timeline;
}

static void put_row(const char *label, double seconds, const char *remark, Text *out)
{
    char number[NUMBER_MAX];
    text_printf(out, "    %-30s%16s %-34s%s\n", label, number_grouped(seconds * 1e6, number),
                remark, counter_class_mark(CLASS_TIMING));
}

void timeline_print(const Timeline *timeline, bool is_colored, Text *out)
{
    char bytes[NUMBER_MAX], remark[NUMBER_MAX + 64];
    if (timeline->kernel_count + timeline->copy_count == 0) {
        return;
    }
    text_put(out, is_colored ? "\033[1mThe program on the device\033[0m\n"
                             : "The program on the device\n");
    snprintf(remark, sizeof remark, "us, %u launch%s", timeline->kernel_count,
             timeline->kernel_count == 1 ? "" : "es");
    put_row("Kernels", timeline->kernels, remark, out);
    snprintf(remark, sizeof remark, "us, %u of %s byte", timeline->copy_count,
             number_grouped((double)timeline->copied_bytes, bytes));
    put_row("Copies and fills", timeline->copies, remark, out);
    put_row("  meanwhile kernels", timeline->overlap, "us", out);
    put_row("From first to last", timeline->whole, "us", out);
}
