// SPDX-License-Identifier: Apache-2.0
// An SM between phases: blocks given to it, and replies to what it asked for.
#include "isa/base/bits.h"
#include "isa/base/heap.h"
#include "sim/time/sm_record.h"
#include "sim/time/sm_state.h"
#include "sim/warp/loop_watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The size of L1 beside shared memory: the smallest carve-out that holds the resident blocks.
static uint64_t l1_bytes(const Launch *launch, uint32_t resident)
{
    const Gpu *gpu = launch->gpu;
    if (gpu->l1_shared_bytes == 0) {
        return gpu->l1_bytes;
    }
    uint64_t wanted =
        (uint64_t)resident * (launch->shared_bytes + (uint64_t)gpu->shared_reserved_bytes);
    uint64_t carveout = gpu->shared_bytes_per_sm;
    for (uint32_t i = 0; i < gpu->shared_carveouts.count; i++) {
        uint64_t size = gpu->shared_carveouts.bytes[i];
        carveout = size >= wanted && size < carveout ? size : carveout;
    }
    return gpu->l1_shared_bytes - carveout;
}

// The busy SMs that share a cache of constants behind their own. Blocks go to the GPCs in turn.
static double sms_together(const Launch *launch)
{
    const Gpu *gpu = launch->gpu;
    double blocks = (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
    double busy = blocks < gpu->sm_count ? blocks / gpu->sm_count : 1;
    return more_of(ceil(gpu->const_l2_sms * busy), 1);
}

Sm *sm_create(const Launch *launch, const ProgramTime *program, uint32_t number, uint32_t resident)
{
    Sm *sm = heap_allocate(1, sizeof *sm);
    const Gpu *gpu = launch->gpu;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    sm->launch = launch;
    sm->gpu = gpu;
    sm->program = program;
    sm->number = number;
    sm->issue_cycles = cycle_floor(gpu->issue_cycles);
    sm->warps_per_block = (threads + LANE_COUNT - 1) / LANE_COUNT;
    sm->resident =
        resident * sm->warps_per_block > WARPS_MAX ? WARPS_MAX / sm->warps_per_block : resident;
    sm->blocks = heap_allocate(sm->resident, sizeof *sm->blocks);
    sm->ended = heap_allocate(sm->resident, sizeof *sm->ended);
    sm->warp_count = sm->resident * sm->warps_per_block;
    sm->warps = arena_alloc(&sm->arena, WARPS_MAX * sizeof *sm->warps);
    Ready *ready =
        arena_alloc(&sm->arena, (size_t)sm->warp_count * program->slot_count * sizeof *ready);
    for (uint32_t slot = 0; slot < sm->warp_count; slot++) {
        sm->warps[slot].ready = ready + (size_t)slot * program->slot_count;
    }
    sm->scheduler_count =
        gpu->warp_schedulers < SCHEDULERS_MAX ? gpu->warp_schedulers : SCHEDULERS_MAX;
    for (uint32_t slot = 0; slot < sm->warp_count; slot++) {
        sm->schedulers[slot % sm->scheduler_count].warps |= UINT64_C(1) << slot;
    }
    for (uint32_t i = 0; i < sm->scheduler_count; i++) {
        sm->schedulers[i].last = i;
    }
    sm->frame_words = 1;
    for (uint32_t i = 0; i < launch->program->function_count; i++) {
        sm->frame_words += launch->program->functions[i].frame_bytes / 4;
    }
    sm->load_mask = 255;
    sm->loads = heap_allocate(sm->load_mask + 1u, sizeof *sm->loads);
    uint64_t cached = gpu->lat_l1 > 0 ? l1_bytes(launch, sm->resident) : 0;
    l1_init(&sm->l1, cached, gpu->l1_ways, &sm->arena);
    constant_cache_init(&sm->indexed_constants, gpu->const_l1_bytes, gpu->const_l1_line_bytes,
                        gpu->const_l1_ways, &sm->arena);
    for (uint32_t i = 0; i < sm->scheduler_count; i++) {
        constant_cache_init(&sm->uniform_constants[i], gpu->const_uniform_bytes,
                            gpu->const_l1_line_bytes, 0, &sm->arena);
    }
    sm->constant_line_cycles = gpu->const_l2_cycles * sms_together(launch);
    return sm;
}

void sm_destroy(Sm *sm)
{
    for (uint32_t i = 0; i < sm->resident; i++) {
        if (sm->blocks[i].check != NULL) {
            unit_check_end(sm->blocks[i].check);
        }
        block_destroy(sm->blocks[i].block);
    }
    sm_tape_destroy(sm);
    free(sm->blocks);
    free(sm->ended);
    free(sm->queue);
    free(sm->loads);
    free(sm->pending);
    free(sm->waiters);
    free(sm->free_waiters);
    free(sm->barriers);
    sm_drop_jobs(sm);
    arena_clear(&sm->arena);
    free(sm);
}

// --- blocks

void sm_check(Sm *sm, LaunchCheck *check)
{
    sm->check = check;
}

uint32_t sm_resident_blocks(const Sm *sm)
{
    return sm->resident;
}

void sm_start(Sm *sm, ResidentBlock *place, uint64_t index)
{
    if (place->block == NULL) {
        place->block = block_create(sm->launch);
        block_keep_time(place->block, &sm->now);
    }
    block_start(place->block, index);
}

void sm_give(Sm *sm, uint64_t block, Cycle at)
{
    sm->idle_until = 0;
    sm->queue = heap_room(sm->queue, sm->queue_count, &sm->queue_room, 2 * sizeof *sm->queue);
    sm->queue[sm->queue_count * 2] = block;
    sm->queue[sm->queue_count * 2 + 1] = at;
    sm->queue_count++;
}

uint32_t sm_queued(const Sm *sm)
{
    return sm->queue_count;
}

uint64_t sm_queued_block(const Sm *sm, uint32_t i)
{
    return sm->queue[2 * i];
}

Block *sm_block(const Sm *sm, uint32_t place, uint64_t *index)
{
    *index = sm->blocks[place].index;
    return sm->blocks[place].state == PLACE_LIVE ? sm->blocks[place].block : NULL;
}

uint32_t sm_take_ended(Sm *sm, const EndedBlock **ended)
{
    uint32_t count = sm->ended_count;
    *ended = sm->ended;
    sm->ended_count = 0;
    for (uint32_t i = 0; count > 0 && i < sm->resident; i++) {
        ResidentBlock *place = &sm->blocks[i];
        bool is_free = place->state == PLACE_ENDED && place->cluster == NULL;
        place->state = is_free ? PLACE_FREE : place->state;
    }
    return count;
}

bool sm_skip(Sm *sm, Cycle until)
{
    bool is_idle = sm->idle_until >= until;
    sm->now = is_idle ? until : sm->now;
    return is_idle;
}

Cycle sm_quiet_until(const Sm *sm)
{
    Cycle next = UINT64_MAX;
    if (sm->ready != 0 || sm->pending_count > 0 || sm->load_first < sm->load_next ||
        sm->queue_count > 0 || sm->job_count > 0 || sm->faulted != NULL) {
        return sm->now;
    }
    for (uint64_t rest = sm->in_state[WARP_SLEEPS]; rest != 0; rest &= rest - 1) {
        Cycle eligible = sm->warps[bits_lowest_64(rest)].eligible;
        next = eligible < next ? eligible : next;
    }
    return next;
}

bool sm_is_stuck(const Sm *sm, uint32_t repeats)
{
    bool is_stuck = sm->queue_count == 0;
    for (uint32_t slot = 0; slot < sm->warp_count && is_stuck; slot++) {
        const TimedWarp *warp = &sm->warps[slot];
        is_stuck = warp->state == WARP_NONE || warp->state == WARP_ENDED ||
                   warp->state == WARP_BARRIER ||
                   block_warp(warp->block, warp->index)->spin.repeats >= repeats;
    }
    return is_stuck;
}

void sm_watch_loops(Sm *sm)
{
    for (uint32_t i = 0; i < sm->resident; i++) {
        if (sm->blocks[i].state == PLACE_LIVE) {
            loop_watch_begin(sm->blocks[i].block);
        }
    }
}

void sm_end_watch(Sm *sm)
{
    for (uint32_t i = 0; i < sm->resident; i++) {
        if (sm->blocks[i].state == PLACE_LIVE) {
            loop_watch_end(sm->blocks[i].block);
        }
    }
}

SmLoops sm_loops(const Sm *sm)
{
    SmLoops loops = sm->queue_count > 0 && sm->live_blocks < sm->resident ? SM_GOES_ON : SM_LOOPS;
    for (uint32_t i = 0; i < sm->resident; i++) {
        Block *block = sm->blocks[i].state == PLACE_LIVE ? sm->blocks[i].block : NULL;
        if (block != NULL && loop_watch_has_changed(block)) {
            return SM_CHANGES;
        }
        if (block != NULL && !loop_watch_is_closed(block)) {
            loops = SM_GOES_ON;
        }
    }
    return loops;
}

uint64_t sm_instructions(const Sm *sm)
{
    uint64_t instructions = 0;
    for (uint32_t i = 0; i < sm->resident; i++) {
        const ResidentBlock *place = &sm->blocks[i];
        instructions += place->instructions;
        instructions += place->state == PLACE_LIVE ? block_instructions(place->block) : 0;
    }
    return instructions;
}

Cycle sm_last(const Sm *sm)
{
    return sm->last;
}

const SmCount *sm_counts(const Sm *sm)
{
    return &sm->counts;
}

uint64_t sm_active_so_far(const Sm *sm)
{
    return sm->counts.active_cycles + (sm->live_blocks > 0 ? sm->now - sm->live_since : 0);
}

double sm_l1_busy(const Sm *sm)
{
    return sm->lsu.busy > sm->textures.busy ? sm->lsu.busy : sm->textures.busy;
}

double sm_engine_busy(const Sm *sm)
{
    return sm->engine_busy;
}

double sm_tensor_busy(const Sm *sm)
{
    return sm->tensor_busy;
}

const Block *sm_faulted(const Sm *sm, Cycle *at)
{
    *at = sm->faulted_at;
    return sm->faulted;
}

// --- what was asked for

uint32_t sm_pending(const Sm *sm, Cycle until)
{
    uint32_t first = 0, end = sm->pending_count; // in the order of their cycles (sm_ask)
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        bool is_before = sm->pending[middle].request.sent < until;
        first = is_before ? middle + 1 : first;
        end = is_before ? end : middle;
    }
    return first;
}

static uint32_t cycle_of(const Pending *pending, Cycle from)
{
    return pending->request.sent > from ? (uint32_t)(pending->request.sent - from) : 0;
}

bool sm_count_pending(const Sm *sm, uint32_t count, Cycle from, uint32_t *counts)
{
    bool is_any_held = false;
    for (uint32_t i = 0; i < count; i++) {
        counts[cycle_of(&sm->pending[i], from)]++;
        is_any_held |= sm->pending[i].is_held;
    }
    return is_any_held;
}

void sm_sort_pending(const Sm *sm, uint32_t count, Cycle from, uint32_t *places, Demand *demands)
{
    for (uint32_t i = 0; i < count; i++) {
        const Pending *pending = &sm->pending[i];
        demands[places[cycle_of(pending, from)]++] =
            (Demand){.line = pending->request.line,
                     .sm = sm->number,
                     .number = i,
                     .place = {CACHE_NOWHERE, CACHE_NOWHERE},
                     .kind = pending->request.kind,
                     .sectors = pending->request.sectors,
                     .has_holes = pending->request.holes != 0,
                     .is_ordered = pending->is_ordered};
    }
}

bool sm_contends(const Sm *sm, uint32_t i, uint32_t *warp, uint32_t *lanes)
{
    const Pending *pending = &sm->pending[i];
    *warp = pending->warp;
    *lanes = bits_count(pending->lanes);
    return pending->is_ordered && pending->lanes != 0;
}

void sm_perform(Sm *sm, Worker *worker, MemoryTime *memory, uint32_t slot, Cycle at)
{
    TimedWarp *warp = &sm->warps[slot];
    const MicroTime *time = &sm->program->micros[warp->pc];
    sm->worker = worker;
    sm->idle_until = 0;
    sm_account(sm, warp, at);
    block_step(warp->block, worker, warp->index, true, &sm->step);
    sm_access(sm, slot, time, at, memory);
    sm->stalls[warp->pc].cycles[STALL_SELECTED]++;
    if (sm->tape != NULL) {
        sm_record_issue(sm, slot, at);
    }
    sm->counts.issued += time->issues;
    warp->since = at + 1;
    if (sm->step.slow.lanes != 0) { // of ordered steps, printf
        sm_follow_print(sm, slot, at, memory);
    } else {
        sm_follow(sm, slot, time, at);
    }
}

void sm_serve(Sm *sm, Worker *worker, MemoryTime *memory, uint32_t i)
{
    Pending *pending = &sm->pending[i];
    if (pending->is_ordered) {
        sm_perform(sm, worker, memory, pending->warp, pending->request.sent);
    } else {
        if (sm->tape != NULL) {
            sm_record_serve(sm, memory, &pending->request, pending->access, false);
        } else {
            memory_time_send(memory, sm->number, &pending->request);
        }
    }
}

void sm_prefetch(const Sm *sm, uint32_t i)
{
    __builtin_prefetch(&sm->pending[i], 1);
    __builtin_prefetch((const char *)&sm->pending[i + 1] - 1, 1);
}

static void answer_load(Sm *sm, uint64_t number, Cycle done)
{
    Load *load = &sm->loads[number & sm->load_mask];
    load->pending--;
    done += load->passes;
    load->ready = done > load->ready ? done : load->ready;
}

static void answer(Sm *sm, const MemoryRequest *request)
{
    sm->last = request->done > sm->last ? request->done : sm->last;
    if (request->load != 0) {
        answer_load(sm, request->load - 1, request->done);
    }
    for (uint32_t waiter = request->first_waiter; waiter != 0;) {
        const Waiter *entry = &sm->waiters[waiter];
        answer_load(sm, entry->load, request->done);
        uint32_t next = entry->next;
        sm_drop_waiter(sm, waiter);
        waiter = next;
    }
}

// How many answers ahead the host's caches are told of a line of L1.
enum { LINE_AHEAD = 16 };

static void settle_registers(Sm *sm)
{
    for (uint64_t i = sm->load_first; i < sm->load_next; i++) {
        const Load *load = &sm->loads[i & sm->load_mask];
        if (load->pending == 0 && load->warp != UINT32_MAX) {
            sm_settle_load(sm, i);
        }
    }
    while (sm->load_first < sm->load_next &&
           sm->loads[sm->load_first & sm->load_mask].warp == UINT32_MAX) {
        sm->load_first++;
    }
}

static bool is_known(const Sm *sm, uint64_t load)
{
    return load < sm->load_first || sm->loads[load & sm->load_mask].warp == UINT32_MAX;
}

void sm_wake_blocked(Sm *sm)
{
    for (uint64_t rest = sm->in_state[WARP_BLOCKED]; rest != 0; rest &= rest - 1) {
        uint32_t slot = bits_lowest_64(rest);
        if (is_known(sm, sm->warps[slot].blocker)) {
            sm_prepare(sm, slot, sm->warps[slot].eligible, READY_WAIT);
        }
    }
}

// Warps that issue before `until`, as far as is known. Nobody has touched them since the SM last
// ran: the host fetches all of them at once.
static void announce_warps(const Sm *sm, Cycle until)
{
    uint64_t slots = sm->in_state[WARP_READY];
    for (uint64_t rest = sm->in_state[WARP_SLEEPS]; rest != 0; rest &= rest - 1) {
        bool is_late = sm->warps[bits_lowest_64(rest)].eligible >= until;
        slots |= is_late ? 0 : rest & (0 - rest);
    }
    for (uint64_t rest = slots; rest != 0; rest &= rest - 1) {
        const TimedWarp *warp = &sm->warps[bits_lowest_64(rest)];
        block_announce_warp(warp->block, warp->index);
    }
    for (uint64_t rest = slots; rest != 0; rest &= rest - 1) {
        const TimedWarp *warp = &sm->warps[bits_lowest_64(rest)];
        block_announce_step(warp->block, warp->index);
        __builtin_prefetch(&warp->ready[sm->program->micros[warp->pc].results[0]], 1);
    }
}

void sm_finish_phase(Sm *sm, MemoryTime *memory, uint32_t count, Cycle until)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i + LINE_AHEAD < count) {
            l1_announce_place(&sm->l1, sm->pending[i + LINE_AHEAD].place);
        }
        const MemoryRequest *request = &sm->pending[i].request;
        if (sm->pending[i].is_ordered || request->is_under_way) {
            continue;
        }
        if (sm->pending[i].place != 0) {
            l1_fill(&sm->l1, sm->pending[i].place, request->line, sm->pending_first + i,
                    request->done);
        }
        answer(sm, request);
    }
    MemoryRequest late; // on GPUs without L1
    while (memory_time_answer(memory, sm->number, &late)) {
        answer(sm, &late);
    }
    sm->pending_count -= count;
    sm->pending_first += count;
    if (sm->pending_count > 0) {
        memmove(sm->pending, sm->pending + count, sm->pending_count * sizeof *sm->pending);
    }
    settle_registers(sm);
    sm_wake_blocked(sm);
    announce_warps(sm, until);
}
