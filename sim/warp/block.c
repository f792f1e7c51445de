// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/block.h"

#include "isa/base/heap.h"
#include "sim/memory/texture_cache.h"
#include "sim/warp/executor.h"
#include "sim/warp/free_atomic.h"
#include "sim/warp/pattern.h"
#include "sim/warp/pulse.h"
#include "sim/warp/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Micro-ops a warp executes before the next one has its turn, so that warps that wait for each
// other through memory make progress. Long, because a warp's registers stay in the host's cache
// meanwhile.
#define TURN_INSTRUCTIONS 8192u

// Rounds in which all warps only spin before the block counts as livelocked although its state
// changes. Very generous: a loop may count its tries and give up.
#define LIVELOCK_ROUNDS (1u << 24)

// Rounds in which all warps only spin, before it is asked whether the block's state repeats itself
// (on shared memory), or before the block yields to others (on memory that those can change).
#define CLOSED_ROUNDS 1024u
#define YIELD_ROUNDS  256u

Block *block_create(const Launch *launch)
{
    Block *block = heap_allocate(1, sizeof *block);
    block->launch = launch;
    block->place.launch = launch;
    block->is_independent = launch->gpu->is_independent_scheduling != 0;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    block->warp_count = (threads + LANE_COUNT - 1) / LANE_COUNT;
    block->warps = heap_allocate(block->warp_count, sizeof(Warp));
    for (uint32_t i = 0; i < block->warp_count; i++) {
        warp_create(&block->warps[i], launch, i);
    }
    if (launch->operations == NULL) {
        block->own_operations = heap_allocate(launch->program->code_count, sizeof(Operation));
        decode_program(launch, block->own_operations);
    }
    block->operations = launch->operations != NULL ? launch->operations : block->own_operations;
    block->addresses = address_table(launch->lanes->level);
    block->access_pattern = pattern_access(launch->lanes->level);
    for (uint32_t pc = 0; pc < launch->program->code_count; pc++) {
        block->has_cluster_barriers |= launch->program->code[pc].kind == MICRO_CLUSTER_BARRIER;
    }
    block->has_free_atomics = free_atomic_program(launch->program);
    block->shared = heap_allocate(1, (size_t)launch->shared_bytes + 16);
    block->cluster = heap_allocate(1, sizeof(Block *));
    block->cluster[0] = block;
    block->cluster_count = 1;
    return block;
}

void block_destroy(Block *block)
{
    if (block == NULL) {
        return;
    }
    for (uint32_t i = 0; i < block->warp_count; i++) {
        warp_destroy(&block->warps[i]);
    }
    free(block->warps);
    free(block->own_operations);
    free(block->shared);
    free(block->cluster);
    free(block->errors);
    free(block->tensor);
    free(block->bulk.lines);
    print_fifo_destroy(&block->output);
    texture_cache_destroy(block->textures);
    repeat_destroy(block);
    loop_watch_destroy(&block->loops);
    free(block);
}

static uint32_t cluster_rank(const Launch *launch, const uint32_t block[3])
{
    const uint32_t *cluster = launch->cluster;
    return (block[2] % cluster[2] * cluster[1] + block[1] % cluster[1]) * cluster[0] +
           block[0] % cluster[0];
}

void block_keep_time(Block *block, const uint64_t *cycles)
{
    block->cycles = cycles;
}

void block_start(Block *block, uint64_t index)
{
    const Launch *launch = block->launch;
    block->index = index;
    block->watch = NULL;
    block->checker = NULL;
    block->place.block[0] = (uint32_t)(index % launch->grid[0]);
    block->place.block[1] = (uint32_t)(index / launch->grid[0] % launch->grid[1]);
    block->place.block[2] = (uint32_t)(index / launch->grid[0] / launch->grid[1]);
    block->place.cluster_rank = cluster_rank(launch, block->place.block);
    block->place.sm = (uint32_t)(index % launch->gpu->sm_count);
    memset(block->shared, launch->fill, launch->shared_bytes);
    for (uint32_t i = 0; i < BARRIER_ALL; i++) {
        barrier_reset(&block->barriers[i]);
    }
    barrier_reset(&block->cluster_arrivals);
    block->cluster_rounds = 0;
    block->busy_barriers = 0;
    block->fault = (Fault){0};
    print_fifo_clear(&block->output);
    free(block->errors);
    block->errors = NULL;
    free(block->tensor);
    block->tensor = NULL;
    block->instructions = 0;
    block->next_warp = 0;
    block->turn_left = TURN_INSTRUCTIONS;
    block->idle_rounds = 0;
    block->made_progress = false;
    block->slept_ns = 0;
    repeat_start(block);
    if (block->textures != NULL) {
        texture_cache_clear(block->textures);
    }
    block->has_faulted = false;
    block->live_threads = launch->block[0] * launch->block[1] * launch->block[2];
    for (uint32_t i = 0; i < block->warp_count; i++) {
        warp_start(&block->warps[i], &block->place);
    }
}

void block_join_cluster(Block *const *blocks, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Block *block = blocks[i];
        block->cluster = heap_resize(block->cluster, count, sizeof(Block *));
        memcpy(block->cluster, blocks, count * sizeof(Block *));
        block->cluster_count = count;
    }
}

static bool has_waiting_split(const Warp *warp, SplitState state)
{
    for (uint32_t i = 0; i < warp->split_count; i++) {
        if (warp->splits[i].state == state) {
            return true;
        }
    }
    return false;
}

static void note_stop(Warp *warp, RunStop stop, uint64_t executed, Round *round)
{
    bool has_written = warp->spin.has_written;
    warp->spin.has_written = false;
    if (stop == RUN_SPINS) {
        round->has_spun = true;
        round->spins_globally |= warp->spin.reads_global;
        round->has_run |= has_written;
    } else {
        round->has_run |= executed > 0;
    }
    round->waits_for_cluster |= has_waiting_split(warp, SPLIT_AT_CLUSTER);
}

static void next_turn(Block *block)
{
    block->next_warp = (block->next_warp + 1) % block->warp_count;
    block->turn_left = TURN_INSTRUCTIONS;
}

// How many more warp instructions the block may execute.
static uint64_t instructions_left(const Block *block)
{
    uint64_t limit = block->launch->max_block_instructions, endless = block->launch->endless_after;
    uint64_t most = limit != 0 && (endless == 0 || limit < endless) ? limit : endless;
    return most == 0 ? UINT64_MAX : most > block->instructions ? most - block->instructions : 0;
}

// It may execute no more.
static void raise_limit(Block *block, const Warp *warp)
{
    const Launch *launch = block->launch;
    bool is_limit = launch->max_block_instructions != 0 &&
                    block->instructions >= launch->max_block_instructions;
    char text[96];
    snprintf(text, sizeof text, "the block has executed %s%llu warp instructions",
             is_limit ? "its limit of " : "", (unsigned long long)block->instructions);
    if (is_limit) {
        fault_raise(block, warp, FAULT_LIMIT, warp->active, "%s", text);
    } else {
        fault_unending(block, repeat_ran(block), text);
    }
}

// Gives the next warp its turn. Returns false if the block must stop, with *status.
static bool run_turn(Block *block, Round *round, BlockStatus *status)
{
    const Launch *launch = block->launch;
    Warp *warp = &block->warps[block->next_warp];
    if (warp->live == 0) {
        next_turn(block);
        return true;
    }
    round->has_live = true;
    if (launch->is_interrupted != NULL && launch->is_interrupted()) {
        fault_raise(block, warp, FAULT_INTERRUPT, warp->active, "the run was ended here");
        *status = BLOCK_FAULT;
        return false;
    }
    uint64_t limit = block->turn_left, before = block->instructions;
    uint64_t left = instructions_left(block);
    limit = left < limit ? left : limit;
    RunStop stop = warp_run(block, warp, limit);
    uint64_t executed = block->instructions - before;
    if (launch->pulse != NULL) {
        pulse_beat(launch->pulse, block->index, warp->pc);
    }
    block->turn_left -= executed < block->turn_left ? executed : block->turn_left;
    if (stop == RUN_FAULT) {
        *status = BLOCK_FAULT;
        return false;
    }
    if (stop == RUN_ORDER) {
        block->made_progress |= executed > 0;
        *status = BLOCK_NEEDS_ORDER;
        return false;
    }
    note_stop(warp, stop, executed, round);
    if (stop == RUN_QUANTUM && warp->has_splits) {
        split_save(warp);
        split_rotate(warp);
    }
    if (stop == RUN_QUANTUM && instructions_left(block) == 0) {
        raise_limit(block, warp);
        *status = BLOCK_FAULT;
        return false;
    }
    next_turn(block);
    return true;
}

// A loop may count its tries, or look at a clock, and give up.
static bool may_give_up(const Block *block)
{
    return block->repeat.reads_clock || block->repeat.idle_rounds < LIVELOCK_ROUNDS;
}

// The block is certain to spin for ever, or would be if no other block changed what it reads.
static BlockStatus stop_spinning(Block *block, bool is_closed)
{
    fault_livelock(block);
    block->has_faulted = is_closed;
    return is_closed ? BLOCK_FAULT : BLOCK_YIELDS;
}

// All warps spin on memory that other blocks may change. A visit in which nothing else happened is
// no progress if it leaves the block as the one before did.
static BlockStatus judge_open(Block *block)
{
    if (!block->made_progress && repeat_look(block) == REPEAT_UNKNOWN) {
        if (repeat_is_amid(&block->repeat)) {
            block->idle_rounds = 0;
            return BLOCK_DONE;
        }
        block->made_progress = may_give_up(block);
    }
    return stop_spinning(block, false);
}

static BlockStatus judge_closed(Block *block)
{
    RepeatVerdict verdict = repeat_look(block);
    block->idle_rounds = 0;
    if (verdict == REPEAT_UNKNOWN && may_give_up(block)) {
        return BLOCK_DONE;
    }
    return stop_spinning(block, verdict != REPEAT_OPEN);
}

// Nothing but spinning has happened in this round. Returns the status to stop with; BLOCK_DONE: try
// on.
static BlockStatus judge_idle(Block *block, const Round *round)
{
    bool is_alone = block->cluster_count == 1;
    if (!round->has_spun && !(round->waits_for_cluster && !is_alone)) {
        fault_deadlock(block);
        return BLOCK_FAULT;
    }
    bool is_closed = is_alone && !round->spins_globally;
    block->idle_rounds++;
    block->repeat.idle_rounds++;
    if (!round->has_spun) {
        block->made_progress |= block->repeat.has_run_here;
        return stop_spinning(block, false);
    }
    if (block->idle_rounds < (is_closed ? CLOSED_ROUNDS : YIELD_ROUNDS)) {
        return BLOCK_DONE;
    }
    return is_closed ? judge_closed(block) : judge_open(block);
}

// Something has run in this round. Returns the status to stop with; BLOCK_DONE: go on.
static BlockStatus judge_busy(Block *block)
{
    block->idle_rounds = 0;
    block->repeat.has_run_here = true;
    RepeatVerdict verdict = repeat_is_due(block) ? repeat_look(block) : REPEAT_UNKNOWN;
    if (verdict == REPEAT_UNKNOWN) {
        block->made_progress |= !repeat_is_amid(&block->repeat);
        return BLOCK_DONE;
    }
    fault_endless(block, block->repeat.ran);
    block->has_faulted = verdict == REPEAT_CLOSED;
    return verdict == REPEAT_CLOSED ? BLOCK_FAULT : BLOCK_YIELDS;
}

static void begin_round(Block *block)
{
    block->round = (Round){0};
    block->round_turns = 0;
    block_release_cluster(block);
}

static BlockStatus run_rounds(Block *block)
{
    if (!block->has_stopped_for_order) {
        block->made_progress = block->repeat.has_run_here = false;
        block->fault = (Fault){0};
        block->idle_rounds = 0;
        begin_round(block);
    }
    block->has_stopped_for_order = false;
    for (;;) {
        BlockStatus status;
        for (; block->round_turns < block->warp_count; block->round_turns++) {
            if (!run_turn(block, &block->round, &status)) {
                block->has_stopped_for_order = status == BLOCK_NEEDS_ORDER;
                return status;
            }
        }
        if (!block->round.has_live) {
            if (block->launch->pulse != NULL) {
                pulse_end_blocks(block->launch->pulse, 1);
            }
            return BLOCK_DONE;
        }
        status = block->round.has_run ? judge_busy(block) : judge_idle(block, &block->round);
        if (status != BLOCK_DONE) {
            return status;
        }
        begin_round(block);
    }
}

// Rounds and the notes taken in them continue after a stop for the block's turn, so that a block
// does the same whether or not it was stopped.
BlockStatus block_run(Block *block, Worker *worker, bool is_oldest)
{
    block->worker = worker;
    block->is_timed = false;
    worker->costs.addresses = block->addresses;
    block->is_oldest = is_oldest;
    if (block->has_faulted) {
        return BLOCK_FAULT;
    }
    repeat_enter(block);
    BlockStatus status = run_rounds(block);
    repeat_leave(block);
    return status;
}

void block_beat(const Block *block)
{
    for (uint32_t i = 0; i < block->warp_count && block->launch->pulse != NULL; i++) {
        if (block->warps[i].live != 0) {
            pulse_beat(block->launch->pulse, block->index, block->warps[i].pc);
            return;
        }
    }
}

void block_stop(Block *block, FaultKind kind, const char *why)
{
    uint32_t index = 0;
    while (index + 1 < block->warp_count && !block_warp_is_ready(block, index)) {
        index++;
    }
    const Warp *warp = &block->warps[index];
    fault_raise(block, warp, kind, warp->active, "%s", why);
}

void block_give_up(Block *block)
{
    for (uint32_t i = 0; i < block->warp_count; i++) {
        if (block_warp_is_ready(block, i)) {
            fault_livelock(block);
            return;
        }
    }
    fault_deadlock(block);
}

void block_watch(Block *block, const BlockWatch *watch)
{
    block->watch = watch;
}

void block_check(Block *block, const BlockChecker *checker)
{
    block->checker = checker;
}

const uint32_t *block_index(const Block *block)
{
    return block->place.block;
}

const uint8_t *block_shared(const Block *block)
{
    return block->shared;
}

bool block_made_progress(const Block *block)
{
    return block->made_progress;
}

const Fault *block_fault(const Block *block)
{
    return &block->fault;
}

PrintFifo *block_output(Block *block)
{
    return &block->output;
}

uint64_t block_instructions(const Block *block)
{
    return block->instructions;
}
