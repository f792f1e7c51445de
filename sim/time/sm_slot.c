// SPDX-License-Identifier: Apache-2.0
// How long an instruction takes its warp's issue slot.
#include "sim/time/sm_state.h"

// Before Kepler an instruction is issued again for each further pass of a shared access with bank
// conflicts, and for each further word of a constant access (Micikevicius, "GPU Performance
// Analysis and Optimization", GTC 2012; "warp serialize" of the cc 1.x profiler). On cc 1.x a pass
// serves half a warp.
Cycle sm_issue_cycles(const Sm *sm, const TimedWarp *warp)
{
    const Gpu *gpu = sm->gpu;
    Cycle once = cycle_floor(gpu->issue_cycles);
    if (warp->left != 0 || sm->step.on == 0) {
        return once;
    }
    const StepAccess *access = &sm->step.access;
    bool is_half = gpu->compute_capability < 20;
    bool is_both = (access->lanes >> 16) != 0 && (access->lanes & 0xffff) != 0;
    uint32_t requests = is_half && is_both ? 2 : 1;
    uint32_t words = access->is_constant ? access->constant_words : 0;
    uint32_t more = access->shared.conflicts + (words > requests ? words - requests : 0);
    return once + more * once / (is_half ? 2 : 1);
}
