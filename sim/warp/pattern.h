// SPDX-License-Identifier: Apache-2.0
// Loads and stores whose lanes have the same distances as in an earlier access. The distances
// decide which lanes can be copied in one piece and, with the position of the first one, what the
// access costs; loops and blocks repeat few such patterns. A shortcut for sim/warp/memory_*.c with
// the same bytes and counts: patterns that it does not know, and every fault, are left to them.
#ifndef LOCKSTEP_WARP_PATTERN_H
#define LOCKSTEP_WARP_PATTERN_H

#include "sim/warp/executor.h"

#include <stdalign.h>

#define PATTERN_ENTRIES 256u
#define PATTERN_COSTS   8u

// What the access costs where its first lane lies at `place` within the unit that the rule repeats
// after.
typedef struct PatternCost {
    uint64_t times; // accesses that are not yet among the counts of their micro-op
    uint32_t place; // plus 1; 0: none
    union {
        SharedCost shared;
        GlobalCost global;
    };
} PatternCost;

typedef struct Pattern {
    alignas(64) int32_t delta[32]; // address less that of the lowest lane of mask; 0 in other lanes
    uint32_t mask;                 // 0: the entry is free
    uint32_t pc;
    int32_t lowest, highest;    // of the deltas
    bool is_linear;             // one lane after the other
    bool has_halves;            // half-warps lie so, or on one address each:
    uint32_t uniform;           // bit = half
    bool is_shared;             // shared memory; else global
    const MemoryRegion *region; // that held the lanes the last time; NULL: none yet
    PatternCost costs[PATTERN_COSTS];
} Pattern;

// Of one worker.
typedef struct PatternTable {
    Pattern entries[PATTERN_ENTRIES]; // by hash of micro-op, mask and deltas
    Pattern passing;                  // of micro-ops whose patterns do not come back
    uint8_t misses[];                 // [code_count]: in a row, see PATTERN_PATIENCE
} PatternTable;

PatternTable *pattern_table_create(uint32_t code_count);
// Adds what is left to the counts and frees the table.
void pattern_table_finish(PatternTable *table, AccessCount *accesses);

// For a LaneTable's level.
PatternAccess pattern_access(const char *level);

#endif
