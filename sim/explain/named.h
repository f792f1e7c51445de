// SPDX-License-Identifier: Apache-2.0
// An access in the words of its source: the element that each lane touches, and what the variables
// of its index hold; a branch: what the variables of its line hold. Values are formulas of the lane
// (and, over the warps of a block, of the warp `w`) where they follow one. Needs recorded values
// for variables; built-in ones need none.
#ifndef LOCKSTEP_EXPLAIN_NAMED_H
#define LOCKSTEP_EXPLAIN_NAMED_H

#include "isa/machine/position.h"
#include "sim/explain/element.h"
#include "sim/explain/index.h"

// One thing in all lanes: the formula, or one text a lane.
typedef struct Named {
    const char *name;     // of a variable: "row"; NULL: an element
    const char *formula;  // "32·w + lane", "7", "optimized out"; NULL: the lanes follow none
    const char *lane[32]; // "7"; NULL: the lane takes no part, or has no name
    bool is_value;        // lane[] are numbers
} Named;

typedef struct AccessNames {
    Named elements; // lane[] is NULL everywhere: no name is known
    Named variables[INDEX_NAMES_MAX];
    uint32_t variable_count;
    bool has_warp;  // some formula has w
    bool has_names; // the PTX says what its source calls memory: that of our compiler does
} AccessNames;

// What is asked.
typedef struct NamesWish {
    const LaunchRecord *record;
    const uint32_t *steps; // of the recording: the one explained, then the like of other warps
    uint32_t step_count;   // at most ELEMENT_WARPS_MAX
    const PtxVariable *array;
    const char *line; // of the source, or NULL
    SourcePosition position;
} NamesWish;

// Of the part of the steps' accesses in this space; texts are in the arena.
void access_names(const NamesWish *wish, AccessSpace space, AccessNames *names, Arena *arena);

// Before a step that is a branch; it has no elements.
void branch_names(const LaunchRecord *record, uint32_t step, const char *line,
                  SourcePosition position, AccessNames *names, Arena *arena);

// The same step of the other warps of its block: their visit of the same number to any of these
// micro-ops. steps[0] is the step itself. Returns how many.
uint32_t names_peers(const Recording *recording, const uint32_t *pcs, uint32_t pc_count,
                     uint32_t step, uint32_t steps[ELEMENT_WARPS_MAX]);

#endif
