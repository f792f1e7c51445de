// SPDX-License-Identifier: Apache-2.0
// Expressions: their grammar, their nodes and what they mean. An expression of array, function or
// overload-set type is as parsed until express_value() decays it. What C++ calls prvalues and
// xvalues may be lvalues of the tree (a TEMPORARY, *f()); express_category() tells. Parsers return
// an error expression after reporting, and whoever meets one reports nothing more.
#ifndef LOCKSTEP_CUDA_EXPRESS_H
#define LOCKSTEP_CUDA_EXPRESS_H

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

// ---- grammar: each reads the production it is named after
Expression *parse_expression(Front *front); // with commas
Expression *parse_assignment(Front *front); // without; also initializers' clauses
Expression *parse_constant(Front *front);   // conditional-expression
Expression *parse_cast_expression(Front *front);
Expression *parse_unary(Front *front);
Expression *parse_postfix(Front *front);
Expression *parse_primary(Front *front);
Expression *parse_literal(Front *front);
Expression *parse_lambda(Front *front);
Expression *parse_new(Front *front);
Expression *parse_delete(Front *front);
Expression *parse_fold(Front *front); // at '(': (pack op ...), or NULL: it is not a fold
// Reads the operand of sizeof or decltype, which is not evaluated.
Expression *parse_unevaluated(Front *front, Expression *(*parse)(Front *front));
Expression *parse_braced_list(Front *front); // { a, .b = c, {d} }
// Reads adjacent string literals; size_bytes: with the terminating zero.
const char *parse_string_literal(Front *front, uint64_t *size_bytes);
// Reads arguments up to `close`, which is consumed; pack expansions are expanded.
bool parse_arguments(Front *front, ExpressionList *list, TokenId close);
// Reads a constant expression's value; reports and returns false when it is not one.
bool parse_integer_constant(Front *front, const Type **type, uint64_t *value);

// ---- nodes
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
// *pointer.
Expression *express_dereference(Front *front, Expression *pointer, SourceLocation location);
// object.field, the field being one of the object's own class.
Expression *express_field(Front *front, Expression *object, const Field *field,
                          SourceLocation location);
// lvalue = value, without a conversion.
Expression *express_assignment(Front *front, Expression *lvalue, Expression *value,
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
// The value of a constant expression; false with the reason when it is not one.
bool express_evaluate(Front *front, Expression *expression, Expression *result,
                      const char **reason);
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

// ---- meaning: each reports operands that do not fit
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

// What the name of a symbol means here.
Expression *express_symbol(Front *front, Symbol *symbol, SourceLocation location);
// Reads a name, qualified or not, and what it means.
Expression *express_name_token(Front *front);
// Reports an undeclared name, with a similar one if there is any; once for each name.
Expression *express_undeclared(Front *front, const char *name, SourceLocation location);
// `this`, or what a lambda captured of it.
Expression *express_this(Front *front, SourceLocation location);
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

// ---- messages
// A type as messages show it.
const char *type_text(Front *front, const Type *type);
// Warns, unless the place is in a library header.
void express_warning(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
// The most similar visible name; NULL: none is similar.
const char *express_similar_name(Front *front, const char *name);
// The most similar one of `names`.
const char *express_similar_of(const char *name, const char *const *names, size_t count);
// The most similar member of a class or its bases.
const char *express_similar_member(Front *front, const Scope *class_scope, const char *name);
// Goes past `close`, or to the end of the statement, after an error.
void express_recover(Front *front, TokenId close);
// Skips the rest of the file, where nothing sensible can follow.
Expression *express_give_up(Front *front);

#endif
