// SPDX-License-Identifier: Apache-2.0
// Calls of functions that the compiler itself knows.
#ifndef LOCKSTEP_CUDA_BUILTIN_H
#define LOCKSTEP_CUDA_BUILTIN_H

#include "isa/cuda/syntax/front.h"

// Reads the call of a __builtin_NAME; the cursor is after the name.
Expression *parse_builtin(Front *front, const Token *name);
// The call of printf or vprintf with these arguments; its format is checked against them.
Expression *builtin_printf(Front *front, Expression **arguments, uint32_t count,
                           SourceLocation location);

#endif
