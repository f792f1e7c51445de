// SPDX-License-Identifier: Apache-2.0
// The warp that a scheduler issues next, and how long its instruction takes the issue slot.
#include "isa/base/bits.h"
#include "sim/time/sm_state.h"

// The first GPUs: round robin (Wong et al., ISPASS 2010). Later ones: the warp that issued last for
// as long as it can, then the oldest block, and of its warps the one whose last issue is longest
// ago. Taking the oldest of them would starve the youngest: an H200 issues 3.25, 3.81 and 3.84
// dependent additions per cycle from a block's 17, 20 and 24 warps (docs/timing-model.md), nearly
// as many as even turns allow.
uint32_t sm_choose(const Sm *sm, const Scheduler *scheduler, uint64_t ready)
{
    if (sm->gpu->compute_capability < 20) {
        uint64_t after = ready & ~((UINT64_C(2) << scheduler->last) - 1);
        return bits_lowest_64(after != 0 ? after : ready);
    }
    if ((ready >> scheduler->last & 1) != 0) {
        return scheduler->last;
    }
    uint32_t first = bits_lowest_64(ready);
    for (uint64_t rest = ready & (ready - 1); rest != 0; rest &= rest - 1) {
        uint32_t slot = bits_lowest_64(rest);
        const TimedWarp *a = &sm->warps[slot], *b = &sm->warps[first];
        bool is_before = a->age != b->age ? a->age < b->age : a->turn < b->turn;
        first = is_before ? slot : first;
    }
    return first;
}

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
