// SPDX-License-Identifier: Apache-2.0
// Inside of generation: from the checked tree to the intermediate representation. Every local
// variable becomes a LOCAL that is loaded and stored; promotion makes values of them. A pointer
// keeps the space it is known to point to until it becomes a value of the program. Only generate*.c
// include this.
#ifndef LOCKSTEP_CUDA_GENERATE_H
#define LOCKSTEP_CUDA_GENERATE_H

#include "isa/cuda/ir/ir.h"

#define GENERATE_DEPTH_LIMIT 2000u // nested expressions and statements, against stack overflow
#define AGGREGATE_LEAF_LIMIT 16u   // larger classes and arrays are copied as bytes

// An index that is checked once memory at its place is accessed.
typedef struct IndexCheck {
    IrInstruction *index;
    uint64_t bound;
    bool is_signed;
    const char *array;        // "'a' (4 elements) of 's'"
    const IrBlock *made_in;   // the last block that has the check
    struct IndexCheck *outer; // of the row or structure that the place is in
} IndexCheck;

// Where an lvalue lies.
typedef struct Place {
    IrInstruction *pointer; // in its known space; NULL: after an error
    const Type *type;
    uint32_t align_bytes; // known of the pointer
    bool is_volatile;
    bool is_readonly;   // a load may be ld.global.nc
    const Field *bits;  // a bit-field; `pointer` is of its unit
    uint8_t element;    // of an object: see ir_element
    IndexCheck *checks; // of the indices that led here
} Place;

typedef struct Leaves {
    IrLeaf list[AGGREGATE_LEAF_LIMIT];
    uint32_t count;
    bool is_too_many;
} Leaves;

typedef struct Label {
    const char *name;
    IrBlock *block;
    struct Label *next;
} Label;

typedef struct SwitchCases {
    IrBlock **targets; // [0]: default, NULL until it is met
    int64_t *values;
    uint32_t count, room;
    const Type *type;
    struct SwitchCases *outer;
} SwitchCases;

// What generation knows of a variable: its place in the function being generated.
typedef struct VariableHome {
    IrFunction *function;
    IrInstruction *pointer;
} VariableHome;

typedef struct Generator {
    Arena *arena;
    IrModule *module;
    IrFunction *function;
    IrBlock *block; // where instructions go
    SourceLocation at;
    IrInstruction *last_local; // in the entry block
    IrInstruction *result;     // where a class result goes
    IrBlock *break_to, *continue_to;
    SwitchCases *cases;
    Label *labels;
    uint32_t depth;
    uint32_t scope_end; // the line where what is declared here goes out of scope
} Generator;

// ---- generate.c
void generate_error(Generator *g, SourceLocation at, const char *format, ...) TEXT_PRINTF(3, 4);
// False, reported, when nested too deeply; every enter that is true needs its leave.
bool generate_enter(Generator *g, SourceLocation at);
void generate_leave(Generator *g);
// Where a variable lies from here on.
void generate_home(Generator *g, Variable *variable, IrInstruction *pointer);
IrFunction *generate_callee(Generator *g, Function *function);
IrInstruction *generate_local(Generator *g, const Type *type, Variable *variable);
IrInstruction *generate_variable(Generator *g, Variable *variable); // its pointer

// ---- generate_make.c: instructions at the end of the current block
IrInstruction *make_op(Generator *g, IrOp op, IrType type);
IrInstruction *make_unary(Generator *g, IrOp op, IrType type, IrInstruction *a);
IrInstruction *make_binary(Generator *g, IrOp op, IrType type, IrInstruction *a, IrInstruction *b);
IrInstruction *make_compare(Generator *g, IrCompare compare, IrInstruction *a, IrInstruction *b);
IrInstruction *make_select(Generator *g, IrInstruction *condition, IrInstruction *a,
                           IrInstruction *b);
IrInstruction *make_offset(Generator *g, IrInstruction *pointer, int64_t bytes);
IrInstruction *make_index(Generator *g, IrInstruction *pointer, IrInstruction *index,
                          bool is_signed, int64_t scale);
IrInstruction *make_generic(Generator *g, IrInstruction *pointer);
IrInstruction *make_in_space(Generator *g, IrInstruction *pointer, IrSpace space);
IrInstruction *make_load(Generator *g, IrInstruction *pointer, IrMemory memory,
                         uint32_t align_bytes);
void make_store(Generator *g, IrInstruction *pointer, IrInstruction *value, IrMemory memory,
                uint32_t align_bytes);
IrInstruction *make_integer(Generator *g, IrType type, uint64_t value);
IrInstruction *make_undefined(Generator *g, const Type *type); // a scalar
IrInstruction *make_phi(Generator *g, IrInstruction *a, IrBlock *from_a, IrInstruction *b,
                        IrBlock *from_b);
void make_jump(Generator *g, IrBlock *to);

// ---- generate_convert.c
IrType ir_type_of(const Type *type);     // a scalar's; VOID for void and aggregates
IrMemory ir_memory_of(const Type *type); // a scalar's
bool type_is_aggregate(const Type *type);
bool type_is_bytes(const Type *type); // objects may be copied as bytes, so they may lie anywhere
const Type *type_beneath(const Type *type); // without qualifiers; an enum's underlying type
IrInstruction *generate_convert(Generator *g, IrInstruction *value, const Type *from,
                                const Type *to);
IrInstruction *generate_truth(Generator *g, IrInstruction *value); // as bool

// ---- generate_place.c
Place generate_place(Generator *g, const Expression *e); // of an lvalue
// A pointer expression's value in the space it is known to point to.
IrInstruction *generate_pointer(Generator *g, const Expression *e);
uint32_t generate_pointer_align(const Expression *e); // of what it points to

// ---- generate_index.c
bool index_is_checked(const Generator *g, const Expression *sum); // pointer + index
// Of the element at `index` of the array, which `outer` led to.
IndexCheck *index_check(Generator *g, const Expression *array, IrInstruction *index, bool is_signed,
                        IndexCheck *outer);
void generate_checks(Generator *g, Place place); // memory there is about to be accessed

// ---- generate_access.c
IrInstruction *generate_load(Generator *g, Place place);              // a scalar
void generate_store(Generator *g, Place place, IrInstruction *value); // a scalar
void generate_copy(Generator *g, Place to, Place from);               // an aggregate
// The element (ir_element) that a field is of an object of four scalars of one form; or 0.
uint8_t generate_element(Place whole, const Field *field);
void generate_zero(Generator *g, Place to); // an aggregate
uint32_t align_at(uint32_t align_bytes, uint64_t offset_bytes);

// ---- generate_expression.c
IrInstruction *generate_value(Generator *g, const Expression *e); // a scalar; NULL for void
void generate_effect(Generator *g, const Expression *e);          // any type, value dropped
void generate_branch(Generator *g, const Expression *e, IrBlock *then, IrBlock *otherwise);
void generate_into(Generator *g, const Expression *e, Place to); // an aggregate's value
Place generate_aggregate(Generator *g, const Expression *e);     // where an aggregate's value is

// ---- generate_assign.c
IrInstruction *generate_binary(Generator *g, ExpressionKind kind, const Type *type,
                               IrInstruction *a, IrInstruction *b);
// What ASSIGN, COMPOUND and increments do. *value: the new value, or the old one of a POST; may be
// NULL when nobody wants it.
Place generate_assign(Generator *g, const Expression *e, IrInstruction **value);

// ---- generate_call.c
// The scalar result, or NULL: a class result goes to *to.
IrInstruction *generate_call(Generator *g, const Expression *e, const Place *to);
void generate_asm(Generator *g, const Statement *statement);

// ---- generate_builtin.c, generate_memory.c
IrInstruction *generate_builtin(Generator *g, const Expression *e);
IrInstruction *generate_memory_builtin(Generator *g, const Expression *e); // memcpy and such

// ---- generate_statement.c
void generate_statement(Generator *g, const Statement *statement);

// ---- generate_question.c
bool is_cheap(const Expression *e); // may be evaluated though not wanted, and costs little
bool is_only_read(const Function *function, const Variable *parameter);

#endif
