// SPDX-License-Identifier: Apache-2.0
#include "sim/device/unit.h"

#include <stdlib.h>

const BlockEngine block_engine = {
    .create = block_create,
    .destroy = block_destroy,
    .start = block_start,
    .run = block_run,
    .made_progress = block_made_progress,
    .fault = block_fault,
    .output = block_output,
    .instructions = block_instructions,
    .join_cluster = block_join_cluster,
};

uint32_t unit_blocks(const Launch *launch)
{
    return launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
}

uint64_t unit_count(const Launch *launch)
{
    uint64_t count = 1;
    for (int axis = 0; axis < 3; axis++) {
        count *= launch->grid[axis] / launch->cluster[axis];
    }
    return count;
}

uint64_t unit_of_block(const Launch *launch, const uint32_t block[3])
{
    uint64_t unit = 0;
    for (int axis = 2; axis >= 0; axis--) {
        unit = unit * (launch->grid[axis] / launch->cluster[axis]) +
               block[axis] / launch->cluster[axis];
    }
    return unit;
}

uint64_t unit_block_index(const Launch *launch, uint64_t unit, uint32_t rank)
{
    uint64_t index = 0, stride = 1;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t clusters = launch->grid[axis] / launch->cluster[axis];
        uint64_t at = unit % clusters * launch->cluster[axis] + rank % launch->cluster[axis];
        unit /= clusters;
        rank /= launch->cluster[axis];
        index += at * stride;
        stride *= launch->grid[axis];
    }
    return index;
}

void unit_place(const Launch *launch, uint64_t unit, uint32_t block[3])
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t clusters = launch->grid[axis] / launch->cluster[axis];
        block[axis] = (uint32_t)(unit % clusters) * launch->cluster[axis];
        unit /= clusters;
    }
}

Unit *unit_create(const BlockEngine *engine, const Launch *launch)
{
    Unit *unit = calloc(1, sizeof(*unit));
    uint32_t count = unit_blocks(launch);
    Block **blocks = calloc(count, sizeof(Block *));
    bool *is_done = calloc(count, sizeof(bool));
    if (unit == NULL || blocks == NULL || is_done == NULL) {
        abort();
    }
    *unit = (Unit){.engine = engine,
                   .launch = launch,
                   .block_count = count,
                   .blocks = blocks,
                   .is_done = is_done};
    for (uint32_t rank = 0; rank < count; rank++) {
        blocks[rank] = engine->create(launch);
    }
    return unit;
}

static void give_up_resumed(Unit *unit)
{
    if (unit->own != NULL) {
        unit->blocks[0] = unit->own;
        unit->own = NULL;
    }
}

void unit_destroy(Unit *unit)
{
    give_up_resumed(unit);
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        unit->engine->destroy(unit->blocks[rank]);
    }
    free(unit->blocks);
    free(unit->is_done);
    free(unit);
}

static void begin(Unit *unit, uint64_t index)
{
    give_up_resumed(unit);
    unit->index = index;
    unit->current = 0;
    unit->live_count = unit->block_count;
    unit->made_progress = true;
    unit->has_stopped = false;
    unit->instructions = unit->charged = 0;
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        unit->is_done[rank] = false;
    }
}

void unit_resume(Unit *unit, uint64_t index, Block *block)
{
    begin(unit, index);
    unit->own = unit->blocks[0];
    unit->blocks[0] = block;
}

void unit_start(Unit *unit, uint64_t index)
{
    begin(unit, index);
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        unit->engine->start(unit->blocks[rank], unit_block_index(unit->launch, index, rank));
    }
    if (unit->block_count > 1) {
        unit->engine->join_cluster(unit->blocks, unit->block_count);
    }
}

uint32_t unit_first_live(const Unit *unit)
{
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        if (!unit->is_done[rank]) {
            return rank;
        }
    }
    return 0;
}

static void count_instructions(Unit *unit)
{
    unit->instructions = 0;
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        unit->instructions += unit->engine->instructions(unit->blocks[rank]);
    }
}

// Runs the current block and goes on to the next one that is alive.
static BlockStatus step(Unit *unit, Worker *worker, bool is_oldest)
{
    Block *block = unit->blocks[unit->current];
    BlockStatus status = unit->engine->run(block, worker, is_oldest);
    if (status == BLOCK_NEEDS_ORDER || status == BLOCK_FAULT) {
        return status;
    }
    bool has_progress = status == BLOCK_DONE || unit->engine->made_progress(block);
    unit->made_progress |= has_progress;
    unit->idle_count = has_progress ? 0 : unit->idle_count + 1;
    if (status == BLOCK_DONE) {
        unit->is_done[unit->current] = true;
        unit->live_count--;
    }
    for (uint32_t tries = 0; unit->live_count > 0 && tries < unit->block_count; tries++) {
        unit->current = (unit->current + 1) % unit->block_count;
        if (!unit->is_done[unit->current]) {
            break;
        }
    }
    return status;
}

BlockStatus unit_run(Unit *unit, Worker *worker, bool is_oldest)
{
    BlockStatus status = BLOCK_DONE;
    if (!unit->has_stopped) {
        unit->made_progress = false;
        unit->idle_count = 0;
    }
    unit->has_stopped = false;
    while (unit->live_count > 0) {
        status = step(unit, worker, is_oldest);
        if (status == BLOCK_NEEDS_ORDER || status == BLOCK_FAULT) {
            unit->has_stopped = status == BLOCK_NEEDS_ORDER;
            break;
        }
        bool is_alone = unit->block_count == 1;
        if (status == BLOCK_YIELDS && (is_alone || unit->idle_count >= unit->live_count)) {
            break;
        }
    }
    count_instructions(unit);
    return status;
}
