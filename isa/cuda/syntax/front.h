// SPDX-License-Identifier: Apache-2.0
// Inside of the front end: what parsing and checking share. The parser reads tokens by index and
// looks names up as it goes, so that every expression gets its type when it is made. A template is
// a range of tokens and the scope it stood in: to instantiate it is to parse that range again with
// its parameters bound to types and values; nothing is ever half-known, except in deduction, where
// parameters are TYPE_DEPENDENT. Bodies of functions are parsed when they are first needed.
#ifndef LOCKSTEP_CUDA_FRONT_H
#define LOCKSTEP_CUDA_FRONT_H

#include "isa/cuda/syntax/syntax.h"
#include "isa/cuda/tree/constant.h"
#include "isa/cuda/tree/dependent.h"

typedef struct Scope Scope;
typedef struct Symbol Symbol;
typedef struct FunctionInfo FunctionInfo;
typedef struct Front Front;

typedef enum SymbolKind {
    SYMBOL_VARIABLE,  // variable; also parameters
    SYMBOL_REFERENCE, // a variable of reference type: `variable` is the pointer behind it
    SYMBOL_CONSTANT,  // enumerator, bound template value, constexpr scalar: `value`; what has an
                      // address (a const int of constant value) has its `variable` too
    SYMBOL_FIELD,     // data member: `field`
    SYMBOL_FUNCTION,  // one function; overloads are chained by `next_overload`
    SYMBOL_TYPE,      // typedef, class, enum, bound template type
    SYMBOL_TEMPLATE,  // class, function, alias or variable template
    SYMBOL_NAMESPACE, // scope
    SYMBOL_PACK,      // a bound parameter pack: elements
    SYMBOL_HOST       // exists, but only host code can read it: `reason`
} SymbolKind;

typedef struct TokenRange {
    uint32_t first, end;
} TokenRange;

struct Symbol {
    SymbolKind kind;
    const char *name; // interned
    Scope *home;      // where it was declared
    SourceLocation location;
    const Type *type; // variable (references included), field, function, TYPE
    Variable *variable;
    Expression *value; // CONSTANT: an INTEGER or FLOATING expression
    const Field *field;
    FunctionInfo *function;
    Template *template_;
    Scope *scope; // NAMESPACE
    Symbol **elements;
    uint32_t element_count;
    const char *reason;
    TokenRange initializer; // FIELD: '= value' or '{...}', its default member initializer, or empty
    uint32_t discriminator; // local static: how many of that name its function had before it
    uint32_t current_element; // PACK: 1 + index of the one an expansion is at; 0: none
    uint32_t parameter_index; // CONSTANT with is_dependent: a value parameter in a signature
    bool is_dependent;
    bool is_static_member, is_private, is_protected;
    Symbol *next_overload;  // functions and function templates of the same name and scope
    Symbol *next_in_scope;  // in order of declaration
    Symbol *next_in_bucket; // of the scope's hash table
};

// Members without a name of their own stand in their class's scope under these; overloads are
// chained. Operators are found as "operator+", "operator()", "operator[]", without spaces.
#define NAME_OF_CONSTRUCTOR "(constructor)"
#define NAME_OF_DESTRUCTOR  "(destructor)"
#define NAME_OF_CONVERSION  "(conversion)" // conversion functions: the type is their result

typedef enum ScopeKind {
    SCOPE_NAMESPACE, // the global one too
    SCOPE_CLASS,
    SCOPE_ENUM,
    SCOPE_TEMPLATE, // template parameters, bound or dependent
    SCOPE_FUNCTION, // parameters
    SCOPE_BLOCK
} ScopeKind;

struct Scope {
    ScopeKind kind;
    const char *name;
    Scope *parent;
    Symbol **buckets;
    uint32_t bucket_count, symbol_count;
    Symbol *first_symbol, *last_symbol; // by next_in_scope; of overloads the first
    Scope **using_scopes;               // using namespace, inline and unnamed namespaces
    uint32_t using_count;
    Class *class_;       // SCOPE_CLASS
    Scope **base_scopes; // SCOPE_CLASS: of the base classes, in order
    uint64_t *base_offsets;
    uint32_t base_count;
    FunctionInfo *function; // SCOPE_FUNCTION
    const Type *type;       // SCOPE_CLASS, SCOPE_ENUM
    Template *template_;    // SCOPE_CLASS: the class template it is an instance of, or NULL
    const struct TemplateArgument *arguments; // and its arguments
    uint32_t argument_count;
    uint32_t discriminator; // SCOPE_CLASS in a function: how many of that name, or of closures with
                            // those parameters, its function had before it
    // SCOPE_CLASS, once complete:
    const char *host_reason;    // not NULL: only host code can have such objects
    bool has_constructor;       // declared by the user
    bool inherits_constructors; // "using Base::Base;"
    bool is_aggregate, is_empty, is_closure;
    bool is_default_trivial; // default construction does nothing: no constructor is to be called
    bool has_destructor;     // that does something: of its own, of a base or of a member
    bool is_pod_for_layout, is_being_completed, has_private_field, is_copy_trivial;
    uint8_t access;            // of the members being read: 0 public, 1 protected, 2 private
    struct FieldDraft *drafts; // fields while the class is read
    uint32_t draft_count, draft_room;
    uint64_t data_bytes; // without tail padding: where a derived class goes on
    TokenRange body;     // of a class template's instance until it is complete
};

typedef struct TemplateParameter {
    const char *name; // NULL: unnamed
    bool is_type, is_template, is_pack;
    TokenRange value_type;    // of a value parameter: tokens of its type
    TokenRange default_value; // tokens after '=', or empty
    uint32_t depth, index;
} TemplateParameter;

typedef struct TemplateArgument {
    const Type *type;       // of a type parameter
    const Type *value_type; // of a value parameter; then:
    uint64_t integer;       // its value (integers, bools, enums)
    Symbol *symbol;         // its value when it is a function or variable address, or a template
    struct TemplateArgument *pack; // of a pack
    uint32_t pack_count;
    bool is_pack;
    bool is_explicit; // written in the call: deduction neither changes nor contradicts it
} TemplateArgument;

typedef enum TemplateKind {
    TEMPLATE_CLASS,
    TEMPLATE_FUNCTION,
    TEMPLATE_ALIAS,
    TEMPLATE_VARIABLE
} TemplateKind;

typedef struct TemplateInstance {
    TemplateArgument *arguments;
    uint32_t argument_count;
    Symbol *symbol; // TYPE, FUNCTION or VARIABLE
    struct TemplateInstance *next;
} TemplateInstance;

struct Template {
    TemplateKind kind;
    const char *name;
    Scope *home; // where to parse it again
    TemplateParameter *parameters;
    uint32_t parameter_count;
    TokenRange declaration; // after template<...> to the ';' or the end of the body
    TemplateInstance *instances;
    Template *specializations; // full and partial
    TemplateArgument *pattern; // of a specialization
    uint32_t pattern_count;
    const Type *signature; // of a function template, with TYPE_DEPENDENT in it; for deduction
    const Type **signature_parameters;
    Template *next;
    SourceLocation location;
    bool is_host; // a function template without __device__ or __global__
    bool is_kernel, is_defined;
    Template *member_of;          // out-of-class definitions
    TokenRange pattern_range;     // of a partial specialization: "<T *, N>"
    const Type *pattern_type;     // the same with TYPE_DEPENDENT, as a class
    struct Template *definitions; // out-of-class definitions of its members, by next
    Scope *member_scope;
    // A function template: where its parameters begin, behind '('; how many have no default.
    uint32_t parameters_at, required_count;
    TemplateParameter *inner_parameters; // of an out-of-class definition of a member template
    uint32_t inner_count;
    bool is_closure_call; // operator() of a generic lambda: each `auto` is a parameter
    bool is_mutable_call;
};

// What the front end knows of a function beyond tree.h.
struct FunctionInfo {
    Function *function; // made at first use
    Symbol *symbol;
    const char *name; // interned, without scope
    Scope *home;      // namespace or class
    const Type *type; // as declared: with references
    const char **parameter_names;
    const Type **written_parameters; // with the const that is not part of the function's type
    // A function parameter pack of an instance: parameters pack_first .. + pack_count are its
    // elements; `pack_name` NULL: there is none (or it is unnamed).
    const char *pack_name;
    uint32_t pack_first, pack_count;
    TokenRange *default_arguments; // per parameter; empty ranges where there is none
    Scope *default_scope;
    TokenRange initializers; // ": a(1), b(2)" of a constructor
    TokenRange body;         // { ... } with braces; empty: declared only
    Scope *body_scope;       // the scope to parse the body in: class, template parameters, ...
    SourceLocation location;
    bool is_kernel, is_device, is_host; // neither marked: host, unless constexpr
    bool is_constexpr, is_static, is_method, is_constructor, is_destructor, is_conversion;
    bool is_const_method, is_explicit, is_defaulted, is_deleted, is_virtual, is_extern_c;
    bool is_body_parsed, is_body_wanted, is_noinline, is_forceinline, is_inline, is_internal;
    bool has_auto_result;
    uint32_t max_threads, min_blocks, max_blocks_per_cluster, max_registers, cluster[3];
    Template *template_; // the template it is an instance of, or NULL
    TemplateArgument *arguments;
    uint32_t argument_count;
    bool *is_grid_constant; // per parameter
    bool is_implicit;       // a special member that nobody wrote: is_defaulted too
    bool is_noreturn, is_body_in_progress;
    bool is_specialized; // an explicit specialization
    bool is_body_quiet;  // parsed on trial: parsed again when it is really needed
    struct Instantiation *instantiation;
};

// What is being instantiated, for the notes of a diagnostic.
typedef struct Instantiation {
    const char *name;
    SourceLocation location; // where it was required
    struct Instantiation *outer;
    uint32_t depth; // how many of them, itself included
} Instantiation;

struct Front {
    Arena *arena;
    Source *source;
    Diagnostics *diagnostics;
    const SyntaxOptions *options;
    Types types;
    Tree *tree;
    uint32_t at;  // index of the next token
    Scope *scope; // the innermost
    Scope *global;
    FunctionInfo *function; // whose body is being parsed, or NULL
    Symbol *this_symbol;    // inside a method
    uint32_t depth;         // of nesting, against stack overflow
    uint32_t instantiation_depth;
    uint32_t quiet; // > 0: diagnostics are counted in quiet_errors only (SFINAE, host declarations)
    uint32_t quiet_errors;
    const char *quiet_message; // the first one's text
    FunctionInfo **wanted;     // functions whose bodies are still to be parsed
    uint32_t wanted_count, wanted_room;
    uint32_t closure_count, local_count;
    struct ClosureNote *closures; // that have been made
    uint32_t half_of_token; // '>' taken out of '>>' or '>>>': how many characters of it are used up
    bool is_angle;     // inside template arguments: '>' closes; parentheses and brackets reset it
    struct Loop *loop; // the statement parser's
    struct SwitchContext *switch_;
    struct Body *body;             // labels and open blocks of the function body being parsed
    uint32_t extern_c;             // > 0: inside of extern "C"
    uint32_t dependent;            // > 0: parsing a signature for deduction
    Instantiation *instantiation;  // what is being instantiated
    const Type *const *auto_types; // what each `auto` of a generic lambda's parameters stands for
    uint32_t auto_count, auto_next;
    SourceLocation last_error; // a second error at one place follows from the first
    uint32_t bind_count;       // how often template arguments were bound, against endless templates
    bool is_given_up;          // after that many: nothing more is read
    uint32_t token_room;       // of source->tokens, once some have been added
};

// The state of parsing, to go elsewhere and come back.
typedef struct FrontPlace {
    uint32_t at, half_of_token, dependent;
    Scope *scope;
    FunctionInfo *function;
    Symbol *this_symbol;
    struct Loop *loop;
    struct SwitchContext *switch_;
    struct Body *body;
    Instantiation *instantiation;
    bool is_angle;
} FrontPlace;
FrontPlace front_place(const Front *front);
void front_return(Front *front, FrontPlace place);

// ---- tokens (parse.c)
const Token *front_peek(Front *front, uint32_t ahead); // never past TOKEN_END
bool front_is(Front *front, TokenId id);
bool front_accept(Front *front, TokenId id);
// Reports "expected ';' after expression, found '}'" and returns false; does not consume.
bool front_expect(Front *front, TokenId id, const char *after_what);
// From ( [ { past its partner; from an unclosed ( or [ to the '}' of the block around it.
void front_skip_balanced(Front *front);
bool front_accept_template_close(Front *front); // one '>' of '>', '>>', '>>>', '>=', '>>='
void front_error(Front *front, SourceLocation location, const char *format, ...) TEXT_PRINTF(3, 4);
// Of what no compiler takes: also while what cannot be read is left to the host's compiler.
void front_error_always(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
void front_warning(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
void front_note(Front *front, SourceLocation location, const char *format, ...) TEXT_PRINTF(3, 4);
SourceLocation front_here(Front *front);
// Quiet parsing: between the two, errors are only counted. front_quiet_end returns true if there
// was none; *reason gets the first message.
typedef struct QuietPlace {
    uint32_t errors;
    const char *message;
} QuietPlace;
QuietPlace front_quiet_begin(Front *front);
bool front_quiet_end(Front *front, QuietPlace before, const char **reason);
// Guards recursion: false (reported) when nested too deeply. Every enter needs its leave.
bool front_enter(Front *front);
void front_leave(Front *front);
// Adds the tokens of a text behind all others, at this location, so that templates can be
// instantiated meanwhile; an END stands before and behind them. `name`: for diagnostics about the
// text. Returns the index of the first.
uint32_t front_append_text(Front *front, const char *name, const char *text, size_t size_bytes,
                           SourceLocation location);
// "operator+" of a punctuator; paren_open gives "operator()", bracket_open "operator[]".
const char *front_operator_name(Front *front, TokenId id);

// ---- scopes (scope.c)
Scope *scope_push(Front *front, ScopeKind kind, const char *name); // becomes front->scope
void scope_pop(Front *front);
Symbol *scope_add(Front *front, Scope *scope, SymbolKind kind, const char *name,
                  SourceLocation location); // chains overloads of functions and function templates
// Makes a symbol mean what another does; its name and its place in its scope stay.
void scope_copy_symbol(Symbol *to, const Symbol *from);
Symbol *scope_find_here(const Scope *scope, const char *name); // this scope and what it uses
Symbol *scope_lookup(Front *front, const char *name);          // outward, classes with their bases
// Looks for `name` as a member of a class, bases included; *offset_bytes: of the base it is in.
Symbol *scope_find_member(Front *front, const Scope *class_scope, const char *name,
                          uint64_t *offset_bytes);

// ---- declarations (declare*.c, class*.c, template*.c)
// Whether the tokens here begin a declaration (in a block) or a type (in a cast, sizeof, template
// argument), by looking names up.
bool front_is_declaration(Front *front);
bool front_is_type(Front *front);
bool front_is_type_id(Front *front);     // a type alone: "T(x)" and "T{x}" are none
const Type *parse_type_id(Front *front); // type-id: specifiers and abstract declarator
void parse_translation_unit(Front *front);
Statement *
parse_block_declaration(Front *front); // appends its DECLARE statements; a list by `next`
// A possibly qualified name, as expression or type: ns::Class<int>::member. Consumes it. Returns
// the symbol, or NULL after reporting. Template-ids of class and alias templates come instantiated
// as TYPE symbols. For function templates *arguments gets the explicit arguments.
typedef struct NameReference {
    Symbol *symbol;
    const char *name; // the last part
    SourceLocation location;
    Scope *qualifier; // the scope named before the last ::, or NULL
    TemplateArgument *arguments;
    uint32_t argument_count;
    bool has_arguments;
} NameReference;
bool parse_name(Front *front, NameReference *name);
bool parse_template_arguments(Front *front, TemplateArgument **arguments, uint32_t *count);
// The instance of a class/alias/variable template, or NULL after reporting.
Symbol *template_instantiate(Front *front, Template *template_, const TemplateArgument *arguments,
                             uint32_t argument_count, SourceLocation location);
// The function that a function template gives for these arguments; NULL (quietly) if deduction or
// substitution fails. Call arguments only give types and lvalue-ness.
FunctionInfo *template_deduce_call(Front *front, Template *template_,
                                   const TemplateArgument *explicit_arguments,
                                   uint32_t explicit_count, Expression *const *call_arguments,
                                   uint32_t call_argument_count, SourceLocation location);
// The tree's function for it; its body will be parsed before syntax_check ends.
Function *front_function(Front *front, FunctionInfo *info);
// Finishes a class when a complete type is needed (class template instances are lazy).
bool front_complete(Front *front, const Type *type, SourceLocation location);
// Parses the body now, for constant evaluation and deduced results. False: there is none.
bool front_parse_body(Front *front, FunctionInfo *info);
// The function's declared type; parses the body first if its result is `auto`.
const Type *front_function_type(Front *front, FunctionInfo *info, SourceLocation location);
// Puts a variable of static storage into the tree, its initializer parsed, if it is not there yet.
// For every use of one.
void front_want_variable(Front *front, Variable *variable);
// What comes before the body of a constructor: base classes and members are initialized. And after
// the body of a destructor: members and bases are destroyed. Lists by `next`, maybe NULL.
Statement *class_construct(Front *front, FunctionInfo *info);
Statement *class_destruct(Front *front, FunctionInfo *info);
// A closure class: one field for each capture (types as given: a reference's field is a pointer).
// Its operator() is then parsed by class_add_call from "(parameters) specifiers -> type { body }"
// at the cursor. `body_scope`: where the lambda stands.
const Type *class_from_captures(Front *front, const char *const *names, const Type *const *types,
                                uint32_t count, SourceLocation location);
FunctionInfo *class_add_call(Front *front, const Type *closure, bool is_mutable);

// Pack expansion in a comma-separated list (arguments, initializers, template arguments):
//     for (pack_begin(front, &expansion); pack_next(front, &expansion);) item = parse(...)
// goes through once where no "..." follows the item, and else once for each element, the cursor
// ending behind "...". Fold expressions use pack_begin_range and the same loop.
typedef struct PackExpansion {
    uint32_t first, end; // the pattern's tokens
    uint32_t count, next;
    bool is_expansion;
    Symbol **packs;
    uint32_t *saved;
    uint32_t pack_count;
} PackExpansion;
void pack_begin(Front *front, PackExpansion *expansion);
void pack_begin_range(Front *front, PackExpansion *expansion, uint32_t first, uint32_t end);
bool pack_next(Front *front, PackExpansion *expansion);

// ---- expressions (express*.c, convert.c, overload.c, call.c, initial.c)
Expression *parse_expression(Front *front); // with commas
Expression *parse_assignment(Front *front); // without; also initializers' clauses
Expression *parse_constant(Front *front);   // conditional-expression
// A constant expression's value; reports and returns false when it is none.
bool parse_integer_constant(Front *front, const Type **type, uint64_t *value);
Expression *front_convert(Front *front, Expression *from, const Type *to, SourceLocation location,
                          const char *context); // implicitly; reports; never NULL ("" on error)
Expression *front_cast(Front *front, Expression *from, const Type *to, SourceLocation location);
// Initializes an object of class, array or scalar type at lvalue `object`: "= expr", "(args)",
// "{list}" or default; the cursor is at '=', '(', '{' or at none of them. Returns the expression
// that does it, or NULL when nothing is to be done. Deduces auto through *type, array bounds too.
Expression *parse_initializer(Front *front, Variable *variable, const Type **type);
// The same for static storage: sets variable->initial to constant data, or reports.
void parse_static_initializer(Front *front, Variable *variable, const Type **type);
// `auto [a, b] = e;` after its specifiers: the cursor is at '['; type: auto with its qualifiers and
// reference. Consumes the ';' and returns a list of statements as parse_block_declaration does.
Statement *parse_structured_binding(Front *front, const Type *type);
// Calls the overload set `overloads` (functions and function templates; NULL: only ADL by name).
// object: the lvalue a method is called on, or NULL (then `this` where one is needed).
// The same for a member, base or element: an lvalue of that type; the cursor as above.
Expression *parse_object_initializer(Front *front, Expression *object);
Expression *front_call(Front *front, Symbol *overloads, const NameReference *name,
                       Expression *object, Expression **arguments, uint32_t argument_count,
                       SourceLocation location);
Expression *front_variable(Front *front, Symbol *symbol, SourceLocation location);
Expression *front_new(Front *front, ExpressionKind kind, const Type *type, SourceLocation location);

// ---- statements (statement*.c)
// Parses info->body into info->function->body, with its parameters in scope.
void parse_function_body(Front *front, FunctionInfo *info);
Statement *parse_compound(Front *front);

// ---- leaves: no parsing, no Front
// mangle.c: Itanium ABI names, equal to those of nvcc and g++. NULL: too long, or of types that are
// nested too deeply.
const char *mangle_function(Arena *arena, const FunctionInfo *info);
const char *mangle_variable(Arena *arena, const Symbol *symbol, const FunctionInfo *inside);

// convert_rank.c: how an argument converts, [over.ics.rank].
typedef enum ConversionRank {
    CONVERSION_EXACT,
    CONVERSION_QUALIFICATION, // exact but adds const: loses against EXACT for references
    CONVERSION_PROMOTION,
    CONVERSION_STANDARD,
    CONVERSION_USER,
    CONVERSION_ELLIPSIS,
    CONVERSION_NONE
} ConversionRank;
ConversionRank conversion_rank(const Type *from, bool is_lvalue, bool is_null_constant,
                               const Type *to);
// Of two conversions of the same rank, which is better, [over.ics.rank]/4: below zero `a`, above
// zero `b`. Pointers to bool are worst, a nearer base is better than a farther one or void *.
int conversion_compare(const Type *from, const Type *a, const Type *b);

// deduce.c: matches a parameter's type P, with TYPE_DEPENDENT in it, against an argument's type A.
// found[i] is zero until parameter i is deduced. False when they contradict or the shape differs.
// In a call (is_call) the argument is X & for an lvalue of type X and X for an rvalue; parameters
// by value decay it, T && forwards it, bases match Template<T>, and a pattern without template
// parameters matches all. Else the types must be the same, as for partial specializations.
bool deduce_type(Types *types, const Type *pattern, const Type *argument, TemplateArgument *found,
                 uint32_t found_count, bool is_call);
// The same for a parameter pack ("Ts... rest": a DEPENDENT_PACK) and all that is left of the
// arguments, maybe none: found gets is_pack arguments.
bool deduce_pack(Types *types, const Type *pattern, const Type *const *arguments, uint32_t count,
                 TemplateArgument *found, uint32_t found_count, bool is_call);

#endif
