// SPDX-License-Identifier: Apache-2.0
// The steps of making functions, variables, enumerations and namespaces of declarations.
#ifndef LOCKSTEP_CUDA_DECLARE_H
#define LOCKSTEP_CUDA_DECLARE_H

#include "isa/cuda/syntax/parse_declaration.h"

// The front end's data of a variable of static storage: Variable.front.
typedef struct StaticVariable {
    Symbol *symbol;
    FunctionInfo *inside; // of a local static
    Scope *scope;         // to read the initializer in
    TokenRange initializer;
    bool is_in_tree, is_initialized;
} StaticVariable;
// Makes "F f;", F being a function type, declare a function, [dcl.fct]/14; false: it has an
// initializer.
bool declare_take_function_type(Front *front, Declarator *declarator);

// Declares or defines a function whose declarator has been read; reads its body or ';'.
FunctionInfo *declare_function(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, DeclarationPlace place);
// Declares the instance of a function template, its declarator read; it is not found by name.
FunctionInfo *declare_instance(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, Template *template_,
                               TemplateArgument *arguments, uint32_t argument_count);
// Adds the specifiers of another declaration of the same function.
void declare_merge(FunctionInfo *info, const Specifiers *specifiers);
// Keeps a function's body as tokens, or reads "= default", "= delete" or ';'. `location` is that of
// the function's name in this declaration.
void declare_read_body(Front *front, FunctionInfo *info, const ParameterList *list,
                       Scope *body_scope, SourceLocation location);
// Checks what a kernel may take and return, and that no other function has its C name.
void declare_check_function(Front *front, FunctionInfo *info);
// The definition of a function with C linkage that several namespaces declare, or the function
// itself.
FunctionInfo *declare_linked_function(Front *front, FunctionInfo *info);
// Refuses clusters where the target has none.
void declare_check_cluster(Front *front, const FunctionInfo *info);
// Refuses a name that nvcc does not take for device code.
void declare_check_device_name(Front *front, const char *name, SourceLocation location);
// The tree's function for it, made at first use, without wanting its body.
Function *declare_create_function(Front *front, FunctionInfo *info);
// The tree's function for it; its body will be parsed before syntax_check ends.
Function *declare_want_function(Front *front, FunctionInfo *info);
// The function's declared type; parses the body first if its result is `auto`.
const Type *declare_function_type(Front *front, FunctionInfo *info, SourceLocation location);
// Adds parameters to the current scope, for what follows them in a declarator.
void declare_parameters(Front *front, const ParameterList *list);
// Whether '(' begins parameters, not the arguments of an initializer.
bool declare_begins_parameter(Front *front);
// Skips ": a(1), b(2)" of a constructor, up to its body.
TokenRange declare_skip_member_initializers(Front *front);

// Declares a variable of a namespace or class, or a local static.
Symbol *declare_variable(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                         DeclarationPlace place);
// Declares a local variable; appends statements to *tail and moves it.
void declare_local(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                   Statement ***tail);
// Appends a variable of static storage to the tree.
void declare_add_variable(Front *front, Variable *variable);
// Puts a variable of static storage into the tree, its initializer parsed, if it is not there yet.
// For every use of one.
void declare_want_variable(Front *front, Variable *variable);
// Reads an initializer at '=', '(' or '{' as a constant, converted to `type`; NULL: it is not one.
Expression *declare_constant_initializer(Front *front, const Type *type);
// Skips an initializer, to the ',', ';' or '}' that ends the declarator.
TokenRange declare_skip_initializer(Front *front);
// The type a variable is stored as: a reference's is a pointer.
const Type *declare_stored_type(Front *front, const Type *type);
// Makes a scope see the names of another.
void declare_add_using(Front *front, Scope *scope, Scope *used);

// Whether the declaration at the cursor has a device marker before its body.
bool declare_has_device_marker(Front *front);
// Skips a declaration, past its ';' or '}'.
void declare_skip(Front *front);
// Whether a type name or variable must not be declared: its declaration is read on trial and has an
// error, so it is host code, and what stands for its type now is not its type.
bool declare_is_foiled(const Front *front, const Specifiers *specifiers,
                       const Declarator *declarator);
// Skips the declaration that begins at token `first`; its name is kept as the host's.
void declare_host(Front *front, const char *reason, uint32_t first);
// Declares a name as the host's, unless the scope knows better; reason (may be NULL): why.
Symbol *declare_host_symbol(Front *front, Scope *scope, const char *name, SourceLocation location,
                            const char *reason);

#endif
