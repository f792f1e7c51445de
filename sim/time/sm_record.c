// SPDX-License-Identifier: Apache-2.0
#include "sim/time/sm_record.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

typedef struct TapedWarp {
    uint32_t warp;    // of the recorder; RECORDED_NONE: not recorded
    uint32_t cause;   // step that it waits for, or RECORDED_NONE
    uint32_t product; // its latest one of a warpgroup, or RECORDED_NONE
} TapedWarp;

struct SmTape {
    Recorder *recorder;
    TrackTape *track;    // of all warps; NULL: this SM is not followed as a whole
    uint32_t access;     // that requests are for
    uint32_t *blocks;    // [resident]: number of the recorder; RECORDED_NONE: not recorded
    uint32_t *producers; // [warp_count][slot_count]: step that wrote the register
    TapedWarp warps[WARPS_MAX];
};

void sm_record(Sm *sm, Recorder *recorder)
{
    sm->recorder = recorder;
}

// Most SMs run no block that is recorded, and pay nothing.
static void start_tape(Sm *sm)
{
    SmTape *tape = heap_allocate(1, sizeof *tape);
    tape->recorder = sm->recorder;
    tape->access = RECORDED_NONE;
    tape->blocks = heap_allocate(sm->resident, sizeof *tape->blocks);
    tape->producers =
        heap_allocate((size_t)sm->warp_count * sm->program->slot_count, sizeof *tape->producers);
    for (uint32_t i = 0; i < sm->resident; i++) {
        tape->blocks[i] = RECORDED_NONE;
    }
    for (uint32_t i = 0; i < WARPS_MAX; i++) {
        tape->warps[i] = (TapedWarp){RECORDED_NONE, RECORDED_NONE, RECORDED_NONE};
    }
    sm->tape = tape;
}

static void start_track(Sm *sm)
{
    SmTrack shape = {.sm = sm->number,
                     .slot_count = sm->warp_count,
                     .scheduler_count = sm->scheduler_count,
                     .warps_per_block = sm->warps_per_block,
                     .issue_cycles = cycle_floor(sm->gpu->issue_cycles) == 0
                                         ? 1
                                         : (uint32_t)cycle_floor(sm->gpu->issue_cycles),
                     .first = sm->now};
    sm->tape->track = recorder_track(sm->tape->recorder, &shape);
}

void sm_tape_destroy(Sm *sm)
{
    if (sm->tape != NULL) {
        free(sm->tape->blocks);
        free(sm->tape->producers);
        free(sm->tape);
    }
}

static uint32_t *producers_of(const Sm *sm, uint32_t slot)
{
    return sm->tape->producers + (size_t)slot * sm->program->slot_count;
}

// --- blocks

void sm_record_begin(Sm *sm, uint32_t place)
{
    const ResidentBlock *block = &sm->blocks[place];
    bool is_wanted = recorder_wants(sm->recorder, block->index, sm->number);
    if (sm->tape == NULL && is_wanted) {
        start_tape(sm);
    }
    SmTape *tape = sm->tape;
    if (tape == NULL) {
        return;
    }
    uint32_t first = place * sm->warps_per_block;
    if (is_wanted && tape->track == NULL && recorder_tracks(tape->recorder, block->index)) {
        start_track(sm);
    }
    if (tape->track != NULL) {
        track_begin_block(tape->track, first, block->index, sm->now);
    }
    recorder_set_cycle(tape->recorder, sm->now);
    tape->blocks[place] = RECORDED_NONE;
    if (is_wanted) {
        tape->blocks[place] = recorder_begin_block(tape->recorder, block->block, block->index,
                                                   sm->number, sm->launch);
    }
    for (uint32_t i = 0; i < sm->warps_per_block; i++) {
        uint32_t warp = tape->blocks[place] == RECORDED_NONE
                            ? RECORDED_NONE
                            : recorder_warp(tape->recorder, tape->blocks[place], i);
        tape->warps[first + i] = (TapedWarp){warp, RECORDED_NONE, RECORDED_NONE};
        memset(producers_of(sm, first + i), 0xff, sm->program->slot_count * sizeof(uint32_t));
    }
}

void sm_record_end(Sm *sm, uint32_t place)
{
    SmTape *tape = sm->tape;
    if (tape->track != NULL) {
        track_end_block(tape->track, place * sm->warps_per_block, sm->now);
    }
    if (tape->blocks[place] != RECORDED_NONE) {
        recorder_set_cycle(tape->recorder, sm->now);
        recorder_end_block(tape->recorder, tape->blocks[place]);
        tape->blocks[place] = RECORDED_NONE;
    }
}

// --- waits

static bool has_cause(Stall stall)
{
    switch (stall) {
    case STALL_WAIT:
    case STALL_SHORT:
    case STALL_LONG:
    case STALL_COPY_GROUP:
    case STALL_BULK_COPY:
    case STALL_MBARRIER:
    case STALL_CONSTANT:
    case STALL_BARRIER:
    case STALL_WARPGROUP:
    case STALL_TENSOR: return true;
    default: return false;
    }
}

static void wait(Sm *sm, const TimedWarp *warp, Cycle from, Cycle until, Stall stall)
{
    const TapedWarp *taped = &sm->tape->warps[warp - sm->warps];
    bool is_inside = warp->left > 0;
    uint32_t producer = has_cause(stall) && !is_inside ? taped->cause : RECORDED_NONE;
    if (until > from) {
        recorder_wait(sm->tape->recorder, taped->warp,
                      &(RecordedWait){from, until, stall, producer}, is_inside);
    }
}

void sm_record_account(Sm *sm, const TimedWarp *warp, Cycle until)
{
    uint32_t slot = (uint32_t)(warp - sm->warps);
    Cycle eligible = warp->eligible < until ? warp->eligible : until;
    Cycle middle = eligible > warp->since ? eligible : warp->since;
    recorder_set_cycle(sm->tape->recorder, until);
    if (sm->tape->track != NULL) {
        track_add(sm->tape->track, slot, (Stall)warp->stall, warp->since, middle);
        track_add(sm->tape->track, slot, STALL_NOT_SELECTED, middle, until);
    }
    if (sm->tape->warps[slot].warp != RECORDED_NONE) {
        wait(sm, warp, warp->since, middle, (Stall)warp->stall);
        wait(sm, warp, middle, until, STALL_NOT_SELECTED);
    }
}

void sm_record_issue(Sm *sm, uint32_t slot, Cycle now)
{
    if (sm->tape->track != NULL && sm->warps[slot].since <= now) {
        track_add(sm->tape->track, slot, STALL_SELECTED, now, now + 1);
    }
}

// The step whose result is ready then, among the operands and what is overwritten.
static uint32_t find_producer(const Sm *sm, uint32_t slot, const MicroTime *time, Ready ready)
{
    const Ready *registers = sm->warps[slot].ready;
    const uint32_t *producers = producers_of(sm, slot);
    for (uint32_t i = 0; i < time->source_count; i++) {
        if (registers[time->sources[i]] == ready) {
            return producers[time->sources[i]];
        }
    }
    if (time->guard_cycles > 0 && guard_ready(&sm->warps[slot], time) == ready) {
        return producers[time->guard];
    }
    for (uint32_t i = 0; i < time->result_count; i++) {
        if (registers[time->results[i]] == ready) {
            return producers[time->results[i]];
        }
    }
    uint32_t groups = time->class == TIME_GROUP ? sm->program->slot_count : 0;
    for (uint32_t i = sm->program->group_slot; i < groups; i++) {
        if (registers[i] == ready) {
            return producers[i];
        }
    }
    return RECORDED_NONE;
}

void sm_record_cause(Sm *sm, uint32_t slot, const MicroTime *time, Ready ready)
{
    TapedWarp *taped = &sm->tape->warps[slot];
    if (taped->warp == RECORDED_NONE) {
        return;
    }
    ReadyReason reason = ready < READY_UNKNOWN ? ready_reason(ready) : READY_LONG;
    bool is_group = time->class == TIME_BARRIER && reason == READY_WARPGROUP;
    uint32_t producer = is_group ? taped->product : find_producer(sm, slot, time, ready);
    bool is_released = reason == READY_WARPGROUP && producer == RECORDED_NONE;
    if (reason != READY_BARRIER && !is_released) { // of a barrier it is known
        taped->cause = producer;
    }
}

void sm_record_release(Sm *sm, uint32_t by)
{
    SmTape *tape = sm->tape;
    uint32_t first = sm->warps[by].block_slot * sm->warps_per_block;
    uint32_t warp = tape->warps[by].warp;
    uint32_t step = warp == RECORDED_NONE ? warp : recorder_last_step(tape->recorder, warp);
    for (uint32_t slot = first; slot < first + sm->warps_per_block; slot++) {
        if (sm->warps[slot].state == WARP_BARRIER) {
            tape->warps[slot].cause = step;
        }
    }
}

void sm_record_wake(Sm *sm, uint32_t slot, uint32_t by)
{
    SmTape *tape = sm->tape;
    uint32_t warp = by == RECORDED_NONE ? by : tape->warps[by].warp;
    tape->warps[slot].cause =
        warp == RECORDED_NONE ? warp : recorder_last_step(tape->recorder, warp);
}

// --- steps

void sm_record_results(Sm *sm, uint32_t slot, const MicroTime *time)
{
    SmTape *tape = sm->tape;
    if (tape->warps[slot].warp != RECORDED_NONE) {
        uint32_t step = recorder_last_step(tape->recorder, tape->warps[slot].warp);
        tape->warps[slot].product = time->class == TIME_PRODUCT ? step : tape->warps[slot].product;
        for (uint32_t i = 0; i < time->result_count; i++) {
            producers_of(sm, slot)[time->results[i]] = step;
        }
    }
}

void sm_record_free(Sm *sm, uint32_t slot, const MicroTime *time, Ready ready)
{
    if (sm->tape->warps[slot].warp == RECORDED_NONE) {
        return;
    }
    uint32_t producer = find_producer(sm, slot, time, ready);
    for (uint32_t i = 0; i < time->result_count; i++) {
        producers_of(sm, slot)[time->results[i]] = producer;
    }
}

void sm_record_copy(Sm *sm, uint32_t slot, const Ready *group)
{
    uint32_t number = (uint32_t)(group - sm->warps[slot].ready);
    producers_of(sm, slot)[number] = sm_record_last(sm, slot);
}

uint32_t sm_record_last(const Sm *sm, uint32_t slot)
{
    uint32_t warp = sm->tape->warps[slot].warp;
    return warp == RECORDED_NONE ? RECORDED_NONE : recorder_last_step(sm->tape->recorder, warp);
}

void sm_record_producer(Sm *sm, uint32_t slot, uint32_t result, uint32_t step)
{
    if (sm->tape != NULL && step != RECORDED_NONE) {
        producers_of(sm, slot)[result] = step;
    }
}

void sm_record_last_issue(Sm *sm, uint32_t slot)
{
    if (sm->tape->warps[slot].warp != RECORDED_NONE) {
        recorder_end_step(sm->tape->recorder, sm->tape->warps[slot].warp, sm->now);
    }
}

// --- accesses

void sm_record_access(Sm *sm, uint32_t slot)
{
    SmTape *tape = sm->tape;
    uint32_t warp = tape->warps[slot].warp;
    tape->access =
        warp == RECORDED_NONE ? RECORDED_NONE : recorder_last_access(tape->recorder, warp);
    sm_record_results(sm, slot, &sm->program->micros[sm->warps[slot].pc]);
}

// What is known so far: the cycle of the results, or when the access has left the unit.
void sm_record_accessed(Sm *sm, uint32_t slot, const MicroTime *time)
{
    SmTape *tape = sm->tape;
    Cycle done = (Cycle)sm->lsu.free_at;
    for (uint32_t i = 0; i < time->result_count; i++) {
        Ready ready = sm->warps[slot].ready[time->results[i]];
        done = ready < READY_UNKNOWN && ready_cycle(ready) > done ? ready_cycle(ready) : done;
    }
    sm_record_done(sm, tape->access, done);
    tape->access = RECORDED_NONE;
}

uint32_t sm_record_asker(const Sm *sm)
{
    return sm->tape == NULL ? RECORDED_NONE : sm->tape->access;
}

void sm_record_l1(Sm *sm, uint32_t sectors)
{
    if (sm->tape->access != RECORDED_NONE) {
        recorder_access(sm->tape->recorder, sm->tape->access)->l1_sectors += sectors;
    }
}

void sm_record_done(Sm *sm, uint32_t access, Cycle done)
{
    if (access != RECORDED_NONE) {
        RecordedAccess *recorded = recorder_access(sm->tape->recorder, access);
        recorded->done = done > recorded->done ? done : recorded->done;
    }
}

void sm_record_serve(Sm *sm, MemoryTime *memory, MemoryRequest *request, uint32_t access,
                     bool is_now)
{
    MemoryCount before = memory->counts;
    if (is_now) {
        memory_time_serve(memory, sm->number, request);
    } else {
        memory_time_send(memory, sm->number, request);
    }
    if (access != RECORDED_NONE) {
        RecordedAccess *recorded = recorder_access(sm->tape->recorder, access);
        const MemoryCount *now = &memory->counts;
        recorded->l2_sectors += (uint32_t)(now->l2_read_hits - before.l2_read_hits +
                                           now->l2_write_hits - before.l2_write_hits);
        recorded->dram_sectors += (uint32_t)(now->dram_reads - before.dram_reads);
        recorded->done = request->done > recorded->done ? request->done : recorded->done;
    }
}
