// SPDX-License-Identifier: Apache-2.0
// The shortcuts of a worker, and the counts that they keep apart from its own.
#include "isa/base/heap.h"
#include "sim/warp/native.h"
#include "sim/warp/pattern.h"

#include <stdlib.h>
#include <string.h>

void worker_know_patterns(Worker *worker, uint32_t code_count)
{
    worker->patterns = pattern_table_create(code_count);
}

void worker_hasten(Worker *worker, uint32_t code_count)
{
    worker_know_patterns(worker, code_count);
    worker->changes = heap_allocate(code_count + 1, sizeof *worker->changes);
}

// What a run of micro-ops adds to all of them was noted where it began and where it ended.
void worker_catch_up(Worker *worker, uint32_t code_count)
{
    ExecutionCount sum = {0};
    if (worker->changes == NULL) {
        return;
    }
    native_catch_up(worker, code_count);
    for (uint32_t pc = 0; pc < code_count; pc++) {
        const ExecutionCount *change = &worker->changes[pc];
        sum.executed += change->executed;
        sum.threads += change->threads;
        worker->executed[pc].executed += sum.executed;
        worker->executed[pc].threads += sum.threads;
        worker->executed[pc].threads_on += sum.threads;
    }
    memset(worker->changes, 0, (code_count + 1) * sizeof *worker->changes);
}

void worker_settle(Worker *worker, uint32_t code_count)
{
    worker_catch_up(worker, code_count);
    native_end(worker);
    pattern_table_finish(worker->patterns, worker->accesses);
    free(worker->changes);
    worker->patterns = NULL;
    worker->changes = NULL;
}
