// SPDX-License-Identifier: Apache-2.0
// Joins many parts into one recording: steps in the order of their cycles; everything that they
// refer to is copied and renumbered.
#include "isa/base/heap.h"
#include "sim/record/state.h"

#include <stdlib.h>
#include <string.h>

// A step or block of a part, and what it is sorted by.
typedef struct Place {
    uint64_t key;
    uint32_t sm, part, index;
} Place;

typedef struct Join {
    Recording *recording;
    Recorder *const *parts;
    uint32_t part_count;
    Arena *arena;
    Place *steps, *blocks;
    uint32_t **new_steps, **new_warps; // [part][old index]
    bool **are_kept;                   // [part][warp]; NULL: all are
    uint32_t **step_waits; // [part][step]: the first of its waits; ends with their number
    uint32_t **waits;      // [part]: waits by step
} Join;

static int compare_numbers(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_places(const void *a, const void *b)
{
    const Place *x = a, *y = b;
    int order = compare_numbers(x->key, y->key);
    order = order != 0 ? order : compare_numbers(x->sm, y->sm);
    order = order != 0 ? order : compare_numbers(x->part, y->part);
    return order != 0 ? order : compare_numbers(x->index, y->index);
}

static bool has_warp(const Join *join, uint32_t part, uint32_t warp)
{
    return join->are_kept == NULL || join->are_kept[part][warp];
}

// Whether any of its warps is kept.
static bool has_block(const Join *join, uint32_t p, uint32_t block)
{
    const Recorder *part = join->parts[p];
    uint32_t warp = part->first_warps[block];
    for (; warp < part->warp_count && part->warps[warp].block == block; warp++) {
        if (has_warp(join, p, warp)) {
            return true;
        }
    }
    return join->are_kept == NULL;
}

// Steps of warps that are kept, or would be.
static uint64_t left_out_of(const Join *join, uint32_t p)
{
    const Recorder *part = join->parts[p];
    uint64_t steps = 0;
    for (uint32_t i = 0; i < part->warp_count; i++) {
        steps += has_warp(join, p, i) ? part->states[i].steps_left_out : 0;
    }
    return join->are_kept == NULL ? part->steps_left_out : steps;
}

static void list_places(Join *join)
{
    Recording *recording = join->recording;
    uint64_t steps = 0, blocks = 0;
    for (uint32_t p = 0; p < join->part_count; p++) {
        steps += join->parts[p] == NULL ? 0 : join->parts[p]->step_count;
        blocks += join->parts[p] == NULL ? 0 : join->parts[p]->block_count;
    }
    join->steps = heap_allocate(steps, sizeof(Place));
    join->blocks = heap_allocate(blocks, sizeof(Place));
    steps = 0;
    for (uint32_t p = 0; p < join->part_count; p++) {
        const Recorder *part = join->parts[p];
        for (uint32_t i = 0; part != NULL && i < part->step_count; i++) {
            const RecordedStep *step = &part->steps[i];
            uint32_t sm = part->blocks[part->warps[step->warp].block].sm;
            if (has_warp(join, p, step->warp)) {
                join->steps[steps++] = (Place){step->issued, sm, p, i};
            }
        }
        for (uint32_t i = 0; part != NULL && i < part->block_count; i++) {
            if (has_block(join, p, i)) {
                join->blocks[recording->block_count++] =
                    (Place){part->blocks[i].index, part->blocks[i].sm, p, i};
            }
        }
        recording->steps_left_out += part == NULL ? 0 : left_out_of(join, p);
    }
    qsort(join->steps, steps, sizeof(Place), compare_places);
    qsort(join->blocks, recording->block_count, sizeof(Place), compare_places);
    uint32_t kept =
        steps < recording->choice.max_steps ? (uint32_t)steps : recording->choice.max_steps;
    recording->step_count = kept;
    recording->steps_left_out += steps - kept;
}

// Waits of a part by the step that lists them, which is how many of them come before each step.
static void sort_waits(Join *join, uint32_t p)
{
    const Recorder *part = join->parts[p];
    uint32_t *first = join->step_waits[p] =
        heap_allocate((size_t)part->step_count + 2, sizeof(uint32_t));
    uint32_t *order = join->waits[p] = heap_allocate(part->wait_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < part->wait_count; i++) {
        first[part->waits[i].step + 2]++;
    }
    for (uint32_t i = 2; i < part->step_count + 2; i++) {
        first[i] += first[i - 1];
    }
    for (uint32_t i = 0; i < part->wait_count; i++) {
        order[first[part->waits[i].step + 1]++] = i;
    }
}

static void number_steps(Join *join)
{
    for (uint32_t p = 0; p < join->part_count; p++) {
        const Recorder *part = join->parts[p];
        if (part != NULL) {
            join->new_steps[p] = heap_allocate(part->step_count, sizeof(uint32_t));
            memset(join->new_steps[p], 0xff, part->step_count * sizeof(uint32_t));
            join->new_warps[p] = heap_allocate(part->warp_count, sizeof(uint32_t));
            sort_waits(join, p);
        }
    }
    for (uint32_t i = 0; i < join->recording->step_count; i++) {
        join->new_steps[join->steps[i].part][join->steps[i].index] = i;
    }
}

static void join_blocks(Join *join)
{
    Recording *recording = join->recording;
    uint32_t warps = 0;
    for (uint32_t p = 0; p < join->part_count; p++) {
        warps += join->parts[p] == NULL ? 0 : join->parts[p]->warp_count;
    }
    recording->blocks =
        arena_alloc(join->arena, (recording->block_count + 1) * sizeof *recording->blocks);
    recording->warps = arena_alloc(join->arena, ((size_t)warps + 1) * sizeof *recording->warps);
    for (uint32_t i = 0; i < recording->block_count; i++) {
        Place place = join->blocks[i];
        const Recorder *part = join->parts[place.part];
        recording->blocks[i] = part->blocks[place.index];
        uint32_t warp = part->first_warps[place.index];
        for (; warp < part->warp_count && part->warps[warp].block == place.index; warp++) {
            if (!has_warp(join, place.part, warp)) {
                continue;
            }
            join->new_warps[place.part][warp] = recording->warp_count;
            recording->warps[recording->warp_count] = part->warps[warp];
            recording->warps[recording->warp_count++].block = i;
        }
    }
}

// How much of everything the kept steps have.
static void size_arrays(Join *join)
{
    Recording *recording = join->recording;
    size_t entries = 1, accesses = 1, waits = 1, changes = 1, values = 1;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        Place place = join->steps[i];
        const Recorder *part = join->parts[place.part];
        const RecordedStep *step = &part->steps[place.index];
        const uint32_t *first = join->step_waits[place.part] + place.index;
        entries += step->stack_count;
        accesses += step->access != RECORDED_NONE;
        waits += first[1] - first[0];
        changes += step->change_count;
        for (uint32_t c = 0; c < step->change_count; c++) {
            values += part->changes[step->change + c].count;
        }
    }
    Arena *arena = join->arena;
    recording->steps =
        arena_alloc(arena, ((size_t)recording->step_count + 1) * sizeof *recording->steps);
    recording->entries = arena_alloc(arena, entries * sizeof *recording->entries);
    recording->accesses = arena_alloc(arena, accesses * sizeof *recording->accesses);
    recording->waits = arena_alloc(arena, waits * sizeof *recording->waits);
    recording->changes = arena_alloc(arena, changes * sizeof *recording->changes);
    recording->values = arena_alloc(arena, values * sizeof *recording->values);
}

// A stack equal to that of the step before is stored once.
static void join_stack(Recording *recording, RecordedStep *step, const SimtEntry *from)
{
    uint32_t count = step->stack_count, end = recording->entry_count;
    size_t size_bytes = count * sizeof *from;
    if (count <= end && memcmp(recording->entries + end - count, from, size_bytes) == 0) {
        step->stack = end - count;
        return;
    }
    memcpy(recording->entries + end, from, size_bytes);
    step->stack = end;
    recording->entry_count += count;
}

static void join_waits(const Join *join, RecordedStep *step, Place place)
{
    Recording *recording = join->recording;
    const Recorder *part = join->parts[place.part];
    const uint32_t *first = join->step_waits[place.part] + place.index;
    step->wait = recording->wait_count;
    step->wait_count = first[1] - first[0];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        RecordedWait wait = part->waits[join->waits[place.part][i]].wait;
        if (wait.producer != RECORDED_NONE) {
            wait.producer = join->new_steps[place.part][wait.producer];
        }
        recording->waits[recording->wait_count++] = wait;
    }
}

static void join_changes(Recording *recording, RecordedStep *step, const Recorder *part)
{
    uint32_t old = step->change;
    step->change = recording->change_count;
    for (uint32_t i = 0; i < step->change_count; i++) {
        RecordedChange change = part->changes[old + i];
        memcpy(recording->values + recording->value_count, part->values + change.value,
               change.count * sizeof(uint32_t));
        change.value = recording->value_count;
        recording->value_count += change.count;
        recording->changes[recording->change_count++] = change;
    }
}

static void join_steps(Join *join)
{
    Recording *recording = join->recording;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        Place place = join->steps[i];
        const Recorder *part = join->parts[place.part];
        RecordedStep *step = &recording->steps[i];
        *step = part->steps[place.index];
        step->warp = join->new_warps[place.part][step->warp];
        join_stack(recording, step, part->entries + step->stack);
        join_waits(join, step, place);
        join_changes(recording, step, part);
        if (step->access != RECORDED_NONE) {
            recording->accesses[recording->access_count] = part->accesses[step->access];
            step->access = recording->access_count++;
        }
    }
}

static void join_clear(Join *join)
{
    for (uint32_t p = 0; p < join->part_count; p++) {
        free(join->new_steps[p]);
        free(join->new_warps[p]);
        free(join->step_waits[p]);
        free(join->waits[p]);
    }
    recording_forget_choice(join->are_kept, join->part_count);
    free(join->new_steps);
    free(join->new_warps);
    free(join->step_waits);
    free(join->waits);
    free(join->steps);
    free(join->blocks);
}

Recording *recording_join(const RecordingChoice *choice, bool has_clock, Recorder *const *parts,
                          uint32_t count, Arena *arena)
{
    Join join = {.recording = arena_alloc(arena, sizeof(Recording)),
                 .parts = parts,
                 .part_count = count,
                 .arena = arena,
                 .are_kept = recording_choose_warps(choice, parts, count),
                 .new_steps = heap_allocate(count, sizeof(uint32_t *)),
                 .new_warps = heap_allocate(count, sizeof(uint32_t *)),
                 .step_waits = heap_allocate(count, sizeof(uint32_t *)),
                 .waits = heap_allocate(count, sizeof(uint32_t *))};
    *join.recording = (Recording){.choice = *choice, .has_clock = has_clock};
    list_places(&join);
    number_steps(&join);
    join_blocks(&join);
    size_arrays(&join);
    join_steps(&join);
    for (uint32_t i = 0; i < count && join.recording->track == NULL; i++) {
        bool has_track = parts[i] != NULL && parts[i]->track != NULL;
        join.recording->track = has_track ? track_finish(parts[i]->track, arena) : NULL;
    }
    join_clear(&join);
    return join.recording;
}
