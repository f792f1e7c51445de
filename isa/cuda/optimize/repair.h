// SPDX-License-Identifier: Apache-2.0
// Puts single assignment right after code was duplicated: one value then has several definitions,
// and uses that they reach together get PHIs (on demand, as in Braun et al., "Simple and Efficient
// Construction of Static Single Assignment Form", 2013, without its recursion).
// Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_REPAIR_H
#define LOCKSTEP_CUDA_REPAIR_H

#include "isa/cuda/ir/ir.h"

typedef struct RepairSlot {
    uint32_t stamp; // of the value it is for
    IrInstruction *value;
} RepairSlot;

typedef struct Repair {
    Arena arena;
    IrFunction *function;
    RepairSlot *at_end, *at_start; // by block number
    uint32_t block_count, stamp;
    IrType type;
    IrSpace space;
    SourceLocation location;
    IrInstruction **phis; // made for the value at hand
    uint32_t phi_count, phi_room;
} Repair;

// All blocks must exist already. Clear with repair_clear.
void repair_init(Repair *repair, IrFunction *function);
void repair_clear(Repair *repair);
// First repair_find_uses for every value. Then for each value: begin, define each of its
// definitions (at the end of a block), repair_uses, finish.
void repair_begin(Repair *repair, const IrInstruction *like);
void repair_define(Repair *repair, const IrBlock *block, IrInstruction *value);
void repair_finish(Repair *repair);

// Uses of one value, found before any value is repaired: a definition of one value may itself be
// another value that is repaired, and its new uses are right already.
typedef struct RepairUses {
    IrUse **list;
    uint32_t count;
} RepairUses;

typedef bool (*RepairFilter)(const IrBlock *block);
// All uses of `value` in blocks that the filter takes (a PHI uses its operand at the end of the
// predecessor). No definition may precede such a use in the same block.
RepairUses repair_find_uses(Repair *repair, const IrInstruction *value, RepairFilter filter);
void repair_uses(Repair *repair, RepairUses uses);

#endif
