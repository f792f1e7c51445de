// SPDX-License-Identifier: Apache-2.0
// The tensor core of an SM as tcgen05 uses it: one after the other, it does the products, copies
// and shifts that warps give it, while they go on; a commit makes an mbarrier wait for those of its
// warp. No measurement was available: a product takes as long as its f16 products at
// rate_tensor_memory, or the reading of its matrices in shared memory; a copy its reading; a shift
// a cycle a column. Leaves out how many may wait, and the core of a pair's other SM.
#include "sim/time/sm_state.h"

#define SHARED_BYTES 128.0 // a cycle, as for wgmma

static double work_cycles(const Gpu *gpu, const StepTensor *work)
{
    double reading = work->shared_bytes / SHARED_BYTES + work->columns;
    double multiplying = (double)work->products / gpu->rate_tensor_memory;
    return multiplying > reading ? multiplying : reading;
}

void sm_use_tensor(Sm *sm, uint32_t slot, Cycle now)
{
    TimedWarp *warp = &sm->warps[slot];
    const StepTensor *work = &sm->step.access.tensor;
    double start = sm->tensor > cycle_real(now) ? sm->tensor : cycle_real(now);
    double cycles = work_cycles(sm->gpu, work);
    if (sm->step.micro->kind == MICRO_TENSOR_COMMIT) {
        sm_delay_mbarriers(sm, slot, cycle_ceil(warp->tensor_done), READY_TENSOR);
        return;
    }
    sm->tensor = start + cycles;
    sm->tensor_busy += work->products > 0 ? cycles : 0;
    warp->tensor_done = sm->tensor + sm->gpu->lat_tensor_memory;
}
