// SPDX-License-Identifier: Apache-2.0
// Loads and stores whose lanes have the same distances as in an earlier access. The distances
// decide which lanes can be copied in one piece and, with the position of the first one, what the
// access costs; loops and blocks repeat few such patterns. A shortcut for sim/warp/memory_*.c with
// the same bytes and counts: patterns that it does not know, and every fault, are left to them.
#ifndef LOCKSTEP_WARP_PATTERN_H
#define LOCKSTEP_WARP_PATTERN_H

#include "sim/warp/executor.h"

#include <stdalign.h>

#define PATTERN_SETS  128u
#define PATTERN_WAYS  4u
#define PATTERN_COSTS 8u

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
    int32_t lowest, highest; // of the deltas
    bool is_linear;          // one lane after the other
    bool has_halves;         // half-warps lie so, or on one address each:
    uint32_t uniform;        // bit = half
    bool is_shared;          // shared memory; else global
    // Of the lanes of mask alone, for translated code: whether some half is neither of both; bit =
    // half: it is linear; where its first lane lies, or would lie.
    bool is_scattered;
    uint32_t linear;
    int32_t start[2];
    const MemoryRegion *region; // that held the lanes the last time; NULL: none yet
    PatternCost costs[PATTERN_COSTS];
} Pattern;

// Of one worker.
typedef struct PatternTable {
    Pattern sets[PATTERN_SETS][PATTERN_WAYS]; // by hash of micro-op, mask and deltas
    uint8_t next[PATTERN_SETS]; // the way that a new pattern takes; bit 7: it has had some
    Pattern passing;            // of micro-ops whose patterns do not come back
    Pattern none;               // matches no lanes
    Pattern *last;              // that of the last access; NULL: it had none
    void *memory;               // that holds the table
    uint8_t misses[];           // [code_count]: in a row, see PATTERN_PATIENCE
} PatternTable;

PatternTable *pattern_table_create(uint32_t code_count);
// Adds what is left to the counts and frees the table.
void pattern_table_finish(PatternTable *table, AccessCount *accesses);

// The micro-op's next access is looked up even if its patterns did not come back.
void pattern_table_retry(PatternTable *table, uint32_t pc);

// For a LaneTable's level.
PatternAccess pattern_access(const char *level);

#endif
