// SPDX-License-Identifier: Apache-2.0
// Statements, the bodies of functions, and the destructors that leaving a block runs.
#ifndef LOCKSTEP_CUDA_STATEMENT_H
#define LOCKSTEP_CUDA_STATEMENT_H

#include "isa/cuda/syntax/front.h"

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
    const Type *result;       // with reference; auto until the first return
    const Variable *returned; // by the return statement being parsed: not destroyed there
    bool has_return_value;
    Variable **pending; // temporaries with destructors in the expression being parsed
    uint32_t pending_count, pending_room;
} Body;

// Parses info->body into info->function->body, with its parameters in scope.
void parse_function_body(Front *front, FunctionInfo *info);
// Each reads the statement it is named after, with the cursor at its first token.
Statement *parse_statement(Front *front);
Statement *parse_compound(Front *front);
Statement *parse_if(Front *front);
Statement *parse_while(Front *front);
Statement *parse_do(Front *front);
Statement *parse_for(Front *front);
Statement *parse_switch(Front *front);
Statement *parse_case(Front *front);
Statement *parse_default(Front *front);
Statement *parse_goto(Front *front);
Statement *parse_label(Front *front);
Statement *parse_return(Front *front);
Statement *parse_asm(Front *front);
// Reads a pragma and the loop that it applies to.
Statement *parse_pragma(Front *front);
// Reads `break` or `continue`.
Statement *parse_jump(Front *front, StatementKind kind);
// Reads the head and body of a range-based for, after its '('.
Statement *parse_range_for(Front *front, SourceLocation location);
// Reads a statement in a scope of its own.
Statement *parse_scoped_statement(Front *front);
// Reads the first part of `if (init; condition)`; NULL: there is none.
Statement *parse_init_statement(Front *front);
// Reads the condition of an if, loop or switch; *declared: the DECLARE of a variable in it, or
// NULL.
Expression *parse_condition(Front *front, const char *context, Statement **declared);
// Each expects its punctuator and reports what it should have followed.
void parse_open(Front *front, const char *after);
void parse_close(Front *front, const char *after);
void parse_semicolon(Front *front, const char *after);

// Makes a statement without effect, to be filled in.
Statement *statement_new(Front *front, StatementKind kind, SourceLocation location);
// Appends a list to *tail and moves it to the list's end.
void statement_append(Statement ***tail, Statement *list);
// Puts statements into one block, if there is more than one.
Statement *statement_wrap(Front *front, Statement *first, Statement *declared,
                          Statement *statement);
// An expression whose value is dropped: the result of a call is then not read, only destroyed.
Expression *statement_discarded(Front *front, Expression *expression);
// Whether the end of a list can be reached.
bool statement_falls_through(const Statement *list);
// Whether ": range)" follows in the head of a for.
bool statement_is_range_for(Front *front);
// Declares a variable that a statement declares by itself: if (int x = ...), for (auto x : ...).
Symbol *statement_declare(Front *front, const char *name, const Type *type,
                          SourceLocation location);
// Sets the type of such a variable, once `auto` is known.
void statement_set_type(Symbol *symbol, const Type *type);
// Skips a statement that is not to be read.
void statement_skip(Front *front);
// Skips past the next ';', or to the '}' around it.
void statement_skip_semicolon(Front *front);
// Reports labels that a goto names but that are not defined.
void statement_check_labels(Front *front);
// Reports a temporary with a destructor that did not become a variable.
void statement_check_temporaries(Front *front, SourceLocation location);

// Opens a block of the body being parsed.
Block *block_open(Front *front);
// Has leaving the innermost block destroy the variable, if its type has a destructor.
void block_watch_variable(Front *front, Variable *variable);
// Whether leaving the blocks from `from` out to `to` destroys anything.
bool block_is_watching(const Block *from, const Block *to);
// Appends the destructors of a jump out to `to`.
void block_unwind(Front *front, const Block *to, Statement ***tail, SourceLocation location);
// Appends the destructors of the innermost block and closes it.
void block_close(Front *front, Statement ***tail, SourceLocation location);

#endif
