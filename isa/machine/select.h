// SPDX-License-Identifier: Apache-2.0
// Selection: turns one PTX instruction into ops.
#ifndef LOCKSTEP_MACHINE_SELECT_H
#define LOCKSTEP_MACHINE_SELECT_H

#include "isa/machine/lower.h"
#include "isa/machine/operand.h"

// Each selects the instructions that it is named after (the list is in select.c).
typedef void SelectFunction(Unit *unit, const PtxInstruction *instruction);
SelectFunction select_lane, select_arithmetic, select_extreme, select_carry, select_setp,
    select_set;
SelectFunction select_lop3;
SelectFunction select_mov, select_cvt, select_stochastic, select_cvta, select_isspacep,
    select_cluster_map;
SelectFunction select_ld, select_st, select_atom, select_nothing, select_policy, select_matrix,
    select_setmaxnreg;
SelectFunction select_movmatrix, select_mma, select_wmma, select_wgmma, select_tcgen05;
SelectFunction select_cp, select_mbarrier, select_tensormap, select_cancel, select_multimem,
    select_store_bulk, select_stack;
SelectFunction select_shfl, select_vote, select_match, select_redux, select_activemask,
    select_elect;
SelectFunction select_bar, select_fence;
SelectFunction select_bra, select_brx, select_call, select_ret, select_exit, select_trap;
SelectFunction select_nanosleep;
SelectFunction select_tex, select_surface, select_istypep, select_video;

// Selects an instruction by its opcode.
void select_instruction(Unit *unit, const PtxInstruction *instruction);
// Opcode and suffixes of an instruction as lane.def spells them; false if they do not fit.
bool select_key(const PtxInstruction *instruction, char *key, size_t size);
// The lane function of a key; reports the current instruction if there is none.
LaneOp select_find(Unit *unit, const char *key);
// Sets an op's rounding, .ftz and .sat from the instruction.
// Composes what has no lane function of its own; false: it has, or is of another kind.
bool select_composed(Unit *unit, const PtxInstruction *instruction);
void select_modifiers(Op *op, const PtxInstruction *instruction);
// Selects the lane function of a key for the instruction's operands.
void select_lane_key(Unit *unit, const PtxInstruction *instruction, const char *key);
// Copies a value, converted to the result's class; VALUE_NONE: nowhere.
void select_copy(Unit *unit, Value result, Value source);
// Appends an op of a load, store or atomic, with its address, type and memory order.
Op *select_memory_op(Unit *unit, const PtxInstruction *instruction, MicroKind kind,
                     Address address);
// Added around accesses that order others.
void select_order_before(Unit *unit, const PtxInstruction *instruction);
void select_order_behind(Unit *unit, const PtxInstruction *instruction);
// Half 0 (lower) or 1 of an operand of type .b128, of type .b64 (a vector of .b32 if it is of
// four).
PtxOperand select_half(const PtxOperand *operand, uint32_t half);
// A load or store of .b128 as one of two .b64, in `room`; any other as it is.
const PtxInstruction *select_pairs(Unit *unit, const PtxInstruction *instruction,
                                   PtxInstruction *room);
// Loads the parameters that are declared in registers from the frame.
void select_register_parameters(Unit *unit);
// Added after the stores and reductions of .async: their bytes have arrived, for the mbarrier at
// this operand.
void select_complete(Unit *unit, const PtxInstruction *instruction, const PtxOperand *barrier);
// The instruction with the suffixes that old PTX implies (legacy.c), in `room` if there are any.
const PtxInstruction *legacy_form(const Lowering *lowering, const PtxInstruction *instruction,
                                  PtxInstruction *room);
// The class of the registers that hold values of a lane function's operand type.
ValueClass lane_class(LaneType type);

#endif
