// SPDX-License-Identifier: Apache-2.0
// Statements of a function body, and what is known while they are read.
#ifndef LOCKSTEP_CUDA_STATEMENT_H
#define LOCKSTEP_CUDA_STATEMENT_H

#include "isa/cuda/syntax/block.h"

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

typedef struct Label {
    const char *name;
    bool is_defined;
    bool has_destroyed; // a block with destructors was open there
    SourceLocation location;
    struct Label *next;
} Label;

// A return statement of the body.
typedef struct LocalReturn {
    Statement *statement;
    Statement *in_place; // the same if its variable is the result; NULL: it names no local object
    Variable *variable;
    struct LocalReturn *next;
} LocalReturn;

// A temporary with a destructor, and whether it was made.
typedef struct Pending {
    Variable *variable, *flag;
} Pending;

typedef struct Body {
    Block *block;
    Label *labels;
    const Type *result; // with reference; auto until the first return
    LocalReturn *returns;
    const Variable *returned; // by the return statement being parsed: not destroyed there
    bool has_return_value;
    Pending *pending; // of the full expression being parsed
    uint32_t pending_count, pending_room;
} Body;

// Makes a statement without effect, to be filled in.
Statement *statement_new(Front *front, StatementKind kind, SourceLocation location);
// Appends a list to *tail and moves it to the list's end.
void statement_append(Statement ***tail, Statement *list);
// Puts statements into one block, if there is more than one.
Statement *statement_wrap(Front *front, Statement *first, Statement *declared,
                          Statement *statement);
// The same, and closes the innermost block.
Statement *statement_close(Front *front, Statement *first, Statement *declared,
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

#endif
