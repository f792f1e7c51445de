// SPDX-License-Identifier: Apache-2.0
// What the files that read declarations share: specifiers, declarators, and the steps of making
// functions, variables, classes and templates of them. Private to declare*.c, class*.c, template*.c
// and name.c.
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
    bool is_specialization; // behind "template <>"
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
    bool is_function, is_const_method, is_nested; // is_nested: the name stood in parentheses
    ParameterList parameters;
    uint32_t align_bytes;
} Declarator;

// ---- declare_specifier.c
// Reads decl-specifiers; true if there was at least one. Without a type, type stays NULL.
bool parse_specifiers(Front *front, Specifiers *specifiers, DeclarationPlace place);
// Attributes, CUDA qualifiers and the like, wherever they may stand. True if one was read.
bool parse_attribute(Front *front, Specifiers *specifiers);
void parse_attributes(Front *front, Specifiers *specifiers);

// ---- declare_declarator.c
typedef enum DeclaratorForm {
    DECLARATOR_NAMED,
    DECLARATOR_ABSTRACT,
    DECLARATOR_EITHER
} DeclaratorForm;
bool parse_declarator(Front *front, const Type *base, DeclaratorForm form, Declarator *declarator);
// "F f;" with F a type of functions declares one, [dcl.fct]/14. False: it has an initialiser.
bool declarator_take_function_type(Front *front, Declarator *declarator);
// The operators * & && C::* before a declarator, applied to `base`.
const Type *parse_pointer_operators(Front *front, const Type *base);
// ---- declare_name.c
bool parse_declarator_id(Front *front, Declarator *declarator);
// ---- declare_parameter.c
bool parse_parameters(Front *front, ParameterList *list); // after '(', through ')'
bool begins_parameter(Front *front);
// ---- declare_declarator.c
// "operator+" and so on behind the keyword; for conversions the type goes to *conversion.
const char *parse_operator_name(Front *front, const Type **conversion);
const char *intern(Front *front, const char *text);

// ---- declare_function.c
// Declares or defines a function whose declarator has been read; reads its body or ';'.
FunctionInfo *declare_function(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, DeclarationPlace place);
bool is_in_unnamed_namespace(const Scope *scope);
Function *function_create(Front *front, FunctionInfo *info); // without wanting its body
const char *qualified_name(Front *front, const Scope *home, const char *name,
                           const TemplateArgument *arguments, uint32_t argument_count,
                           bool has_arguments);
void put_parameters_in_scope(Front *front, const ParameterList *list);

// The instance of a function template, its declarator read; not found by name.
FunctionInfo *declare_instance(Front *front, const Specifiers *specifiers,
                               const Declarator *declarator, Template *template_,
                               TemplateArgument *arguments, uint32_t argument_count);
void function_read_body(Front *front, FunctionInfo *info, const ParameterList *list,
                        Scope *body_scope);
void function_merge(FunctionInfo *info, const Specifiers *specifiers);
TokenRange skip_initializers(Front *front);

// ---- declare_variable.c
// What the front end knows of a variable of static storage: Variable.front.
typedef struct StaticVariable {
    Symbol *symbol;
    FunctionInfo *inside; // of a local static
    Scope *scope;         // to read the initializer in
    TokenRange initializer;
    bool is_in_tree, is_initialized;
} StaticVariable;
Symbol *declare_variable(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                         DeclarationPlace place);
// A local one; appends statements to *tail and moves it.
void declare_local(Front *front, const Specifiers *specifiers, const Declarator *declarator,
                   Statement ***tail);
// The value of a constant initializer at '=', '(' or '{', converted to `type`; NULL: it is none.
Expression *constant_of_initializer(Front *front, const Type *type);
const Type *pointer_of_reference(Front *front, const Type *type);

// ---- declare.c
void parse_declaration(Front *front, DeclarationPlace place);
void parse_simple_declaration(Front *front, DeclarationPlace place);
// True when the declaration is read to its end, where a forgotten ";" ends a line perhaps.
bool parse_declarators(Front *front, Specifiers *specifiers, DeclarationPlace place,
                       Statement ***tail);

// ---- declare_host.c: code that is not for the device
bool has_device_marker(Front *front);      // in the declaration at the cursor, before its body
void skip_declaration(Front *front);       // past its ';' or '}'
TokenRange skip_initializer(Front *front); // to the ',', ';' or '}' that ends the declarator
void declare_host(Front *front, const char *reason, uint32_t first);
Symbol *host_symbol(Front *front, Scope *scope, const char *name, SourceLocation location,
                    const char *reason);

// ---- declare_namespace.c
void parse_namespace(Front *front);
void parse_using(Front *front, DeclarationPlace place);
void parse_static_assert(Front *front);
void add_using(Front *front, Scope *scope, Scope *used);

// ---- declare_enum.c
const Type *parse_enum(Front *front);

// ---- class.c
typedef struct FieldDraft {
    Field field;
    Symbol *symbol; // NULL: a base class, anonymous, or padding
    uint32_t align_bytes;
    bool is_bit_field;
} FieldDraft;
const Type *parse_class(Front *front, Specifiers *specifiers);
// Reads ": bases { members }" at the cursor into the class and lays it out.
bool parse_class_rest(Front *front, Class *class_, const Specifiers *specifiers);
Class *class_create(Front *front, const char *name, Scope *home, SourceLocation location);
Scope *class_scope(const Type *type); // NULL if it is no class
void class_add_field(Front *front, Class *class_, FieldDraft draft);
// ---- class_member.c
void parse_member(Front *front, Class *class_);
// ---- class_layout.c
void class_layout(Front *front, Class *class_, const Specifiers *specifiers);
// ---- class_special.c: members that nobody wrote
void class_add_special_members(Front *front, Class *class_);
void class_default_body(Front *front, FunctionInfo *info);
FunctionInfo *class_user_copy(const Scope *scope, const char *name); // constructor or operator=
// ---- class_closure.c
bool parse_closure_declarator(Front *front, Declarator *declarator, bool is_mutable);
// ---- class_construct.c
Expression *class_this_object(Front *front, FunctionInfo *info);
Expression *class_member_object(Front *front, Expression *object, const Field *field);
void class_append(Front *front, Statement ***tail, Expression *expression);

// ---- template.c
void parse_template(Front *front, DeclarationPlace place);
// ---- template_head.c: what a template declares, found by looking at its tokens
typedef struct TemplateHead {
    TemplateKind kind;
    const char *name;       // as symbols have it: "(constructor)", "operator+"
    uint32_t name_at;       // index of the name's first token
    uint32_t parameters_at; // behind the '(' of a function
    uint32_t end;           // behind the whole declaration
    uint32_t arguments_at;  // '<' behind the name: of a specialization; 0: none
    const char *class_name; // of a qualified name: the class in front of the last '::'
    uint32_t class_at;
    SourceLocation location;
    bool is_kernel, is_device, is_host, is_constexpr, is_defined, is_friend;
} TemplateHead;
bool template_head(Front *front, TemplateHead *head); // the cursor stays
bool parse_template_parameters(Front *front, TemplateParameter **parameters, uint32_t *count);
// ---- template_bind.c
bool is_same_arguments(const TemplateArgument *a, uint32_t a_count, const TemplateArgument *b,
                       uint32_t b_count);
// A scope with the parameters bound; defaults filled in. NULL (reported) when they do not fit.
Scope *template_bind(Front *front, const TemplateParameter *parameters, uint32_t parameter_count,
                     const TemplateArgument *given, uint32_t given_count, Scope *home,
                     TemplateArgument **all, SourceLocation location);
bool has_dependent(const TemplateArgument *arguments, uint32_t count);
bool type_has_dependent(const Type *type);
// ---- template_class.c
void template_complete_class(Front *front, Class *class_, SourceLocation location);
// ---- template_choose.c: the specialization for these arguments; NULL: the primary template
typedef struct TemplateChoice {
    Template *template_; // NULL: none fits better than the primary one
    Scope *scope;        // with its parameters bound
} TemplateChoice;
TemplateChoice template_choose(Front *front, Template *template_, const TemplateArgument *arguments,
                               uint32_t count, SourceLocation location);
void template_add_specialization(Front *front, Template *primary, Template *specialization);
// ---- template_member.c: out-of-class definitions
bool template_define_member(Front *front, FunctionInfo *info);
// ---- template_function.c
FunctionInfo *template_function_instance(Front *front, Template *template_,
                                         const TemplateArgument *arguments, uint32_t count,
                                         SourceLocation location);
// All arguments of the template from the explicit ones and a function type. False: they differ.
bool template_match_function(Front *front, Template *template_, const TemplateArgument *given,
                             uint32_t given_count, const Type *type, TemplateArgument **all);
void template_add_signature(Front *front, Template *template_);
// ---- template_dependent.c: types of signatures
const Type *dependent_other(Front *front);
const Type *dependent_parameter(Front *front, uint32_t index);
Symbol *dependent_template_id(Front *front, Template *template_, uint32_t parameter_index,
                              const TemplateArgument *arguments, uint32_t count,
                              SourceLocation location);
Scope *dependent_scope(Front *front, const TemplateParameter *parameters, uint32_t count,
                       Scope *home);

// ---- syntax_check.c
void front_want(Front *front, FunctionInfo *info);
Instantiation *instantiation_enter(Front *front, const char *name, SourceLocation location);
void instantiation_leave(Front *front, Instantiation *outer);

// ---- name.c
Symbol *bound_symbol(Front *front, Symbol *symbol); // the element a pack stands for now
// Reports that `token` behind the qualifier of `name` is not declared.
void name_report_unknown(Front *front, const NameReference *name, const Token *token);
// Reports, and returns true, if an undeclared name is one that only the host's headers declare.
bool name_report_host(Front *front, const char *name, SourceLocation location);
void skip_template_arguments(Front *front); // from '<' past its '>'

#endif
