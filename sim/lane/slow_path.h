// SPDX-License-Identifier: Apache-2.0
// The slow paths of IEEE division, reciprocal and square root: which way a lane's operands take
// through the subroutine that the machine calls for operands that are zero, subnormal, infinite,
// not a number, or so large or small that the short sequence would not round right; and what the
// ways of a warp's lanes cost together. The rows of slow_path.def are those of compute
// capability 9.0; other generations are assumed to have the same. Leaves out: roundings other than
// to nearest, whose code is another one (div.rz.f32 and div.rp.f64 of traces/h200/probes).
#ifndef LOCKSTEP_LANE_SLOW_PATH_H
#define LOCKSTEP_LANE_SLOW_PATH_H

#include "isa/machine/program.h"

// SLOW_DIV_F32, ...: a lane function with such a subroutine.
typedef enum SlowOp {
    SLOW_NONE,
#define SLOW_OP(name, ...) SLOW_##name,
#define SLOW_NODE(op, ...)
#include "sim/lane/slow_path.def"
#undef SLOW_NODE
#undef SLOW_OP
    SLOW_OP_COUNT
} SlowOp;

// Which lanes certainly take the short sequence: those all of whose operands x have scale * x -
// first < count, in unsigned arithmetic of the operand's width. Other lanes may take it too.
typedef struct SlowFilter {
    uint32_t scale; // 1, or 2: the sign does not matter
    bool is_wide;
    bool has_b;
    uint64_t first, count;
    uint64_t near, mask; // a part of these lanes: (x - near) & mask is 0
} SlowFilter;

extern const SlowFilter slow_filter[SLOW_OP_COUNT];

// What one execution by a warp takes beyond the short sequence. Differences may be negative.
typedef struct SlowCost {
    uint32_t lanes;                       // that take a slow way; 0: none, and all else is 0
    int32_t issues;                       // warp instructions, of which:
    int32_t alu, fma, fp16, fp64, xu;     // by pipe
    int32_t branches, calls, joins, bssy; // BRA; CALL and RET; BSYNC and BREAK; BSSY
    int32_t threads;                      // lanes of the instructions, summed
    uint32_t diverged;                    // branches whose lanes went both ways
    uint32_t cycles;
} SlowCost;

// The subroutine of a micro-op on this generation, or SLOW_NONE. The sequences of compute
// capability 1.x are other ones (cost.def).
SlowOp slow_op_of(const Micro *micro, uint32_t compute_capability);

// The lanes in `on` perform the operation; a and b are rows of operands (b: of divisions). Only
// those in `suspects` may take a slow way. is_alone: the kernel calls the subroutine from this
// place only.
SlowCost slow_path_cost(SlowOp op, bool is_alone, const void *a, const void *b, uint32_t on,
                        uint32_t suspects);

#endif
