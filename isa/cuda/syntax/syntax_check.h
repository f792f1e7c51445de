// SPDX-License-Identifier: Apache-2.0
// The part of syntax_check that the front end shares: which bodies are still to be parsed, and what
// is being instantiated.
#ifndef LOCKSTEP_CUDA_SYNTAX_CHECK_H
#define LOCKSTEP_CUDA_SYNTAX_CHECK_H

#include "isa/cuda/syntax/front.h"

// Has the function's body parsed before syntax_check ends.
void syntax_want(Front *front, FunctionInfo *info);
// Parses the body now, for constant evaluation and deduced results; false: it has none.
bool syntax_parse_body(Front *front, FunctionInfo *info);
// Begins an instantiation, for the notes of diagnostics; returns the one around it.
Instantiation *syntax_enter_instantiation(Front *front, const char *name, SourceLocation location);
// Ends an instantiation; outer: the result of its beginning.
void syntax_leave_instantiation(Front *front, Instantiation *outer);

#endif
