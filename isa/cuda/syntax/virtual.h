// SPDX-License-Identifier: Apache-2.0
// Virtual functions: which functions of a class are virtual, the tables that constructors install
// in objects, and calls through them.
#ifndef LOCKSTEP_CUDA_VIRTUAL_H
#define LOCKSTEP_CUDA_VIRTUAL_H

#include "isa/cuda/syntax/declare.h"

// A place in the table that the class and its derived classes share.
typedef struct VirtualSlot {
    FunctionInfo *declared; // by the first class that had it
} VirtualSlot;

// A vptr in an object, and its target in the class's table.
typedef struct VirtualPointer {
    uint64_t offset_bytes;
    uint32_t entry;
} VirtualPointer;

typedef struct VirtualTable {
    Variable *variable;
    FunctionInfo **functions; // one per entry, or NULL
    int64_t *values;          // of entries that are not functions
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
// Appends the stores to the object's vptrs that a constructor or destructor makes.
void virtual_set_pointers(Front *front, FunctionInfo *info, Statement ***tail);
// Makes the body of a thunk.
void virtual_thunk_body(Front *front, FunctionInfo *info, Statement ***tail);

// Whether a call of this function on this object uses the object's table.
bool virtual_is_dispatched(const FunctionInfo *info, const Expression *object);
// The function for `info` in the table of the object at a pointer.
Expression *virtual_callee(Front *front, FunctionInfo *info, Expression *pointer,
                           SourceLocation location);
// The start of the whole object, for delete.
Expression *virtual_whole_object(Front *front, Expression *pointer, SourceLocation location);
// Reports an object of a class that has pure virtual functions; true if it has some.
bool virtual_is_abstract(Front *front, const Type *type, SourceLocation location);

#endif
