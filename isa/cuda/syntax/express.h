// SPDX-License-Identifier: Apache-2.0
// What expressions mean: operators, names, members and constants. An expression of array, function
// or overload-set type is as parsed until express_value() decays it.
#ifndef LOCKSTEP_CUDA_EXPRESS_H
#define LOCKSTEP_CUDA_EXPRESS_H

#include "isa/cuda/syntax/express_node.h"

// The value of a constant expression; false with the reason when it is not one.
bool express_evaluate(Front *front, Expression *expression, Expression *result,
                      const char **reason);

// ---- operators: each reports operands that do not fit
// a op b.
Expression *express_binary(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                           SourceLocation location);
// a op b of any binary operator, assignments and comma included; NULL: it is not one.
Expression *express_operator(Front *front, TokenId id, Expression *a, Expression *b,
                             SourceLocation location);
// op a.
Expression *express_unary(Front *front, TokenId operator_, Expression *a, SourceLocation location);
// a = b.
Expression *express_assign(Front *front, Expression *a, Expression *b, SourceLocation location);
// a op= b.
Expression *express_compound(Front *front, ExpressionKind operation, Expression *a, Expression *b,
                             SourceLocation location);
// ++a, --a, a++, a--.
Expression *express_step(Front *front, ExpressionKind kind, Expression *a, SourceLocation location);
// condition ? b : c.
Expression *express_conditional(Front *front, Expression *condition, Expression *b, Expression *c,
                                SourceLocation location);
// a[b].
Expression *express_subscript(Front *front, Expression *a, Expression *b, SourceLocation location);
// An expression as the condition of what `context` names: converted to bool.
Expression *express_condition(Front *front, Expression *expression, const char *context);
// How an operator is written.
const char *express_operator_text(ExpressionKind kind);

// ---- names and members
// What the name of a symbol means here.
Expression *express_symbol(Front *front, Symbol *symbol, SourceLocation location);
// Reads a name, qualified or not, and what it means.
Expression *express_name_token(Front *front);
// `this`, or what a lambda captured of it.
Expression *express_this(Front *front, SourceLocation location);
// Makes `this` mean the address of an object whose members are initialized.
void express_set_this(Front *front, Expression *object);
// object.name.
Expression *express_member(Front *front, Expression *object, const char *name,
                           SourceLocation location);
// object.name, the name being resolved.
Expression *express_member_symbol(Front *front, Expression *object, const NameReference *name);
// A member without an object: of *this.
Expression *express_implied_member(Front *front, const NameReference *name);
// A field that may lie in a base or an anonymous member of the object's class.
Expression *express_path(Front *front, Expression *object, const Field *field,
                         SourceLocation location);
// The base class part of an object; NULL: it has no such base.
Expression *express_to_base(Front *front, Expression *object, const Class *base,
                            SourceLocation location);
// threadIdx and the like as an object, warpSize as a value; NULL: the symbol is neither.
Expression *express_cuda_variable(Front *front, const Symbol *symbol, SourceLocation location);
// .x, .y or .z of such an object; NULL: it is not one.
Expression *express_cuda_member(Front *front, Expression *object, const char *name,
                                SourceLocation location);

#endif
