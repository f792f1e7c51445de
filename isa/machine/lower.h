// SPDX-License-Identifier: Apache-2.0
// Internals of isa/machine: a function on its way from PTX to micro-ops. An Op is a micro-op whose
// rows are still virtual registers; labels are ops between them. One Unit is one PTX function, one
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
    bool is_carry;    // the condition-code flag of the function
    bool is_fragment; // of a matrix that the machine reads from shared memory itself
    uint16_t row;     // set by allocate.c: row, or predicate number
} VirtualRegister;

// Pseudo kinds in addition to MicroKind.
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
    bool has_paths;    // set by cost.c: its sequence holds a branch and a reconvergence
    bool is_free;      // costs nothing: another machine instruction does its work
    Value guard;
    Value d, d2, a, b, c, e;
    Value data[4];
    Value addend[4]; // of MATRIX_MULTIPLY
    uint32_t target; // of branches: the label's number
    int64_t offset;
    const PtxInstruction *ptx; // NULL: made by lowering itself
} Op;

#define OP_VALUES_MAX 16

typedef struct Lowering Lowering;

typedef struct Unit {
    Lowering *lowering;
    const PtxFunction *function;
    uint32_t index; // in program->functions
    Op *ops;
    uint32_t op_count, op_room;
    VirtualRegister *registers;
    uint32_t register_count, register_room;
    Value *value_of; // [function->register_count]: first component, or lower half
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
    const PtxInstruction *current; // being selected; every new op gets its guard
    uint32_t row_count, predicate_count, registers_live; // set by allocate.c and schedule.c
    uint32_t stack_bytes;                                // set by allocate.c
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
    uint32_t tile_room;
    uint32_t shared_room;
    uint32_t dynamic_alignment; // of extern shared arrays; 0: there is none
    bool has_indirect_call;
    bool sets_registers; // setmaxnreg
};

#endif
