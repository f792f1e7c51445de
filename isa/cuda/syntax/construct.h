// SPDX-License-Identifier: Apache-2.0
// Objects of class type: construction, copies, destruction.
#ifndef LOCKSTEP_CUDA_CONSTRUCT_H
#define LOCKSTEP_CUDA_CONSTRUCT_H

#include "isa/cuda/syntax/front.h"

// Constructs an object at an lvalue from arguments; NULL if there is nothing to do.
Expression *construct_at(Front *front, Expression *object, Expression **arguments,
                         uint32_t argument_count, SourceLocation location);
// Constructs a temporary from arguments.
Expression *construct_temporary(Front *front, const Type *type, Expression **arguments,
                                uint32_t argument_count, SourceLocation location);
// T{list}; is_probe: without messages, NULL if it is not possible.
Expression *construct_from_list(Front *front, const Type *type, Expression *list, bool is_probe);
// Default-initializes the object at an lvalue; NULL if there is nothing to do.
Expression *construct_default(Front *front, Expression *object, SourceLocation location);
// Default-initializes the elements of an array from number `from` on.
Expression *construct_default_rest(Front *front, Expression *array, uint64_t from,
                                   SourceLocation location);
// Performs an operation on the elements behind a pointer from number `from` up to a count.
typedef Expression *ElementAction(Front *front, Expression *element, SourceLocation location);
Expression *construct_loop(Front *front, Expression *first_element, uint64_t from,
                           Expression *count, ElementAction *action, SourceLocation location);
// Copies an object of the same class into the one at an lvalue.
Expression *construct_copy(Front *front, Expression *object, Expression *from,
                           SourceLocation location);
// Copies an object, or each element of an array, with construct_copy or express_assign.
typedef Expression *ElementCopy(Front *front, Expression *to, Expression *from,
                                SourceLocation location);
Expression *construct_copied_array(Front *front, Expression *to, Expression *from,
                                   ElementCopy *copy, SourceLocation location);
// Destroys the object at an lvalue; NULL if there is nothing to do.
Expression *construct_destroy(Front *front, Expression *object, SourceLocation location);

#endif
