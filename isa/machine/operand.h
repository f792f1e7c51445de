// SPDX-License-Identifier: Apache-2.0
// PTX operands as values, and the places of the variables that they name.
#ifndef LOCKSTEP_MACHINE_OPERAND_H
#define LOCKSTEP_MACHINE_OPERAND_H

#include "isa/machine/lower.h"

typedef struct Address {
    Value base; // VALUE_NONE: none
    int64_t offset;
    PtxSpace space;
} Address;

// The value of the operand; a literal gets the type.
Value operand_value(Unit *unit, const PtxOperand *operand, PtxType type);
// The register that the operand is; VALUE_NONE: the sink.
Value operand_result(Unit *unit, const PtxOperand *operand);
// The instruction with vector registers that stand for all of their elements as lists of these; the
// same one if it has none. `room` is for the caller to keep.
const PtxInstruction *operand_spread(Unit *unit, const PtxInstruction *instruction,
                                     PtxInstruction *room);
// The predicate that the operand is, and whether `!` precedes it.
Value operand_predicate(Unit *unit, const PtxOperand *operand, bool *is_negated);
// The address that the operand is.
Address operand_address(Unit *unit, const PtxOperand *operand, PtxSpace space);
// The address of a variable in its space, and bytes from there.
Value variable_value(Unit *unit, const PtxVariable *variable, int64_t offset);
// The value converted to 32 or 64 bits; a predicate stays one.
Value value_convert(Unit *unit, Value value, ValueClass wanted);
// The sum of base and offset.
Value address_value(Unit *unit, Address address, ValueClass wanted);
// Sets the address of a memory op.
void op_set_address(Unit *unit, Op *op, Address address);
// The class of the registers that hold the type.
ValueClass class_of_type(PtxType type);

// The offset of a variable in the frame, placed on first use.
uint32_t frame_slot(Unit *unit, const PtxVariable *variable);
// Makes room at the frame's end; returns its offset.
uint32_t frame_space(Unit *unit, uint32_t size_bytes, uint32_t alignment_bytes);
// Places the results and parameters of a function that is not a kernel.
void frame_layout(Unit *unit);
// The offset of a shared variable in the block's shared memory.
uint32_t shared_slot(Lowering *lowering, const PtxVariable *variable);
// Places the shared variables, once all units are known.
void shared_layout(Lowering *lowering);

#endif
