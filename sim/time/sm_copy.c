// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies of an SM: when their groups have arrived, and what waits at an mbarrier for
// them. They have moved their data when they are issued; a warp that waits for a group, or that
// uses the result of a wait which found a phase complete, goes on when the data would be there.
//
// A group is a slot of the warp's scoreboard, all of its copies one Load. What an mbarrier waits
// for is a Load of its own, which follows those of the groups that arrive there.
#include "isa/base/heap.h"
#include "sim/time/sm_record.h"
#include "sim/time/sm_state.h"

#include <stdlib.h>
#include <string.h>

static Load *load_at(const Sm *sm, uint64_t number)
{
    return &sm->loads[number & sm->load_mask];
}

static Ready ready_of(const Sm *sm, uint64_t load)
{
    const Load *entry = load_at(sm, load);
    return entry->pending > 0 ? READY_UNKNOWN | load
                              : ready_at(entry->ready, (ReadyReason)entry->reason);
}

// The load behind `ready`, which goes on with it; a new one if its end is known.
static uint64_t open_load(Sm *sm, uint32_t slot, Ready ready, ReadyReason reason)
{
    if (ready >= READY_UNKNOWN) {
        return ready - READY_UNKNOWN;
    }
    uint64_t load = sm_new_load(sm, slot, NULL);
    load_at(sm, load)->ready = ready_cycle(ready);
    load_at(sm, load)->is_copied = true;
    load_at(sm, load)->reason = (uint8_t)reason;
    return load;
}

// `target` also waits, for that `reason`, for what becomes known with `ready`.
static void follow(Sm *sm, uint32_t slot, Ready *target, Ready ready, ReadyReason reason,
                   bool is_barrier)
{
    if (ready < READY_UNKNOWN && *target < READY_UNKNOWN) {
        Ready at = ready_at(ready_cycle(ready), reason);
        *target = ready > 0 && at > *target ? at : *target;
        return;
    }
    uint64_t load = open_load(sm, slot, *target, reason);
    load_at(sm, load)->is_barrier = is_barrier;
    if (ready < READY_UNKNOWN) {
        Load *entry = load_at(sm, load);
        entry->ready = ready_cycle(ready) > entry->ready ? ready_cycle(ready) : entry->ready;
    } else if (ready - READY_UNKNOWN != load) {
        uint64_t source = ready - READY_UNKNOWN;
        uint32_t waiter = sm_new_waiter(sm, load, load_at(sm, source)->followed);
        load_at(sm, source)->followed = waiter;
    }
    *target = ready_of(sm, load);
}

// --- groups

static Ready *group_of(const Sm *sm, const TimedWarp *warp, CopyKind kind, uint32_t number)
{
    return &warp->ready[sm->program->group_slot + kind * GROUP_SLOTS + number % COPY_GROUPS];
}

static Ready *older_groups(const Sm *sm, const TimedWarp *warp, CopyKind kind)
{
    return &warp->ready[sm->program->group_slot + kind * GROUP_SLOTS + COPY_GROUPS];
}

static ReadyReason reason_of(CopyKind kind)
{
    return kind == COPY_BULK ? READY_BULK_COPY : READY_COPY_GROUP;
}

void sm_copy_lines(Sm *sm, uint32_t slot, const LineAccess *lines, uint32_t count, Cycle at)
{
    const TimedWarp *warp = &sm->warps[slot];
    Ready *group = group_of(sm, warp, COPY_LANES, warp->groups[COPY_LANES]);
    uint64_t load = open_load(sm, slot, *group, READY_COPY_GROUP);
    sm_read_lines(sm, load, lines, count, at, sm->gpu->lat_l1);
    *group = ready_of(sm, load);
    if (sm->tape != NULL) {
        sm_record_copy(sm, slot, group);
    }
}

static CopyKind kind_of(const Micro *micro)
{
    return micro->combine == PTX_DOT_BULK ? COPY_BULK : COPY_LANES;
}

Ready sm_groups_ready(const Sm *sm, const TimedWarp *warp, Ready ready)
{
    const Micro *micro = &sm->launch->program->code[warp->pc];
    CopyKind kind = kind_of(micro);
    uint32_t open = warp->groups[kind];
    if (micro->function == PTX_DOT_COMMIT_GROUP ||
        sm->program->group_slot == sm->program->slot_count) {
        return ready;
    }
    // All but the open one and the newest `offset`; wait_all waits for the open one too.
    int64_t first = micro->function == PTX_DOT_WAIT_ALL ? 0 : micro->offset + 1;
    Ready older = *older_groups(sm, warp, kind);
    ready = older > ready ? older : ready;
    for (uint32_t i = 0; i < COPY_GROUPS; i++) {
        Ready group = *group_of(sm, warp, kind, open - i);
        ready = i >= first && group > ready ? group : ready;
    }
    return ready;
}

void sm_follow_group(Sm *sm, uint32_t slot)
{
    const Micro *micro = sm->step.micro;
    TimedWarp *warp = &sm->warps[slot];
    CopyKind kind = kind_of(micro);
    if (micro->function != PTX_DOT_COMMIT_GROUP ||
        sm->program->group_slot == sm->program->slot_count) {
        return;
    }
    Ready *next = group_of(sm, warp, kind, ++warp->groups[kind]);
    follow(sm, slot, older_groups(sm, warp, kind), *next, reason_of(kind), false);
    *next = 0;
}

// --- mbarriers

void sm_forget_barriers(Sm *sm, uint32_t block_slot)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sm->barrier_count; i++) {
        if (sm->barriers[i].block_slot != block_slot) {
            sm->barriers[kept++] = sm->barriers[i];
        }
    }
    sm->barrier_count = kept;
}

static TimedBarrier *find_barrier(const Sm *sm, uint32_t block_slot, uint32_t address)
{
    for (uint32_t i = 0; i < sm->barrier_count; i++) {
        if (sm->barriers[i].block_slot == block_slot && sm->barriers[i].address == address) {
            return &sm->barriers[i];
        }
    }
    return NULL;
}

static TimedBarrier *obtain_barrier(Sm *sm, uint32_t block_slot, uint32_t address)
{
    TimedBarrier *found = find_barrier(sm, block_slot, address);
    if (found != NULL) {
        return found;
    }
    sm->barriers =
        heap_room(sm->barriers, sm->barrier_count, &sm->barrier_room, sizeof *sm->barriers);
    found = &sm->barriers[sm->barrier_count++];
    *found =
        (TimedBarrier){.block_slot = block_slot, .address = address, .producer = RECORDED_NONE};
    return found;
}

// The warp's copies so far arrive at the mbarrier (cp.async.mbarrier.arrive).
static void arrive(Sm *sm, uint32_t slot, TimedBarrier *barrier)
{
    const TimedWarp *warp = &sm->warps[slot];
    for (uint32_t i = 0; i < COPY_GROUPS && sm->program->group_slot < sm->program->slot_count;
         i++) {
        follow(sm, slot, &barrier->ready, *group_of(sm, warp, COPY_LANES, i), READY_MBARRIER, true);
    }
    barrier->producer = sm->tape == NULL ? RECORDED_NONE : sm_record_last(sm, slot);
}

void sm_delay_mbarriers(Sm *sm, uint32_t slot, Cycle until, ReadyReason reason)
{
    const StepAccess *access = &sm->step.access;
    for (uint32_t i = 0; i < access->mbarrier_count; i++) {
        uint32_t place = sm->warps[slot].block_slot;
        TimedBarrier *barrier = obtain_barrier(sm, place, access->mbarriers[i]);
        follow(sm, slot, &barrier->ready, ready_at(until, reason), reason, true);
        barrier->producer = sm->tape == NULL ? RECORDED_NONE : sm_record_last(sm, slot);
    }
}

void sm_meet_mbarriers(Sm *sm, uint32_t slot, const MicroTime *time)
{
    const StepAccess *access = &sm->step.access;
    TimedWarp *warp = &sm->warps[slot];
    for (uint32_t i = 0; i < access->mbarrier_count; i++) {
        if (sm->step.micro->function == PTX_DOT_ASYNC) {
            arrive(sm, slot, obtain_barrier(sm, warp->block_slot, access->mbarriers[i]));
            continue;
        }
        const TimedBarrier *barrier = find_barrier(sm, warp->block_slot, access->mbarriers[i]);
        for (uint32_t r = 0; barrier != NULL && r < time->result_count; r++) {
            Ready *ready = &warp->ready[time->results[r]];
            if (barrier->ready > *ready) {
                *ready = barrier->ready;
                sm_record_producer(sm, slot, time->results[r], barrier->producer);
            }
        }
        Ready committed = sm_committed(sm, slot, access->mbarriers[i]);
        for (uint32_t r = 0; r < time->result_count; r++) {
            Ready *ready = &warp->ready[time->results[r]];
            if (committed > *ready) {
                *ready = committed;
                sm_record_producer(sm, slot, time->results[r], RECORDED_NONE);
            }
        }
    }
}

// --- bulk copies

static RequestKind bulk_kind(const Micro *micro)
{
    if (micro_is_bulk_reduction(micro)) {
        return REQUEST_ATOMIC;
    }
    bool is_load = micro->kind == MICRO_COPY_TENSOR ? micro->function == PTX_DOT_LOAD
                                                    : micro->type == PTX_SPACE_GLOBAL;
    return is_load ? REQUEST_READ : REQUEST_WRITE;
}

// What waits for the copies of this instruction: an mbarrier, or a group. A wait for the group of a
// store ends when the engine has sent all of it, as on an H100 (traces/h100/hopper/bulk_rates.csv,
// store_alone), so reading the source and writing it take the same time.
static uint64_t bulk_load(Sm *sm, uint32_t slot)
{
    const TimedWarp *warp = &sm->warps[slot];
    const StepAccess *access = &sm->step.access;
    bool is_grouped = sm->step.micro->e == ROW_NONE;
    Ready *group = group_of(sm, warp, COPY_BULK, warp->groups[COPY_BULK]);
    uint64_t load = open_load(sm, slot, is_grouped ? *group : 0, READY_BULK_COPY);
    load_at(sm, load)->pending++; // for the job
    if (is_grouped) {
        *group = READY_UNKNOWN | load;
        if (sm->tape != NULL) {
            sm_record_copy(sm, slot, group);
        }
    }
    for (uint32_t i = 0; i < access->mbarrier_count; i++) {
        TimedBarrier *barrier = obtain_barrier(sm, warp->block_slot, access->mbarriers[i]);
        follow(sm, slot, &barrier->ready, READY_UNKNOWN | load, READY_BULK_COPY, true);
        barrier->producer = sm->tape == NULL ? RECORDED_NONE : sm_record_last(sm, slot);
    }
    return load;
}

void sm_copy_bulk(Sm *sm, uint32_t slot, Cycle now)
{
    const LineList *bulk = sm->step.access.bulk;
    RequestKind kind = bulk_kind(sm->step.micro);
    BulkJob job = {.lines = heap_allocate(bulk->count, sizeof *job.lines),
                   .count = bulk->count,
                   .load = bulk_load(sm, slot),
                   .slot = slot,
                   .age = sm->warps[slot].age,
                   .access = sm_record_asker(sm),
                   .kind = (uint8_t)kind,
                   .begins = cycle_real(now) + (kind == REQUEST_READ ? sm->gpu->lat_bulk : 0)};
    memcpy(job.lines, bulk->lines, bulk->count * sizeof *job.lines);
    sm->jobs = heap_room(sm->jobs, sm->job_count, &sm->job_room, sizeof *sm->jobs);
    sm->jobs[sm->job_count++] = job;
}

void sm_drop_jobs(Sm *sm)
{
    for (uint32_t i = 0; i < sm->job_count; i++) {
        free(sm->jobs[i].lines);
    }
    free(sm->jobs);
}

static double engine_at(const Sm *sm)
{
    return sm->jobs[0].begins > sm->engine ? sm->jobs[0].begins : sm->engine;
}

Cycle sm_engine_next(const Sm *sm, Cycle until)
{
    Cycle at = cycle_ceil(engine_at(sm));
    at = at > sm->now ? at : sm->now + 1;
    return at < until ? at : until;
}

static void ask_line(Sm *sm, const BulkJob *job, const LineAccess *line)
{
    Pending *pending = sm_ask(sm, sm->now);
    MemoryRequest *request = &pending->request;
    pending->access = job->access;
    request->line = line->line;
    request->sectors = (uint8_t)line->sectors;
    request->operations = (uint16_t)sector_count(line->sectors);
    request->kind = job->kind;
    request->is_bulk = true;
    if (job->kind == REQUEST_READ) {
        sm_wait_for(sm, job->load, request);
    }
}

// The engine has nothing more to do for the first job.
static void end_job(Sm *sm)
{
    BulkJob job = sm->jobs[0];
    Load *load = load_at(sm, job.load);
    sm->job_count--;
    memmove(sm->jobs, sm->jobs + 1, sm->job_count * sizeof *sm->jobs);
    free(job.lines);
    if (job.kind != REQUEST_READ) {
        TimedWarp *warp = &sm->warps[job.slot];
        load->ready = sm->now > load->ready ? sm->now : load->ready;
        bool is_same = warp->age == job.age; // the slot may have another block's warp by now
        warp->writes_done = is_same && sm->now > warp->writes_done ? sm->now : warp->writes_done;
        sm->last = sm->now > sm->last ? sm->now : sm->last;
    }
    if (--load->pending == 0) {
        sm_settle_load(sm, job.load);
        sm_wake_blocked(sm);
    }
}

// Cycles for which a line holds the engine.
static double line_cycles(const Gpu *gpu, const BulkJob *job, const LineAccess *line)
{
    double rate = job->kind == REQUEST_READ    ? gpu->bulk_read_bytes
                  : job->kind == REQUEST_WRITE ? gpu->bulk_write_bytes
                                               : gpu->bulk_reduce_bytes;
    double moving = sector_count(line->sectors) * (double)SECTOR_BYTES / rate;
    return moving > gpu->bulk_row_cycles ? moving : gpu->bulk_row_cycles;
}

void sm_run_engine(Sm *sm)
{
    while (sm->job_count > 0 && engine_at(sm) <= cycle_real(sm->now)) {
        BulkJob *job = &sm->jobs[0];
        const LineAccess *line = &job->lines[job->next];
        double cycles = line_cycles(sm->gpu, job, line);
        sm->engine = engine_at(sm) + cycles;
        sm->engine_busy += cycles;
        ask_line(sm, job, line);
        if (++job->next == job->count) {
            end_job(sm);
        }
    }
}

// --- what has arrived

static void replace(Ready *ready, uint32_t count, Ready unknown, Ready known)
{
    for (uint32_t i = 0; i < count; i++) {
        ready[i] = ready[i] == unknown ? known : ready[i];
    }
}

// Whoever waits at the load's mbarrier.
static void settle_barrier(Sm *sm, Ready unknown, Ready known)
{
    for (uint32_t i = 0; i < sm->barrier_count; i++) {
        replace(&sm->barriers[i].ready, 1, unknown, known);
    }
    for (uint32_t slot = 0; slot < sm->warp_count; slot++) {
        replace(sm->warps[slot].ready, sm->program->slot_count, unknown, known);
    }
}

// Loads that wait for this one.
static void settle_followers(Sm *sm, uint32_t waiter, Cycle ready)
{
    while (waiter != 0) {
        Waiter *entry = &sm->waiters[waiter];
        uint64_t number = entry->load;
        uint32_t next = entry->next;
        sm_drop_waiter(sm, waiter);
        Load *load = load_at(sm, number);
        load->ready = ready > load->ready ? ready : load->ready;
        if (--load->pending == 0) {
            sm_settle_load(sm, number);
        }
        waiter = next;
    }
}

void sm_settle_load(Sm *sm, uint64_t number)
{
    Load *load = load_at(sm, number);
    TimedWarp *warp = &sm->warps[load->warp];
    Ready unknown = READY_UNKNOWN | number;
    Ready known = ready_at(load->ready, (ReadyReason)load->reason);
    if (sm->tape != NULL) {
        sm_record_done(sm, load->access, load->ready);
    }
    if (load->is_barrier) {
        settle_barrier(sm, unknown, known);
    } else if (load->is_copied) {
        replace(warp->ready, sm->program->slot_count, unknown, known);
    } else {
        for (uint32_t i = 0; i < load->time->result_count; i++) {
            replace(&warp->ready[load->time->results[i]], 1, unknown, known);
        }
    }
    load->warp = UINT32_MAX;
    settle_followers(sm, load->followed, load->ready);
}

bool sm_is_copying(const Sm *sm)
{
    return sm->job_count > 0;
}
