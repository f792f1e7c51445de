// SPDX-License-Identifier: Apache-2.0
// Blocks of clusters on an SM. A block is started when its cluster is placed, because other blocks
// may access its shared memory from then on; its warps begin at their own cycle. An arrival at the
// cluster's barrier takes cluster_latency() to reach the other SMs. That is at least a phase, so
// waiting warps are released between phases, cluster_latency() after the last arrival.
#include "sim/time/sm_state.h"

// Flits of a load of one word (sim/memory/remote.h).
#define ONE_WORD_FLITS 2.0

Cycle cluster_latency(const Gpu *gpu)
{
    return (Cycle)(gpu->lat_shared_remote > 0 ? gpu->lat_shared_remote : gpu->lat_l2);
}

Block *sm_give_member(Sm *sm, uint64_t index, Cycle at, ClusterClock *clock, uint32_t *place)
{
    uint32_t number = 0;
    while (sm->blocks[number].state != PLACE_FREE) {
        number++;
    }
    ResidentBlock *resident = &sm->blocks[number];
    sm_start(sm, resident, index);
    resident->state = PLACE_GIVEN;
    resident->index = index;
    resident->cluster = clock;
    sm_give(sm, index, at);
    *place = number;
    return resident->block;
}

void sm_free_member(Sm *sm, uint32_t place)
{
    sm->blocks[place].state = PLACE_FREE;
    sm->blocks[place].cluster = NULL;
}

void sm_arrive_at_cluster(ResidentBlock *place, Cycle now)
{
    if (place->cluster != NULL && now > place->cluster->arrived) {
        place->cluster->arrived = now;
    }
}

// The cycle at which warps pass a complete barrier.
static Cycle passes_at(const Sm *sm, const ResidentBlock *place)
{
    ClusterClock *clock = place->cluster;
    uint32_t rounds = block_cluster_rounds(place->block);
    if (clock->rounds != rounds) {
        clock->rounds = rounds;
        clock->completed = clock->arrived;
    }
    return clock->completed + cluster_latency(sm->gpu);
}

void sm_reach_others(Sm *sm, uint32_t slot, const MicroTime *time, Cycle now)
{
    const StepAccess *access = &sm->step.access;
    const ClusterClock *cluster = sm->blocks[sm->warps[slot].block_slot].cluster;
    double each = cluster == NULL ? 0 : cluster->flit_cycles, flits = access->remote_flits;
    double start = sm_queue(sm, slot, (double)now, flits * each);
    // The measured latency is that of a one-word load.
    double more = flits > ONE_WORD_FLITS ? (flits - ONE_WORD_FLITS) * each : 0;
    double atomic = access->is_atomic ? sm->gpu->lat_shared_atomic : 0;
    Ready there = ready_at((Cycle)(start + more + atomic) + cluster_latency(sm->gpu), READY_SHORT);
    for (uint32_t i = 0; i < time->result_count; i++) {
        Ready *ready = &sm->warps[slot].ready[time->results[i]];
        *ready = there > *ready ? there : *ready;
    }
}

void sm_follow_cluster(Sm *sm, uint32_t slot, bool is_arrival, Cycle now)
{
    ResidentBlock *place = &sm->blocks[sm->warps[slot].block_slot];
    Cycle next = now + (Cycle)sm->gpu->issue_cycles;
    if (is_arrival) {
        sm_arrive_at_cluster(place, now);
        sm_go_on(sm, slot, next, READY_WAIT);
        return;
    }
    Cycle passes = passes_at(sm, place);
    sm_go_on(sm, slot, passes > next ? passes : next, READY_BARRIER);
}

void sm_release_clusters(Sm *sm)
{
    for (uint32_t slot = 0; slot < sm->warp_count; slot++) {
        TimedWarp *warp = &sm->warps[slot];
        if (warp->state != WARP_BARRIER || !warp->is_at_cluster) {
            continue;
        }
        block_poll_cluster(warp->block);
        if (block_warp_is_ready(warp->block, warp->index)) {
            Cycle passes = passes_at(sm, &sm->blocks[warp->block_slot]);
            sm_go_on(sm, slot, passes > sm->now ? passes : sm->now, READY_BARRIER);
        }
    }
}
