// SPDX-License-Identifier: Apache-2.0
// Templates: what one declares, binding arguments to its parameters, specializations, instances.
#ifndef LOCKSTEP_CUDA_TEMPLATE_H
#define LOCKSTEP_CUDA_TEMPLATE_H

#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/parse_declaration.h"

// What a template declares, found by scanning its tokens.
typedef struct TemplateHead {
    TemplateKind kind;
    const char *name;       // as symbols have it: "(constructor)", "operator+"
    uint32_t name_at;       // index of the name's first token
    uint32_t parameters_at; // after the '(' of a function
    uint32_t end;           // after the whole declaration
    uint32_t arguments_at;  // '<' after the name: of a specialization; 0: none
    const char *class_name; // of a qualified name: the class before the last '::'
    uint32_t class_at;
    SourceLocation location;
    bool is_kernel, is_device, is_host, is_constexpr, is_defined, is_friend;
} TemplateHead;

typedef struct TemplateChoice {
    Template *template_; // NULL: none fits better than the primary one
    Scope *scope;        // with its parameters bound
} TemplateChoice;

// Reads a declaration that begins with `template`.
void parse_template(Front *front, DeclarationPlace place);
// Reads a template's parameters, from '<' to '>'.
bool parse_template_parameters(Front *front, TemplateParameter **parameters, uint32_t *count);
// Reads one template argument; false after reporting.
bool parse_template_argument(Front *front, TemplateArgument *argument);
// Reads template arguments, from '<' to '>'.
bool parse_template_arguments(Front *front, TemplateArgument **arguments, uint32_t *count);

// Examines the tokens after template<...>; the cursor stays.
bool template_head(Front *front, TemplateHead *head);
// Makes a scope with the parameters bound, defaults filled in; NULL (reported) if they do not fit.
Scope *template_bind(Front *front, const TemplateParameter *parameters, uint32_t parameter_count,
                     const TemplateArgument *given, uint32_t given_count, Scope *home,
                     TemplateArgument **all, SourceLocation location);
// Whether two argument lists are the same.
bool template_same_arguments(const TemplateArgument *a, uint32_t a_count, const TemplateArgument *b,
                             uint32_t b_count);
// Whether an argument depends on a template parameter.
bool template_has_dependent(const TemplateArgument *arguments, uint32_t count);

// Adds a partial or explicit specialization.
void template_add_specialization(Front *front, Template *primary, Template *specialization);
// Chooses the specialization that fits these arguments best.
TemplateChoice template_choose(Front *front, Template *template_, const TemplateArgument *arguments,
                               uint32_t count, SourceLocation location);

// The instance of a class, alias or variable template; NULL after reporting.
Symbol *template_instantiate(Front *front, Template *template_, const TemplateArgument *arguments,
                             uint32_t argument_count, SourceLocation location);
// Reads the body of an instance of a class template.
void template_complete_class(Front *front, Class *class_, SourceLocation location);
// Reads a member's definition outside of its class template; false: there is none.
bool template_define_member(Front *front, FunctionInfo *info);

// Makes the signature of a function template, which deduction works on.
void template_add_signature(Front *front, Template *template_);
// The instance of a function template for all its arguments; NULL when substitution fails.
FunctionInfo *template_function_instance(Front *front, Template *template_,
                                         const TemplateArgument *arguments, uint32_t count,
                                         SourceLocation location);
// The instance for a call's arguments; NULL (without a message) if deduction or substitution fails,
// and then *why (may be NULL) describes the mismatch. Of the call arguments only types and
// lvalue-ness count.
FunctionInfo *template_deduce_call(Front *front, Template *template_,
                                   const TemplateArgument *explicit_arguments,
                                   uint32_t explicit_count, Expression *const *call_arguments,
                                   uint32_t call_argument_count, SourceLocation location,
                                   const char **why);
// Deduces from a call's arguments only; false if they do not fit.
bool template_deduce(Front *front, Template *template_, Expression *const *arguments,
                     uint32_t argument_count, TemplateArgument *found);
// The instance of a class template deduced from initial values, by its constructors and deduction
// guides; NULL after reporting.
const Type *template_deduce_class(Front *front, Template *template_, const ExpressionList *values,
                                  SourceLocation location);
// The same for the values in parentheses or braces at the cursor, which stays.
const Type *template_deduce_class_here(Front *front, Template *template_, SourceLocation location);
// The instance of a conversion function template whose result has the type; NULL if there is none.
FunctionInfo *template_deduce_conversion(Front *front, Template *template_, const Type *to,
                                         SourceLocation location);
// Why an argument of this type does not fit a parameter, after the others gave `found`.
const char *template_mismatch(Front *front, const Template *template_, const Type *parameter,
                              const Type *argument, const TemplateArgument *found);
// The number of arguments that a function template takes, and the number it got.
const char *template_count_text(Front *front, const Template *template_, uint32_t count);
// Deduces all arguments from the explicit ones and a function type; false: they differ.
bool template_match_function(Front *front, Template *template_, const TemplateArgument *given,
                             uint32_t given_count, const Type *type, TemplateArgument **all);
// Which of two function templates is more specialized for a call with so many arguments: below zero
// the first, above zero the second, zero if neither.
int template_order(Front *front, const Template *a, const Template *b, uint32_t argument_count);

// A type in a signature that deduces nothing.
const Type *dependent_other(Front *front);
// The type of the template parameter with this index.
const Type *dependent_parameter(Front *front, uint32_t index);
// Template<T, ...> in a signature; without a template: of the template parameter with this index.
Symbol *dependent_template_id(Front *front, Template *template_, uint32_t parameter_index,
                              const TemplateArgument *arguments, uint32_t count,
                              SourceLocation location);
// A scope in which template parameters stand for themselves.
Scope *dependent_scope(Front *front, const TemplateParameter *parameters, uint32_t count,
                       Scope *home);

#endif
