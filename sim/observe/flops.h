// SPDX-License-Identifier: Apache-2.0
// Floating-point operations of micro-ops: additions, multiplications and fused multiply-adds, of
// which one is two operations, and the halves of a pair two each. Leaves out special functions, the
// multiplications inside divisions and roots, and atomics; the tensor cores' have counts of their
// own.
#ifndef LOCKSTEP_OBSERVE_FLOPS_H
#define LOCKSTEP_OBSERVE_FLOPS_H

#include "sim/observe/counts.h"

typedef enum FlopPrecision { FLOP_NONE, FLOP_HALF, FLOP_SINGLE, FLOP_DOUBLE } FlopPrecision;
typedef enum FlopOperation { FLOP_ADD, FLOP_MULTIPLY, FLOP_FUSED } FlopOperation;

// Lanes that performed this operation, predicated-off ones left out.
uint64_t flop_lanes(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision,
                    FlopOperation operation);

// What tensor cores multiply.
typedef enum TensorType {
#define TENSOR(id, ...) TENSOR_##id,
#include "sim/observe/tensor.def"
#undef TENSOR
    TENSOR_TYPE_COUNT
} TensorType;

// Operations of tensor cores with elements of a of this type: 2 m n k for each product, zeros of
// sparse ones counted too (NVIDIA's rule: traces/h200/tensor/operations.csv).
uint64_t tensor_operations(const Micro *micro, const ExecutionCount *executed,
                           const AccessCount *accesses, TensorType type);
// Those of all types that sparse products skip: half of theirs.
uint64_t tensor_skipped(const Micro *micro, const ExecutionCount *executed,
                        const AccessCount *accesses);

// Operations of this precision.
uint64_t flop_count(const Micro *micro, const ExecutionCount *executed, FlopPrecision precision);

#endif
