// SPDX-License-Identifier: Apache-2.0
// The clock of an SM: which warp issues when. A scheduler that has a ready warp issues one machine
// instruction. A warp that cannot continue sleeps until the cycle at which it can, so that no warp
// is polled, and an SM whose warps all sleep jumps to the first that wakes.
#include "isa/base/bits.h"
#include "sim/time/sm_ready.h"
#include "sim/time/sm_record.h"
#include "sim/time/sm_state.h"
#include "sim/time/sm_wake.h"
#include "sim/warp/print_cost.h"

#include <stdlib.h>
#include <string.h>

// --- what a warp does next

void sm_account(Sm *sm, TimedWarp *warp, Cycle until)
{
    if (sm->tape != NULL) {
        sm_record_account(sm, warp, until);
    }
    account_untaped(sm, warp, until);
}

static Ready latest_operand(const TimedWarp *warp, const MicroTime *time, Ready ready)
{
    for (uint32_t i = 0; i < time->source_count; i++) {
        Ready at = warp->ready[time->sources[i]];
        ready = at > ready ? at : ready;
    }
    Ready guard = guard_ready(warp, time);
    return guard > ready ? guard : ready;
}

// What holds a warp at the barrier, or collective, that the step has brought it to.
static ReadyReason barrier_reason(const Sm *sm)
{
    const Micro *micro = sm->step.micro;
    bool is_group =
        micro != NULL && micro->kind == MICRO_BARRIER && micro->combine == PTX_DOT_WAIT_GROUP;
    return is_group ? READY_WARPGROUP : READY_BARRIER;
}

static void wait_at_barrier(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    sm_set_state(sm, slot, WARP_BARRIER);
    warp->stall = (uint8_t)stall_of(barrier_reason(sm));
    warp->is_at_cluster = sm->step.state == STEP_AT_CLUSTER && sm_is_in_cluster(sm, warp);
    if (!warp->is_at_cluster && warp->stall != STALL_WARPGROUP) {
        double *open = &sm->blocks[warp->block_slot].barrier_open, now = cycle_real(sm->now);
        *open = (*open > now ? *open : now) + sm->gpu->lat_barrier_warp;
    }
    warp->eligible = sm->now; // until it is let go, see release()
}

// Micro-ops that are not machine instructions happen with the one before them.
static bool step_free(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    for (;;) {
        const MicroTime *time = &sm->program->micros[warp->execution->pc];
        if (time->class != TIME_FREE || !block_warp_is_ready(warp->block, warp->index)) {
            return true;
        }
        Ready ready = latest_operand(warp, time, 0);
        block_step(warp->block, sm->worker, warp->index, false, &sm->step);
        if (sm->step.state != STEP_DONE) {
            return false;
        }
        if (sm->tape != NULL) {
            sm_record_free(sm, slot, time, ready);
        }
        if (time->is_commit) {
            sm_commit_products(warp);
        }
        if (ready >= READY_UNKNOWN) {
            sm->loads[(ready - READY_UNKNOWN) & sm->load_mask].is_copied = true;
        }
        for (uint32_t i = 0; i < time->result_count; i++) {
            warp->ready[time->results[i]] = ready;
        }
    }
}

// Cycles before a fence issues. Its instructions, the first of which waits, issue after that.
static Cycle fence_wait(const TimedWarp *warp, const MicroTime *time)
{
    double flush = time->forgets_l1 ? warp->flush_cycles : warp->release_cycles;
    flush -= time->shorter_cycles;
    double latency = flush > time->latency ? flush : time->latency;
    double issue = (time->issues - 1) * time->gap + time->interval;
    return latency > issue ? (Cycle)(latency - issue) : 0;
}

// A fence begins when the loads before it are back: a chain of a load and a fence takes what a
// chain of loads takes, plus a trip to the word's home and lat_fence_flush (home_fence and
// home_atomic in traces/h200/microbench.csv).
static Ready latest_result(const Sm *sm, const TimedWarp *warp, Ready ready)
{
    for (uint32_t i = 0; i < sm->program->group_slot; i++) {
        ready = warp->ready[i] > ready ? warp->ready[i] : ready;
    }
    return ready;
}

// When what else it waits for is over, too: fences, groups of copies, products of warpgroups.
static Ready latest_of_more(const Sm *sm, uint32_t slot, const MicroTime *time, Ready ready)
{
    const TimedWarp *warp = &sm->warps[slot];
    bool is_on = block_warp_on(warp->block, warp->index) != 0;
    ready = time->forgets_l1 ? latest_result(sm, warp, ready) : ready;
    if (time->class == TIME_FENCE && ready < READY_UNKNOWN && is_on) {
        Cycle over = ready_cycle(ready) + fence_wait(warp, time);
        over = warp->writes_done > over ? warp->writes_done : over;
        ready = over > ready_cycle(ready) ? ready_at(over, READY_MEMBAR) : ready;
    }
    if (time->class == TIME_GROUP && is_on) {
        ready = sm_groups_ready(sm, warp, ready);
    }
    if (time->class == TIME_BARRIER && time->reason == READY_WARPGROUP) {
        ready = sm_products_ready(sm, warp, ready);
    }
    return ready;
}

void sm_prepare(Sm *sm, uint32_t slot, Cycle earliest, ReadyReason reason)
{
    TimedWarp *warp = &sm->warps[slot];
    warp->pc = warp->execution->pc;
    const MicroTime *time = &sm->program->micros[warp->pc];
    Ready ready = latest_wait(warp, time, ready_at(earliest, reason));
    ready = time->waits_for_more ? latest_of_more(sm, slot, time, ready) : ready;
    if (sm->tape != NULL) {
        sm_record_cause(sm, slot, time, ready);
    }
    block_announce_step(warp->block, warp->index);
    if (ready >= READY_UNKNOWN) {
        sm_set_state(sm, slot, WARP_BLOCKED);
        warp->blocker = ready - READY_UNKNOWN;
        const Load *load = &sm->loads[warp->blocker & sm->load_mask];
        warp->stall = (uint8_t)stall_of((ReadyReason)load->reason);
        warp->eligible = earliest;
        return;
    }
    sm_sleep(sm, slot, ready_cycle(ready), stall_of(ready_reason(ready)));
}

// --- blocks come and go

static void begin_block(Sm *sm, uint32_t number, uint64_t index)
{
    ResidentBlock *resident = &sm->blocks[number];
    if (resident->state != PLACE_GIVEN) {
        sm_start(sm, resident, index);
        resident->check =
            sm->check == NULL ? NULL : unit_check_begin(sm->check, index, &resident->block, 1);
    }
    resident->state = PLACE_LIVE;
    resident->index = index;
    resident->warps_left = sm->warps_per_block;
    resident->barrier_open = 0;
    sm_forget_barriers(sm, number);
    if (sm->recorder != NULL) {
        sm_record_begin(sm, number);
    }
    uint64_t age = sm->next_age++;
    if (sm->live_blocks++ == 0) {
        sm->live_since = sm->now;
    }
    if (sm->warm_at == 0) {
        sm->warm_at = sm->now + 1 + (Cycle)sm->gpu->cold_start_cycles;
    }
    Cycle first = sm->warm_at > sm->now + 1 ? sm->warm_at - 1 : sm->now;
    for (uint32_t i = 0; i < sm->warps_per_block; i++) {
        uint32_t slot = number * sm->warps_per_block + i;
        TimedWarp *warp = &sm->warps[slot];
        Ready *ready = warp->ready;
        sm_set_state(sm, slot, WARP_NONE);
        memset(ready, 0, sm->program->slot_count * sizeof *ready);
        *warp = (TimedWarp){.block = resident->block,
                            .execution = block_warp(resident->block, i),
                            .block_slot = number,
                            .index = i,
                            .since = sm->now,
                            .begun = sm->now,
                            .age = age,
                            .turn = ++sm->turns,
                            .ready = ready};
        sm_go_on(sm, slot, first, READY_FIRST);
    }
}

// A free place, or that of a block of a cluster; sm->resident when there is none.
static uint32_t place_of(const Sm *sm, uint64_t index)
{
    uint32_t place = 0;
    while (place < sm->resident && sm->blocks[place].state != PLACE_FREE &&
           (sm->blocks[place].state != PLACE_GIVEN || sm->blocks[place].index != index)) {
        place++;
    }
    return place;
}

static void begin_blocks(Sm *sm)
{
    uint32_t place;
    while (sm->queue_count > 0 && sm->queue[1] <= sm->now &&
           (place = place_of(sm, sm->queue[0])) < sm->resident) {
        uint64_t index = sm->queue[0];
        sm->queue_count--;
        memmove(sm->queue, sm->queue + 2, sm->queue_count * 2 * sizeof *sm->queue);
        begin_block(sm, place, index);
    }
}

static void end_warp(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    sm_set_state(sm, slot, WARP_ENDED);
    sm->counts.warp_cycles += warp->since - warp->begun;
    ResidentBlock *place = &sm->blocks[warp->block_slot];
    if (--place->warps_left == 0) {
        place->state = PLACE_ENDED;
        if (sm->tape != NULL) {
            sm_record_end(sm, warp->block_slot);
        }
        place->instructions += block_instructions(place->block);
        sm->ended[sm->ended_count++] =
            (EndedBlock){sm->now, place->index, place->block, warp->block_slot, place->check};
        place->check = NULL;
        if (--sm->live_blocks == 0) {
            sm->counts.active_cycles += sm->now - sm->live_since;
        }
    }
}

// Releases waiting warps of the block: a barrier is complete because of warp `by`. It takes one
// arrival after another, which warps that come at different times do not notice; lat_barrier is
// that of two warps that arrive together.
static void release(Sm *sm, uint32_t by)
{
    uint32_t block_slot = sm->warps[by].block_slot;
    uint32_t first = block_slot * sm->warps_per_block;
    double open = sm->blocks[block_slot].barrier_open, now = cycle_real(sm->now);
    double latency = sm->gpu->lat_barrier - 2 * sm->gpu->lat_barrier_warp;
    Cycle until = cycle_floor((open > now ? open : now) + (latency > 0 ? latency : 0));
    if (sm->tape != NULL) {
        sm_record_release(sm, by);
    }
    if (!sm_is_in_cluster(sm, &sm->warps[by])) {
        block_poll_cluster(sm->warps[by].block);
    }
    for (uint32_t slot = first; slot < first + sm->warps_per_block; slot++) {
        TimedWarp *warp = &sm->warps[slot];
        if (warp->state == WARP_BARRIER && !warp->is_at_cluster &&
            block_warp_is_ready(warp->block, warp->index)) {
            warp->eligible = sm->now + 1;
            sm_account(sm, warp, sm->now + 1);
            bool is_group = warp->stall == STALL_WARPGROUP; // which is no barrier of the machine
            sm_go_on(sm, slot, is_group ? sm->now + 1 : until,
                     is_group ? READY_WARPGROUP : READY_BARRIER);
        }
    }
}

// Handles a step after which the warp cannot continue; false: it can.
static bool has_stopped(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    switch (sm->step.state) {
    case STEP_AT_BARRIER:
    case STEP_AT_MEMBERS:
    case STEP_AT_CLUSTER:
        warp->pc = warp->execution->pc;
        wait_at_barrier(sm, slot);
        return true;
    case STEP_ENDED:
        sm_arrive_at_cluster(&sm->blocks[warp->block_slot], sm->now);
        end_warp(sm, slot);
        release(sm, slot);
        return true;
    case STEP_FAULT:
        if (sm->faulted == NULL) {
            sm->faulted = warp->block;
            sm->faulted_at = sm->now;
        }
        sm_set_state(sm, slot, WARP_BARRIER);
        return true;
    default: return false;
    }
}

void sm_go_on(Sm *sm, uint32_t slot, Cycle earliest, ReadyReason reason)
{
    if (step_free(sm, slot) || !has_stopped(sm, slot)) {
        sm_prepare(sm, slot, earliest, reason);
    }
}

// --- issue

// The thread of a warp that asked to sleep longest keeps it from going on. (PTX ISA: any time up to
// twice what is asked for; here it is that.)
static Cycle sleeps(const Sm *sm)
{
    Cycle asked = (Cycle)(sm->step.slept_ns * 1e-3 * sm->gpu->sm_clock_mhz);
    Cycle issue = (Cycle)sm->gpu->issue_cycles;
    return asked > issue ? asked : issue;
}

void sm_follow_print(Sm *sm, uint32_t slot, Cycle now, MemoryTime *memory)
{
    const SlowCost *cost = &sm->step.slow;
    Cycle takes = cost->cycles + (sm->has_printed ? 0 : PRINT_FIRST_CYCLES);
    sm->has_printed = true;
    sm->counts.issued += (uint64_t)(int64_t)cost->issues;
    Cycle done = memory_time_print(memory, now, takes, cost->lanes);
    sm->last = done > sm->last ? done : sm->last;
    TimedWarp *warp = &sm->warps[slot]; // its wait belongs to the call, not to what follows
    warp->stall = STALL_LONG;
    warp->eligible = done;
    sm_account(sm, warp, done);
    if (!has_stopped(sm, slot)) {
        sm_go_on(sm, slot, done, READY_LONG);
    }
}

void sm_follow(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    if (has_stopped(sm, slot)) {
        return;
    }
    TimedWarp *warp = &sm->warps[slot];
    bool is_arrival = time->class == TIME_CLUSTER &&
                      sm->launch->program->code[warp->pc].function == PTX_DOT_ARRIVE;
    if (time->class == TIME_CLUSTER && sm_is_in_cluster(sm, warp)) {
        sm_follow_cluster(sm, slot, is_arrival, now);
    } else if (is_arrival) {
        release(sm, slot);
        sm_go_on(sm, slot, now + sm->issue_cycles, READY_WAIT);
    } else if (time->class == TIME_BARRIER || time->class == TIME_CLUSTER) { // the last to arrive
        wait_at_barrier(sm, slot);
        release(sm, slot);
    } else if (time->class == TIME_SLEEP) {
        sm_go_on(sm, slot, now + sleeps(sm), READY_WAIT);
        warp->stall = warp->stall == STALL_WAIT ? STALL_SLEEPING : warp->stall;
    } else if (time->class == TIME_BRANCH && sm->step.on != 0) {
        sm_go_on(sm, slot, now + cycle_floor(time->latency), READY_BRANCH);
    } else {
        sm_go_on(sm, slot, now + sm->issue_cycles, READY_WAIT);
    }
}

// The step was a division or root some of whose lanes take a slow path: its instructions follow
// those of the short sequence. Returns its cycles.
static Cycle begin_slow_path(Sm *sm, TimedWarp *warp)
{
    const SlowCost *slow = &sm->step.slow;
    sm->counts.issued += (uint64_t)(int64_t)slow->issues;
    warp->slow_left = slow->issues > 0 ? (uint32_t)slow->issues : 0;
    warp->slow_cycles = slow->cycles;
    warp->slow_fp64 = (uint8_t)(slow->fp64 > 0 ? slow->fp64 : 0);
    warp->slow_xu = (uint8_t)(slow->xu > 0 ? slow->xu : 0);
    return slow->cycles;
}

// Puts a warp to sleep up to the next instruction of its sequence. Those of a slow path share its
// time evenly.
static void go_on_in_sequence(Sm *sm, uint32_t slot, const MicroTime *time)
{
    TimedWarp *warp = &sm->warps[slot];
    Cycle gap = cycle_ceil(time->gap);
    if (sm_is_slow(warp)) {
        gap = warp->slow_cycles / warp->left;
        warp->slow_cycles -= gap;
    }
    sm_sleep(sm, slot, sm->now + gap, STALL_WAIT);
}

// A step was performed now: registers, memory, what comes next.
static void stepped(Sm *sm, uint32_t slot, const MicroTime *time)
{
    TimedWarp *warp = &sm->warps[slot];
    sm->last = sm->now > sm->last ? sm->now : sm->last;
    uint32_t issues = time->issues > 0 ? time->issues : 1;
    sm->counts.issued += issues;
    Cycle end = sm->now;
    if (issues > 1) {
        end += cycle_floor((float)(issues - 1) * time->gap);
    }
    warp->slow_left = 0;
    if (sm->step.slow.lanes != 0) {
        end += begin_slow_path(sm, warp);
    }
    if (time->class == TIME_MEMORY) {
        sm_access(sm, slot, time, end, NULL);
    } else {
        double start = cycle_real(end);
        start = time->class == TIME_MIO ? sm_queue(sm, slot, start, time->interval) : start;
        Ready ready = ready_at(cycle_ceil(start + time->latency), (ReadyReason)time->reason);
        for (uint32_t i = 0; i < time->result_count; i++) {
            warp->ready[time->results[i]] = ready;
        }
        if (sm->tape != NULL) {
            sm_record_results(sm, slot, time);
        }
        if (time->forgets_l1 && sm->step.on != 0) {
            l1_forget(&sm->l1);
        }
        if (time->class == TIME_FENCE && sm->step.on != 0) {
            warp->flush_cycles = warp->release_cycles = 0;
        }
        if (time->class == TIME_GROUP && sm->step.on != 0) {
            sm_follow_group(sm, slot);
        }
        if (time->class == TIME_TENSOR && sm->step.micro != NULL && sm->step.on != 0) {
            sm_use_tensor(sm, slot, end);
        }
    }
    if (issues + warp->slow_left > 1 && sm->step.state == STEP_DONE) {
        warp->left = issues + warp->slow_left - 1;
        go_on_in_sequence(sm, slot, time);
        return;
    }
    sm_follow(sm, slot, time, sm->now);
}

// The warp has reached an access ordered between blocks. An SM makes its requests in order, so its
// turn does not come before that of the previous request.
static void park(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    Pending *pending = sm_ask(sm, sm->now);
    pending->is_ordered = true;
    pending->warp = (uint16_t)slot;
    const StepAccess *wish = &sm->step.access;
    const Micro *micro = &sm->launch->program->code[warp->pc];
    bool prints = micro->kind == MICRO_SYSTEM_CALL && micro->function == SYSTEM_VPRINTF;
    pending->is_held = sm->program->micros[warp->pc].result_count == 0 && !prints;
    if (micro->kind == MICRO_ATOM && micro->function == PTX_DOT_CAS && sm_is_one_line(wish)) {
        pending->lanes = wish->lanes;
        pending->request.line = wish->address[bits_lowest(wish->lanes)] / LINE_BYTES;
    }
    Cycle at = pending->request.sent;
    sm_set_state(sm, slot, WARP_PARKED);
    warp->stall = STALL_LG;
    warp->eligible = at;
}

// Holds the warp back while a resource that it needs is busy; true if it cannot issue now.
static bool is_held(Sm *sm, uint32_t slot, const Scheduler *scheduler, const MicroTime *time)
{
    TimedWarp *warp = &sm->warps[slot];
    Cycle until = sm_busy_until(sm, warp, scheduler, time);
    if (until <= sm->now) {
        return false;
    }
    sm_account(sm, warp, sm->now);
    sm_sleep(sm, slot, until, sm_is_queued(time) ? (Stall)time->held : STALL_MATH_PIPE);
    return true;
}

static void take(double *free_at, double now, float busy)
{
    *free_at = (*free_at > now ? *free_at : now) + (double)busy;
}

static void take_pipe(Sm *sm, Scheduler *scheduler, MachinePipe pipe, uint32_t issues)
{
    double busy = issues * pipe_interval(sm->gpu, pipe);
    take(&scheduler->pipes[pipe], cycle_real(sm->now), (float)busy);
}

// An instruction of a slow path. Those on the pipes that few of them need are taken together.
static void take_slow(Sm *sm, const TimedWarp *warp, Scheduler *scheduler)
{
    take_pipe(sm, scheduler, sm_slow_pipe(warp), 1);
    if (warp->left == warp->slow_left) {
        take_pipe(sm, scheduler, PIPE_FP64, warp->slow_fp64);
        take_pipe(sm, scheduler, PIPE_XU, warp->slow_xu);
    }
}

static void issue(Sm *sm, uint32_t slot, Scheduler *scheduler, const MicroTime *time)
{
    TimedWarp *warp = &sm->warps[slot];
    sm_account(sm, warp, sm->now);
    if (warp->left == 0) {
        block_step(warp->block, sm->worker, warp->index, false, &sm->step);
        if (sm->step.state == STEP_NEEDS_ORDER) {
            park(sm, slot);
            return;
        }
        if (sm->step.state == STEP_SUSPENDED) {
            sm_suspend(sm, slot);
            return;
        }
        warp->is_suspended = false;
        if (sm->launch->has_free_banks) {
            sm_free_banks(sm);
        }
    }
    bool is_once = sm->gpu->compute_capability >= 30;
    scheduler->free_at = sm->now + (is_once ? sm->issue_cycles : sm_issue_cycles(sm, warp));
    uint32_t issued = warp->left == 0 ? 0 : time->issues - warp->left;
    scheduler->free_at += issued < time->slow_issues;
    scheduler->last = slot;
    warp->turn = ++sm->turns;
    if (sm_is_slow(warp)) {
        take_slow(sm, warp, scheduler);
    } else {
        double now = cycle_real(sm->now);
        take(&scheduler->pipes[sm_pipe(scheduler, time)], now, time->interval);
        take(&scheduler->lanes, now, time->lanes);
    }
    if (time->class == TIME_PRODUCT) {
        warp->products_done = scheduler->pipes[time->pipe];
    }
    sm->stalls[warp->pc].cycles[STALL_SELECTED] += warp->since <= sm->now; // a cycle counts once
    if (sm->tape != NULL) {
        sm_record_issue(sm, slot, sm->now);
    }
    warp->since = sm->now + 1;
    if (warp->left == 0) {
        if (sm->tape != NULL) {
            sm_record_arrival(sm, slot);
        }
        stepped(sm, slot, time);
    } else if (--warp->left > 0) {
        go_on_in_sequence(sm, slot, time);
    } else {
        sm->last = sm->now;
        if (sm->tape != NULL) {
            sm_record_last_issue(sm, slot);
        }
        sm->step.state = STEP_DONE;
        sm->step.on = UINT32_MAX;
        sm_follow(sm, slot, time, sm->now);
    }
}

// The first GPUs issue to their processors and special function units in turn, which keeps both
// busy (Lindholm et al., "NVIDIA Tesla: A Unified Graphics and Computing Architecture", IEEE Micro
// 28(2), 2008): what the latter do takes no slot from the former.
static bool goes_beside(const Sm *sm, const TimedWarp *warp, const MicroTime *time)
{
    return sm->gpu->compute_capability < 20 && time->pipe == PIPE_XU && time->issues == 1 &&
           warp->left == 0 && time->interval > (float)sm->gpu->issue_cycles;
}

static void schedule(Sm *sm, Scheduler *scheduler)
{
    uint64_t ready;
    while ((ready = sm->ready & scheduler->warps) != 0) {
        uint32_t slot = sm_choose(sm, scheduler, ready);
        const MicroTime *time = &sm->program->micros[sm->warps[slot].pc];
        sm->ready &= ~(UINT64_C(1) << slot);
        PlainIssue plain = time->is_plain ? sm_issue_plain(sm, slot, scheduler, time) : PLAIN_NOT;
        if (plain == PLAIN_ISSUED) {
            return;
        }
        if (plain == PLAIN_NOT && !(sm->warps[slot].is_suspended && sm_stays_suspended(sm, slot)) &&
            !is_held(sm, slot, scheduler, time)) {
            sm_set_state(sm, slot, WARP_SLEEPS);
            bool is_beside = goes_beside(sm, &sm->warps[slot], time);
            issue(sm, slot, scheduler, time);
            if (sm->warps[slot].is_suspended) {
                continue;
            }
            if (is_beside) {
                scheduler->free_at = sm->now;
                continue;
            }
            if (sm->gpu->issue_width > 1 && sm_is_second(sm, slot, scheduler, time)) {
                issue(sm, slot, scheduler, &sm->program->micros[sm->warps[slot].pc]);
            }
            return;
        }
    }
}

// The next cycle at which something can happen.
static Cycle next_cycle(const Sm *sm, Cycle until)
{
    Cycle next = next_wake(sm, until);
    for (uint32_t i = 0; sm->ready != 0 && i < sm->scheduler_count; i++) {
        const Scheduler *scheduler = &sm->schedulers[i];
        if ((sm->ready & scheduler->warps) != 0) {
            Cycle at = scheduler->free_at > sm->now ? scheduler->free_at : sm->now + 1;
            next = at < next ? at : next;
        }
    }
    if (sm->queue_count > 0 && sm->live_blocks < sm->resident) {
        Cycle at = sm->queue[1] > sm->now ? sm->queue[1] : sm->now + 1;
        next = at < next ? at : next;
    }
    return sm->job_count > 0 ? sm_engine_next(sm, next) : next;
}

void sm_run(Sm *sm, Worker *worker, StallCount *stalls, Cycle until)
{
    sm->worker = worker;
    sm->stalls = stalls;
    while (sm->now < until && sm->faulted == NULL) {
        if (sm->queue_count > 0 && sm->live_blocks < sm->resident) {
            begin_blocks(sm);
        }
        if (sm->job_count > 0) {
            sm_run_engine(sm);
        }
        wake_now(sm);
        for (uint32_t i = 0; sm->ready != 0 && i < sm->scheduler_count; i++) {
            if (sm->schedulers[i].free_at <= sm->now &&
                (sm->ready & sm->schedulers[i].warps) != 0) {
                schedule(sm, &sm->schedulers[i]);
            }
        }
        sm->now = next_cycle(sm, until);
    }
    bool is_settled = sm->ready == 0 && !wakes_now(sm) && sm->pending_count == 0 &&
                      sm->queue_count == 0 && sm->job_count == 0 &&
                      sm->load_first == sm->load_next && sm->faulted == NULL;
    sm->idle_until = is_settled ? next_wake(sm, UINT64_MAX) : 0;
}
