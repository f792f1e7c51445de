// SPDX-License-Identifier: Apache-2.0
// Finds blocks that run for ever while a clock decides which warp runs next. A warp that returns to
// an earlier state while no memory changes does the same for ever, whatever the others do; if that
// is so for all warps that do not wait, nothing goes on. Watched are all blocks at once, for a
// while. Leaves out: loops that change memory back and forth.
#ifndef LOCKSTEP_WARP_LOOP_WATCH_H
#define LOCKSTEP_WARP_LOOP_WATCH_H

#include "sim/warp/checker.h"
#include "sim/warp/relevance.h"
#include "sim/warp/step.h"

// A state of a warp that it may return to.
typedef struct WarpMark {
    uint32_t pc;
    uint64_t hash;
    uint64_t steps, span; // since it was marked; after how many another is marked
    bool is_marked, has_branched, has_returned; // has_branched: since it was marked
} WarpMark;

typedef struct LoopWatch {
    BlockChecker checker;
    const BlockChecker *own; // the block's
    WarpMark *marks;         // [warps of the block]
    uint8_t *ran;            // [code_count]: executed since the watch began
    Relevance relevance;     // of what was executed in an earlier watch
    bool is_on, has_changed; // memory, or a clock was read
} LoopWatch;

// Watches the block until loop_watch_end(), or until it is started again.
void loop_watch_begin(Block *block);
// Whether it has been watched, changed nothing, and every warp has returned to its mark or waits.
bool loop_watch_is_closed(Block *block);
// Whether it has changed memory since the watch began: then a longer watch tells no more.
bool loop_watch_has_changed(const Block *block);
void loop_watch_end(Block *block);
// The block is in such a loop: its fault says which.
void loop_watch_give_up(Block *block);

// No block has ended for long: the block's fault says where it was last watched.
void loop_watch_take_for_endless(Block *block, const char *amount);

// With the block.
void loop_watch_destroy(LoopWatch *watch);

#endif
