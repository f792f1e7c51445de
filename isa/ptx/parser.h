// SPDX-License-Identifier: Apache-2.0
// What the parser's files share: the parser itself, tokens and errors (parse.c), scopes (scope.c),
// constants (constant.c) and the productions that call each other across files. Recursive descent;
// a function is named after its production. After an error every token reads as the end of the
// text, so that all productions unwind; a statement loop then calls parser_recover.
#ifndef LOCKSTEP_PTX_PARSER_H
#define LOCKSTEP_PTX_PARSER_H

#include "isa/ptx/lex.h"
#include "isa/ptx/statement.h"
#include "isa/ptx/tables.h"

#include <stdio.h>

typedef struct Scope Scope;
typedef struct Binding Binding;
typedef struct LabelBinding LabelBinding;
typedef struct FormTable FormTable;

// A range of registers, `.reg .b32 %r<100>;`: made one by one as they are used.
typedef struct RegisterRange {
    const char *base; // after renaming
    PtxType type;
    uint8_t vector;
    uint32_t count;
} RegisterRange;

typedef enum BindingKind {
    BINDING_REGISTER,
    BINDING_RANGE,
    BINDING_VARIABLE,
    BINDING_FUNCTION
} BindingKind;

// What a name means in one scope.
struct Binding {
    BindingKind kind;
    uint32_t depth; // of the scope: 0 for the module
    Name *name;
    Binding *outer;   // the same name further out
    Binding *sibling; // another name of the same scope
    union {
        PtxRegister *reg;
        RegisterRange *range;
        PtxVariable *variable;
        PtxFunction *function;
    };
};

// A label of the current function, defined.
struct LabelBinding {
    const Scope *scope;
    uint32_t index;
    LabelBinding *next; // the same name in another scope
};

enum { SCOPE_MODULE, SCOPE_PARAMETERS, SCOPE_BODY }; // depths; nested { } are deeper

struct Scope {
    Scope *outer;
    uint32_t depth;
    Binding *bindings;
};

// A use of a label, resolved at the end of the function.
typedef struct LabelUse {
    Name *name;
    const Scope *scope;
    uint32_t *label; // where the index goes
    Token token;
} LabelUse;

// A `function_name` of .loc, resolved at the end of the module.
typedef struct InlineName {
    uint32_t location;
    Name *label;
    uint64_t offset;
} InlineName;

// A label in .section .debug_str and the string after it.
typedef struct DebugString {
    Name *label;
    const char *text;
    uint32_t length;
    const char *kept; // in the module's arena, once used
} DebugString;

typedef struct Parser {
    Arena *arena;  // the module's
    Arena scratch; // gone when the module is parsed
    Arena body;    // gone when the function is parsed
    PtxModule *module;
    Diagnostics *diagnostics;
    NameTable names;
    FormTable *forms;
    Lexer lexer;
    Token token;      // the current one; END while panicking
    Token stopped_at; // the one at which an error was found
    bool is_panicking;
    uint32_t error_count;
    uint32_t depth;         // of nested productions
    uint64_t initial_bytes; // of all initial values so far
    Scope *scope;
    PtxFunction *function; // the one whose body is being parsed, or NULL
    uint32_t function_serial;
    bool has_nested_ranges;  // of registers, in this function
    uint32_t location;       // in force
    uint32_t first_location; // of this function
    LabelUse *label_uses;
    uint32_t label_use_count;
    InlineName *inline_names;
    uint32_t inline_name_count;
    DebugString *debug_strings;
    uint32_t debug_string_count;
    PtxStatement *module_statements;
    PtxStatement *body_statements;
} Parser;

#define PARSER_DEPTH_MAX 200

// parse.c: tokens and errors

void parser_next(Parser *parser);
bool parser_is(const Parser *parser, int punctuation);
bool parser_is_dot(const Parser *parser, const char *text);
bool parser_is_name(const Parser *parser, const char *text);
// Consumes the token if it is this one.
bool parser_accept(Parser *parser, int punctuation);
bool parser_accept_dot(Parser *parser, const char *text);
// Consumes the token or reports that it was expected, with the place ("after the operands").
void parser_expect(Parser *parser, int punctuation, const char *place);
// Reports an error at the current token and starts to panic; silent when already panicking.
void parser_error(Parser *parser, const char *format, ...) TEXT_PRINTF(2, 3);
// Reports "expected WHAT before 'token'".
void parser_expected(Parser *parser, const char *what);
// Reports an error at a token without panicking.
void parser_error_at(Parser *parser, const Token *token, const char *format, ...) TEXT_PRINTF(3, 4);
// After an error: skips past the next `;` or to the next `}`, and ends the panic.
void parser_recover(Parser *parser);
// Guards recursion: false (and an error) when nested too deep. Pairs with parser_leave.
bool parser_enter(Parser *parser);
void parser_leave(Parser *parser);
SourcePosition parser_position(const Parser *parser, const Token *token);
// Room for one more element in an array that holds count; the room doubles.
void *parser_room(Arena *arena, void *items, uint32_t count, size_t element_bytes);
PtxStatement *parser_module_statement(Parser *parser, PtxStatementKind kind);
PtxStatement *parser_body_statement(Parser *parser, PtxStatementKind kind);

// scope.c

void ptx_scope_open(Parser *parser);
void ptx_scope_close(Parser *parser);
// The innermost declaration of a name; a register of a range is made when it is first used.
const Binding *ptx_scope_find(Parser *parser, Name *name);
// The binding a declaration makes, or NULL after reporting that the scope has one already.
Binding *ptx_scope_declare(Parser *parser, const Token *token, BindingKind kind);
// The text under which a name of the current function is written: itself, or with $N if taken.
const char *ptx_scope_unique(Parser *parser, Name *name, bool is_range, uint32_t count);
PtxRegister *ptx_scope_register(Parser *parser, const Token *token, PtxType type, uint8_t vector);
void ptx_scope_range(Parser *parser, const Token *token, PtxType type, uint8_t vector,
                     uint32_t count);
uint32_t ptx_scope_label(Parser *parser, const Token *token);
void ptx_scope_use_label(Parser *parser, const Token *token, uint32_t *label);
// Resolves all label uses of the function and forgets its labels.
void ptx_scope_resolve_labels(Parser *parser);

// refuse.c

// Notes in a function that something in it is not supported: no error of the module.
void refuse_function(Parser *parser, PtxFunction *function, const Token *token, const char *format,
                     ...) TEXT_PRINTF(4, 5);
// The same for an instruction whose opcode is the current token; `instruction` has its guard.
void refuse_instruction(Parser *parser, const PtxInstruction *instruction, const char *reason);

// constant.c

typedef struct Constant {
    bool is_float;
    bool is_unsigned;
    bool is_single;  // written as 0f: 32 bits
    int64_t integer; // bits of either sign
    double real;
    uint32_t single; // bits of a 0f literal
} Constant;

// Parses and folds a constant expression (PTX ISA, "Constant Expressions").
Constant ptx_parse_constant(Parser *parser);
// The same, but of integers, for sizes: reports a value outside of minimum..maximum.
uint64_t ptx_parse_count(Parser *parser, const char *what, uint64_t minimum, uint64_t maximum);

// parse_module.c, parse_function.c, parse_variable.c, parse_initial.c, parse_operand.c,
// parse_instruction.c, parse_location.c: productions

typedef struct Linkage {
    bool is_extern, is_visible, is_weak, is_common;
} Linkage;

void ptx_parse_module(Parser *parser);
void ptx_parse_function(Parser *parser, Linkage linkage);
// Gives a declared function the body of another one. False, and an error: it cannot be.
bool ptx_alias_function(Parser *parser, PtxFunction *alias, const Token *name,
                        const PtxFunction *original, const Token *other);
// Returns the token of the name.
Token ptx_parse_signature(Parser *parser, PtxFunction *function, bool is_declared);
void ptx_parse_body(Parser *parser);
void ptx_parse_function_pragma(Parser *parser);
// Behind `.attribute`: what it says of a variable, or (is_managed NULL) of a function.
void ptx_parse_attribute(Parser *parser, bool *is_managed, const char **unified);
bool ptx_parse_is_variable(const Parser *parser);
Linkage ptx_parse_linkage(Parser *parser);
void ptx_parse_variables(Parser *parser, Linkage linkage);
PtxVariable *ptx_parse_parameter(Parser *parser, bool is_declared);
void ptx_parse_registers(Parser *parser);
void ptx_parse_initial(Parser *parser, PtxVariable *variable);
void ptx_parse_instruction(Parser *parser, const PtxRegister *guard, bool is_guard_negated);
PtxOperand ptx_parse_operand(Parser *parser, bool is_branch);
PtxOperand ptx_parse_arguments(Parser *parser);
void ptx_parse_file(Parser *parser);
void ptx_parse_loc(Parser *parser);
void ptx_parse_section(Parser *parser);
void ptx_parse_resolve_inline_names(Parser *parser);
// The string of a .pragma.
const char *ptx_parse_pragma(Parser *parser);

#endif
