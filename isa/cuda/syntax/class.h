// SPDX-License-Identifier: Apache-2.0
// Classes: reading them, their layout, implicitly declared members, and questions about them.
#ifndef LOCKSTEP_CUDA_CLASS_H
#define LOCKSTEP_CUDA_CLASS_H

#include "isa/cuda/syntax/parse_declaration.h"

typedef struct FieldDraft {
    Field field;
    Symbol *symbol; // NULL: a base class, anonymous, or padding
    uint32_t align_bytes;
    bool is_bit_field;
} FieldDraft;

// Reads a class specifier, from `struct`, `class` or `union` on; NULL after reporting.
const Type *parse_class(Front *front, Specifiers *specifiers);
// Reads ": bases { members }" at the cursor into the class and lays it out.
bool parse_class_rest(Front *front, Class *class_, const Specifiers *specifiers);
// Reads one member declaration.
void parse_member(Front *front, Class *class_);
// Reads what follows the [captures] of a lambda: parameters, specifiers and result type.
bool parse_closure_declarator(Front *front, Declarator *declarator, bool is_mutable);

// Makes an empty class with its scope; it is complete once it has been laid out.
Class *class_create(Front *front, const char *name, Scope *home, SourceLocation location);
// Finishes a class where a complete type is needed: instances of class templates are lazy.
bool class_complete(Front *front, const Type *type, SourceLocation location);
// Adds a field to a class that is being read.
void class_add_field(Front *front, Class *class_, FieldDraft draft);
// Gives the fields their offsets, the class its size and alignment.
void class_layout(Front *front, Class *class_, const Specifiers *specifiers);
// Declares the implicit special members that the class needs.
void class_add_special_members(Front *front, Class *class_);
// Makes an inherited constructor, which passes its arguments to the base's. The symbol becomes its
// own.
FunctionInfo *class_inherit(Front *front, Scope *heir, FunctionInfo *constructor, Symbol *symbol);
// Whether `= default` can follow the function; false after an error.
bool class_may_default(Front *front, const FunctionInfo *info);
// Whether it compares two objects of a class, so that `= default` compares their members.
bool class_is_comparison(Front *front, const FunctionInfo *info);
// The comparison of all members.
Expression *class_compare(Front *front, const FunctionInfo *info);
// Makes the body of a defaulted function.
void class_default_body(Front *front, FunctionInfo *info);
// Makes a closure class with one field for each capture (a reference's is a pointer).
const Type *class_from_captures(Front *front, const char *const *names, const Type *const *types,
                                uint32_t count, SourceLocation location);
// Reads "(parameters) specifiers -> type { body }" at the cursor as the closure's operator().
FunctionInfo *class_add_call(Front *front, const Type *closure, bool is_mutable);

// What comes before a constructor's body: bases and members are initialized. A list, maybe NULL.
Statement *class_construct(Front *front, FunctionInfo *info);
// What comes after a destructor's body: members and bases are destroyed. A list, maybe NULL.
Statement *class_destruct(Front *front, FunctionInfo *info);
// *this in a constructor or destructor, never const.
Expression *class_this_object(Front *front, FunctionInfo *info);
// A field of an object, never const.
Expression *class_member_object(Front *front, Expression *object, const Field *field);
// Appends an expression as a statement to *tail and moves it; NULL: nothing.
void class_append(Front *front, Statement ***tail, Expression *expression);

// The scope of a class type; NULL: the type is not a class.
Scope *class_scope(const Type *type);
// The member of that name; constructors and destructors only of the class itself.
Symbol *class_member(Front *front, const Type *type, const char *special_name);
// The destructor of a class or of an array's elements; NULL: destruction does nothing.
FunctionInfo *class_destructor(Front *front, const Type *type);
// Whether the user declared a constructor.
bool class_has_constructor(Front *front, const Type *type);
// Whether copying the bytes copies an object.
bool class_is_copied_as_bytes(Front *front, const Type *type);
// Makes the instance of a class template, if the type is one that is not made yet and whose
// template is defined, so that its bases are known.
void class_instantiate(Front *front, const Type *type, SourceLocation location);
// Whether `base` is a direct or indirect base class of `derived`.
bool class_is_derived(const Class *derived, const Class *base);

#endif
