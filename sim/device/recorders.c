// SPDX-License-Identifier: Apache-2.0
#include "sim/device/recorders.h"

#include "isa/base/heap.h"

#include <stdlib.h>

enum { TRIED_TIMES = 32 };

static uint64_t blocks_of(const Launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

// The SM that a block names as its own when there is no clock.
static uint32_t nominal_sm(const Launch *launch, uint64_t block)
{
    return (uint32_t)(block % launch->gpu->sm_count);
}

// Whole warps are chosen from more steps than are kept.
static uint32_t tried_steps(const RecordingChoice *choice)
{
    uint32_t times = choice->spread_blocks > 0 ? TRIED_TIMES : 1;
    return choice->max_steps < UINT32_MAX / TRIED_TIMES ? choice->max_steps * times
                                                        : choice->max_steps;
}

// One part for each block, with an equal share of the steps, so that it does not matter which block
// ends first.
static void share_among_blocks(Recorders *recorders)
{
    RecordingChoice *choice = &recorders->choice;
    uint64_t sms = choice->sm == RECORDED_NONE ? 1 : recorders->launch->gpu->sm_count;
    uint64_t most = choice->max_steps * sms;
    recorders->count = (uint32_t)(choice->block_count < most ? choice->block_count : most);
    uint64_t blocks = (recorders->count + sms - 1) / sms;
    recorders->share = (uint32_t)(choice->max_steps / blocks);
    if (choice->spread_blocks > 0) {
        bool is_all = choice->block_count < choice->spread_blocks;
        recorders->count = is_all ? (uint32_t)choice->block_count : choice->spread_blocks;
        recorders->share = recorders->limit / recorders->count;
    }
}

Recorders *recorders_create(const Launch *launch, const RecordingChoice *choice, bool has_clock)
{
    uint64_t blocks = blocks_of(launch);
    if (choice == NULL || choice->first_block >= blocks || choice->block_count == 0 ||
        choice->max_steps == 0) {
        return NULL;
    }
    Recorders *recorders = heap_allocate(1, sizeof *recorders);
    recorders->launch = launch;
    recorders->choice = *choice;
    recorders->limit = tried_steps(choice);
    recorders->has_clock = has_clock;
    uint64_t left = blocks - choice->first_block;
    left = choice->spread_blocks > 0 && left > UINT32_MAX ? UINT32_MAX : left;
    recorders->choice.block_count = choice->block_count < left ? choice->block_count : left;
    if (has_clock) {
        recorders->count = launch->gpu->sm_count;
        recorders->share = recorders->limit;
    } else {
        share_among_blocks(recorders);
    }
    recorders->parts = heap_allocate(recorders->count, sizeof *recorders->parts);
    return recorders;
}

// The part of a block without a clock; NULL: it is not recorded.
static Recorder **part_of(Recorders *recorders, uint64_t block)
{
    const RecordingChoice *choice = &recorders->choice;
    if (!recording_has_block(choice, block, nominal_sm(recorders->launch, block))) {
        return NULL;
    }
    uint64_t number = recording_tried_number(choice, block - choice->first_block);
    return number < recorders->count ? &recorders->parts[number] : NULL;
}

void recorders_begin(Recorders *recorders, const Unit *unit)
{
    for (uint32_t rank = 0; recorders != NULL && rank < unit->block_count; rank++) {
        uint64_t block = unit_block_index(unit->launch, unit->index, rank);
        Recorder **part = part_of(recorders, block);
        if (part != NULL) {
            *part = recorder_create(&recorders->choice, recorders->share, false);
            recorder_begin_block(*part, unit->blocks[rank], block, nominal_sm(unit->launch, block),
                                 unit->launch);
        }
    }
}

void recorders_end(Recorders *recorders, const Unit *unit)
{
    for (uint32_t rank = 0; recorders != NULL && rank < unit->block_count; rank++) {
        Recorder **part = part_of(recorders, unit_block_index(unit->launch, unit->index, rank));
        if (part != NULL) {
            recorder_end_block(*part, 0);
        }
    }
}

Recorder *recorders_of_sm(Recorders *recorders, uint32_t sm)
{
    uint32_t only = recorders->choice.sm;
    if (only != RECORDED_NONE && only != sm) {
        return NULL;
    }
    if (recorders->parts[sm] == NULL) {
        recorders->parts[sm] = recorder_create(&recorders->choice, recorders->share, true);
    }
    return recorders->parts[sm];
}

void recorders_check(Recorders *recorders)
{
    uint64_t steps = 0;
    for (uint32_t i = 0; i < recorders->count; i++) {
        steps += recorders->parts[i] == NULL ? 0 : recorder_step_count(recorders->parts[i]);
    }
    for (uint32_t i = 0; i < recorders->count && steps >= recorders->limit; i++) {
        if (recorders->parts[i] != NULL) {
            recorder_stop(recorders->parts[i]);
        }
    }
}

const Recording *recorders_finish(Recorders *recorders, Arena *arena)
{
    if (recorders == NULL) {
        return NULL;
    }
    const Recording *recording = recording_join(&recorders->choice, recorders->has_clock,
                                                recorders->parts, recorders->count, arena);
    for (uint32_t i = 0; i < recorders->count; i++) {
        recorder_destroy(recorders->parts[i]);
    }
    free(recorders->parts);
    free(recorders);
    return recording;
}
