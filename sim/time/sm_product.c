// SPDX-License-Identifier: Apache-2.0
// Products of warpgroups (wgmma): a warp gives its share to the tensor core of its scheduler, which
// does them in their order, and goes on; wgmma.wait_group holds it until those of its groups are
// done. A product that is read before that is read at once: ptxas puts a wait there. Leaves out how
// many products may wait.
#include "sim/time/sm_state.h"

Ready sm_products_ready(const Sm *sm, const TimedWarp *warp, Ready ready)
{
    uint32_t newest = sm->launch->program->code[warp->pc].target;
    if (newest >= warp->product_group_count || newest >= PRODUCT_GROUPS || ready >= READY_UNKNOWN) {
        return ready;
    }
    uint32_t last = warp->product_group_count - 1 - newest;
    double done = warp->product_groups[last % PRODUCT_GROUPS] + sm->gpu->lat_tensor_group;
    Ready at = ready_at(cycle_ceil(done), READY_WARPGROUP);
    return at > ready ? at : ready;
}

void sm_commit_products(TimedWarp *warp)
{
    warp->product_groups[warp->product_group_count++ % PRODUCT_GROUPS] = warp->products_done;
}
