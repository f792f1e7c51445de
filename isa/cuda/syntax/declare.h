// SPDX-License-Identifier: Apache-2.0
// Declarations: specifiers, declarators, and the steps of making functions, variables, enumerations
// and namespaces of them.
#ifndef LOCKSTEP_CUDA_DECLARE_H
#define LOCKSTEP_CUDA_DECLARE_H

#include "isa/cuda/syntax/front.h"

typedef enum DeclarationPlace { PLACE_NAMESPACE, PLACE_CLASS, PLACE_BLOCK } DeclarationPlace;

typedef struct Specifiers {
    const Type *type; // NULL: none was given (constructors, conversion functions)
    SourceLocation location;
    Template *deduced_class; // Pair p(1, 2): the class template whose arguments are to be deduced
    bool is_typedef, is_static, is_extern, is_inline, is_constexpr, is_friend, is_virtual;
    bool is_explicit, is_mutable, is_thread_local, is_noinline, is_forceinline, is_noreturn;
    bool is_device, is_global, is_host, is_shared, is_constant, is_managed, is_grid_constant;
    bool is_packed, defines_type;
    bool is_unknown;        // the type is an error that has been reported
    bool is_specialization; // after "template <>"
    uint32_t align_bytes;
    uint32_t max_threads, min_blocks, max_blocks_per_cluster, max_registers, cluster[3];
} Specifiers;

typedef struct ParameterList {
    const Type **types;
    const char **names;
    TokenRange *defaults;
    bool *is_grid_constant;
    uint32_t count, room;
    const char *pack_name;
    uint32_t pack_first, pack_count;
    bool is_variadic;
} ParameterList;

typedef struct Declarator {
    const Type *type;
    const char *name; // NULL: abstract
    SourceLocation location;
    Scope *qualifier;            // class or namespace of a qualified name, or NULL
    Scope *scope;                // where what follows the name is looked up
    TemplateArgument *arguments; // f<int>(...): of an explicit specialization or instantiation
    uint32_t argument_count;
    bool has_arguments;
    bool is_constructor, is_destructor, is_conversion, is_pack;
    bool is_function, is_const_method, is_nested; // is_nested: the name was in parentheses
    ParameterList parameters;
    uint32_t align_bytes;
} Declarator;

typedef enum DeclaratorForm {
    DECLARATOR_NAMED,
    DECLARATOR_ABSTRACT,
    DECLARATOR_EITHER
} DeclaratorForm;

// The front end's data of a variable of static storage: Variable.front.
typedef struct StaticVariable {
    Symbol *symbol;
    FunctionInfo *inside; // of a local static
    Scope *scope;         // to read the initializer in
    TokenRange initializer;
    bool is_in_tree, is_initialized;
} StaticVariable;

// Reads a file to its end.
void parse_translation_unit(Front *front);
// Reads a declaration of a namespace or class.
void parse_declaration(Front *front, DeclarationPlace place);
// Reads a declaration in a block; returns its DECLARE statements, a list by `next`.
Statement *parse_block_declaration(Front *front);
// Reads declarators to the ';' and declares what they name. Returns true if the declaration is
// complete, perhaps at the end of a line with a forgotten ";".
bool parse_declarators(Front *front, Specifiers *specifiers, DeclarationPlace place,
                       Statement ***tail);
// Reads `auto [a, b] = e;` after its specifiers, with the cursor at '['; type: auto with its
// qualifiers and reference. Consumes the ';' and returns statements as parse_block_declaration
// does.
Statement *parse_structured_binding(Front *front, const Type *type);
// Reads an enum specifier.
const Type *parse_enum(Front *front);
// Reads a namespace definition or alias.
void parse_namespace(Front *front);
// Reads a using declaration, directive or alias.
void parse_using(Front *front, DeclarationPlace place);
// Reads a static_assert and reports it if it fails.
void parse_static_assert(Front *front);

// Reads decl-specifiers; true if there was at least one. Without a type, type stays NULL.
bool parse_specifiers(Front *front, Specifiers *specifiers, DeclarationPlace place);
// Reads one attribute, CUDA qualifier or the like, in any place; true if there was one.
bool parse_attribute(Front *front, Specifiers *specifiers);
// Reads all attributes at the cursor.
void parse_attributes(Front *front, Specifiers *specifiers);

// Reads a declarator of the given form; false after reporting.
bool parse_declarator(Front *front, const Type *base, DeclaratorForm form, Declarator *declarator);
// Makes "F f;", F being a function type, declare a function, [dcl.fct]/14; false: it has an
// initializer.
bool declare_take_function_type(Front *front, Declarator *declarator);
// Reads the operators * & && C::* before a declarator and applies them to `base`.
const Type *parse_pointer_operators(Front *front, const Type *base);
// Reads the name that a declarator declares.
bool parse_declarator_id(Front *front, Declarator *declarator);
// Reads what follows `operator`: "operator+" and so on; a conversion's type goes to *conversion.
const char *parse_operator_name(Front *front, const Type **conversion);
// Reads function parameters, after '(' through ')'.
bool parse_parameters(Front *front, ParameterList *list);
// Reads a type-id: specifiers and an abstract declarator; NULL after reporting.
const Type *parse_type_id(Front *front);

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
// Skips the declaration that begins at token `first`; its name is kept as the host's.
void declare_host(Front *front, const char *reason, uint32_t first);
// Declares a name as the host's, unless the scope knows better; reason (may be NULL): why.
Symbol *declare_host_symbol(Front *front, Scope *scope, const char *name, SourceLocation location,
                            const char *reason);

#endif
