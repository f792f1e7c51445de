// SPDX-License-Identifier: Apache-2.0
// Checks instructions against form.def: suffixes, types, and the number, kind and width of
// operands.
#ifndef LOCKSTEP_PTX_VERIFY_H
#define LOCKSTEP_PTX_VERIFY_H

#include "isa/ptx/parser.h"

// The rows of form.def, compiled; valid as long as the arena.
FormTable *form_table_create(Arena *arena);

// Why an instruction with these suffixes is known but not supported, or NULL.
const char *verify_refusal(const Parser *parser, const PtxInstruction *instruction);

// Checks a parsed function, sets each instruction's form, and reports what is wrong.
void verify_function(Parser *parser, PtxFunction *function);

#endif
