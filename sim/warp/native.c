// SPDX-License-Identifier: Apache-2.0
// The run loop's side of translated code: entering it, the functions that it calls, and its counts.
#include "sim/warp/native.h"

#include "isa/base/heap.h"
#include "sim/lane/bits.h"
#include "sim/warp/memory_access.h"

#include <stdlib.h>
#include <string.h>

static const NativeConstants constants = {.nan_f32 = F32_NAN,
                                          .sign_f32 = 0x80000000u,
                                          .one_f32 = 0x3f800000u,
                                          .two_31 = 0x4f000000u,
                                          .most_s32 = INT32_MAX,
                                          .one = 1,
                                          .shift_most = 31};

static void fill_filters(NativeConstants *values)
{
    for (uint32_t op = 0; op < SLOW_OP_COUNT; op++) {
        values->slow[op] = (NativeSlow){slow_filter[op].near, slow_filter[op].mask};
    }
}

static void fill_permutations(NativeConstants *values)
{
    for (uint32_t i = 0; i < 16; i++) {
        for (uint32_t half = 0; half < 2; half++) {
            values->every2[half][i] = 2 * i + half;
            values->every4[half][i] = i % 8 * 4 + 2 * half + i / 8;
            values->in_turn32[half][i] = i % 2 * 16 + 8 * half + i / 2;
            values->lanes[half][i] = 16 * half + i;
        }
        values->in_turn64[i / 8][i % 8] = i % 2 * 8 + i / 2;
    }
}

void native_begin(Worker *worker, const NativeCode *code, uint32_t code_count)
{
    size_t size_bytes = sizeof(NativeState) + code_count * sizeof(NativeSite) +
                        code->part_count * sizeof(NativeRuns);
    NativeState *state = aligned_alloc(64, (size_bytes + 63) / 64 * 64);
    if (state == NULL) {
        return;
    }
    memset(state, 0, size_bytes);
    state->code = code;
    state->values = constants;
    fill_permutations(&state->values);
    fill_filters(&state->values);
    for (uint32_t pc = 0; pc < code_count; pc++) {
        state->sites[pc].pattern = &worker->patterns->none;
        state->sites[pc].patternless = NATIVE_PATTERNED;
    }
    worker->native = state;
}

// A run adds to all micro-ops of a part; the differences of neighbors hold it (worker.c).
static void add_runs(Worker *worker, const NativePart *part, NativeRuns *runs)
{
    ExecutionCount *first = &worker->changes[part->first], *end = &worker->changes[part->end];
    uint64_t executed = runs->full + runs->partial;
    uint64_t threads = runs->full * LANE_COUNT + runs->threads;
    first->executed += executed;
    first->threads += threads;
    end->executed -= executed;
    end->threads -= threads;
    *runs = (NativeRuns){0};
}

void native_catch_up(Worker *worker, uint32_t code_count)
{
    NativeState *state = worker->native;
    if (state == NULL) {
        return;
    }
    for (uint32_t i = 0; i < state->code->part_count; i++) {
        add_runs(worker, &state->code->parts[i], &native_runs(state, code_count)[i]);
    }
    for (uint32_t pc = 0; pc < code_count; pc++) {
        NativeSite *site = &state->sites[pc];
        worker->executed[pc].threads_on -= site->off;
        worker->accesses[pc].branch_taken += site->taken;
        SharedCost spread = {1, 1, 0, 0};
        count_shared_cost(&worker->accesses[pc], &spread, site->spread);
        worker->accesses[pc].shared_bytes += 4 * site->spread_lanes;
        site->off = site->taken = site->spread = site->spread_lanes = 0;
    }
}

void native_end(Worker *worker)
{
    free(worker->native);
    worker->native = NULL;
}

// --- running

static const void *entry_of(const NativeState *state, const Warp *warp)
{
    const void **entries = warp->active == FULL_MASK ? state->code->full : state->code->partial;
    return entries[warp->pc];
}

static void prepare(NativeState *state, Block *block, Warp *warp, uint64_t limit)
{
    state->rows = (uint32_t *)(void *)warp->base[BASE_REGISTERS];
    state->predicates = (uint32_t *)(void *)warp->base[BASE_PREDICATES];
    state->constants = block->launch->constants;
    state->left = (int64_t)limit;
    state->active = warp->active;
    state->active_count = warp->active_count;
    state->reconverge = warp->reconverge;
    state->outcome = OUTCOME_NEXT;
    state->block = block;
    state->warp = warp;
    state->shared = block->shared;
    state->shared_bytes = block->launch->shared_bytes;
}

static void uncount(Worker *worker, const Warp *warp, uint32_t from, uint32_t to)
{
    worker->changes[from].executed--;
    worker->changes[from].threads -= warp->active_count;
    worker->changes[to].executed++;
    worker->changes[to].threads += warp->active_count;
}

bool native_run(Block *block, Warp *warp, uint64_t limit, Outcome *outcome)
{
    NativeState *state = block->worker->native;
    const void *at = entry_of(state, warp);
    if (at == NULL) {
        return false;
    }
    limit = limit < INT32_MAX ? limit : INT32_MAX;
    prepare(state, block, warp, limit);
    state->code->enter(state, at);
    uint64_t left = (uint64_t)state->left;
    if (state->uncount_from != state->uncount_to) {
        uncount(block->worker, warp, state->uncount_from, state->uncount_to);
        left += state->uncount_to - state->uncount_from;
    }
    block->instructions += limit - left;
    warp->pc = state->pc;
    *outcome = (Outcome)state->outcome;
    return left != limit;
}

bool native_perform(NativeState *state, uint32_t pc)
{
    Block *block = state->block;
    Warp *warp = state->warp;
    const Operation *operation = &block->operations[pc];
    const Micro *micro = &block->launch->program->code[pc];
    PatternTable *patterns = block->worker->patterns;
    NativeSite *site = &state->sites[pc];
    warp->pc = pc;
    patterns->last = NULL;
    if (site->patternless == -1) { // it has just run out
        pattern_table_retry(patterns, pc);
    }
    Outcome outcome = step_perform(block, warp, operation, micro, lanes_on(warp, operation));
    if (patterns->last == &patterns->passing) {
        site->patternless = NATIVE_PATTERNLESS;
    } else if (patterns->last != NULL) {
        site->pattern = patterns->last;
        site->patternless = NATIVE_PATTERNED;
    }
    state->outcome = outcome;
    return outcome == OUTCOME_NEXT;
}
