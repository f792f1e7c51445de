// SPDX-License-Identifier: Apache-2.0
// The checker of a block: told of micro-ops before they are performed, and of barriers that
// complete. The run loop is compiled once more for it, so that an unchecked block pays nothing. A
// checker changes nothing in the block.
#ifndef LOCKSTEP_WARP_CHECKER_H
#define LOCKSTEP_WARP_CHECKER_H

#include "sim/warp/warp.h"

typedef struct BlockChecker {
    void *context;
    // bit = warp: also told of micro-ops that only compute. Without it they may be omitted.
    uint32_t followed;
    // The warp is about to perform the micro-op at `pc`, `on` being its active lanes whose guard
    // holds. One that has to wait is told of again when it is tried again; is_turn: accesses that
    // are ordered between blocks will be performed.
    void (*before)(void *context, const Warp *warp, uint32_t pc, uint32_t active, uint32_t on,
                   bool is_turn);
    // Block barrier `number` has completed; its waiting threads go on.
    void (*released)(void *context, uint32_t number);
    // The cluster's barrier has completed; told to one block of the cluster.
    void (*cluster_released)(void *context);
    // A number that tells what the block has done so far from what it does later.
    uint32_t (*moment)(void *context);
} BlockChecker;

// Until the block is started again; NULL: nobody.
void block_check(Block *block, const BlockChecker *checker);

// What a checker reads of a block.
const uint32_t *block_index(const Block *block); // x y z

#endif
