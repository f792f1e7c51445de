// SPDX-License-Identifier: Apache-2.0
// Who answers clusterlaunchcontrol.try_cancel: the driver of the launch, which knows what clusters
// have not begun. Without one, no cluster is left.
#ifndef LOCKSTEP_WARP_CANCEL_H
#define LOCKSTEP_WARP_CANCEL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct CancelSource {
    // Has a cluster that has not begun never begin, on behalf of this block's; first: the place of
    // its first block in the grid. False: none is left for it.
    bool (*take)(void *context, const uint32_t block[3], uint32_t first[3]);
    void *context;
    bool is_ordered; // to be asked in the order of all blocks, or of cycles
} CancelSource;

#endif
