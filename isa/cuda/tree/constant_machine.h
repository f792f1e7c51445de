// SPDX-License-Identifier: Apache-2.0
// Inside of constant_evaluate: an interpreter of the checked tree. Objects are bytes; an address in
// memory is a note beside the bytes that it replaces. Every access is checked against its object,
// so an expression with undefined behavior is no constant.
#ifndef LOCKSTEP_CUDA_CONSTANT_MACHINE_H
#define LOCKSTEP_CUDA_CONSTANT_MACHINE_H

#include "isa/cuda/tree/constant_scalar.h"

#define CONSTANT_CALL_LIMIT  512u  // C++17 [implimits]: recursive constexpr invocations
#define CONSTANT_DEPTH_LIMIT 4000u // nested expressions and statements, calls included

typedef struct Address {
    uint64_t at; // bytes from the start of the object that holds it
    Object *object;
    uint64_t offset;
} Address;

struct Object {
    const Variable *variable; // whose it is, or NULL
    Function *function;       // this is a function
    const Expression *string; // this is a string constant
    uint8_t *bytes;           // NULL: may be pointed to, not read
    uint64_t size_bytes;
    bool is_constant; // may not be written
    Address *addresses;
    uint32_t address_count, address_room;
    Object *next;
};

// Where an lvalue is. `field`: of a bit-field, else NULL.
typedef struct Place {
    Object *object;
    uint64_t offset;
    const Field *field;
} Place;

typedef struct Frame {
    Object *objects; // of the variables of this call
    Value result;
} Frame;

typedef struct Machine {
    ConstantContext *context;
    Arena *arena;
    Frame *frame;
    Object *globals; // variables of static storage, functions, strings
    uint32_t depth, calls;
} Machine;

bool machine_fail(Machine *machine, const char *reason); // false; the first reason stays
bool machine_step(Machine *machine);
// ---- constant_memory.c
Object *object_new(Machine *machine, const Variable *variable, uint64_t size_bytes);
Object *object_of_variable(Machine *machine, const Variable *variable);
Object *object_of_local(Machine *machine, const Variable *variable);
Object *object_of_function(Machine *machine, Function *function);
Object *object_of_string(Machine *machine, const Expression *string);
bool memory_load(Machine *machine, Place place, const Type *type, Value *value);
bool memory_store(Machine *machine, Place place, const Type *type, const Value *value);
// ---- constant_evaluate.c
bool machine_value(Machine *machine, const Expression *expression, Value *value);
bool machine_discard(Machine *machine, const Expression *expression);
// ---- constant_execute.c
bool machine_call(Machine *machine, const Expression *call, Value *result);
bool machine_statements(Machine *machine, const Statement *statement);

#endif
