// SPDX-License-Identifier: Apache-2.0
// Inside of isa/machine: a function on its way from PTX to micro-ops. An Op is a micro-op whose
// rows are still virtual registers; labels stand between ops. One Unit is one PTX function, one
// Lowering is one kernel with everything it calls. Only the passes of this folder include it.
#ifndef LOCKSTEP_MACHINE_LOWER_H
#define LOCKSTEP_MACHINE_LOWER_H

#include "isa/machine/program.h"

// A virtual register (index into unit->registers), a constant (index into lowering->constants, with
// VALUE_CONSTANT set) or nothing.
typedef uint32_t Value;
#define VALUE_NONE     UINT32_MAX
#define VALUE_CONSTANT 0x80000000u

typedef enum ValueClass { VALUE_32, VALUE_64, VALUE_P } ValueClass;

typedef struct VirtualRegister {
    uint8_t value_class; // ValueClass
    bool is_special;     // filled with `special` at the function's start; never written
    PtxSpecial special;
    bool is_carry; // the condition-code flag of the function
    uint16_t row;  // set by allocate.c: row, or predicate number
} VirtualRegister;

// Pseudo kinds beside MicroKind.
enum {
    OP_LABEL = MICRO_KIND_COUNT, // `target` is the label's number
    OP_DEAD                      // removed; dropped by unit_compact
};

typedef struct Op {
    uint8_t kind; // MicroKind, or a pseudo kind
    uint8_t type, space, vector;
    uint8_t round, width_bytes;
    uint8_t issues, pipe, sequence; // set by cost.c
    uint16_t function, flags, combine;
    bool may_contract; // float mul, add or sub without a rounding modifier
    bool has_paths;    // set by cost.c: its sequence holds a branch and a meeting
    bool is_free;      // costs nothing: became an operand of another machine instruction
    Value guard;
    Value d, d2, a, b, c, e;
    Value data[4];
    uint32_t target; // of branches: the label's number
    int64_t offset;
    const PtxInstruction *ptx; // NULL: made by lowering itself
} Op;

#define OP_VALUES_MAX 12

typedef struct Lowering Lowering;

typedef struct Unit {
    Lowering *lowering;
    const PtxFunction *function;
    uint32_t index; // in program->functions
    Op *ops;
    uint32_t op_count, op_room;
    VirtualRegister *registers;
    uint32_t register_count, register_room;
    Value *value_of; // [function->register_count]: first component
    Value special_of[PTX_SPECIAL_COUNT];
    Value carry;          // or VALUE_NONE: not used yet
    uint32_t label_count; // PTX labels come first
    struct FrameSlot {
        const PtxVariable *variable;
        uint32_t offset;
    } * slots; // variables in per-thread memory
    uint32_t slot_count, slot_room;
    uint32_t frame_bytes;
    uint32_t *targets; // label numbers of brx.idx lists
    uint32_t target_count, target_room;
    const PtxInstruction *current; // being selected; its guard is given to every op made
    uint32_t row_count, predicate_count, registers_live; // set by allocate.c and schedule.c
} Unit;

struct Lowering {
    const PtxModule *module;
    MachineTarget target;
    Diagnostics *diagnostics;
    MachineProgram *program;
    Arena scratch;
    Unit **units; // the entry first
    uint32_t unit_count, unit_room;
    uint32_t *unit_of; // [module->function_count]: index, or UINT32_MAX
    uint32_t constant_room;
    uint32_t *constant_hash; // open addressing; index + 1
    uint32_t constant_hash_size;
    uint32_t call_room;
    uint32_t shared_room;
    uint32_t dynamic_alignment; // of extern shared arrays; 0: there is none
    bool has_indirect_call;
};

// --- unit.c: making ops, registers and constants
Unit *lowering_unit(Lowering *lowering, const PtxFunction *function); // made when first asked for
// At the place in the CUDA program when the location (PtxInstruction.location) knows it, else in
// the PTX.
void lowering_error_at(Lowering *lowering, uint32_t location, uint32_t line, uint32_t column,
                       const char *message);
void lowering_error(Lowering *lowering, const PtxInstruction *instruction, const char *format, ...)
    TEXT_PRINTF(3, 4);
void lowering_unsupported(Unit *unit, const PtxInstruction *instruction);
Op *unit_add(Unit *unit, MicroKind kind);
Op *unit_lane(Unit *unit, const char *key, Value d, Value a, Value b, Value c);
Value unit_register(Unit *unit, ValueClass value_class);
uint32_t unit_label(Unit *unit);
void unit_place_label(Unit *unit, uint32_t label);
void unit_compact(Unit *unit);
// Puts NOPs that stand for issues[op][pipe] machine instructions in front of the ops.
void unit_insert_costs(Unit *unit, uint32_t (*issues)[PIPE_COUNT]);
Value lowering_constant(Lowering *lowering, MachineConstant constant);
Value literal_32(Lowering *lowering, uint32_t bits);
Value literal_64(Lowering *lowering, uint64_t bits);
bool value_is_register(Value value);
bool value_is_constant(Value value);
// The literal that a value is; false if it is not one.
bool value_literal(const Lowering *lowering, Value value, uint64_t *bits);
ValueClass value_class(const Unit *unit, Value value);
// Pointers to all values the op reads (guard included) or writes; returns how many.
uint32_t op_sources(Op *op, Value *sources[OP_VALUES_MAX]);
uint32_t op_results(Op *op, Value *results[OP_VALUES_MAX]);
bool op_writes(Op *op, Value value);
// How often the unit's ops read each register; [register_count + 1], of the scratch arena.
uint32_t *unit_reads(Unit *unit);
const LaneInfo *op_lane_info(const Op *op); // of LANE and LANE4
bool op_has_trait(const Op *op, uint16_t trait);
bool op_is_pure(const Op *op); // may be removed when nothing reads what it writes
bool op_ends_block(const Op *op);

// --- frame.c: where variables lie
uint32_t frame_slot(Unit *unit, const PtxVariable *variable);
uint32_t frame_space(Unit *unit, uint32_t size_bytes, uint32_t alignment_bytes);
uint32_t shared_slot(Lowering *lowering, const PtxVariable *variable);
void frame_layout(Unit *unit);
void shared_layout(Lowering *lowering); // once all units are known

// --- reach.c: which functions a kernel can reach
void reach_functions(Lowering *lowering, const PtxFunction *entry);

// --- operand.c: PTX operands as values
typedef struct Address {
    Value base; // VALUE_NONE: none
    int64_t offset;
    PtxSpace space;
} Address;
Value operand_value(Unit *unit, const PtxOperand *operand, PtxType type);
Value operand_result(Unit *unit, const PtxOperand *operand);
Value operand_predicate(Unit *unit, const PtxOperand *operand, bool *is_negated);
Value value_convert(Unit *unit, Value value, ValueClass wanted);
Address operand_address(Unit *unit, const PtxOperand *operand, PtxSpace space);
void op_set_address(Unit *unit, Op *op, Address address);
Value address_value(Unit *unit, Address address, ValueClass wanted);
ValueClass class_of_type(PtxType type);

// --- select*.c: one PTX instruction into ops
typedef void SelectFunction(Unit *unit, const PtxInstruction *instruction);
SelectFunction select_lane, select_arithmetic, select_extreme, select_carry, select_setp,
    select_set;
SelectFunction select_lop3;
SelectFunction select_mov, select_cvt, select_cvta, select_isspacep, select_cluster_map;
SelectFunction select_ld, select_st, select_atom, select_nothing, select_policy, select_matrix;
SelectFunction select_cp, select_mbarrier, select_stack;
// Behind what .async stores or reduces: its bytes have arrived, for the mbarrier at this operand.
void select_complete(Unit *unit, const PtxInstruction *instruction, const PtxOperand *barrier);
SelectFunction select_shfl, select_vote, select_match, select_redux, select_activemask,
    select_elect;
SelectFunction select_bar, select_fence;
SelectFunction select_bra, select_brx, select_call, select_ret, select_exit, select_trap;
SelectFunction select_nanosleep;
SelectFunction select_tex, select_surface;
// Opcode and suffixes of an instruction as lane.def spells them; false when they do not fit.
bool select_key(const PtxInstruction *instruction, char *key, size_t size);
void select_modifiers(Op *op, const PtxInstruction *instruction);
void select_instruction(Unit *unit, const PtxInstruction *instruction);
// The instruction with the suffixes that old PTX implies (legacy.c), in `room` where there are any.
const PtxInstruction *legacy_form(const Lowering *lowering, const PtxInstruction *instruction,
                                  PtxInstruction *room);
void select_lane_key(Unit *unit, const PtxInstruction *instruction, const char *key);
void select_copy(Unit *unit, Value result, Value source);
void select_register_parameters(Unit *unit);
ValueClass lane_class(LaneType type);
LaneOp select_find(Unit *unit, const char *key);

// --- the passes, in the order of lower.c
bool require_check(Lowering *lowering, const PtxInstruction *instruction);
bool require_module(Lowering *lowering, const PtxFunction *entry);
bool require_function(Lowering *lowering, const PtxFunction *function); // or reports its refusals
void unit_build(Unit *unit);
bool *unit_find_divergent(Unit *unit, bool is_certain); // [register]
void unit_contract(Unit *unit);
void unit_truncate(Unit *unit); // legacy.c: multiply-adds of cc 1.x
void unit_fold(Unit *unit);
void unit_unroll(Unit *unit);
void unit_fuse(Unit *unit);
void unit_vectorize(Unit *unit);
void unit_aggregate(Unit *unit);
void unit_predicate(Unit *unit);
void unit_converge(Unit *unit);
void unit_materialize(Unit *unit);
void unit_coalesce(Unit *unit);
void unit_schedule(Unit *unit);
void unit_spill(Unit *unit);
void unit_allocate(Unit *unit);
bool *unit_find_in_memory(Unit *unit); // [register]: it stands in shared memory (cc 1.x)
void unit_cost(Unit *unit);
void unit_narrow(Unit *unit); // part of unit_cost, as is the next
void unit_absorb(Unit *unit);
void lowering_emit(Lowering *lowering);
// Registers that a thread may use while an SM is still full of threads: 10 on cc 1.0, 16 on 1.2, 20
// on 2.0, 32 since 3.0.
uint32_t registers_without_cost(uint32_t compute_capability);
// Registers that the generation, the kernel's bounds and the target leave a thread.
uint32_t registers_most(const Lowering *lowering);
void lowering_summarize(Lowering *lowering);

#endif
