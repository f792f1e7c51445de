// SPDX-License-Identifier: Apache-2.0
// Micro-ops decoded once per launch into what the run loop needs: the place of each operand, the
// lane function to call, the path through the loop. Everything else about a micro-op stays in
// Micro.
#ifndef LOCKSTEP_WARP_DECODE_H
#define LOCKSTEP_WARP_DECODE_H

#include "sim/warp/block.h"

// Where an operand lies: one of a warp's base pointers (upper two bits) and a byte offset.
typedef uint32_t Operand;
enum { BASE_REGISTERS, BASE_CONSTANTS, BASE_PREDICATES, BASE_FIXED, BASE_COUNT };
#define OPERAND_BASE_SHIFT  30
#define OPERAND_OFFSET_MASK 0x3fffffffu
#define OPERAND_ALL_LANES   ((Operand)BASE_FIXED << OPERAND_BASE_SHIFT)         // a full mask
#define OPERAND_NOTHING     (((Operand)BASE_FIXED << OPERAND_BASE_SHIFT) + 64u) // a 64-bit scratch row
#define FIXED_BYTES         (64u + 256u)

#define ROW_BYTES 128u

typedef enum OperationPath {
    PATH_LANE,     // call `function`
    PATH_SLOW,     // the same; some operands take a slow path
    PATH_MODIFIED, // a lane function with rounding, .ftz or .sat; may have a slow path too
    PATH_NOP,
    PATH_MEMORY, // load or store
    PATH_BRANCH,
    PATH_OTHER // by Micro.kind
} OperationPath;

// Whether pattern.h can perform a load or store.
typedef enum OperationPattern {
    PATTERN_NOT,
    PATTERN_IN_SHARED,
    PATTERN_IN_GLOBAL
} OperationPattern;

typedef struct Operation {
    LaneFunction function;
    Operand d, a, b, c;                   // of loads and stores: d is the first element
    Operand element[3];                   // of loads and stores: the elements after the first
    Operand guard;                        // a mask
    uint32_t guard_flip;                  // all ones where the guard is negated
    uint8_t path;                         // OperationPath
    uint8_t element_bytes, element_count; // of loads and stores
    uint8_t pattern;                      // OperationPattern, of loads and stores
    uint8_t slow;                         // SlowOp, of lane functions
    bool is_alone;                        // no other micro-op has the same
    uint16_t place_mask; // of these: where an address lies within what their cost repeats after
    uint16_t straight;   // micro-ops from this one on that neither branch nor wait, up to a limit
    uint16_t plain;      // of these those from this one on that only compute, without a guard
} Operation;

// Decodes the launch's program into operations[code_count].
void decode_program(const Launch *launch, Operation *operations);

Operand decode_row(Row row);
Operand decode_predicate(Row predicate);

#endif
