// SPDX-License-Identifier: Apache-2.0
// Initialization of objects. Each returns the expression that performs it, or NULL if there is
// nothing to do.
#ifndef LOCKSTEP_CUDA_INITIAL_H
#define LOCKSTEP_CUDA_INITIAL_H

#include "isa/cuda/syntax/front.h"

// Reads the initializer of a variable, "= expr", "(args)", "{list}" or none, with the cursor at
// '=', '(', '{' or after the declarator. Deduces auto and array bounds through *type.
Expression *parse_initializer(Front *front, Variable *variable, const Type **type);
// Reads the initializer of a variable with static storage: sets variable->initial to constant data,
// or reports.
void parse_static_initializer(Front *front, Variable *variable, const Type **type);
// Reads the initializer of a member, base or element: an lvalue of that type.
Expression *parse_object_initializer(Front *front, Expression *object);
// object = value, which may be a brace list.
Expression *initial_value(Front *front, Expression *object, Expression *value,
                          SourceLocation location);
// object{list}; is_zeroed: its bytes are zero already.
Expression *initial_list(Front *front, Expression *object, Expression *list, bool is_zeroed,
                         SourceLocation location);
// Sets all bytes of an object to zero.
Expression *initial_zero(Front *front, Expression *object, SourceLocation location);
// The type that `auto` in `type` stands for when initialized from an expression.
const Type *initial_deduce_auto(Front *front, const Type *type, Expression *from, bool is_enclosed,
                                SourceLocation location);
// Whether a type has `auto` in it.
bool initial_has_auto(const Type *type);

#endif
