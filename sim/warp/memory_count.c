// SPDX-License-Identifier: Apache-2.0
// Counts accesses: asks the GPU's rule what an access costs and adds it to the micro-op's sums.
#include "sim/memory/constant.h"
#include "sim/memory/local.h"
#include "sim/memory/remote.h"
#include "sim/warp/memory_access.h"

#include <string.h>

static AccessCount *count_of(const Block *block, const Warp *warp)
{
    return &block->worker->accesses[warp->pc];
}

static StepAccess *record_lanes(Step *step, uint32_t mask, uint32_t width_bytes)
{
    StepAccess *access = &step->access;
    access->width_bytes = width_bytes;
    access->is_store = step->micro->kind == MICRO_STORE;
    access->is_atomic = step->micro->kind == MICRO_ATOM;
    access->lanes |= mask;
    return access;
}

static StepAccess *record(Block *block, const uint64_t address[32], uint32_t mask,
                          uint32_t width_bytes)
{
    if (block->step == NULL) {
        return NULL;
    }
    StepAccess *access = record_lanes(block->step, mask, width_bytes);
    if (mask == FULL_MASK) {
        memcpy(access->address, address, sizeof access->address);
        return access;
    }
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        access->address[lane] = address[lane];
    }
    return access;
}

bool goes_through_l1(const Block *block, const Micro *micro, GlobalAccess access)
{
    return access == GLOBAL_LOAD && block->launch->gpu->is_global_l1_cached != 0 &&
           (micro->flags & MICRO_CACHE_GLOBAL) == 0;
}

void count_global_cost(AccessCount *count, const GlobalCost *cost, uint64_t times)
{
    count->global_instructions += times;
    count->global_requests += times * cost->requests;
    count->global_sectors += times * cost->sectors;
    count->global_touched_sectors += times * cost->touched_sectors;
    count->global_ideal_sectors += times * cost->ideal_sectors;
    count->global_lines += times * cost->lines;
    count->global_transactions32 += times * cost->transactions32;
    count->global_transactions64 += times * cost->transactions64;
    count->global_transactions128 += times * cost->transactions128;
    count->global_coalesced += times * cost->coalesced;
    count->global_uncoalesced += times * cost->uncoalesced;
    count->global_bytes += times * cost->bytes_used;
}

void count_global(Block *block, const Warp *warp, const Micro *micro, GlobalAccess access,
                  const uint64_t address[32], uint32_t mask, uint32_t width_bytes)
{
    GlobalCost cost =
        cost_cache_global(&block->worker->costs, block->launch->gpu->coalesce_rule, access, address,
                          mask, width_bytes, goes_through_l1(block, micro, access));
    count_global_cost(count_of(block, warp), &cost, 1);
    StepAccess *note = record(block, address, mask, width_bytes);
    if (note != NULL) {
        note->is_global = true;
        note->global = cost;
    }
}

static StepAccess *record_linear(Step *step, uint64_t base, uint32_t width_bytes)
{
    StepAccess *access = record_lanes(step, FULL_MASK, width_bytes);
    access->is_linear = true;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        access->address[lane] = base + (uint64_t)lane * width_bytes;
    }
    return access;
}

void count_global_linear(Block *block, const Warp *warp, const Micro *micro, GlobalAccess access,
                         uint64_t base, uint32_t width_bytes)
{
    GlobalCost cost = coalesce_linear(block->launch->gpu->coalesce_rule, access, base, width_bytes,
                                      goes_through_l1(block, micro, access));
    count_global_cost(count_of(block, warp), &cost, 1);
    if (block->step != NULL) {
        StepAccess *note = record_linear(block->step, base, width_bytes);
        note->is_global = true;
        note->global = cost;
    }
}

// Lanes of mask whose addresses lie in another block of the cluster.
static uint32_t remote_lanes(const Block *block, const uint32_t address[32], uint32_t mask)
{
    uint32_t own = block->place.cluster_rank + 1, remote = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint32_t slot = address[lane] / (uint32_t)SHARED_WINDOW_BYTES;
        remote |= (uint32_t)(slot != 0 && slot != own) << lane;
    }
    return remote & mask;
}

// Accesses to other blocks' shared memory travel as sectors to their SM and cost no wavefronts
// here; the rule is that of global memory. Source: an H200's counters of kernels/clusters.cu and
// barriers.cu.
static GlobalCost add_remote(AccessCount *count, SharedAccess access, const uint64_t address[32],
                             uint32_t lanes, uint32_t width_bytes)
{
    GlobalAccess kind = access == SHARED_LOAD    ? GLOBAL_LOAD
                        : access == SHARED_STORE ? GLOBAL_STORE
                                                 : GLOBAL_ATOMIC;
    GlobalCost cost = coalesce(COALESCE_SECTORS, kind, address, lanes, width_bytes, true);
    count->remote_requests += cost.requests;
    count->remote_sectors += cost.sectors;
    count->shared_bytes += cost.bytes_used;
    return cost;
}

void count_shared_cost(AccessCount *count, const SharedCost *cost, uint64_t times)
{
    count->shared_requests += times;
    count->shared_wavefronts += times * cost->wavefronts;
    count->shared_ideal += times * cost->ideal;
    count->shared_bytes += times * cost->bytes_used;
}

void count_shared(Block *block, const Warp *warp, SharedAccess access, const uint32_t address[32],
                  uint32_t mask, uint32_t width_bytes)
{
    uint32_t remote = block->cluster_count > 1 ? remote_lanes(block, address, mask) : 0;
    SharedCost cost = {0};
    if (remote != mask) {
        cost = cost_cache_shared(&block->worker->costs, block->launch->gpu->shared_rule, access,
                                 address, mask & ~remote, width_bytes);
        count_shared_cost(count_of(block, warp), &cost, 1);
    }
    if (remote == 0 && block->step == NULL) {
        return;
    }
    uint64_t wide[32];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        wide[lane] = address[lane];
    }
    GlobalCost travels = {0};
    if (remote != 0) {
        travels = add_remote(count_of(block, warp), access, wide, remote, width_bytes);
    }
    StepAccess *note = record(block, wide, mask, width_bytes);
    if (note != NULL) {
        note->is_shared = true;
        note->shared = cost;
        note->remote_sectors = travels.sectors;
        note->remote_flits = remote_flits(access, wide, remote, width_bytes);
    }
}

void count_shared_linear(Block *block, const Warp *warp, SharedAccess access, uint32_t base,
                         uint32_t width_bytes)
{
    SharedCost cost =
        shared_cost_linear(block->launch->gpu->shared_rule, access, base, width_bytes);
    count_shared_cost(count_of(block, warp), &cost, 1);
    if (block->step != NULL) {
        StepAccess *note = record_linear(block->step, base, width_bytes);
        note->is_shared = true;
        note->shared = cost;
    }
}

void count_copy(Block *block, const Warp *warp, const Micro *micro, const CopyAccess *copy)
{
    AccessCount *count = count_of(block, warp);
    bool is_around = (micro->flags & MICRO_CACHE_GLOBAL) != 0;
    CopyCost cost =
        cost_cache_copy(&block->worker->costs, block->launch->gpu->coalesce_rule, copy, is_around);
    count_shared_cost(count, &cost.shared, 1);
    if (copy->reads == 0) {
        return;
    }
    count_global_cost(count, &cost.counted, 1);
    StepAccess *note = record(block, copy->from, copy->reads, copy->width_bytes);
    if (note != NULL) { // the clock takes sectors as a load's
        note->is_global = true;
        note->global = cost.timed;
    }
}

void count_bulk(Block *block, const Warp *warp, uint32_t size_bytes)
{
    AccessCount *count = count_of(block, warp);
    count->bulk_copies++;
    count->bulk_bytes += size_bytes;
    if (block->step != NULL && block->bulk.count > 0) {
        block->step->access.bulk = &block->bulk;
    }
}

// Whether a shared address is in this block; one of the cluster's window may be.
static bool is_own(const Block *block, uint32_t address)
{
    uint32_t slot = address / (uint32_t)SHARED_WINDOW_BYTES;
    return slot == 0 || (slot <= block->cluster_count && block->cluster[slot - 1] == block);
}

void record_mbarrier(Block *block, uint32_t address)
{
    if (block->step == NULL || !is_own(block, address)) {
        return;
    }
    StepAccess *access = &block->step->access;
    uint32_t place = address % (uint32_t)SHARED_WINDOW_BYTES, i = 0;
    while (i < access->mbarrier_count && block->mbarriers[i] != place) {
        i++;
    }
    if (i == access->mbarrier_count && i < LANE_COUNT) {
        block->mbarriers[access->mbarrier_count++] = place;
    }
    access->mbarriers = block->mbarriers;
}

// Local memory goes through L1 wherever there is one.
void count_local(Block *block, const Warp *warp, const uint64_t address[32], uint32_t mask,
                 uint32_t width_bytes)
{
    bool is_store = block->launch->program->code[warp->pc].kind == MICRO_STORE;
    uint32_t offset[32];
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        offset[lane] = (uint32_t)address[lane];
    }
    GlobalCost cost =
        local_cost(block->launch->gpu->coalesce_rule, is_store ? GLOBAL_STORE : GLOBAL_LOAD, offset,
                   mask, width_bytes, true);
    AccessCount *count = count_of(block, warp);
    count->local_requests += cost.requests;
    count->local_sectors += cost.sectors;
    StepAccess *note = record(block, address, mask, width_bytes);
    if (note != NULL) {
        note->is_local = true;
        note->local_sectors = cost.sectors;
    }
}

void count_constant(Block *block, const Warp *warp, const uint64_t address[32], uint32_t mask,
                    uint32_t width_bytes)
{
    uint32_t lanes = constant_request_lanes(block->launch->gpu->compute_capability);
    ConstantCost cost = constant_cost(lanes, address, mask);
    AccessCount *count = count_of(block, warp);
    count->constant_requests += cost.requests;
    count->constant_words += cost.accesses;
    StepAccess *note = record(block, address, mask, width_bytes);
    if (note != NULL) {
        note->is_constant = true;
        note->constant_words = cost.accesses;
    }
}
