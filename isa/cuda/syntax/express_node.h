// SPDX-License-Identifier: Apache-2.0
// The nodes of expressions. What C++ calls prvalues and xvalues may be lvalues of the tree
// (a TEMPORARY, *f()); express_category() tells.
#ifndef LOCKSTEP_CUDA_EXPRESS_NODE_H
#define LOCKSTEP_CUDA_EXPRESS_NODE_H

#include "isa/cuda/syntax/name.h"

typedef enum ValueCategory { CATEGORY_LVALUE, CATEGORY_XVALUE, CATEGORY_PRVALUE } ValueCategory;

typedef struct ListElement {
    Expression *value; // may be a list itself
    const char *field; // .field = value
    bool has_index;    // [index] = value
    uint64_t index;
    SourceLocation location;
} ListElement;

typedef struct ListInitializer {
    ListElement *elements;
    uint32_t count;
} ListInitializer;

// A growing array of expressions.
typedef struct ExpressionList {
    Expression **items;
    uint32_t count, room;
} ExpressionList;

// Makes a node; everything but kind, type and location is zero.
Expression *express_new(Front *front, ExpressionKind kind, const Type *type,
                        SourceLocation location);
// The expression that replaces one whose error was reported.
Expression *express_error(Front *front, SourceLocation location);
bool express_is_error(const Expression *expression);
// An integer constant of a basic type.
Expression *express_integer(Front *front, TypeKind kind, uint64_t value, SourceLocation location);
// An integer, bool, enum or pointer constant.
Expression *express_constant(Front *front, const Type *type, uint64_t value,
                             SourceLocation location);
// The variable as an lvalue.
Expression *express_variable(Front *front, Variable *variable, SourceLocation location);
// A new local variable, in no scope.
Variable *express_local(Front *front, const Type *type, const char *name, SourceLocation location);
// &lvalue.
Expression *express_address(Front *front, Expression *lvalue, SourceLocation location);
// The pointer is not an address alone: there must be an object there.
Expression *express_accessed(Expression *pointer);
// *pointer.
Expression *express_dereference(Front *front, Expression *pointer, SourceLocation location);
// object.field, the field being one of the object's own class.
Expression *express_field(Front *front, Expression *object, const Field *field,
                          SourceLocation location);
// lvalue = value, without a conversion.
Expression *express_assignment(Front *front, Expression *lvalue, Expression *value,
                               SourceLocation location);
// The same for an object that begins to exist: what makes the value makes it there.
Expression *express_birth(Front *front, Expression *lvalue, Expression *value,
                          SourceLocation location);
// first, second; either may be NULL.
Expression *express_comma(Front *front, Expression *first, Expression *second);
// An object that holds `value`: an lvalue of the tree, a prvalue of C++.
Expression *express_temporary(Front *front, Expression *value);
// The same, unless it is an lvalue of the tree already.
Expression *express_materialized(Front *front, Expression *value);
// A CAST, folded; nothing is checked.
Expression *express_converted(Front *front, Expression *value, const Type *to,
                              SourceLocation location);
// [conv.prom]: the type of the value in arithmetic. A bit-field counts by its width, not its type.
const Type *express_promoted(Front *front, const Expression *e);
// The type that two operands are converted to.
const Type *express_common(Front *front, const Expression *a, const Expression *b);
// The value of an expression: arrays and functions decay, constant variables become constants.
Expression *express_value(Front *front, Expression *expression);
// The expression with constant operands computed.
Expression *express_fold(Front *front, Expression *expression);
// The category that C++ gives an expression.
ValueCategory express_category(const Expression *expression);
// An lvalue of the tree as an xvalue of C++.
Expression *express_as_xvalue(Front *front, Expression *lvalue);
bool express_is_constant_integer(const Expression *expression);
bool express_is_null_constant(const Expression *expression);
// A name of several functions, bound to an object or not: type of kind TYPE_OVERLOAD_SET.
Expression *express_overloads(Front *front, const NameReference *name, Expression *object);
bool express_is_overloads(const Expression *expression);
const NameReference *express_overloads_name(const Expression *expression);
bool express_is_list(const Expression *expression);
const ListInitializer *express_list(const Expression *expression);
void express_list_add(Front *front, ExpressionList *list, Expression *expression);

#endif
