// SPDX-License-Identifier: Apache-2.0
// Floating-point operations of micro-ops: additions, multiplications and fused multiply-adds, of
// which one is two operations, and the halves of a pair two each. Leaves out special functions, the
// multiplications inside divisions and roots, atomics, and the matrix unit.
#ifndef LOCKSTEP_OBSERVE_FLOPS_H
#define LOCKSTEP_OBSERVE_FLOPS_H

#include "sim/observe/counts.h"

typedef enum FlopPrecision { FLOP_NONE, FLOP_HALF, FLOP_SINGLE, FLOP_DOUBLE } FlopPrecision;
typedef enum FlopOperation { FLOP_ADD, FLOP_MULTIPLY, FLOP_FUSED } FlopOperation;

// Lanes that performed this operation, predicated-off ones left out.
uint64_t flop_lanes(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision,
                    FlopOperation operation);

// Operations of this precision.
uint64_t flop_count(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision);

#endif
