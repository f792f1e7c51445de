// SPDX-License-Identifier: Apache-2.0
// Inside of expressions and statements: what express*.c, convert.c, overload.c, call.c, initial.c,
// lambda.c and statement*.c share. Values: an expression of array, function or overload-set type is
// as parsed until express_value() decays it. What C++ calls prvalues and xvalues may be lvalues of
// the tree (a TEMPORARY, *f()); express_category() tells. Parsers leave an error expression behind
// what they reported, and whoever meets one says no more.
#ifndef LOCKSTEP_CUDA_EXPRESS_H
#define LOCKSTEP_CUDA_EXPRESS_H

#include "isa/cuda/syntax/front.h"

// ---- nodes (express_node.c)
typedef enum ValueCategory { CATEGORY_LVALUE, CATEGORY_XVALUE, CATEGORY_PRVALUE } ValueCategory;

Expression *express_error(Front *front, SourceLocation location);
bool express_is_error(const Expression *expression);
ValueCategory express_category(const Expression *expression);
Expression *express_as_xvalue(Front *front, Expression *lvalue);
Expression *express_integer(Front *front, TypeKind kind, uint64_t value, SourceLocation location);
Expression *express_constant(Front *front, const Type *type, uint64_t value,
                             SourceLocation location);
// The value of an expression: arrays and functions decay, constant variables become constants.
Expression *express_value(Front *front, Expression *expression);
Expression *express_address(Front *front, Expression *lvalue, SourceLocation location);
Expression *express_dereference(Front *front, Expression *pointer, SourceLocation location);
Expression *express_field(Front *front, Expression *object, const Field *field,
                          SourceLocation location);
Expression *express_assignment(Front *front, Expression *lvalue, Expression *value,
                               SourceLocation location); // no conversion
Expression *express_comma(Front *front, Expression *first,
                          Expression *second); // either may be NULL
Expression *express_variable(Front *front, Variable *variable, SourceLocation location);
Variable *express_local(Front *front, const Type *type, const char *name, SourceLocation location);
// An object that holds `value`; an lvalue of the tree, a prvalue of C++.
Expression *express_temporary(Front *front, Expression *value);
Expression *express_materialized(Front *front, Expression *value); // only where it is no lvalue
Expression *express_fold(Front *front, Expression *expression);
Expression *express_converted(Front *front, Expression *value, const Type *to,
                              SourceLocation location); // a CAST, folded; nothing is checked
bool express_is_constant_integer(const Expression *expression);
bool express_is_null_constant(const Expression *expression);

// Names that mean several functions, bound to an object or not: type of kind TYPE_OVERLOAD_SET.
Expression *express_overloads(Front *front, const NameReference *name, Expression *object);
bool express_is_overloads(const Expression *expression);
const NameReference *express_overloads_name(const Expression *expression);

// ---- brace lists (list.c)
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
Expression *parse_braced_list(Front *front); // { a, b, ... }: type of kind TYPE_OVERLOAD_SET
bool express_is_list(const Expression *expression);
const ListInitializer *express_list(const Expression *expression);

// A growing array of expressions.
typedef struct ExpressionList {
    Expression **items;
    uint32_t count, room;
} ExpressionList;
void express_list_add(Front *front, ExpressionList *list, Expression *expression);
// Arguments up to the closing parenthesis, which is consumed; pack expansions are expanded.
Expression *parse_new(Front *front);    // express_new.c: the cursor is at `new`
Expression *parse_delete(Front *front); // the same at `delete`
bool parse_arguments(Front *front, ExpressionList *list, TokenId close);
// After what was reported: skips to behind `close`, or to the end of the statement.
void recover_behind(Front *front, TokenId close);

// ---- text and messages (express_text.c)
const char *type_text(Front *front, const Type *type);
void express_warning(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
const char *express_intern(Front *front, const char *name);
const char *express_similar_name(Front *front, const char *name);
const char *express_similar_of(const char *name, const char *const *names, size_t count);
const char *express_similar_member(Front *front, const Scope *class_scope, const char *name);
// Leaves the rest of the file alone: after what makes no sense to go on from.
Expression *express_give_up(Front *front);

// ---- grammar (express.c, express_unary.c, express_postfix.c, express_primary.c)
Expression *parse_cast_expression(Front *front);
Expression *parse_unary(Front *front);
Expression *parse_postfix(Front *front);
Expression *parse_primary(Front *front);
Expression *parse_fold(Front *front); // at '(': (pack op ...), or NULL if it is none
Expression *parse_statement_expression(Front *front);
Expression *parse_functional_cast(Front *front, const Type *type, SourceLocation location);
Expression *parse_builtin(Front *front, const Token *name);
Expression *parse_lambda(Front *front);
Expression *parse_literal(Front *front);
Expression *parse_sizeof(Front *front);
const char *parse_string_literal(Front *front, uint64_t *size_bytes); // adjacent ones; with zero
Expression *express_name_token(Front *front);

// The value of a constant expression; false with the reason when it is none.
bool express_evaluate(Front *front, Expression *expression, Expression *result,
                      const char **reason);

// ---- meaning (express_binary.c, express_assign.c, express_member.c, express_name.c)
Expression *express_binary(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                           SourceLocation location);
Expression *express_unary(Front *front, TokenId operator_, Expression *a, SourceLocation location);
Expression *express_assign(Front *front, Expression *a, Expression *b, SourceLocation location);
Expression *express_compound(Front *front, ExpressionKind operation, Expression *a, Expression *b,
                             SourceLocation location);
Expression *express_step(Front *front, ExpressionKind kind, Expression *a, SourceLocation location);
Expression *express_conditional(Front *front, Expression *condition, Expression *b, Expression *c,
                                SourceLocation location);
Expression *express_subscript(Front *front, Expression *a, Expression *b, SourceLocation location);
Expression *express_operator(Front *front, TokenId id, Expression *a, Expression *b,
                             SourceLocation location);
Expression *express_condition(Front *front, Expression *expression, const char *context);
const char *express_operator_text(ExpressionKind kind);
Expression *express_member(Front *front, Expression *object, const char *name,
                           SourceLocation location);
Expression *express_member_symbol(Front *front, Expression *object, const NameReference *name);
Expression *express_implied_member(Front *front, const NameReference *name);
Expression *express_undeclared(Front *front, const char *name, SourceLocation location);
// A field that may lie in a base or an anonymous member of the object's class.
Expression *express_path(Front *front, Expression *object, const Field *field,
                         SourceLocation location);
Expression *express_to_base(Front *front, Expression *object, const Class *base,
                            SourceLocation location); // NULL: no base
bool class_is_derived(const Class *derived, const Class *base);
Expression *express_this(Front *front, SourceLocation location);
Expression *express_name(Front *front, const NameReference *name);
Expression *express_cuda_variable(Front *front, const Symbol *symbol, SourceLocation location);
Expression *express_cuda_member(Front *front, Expression *object, const char *name,
                                SourceLocation location);

// ---- conversions (convert.c, cast.c)
typedef struct Conversion {
    ConversionRank rank;
    FunctionInfo *function; // of a USER conversion: constructor or conversion function
    ConversionRank second;  // of a USER conversion by function: of its result
    bool is_ambiguous;
} Conversion;
Conversion convert_find(Front *front, Expression *from, const Type *to, bool with_user);
// As front_convert, and to a reference type: then the result is a pointer to what it binds to.
Expression *convert_to(Front *front, Expression *from, const Type *to, SourceLocation location,
                       const char *context);
Expression *convert_to_scalar(Front *front, Expression *from); // by a conversion function, or as is
Expression *convert_explicitly(Front *front, Expression *from, const Type *to,
                               SourceLocation location); // NULL: no conversion function does it
Expression *convert_overloads(Front *front, Expression *from, const Type *to); // NULL: none fits
Expression *cast_static(Front *front, Expression *from, const Type *to, SourceLocation location);
Expression *cast_reinterpret(Front *front, Expression *from, const Type *to,
                             SourceLocation location);
Expression *cast_const(Front *front, Expression *from, const Type *to, SourceLocation location);

// ---- calls (overload.c, call.c, construct.c)
typedef struct Candidate {
    FunctionInfo *function;
    bool is_template, is_viable;
    const Template *template_;
    ConversionRank object_rank;
    Conversion *conversions;
} Candidate;
typedef struct CandidateSet {
    Candidate *items;
    uint32_t count, room;
    Expression *object;   // of methods
    bool is_implicit;     // explicit constructors do not count
    bool is_without_user; // arguments do not convert by constructor or conversion function
    Expression **arguments;
    uint32_t argument_count;
} CandidateSet;
void overload_add(Front *front, CandidateSet *set, Symbol *overloads, const NameReference *name,
                  SourceLocation location);
void overload_add_by_arguments(Front *front, CandidateSet *set, const char *name,
                               SourceLocation location); // ADL
// The instance of a function template that has explicit arguments, or fits a function type.
FunctionInfo *overload_instance(Front *front, Template *template_, const NameReference *name,
                                const Type *wanted);
// The best viable one; NULL with *is_ambiguous or without any.
Candidate *overload_best(Front *front, CandidateSet *set, bool *is_ambiguous);
void overload_note_candidates(Front *front, const CandidateSet *set);
// An overloaded operator's call, or NULL when no candidate is viable. b is NULL for unary ones.
Expression *overload_operator(Front *front, const char *name, Expression *a, Expression *b,
                              bool is_member_only, SourceLocation location);
// The call of one function with checked arguments; object NULL for free functions.
Expression *call_function(Front *front, FunctionInfo *function, Expression *object,
                          Expression **arguments, uint32_t argument_count, SourceLocation location);
Expression *call_expression(Front *front, Expression *callee, ExpressionList *arguments,
                            SourceLocation location);
Expression *call_variadic_argument(Front *front, Expression *argument); // promoted
Expression *call_printf(Front *front, Expression **arguments, uint32_t count,
                        SourceLocation location);
// What a call that returns `result` (maybe a reference) is worth.
Expression *call_result(Front *front, Expression *call, const Type *result);
// Reports when code of the function being parsed cannot call `info`.
void call_check_space(Front *front, const FunctionInfo *info, SourceLocation location);
const char *function_text(Front *front, const FunctionInfo *info);
Scope *class_scope(const Type *type); // NULL if it is no class (declare.h)
Symbol *class_member(Front *front, const Type *type, const char *special_name);
bool class_has_constructor(Front *front, const Type *type);
// Constructs an object of class type at an lvalue from arguments; NULL when nothing is to be done.
Expression *construct_at(Front *front, Expression *object, Expression **arguments,
                         uint32_t argument_count, SourceLocation location);
Expression *construct_temporary(Front *front, const Type *type, Expression **arguments,
                                uint32_t argument_count, SourceLocation location);
// T{list}; is_probe: quietly, NULL when it cannot be made.
Expression *construct_from_list(Front *front, const Type *type, Expression *list, bool is_probe);
bool class_is_copied_as_bytes(Front *front, const Type *type);
Expression *construct_default(Front *front, Expression *object, SourceLocation location);
// The same for the elements of an array from number `from` on.
Expression *construct_default_rest(Front *front, Expression *array, uint64_t from,
                                   SourceLocation location);
Expression *construct_copy(Front *front, Expression *object, Expression *from,
                           SourceLocation location);
FunctionInfo *class_destructor(Front *front, const Type *type); // NULL: trivial
void construct_forget(Front *front, const Variable *variable);  // a temporary made in place
Expression *construct_destroy(Front *front, Expression *object, SourceLocation location);

// ---- initialization (initial.c)
Expression *initial_value(Front *front, Expression *object, Expression *value,
                          SourceLocation location); // = value, which may be a list
Expression *initial_list(Front *front, Expression *object, Expression *list, bool is_zeroed,
                         SourceLocation location);
Expression *initial_zero(Front *front, Expression *object, SourceLocation location);
Expression *initial_default_member(Front *front, Expression *object, Symbol *field,
                                   SourceLocation location); // NULL: it has none
const Type *deduce_auto(Front *front, const Type *type, Expression *from, SourceLocation location);
bool type_has_auto(const Type *type);

// ---- statements (statement*.c)
typedef struct Loop {
    struct Loop *outer;
    struct Block *block; // that is open outside the loop or switch
    bool is_switch;
} Loop;
typedef struct SwitchContext {
    struct SwitchContext *outer;
    const Type *type;
    Statement **cases;
    uint32_t case_count, case_room;
    bool has_default;
} SwitchContext;
typedef struct Block {
    struct Block *outer;
    Variable **destroyed; // locals with destructors, in order of construction
    uint32_t count, room;
} Block;
typedef struct Label {
    const char *name;
    bool is_defined;
    bool has_destroyed; // a block with destructors was open there
    SourceLocation location;
    struct Label *next;
} Label;
typedef struct Body {
    Block *block;
    Label *labels;
    const Type *result; // with reference; auto until the first return
    bool has_return_value;
    Variable *pending; // a temporary with a destructor in the expression being parsed, or NULL
} Body;
Statement *statement_new(Front *front, StatementKind kind, SourceLocation location);
Statement *parse_statement(Front *front);
void skip_statement(Front *front);
void statement_append(Statement ***tail, Statement *list);
Statement *parse_while(Front *front);
Statement *parse_do(Front *front);
Statement *parse_for(Front *front);
Expression *statement_discarded(Expression *expression);
Statement *parse_scoped_statement(Front *front); // with a scope of its own
Statement *statement_wrap(Front *front, Statement *first, Statement *declared,
                          Statement *statement);  // in one block, where there is more than one
void parse_open(Front *front, const char *after); // '('
void parse_close(Front *front, const char *after);
void parse_semicolon(Front *front, const char *after);
void skip_behind_semicolon(Front *front);
// Refuses temporaries with destructors that were not made in place of a variable.
void temporaries_check(Front *front, SourceLocation location);
Statement *parse_pragma(Front *front);
Statement *parse_init_statement(Front *front); // of if and switch, or NULL
// DECLAREs the symbol's variable, of a type that may have `auto`, with this value.
Statement *local_initialize(Front *front, Symbol *symbol, const Type *type, Expression *value,
                            SourceLocation location);
void local_set_type(Symbol *symbol, const Type *type); // once `auto` is known
Statement *parse_asm(Front *front);
Statement *parse_range_for(Front *front, SourceLocation location);
bool range_for_is_next(Front *front);
Statement *parse_switch(Front *front);
Statement *parse_case(Front *front);
Statement *parse_default(Front *front);
Statement *parse_goto(Front *front);
Statement *parse_label(Front *front);
Statement *parse_return(Front *front);
Statement *parse_jump(Front *front, StatementKind kind);
void labels_check(Front *front);
Block *block_open(Front *front);
// The statement, followed by the destructors of the innermost block where it can be left there.
void block_close(Front *front, Statement ***tail, SourceLocation location);
void jump_watch(Front *front, Variable *variable);
bool block_is_watching(const Block *from, const Block *to);
void block_unwind(Front *front, const Block *to, Statement ***tail, SourceLocation location);
bool statement_falls_through(const Statement *list);
// A local variable that a statement declares by itself: `if (int x = ...)`, for (auto x : ...).
Symbol *local_declare(Front *front, const char *name, const Type *type, SourceLocation location);
Expression *parse_condition(Front *front, const char *context, Statement **declared);

#endif
