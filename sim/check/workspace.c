// SPDX-License-Identifier: Apache-2.0
// The start and end of a unit's check. What only its running blocks need goes to the launch's next
// unit; what they did to global memory stays until the unit is joined.
#include "sim/check/unit.h"

#include "isa/base/heap.h"
#include "sim/warp/step.h"

#include <stdlib.h>
#include <string.h>

// --- blocks

static void create_block(BlockContext *context, UnitCheck *unit)
{
    context->shared_valid = heap_allocate(unit->launch->shared_bytes / 4 + 2, 1);
    context->warps = heap_allocate(unit->block_warps, sizeof(WarpCheck));
    for (uint32_t i = 0; i < BARRIER_ALL; i++) {
        context->barriers[i].arrived = heap_allocate(unit->warp_count, sizeof(uint32_t));
        context->barriers[i].waiting = heap_allocate(unit->warp_count, sizeof(bool));
        context->barriers[i].lanes = heap_allocate(unit->block_warps, sizeof(uint32_t));
        context->barriers[i].part = heap_allocate(unit->block_warps, sizeof(uint32_t));
    }
}

static void clear_warp(WarpCheck *warp)
{
    free(warp->rows);
    free(warp->predicates);
    free(warp->origin);
    free(warp->is_computed);
    free(warp->local);
    products_free(warp);
    *warp = (WarpCheck){0};
}

// As after create_block().
static void clear_block(BlockContext *context, const UnitCheck *unit)
{
    for (uint32_t i = 0; i < unit->block_warps; i++) {
        clear_warp(&context->warps[i]);
    }
    for (uint32_t i = 0; i < BARRIER_ALL; i++) {
        if (context->barriers[i].was_used) {
            memset(context->barriers[i].arrived, 0, unit->warp_count * sizeof(uint32_t));
            memset(context->barriers[i].waiting, 0, unit->warp_count * sizeof(bool));
            memset(context->barriers[i].lanes, 0, unit->block_warps * sizeof(uint32_t));
            memset(context->barriers[i].part, 0, unit->block_warps * sizeof(uint32_t));
            context->barriers[i].is_busy = context->barriers[i].was_used = false;
        }
    }
    memset(context->shared_valid, 0, unit->launch->shared_bytes / 4 + 2);
    shadow_clear(&context->shared);
    context->mbarrier_count = context->relaxed_count = context->bulk_count = 0;
    free(context->visits);
    context->visits = NULL;
}

static void destroy_block(BlockContext *context, uint32_t block_warps)
{
    for (uint32_t i = 0; i < block_warps; i++) {
        clear_warp(&context->warps[i]);
    }
    for (uint32_t i = 0; i < BARRIER_ALL; i++) {
        free(context->barriers[i].arrived);
        free(context->barriers[i].waiting);
        free(context->barriers[i].lanes);
        free(context->barriers[i].part);
    }
    free(context->warps);
    free(context->shared_valid);
    free(context->visits);
    shadow_destroy(&context->shared);
}

// --- the workspace

static Workspace *workspace_create(UnitCheck *unit)
{
    Workspace *work = heap_allocate(1, sizeof *work);
    work->blocks = heap_allocate(unit->block_count, sizeof(BlockContext));
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        create_block(&work->blocks[rank], unit);
        shadow_init(&work->blocks[rank].shared, &work->pool);
    }
    order_init(&work->order, unit->warp_count, unit->launch->gpu->is_independent_scheduling == 0);
    work->block_count = unit->block_count;
    work->block_warps = unit->block_warps;
    return work;
}

void workspace_destroy(Workspace *work)
{
    for (uint32_t rank = 0; rank < work->block_count; rank++) {
        destroy_block(&work->blocks[rank], work->block_warps);
    }
    free(work->blocks);
    order_destroy(&work->order);
    shadow_pool_destroy(&work->pool);
    free(work);
}

// --- the unit

static void begin_block(BlockContext *context, UnitCheck *unit, Block *block, uint32_t rank)
{
    context->unit = unit;
    context->block = block;
    context->rank = rank;
    memcpy(context->place, block_index(block), sizeof context->place);
    context->checker = (BlockChecker){.context = context,
                                      .before = unit_before,
                                      .released = events_released,
                                      .moment = events_moment,
                                      .cluster_released = events_cluster_released};
    values_start(context);
    block_check(block, &context->checker);
}

static UnitCheck *allocate_unit(void)
{
    UnitCheck *unit = heap_allocate(1, sizeof *unit);
    shadow_init(&unit->global, &unit->pool);
    return unit;
}

// What stays of a unit that was used: memory.
static void clear_unit(UnitCheck *unit)
{
    UnitCheck kept = *unit;
    findings_clear(&kept.findings);
    free(kept.origins);
    shadow_clear(&kept.global);
    shadow_pool_reset(&kept.pool);
    *unit = (UnitCheck){.global = kept.global, .pool = kept.pool};
    unit->log = (AccessLog){.items = kept.log.items, .room = kept.log.room};
}

UnitCheck *unit_begin_check(const UnitShape *shape, UnitCheck *old, Workspace *work)
{
    UnitCheck *unit = old != NULL ? old : allocate_unit();
    unit->launch_check = shape->launch_check;
    unit->launch = shape->launch;
    unit->objects = shape->objects;
    unit->checkers = shape->checkers;
    unit->index = shape->index;
    unit->block_count = shape->count;
    unit->block_warps = block_warp_count(shape->blocks[0]);
    unit->warp_count = unit->block_warps * shape->count;
    unit->log.limit = UNIT_LOG_LIMIT;
    unit->work = work != NULL ? work : workspace_create(unit);
    unit->blocks = unit->work->blocks;
    unit->order = unit->work->order;
    for (uint32_t rank = 0; rank < shape->count; rank++) {
        begin_block(&unit->blocks[rank], unit, shape->blocks[rank], rank);
    }
    return unit;
}

Workspace *unit_leave_blocks(UnitCheck *unit)
{
    Workspace *work = unit->work;
    for (uint32_t rank = 0; rank < unit->block_count; rank++) {
        block_check(unit->blocks[rank].block, NULL);
        clear_block(&unit->blocks[rank], unit);
    }
    order_reset(&unit->order);
    work->order = unit->order;
    shadow_pool_reset(&work->pool);
    unit->work = NULL;
    unit->blocks = NULL;
    return work;
}

bool unit_end_check(UnitCheck *unit)
{
    enum { ROOM = 1 << 14 };
    if (unit->log.room > ROOM || unit->global.table.room > ROOM) {
        return false;
    }
    clear_unit(unit);
    return true;
}

void unit_destroy_check(UnitCheck *unit)
{
    shadow_destroy(&unit->global);
    shadow_pool_destroy(&unit->pool);
    findings_clear(&unit->findings);
    free(unit->log.items);
    free(unit->origins);
    free(unit);
}
