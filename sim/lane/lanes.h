// SPDX-License-Identifier: Apache-2.0
// Arithmetic over 32 lanes: one function a row of isa/machine/lane.def, compiled for several levels
// of the host's vector instructions; the best one the host has is chosen at run time, with the same
// bits. Sees rows and masks; knows no warp, no memory, no cycle.
#ifndef LOCKSTEP_LANE_LANES_H
#define LOCKSTEP_LANE_LANES_H

#include "sim/lane/matrix.h"
#include "sim/lane/slow_path.h"

// d, a, b, c: rows of 32 lanes (uint32_t[32] or uint64_t[32], 64-byte aligned) or, where lane.def
// says P, one uint32_t lane mask. Only lanes in `mask` of d change. d is the same row as a source
// or does not overlap it.
typedef void (*LaneFunction)(void *d, const void *a, const void *b, const void *c, uint32_t mask);
typedef void (*Lane4Function)(void *d, const void *a, const void *b, const void *c, const void *e,
                              uint32_t mask);

typedef struct LaneTable {
    const char *level; // "avx512", "avx2", "baseline"
    LaneFunction function[LANE_OP_COUNT];
    Lane4Function function4[LANE4_OP_COUNT];
    // Whether the narrow part of slow_filter leaves out some lane; and (d) the mask of those lanes
    // that all of it leaves out.
    bool (*is_far[SLOW_OP_COUNT])(const void *a, const void *b);
    LaneFunction suspect[SLOW_OP_COUNT];
    MatrixFunction multiply;
} LaneTable;

const LaneTable *lane_table_host(void); // best for this host
const LaneTable *
lane_table_at(uint32_t level); // all that this host can run, from 0; NULL past the last

// A lane micro-op with rounding other than to nearest, .ftz or .sat: applies them around the
// function.
void lane_execute_modified(const LaneTable *table, const Micro *micro, void *d, const void *a,
                           const void *b, const void *c, uint32_t mask);

// A MICRO_CARRY over 32 lanes; rows of 32 or 64 bits by its type. carry_in: lane mask of the carry
// (of a subtraction: borrow) that comes in, or NULL for none; carry_out: changed in lanes of
// `mask`, or NULL. c is used by PTX_MAD only.
void lane_carry(const Micro *micro, void *d, const void *a, const void *b, const void *c,
                const uint32_t *carry_in, uint32_t *carry_out, uint32_t mask);

// One lane of an atomic on memory: returns the new value of the word. `operation` is a PTX_DOT_
// suffix (ADD, MIN, CAS, ...); values are raw bits of `type`. CAS stores c where old equals b.
// add.f32 flushes subnormals to signed zeros in global memory and keeps them in shared (PTX
// ISA 9.0, "atom").
uint64_t lane_atomic(PtxSuffix operation, PtxType type, PtxSpace space, uint64_t old, uint64_t b,
                     uint64_t c);

#endif
