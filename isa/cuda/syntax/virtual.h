// SPDX-License-Identifier: Apache-2.0
// Virtual functions: which functions of a class are, the tables that constructors point objects at,
// and calls through them.
#ifndef LOCKSTEP_CUDA_VIRTUAL_H
#define LOCKSTEP_CUDA_VIRTUAL_H

#include "isa/cuda/syntax/declare.h"

// A place in the table that the class and what is derived from it share.
typedef struct VirtualSlot {
    FunctionInfo *declared; // by the class that had it first
} VirtualSlot;

// A vptr in an object, and where in the class's table it points.
typedef struct VirtualPointer {
    uint64_t offset_bytes;
    uint32_t entry;
} VirtualPointer;

typedef struct VirtualTable {
    Variable *variable;
    FunctionInfo **functions;      // an entry each, or NULL
    int64_t *values;               // of entries that are no functions
    const FunctionInfo **declared; // by the class that had each function first
    uint32_t entry_count;
    VirtualPointer *pointers;
    uint32_t pointer_count;
    const FunctionInfo *pure; // a function that the class leaves pure, or NULL
    bool is_wanted;
} VirtualTable;

// Before the layout: finds the virtual functions of a class whose members have been read, and adds
// the vptr that it needs as its first field.
void virtual_begin(Front *front, Class *class_);
// The class's own function that has the slot; NULL: it has none.
FunctionInfo *virtual_own(const Scope *scope, const FunctionInfo *declared);
// Reports a result that cannot stand for that of the function that it overrides.
void virtual_check_result(Front *front, const FunctionInfo *own, const FunctionInfo *declared);
// Appends what a constructor or destructor does to the object's vptrs.
void virtual_set_pointers(Front *front, FunctionInfo *info, Statement ***tail);
// Makes the body of a thunk.
void virtual_thunk_body(Front *front, FunctionInfo *info, Statement ***tail);

// Whether a call of this function on this object asks the object's table.
bool virtual_is_dispatched(const FunctionInfo *info, const Expression *object);
// The function that the table of the object at a pointer has for `info`.
Expression *virtual_callee(Front *front, FunctionInfo *info, Expression *pointer,
                           SourceLocation location);
// The start of the whole object, for delete.
Expression *virtual_whole_object(Front *front, Expression *pointer, SourceLocation location);
// Reports an object of a class that has pure virtual functions; true: it has some.
bool virtual_is_abstract(Front *front, const Type *type, SourceLocation location);

#endif
