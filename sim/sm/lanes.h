// SPDX-License-Identifier: Apache-2.0
// Arithmetic over 32 lanes: one function a row of isa/machine/lane.def, compiled for several levels of
// the host's vector instructions; the best one the host has is chosen at run time, with the same bits.
// Sees rows and masks; knows no warp, no memory, no cycle.
#ifndef LOCKSTEP_SM_LANES_H
#define LOCKSTEP_SM_LANES_H

#include "isa/machine/program.h"

// d, a, b, c: rows of 32 lanes (uint32_t[32] or uint64_t[32], 64-byte aligned) or, where lane.def says P,
// one uint32_t lane mask. Only lanes in `mask` of d change. d may be the same row as a source.
typedef void (*LaneFunction)(void *d, const void *a, const void *b, const void *c, uint32_t mask);

typedef struct LaneTable {
    const char *level;  // "avx512", "avx2", "baseline"
    LaneFunction function[LANE_OP_COUNT];
} LaneTable;

const LaneTable *lane_table_host(void);        // best for this host
const LaneTable *lane_table_at(uint32_t level); // all that this host can run, from 0; NULL past the last

// A lane micro-op with rounding other than to nearest, .ftz or .sat: applies them around the function.
void lane_execute_modified(const LaneTable *table, const Micro *micro, void *d, const void *a,
                           const void *b, const void *c, uint32_t mask);

// One lane of an atomic on memory: returns the new value of the word. `operation` is a PTX_DOT_ suffix
// (ADD, MIN, CAS, ...); values are raw bits of `type`.
uint64_t lane_atomic(PtxSuffix operation, PtxType type, uint64_t old, uint64_t b, uint64_t c);

#endif
