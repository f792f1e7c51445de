// SPDX-License-Identifier: Apache-2.0
#include "sim/record/recorder.h"

#include "isa/base/heap.h"
#include "sim/record/state.h"

#include <stdlib.h>
#include <string.h>

void *recorder_grow(void *array, uint32_t count, uint32_t more, uint32_t *room, size_t size_bytes)
{
    uint64_t wanted = (uint64_t)count + more;
    if (wanted <= *room) {
        return array;
    }
    uint64_t grown = *room < 32 ? 64 : (uint64_t)*room * 3 / 2;
    grown = grown < wanted ? wanted : grown;
    *room = (uint32_t)(grown > UINT32_MAX ? UINT32_MAX : grown);
    return heap_resize(array, grown > UINT32_MAX ? SIZE_MAX : (size_t)grown, size_bytes);
}

// Blocks that start when there is no more room are counted.
static void before_left_out(void *context, const Warp *warp, const Split *split, const Step *step)
{
    (void)context;
    (void)warp;
    (void)split;
    (void)step;
}

static void after_left_out(void *context, const Warp *warp, const Step *step)
{
    Recorder *recorder = context;
    (void)step;
    recorder->steps_left_out +=
        recorder->choice.warp == RECORDED_NONE || recorder->choice.warp == warp->index;
}

static void stopped_left_out(void *context, const Warp *warp, StepState state)
{
    (void)context;
    (void)warp;
    (void)state;
}

Recorder *recorder_create(const RecordingChoice *choice, uint32_t max_steps, bool has_clock)
{
    Recorder *recorder = calloc(1, sizeof *recorder);
    if (recorder == NULL) {
        abort();
    }
    recorder->choice = *choice;
    recorder->max_steps = max_steps;
    recorder->has_clock = has_clock;
    recorder->left_out = (BlockWatch){recorder, before_left_out, after_left_out, stopped_left_out};
    return recorder;
}

static void tape_destroy(Tape *tape)
{
    if (tape != NULL) {
        free(tape->shared);
        free(tape);
    }
}

static void state_clear(WarpState *state)
{
    free(state->waits);
    free(state->shadow.rows);
    free(state->shadow.predicates);
    *state = (WarpState){.last_step = state->last_step, .steps_left_out = state->steps_left_out};
}

void recorder_destroy(Recorder *recorder)
{
    if (recorder == NULL) {
        return;
    }
    for (uint32_t i = 0; i < recorder->block_count; i++) {
        tape_destroy(recorder->tapes[i]);
    }
    for (uint32_t i = 0; i < recorder->warp_count; i++) {
        state_clear(&recorder->states[i]);
    }
    track_destroy(recorder->track);
    free(recorder->tapes);
    free(recorder->first_warps);
    free(recorder->states);
    free(recorder->waits);
    free(recorder->blocks);
    free(recorder->warps);
    free(recorder->steps);
    free(recorder->entries);
    free(recorder->accesses);
    free(recorder->changes);
    free(recorder->values);
    free(recorder);
}

uint64_t recording_tried_number(const RecordingChoice *choice, uint64_t number)
{
    uint64_t tried = choice->spread_blocks, last = choice->block_count - 1;
    return tried == 0 || tried > last ? number
           : tried == 1               ? 0
                                      : (number * (tried - 1) + last - 1) / last;
}

// Whether it is among the blocks to which a choice that spreads is limited.
static bool is_tried(const RecordingChoice *choice, uint64_t number)
{
    uint64_t tried = choice->spread_blocks, last = choice->block_count - 1;
    if (tried == 0 || tried > last) {
        return true;
    }
    return tried == 1 ? number == 0
                      : recording_tried_number(choice, number) * last / (tried - 1) == number;
}

bool recording_has_block(const RecordingChoice *choice, uint64_t block, uint32_t sm)
{
    return block >= choice->first_block && block - choice->first_block < choice->block_count &&
           is_tried(choice, block - choice->first_block) &&
           (choice->sm == RECORDED_NONE || choice->sm == sm);
}

bool recorder_wants(const Recorder *recorder, uint64_t block, uint32_t sm)
{
    return recording_has_block(&recorder->choice, block, sm);
}

// The index of a warp of the block.
static uint32_t tape_warp(const Tape *tape, uint32_t number)
{
    uint32_t only = tape->recorder->choice.warp;
    return only == RECORDED_NONE ? tape->first_warp + number
           : only == number      ? tape->first_warp
                                 : RECORDED_NONE;
}

// --- steps

static bool keeps_steps(const Recorder *recorder)
{
    return recorder->step_count < recorder->max_steps;
}

// The running split's stack, whose top stands where the step does.
static void record_stack(Tape *tape, const Split *split, uint32_t pc)
{
    Recorder *recorder = tape->recorder;
    uint32_t count = split->stack.count;
    recorder->entries = recorder_grow(recorder->entries, recorder->entry_count, count,
                                      &recorder->entry_room, sizeof *recorder->entries);
    SimtEntry *entries = recorder->entries + recorder->entry_count;
    memcpy(entries, split->stack.entries, count * sizeof *entries);
    entries[count - 1].pc = pc;
    tape->stack_count = count;
    bool is_known = count <= recorder->entry_count &&
                    memcmp(entries - count, entries, count * sizeof *entries) == 0;
    tape->stack = is_known ? recorder->entry_count - count : recorder->entry_count;
    recorder->entry_count += is_known ? 0 : count;
}

// State that was there before the step belongs to the step, also if the step is tried several
// times.
static void record_values_before(Tape *tape, WarpState *state, const Warp *warp)
{
    Recorder *recorder = tape->recorder;
    uint32_t tried = state->change, tried_count = state->change_count;
    state->change = recorder->change_count;
    recorder->changes = recorder_grow(recorder->changes, recorder->change_count, tried_count,
                                      &recorder->change_room, sizeof *recorder->changes);
    for (uint32_t i = 0; i < tried_count; i++) {
        recorder->changes[recorder->change_count++] = recorder->changes[tried + i];
    }
    if (state->shadow.rows == NULL) {
        record_warp_values(recorder, state, warp, true);
    }
    if (tape->is_shared) {
        record_shared_values(recorder, tape, true);
    }
    state->change_count = recorder->change_count - state->change;
}

static void before(void *context, const Warp *warp, const Split *split, const Step *step)
{
    Tape *tape = context;
    Recorder *recorder = tape->recorder;
    uint32_t index = tape_warp(tape, warp->index);
    if (index == RECORDED_NONE || !keeps_steps(recorder)) {
        return;
    }
    tape->issued = recorder->has_clock ? recorder->now : block_instructions(tape->block);
    tape->live = warp->live;
    tape->split = (uint32_t)(split - warp->splits);
    const Frame *frame = &split->frames[simt_stack_top(&split->stack)->frame];
    tape->row_base = frame->row_base;
    tape->predicate_base = frame->predicate_base;
    tape->local_base = frame->local_base;
    record_stack(tape, split, step->pc);
    if (recorder->choice.wants_values) {
        record_values_before(tape, &recorder->states[index], warp);
    }
}

static uint32_t record_access(Recorder *recorder, const StepAccess *access)
{
    if (access->lanes == 0 && access->tile.rank == 0) {
        return RECORDED_NONE;
    }
    recorder->accesses = recorder_grow(recorder->accesses, recorder->access_count, 1,
                                       &recorder->access_room, sizeof *recorder->accesses);
    recorder->accesses[recorder->access_count] = (RecordedAccess){.access = *access};
    return recorder->access_count++;
}

static void add_wait(Recorder *recorder, const RecordedWait *wait, uint32_t step)
{
    recorder->waits = recorder_grow(recorder->waits, recorder->wait_count, 1, &recorder->wait_room,
                                    sizeof *recorder->waits);
    recorder->waits[recorder->wait_count++] = (PartWait){*wait, step};
}

static void record_step(Tape *tape, uint32_t index, const Warp *warp, const Step *step)
{
    Recorder *recorder = tape->recorder;
    WarpState *state = &recorder->states[index];
    uint32_t change = recorder->change_count - state->change_count;
    state->change_count = 0;
    if (recorder->choice.wants_values) {
        record_warp_values(recorder, state, warp, false);
        if (tape->shared_words > 0 && may_write_shared(step)) {
            record_shared_values(recorder, tape, false);
        }
        record_local_values(recorder, warp, step);
    }
    uint32_t number = recorder->step_count++;
    for (uint32_t i = 0; i < state->wait_count; i++) {
        add_wait(recorder, &state->waits[i], number);
    }
    state->wait_count = 0;
    state->last_step = number;
    recorder->steps =
        recorder_grow(recorder->steps, number, 1, &recorder->step_room, sizeof *recorder->steps);
    recorder->steps[number] = (RecordedStep){.warp = index,
                                             .pc = step->pc,
                                             .active = step->active,
                                             .on = step->on,
                                             .live = tape->live,
                                             .split = tape->split,
                                             .stack = tape->stack,
                                             .stack_count = tape->stack_count,
                                             .access = record_access(recorder, &step->access),
                                             .change = change,
                                             .change_count = recorder->change_count - change,
                                             .row_base = tape->row_base,
                                             .predicate_base = tape->predicate_base,
                                             .local_base = tape->local_base,
                                             .issued = tape->issued,
                                             .ended = tape->issued,
                                             .state = step->state};
}

static void after(void *context, const Warp *warp, const Step *step)
{
    Tape *tape = context;
    Recorder *recorder = tape->recorder;
    uint32_t index = tape_warp(tape, warp->index);
    if (index == RECORDED_NONE) {
        return;
    }
    if (keeps_steps(recorder)) {
        record_step(tape, index, warp, step);
    } else {
        recorder->states[index].last_step = RECORDED_NONE;
        recorder->states[index].wait_count = 0;
        recorder->states[index].steps_left_out++;
        recorder->steps_left_out++;
    }
}

static void stopped(void *context, const Warp *warp, StepState step_state)
{
    const Tape *tape = context;
    Recorder *recorder = tape->recorder;
    uint32_t index = tape_warp(tape, warp->index);
    uint32_t step = index == RECORDED_NONE ? index : recorder->states[index].last_step;
    if (step != RECORDED_NONE && recorder->steps[step].state != STEP_FAULT) {
        recorder->steps[step].state = step_state;
    }
}

// --- blocks

static void add_warp(Recorder *recorder, uint32_t block, const Warp *warp)
{
    recorder->warps = recorder_grow(recorder->warps, recorder->warp_count, 1, &recorder->warp_room,
                                    sizeof *recorder->warps);
    recorder->states = recorder_grow(recorder->states, recorder->warp_count, 1,
                                     &recorder->state_room, sizeof *recorder->states);
    recorder->states[recorder->warp_count] = (WarpState){.last_step = RECORDED_NONE};
    recorder->warps[recorder->warp_count++] = (RecordedWarp){block, warp->index, warp->entered};
}

static Tape *tape_create(Recorder *recorder, Block *block, const Launch *launch)
{
    Tape *tape = calloc(1, sizeof *tape);
    if (tape == NULL) {
        abort();
    }
    *tape = (Tape){.recorder = recorder,
                   .block = block,
                   .watch = {tape, before, after, stopped},
                   .index = recorder->block_count,
                   .first_warp = recorder->warp_count};
    if (recorder->choice.wants_values) {
        bool has_cluster = launch->cluster[0] * launch->cluster[1] * launch->cluster[2] > 1;
        tape->shared_words = (launch->shared_bytes + 3) / 4;
        tape->shared = calloc(tape->shared_words + 1, 4);
        tape->is_shared =
            tape->shared_words > 0 && (recorder->choice.warp != RECORDED_NONE || has_cluster);
        if (tape->shared == NULL) {
            abort();
        }
    }
    return tape;
}

uint32_t recorder_begin_block(Recorder *recorder, Block *block, uint64_t index, uint32_t sm,
                              const Launch *launch)
{
    uint32_t number = recorder->block_count, only = recorder->choice.warp;
    if (!keeps_steps(recorder)) {
        block_watch(block, &recorder->left_out);
        return RECORDED_NONE;
    }
    recorder->tapes =
        recorder_grow(recorder->tapes, number, 1, &recorder->tape_room, sizeof *recorder->tapes);
    recorder->blocks =
        recorder_grow(recorder->blocks, number, 1, &recorder->block_room, sizeof *recorder->blocks);
    recorder->first_warps = recorder_grow(recorder->first_warps, number, 1, &recorder->first_room,
                                          sizeof *recorder->first_warps);
    Tape *tape = tape_create(recorder, block, launch);
    recorder->first_warps[number] = tape->first_warp;
    recorder->tapes[number] = tape;
    recorder->blocks[number] =
        (RecordedBlock){.index = index, .sm = sm, .begun = recorder->now, .ended = recorder->now};
    recorder->block_count++;
    for (uint32_t i = 0; i < block_warp_count(block); i++) {
        if (only == RECORDED_NONE || only == i) {
            add_warp(recorder, number, block_warp(block, i));
        }
    }
    block_watch(block, &tape->watch);
    return number;
}

uint32_t recorder_warp(const Recorder *recorder, uint32_t block, uint32_t number)
{
    return tape_warp(recorder->tapes[block], number);
}

void recorder_end_block(Recorder *recorder, uint32_t number)
{
    Tape *tape = recorder->tapes[number];
    if (tape == NULL) {
        return;
    }
    recorder->blocks[number].ended =
        recorder->has_clock ? recorder->now : block_instructions(tape->block);
    for (uint32_t i = tape->first_warp;
         i < recorder->warp_count && recorder->warps[i].block == number; i++) {
        state_clear(&recorder->states[i]);
    }
    block_watch(tape->block, NULL);
    tape_destroy(tape);
    recorder->tapes[number] = NULL;
}

uint32_t recorder_step_count(const Recorder *recorder)
{
    return recorder->step_count;
}

void recorder_stop(Recorder *recorder)
{
    recorder->max_steps = recorder->step_count;
}

// --- with a clock

bool recorder_tracks(const Recorder *recorder, uint64_t block)
{
    return block == recorder->choice.first_block && recorder->track == NULL;
}

TrackTape *recorder_track(Recorder *recorder, const SmTrack *shape)
{
    return recorder->track = track_create(shape);
}

void recorder_set_cycle(Recorder *recorder, uint64_t now)
{
    recorder->now = now;
}

static bool continues(RecordedWait *last, const RecordedWait *wait)
{
    bool is_same =
        last->until == wait->from && last->stall == wait->stall && last->producer == wait->producer;
    last->until = is_same ? wait->until : last->until;
    return is_same;
}

void recorder_wait(Recorder *recorder, uint32_t warp, const RecordedWait *wait, bool is_inside)
{
    WarpState *state = &recorder->states[warp];
    if (!keeps_steps(recorder)) {
        return;
    }
    if (is_inside) {
        if (state->last_step != RECORDED_NONE) {
            add_wait(recorder, wait, state->last_step);
        }
        return;
    }
    if (state->wait_count > 0 && continues(&state->waits[state->wait_count - 1], wait)) {
        return;
    }
    state->waits =
        recorder_grow(state->waits, state->wait_count, 1, &state->wait_room, sizeof *state->waits);
    state->waits[state->wait_count++] = *wait;
}

void recorder_end_step(Recorder *recorder, uint32_t warp, uint64_t now)
{
    uint32_t step = recorder->states[warp].last_step;
    if (step != RECORDED_NONE) {
        recorder->steps[step].ended = now;
    }
}

uint32_t recorder_last_step(const Recorder *recorder, uint32_t warp)
{
    return recorder->states[warp].last_step;
}

uint32_t recorder_last_access(const Recorder *recorder, uint32_t warp)
{
    uint32_t step = recorder->states[warp].last_step;
    return step == RECORDED_NONE ? RECORDED_NONE : recorder->steps[step].access;
}

RecordedAccess *recorder_access(Recorder *recorder, uint32_t access)
{
    return &recorder->accesses[access];
}
