// SPDX-License-Identifier: Apache-2.0
// How the addresses of a warp's lanes follow each other: runs of lanes at one distance, the runs at
// another. Array indices look like this at the level of addresses, and fixes start from it. Pure.
#ifndef LOCKSTEP_EXPLAIN_PATTERN_H
#define LOCKSTEP_EXPLAIN_PATTERN_H

#include "sim/explain/access.h"

typedef struct Pattern {
    bool is_regular;          // all lanes fit; else the other fields say nothing
    uint32_t run;             // lanes of a run: 32, 16, 8, 4 or 2
    int64_t stride;           // bytes from a lane to the next within a run
    int64_t jump;             // bytes from the start of a run to that of the next; 0 with one run
    uint64_t lowest, highest; // addresses among the lanes
} Pattern;

Pattern access_pattern(const Access *access);

// The distance in bytes after which a new row of a two-dimensional array seems to begin: that of
// lanes that are more than an element apart. 0: nothing suggests one.
uint64_t pattern_pitch(const Pattern *pattern, uint32_t width_bytes);

#endif
