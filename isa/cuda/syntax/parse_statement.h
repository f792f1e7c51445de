// SPDX-License-Identifier: Apache-2.0
// The grammar of statements and of function bodies.
#ifndef LOCKSTEP_CUDA_PARSE_STATEMENT_H
#define LOCKSTEP_CUDA_PARSE_STATEMENT_H

#include "isa/cuda/syntax/front.h"

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

#endif
