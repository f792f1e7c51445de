// SPDX-License-Identifier: Apache-2.0
// Splits: lanes of a warp that run on their own, each with its own reconvergence stack (independent
// thread scheduling, cc 7.0 on). A warp starts with one split and gets another only when lanes must
// go on without others: when these wait at a block barrier or for lanes that are elsewhere, or
// spin. Splits become one again where their stacks are equal. Leaves out: what instructions do.
#ifndef LOCKSTEP_WARP_SPLIT_H
#define LOCKSTEP_WARP_SPLIT_H

#include "sim/warp/warp.h"

// Writes the running entry's pc back to its stack.
void split_save(Warp *warp);

// Keeps `lanes` in the running split; its other lanes become a split of their own, which goes on
// where their entries stand. The stack must be saved.
void split_peel(Warp *warp, uint32_t lanes);

// Joins the running split with ready ones whose stacks have the same entries. The stack must be
// saved.
void split_join(Warp *warp);

// Makes the ready split with the lowest pc the running split, so that splits that are behind catch
// up with those that wait at a meeting point. Prefers one that does not spin, and takes a spinning
// one only if asked. Drops splits without lanes. False: there is none.
bool split_switch(Warp *warp, bool takes_spinning);

// Makes the next ready split the running one, each in its turn, so that none is starved.
void split_rotate(Warp *warp);

// `lanes` of the running entry wait before the instruction at its pc until all live `members` are
// at an instruction of the same qualifiers and mask (any place), or at this one. The other lanes
// become a split of their own, which stands before the instruction too.
void split_wait_members(Warp *warp, uint32_t lanes, uint32_t members, uint32_t qualifiers);

// Looks for splits that wait for each other and together hold all live members. False: there are
// none.
bool split_gather(Warp *warp);

// The instructions at which the gathered splits stand, one after the other: makes a split that
// stands at the next one the running split, with all lanes active that are there. *done: lanes that
// had their turn, 0 at first. False: that was the last.
bool split_next_place(Warp *warp, uint32_t *done);

// After split_gather and these instructions: each split continues by itself, after its own.
void split_scatter(Warp *warp);

#endif
