// SPDX-License-Identifier: Apache-2.0
// The tensor core of an SM as tcgen05 uses it: one after the other, it does the products, copies
// and shifts that warps give it, while they go on; a commit makes an mbarrier wait for those of its
// warp. No measurement was available: a product takes as long as its f16 products at
// rate_tensor_memory, or the reading of its matrices in shared memory; a copy its reading; a shift
// a cycle a column. The core of a pair's other SM counts as busy, but is not held. Leaves out how
// many may wait.
#include "sim/time/sm_state.h"

#define SHARED_BYTES 128.0 // a cycle, as for wgmma

static double work_cycles(const Gpu *gpu, const StepTensor *work)
{
    double reading = work->shared_bytes / SHARED_BYTES + work->columns;
    double multiplying = (double)work->products / gpu->rate_tensor_memory;
    return multiplying > reading ? multiplying : reading;
}

// Takes the place of a commit of the same mbarriers, or of the one that ends first.
static void tell_others(Sm *sm, uint32_t slot, const StepTensor *work)
{
    const TimedWarp *warp = &sm->warps[slot];
    ClusterClock *clock = sm->blocks[warp->block_slot].cluster;
    if (work->others == 0 || clock == NULL) {
        return;
    }
    ClusterCommit *commit = &clock->commits[0];
    for (uint32_t i = 0; i < CLUSTER_COMMITS; i++) {
        ClusterCommit *other = &clock->commits[i];
        bool is_same = other->blocks == work->others && other->mbarrier == work->mbarrier;
        commit = is_same || other->until < commit->until ? other : commit;
        if (is_same) {
            break;
        }
    }
    *commit = (ClusterCommit){.blocks = work->others,
                              .mbarrier = work->mbarrier,
                              .until = cycle_ceil(warp->tensor_done) + cluster_latency(sm->gpu)};
}

Ready sm_committed(const Sm *sm, uint32_t slot, uint32_t mbarrier)
{
    const TimedWarp *warp = &sm->warps[slot];
    const ClusterClock *clock = sm->blocks[warp->block_slot].cluster;
    Cycle until = 0;
    for (uint32_t i = 0; clock != NULL && i < CLUSTER_COMMITS; i++) {
        const ClusterCommit *commit = &clock->commits[i];
        bool is_here = (commit->blocks >> block_cluster_rank(warp->block) & 1) != 0;
        if (is_here && commit->mbarrier == mbarrier && commit->until > until) {
            until = commit->until;
        }
    }
    return until == 0 ? 0 : ready_at(until, READY_TENSOR);
}

void sm_use_tensor(Sm *sm, uint32_t slot, Cycle now)
{
    TimedWarp *warp = &sm->warps[slot];
    const StepTensor *work = &sm->step.access.tensor;
    double start = sm->tensor > cycle_real(now) ? sm->tensor : cycle_real(now);
    double cycles = work_cycles(sm->gpu, work);
    if (sm->step.micro->kind == MICRO_TENSOR_COMMIT) {
        sm_delay_mbarriers(sm, slot, cycle_ceil(warp->tensor_done), READY_TENSOR);
        tell_others(sm, slot, work);
        return;
    }
    sm->tensor = start + cycles;
    sm->tensor_busy += cycles * work->blocks; // 0: not by products
    warp->tensor_done = sm->tensor + sm->gpu->lat_tensor_memory;
}
