// SPDX-License-Identifier: Apache-2.0
// Making ops, virtual registers, labels and constants, and what an op reads, writes and does.
#ifndef LOCKSTEP_MACHINE_OP_H
#define LOCKSTEP_MACHINE_OP_H

#include "isa/machine/lower.h"

// The unit of a function, created on first use.
Unit *lowering_unit(Lowering *lowering, const PtxFunction *function);
// Reports an error at the place in the CUDA program if the location (PtxInstruction.location) is
// known, else in the PTX.
void lowering_error_at(Lowering *lowering, uint32_t location, uint32_t line, uint32_t column,
                       const char *message);
// Reports an error at an instruction; NULL: at no place.
void lowering_error(Lowering *lowering, const PtxInstruction *instruction, const char *format, ...)
    TEXT_PRINTF(3, 4);
// Reports that an instruction is not supported.
void lowering_unsupported(Unit *unit, const PtxInstruction *instruction);

// Appends an op without operands, under the guard of the current instruction.
Op *unit_add(Unit *unit, MicroKind kind);
// Appends the lane function of a key.
Op *unit_lane(Unit *unit, const char *key, Value d, Value a, Value b, Value c);
// Makes a virtual register.
Value unit_register(Unit *unit, ValueClass value_class);
// Makes a label that is not placed yet.
uint32_t unit_label(Unit *unit);
// Appends the op that places the label.
void unit_place_label(Unit *unit, uint32_t label);
// Removes the dead ops.
void unit_compact(Unit *unit);
// Inserts NOPs that stand for issues[op][pipe] machine instructions before the ops.
void unit_insert_costs(Unit *unit, uint32_t (*issues)[PIPE_COUNT]);
// The number of reads of each register by the unit's ops; [register_count + 1], in the scratch
// arena.
uint32_t *unit_reads(Unit *unit);
// The number of writes of each register by the ops first to end, likewise.
uint32_t *unit_writes(const Unit *unit, const Op *ops, uint32_t first, uint32_t end);

// The value of a constant; equal constants share one value.
Value lowering_constant(Lowering *lowering, MachineConstant constant);
// The value of a literal of 32 bits.
Value literal_32(Lowering *lowering, uint32_t bits);
// The value of a literal of 64 bits.
Value literal_64(Lowering *lowering, uint64_t bits);
// Whether it is a virtual register.
bool value_is_register(Value value);
// Whether it is a constant.
bool value_is_constant(Value value);
// The literal that a value is; false if it is not one.
bool value_literal(const Lowering *lowering, Value value, uint64_t *bits);
// Whether it is the address of a variable in constant memory.
bool value_is_constant_place(const Lowering *lowering, Value value);
// The class of a register or constant.
ValueClass value_class(const Unit *unit, Value value);

// Pointers to all values the op reads, guard included; returns how many.
uint32_t op_sources(Op *op, Value *sources[OP_VALUES_MAX]);
// Pointers to all values the op writes; returns how many.
uint32_t op_results(Op *op, Value *results[OP_VALUES_MAX]);
// Whether the value is one of the op's results.
bool op_writes(Op *op, Value value);
// The signature of a LANE or LANE4.
const LaneInfo *op_lane_info(const Op *op);
// Whether micro.def gives the op's kind the trait.
bool op_has_trait(const Op *op, uint16_t trait);
// Whether it loads constants for all lanes at once (unit_cost).
bool op_is_uniform_load(const Op *op);
// Whether it may be removed if its results are never read.
bool op_is_pure(const Op *op);
// Whether it is a copy of one value, of any class.
bool op_is_copy(const Op *op);
// Turns an op with one result into a copy of `value`, under the guard that it has.
void op_become_copy(const Unit *unit, Op *op, Value value);
// Whether it is x + literal, in either width.
bool op_is_add_literal(const Lowering *lowering, const Op *op, Value *x, uint64_t *literal);
// Whether a basic block ends after it.
bool op_ends_block(const Op *op);

#endif
