// SPDX-License-Identifier: Apache-2.0
// Watching a block: one call before and one after every micro-op that a warp of the block performs,
// in the order of execution, under block_run and block_step alike. An unwatched block pays one
// comparison each time a warp is run.
#ifndef LOCKSTEP_WARP_WATCH_H
#define LOCKSTEP_WARP_WATCH_H

#include "sim/warp/step.h"

typedef struct BlockWatch {
    void *context;
    // The warp is about to perform a micro-op: pc, micro and lanes are in `step`. The pc of the top
    // of split->stack may be out of date. If the micro-op has to wait, `after` is not called, and
    // `before` is called again when it is retried.
    void (*before)(void *context, const Warp *warp, const Split *split, const Step *step);
    // The micro-op was performed or faulted; all of `step` is set.
    void (*after)(void *context, const Warp *warp, const Step *step);
    // The warp stopped in this state, which is neither DONE nor NEEDS_ORDER.
    void (*stopped)(void *context, const Warp *warp, StepState state);
} BlockWatch;

// The block's shared memory, launch->shared_bytes of it.
const uint8_t *block_shared(const Block *block);

#endif
