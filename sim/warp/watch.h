// SPDX-License-Identifier: Apache-2.0
// Watching a block: a call before and after every micro-op that one of its warps performs, in the
// order in which they happen, under block_run and block_step alike. For an unwatched block this
// costs one comparison for each turn of a warp.
#ifndef LOCKSTEP_WARP_WATCH_H
#define LOCKSTEP_WARP_WATCH_H

#include "sim/warp/step.h"

typedef struct BlockWatch {
    void *context;
    // The warp is about to perform a micro-op: pc, micro and lanes are in `step`. The pc of the top
    // of split->stack may lag behind. What turns out to have to wait is not performed: there is no
    // `after`, and another `before` when it is tried again.
    void (*before)(void *context, const Warp *warp, const Split *split, const Step *step);
    // It was performed, or is a FAULT; the rest of `step` is known.
    void (*after)(void *context, const Warp *warp, const Step *step);
    // What the warp performed last left it in this state, other than DONE and NEEDS_ORDER.
    void (*stopped)(void *context, const Warp *warp, StepState state);
} BlockWatch;

// The block's shared memory, launch->shared_bytes of it.
const uint8_t *block_shared(const Block *block);

#endif
