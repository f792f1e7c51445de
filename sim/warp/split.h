// SPDX-License-Identifier: Apache-2.0
// Splits: lanes of a warp that run on their own, each with its own reconvergence stack (independent
// thread scheduling, cc 7.0 on). A warp starts with one split. It gets another only when some lanes
// must continue without the rest: the rest wait at a block barrier, wait for lanes that are
// elsewhere, or spin. Splits merge when their stacks are equal. What instructions do is not defined
// here.
#ifndef LOCKSTEP_WARP_SPLIT_H
#define LOCKSTEP_WARP_SPLIT_H

#include "sim/warp/warp.h"

// Writes the running entry's pc back to its stack.
void split_save(Warp *warp);

// Keeps `lanes` in the running split; its other lanes become a split of their own, which continues
// at the pcs of their entries. The stack must be saved.
void split_peel(Warp *warp, uint32_t lanes);

// Merges the running split with the ready ones whose stacks have the same entries. The stack must
// be saved.
void split_join(Warp *warp);

// Runs the ready split with the lowest pc, so that splits that are behind catch up with those that
// wait at a meeting point. Prefers a split that does not spin; takes a spinning one only if
// `takes_spinning`. Drops splits without lanes. Returns false if no split is ready.
bool split_switch(Warp *warp, bool takes_spinning);

// Runs the next ready split in round-robin order, so that none is starved.
void split_rotate(Warp *warp);

// `lanes` of the running entry wait before the instruction at its pc until every live lane of
// `members` is at this instruction, or at any other with the same qualifiers and mask. The other
// lanes become a split of their own at the same pc.
void split_wait_members(Warp *warp, uint32_t lanes, uint32_t members, uint32_t qualifiers);

// Looks for splits that wait for each other and together hold all live members. Returns false if
// there are none.
bool split_gather(Warp *warp);

// Visits the instructions at which the gathered splits wait, one after another: runs a split that
// is at the next one, with every lane active that is there. *done: lanes visited so far, 0 at
// first. Returns false after the last.
bool split_next_place(Warp *warp, uint32_t *done);

// After split_gather and the visits: each split continues on its own, after its instruction.
void split_scatter(Warp *warp);

#endif
