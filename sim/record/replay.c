// SPDX-License-Identifier: Apache-2.0
#include "sim/record/replay.h"

#include <stdlib.h>
#include <string.h>

struct Replay {
    const Recording *recording;
    uint32_t row_count, predicate_count, word_count; // as far as any change reaches
    uint32_t *rows;                                  // [warp][row][32]
    uint32_t *predicates;                            // [warp][predicate]
    uint32_t *words;                                 // [block][word]
    uint32_t *before;  // [value_count]: what a change that was made has overwritten
    uint32_t position; // changes that are made
    uint32_t step;     // the one that the change at `position` or the one before it belongs to
};

static const uint32_t zeros[LANE_COUNT];

static uint32_t *allocate(size_t count, size_t words)
{
    uint32_t *memory = calloc(count * words + 1, sizeof *memory);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static void measure(Replay *replay)
{
    const Recording *recording = replay->recording;
    for (uint32_t i = 0; i < recording->change_count; i++) {
        const RecordedChange *change = &recording->changes[i];
        if (change->place == RECORDED_LOCAL) {
            continue;
        }
        uint32_t *count = change->place == RECORDED_ROW         ? &replay->row_count
                          : change->place == RECORDED_PREDICATE ? &replay->predicate_count
                                                                : &replay->word_count;
        uint32_t end = change->index + (change->place == RECORDED_SHARED ? change->count : 1);
        *count = end > *count ? end : *count;
    }
}

Replay *replay_create(const Recording *recording)
{
    Replay *replay = calloc(1, sizeof *replay);
    if (replay == NULL) {
        abort();
    }
    replay->recording = recording;
    measure(replay);
    replay->rows = allocate(recording->warp_count, (size_t)replay->row_count * LANE_COUNT);
    replay->predicates = allocate(recording->warp_count, replay->predicate_count);
    replay->words = allocate(recording->block_count, replay->word_count);
    replay->before = allocate(recording->value_count, 1);
    replay_seek(replay, 0);
    return replay;
}

void replay_destroy(Replay *replay)
{
    if (replay != NULL) {
        free(replay->rows);
        free(replay->predicates);
        free(replay->words);
        free(replay->before);
        free(replay);
    }
}

// NULL: not followed here.
static uint32_t *place_of(const Replay *replay, const RecordedChange *change, uint32_t warp)
{
    uint32_t block = replay->recording->warps[warp].block;
    switch (change->place) {
    case RECORDED_ROW:
        return replay->rows + ((size_t)warp * replay->row_count + change->index) * LANE_COUNT;
    case RECORDED_PREDICATE:
        return replay->predicates + (size_t)warp * replay->predicate_count + change->index;
    case RECORDED_LOCAL: return NULL;
    default: return replay->words + (size_t)block * replay->word_count + change->index;
    }
}

static void make_next(Replay *replay)
{
    const Recording *recording = replay->recording;
    while (replay->position >=
           recording->steps[replay->step].change + recording->steps[replay->step].change_count) {
        replay->step++;
    }
    const RecordedChange *change = &recording->changes[replay->position++];
    uint32_t *place = place_of(replay, change, recording->steps[replay->step].warp);
    if (place != NULL) {
        memcpy(replay->before + change->value, place, change->count * sizeof *place);
        memcpy(place, recording->values + change->value, change->count * sizeof *place);
    }
}

static void undo_last(Replay *replay)
{
    const Recording *recording = replay->recording;
    while (replay->position <= recording->steps[replay->step].change) {
        replay->step--;
    }
    const RecordedChange *change = &recording->changes[--replay->position];
    uint32_t *place = place_of(replay, change, recording->steps[replay->step].warp);
    if (place != NULL) {
        memcpy(place, replay->before + change->value, change->count * sizeof *place);
    }
}

void replay_seek(Replay *replay, uint32_t step)
{
    const Recording *recording = replay->recording;
    uint32_t target = recording->change_count;
    if (step < recording->step_count) {
        const RecordedStep *next = &recording->steps[step];
        uint32_t end = next->change + next->change_count;
        for (target = next->change; target < end && recording->changes[target].is_before;) {
            target++;
        }
    }
    while (replay->position < target) {
        make_next(replay);
    }
    while (replay->position > target) {
        undo_last(replay);
    }
}

const uint32_t *replay_row(const Replay *replay, uint32_t warp, uint32_t row)
{
    return row < replay->row_count
               ? replay->rows + ((size_t)warp * replay->row_count + row) * LANE_COUNT
               : zeros;
}

uint32_t replay_predicate(const Replay *replay, uint32_t warp, uint32_t predicate)
{
    return predicate < replay->predicate_count
               ? replay->predicates[(size_t)warp * replay->predicate_count + predicate]
               : 0;
}

uint32_t replay_shared(const Replay *replay, uint32_t block, uint32_t word)
{
    return word < replay->word_count ? replay->words[(size_t)block * replay->word_count + word] : 0;
}
