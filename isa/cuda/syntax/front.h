// SPDX-License-Identifier: Apache-2.0
// Inside of the front end: what its files share, and the parser's way through the tokens. Each
// family of files has a header (scope.h, declare.h, express.h, ...); parse_X reads the production X
// of the grammar, wherever it is. The parser reads tokens by index and
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
    SYMBOL_HOST       // exists, but only host code can use it: `reason`
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
    Expression *value; // CONSTANT: an INTEGER or FLOATING expression; `this` without a variable:
                       // the object
    const Field *field;
    FunctionInfo *function;
    Template *template_;
    Scope *scope; // NAMESPACE
    Symbol **elements;
    uint32_t element_count;
    const char *reason;
    uint32_t declared_at;   // the token where it was declared: earlier ones do not see it
    TokenRange initializer; // FIELD: '= value' or '{...}', its default member initializer, or empty
    uint32_t discriminator; // local static: how many of that name its function had before it
    uint32_t current_element; // PACK: 1 + index of the one an expansion is at; 0: none
    uint32_t parameter_index; // CONSTANT with is_dependent: a value parameter in a signature
    bool is_dependent;
    bool is_type_pack; // PACK: of types, also where it is empty
    bool is_static_member, is_private, is_protected;
    Symbol *next_overload;  // functions and function templates of the same name and scope
    Symbol *next_in_scope;  // in order of declaration
    Symbol *next_in_bucket; // of the scope's hash table
};

// Unnamed members are in their class's scope under these names; overloads are chained. Operators
// are found as "operator+", "operator()", "operator[]", without spaces.
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
    bool *are_bases_dependent; // named by means of a template parameter
    uint32_t base_count;
    FunctionInfo *function; // SCOPE_FUNCTION
    const Type *type;       // SCOPE_CLASS, SCOPE_ENUM
    Template *template_;    // SCOPE_CLASS: the class template it is an instance of, or NULL
    const struct TemplateArgument *arguments; // and its arguments
    uint32_t argument_count;
    uint32_t discriminator; // SCOPE_CLASS in a function: how many of that name, or of closures with
                            // those parameters, its function had before it
    // SCOPE_CLASS, once complete:
    const char *host_reason;   // not NULL: only host code can have such objects
    bool has_constructor;      // declared by the user
    Scope **constructors_from; // "using Base::Base;": the bases
    uint32_t constructors_from_count;
    bool is_aggregate, is_empty, is_closure;
    bool is_default_trivial; // default construction does nothing, so no constructor is called
    bool has_destructor;     // one that does something: its own, a base's or a member's
    bool is_pod_for_layout, is_being_completed, has_private_field, is_copy_trivial;
    bool is_copy_chosen;       // a constructor template may be chosen instead of a copy
    uint8_t access;            // of the members being read: 0 public, 1 protected, 2 private
    struct FieldDraft *drafts; // fields while the class is read
    uint32_t draft_count, draft_room;
    uint64_t data_bytes; // without tail padding: its room as a base
    TokenRange body;     // of a class template's instance until it is complete
    // Virtual functions (virtual.h):
    bool is_dynamic;   // it has a virtual function, or a base that has
    bool has_own_vptr; // its first field; else the primary base's is used
    bool has_virtual_destructor, has_unread_virtual;
    const Scope *primary_base; // the one at offset 0 that has a vptr; NULL: none
    struct VirtualSlot *slots;
    uint32_t slot_count;
    struct VirtualTable *virtual_table; // NULL until a constructor needs it
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
    struct Template *guides;      // of a class template: its deduction guides, by next
    Scope *member_scope;
    // A function template: the start of its parameters, after '('; the number without defaults.
    uint32_t parameters_at, required_count;
    TemplateParameter *inner_parameters; // of an out-of-class definition of a member template
    uint32_t inner_count;
    // A base's constructor template that this one of "using Base::Base;" stands for, and the class
    // that inherits it; or NULL.
    struct Template *inherited;
    Scope *heir;
    bool is_closure_call; // operator() of a generic lambda: each `auto` is a parameter
    bool is_mutable_call;
};

// The front end's data of a function, in addition to tree.h.
struct FunctionInfo {
    Function *function; // created on first use
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
    bool is_implicit;       // an implicit special member: is_defaulted too
    bool is_noreturn, is_body_in_progress;
    bool is_specialized; // an explicit specialization
    bool is_body_quiet;  // parsed on trial: parsed again if it is really needed
    struct Instantiation *instantiation;
    bool is_pure;           // "= 0"
    FunctionInfo *thunk_of; // this one only moves `this` back by thunk_bytes and calls that one
    uint64_t thunk_bytes;
    FunctionInfo *next_extern_c; // of device code with C linkage
    bool is_linkage_checked;
    FunctionInfo *inherited; // a base's constructor that this one of "using Base::Base;" stands for
};

// An instantiation in progress, for the notes of a diagnostic.
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
    bool is_launch; // the next call is what <<<>>> launches
    uint32_t quiet; // > 0: diagnostics are counted in quiet_errors only (SFINAE, host declarations)
    uint32_t quiet_errors;
    const char *quiet_message; // the first one's text
    FunctionInfo **wanted;     // functions whose bodies are still to be parsed
    uint32_t wanted_count, wanted_room;
    uint32_t closure_count, local_count;
    uint32_t reading;       // which reading of tokens that are read several times, as a pack's are
    uint32_t reading_count; // of default arguments and default member initializers
    struct ClosureNote *closures; // that have been made
    uint32_t half_of_token; // '>' taken out of '>>' or '>>>': how many characters of it are used up
    bool is_angle;     // inside template arguments: '>' closes; parentheses and brackets reset it
    struct Loop *loop; // the statement parser's
    struct SwitchContext *switch_;
    struct Body *body;                // labels and open blocks of the function body being parsed
    uint32_t extern_c;                // > 0: inside of extern "C"
    FunctionInfo *extern_c_functions; // those of device code
    uint32_t unevaluated;             // > 0: in sizeof or decltype, which evaluate nothing
    uint32_t dependent;               // > 0: parsing a signature for deduction
    Instantiation *instantiation;     // what is being instantiated
    const Type *const *auto_types; // what each `auto` of a generic lambda's parameters stands for
    uint32_t auto_count, auto_next;
    Template *deduced_class;   // what the `auto` of the next initializer is an instance of, or NULL
    Symbol *auto_pack;         // as many elements as "auto... rest" stands for; NULL: there is none
    SourceLocation last_error; // a second error at one place follows from the first
    uint32_t bind_count;       // how often template arguments were bound, against endless templates
    bool is_given_up;          // after that many, nothing more is read
    bool is_tree_complete;     // what is read from here on is only checked
    uint32_t token_room;       // of source->tokens, once some have been added
};

// The state of parsing, to go elsewhere and come back.
typedef struct FrontPlace {
    uint32_t at, half_of_token, dependent, reading, unevaluated;
    Scope *scope;
    FunctionInfo *function;
    Symbol *this_symbol;
    struct Loop *loop;
    struct SwitchContext *switch_;
    struct Body *body;
    Instantiation *instantiation;
    bool is_angle;
} FrontPlace;

// The state of quiet parsing: the counts and messages from before it began.
typedef struct QuietPlace {
    uint32_t errors;
    const char *message;
} QuietPlace;

// The parser's current place.
FrontPlace front_place(const Front *front);
// Goes back to a place.
void front_return(Front *front, FrontPlace place);
// Begins another reading of tokens, until front_return: lambdas in them are types of their own.
void front_read_again(Front *front);

// The token `ahead` of the cursor, never past TOKEN_END.
const Token *front_peek(Front *front, uint32_t ahead);
// The location of the token at the cursor.
SourceLocation front_here(Front *front);
// Whether the token at the cursor is this one.
bool front_is(Front *front, TokenId id);
// Consumes this token; false if another one is here.
bool front_accept(Front *front, TokenId id);
// Consumes this token, or reports "expected ';' after expression, found '}'" and returns false.
bool front_expect(Front *front, TokenId id, const char *after_what);
// Consumes one '>' of '>', '>>', '>>>', '>=' or '>>='.
bool front_accept_template_close(Front *front);
// Whether the tokens from `first` to `end` are one pair of parentheses and what is in it.
bool front_is_enclosed(Front *front, uint32_t first, uint32_t end);
// Skips from ( [ { past the matching bracket; from an unclosed ( or [ to the '}' of the block
// around it.
void front_skip_balanced(Front *front);

// Each reports at a place; errors are only counted while parsing quietly.
void front_error(Front *front, SourceLocation location, const char *format, ...) TEXT_PRINTF(3, 4);
// Reports an error that no compiler accepts, even while declarations that cannot be parsed are left
// to the host.
void front_error_always(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
void front_warning(Front *front, SourceLocation location, const char *format, ...)
    TEXT_PRINTF(3, 4);
void front_note(Front *front, SourceLocation location, const char *format, ...) TEXT_PRINTF(3, 4);
// Begins to parse quietly.
QuietPlace front_quiet_begin(Front *front);
// Ends it; true if there was no error. *reason (may be NULL) gets the first one's message.
bool front_quiet_end(Front *front, QuietPlace before, const char **reason);
// Guards recursion: false (reported) if nested too deeply. Every enter needs its leave.
bool front_enter(Front *front);
void front_leave(Front *front);

// Adds the tokens of a text after all others, at this location, so that templates can be
// instantiated meanwhile; an END precedes and follows them. `name`: for diagnostics about the text.
// Returns the index of the first.
uint32_t front_append_text(Front *front, const char *name, const char *text, size_t size_bytes,
                           SourceLocation location);
// "operator+" of a punctuator; paren_open gives "operator()", bracket_open "operator[]".
const char *front_operator_name(Front *front, TokenId id);
// "operator\"\"_km" of a literal's suffix.
const char *front_literal_operator(Front *front, const char *suffix);
// The interned form of a zero-terminated name.
const char *front_intern(Front *front, const char *name);

#endif
