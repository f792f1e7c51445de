// SPDX-License-Identifier: Apache-2.0
#include "sim/report/trace_event.h"

#include <inttypes.h>
#include <stdlib.h>

// Sectors are summed up over so many cycles.
#define BUCKET_CYCLES 100u

// A change of a counter of an SM.
typedef struct Change {
    uint64_t cycle;
    uint32_t sm;
    int32_t by[3];
} Change;

static int compare_changes(const void *a, const void *b)
{
    const Change *x = a, *y = b;
    if (x->sm != y->sm) {
        return x->sm < y->sm ? -1 : 1;
    }
    return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

// Writes the sums after each cycle with changes. Names NULL: fewer than three values.
static void put_counter(Trace *trace, const char *name, const char *const values[3],
                        Change *changes, uint32_t count)
{
    int64_t sums[3] = {0, 0, 0};
    qsort(changes, count, sizeof *changes, compare_changes);
    for (uint32_t i = 0; i < count; i++) {
        bool is_new_sm = i == 0 || changes[i].sm != changes[i - 1].sm;
        for (int v = 0; v < 3; v++) {
            sums[v] = (is_new_sm ? 0 : sums[v]) + changes[i].by[v];
        }
        if (i + 1 < count && changes[i + 1].sm == changes[i].sm &&
            changes[i + 1].cycle == changes[i].cycle) {
            continue;
        }
        trace_begin(trace, 'C', name, trace_process(changes[i].sm), 0);
        trace_time(trace, changes[i].cycle);
        for (int v = 0; v < 3 && values[v] != NULL; v++) {
            text_printf(trace->out, "%s\"%s\":%" PRId64, v == 0 ? ",\"args\":{" : ",", values[v],
                        sums[v]);
        }
        text_put(trace->out, "}");
        trace_end(trace);
    }
}

static void put_active_warps(Trace *trace)
{
    static const char *const values[3] = {"warps", NULL, NULL};
    const Recording *recording = trace->recording;
    Change *changes = trace_allocate((size_t)recording->warp_count * 2, sizeof *changes);
    uint32_t count = recording->warp_count;
    for (uint32_t i = 0; i < count; i++) {
        const RecordedBlock *block = trace_block(trace, i);
        changes[i] = (Change){block->begun, block->sm, {1, 0, 0}};
        changes[count + i] = (Change){block->begun, block->sm, {-1, 0, 0}};
    }
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        changes[count + step->warp].cycle = step->ended + 1;
    }
    put_counter(trace, "recorded warps", values, changes, count * 2);
    free(changes);
}

static void put_sectors(Trace *trace)
{
    static const char *const values[3] = {"L1", "L2", "memory"};
    const Recording *recording = trace->recording;
    Change *changes = trace_allocate((size_t)recording->access_count * 2, sizeof *changes);
    uint32_t count = 0;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (step->access == RECORDED_NONE) {
            continue;
        }
        const RecordedAccess *access = &recording->accesses[step->access];
        int32_t by[3] = {(int32_t)access->l1_sectors, (int32_t)access->l2_sectors,
                         (int32_t)access->dram_sectors};
        uint64_t from = access->done / BUCKET_CYCLES * BUCKET_CYCLES;
        uint32_t sm = trace_block(trace, step->warp)->sm;
        if (by[0] + by[1] + by[2] != 0) {
            changes[count++] = (Change){from, sm, {by[0], by[1], by[2]}};
            changes[count++] = (Change){from + BUCKET_CYCLES, sm, {-by[0], -by[1], -by[2]}};
        }
    }
    put_counter(trace, "sectors that arrive in 100 cycles", values, changes, count);
    free(changes);
}

void trace_counters(Trace *trace)
{
    put_active_warps(trace);
    put_sectors(trace);
}
