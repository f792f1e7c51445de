// SPDX-License-Identifier: Apache-2.0
// Calls: the function is chosen, its arguments converted, its result made an expression.
#ifndef LOCKSTEP_CUDA_CALL_H
#define LOCKSTEP_CUDA_CALL_H

#include "isa/cuda/syntax/express_node.h"

// Calls an overload set (functions and function templates; NULL: only what argument-dependent
// lookup finds). object: the lvalue a method is called on, or NULL (then `this` where one is
// needed).
Expression *call_overloads(Front *front, Symbol *overloads, const NameReference *name,
                           Expression *object, Expression **arguments, uint32_t argument_count,
                           SourceLocation location);
// Calls any expression: a function, an overload set, a pointer, an object with operator().
Expression *call_expression(Front *front, Expression *callee, ExpressionList *arguments,
                            SourceLocation location);
// kernel<<<grid, block, shared, stream>>>(arguments); the cursor is at <<<.
Expression *parse_launch(Front *front, Expression *kernel);
// Calls one chosen function; object is NULL for free functions.
Expression *call_function(Front *front, FunctionInfo *function, Expression *object,
                          Expression **arguments, uint32_t argument_count, SourceLocation location);
// The same; a virtual function is the one that the object's own class has.
Expression *call_method(Front *front, FunctionInfo *function, Expression *object,
                        Expression **arguments, uint32_t argument_count, SourceLocation location);
// An argument for "...", promoted.
Expression *call_variadic_argument(Front *front, Expression *argument);
// Reports if code of the function being parsed cannot call `info`.
void call_check_space(Front *front, const FunctionInfo *info, SourceLocation location);
// A function as messages show it: qualified, with its parameters' types.
const char *call_function_text(Front *front, const FunctionInfo *info);

#endif
